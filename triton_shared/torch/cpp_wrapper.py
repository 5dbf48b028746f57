"""Inductor's C++ around Triton kernels of the CPU: ``cpp_wrapper``, and what AOTInductor packages.

Torch's own wrapper for CPUs loads a library a kernel and a launcher, and calls the launcher for the kernel::

    static void call_k(const in_ptr0_type_& in_ptr0, int64_t xnumel, ...) {
      static void *const kernel = loadCpuTritonKernel("....so", "k.kernel", cubin_dir_);
      static const auto launcher = loadCpuTritonLauncher("....so", cubin_dir_);
      uint32_t grid_0 = ((xnumel + (1024 - 1)) / (1024)); ...
      int32_t xnumel_value = xnumel;
      void *arguments[] = {in_ptr0.data_ptr(), &xnumel_value, nullptr};
      launcher(grid_0, grid_1, grid_2, 0, arguments, kernel);
    }

That wrapper knows the grids of the users' own kernels alone, and passes scalars by the types that Python has, not
by those of the kernel; so `CppWrapper` writes these functions instead.  The libraries are
`triton_shared.runtime.cpu.library`'s.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch._inductor import config
from torch._inductor.codecache import CpuTritonKernelCache
from torch._inductor.codegen import common
from torch._inductor.codegen.cpp_wrapper_cpu import CppWrapperCpu
from torch._inductor.codegen.triton_utils import should_unwrap_unspec_arg
from torch._inductor.codegen.wrapper import PythonWrapperCodegen
from torch._inductor.runtime.triton_heuristics import CachingAutotuner, GridExpr, config_to_dict
from torch._inductor.utils import IndentedBuffer
from torch._inductor.virtualized import V

from triton_shared.abi import Param
from triton_shared.runtime.checks.kinds import VARIABLE, is_checked
from triton_shared.runtime.cpu import library
from triton_shared.types import BY_TRITON

#: C++ types of scalars: in the kernel, and as what the wrapper hands them on
SCALARS = {
    name: (row.c_of(name), "double" if row.format else "bool" if row.c == "bool" else "int64_t")
    for name, row in BY_TRITON.items()
    if row.format is None or row.c == row.llvm
}


@functools.cache
def register() -> None:
    """From here on Inductor asks `CppWrapper` for the C++ around CPU kernels, where these are Triton's."""
    common.init_backend_registration()
    known = common.device_codegens["cpu"]
    common.device_codegens["cpu"] = replace(known, cpp_wrapper_codegen=_Chosen(known.cpp_wrapper_codegen))


class _Chosen:
    """The class of the wrapper: `CppWrapper`, or ``other`` while ``config.cpu_backend`` is another one."""

    def __init__(self, other: type):
        self._other = other

    def __getattr__(self, name: str) -> Any:
        return getattr(CppWrapper if config.cpu_backend == "triton" else self._other, name)


