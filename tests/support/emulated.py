"""Kernels that are compiled for a GPU and run by the emulator, to stand in for `triton_shared.compile`."""

from __future__ import annotations

import ctypes
import functools
import re
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from tests.support import emulator, wide_chip
from tests.support.emulator.ptx_bulk import MAP_BYTES, tensor_map
from triton_shared import dialects
from triton_shared.abi import Param, TensorMap, layout
from triton_shared.codegen.nvidia import launch_abi
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.stages import Compiled, Options, to_llvm_ir
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.targets import check_lanes_for, conversion_for
from triton_shared.errors import CompileError
from triton_shared.passes.manager import leaving_out, run_pipeline
from triton_shared.passes.registry import left_out
from triton_shared.runtime.arguments import Address, HostArray, Packer, grid_of
from triton_shared.runtime.checks import kinds
from triton_shared.runtime.checks.device_launch import DeviceLaunch
from triton_shared.runtime.checks.kinds import is_checked
from triton_shared.runtime.checks.memory import HostMemory
from triton_shared.runtime.cuda.tensor_maps import tensor_of
from triton_shared.runtime.debugging import DeviceAssertionError, line
from triton_shared.runtime.descriptor import TensorDescriptor
from triton_shared.runtime.kernel import parameter_names, read_source
from triton_shared.types import ARGUMENTS

CHIP = "sm_90a"
_ONE_AT_A_TIME = threading.Lock()
BLOCKS = 2  # of a persistent kernel, at most
NO_MAP = np.zeros(MAP_BYTES, np.uint8)
PRINTS = 1 << 16  # how many elements a launch may print
STACKS = (
    1 << 29
)  # bytes of the stacks of a block's threads: of tensors of 4096 elements, each holds many at once
STACK_ALIGNMENT = 64  # what divides the bytes of each


@dataclass(frozen=True)
class Settings:
    """How kernels are compiled and run.

    Attributes:
        num_warps: warps of a block.
        seed: the order in which the emulator takes threads.
        optimized: whether the LLVM IR that PTX is made of is run, in place of the one before LLVM's optimizations.
        ptx: whether the PTX is run, in place of LLVM IR.
        num_stages: stages of loops whose loads are made ahead.
        chip: the GPU that code is made for.
        tensor_copies: whether loads are copied as boxes of tensors where they can be.
        warp_specialize: whether a producer copies these, where it can run ahead.
        persistent: whether blocks run program after program; there are `BLOCKS` then.
        multicast: whether pairs of blocks copy for each other what both read.
            None leaves each of the four to the rule.
        assertions_trap: whether an assertion that fails is an error of the device.
        large_blocks: words from which on blocks are cut into tiles; None for as many as for a GPU.
    """

    num_warps: int = 4
    seed: int = 0
    optimized: bool = False
    ptx: bool = False
    num_stages: int = 3
    chip: str = CHIP
    tensor_copies: bool | None = False
    warp_specialize: bool | None = False
    persistent: bool | None = False
    multicast: bool | None = False
    assertions_trap: bool | None = None
    large_blocks: int | None = None


class Allocated(HostMemory):
    """This process's memory in the place of a GPU's, and what was allocated of it."""

    def __init__(self) -> None:
        self.arrays: dict[int, np.ndarray] = {}

    def allocate(self, size: int) -> int:
        array = np.full(size, 0xA5, np.uint8)
        self.arrays[array.ctypes.data] = array
        return array.ctypes.data

    def free(self, address: int, size: int) -> None:
        assert self.arrays.pop(address).nbytes == size


