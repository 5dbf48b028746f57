"""Every touch of what other packages keep to themselves, so that a new release of theirs is tried in one place.

The bounds of these packages in ``pyproject.toml`` end where this module was last tried; ``tests/test_compat.py`` has a
test for each function.  The back end of torch.compile (`inductor`, `inductor_choices`, `inductor_flex`,
`inductor_wrapper`) is made of Inductor's modules as a whole and stands for itself.
"""

from __future__ import annotations

import contextlib
import contextvars
import ctypes
import functools
import gc
import importlib
import importlib.util
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, ClassVar

# The MLIR bindings


@functools.cache
def translation_to_llvmir(package: str) -> Callable[[Any], str | None]:
    """The function from a module of the llvm dialect to LLVM IR, None for one that LLVM refuses.

    That of the bindings, which its dialect's module does not offer, leaves its text in memory, and ends the process
    where LLVM refuses the module.  So what it calls is called here, if the bindings' libraries show it.
    """
    bindings = importlib.import_module(f"{package}._mlir_libs._mlirDialectsLLVM")
    try:
        return Translation(str(bindings.__file__))
    except AttributeError:
        return bindings.translate_module_to_llvmir


class Translation:
    """What a module of the llvm dialect is in LLVM IR, by the functions of C that ``library`` is linked with.

    Raises AttributeError where it shows none of them.
    """

    _FUNCTIONS: ClassVar = {
        "LLVMContextCreate": 0,
        "mlirTranslateModuleToLLVMIR": 2,
        "LLVMPrintModuleToString": 1,
        "LLVMDisposeMessage": 1,
        "LLVMDisposeModule": 1,
        "LLVMContextDispose": 1,
    }

    def __init__(self, library: str):
        self._c = ctypes.PyDLL(library)  # which is loaded already; diagnostics call back into Python
        for name, arguments in self._FUNCTIONS.items():
            function = getattr(self._c, name)
            function.restype, function.argtypes = ctypes.c_void_p, [ctypes.c_void_p] * arguments

    def __call__(self, module: Any) -> str | None:
        """LLVM IR of ``module``, None where LLVM refuses it."""
        context = self._c.LLVMContextCreate()
        try:
            if not (made := self._c.mlirTranslateModuleToLLVMIR(address_of(module), context)):
                return None
            printed = self._c.LLVMPrintModuleToString(made)
            text = ctypes.string_at(printed).decode()
            self._c.LLVMDisposeMessage(printed)
            self._c.LLVMDisposeModule(made)
            return text
        finally:
            self._c.LLVMContextDispose(context)


def address_of(op: Any) -> int:
    """Where MLIR has ``op``, as its functions of C take it."""
    python, capsule = ctypes.pythonapi, op._CAPIPtr
    python.PyCapsule_GetName.restype = ctypes.c_char_p
    python.PyCapsule_GetName.argtypes = [ctypes.py_object]
    python.PyCapsule_GetPointer.restype = ctypes.c_void_p
    python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return python.PyCapsule_GetPointer(capsule, python.PyCapsule_GetName(capsule))


def announce_dialect(package: str, namespace: str, module: str) -> None:
    """Let the bindings find the module of a dialect where they look for it, once for every op they see."""
    sys.modules.setdefault(f"{package}.dialects.{namespace}", sys.modules[module])


def without_python_classes(package: str, *dialects: str) -> None:
    """Let the bindings treat the ops of ``dialects`` as plain ops, until someone imports their modules.

    They import a dialect's module when they first see one of its ops; linalg's takes longer than a compilation.
    """
    registry = importlib.import_module(f"{package}._mlir_libs._mlir").globals
    for dialect in dialects:
        name = f"{package}.dialects.{dialect}"
        if name not in sys.modules:
            sys.modules[name] = ModuleType(name)
            registry._check_dialect_module_loaded(dialect)
            del sys.modules[name]


