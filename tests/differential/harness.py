"""Runs a `Case` through this package, from the TTIR that Triton's front end makes, and compares it with its oracle.

The oracle is Triton's interpreter, or numpy where that is wrong.  Interpreters of releases before `INTERPRETER` are
wrong of more: with such a one, a kernel on a GPU that has to be right in every bit is compared with the CPU's, which
is held to a later interpreter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.runtime.jit import create_function_from_signature

import triton_shared
from tests.differential.cases import BOUNDS, Case, module_of
from tests.differential.interpreter import Interpreter, arrays_of, torch_of
from tests.support.program import Expected, wrong_elements
from triton_shared.runtime.compiler import compile as compile_for_cpu
from triton_shared.triton.compiler import CPUBackend, ttir

TRITON = tuple(map(int, triton.__version__.split(".")[:2]))
#: the release of Triton whose interpreter is right of all cases
INTERPRETER = (3, 9)
TARGET = GPUTarget("cpu", "x86_64", 1)


def triton_ir(kernel: Any, arguments: dict[str, Any]) -> tuple[str, list[Any]]:
    """TTIR of ``kernel`` specialised for ``arguments``, and those arguments that the TTIR's function takes."""
    backend = CPUBackend(TARGET)
    bind = create_function_from_signature(kernel.signature, kernel.params, backend)
    bound, specialization, _ = bind(**{name: torch_of(value) for name, value in arguments.items()})
    options, signature, constants, attributes = kernel._pack_args(backend, {}, bound, specialization, None)
    context = ir.context()
    ir.load_dialects(context)
    source = ASTSource(kernel, signature, constants, attributes)
    functions, modules = backend.get_codegen_implementation(options), backend.get_module_map()
    module = source.make_ir(TARGET, options, functions, modules, context)
    taken = [
        value for name in signature for value in _taken(signature[name], arguments.get(name, bound[name]))
    ]
    return ttir(module, {}).str_nodebug(), taken


def _taken(type: Any, value: Any) -> list[Any]:
    if isinstance(type, tuple):
        return [item for pair in zip(type, value, strict=True) for item in _taken(*pair)]
    return [] if type == "constexpr" else [value]


def expected(case: Case, source: str, interpreter: Interpreter) -> list[np.ndarray]:
    """The arrays of the case's arguments as its oracle says that they are after the launch."""
    if case.oracle is None:
        is_trusted = TRITON >= INTERPRETER or case.ulps or triton_shared.compile is compile_for_cpu
        return interpreter.run(source, case.name) if is_trusted else on_cpu(case)
    arguments = case.make()
    with np.errstate(all="ignore"):
        case.oracle(**{name: value for name, value in arguments.items() if isinstance(value, np.ndarray)})
    return arrays_of(arguments)


def on_cpu(case: Case) -> list[np.ndarray]:
    """The arrays of the case's arguments as the CPU's kernel leaves them."""
    arguments = case.make()
    text, taken = triton_ir(case.kernel, arguments)
    compile_for_cpu(text)[case.grid](*taken)
    return arrays_of(arguments)


def check(source: str, name: str, interpreter: Interpreter) -> None:
    """Run a case in both ways.

    Args:
        source: the name of the module that holds the case, or its text.
        name: the case's.

    Raises:
        AssertionError: some array differs; the message shows where, and the TTIR.
    """
    case = module_of(source).CASES[name]
    if case.since > TRITON:
        pytest.skip(f"{name} is for the front end of Triton {case.since[0]}.{case.since[1]}")
    arguments = case.make()
    text, taken = triton_ir(case.kernel, arguments)
    triton_shared.compile(text)[case.grid](*taken)
    failures = []
    for actual, wanted in zip(arrays_of(arguments), expected(case, source, interpreter), strict=True):
        if (wrong := wrong_elements(actual, Expected(wanted, BOUNDS.get(name, case.ulps), False, ""))).size:
            shown = [(int(i), actual.ravel()[i], wanted.ravel()[i]) for i in wrong[:6]]
            what = f"{actual.dtype}{list(actual.shape)}"
            failures.append(f"{what}: {wrong.size} wrong, (index, actual, expected): {shown}")
    assert not failures, "\n".join([*failures, text])
