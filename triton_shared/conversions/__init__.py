"""Passes from the tt dialect to the shared form: one file (or folder) a pass, listed in `PASSES`."""

from __future__ import annotations

from triton_shared.conversions import choices
from triton_shared.passes.base import Pass

_HERE = "triton_shared.conversions."

PASSES = (
    Pass("drop-unknown-attributes", _HERE + "drop_unknown_attributes:run"),
    Pass("verify-triton-types", _HERE + "verify_triton_types:run"),
    Pass("zero-poison", _HERE + "zero_poison:run"),
    Pass(
        "triton-to-structured",
        _HERE + "triton_to_structured:run",
        options=(choices.CLAMPED, choices.REFUSE_UNSTRUCTURED, choices.UNDEFINED),
    ),
    Pass("triton-to-unstructured", _HERE + "triton_to_unstructured:run", options=(choices.UNDEFINED,)),
    Pass("fold-nan-select", _HERE + "fold_nan_select:run", options=(choices.FOLD_NAN_SELECT,)),
    Pass("structured-to-memref", _HERE + "structured_to_memref:run", options=(choices.KEEP_TTS,)),
    Pass(
        "unstructured-to-memref",
        _HERE + "unstructured_to_memref:run",
        options=(choices.INDIRECT, choices.KEEP_TTS),
    ),
    Pass(
        "triton-arith-to-linalg",
        _HERE + "triton_arith_to_linalg:run",
        options=(choices.KEEP_SCANS, choices.NEUTRAL, choices.SUMS),
    ),
    Pass("keep-products", _HERE + "keep_products:run", options=(choices.KEEP_PRODUCTS,)),
    Pass(
        "triton-ptr-to-memref",
        _HERE + "triton_ptr_to_memref:run",
        options=(choices.POINTERS, choices.PROGRAM),
    ),
    Pass("guard-divisions", _HERE + "guard_divisions:run"),
    Pass("allow-contraction", _HERE + "allow_contraction:run", optional=True),
    Pass("place-buffers", _HERE + "place_buffers:run", options=(choices.BUFFER_MEMORY_SPACE,)),
    Pass("read-tensors", _HERE + "read_tensors:run", options=(choices.LOADS,)),
    Pass("walk-grid", _HERE + "walk_grid:run", options=(choices.PROGRAM,)),
    Pass("check-promises", _HERE + "check_promises:run"),
    Pass("check-values", _HERE + "check_values:run"),
    Pass("check-initialised", _HERE + "check_initialised:run"),
    Pass("check-order", _HERE + "check_order:run"),
    Pass("check-races", _HERE + "check_races:run"),
    Pass("check-accesses", _HERE + "check_accesses:run"),
    Pass("verify-shared-form", _HERE + "verify_shared_form:run", options=choices.FORMS),
    Pass(
        "triton-to-linalg",
        [
            "drop-unknown-attributes",
            "verify-triton-types",
            "zero-poison",
            "triton-to-structured",
            "triton-to-unstructured",
            "canonicalize",
            "cse",
            "fold-nan-select",
            "structured-to-memref",
            "unstructured-to-memref",
            "triton-arith-to-linalg",
            "keep-products",
            "triton-ptr-to-memref",
            "guard-divisions",
            "canonicalize",
            "cse",
            "loop-invariant-code-motion",
            "read-tensors",
            "place-buffers",
            "walk-grid",
            "verify-shared-form",
        ],
    ),
    Pass(
        "triton-to-linalg-experimental",
        ["triton-to-linalg"],
        translate=_HERE + "foreign_options:translated",
    ),
)