class EmulatedKernel:
    """A kernel as `triton_shared.compile` returns it, on the emulator.

    ``overlaps``: threads may write the same element, as those of one store in Triton may; otherwise that is a race.
    """

    def __init__(self, compiled: Compiled, text: str, names: list[str], seed: int):
        self.name, self.params, self.names = compiled.name, compiled.params, tuple(names)
        self.pack = Packer(
            self.params, (*names, "record") if is_checked(self.params) and names else names, self.name
        )
        self._texts, self._seed, self._maps = compiled.texts, seed, compiled.tensor_maps
        self.overlaps = True
        self.checks = DeviceLaunch(self.params, self.names, self.name) if is_checked(self.params) else None
        threads, self._is_persistent, self._cluster = compiled.threads, compiled.persistent, compiled.cluster
        self._shared = (compiled.shared_bytes_without_maps, compiled.shared_bytes)
        self._launch = {
            "threads": threads,
            "cluster": compiled.cluster,
            "stack_bytes": STACKS // threads // compiled.cluster // STACK_ALIGNMENT * STACK_ALIGNMENT,
        }
        self._program = emulator.Program(text, compiled.entry)

    def __getitem__(self, grid: Any):
        return functools.partial(self._run, grid)

    def _run(self, grid: Any, /, *args: Any, **named: Any) -> None:
        if callable(grid):
            grid = grid({**dict(zip(self.names, args, strict=False)), **named})
        sizes = grid_of(grid)
        if self.checks:
            values = self.checks.bind(args, named)
            memory = Allocated()

            def start(address: int) -> None:
                more = {f"allocation {n}": array for n, array in enumerate(memory.arrays.values())}
                self._launched(sizes, (*values, Address(address, "int64")), {}, more)

            return self.checks.run(sizes, values, start, memory, lambda: emulator.RESIDENT_BLOCKS)
        self._launched(sizes, args, named)

    def _launched(
        self,
        sizes: tuple[int, int, int],
        args: tuple,
        named: dict[str, Any],
        more: Mapping[str, np.ndarray] = MappingProxyType({}),
    ) -> None:
        block = self.pack(sizes, args, named)
        fields = zip(self.params, layout(self.params)[0], strict=True)
        values: list[Any] = [block[at : at + ARGUMENTS[param.type].bytes] for param, at in fields]
        visible = {f"argument {k}": memory_of(arg) for k, arg in enumerate((*args, *named.values()))}
        visible |= more
        numbers = [v for param, v in zip(self.params, values, strict=True) if param.type == "i64"]
        if any(map(is_address, numbers)) or any(map(holds_addresses, visible.values())):
            visible |= arrays_of_callers()
        record = (
            np.zeros(launch_abi.RECORD_BYTES + PRINTS * launch_abi.ENTRY_BYTES, np.uint8)
            if self._texts
            else None
        )
        if record is not None:
            record[: launch_abi.RECORD_BYTES].view(np.int32)[7] = PRINTS
            values.append(record)
        if self._is_persistent:
            values += sizes
            sizes = (-(-min(prod(sizes), BLOCKS) // self._cluster) * self._cluster, 1, 1)
        maps = maps_of(self._maps, self.params, values)
        values += maps
        shared = self._shared[not maps or maps[0] > 0]
        with _ONE_AT_A_TIME:
            options = {"visible": visible, "overlaps": self.overlaps, "seed": self._seed, **self._launch}
            options["shared_bytes"] = shared
            self._program.run(sizes, values, **options)
        if record is not None:
            self._report(record)

    def _report(self, record: np.ndarray) -> None:
        """Print what programs printed, by program, text and lane, and raise the first assertion that failed."""
        kind, *pid = record[:16].view(np.int32)
        message, claimed = int(record[16:24].view(np.int64)[0]), int(record[24:28].view(np.int32)[0])
        entries = record[launch_abi.RECORD_BYTES :].reshape(-1, launch_abi.ENTRY_BYTES)[:claimed]
        printed = [(*map(int, e[:16].view(np.int32)), *map(int, e[16:].view(np.uint64))) for e in entries]
        for *program, format, lane, bits in sorted(printed, key=lambda entry: entry[:-1]):
            sys.stdout.write(line(tuple(program), self._texts[format].encode(), lane, bits) + "\n")
        if kind == launch_abi.ASSERTION:
            where = f"program ({', '.join(map(str, pid))}) of kernel {self.name!r}"
            raise DeviceAssertionError(f"device-side assert: {self._texts[message]}: {where}")


def maps_of(maps: Sequence[TensorMap], params: Sequence[Param], values: Sequence[bytes]) -> list[Any]:
    """The arguments that tell of tensors: a bit for each that there is, and what the emulator takes for it."""
    numbers = [
        int.from_bytes(value, "little", signed=param.type != "ptr")
        for param, value in zip(params, values, strict=False)
    ]
    tensors = [tensor_of(one, numbers) for one in maps]
    made = sum(1 << number for number, one in enumerate(tensors) if one)
    encoded = [
        tensor_map(t.address, t.size, t.extents, t.strides, t.box, t.swizzle) if t else NO_MAP
        for t in tensors
    ]
    return [made, *encoded] if maps else []


def memory_of(value: Any) -> np.ndarray | None:
    """The whole of the memory that an argument is, or is a view of; None of numbers."""
    if isinstance(value, TensorDescriptor):
        return memory_of(value.base)
    if isinstance(value, HostArray):
        return memory_of(value.array)
    if hasattr(value, "untyped_storage"):
        storage = value.untyped_storage()
        return np.ctypeslib.as_array((ctypes.c_uint8 * storage.nbytes()).from_address(storage.data_ptr()))
    if not isinstance(value, np.ndarray) and hasattr(value, "__array_interface__"):
        value = np.asarray(value)
    while isinstance(value, np.ndarray) and isinstance(value.base, np.ndarray):
        value = value.base
    return value if isinstance(value, np.ndarray) else None


def is_address(value: bytes) -> bool:
    """Whether a number may be one, of what a process has mapped."""
    return len(value) == 8 and 1 << 16 <= int.from_bytes(value, "little") < 1 << 48


def holds_addresses(array: np.ndarray | None) -> bool:
    """Whether elements of an array may be addresses."""
    return array is not None and array.dtype in (np.int64, np.uint64)


def arrays_of_callers() -> dict[str, np.ndarray]:
    """The arrays that the functions hold which wait for this one: what addresses in memory and in numbers point to."""
    found, frame = {}, sys._getframe(1)
    while frame := frame.f_back:
        for name, value in frame.f_locals.items():
            for k, array in enumerate(_arrays_in(value)):
                found[f"{name}[{k}] of {frame.f_code.co_name}"] = memory_of(array)
    return found


def _arrays_in(value: Any, depth: int = 4) -> list[np.ndarray]:
    """The arrays in lists, tuples and dictionaries."""
    if isinstance(value, np.ndarray):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [array for item in items for array in _arrays_in(item, depth - 1)] if depth else []


def compile(source: Any, *, settings: Settings = Settings(), **options: Any) -> EmulatedKernel:
    """What `triton_shared.compile` does, for the emulator; the options that only other targets have do not matter.

    Raises:
        CompileError: the program was refused.
    """
    text, file = read_source(source)
    without = left_out(options.get("without", ()))
    fusion, checks = options.get("enable_fp_fusion", True), kinds.selected(options.get("checks", ()))
    return _compiled(text, file, options.get("kernel"), fusion, settings, without, checks)


@functools.lru_cache(256)
def _compiled(
    text: str,
    file: str,
    kernel: str | None,
    fusion: bool,
    settings: Settings,
    without: tuple[str, ...],
    checks: tuple[str, ...],
) -> EmulatedKernel:
    try:
        with leaving_out(without):
            compiled = lowered(text, file, kernel, fusion, settings, checks)
    except CompileError as error:
        if error.source is None:
            error.source = text
            error.args = ("\n".join(d.render(text) for d in error.diagnostics),)
        raise
    names = parameter_names(text, compiled.name)[: len(compiled.params)]
    return EmulatedKernel(compiled, code_of(compiled, settings), names, settings.seed)


def code_of(compiled: Compiled, settings: Settings) -> str:
    """What the emulator is to run of a kernel."""
    if not settings.optimized and not settings.ptx:
        return compiled.text
    optimized, ptx = to_ptx(compiled.text, compiled.target, compiled.reduce_strength, compiled.threads)
    return ptx if settings.ptx else optimized


def lowered(
    text: str, file: str, kernel: str | None, fusion: bool, settings: Settings, checks: tuple[str, ...] = ()
) -> Compiled:
    """The kernel of ``text`` as LLVM IR."""
    module = dialects.parse(text, file)
    if any(op.operation.name.startswith("tt.") for op in module.regions[0].blocks[0]):
        conversion = conversion_for("gpu")
        if settings.large_blocks is not None:
            conversion = re.sub(r"large-blocks=\d+", f"large-blocks={settings.large_blocks}", conversion)
        run_pipeline(module, [*kinds.before(checks), conversion])
    if fusion:
        run_pipeline(module, ["allow-contraction"])
    run_pipeline(module, kinds.after(checks, check_lanes_for("gpu")))
    if settings.chip == wide_chip.NAME:
        return wide_chip.to_llvm_ir(module.operation, kernel, settings.num_warps)
    target = GpuTarget(
        settings.chip,
        settings.num_warps,
        settings.num_stages,
        tensor_copies=settings.tensor_copies,
        warp_specialize=settings.warp_specialize,
        persistent=settings.persistent,
        multicast=settings.multicast,
        assertions_trap=settings.assertions_trap,
    )
    return to_llvm_ir(module, kernel, options=Options(target))
