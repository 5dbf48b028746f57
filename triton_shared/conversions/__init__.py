"""Passes from the tt dialect to the shared form: one file (or folder) a pass, listed in `PASSES`."""

from __future__ import annotations

from dataclasses import replace

from triton_shared.conversions import choices
from triton_shared.passes.base import Pass
from triton_shared.passes.options import Option

_HERE = "triton_shared.conversions."
#: options that passes of these names have in other packages
_FOREIGN = _HERE + "foreign_options:translated"


def _chosen(name: str, choice: Option, *others: Option) -> Pass:
    """A pass of the file of its name that does nothing where ``choice`` has its default."""
    run = f"{_HERE}{name.replace('-', '_')}:run"
    return Pass(name, run, options=(choice, *others), choice=choice)


PASSES = (
    Pass("drop-unknown-attributes", _HERE + "drop_unknown_attributes:run"),
    Pass("verify-triton-types", _HERE + "verify_triton_types:run"),
    Pass("zero-poison", _HERE + "zero_poison:run"),
    replace(_chosen("tile-large-blocks", choices.LARGE_BLOCKS), optional=True),
    Pass(
        "triton-to-structured",
        _HERE + "triton_to_structured:run",
        options=(choices.CLAMPED, choices.REFUSE_UNSTRUCTURED, choices.UNDEFINED),
        translate=_FOREIGN,
    ),
    Pass(
        "triton-to-unstructured",
        _HERE + "triton_to_unstructured:run",
        options=(choices.UNDEFINED,),
        translate=_FOREIGN,
    ),
    _chosen("fold-nan-select", choices.FOLD_NAN_SELECT),
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
        translate=_FOREIGN,
    ),
    _chosen("keep-products", choices.KEEP_PRODUCTS),
    Pass(
        "triton-ptr-to-memref",
        _HERE + "triton_ptr_to_memref:run",
        options=(choices.POINTERS, choices.PROGRAM),
    ),
    Pass("guard-divisions", _HERE + "guard_divisions:run"),
    Pass("expand-assembly", _HERE + "expand_assembly:run"),
    Pass("allow-contraction", _HERE + "allow_contraction:run", optional=True),
    _chosen("place-buffers", choices.BUFFER_MEMORY_SPACE),
    _chosen("read-tensors", choices.LOADS, choices.PAD),
    _chosen("pad-blocks", choices.PAD, choices.BUFFER_MEMORY_SPACE),
    _chosen("walk-grid", choices.PROGRAM),
    Pass("note-masks", _HERE + "note_masks:run"),
    Pass("note-touches", _HERE + "note_touches:run"),
    Pass("check-promises", _HERE + "check_promises:run"),
    Pass("check-values", _HERE + "check_values:run"),
    Pass("check-initialised", _HERE + "check_initialised:run"),
    Pass("check-stores", _HERE + "check_stores:run"),
    Pass("separate-checks", _HERE + "separate_checks:run"),
    Pass("check-order", _HERE + "check_order:run"),
    Pass("check-races", _HERE + "check_races:run"),
    Pass("check-accesses", _HERE + "check_accesses:run", options=(choices.LANES,)),
    Pass("verify-shared-form", _HERE + "verify_shared_form:run", options=choices.FORMS),
    Pass(
        "triton-to-linalg",
        [
            "drop-unknown-attributes",
            "verify-triton-types",
            "zero-poison",
            "tile-large-blocks",
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
            "pad-blocks",
            "walk-grid",
            "verify-shared-form",
        ],
    ),
    Pass(
        "triton-to-linalg-experimental",
        ["triton-to-linalg"],
        translate=_FOREIGN,
    ),
)