class CppWrapper(CppWrapperCpu):
    """Torch's C++ wrapper for CPUs, with launches of any Triton kernel on all threads."""

    kernel_autotune_calls: IndentedBuffer
    supports_caching = False  # a graph's code names libraries that were made for this CPU

    @staticmethod
    def create(
        is_subgraph: bool, subgraph_name: str | None, parent_wrapper: Any, partition_signatures: Any = None
    ) -> CppWrapper:
        """The wrapper of a graph."""
        return CppWrapper()

    def make_zero_buffer(self, name: str) -> str:
        """The statement that fills a workspace with zeros."""
        return f"AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_zero_({name}.get()));"

    def generate_and_run_autotune_block(self) -> None:
        """Compile and tune the kernels; what is chosen goes to torch's `CpuTritonKernelCache`."""
        calls = IndentedBuffer()
        calls.writeline(f"from {__name__} import keep_choices")
        calls.writeline("keep_choices(globals())")
        calls.splice(self.kernel_autotune_calls)
        self.kernel_autotune_calls = calls
        super().generate_and_run_autotune_block()

    def _generate_kernel_call_helper(
        self, kernel_name: str, call_args: Any, *, triton: bool = True, arg_types: Any = None,
        inductor_meta: Any = None, **others: Any,
    ) -> None:  # fmt: skip
        known = {"triton": triton, "arg_types": arg_types, "inductor_meta": inductor_meta, **others}
        if not triton or kernel_name not in self._cpu_triton_kernel_names:
            super()._generate_kernel_call_helper(kernel_name, call_args, **known)
            return
        if kernel_name not in self.kernel_autotune_names:
            PythonWrapperCodegen._generate_kernel_call_helper(self, kernel_name, call_args, **known)
        name = f"call_{kernel_name}"
        items = [isinstance(arg, str) and should_unwrap_unspec_arg(arg) for arg in call_args]
        self._cpu_triton_call_wrappers.setdefault(
            name, KernelCall(name, kernel_name, list(arg_types), items, inductor_meta or {})
        )
        operands = [self._stringify_cpu_triton_call_arg(arg) for arg in call_args]
        if V.graph.aot_mode:
            operands.append("this->cubin_dir_")
        self.writeline(self.wrap_kernel_call(name, operands))

    def _stringify_cpu_triton_call_arg(self, arg: Any) -> str:
        if isinstance(arg, float):
            return self.generate_float_value(arg)
        return CppWrapperCpu._stringify_cpu_triton_call_arg(arg)


@dataclass
class KernelCall:
    """The C++ function that launches one kernel.

    Attributes:
        name: the function's.
        kernel: the kernel's name in the graph.
        types: a dtype for a tensor, a class for any other argument.
        items: which arguments are tensors whose one element is what the kernel takes.
        meta: what Inductor knows of the kernel.
    """

    name: str
    kernel: str
    types: list[Any]
    items: list[bool]
    meta: dict[str, Any]

    def generate(self, wrapper: CppWrapper) -> None:
        """Write the function before the code of ``wrapper``; the package has the libraries that it loads."""
        chosen = CpuTritonKernelCache.get(self.kernel)
        if chosen is None:
            raise RuntimeError(
                f"kernel {self.kernel!r} is called from C++ but was not compiled: that needs "
                "triton.autotune_at_compile_time, and excludes triton.multi_kernel"
            )
        signature, names = chosen["signature"], chosen["names"]
        if len(names) != len(self.types):
            raise RuntimeError(
                f"kernel {self.kernel!r} takes {names}, but is called with {len(self.types)} arguments"
            )
        given = dict(zip(names, zip(self.types, self.items, strict=True), strict=True))
        code = wrapper.prefix
        self._write_head(code, given, signature)
        with code.indent():
            self._write_loads(code, chosen)
            self._write_grid(code, chosen["config"])
            arguments = [
                self._argument(wrapper, code, name, type_, *given[name])
                if type_ != "constexpr"
                else "nullptr"
                for name, type_ in signature.items()
            ]
            code.writeline(f"void *arguments[] = {{{', '.join(arguments)}}};")
            code.writeline("launcher(grid_0, grid_1, grid_2, 0, arguments, kernel);")
        code.writeline("}")
        for path in (chosen["kernel_so_path"], chosen["launcher_so_path"]):
            if path not in wrapper.additional_files:
                wrapper.additional_files.append(path)

    def _write_head(self, code: IndentedBuffer, given: dict[str, Any], signature: dict[str, str]) -> None:
        tensors = [name for name, (type_, _) in given.items() if isinstance(type_, torch.dtype)]
        if tensors:
            code.writeline(f"template <{', '.join(f'typename {name}_type_' for name in tensors)}>")
        parameters = [
            f"const {name}_type_& {name}"
            if name in tensors
            else f"{_parameter_type(type_, signature.get(name))} {name}"
            for name, (type_, _) in given.items()
        ]
        parameters.append("const std::optional<std::string>& cubin_dir_ = std::nullopt")
        code.writeline(f"static __attribute__((noinline)) void {self.name}({', '.join(parameters)}) {{")

    def _write_loads(self, code: IndentedBuffer, chosen: dict[str, Any]) -> None:
        paths = {key: chosen[f"{key}_so_path"] for key in ("kernel", "launcher")}
        code.splice(
            f"""\
            static void *const kernel = torch::aot_inductor::loadCpuTritonKernel(
                "{paths["kernel"]}", "{chosen["kernel_symbol"]}", cubin_dir_);
            static const auto launcher = torch::aot_inductor::loadCpuTritonLauncher(
                "{paths["launcher"]}", cubin_dir_);
            """
        )

    def _write_grid(self, code: IndentedBuffer, blocks: dict[str, Any]) -> None:
        grid = GridExpr.from_meta(self.meta, blocks, mode="cpp")
        code.writelines(grid.prefix)
        for axis, size in enumerate((grid.x_grid, grid.y_grid, grid.z_grid)):
            code.writeline(f"uint32_t grid_{axis} = {size};")

    def _argument(
        self, wrapper: CppWrapper, code: IndentedBuffer, name: str, type_: str, known: Any, item: bool
    ) -> str:
        """What stands for the argument in the launcher's array; a scalar is a variable of the kernel's type."""
        if type_.startswith("*"):
            return f"{name}.data_ptr()"
        if type_ not in SCALARS:
            raise RuntimeError(
                f"kernel {self.kernel!r} takes {name!r} as {type_}: it cannot be called from C++"
            )
        value = name
        if item:
            value = f"{name}_item"
            wrapper.codegen_tensor_item(known, name, value, indented_buffer=code)
        code.writeline(f"{SCALARS[type_][0]} {name}_value = {value};")
        return f"&{name}_value"


