"""From a Triton launch to a call of machine code: `Launcher`, one a compiled kernel."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from operator import getitem, itemgetter
from typing import Any

from triton_shared.abi import SIGNED, Param, first_parts
from triton_shared.runtime import arguments
from triton_shared.runtime.checks.kinds import is_checked
from triton_shared.runtime.code import Code
from triton_shared.runtime.cpu.cpu_kernel import CPUHeader, CPUKernel
from triton_shared.triton.stopwatch import stopwatch
from triton_shared.types import BY_MLIR, BY_TRITON

#: character of `struct` for a scalar by Triton's and by MLIR's name; whatever else there is is a pointer
PACKED = {name: row.packed_of(name) for name, row in (BY_TRITON | BY_MLIR).items()}

#: what `struct` or an argument of a wrong kind may raise
UNFIT = (struct.error, AttributeError, OverflowError, TypeError, ValueError)

#: Triton's integers with a sign; a truth value has none
_SIGNED = ("i8", "i16", "i32", "i64")

Path = tuple[int, ...]


class Signature:
    """The arguments of a kernel, by Triton's source ``src`` of it.

    Attributes:
        types: Triton's types of those that the machine code takes.
        labels: what messages call them, the shapes and strides of descriptors among them.
        signed: for each of the labels, whether it is of a signed integer.
        take: from a launch's arguments to their values.
        descriptors: of those that are descriptors, by position: what messages call it, and its rank.
    """

    def __init__(self, src: Any):
        leaves = [leaf for i, type_ in enumerate(src.signature.values()) for leaf in _leaves((i,), type_)]
        names = list(src.signature)
        self.types = [type_ for _, type_ in leaves]
        self.labels = list(_labels(leaves, names))
        self.signed = [
            part for type_ in self.types for part in (type_ in _SIGNED, *[False] * 2 * _rank(type_))
        ]
        self.take = _taker([path for path, _ in leaves])
        self.descriptors = {
            i: (_label(path, names), rank) for i, (path, type_) in enumerate(leaves) if (rank := _rank(type_))
        }

    def header(self, compiled: dict[str, Any]) -> dict[str, Any]:
        """The header of the kernel ``compiled``, with what only Triton's source tells of its parameters."""
        params = [Param(*fields) for fields in compiled["params"]]
        users = params[:-1] if is_checked(params) else params
        for first, signed in zip(first_parts(users), self.signed, strict=True):
            if signed:
                params[first] = params[first]._replace(attributes={**params[first].attributes, SIGNED: True})
        return {**compiled, "params": params, "names": self.labels}

    def expanded(self, values: list) -> Iterator[Any]:
        """Triton gives a kernel a descriptor's shape and strides a second time, after the descriptor."""
        for i, value in enumerate(values):
            yield value
            if i in self.descriptors:
                label, rank = self.descriptors[i]
                fields = [*getattr(value, "shape", ()), *getattr(value, "strides", ())]
                if len(fields) != 2 * rank:
                    raise TypeError(
                        f"argument {i} ({label!r}): expected a TensorDescriptor of {rank} sizes and {rank} strides, "
                        f"got {type(value).__name__} with {fields}"
                    )
                yield from fields


