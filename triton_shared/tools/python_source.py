"""Triton IR of a ``@triton.jit`` kernel in a Python file; what imports Triton."""

from __future__ import annotations

import importlib.util
import inspect
import operator
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from triton_shared.tools.arguments import UsageError
from triton_shared.tools.signature import Constant, Entry, Name, Typed


def ttir(
    path: str, kernel: str | None, signature: Sequence[Entry] | None
) -> tuple[str, str, str, list[Typed]]:
    """Triton IR of ``kernel`` (None: the only one) in the file ``path``, the file, the name, and the types it keeps.

    Raises `UsageError`.
    """
    try:
        import triton
    except ModuleNotFoundError as error:
        if error.name != "triton":
            raise
        raise UsageError(
            f"'{path}' is a Python file, which takes Triton to read: pip install 'triton>=3.6,<3.10'"
        ) from None
    function = _kernel(_module(path), path, kernel)
    bound = _bind(function, signature)
    try:
        text = text_of(function, bound)
    except triton.CompilationError as error:
        raise UsageError(f"Triton refuses '{function.__name__}':\n{error}") from None
    return text, path, function.__name__, [e for e in bound.values() if isinstance(e, Typed)]


def _module(path: str) -> ModuleType:
    """The Python file ``path``, imported."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise UsageError(f"cannot read '{path}': no such file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(Path(path).parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UsageError(f"importing '{path}' failed: {type(error).__name__}: {error}") from error
    finally:
        sys.path.pop(0)
    return module


def _kernel(module: ModuleType, path: str, name: str | None) -> Any:
    """The kernel ``name`` of ``module`` without what tunes it."""
    from triton.runtime import JITFunction, KernelInterface

    found = {n: v for n, v in vars(module).items() if isinstance(v, KernelInterface)}
    own = [n for n, v in found.items() if inspect.unwrap(plain(v).fn).__module__ == module.__name__]
    if name is None and len(own) == 1:
        name = own[0]
    if name not in found:
        asked = "say which with --kernel-name" if name is None else f"there is no '{name}'"
        raise UsageError(f"'{path}' has the kernels {', '.join(own) or '(none)'}: {asked}")
    function = plain(found[name])
    if not isinstance(function, JITFunction):
        raise UsageError(f"'{name}' in '{path}' is no @triton.jit function")
    return function


def plain(function: Any) -> Any:
    """The JIT function below decorators such as ``@triton.autotune``."""
    from triton.runtime import JITFunction

    while not isinstance(function, JITFunction) and hasattr(function, "fn"):
        function = function.fn
    return function


def _bind(function: Any, signature: Sequence[Entry] | None) -> dict[str, Entry]:
    """The signature's entries by parameter; names are looked up, integers that are 1 become constants."""
    spelled = f"{function.__name__}({', '.join(function.arg_names)})"
    if signature is None:
        raise UsageError(f"--signature is missing: an entry for each parameter of {spelled}")
    if len(signature) != len(function.arg_names):
        raise UsageError(
            f"--signature has {len(signature)} entries for the {len(function.arg_names)} parameters of {spelled}"
        )
    bound: dict[str, Entry] = {}
    for number, (param, entry) in enumerate(zip(function.params, signature, strict=True), start=1):
        where = f"--signature, entry {number}, parameter '{param.name}' of {function.__name__}"
        if param.is_constexpr and isinstance(entry, Typed):
            raise UsageError(f"{where}: a tl.constexpr needs a value, not the type {entry}")
        if isinstance(entry, Name):
            entry = Constant(_lookup(function.fn.__globals__, entry.name, where))
        elif isinstance(entry, Typed) and entry.hint == 1:
            entry = Constant(1)
        bound[param.name] = entry
    return bound


def _lookup(names: dict[str, Any], name: str, where: str) -> Any:
    first, _, rest = name.partition(".")
    try:
        return operator.attrgetter(rest)(names[first]) if rest else names[first]
    except (KeyError, AttributeError):
        raise UsageError(f"{where}: '{name}' is no type, no constant and no name of the file") from None


def text_of(function: Any, bound: dict[str, Entry]) -> str:
    """The text of Triton's IR after Triton's own clean-up, with locations."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from triton_shared.triton import compiler

    target = GPUTarget("cpu", platform.machine(), 0)
    backend = compiler.CPUBackend(target)
    source = ASTSource(
        function,
        {name: str(entry) if isinstance(entry, Typed) else "constexpr" for name, entry in bound.items()},
        {name: entry.value for name, entry in bound.items() if isinstance(entry, Constant)},
        {
            (number,): [["tt.divisibility", entry.hint]]
            for number, entry in enumerate(bound.values())
            if isinstance(entry, Typed) and entry.hint
        },
    )
    options = backend.parse_options({})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(
        target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context
    )
    return str(compiler.ttir(module, {}))