def load_dialect(dialect: Any) -> None:
    """Load ``dialect``, a class of `ext`, into the current context, without the passes that tidy up what declares it.

    They change nothing but constants that are written twice, and take longer than all the rest.
    """
    load = dialect.load.__func__
    names = load.__globals__ | {"PassManager": _NoPasses}
    FunctionType(load.__code__, names, load.__name__, load.__defaults__, load.__closure__)(dialect)


class _NoPasses:
    """A pass manager that runs nothing."""

    add = run = staticmethod(lambda _: None)


def context_without_dialects(package: str) -> Any:
    """A context that knows builtin's ops and types alone, and takes any other for what it is in text."""
    context = importlib.import_module(f"{package}._mlir_libs._mlir").ir._Context()
    context.allow_unregistered_dialects = True
    return context


def package_of_context(context: Any) -> str:
    """The package of MLIR bindings that ``context`` is of: what stands before ``_mlir_libs``."""
    for base in type(context).__mro__:
        package, found, _ = base.__module__.partition("._mlir_libs")
        if found:
            return package
    raise TypeError(f"expected a context of MLIR bindings, got {type(context).__name__}")


def fields_of(op: Any) -> list[Any]:
    """The fields of an op class of `ext`, in order."""
    return op._fields


def traits_of(op: Any) -> Sequence[type]:
    """The traits of an op class of `ext`."""
    return op._traits


def regions_of(op: Any) -> tuple[int, bool]:
    """How many regions an op class has at least, and whether it has no more."""
    return op._ODS_REGIONS


def with_hooks(operation: Any) -> Any:
    """A base of op classes like ``operation``, which is `ext.Operation`, that say more about their fields:

    ``declared(fields)``
        the fields that IRDL is told of
    ``initializer()``
        the constructor
    ``getter(field)``
        the property by which operands or results of ``field`` are read
    """

    class Hooked(operation):
        @classmethod
        def _emit_operation(cls) -> None:
            fields = cls._fields
            cls._fields = cls.declared(fields)
            try:
                super()._emit_operation()
            finally:
                cls._fields = fields

        @classmethod
        def _generate_init_method(cls, fields: list) -> None:
            setattr(cls, "__init__", cls.initializer())  # noqa: B010

        @classmethod
        def _generate_operand_properties(cls, operands: list) -> None:
            for field in operands:
                setattr(cls, field.name, cls.getter(field))

        @classmethod
        def _generate_result_properties(cls, results: list) -> None:
            cls._generate_operand_properties(results)

    return Hooked


# llvmlite


def llvmlite_lock() -> Any:
    """The reentrant lock that llvmlite holds in every call; another one where it has none."""
    import llvmlite.binding as llvm

    return getattr(llvm.ffi.lib, "_lock", None) or threading.RLock()


def dispose_pass_manager(manager: Any) -> None:
    """Free ``manager``, which `ObjectRef`'s empty destructor hides: 70 KiB a compilation."""
    from llvmlite.binding.newpassmanagers import NewPassManager

    NewPassManager._dispose(manager)


# torch


def torch_cuda() -> tuple[Callable[[], int], Callable[[int], int]] | None:
    """What tells torch's current device, and the handle of a device's current stream; None until it uses a GPU.

    The public functions take microseconds, these do not.
    """
    torch = sys.modules.get("torch")
    if torch is None or not hasattr(torch, "cuda") or not torch.cuda.is_initialized():
        return None
    return torch._C._cuda_getDevice, torch._C._cuda_getCurrentRawStream


# Triton

#: the function that `triton.runtime.jit` generates for a kernel's signature
_BINDER = "dynamic_func"


def read_overriding_files(readers: Mapping[str, Callable[[str], Any]]) -> None:
    """Let Triton read the files that override a back end's stages; it knows but its own, others would be None."""
    from triton.compiler import compiler

    known = compiler.parse

    def parse(file: str, extension: str, context: Any) -> Any:
        read = readers.get(extension)
        return read(file) if read else known(file, extension, context)

    compiler.parse = parse