def _parameter_type(known: Any, signature: str | None) -> str:
    """The C++ type of a parameter that is no tensor: by the kernel's signature, or by Python's class of the value."""
    if signature in SCALARS:
        return SCALARS[signature][1]
    return {float: "double", bool: "bool"}.get(known, "int64_t")


def keep_choices(scope: dict[str, Any]) -> None:
    """Make the kernels in ``scope`` keep their libraries and what was chosen for them, when they are first launched."""
    for kernel in scope.values():
        if isinstance(kernel, CachingAutotuner):
            kernel.cpu_kernel_saved = False
            kernel.save_cpu_kernel = functools.partial(_keep, kernel)


def _keep(tuner: CachingAutotuner, launcher: Any) -> None:
    """Torch's cache entry of a kernel, with the names of its parameters and the values that were chosen for blocks."""
    name, compiled = tuner.inductor_meta["kernel_name"], launcher.bin
    CpuTritonKernelCache.set(
        name,
        kernel_bytes=_library(compiled),
        launcher_bytes=library.launcher_library(),
        kernel_symbol=library.symbol(compiled.metadata.name),
        signature=compiled.src.signature,
    )
    CpuTritonKernelCache.cache[name] |= {
        "names": launcher.def_args,
        "config": config_to_dict(launcher.config),
    }
    tuner.cpu_kernel_saved = True


def _library(compiled: Any) -> bytes:
    """The shared library of a compiled kernel."""
    header, signature = compiled.metadata.kernel, compiled.src.signature
    if is_checked([Param(*fields) for fields in header["params"]]):
        raise ValueError(
            f"kernel {header['name']!r} is checked, and so cannot be called from C++: unset {VARIABLE}"
        )
    taken = [(i, name) for i, (name, type_) in enumerate(signature.items()) if type_ != "constexpr"]
    if len(taken) != len(header["params"]) or any(isinstance(type_, tuple) for type_ in signature.values()):
        raise RuntimeError(
            f"kernel {header['name']!r} takes tuples or tensor descriptors: it cannot be called from C++"
        )
    arguments = [
        library.Argument(i, f"argument {i} ({name!r}) of kernel {header['name']!r}", Param(*fields))
        for (i, name), fields in zip(taken, header["params"], strict=True)
    ]
    return library.kernel_library(compiled.kernel, header, arguments, compiled.metadata.num_threads or 0)
