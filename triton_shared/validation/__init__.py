"""Validation of passes by execution: a kernel does the same before and after each pass.

>>> from triton_shared import validation
>>> report = validation.validate(text, "add.mlir")          # doctest: +SKIP

`validate` takes a program through a pipeline and runs it in the reference executor (`triton_shared.reference`) after
each pass that changes it, on arguments that it finds; the first pass after which a result differs is in the `Report`,
with the smallest arguments that show it.  See docs/validation.md.
"""

from __future__ import annotations

from triton_shared.validation.arguments import NoArguments, cases_of, signature_of
from triton_shared.validation.cases import Array, Case
from triton_shared.validation.report import Difference, Report
from triton_shared.validation.validator import DEFAULT_PIPELINE, Validator, validate

__all__ = [
    "DEFAULT_PIPELINE",
    "Array",
    "Case",
    "Difference",
    "NoArguments",
    "Report",
    "Validator",
    "cases_of",
    "signature_of",
    "validate",
]