def also_imported_as(name: str, package: str, modules: Sequence[str]) -> None:
    """Let ``import name`` and its ``modules`` give those of ``package``, unless ``name`` has files of its own."""
    parent, _, last = name.rpartition(".")
    above = importlib.import_module(parent)
    if any((Path(folder) / last).is_dir() for folder in above.__path__):
        return
    sys.modules[name] = found = importlib.import_module(package)
    setattr(above, last, found)
    for module in modules:
        sys.modules[f"{name}.{module}"] = importlib.import_module(f"{package}.{module}")


class Tuning:
    """One run of `triton.autotune`: the ``name`` of the kernel and the ``count`` of configurations that it measures.

    Another one has another number as its ``run``.
    """

    def __init__(self, tuner: Any, configs: Sequence[Any], measured: Mapping[str, Any]):
        self.name, self.count = getattr(tuner.base_fn, "__name__", "kernel"), len(configs)
        self.run = id(tuner.nargs)
        self._tuner, self._configs, self._args = tuner, configs, measured["args"]
        own = measured["config"].all_kwargs()
        self._given = {name: value for name, value in measured["current"].items() if name not in own}

    def compile_all(self, executor: Executor) -> None:
        """Compile all configurations by ``executor``; what fails here fails again where it is measured."""
        contextvars.copy_context().run(self._compile_all, executor)

    def _compile_all(self, executor: Executor) -> None:
        from triton.runtime import _async_compile as ahead

        if ahead.active_mode.get() is not None:
            return
        with ahead.AsyncCompileMode(executor, ignore_errors=True):
            for config in self._configs:
                named = self._given | config.all_kwargs()
                with contextlib.suppress(Exception):
                    if config.pre_hook:
                        config.pre_hook({**self._tuner.nargs, **named})
                    self._tuner.fn.run(*self._args, **named | {"warmup": True})


def autotuned(call: Callable) -> Tuning | None:
    """What `triton.autotune` does, if it measures a configuration by ``call``, and asks for that now."""
    code = getattr(call, "__code__", None)
    cells = dict(zip(code.co_freevars, call.__closure__ or (), strict=True)) if code else {}
    held = {name: cell.cell_contents for name, cell in cells.items()}
    frame: FrameType | None = sys._getframe(1)
    while frame and (frame.f_code.co_name, "pruned_configs" in frame.f_locals) != ("benchmark", True):
        frame = frame.f_back
    if frame is None or not {"self", "config", "args", "current"} <= held.keys():
        return None
    return Tuning(held["self"], frame.f_locals["pruned_configs"], held)


def stage_also_called(alias: str, name: str) -> None:
    """Let ``asm[alias]`` of Triton's compiled kernels be ``asm[name]``."""
    from triton.compiler import compiler

    known = compiler.AsmDict.__missing__

    def missing(self: dict, key: str) -> Any:
        return self[name] if key == alias and name in self else known(self, key)

    compiler.AsmDict.__missing__ = missing


def declare_functions(names: Iterable[str]) -> None:
    """Let kernels name functions of a back end's ``libdevice`` that Triton's stubs lack.

    Triton up to 3.8 looks up a name among the stubs of ``triton.language.extra.libdevice`` to hash a kernel, and 3.9 to
    look for ``return`` in what is called; only then it asks the back end's module.
    """
    stubs = importlib.import_module("triton.language.extra.libdevice")
    for name in names:
        if not hasattr(stubs, name):
            stub = FunctionType((lambda *args: None).__code__, {}, name)
            stub.__module__ = stubs.__name__
            setattr(stubs, name, stub)


def replace_dtype_names(table: type[dict]) -> None:
    """Make Triton's table from the names of dtypes to its own a ``table``."""
    from triton import _utils

    if not isinstance(_utils.type_canonicalisation_dict, table):
        _utils.type_canonicalisation_dict = table(_utils.type_canonicalisation_dict)