class Launcher:
    """Launches one kernel with the arguments that its `JITFunction` (or the user) gives.

    Args:
        src: Triton's source, which tells the arguments' types.
        metadata: Triton's metadata of the compiled kernel.

    A call raises a TypeError or ValueError that names the argument that does not fit, an AssertionError for a failed
    ``device_assert``, and a MemoryError when there is no room for the kernel's buffers.
    """

    def __init__(self, src: Any, metadata: Any):
        signature = self._signature = Signature(src)
        self._take = signature.take
        self._header = signature.header(metadata.kernel)
        params = self._header["params"]
        self._threads = metadata.num_threads
        self._kernel: CPUKernel | None = None
        packed = "".join(PACKED.get(type_, "P") for type_ in signature.types)
        self._pack = struct.Struct("@" + packed + "3i").pack
        has_short_way = not signature.descriptors and not is_checked(params)
        numbered = zip(params, signature.labels, strict=True) if has_short_way else ()
        self._converters = [
            (i, _converter(param, f"argument {i} ({label!r})"))
            for i, (param, label) in enumerate(numbered)
            if param.type in ("ptr", "bf16")
        ]

    def __call__(
        self, x: int, y: int, z: int, stream: Any, function: Code, packed_metadata: Any, launch_metadata: Any,
        enter_hook: Callable | None, exit_hook: Callable | None, *args: Any,
    ) -> None:  # fmt: skip
        """Run the grid ``(x, y, z)``; ``args`` are all of the function's arguments, constexprs among them."""
        kernel = self._kernel
        if kernel is None:
            kernel = self._kernel = CPUKernel(CPUHeader.read(self._header), function, self._threads)
        if enter_hook is not None and getattr(enter_hook, "calls", True):
            enter_hook(launch_metadata)
        values = self._take(args)
        if kernel.checks:
            grid = arguments.grid_of((x, y, z))
            expanded = list(self._signature.expanded(values))
            kernel.checks.run(grid, expanded, _launching(kernel), kernel.how)
        elif stopwatch.running:
            block = self._block((x, y, z), kernel, values)
            stopwatch.time(kernel.launch, block, x * y * z)
        else:
            kernel.launch(self._block((x, y, z), kernel, values), x * y * z)
        if exit_hook is not None and getattr(exit_hook, "calls", True):
            exit_hook(launch_metadata)

    def _block(self, grid: tuple[int, int, int], kernel: CPUKernel, values: list) -> bytes:
        """The kernel's argument struct: by the short way where the arguments are what they usually are."""
        if self._signature.descriptors:
            return kernel.pack(arguments.grid_of(grid), tuple(self._signature.expanded(values)), {})
        packed = values.copy()
        try:
            for i, convert in self._converters:
                packed[i] = convert(packed[i])
            return self._pack(*packed, *grid)
        except UNFIT:
            pass  # what follows tells which argument it is, or knows better
        return kernel.pack(arguments.grid_of(grid), tuple(values), {})


def _launching(kernel: CPUKernel) -> Callable[[bytes, int], None]:
    """What launches ``kernel``, timed where somebody asks for that."""
    if not stopwatch.running:
        return kernel.launch
    return lambda block, programs: stopwatch.time(kernel.launch, block, programs)


def _leaves(path: Path, type_: Any) -> Iterator[tuple[Path, str]]:
    """Every argument below ``path`` that the machine code takes, with its type: tuples are taken apart."""
    if isinstance(type_, tuple):
        for i, part in enumerate(type_):
            yield from _leaves((*path, i), part)
    elif type_ != "constexpr":
        yield path, type_


def _labels(leaves: list[tuple[Path, str]], names: list) -> Iterator[str]:
    """What messages call the arguments: ``x_ptr``, ``pair[1]``, ``desc.shape[0]``."""
    for path, type_ in leaves:
        label = _label(path, names)
        yield label
        yield from (f"{label}.{part}[{i}]" for part in ("shape", "strides") for i in range(_rank(type_)))


def _label(path: Path, names: list) -> str:
    return str(names[path[0]]) + "".join(f"[{i}]" for i in path[1:])


def _rank(type_: str) -> int:
    """The rank of a descriptor of Triton's type ``tensordesc<fp32[8, 16]>``; 0 for what is no descriptor."""
    return type_.count(",") + 1 if type_.startswith("tensordesc") else 0


def _taker(paths: list[Path]) -> Callable[[tuple], list]:
    """The function from a launch's arguments to what lies at ``paths``."""
    if len(paths) > 1 and all(len(path) == 1 for path in paths):
        take = itemgetter(*(i for (i,) in paths))
        return lambda args: list(take(args))
    return lambda args: [reduce(getitem, path, args) for path in paths]


def _converter(param: Param, label: str) -> Callable[[Any], Any]:
    """The short way from a value to what `struct` packs: at once for a CPU tensor of the dtype seen before."""
    convert: Any = arguments.converter(param, label)
    if param.type != "ptr":
        return convert
    alignment = convert.alignment
    tensor_type = getattr(sys.modules.get("torch"), "Tensor", None)
    known = None

    def address(value: Any) -> int:
        nonlocal known
        if type(value) is tensor_type and value.dtype is known and value.is_cpu:
            found = value.data_ptr()
            if found and not found % alignment and not value.is_neg():
                return found
        found = convert(value)
        if type(value) is tensor_type:
            known = value.dtype
        return found

    return address
