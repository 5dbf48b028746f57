"""What goes wrong on a GPU."""

from __future__ import annotations

from triton_shared.coded import Coded

INSTALL = "pip install 'cuda-bindings>=12.9,<14'"

#: what each of the driver's codes means for who launches kernels, where its own text does not tell
_HINTS = {
    "CUDA_ERROR_NO_DEVICE": "there is no GPU that this process may use (see nvidia-smi, and CUDA_VISIBLE_DEVICES)",
    "CUDA_ERROR_NOT_INITIALIZED": "a process cannot use GPUs that it has from its parent by a fork: start it by spawn",
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": "the driver is older than the code: update it",
    "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED": "launch the kernel once before a graph captures it",
    "CUDA_ERROR_OUT_OF_MEMORY": "the GPU's memory is full: free arrays (torch keeps what it has freed until "
    "torch.cuda.empty_cache()), or see by nvidia-smi which processes have it",
    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES": "threads need more registers than there are: take fewer warps, or maxnreg",
}

#: codes after which a context is of no use any more: a kernel has failed, and whichever call comes next says so
BROKEN = (
    "CUDA_ERROR_ILLEGAL_ADDRESS",
    "CUDA_ERROR_MISALIGNED_ADDRESS",
    "CUDA_ERROR_INVALID_ADDRESS_SPACE",
    "CUDA_ERROR_INVALID_PC",
    "CUDA_ERROR_ILLEGAL_INSTRUCTION",
    "CUDA_ERROR_HARDWARE_STACK_ERROR",
    "CUDA_ERROR_LAUNCH_FAILED",
    "CUDA_ERROR_LAUNCH_TIMEOUT",
    "CUDA_ERROR_ASSERT",
)


class CudaError(Coded, RuntimeError):
    """A GPU, its driver, or a package that is needed for it, failed or is not there; ``code`` is the driver's."""

    def __init__(self, message: str, code: str | None = None):
        super().__init__(message)
        self.code = code


class ResourceError(CudaError):
    """A kernel needs more of something than the GPU has."""


def described(call: str, code: str, text: str) -> str:
    """The message for what ``call`` returned."""
    hint = _HINTS.get(code)
    return f"{call}: {code}: {text}" + (f"; {hint}" if hint else "")


def broken(code: str, text: str, kernel: str, before: list[str], blocking: bool) -> str:
    """The message for a failure of a kernel, seen when ``kernel`` was launched.

    ``before`` are the kernels that were launched before it, the last one first; ``blocking`` says that launches wait
    for their end, so it must have been this one.
    """
    if blocking or not before:
        what = f"kernel {kernel!r} failed on the GPU: {text} ({code})"
        how = "`compute-sanitizer python ...` names the source line"
    else:
        names = ", ".join(map(repr, dict.fromkeys(before)))
        what = (
            f"a kernel failed on the GPU: {text} ({code}); it was seen when {kernel!r} was launched, and the last ones "
            f"before it were {names}"
        )
        how = "CUDA_LAUNCH_BLOCKING=1 tells which one, `compute-sanitizer python ...` names the source line of it"
    return f"{what}; {how}.  The GPU is of no more use to this process"