def launch_parameters() -> dict[str, Any]:
    """The arguments by name of the launch that Triton is preparing; none where it prepares none."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != _BINDER:
        frame = frame.f_back
    return frame.f_locals["params"] if frame else {}


def binary_stage(is_stored_alone: bool) -> str:
    """The name of the stage of objects: Triton takes "o" for a text where binaries alone are stored."""
    return "hsaco" if is_stored_alone else "o"


def set_drivers_aside(names: Sequence[str]) -> None:
    """Let none of these drivers be active: Triton 3.6 takes the only one that is, whatever it is told to take."""
    from triton import backends
    from triton.backends.driver import DriverBase

    for name in names:
        if importlib.util.find_spec(f"triton.backends.{name}"):
            module = importlib.import_module(f"triton.backends.{name}.driver")
            backends._find_concrete_subclasses(module, DriverBase).is_active = staticmethod(lambda: False)


def leave_targets(name: str, kind: type) -> None:
    """Let Triton's back end of this name make no kernels for targets of this ``kind``."""
    from triton import backends
    from triton.backends.compiler import BaseBackend

    if not importlib.util.find_spec(f"triton.backends.{name}"):
        return
    module = importlib.import_module(f"triton.backends.{name}.compiler")
    backend = backends._find_concrete_subclasses(module, BaseBackend)
    known = backend.supports_target
    backend.supports_target = staticmethod(lambda target: not isinstance(target, kind) and known(target))


@functools.cache
def restore_targets(stored: str, kind: type) -> None:
    """Let the targets of compiled kernels be of this ``kind`` where their metadata has ``stored`` for a back end."""
    from triton.compiler import compiler

    known = compiler.CompiledKernel.__init__

    def initialize(self: Any, *args: Any, **kwargs: Any) -> None:
        known(self, *args, **kwargs)
        if (target := self.metadata.target).backend == stored:
            self.metadata = self.metadata._replace(target=kind(**vars(target)))

    compiler.CompiledKernel.__init__ = initialize


@functools.cache
def keep_kernels_of_each_driver() -> None:
    """Let each driver that becomes active find the kernels and choices that were made while it was active before.

    Triton keeps them by the device's number, which drivers share.
    """
    from triton.runtime.driver import DriverConfig

    known = DriverConfig.set_active

    def set_active(self: Any, driver: Any) -> None:
        if self._active is not None:
            _hand_over(type(self._active), type(driver))
        known(self, driver)

    DriverConfig.set_active = set_active
    DriverConfig.reset_active = lambda self: self.set_active(self.default)


def _hand_over(before: type, after: type) -> None:
    """Put away what kernels keep for drivers of the type ``before``, and take out what they kept for ``after``."""
    from triton.runtime import Autotuner, JITFunction

    if before is after:
        return
    objects = _all_objects()
    for kind, name, fresh in (
        (JITFunction, "device_caches", lambda function: defaultdict(function.create_binder)),
        (Autotuner, "cache", lambda _: {}),
    ):
        # not isinstance, which asks proxies for what they stand for; one whose construction failed keeps nothing
        for kernel in [found for found in objects if issubclass(type(found), kind) and name in vars(found)]:
            kept = vars(kernel).setdefault(f"_{name}_of_drivers", {})
            kept[before] = getattr(kernel, name)
            setattr(kernel, name, kept.pop(after, None) or fresh(kernel))


def _all_objects() -> list[Any]:
    """What the garbage collector knows, also what a program froze."""
    if not gc.get_freeze_count():
        return gc.get_objects()
    gc.unfreeze()
    try:
        return gc.get_objects()
    finally:
        gc.freeze()


def nvidia_launcher() -> Callable[[Any, Any], Callable]:
    """What makes the function that launches a kernel of Triton's own back end."""
    return importlib.import_module("triton.backends.nvidia.driver").CudaLauncher


def nvidia_utilities() -> Any:
    """What Triton's own driver has for its launcher; there is one, which needs CUDA's library."""
    return importlib.import_module("triton.backends.nvidia.driver").CudaUtils()


@contextlib.contextmanager
def active_driver_put_back() -> Iterator[None]:
    """On leaving, Triton's active driver is what it was; none where none was asked for yet."""
    from triton.runtime import driver

    before = driver._active
    try:
        yield
    finally:
        driver.set_active(before)
