"""``triton.language.extra.libdevice`` of kernels: CUDA's functions, of f16 and bf16 too, and ``sigmoid``.

A function of f16 or bf16 is that of f32, rounded: the kernel widens, calls ``__nv_tanhf`` and narrows, so whoever reads
Triton IR meets symbols that it knows.  What is a function of integers or of f64 stays as it is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from triton.language import core
from triton.language.extra.cuda import libdevice as cuda

NARROW = (core.float16, core.bfloat16)


def _of_narrow(function: Callable) -> Callable:
    """``function`` with f16 and bf16 among its arguments."""

    @functools.wraps(function)
    def call(*args: Any, _semantic: Any = None) -> Any:
        tensors = [_semantic.to_tensor(arg) for arg in args]
        narrow = next((t.dtype for t in tensors if t.dtype in NARROW), None)
        if narrow is None:
            return function(*args, _semantic=_semantic)
        wide = [t.to(core.float32, _semantic=_semantic) if t.dtype in NARROW else t for t in tensors]
        found = function(*wide, _semantic=_semantic)
        return found.to(narrow, _semantic=_semantic) if found.dtype == core.float32 else found

    return core.extern(call)


def _sigmoid(arg0: Any, _semantic: Any = None) -> Any:
    """1 / (1 + exp(-x))."""
    symbols = {(core.float32,): ("sigmoidf", core.float32), (core.float64,): ("sigmoid", core.float64)}
    return core.extern_elementwise("", "", [arg0], symbols, is_pure=True, _semantic=_semantic)


_FUNCTIONS = {name: value for name, value in vars(cuda).items() if core.is_builtin(value)} | {
    "sigmoid": _sigmoid
}
globals().update({name: _of_narrow(function) for name, function in _FUNCTIONS.items()})
