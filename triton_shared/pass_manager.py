"""The former name of `triton_shared.passes.base` and `triton_shared.passes.manager`, for one release."""

from triton_shared.passes.base import FUNCTION, MODULE, Pass, PipelineError, each, table
from triton_shared.passes.manager import (
    check_pipeline,
    expand,
    leaving_out,
    modules_in,
    options_of,
    run_pipeline,
    verify,
)

__all__ = [
    "FUNCTION",
    "MODULE",
    "Pass",
    "PipelineError",
    "check_pipeline",
    "each",
    "expand",
    "leaving_out",
    "modules_in",
    "options_of",
    "run_pipeline",
    "table",
    "verify",
]
