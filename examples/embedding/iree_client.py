"""A client of the shared form: kernels through IREE's compiler to modules for this CPU.

``python examples/embedding/iree_client.py softmax`` compiles and runs the tutorial kernels whose files hold the word,
and compares them with numpy.  It needs ``pip install iree-base-compiler iree-base-runtime``.

A kernel becomes the body of an executable, whose workgroups are the programs of the grid.  A pointer is a binding and
the number of its elements; the module's function takes tensors, dispatches the grid, and returns them::

    func.func @k(%arg0: memref<?xf32>, %arg1: i32, %arg2 … %arg7: i32) { BODY }
    ->
    stream.executable private @executable {
      stream.executable.export public @k workgroups(%x, %y, %z) -> (index, index, index) { stream.return %x, %y, %z }
      builtin.module { func.func @k(%binding0: !stream.binding, %arg1: i32, %size0: index) {
        %arg0 = stream.binding.subspan %binding0[%zero] : !stream.binding -> memref<?xf32>{%size0}
        %place0 = stream.dispatch.workgroup.count[0] : index   %arg2 = arith.index_cast %place0 : index to i32 …
        BODY
    util.func public @main(%a0: tensor<?xf32>, %a1: i32, %x: i32, %y: i32, %z: i32) -> tensor<?xf32> {
      %r = flow.dispatch @executable::@k[…](%a0, %a1, %size0) : … -> %a0{%size0}

What is around the body is text, for it is of IREE's dialects.  The body is the shared form with the choice
``pointers=ranked``, bufferized by upstream; IREE tiles, vectorizes and translates it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import triton_shared

#: choices of the shared form: pointers are memrefs of one dimension, as bindings are
OPTIONS = {"pointers": "ranked"}
#: passes that IREE's compiler has, upstream's and one of its own
BUFFERIZE = "builtin.module(one-shot-bufferize{allow-return-allocs-from-loops},canonicalize,cse)"
CLEAN = "builtin.module(canonicalize,cse,func.func(iree-codegen-memrefcopy-to-linalg))"
#: a kernel is the program of one workgroup: IREE does not divide it any further
WHOLE = "{translation_info = #iree_codegen.translation_info<pipeline = #iree_cpu.pipeline<Default>>}"
#: what the module's function takes for elements that IREE's runtime has no numpy type for: their bits
BITS = {"bf16": "i16"}
FLAGS = ["--iree-llvmcpu-target-cpu=host", "--iree-llvmcpu-stack-allocation-limit=4194304"]
#: what a kernel is given last: the grid, and the place in it
GRID = [f"stream.dispatch.workgroup.{what}[{axis}]" for what in ("count", "id") for axis in range(3)]


class Parameter(NamedTuple):
    """One of a kernel's own: its place, its name in the text and its type; ``element`` is that of a pointer."""

    at: int
    name: str
    type: str

    @property
    def element(self) -> str | None:
        """The type of elements, None for a number."""
        found = re.fullmatch(r"memref<\?x(\w+)>", self.type)
        return found[1] if found else None


class Kernel:
    """The kernel of a program, compiled by IREE: ``kernel[grid](*args)`` writes into the arrays among ``args``.

    Args:
        source: Triton IR, as `triton_shared.to_linalg` takes it.

    Raises:
        ValueError: the program has a second function.
    """

    def __init__(self, source: Any):
        import iree.compiler.ir
        import iree.compiler.passmanager
        import iree.runtime

        shared = triton_shared.to_linalg(source, options=OPTIONS, into=iree.compiler.ir.Context())
        iree.compiler.passmanager.PassManager.parse(BUFFERIZE, shared.context).run(shared.operation)
        for op in shared.body.operations:
            carry_in_place(op.operation)
        iree.compiler.passmanager.PassManager.parse(CLEAN, shared.context).run(shared.operation)
        self.text = as_executable(str(shared))
        code = iree.compiler.compile_str(self.text, target_backends=["llvm-cpu"], extra_args=FLAGS)
        config = iree.runtime.Config("local-sync")
        module = iree.runtime.VmModule.copy_buffer(config.vm_instance, code)
        self.main = iree.runtime.load_vm_module(module, config)["main"]

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        """The launch of a grid."""

        def launch(*args: Any) -> None:
            arrays = [arg for arg in args if isinstance(arg, np.ndarray)]
            flat = [bits(arg) if isinstance(arg, np.ndarray) else np.asarray(arg).item() for arg in args]
            found = self.main(*flat, *(*grid, 1, 1)[:3])
            for array, result in zip(arrays, found if isinstance(found, tuple) else (found,), strict=True):
                array[...] = np.asarray(result).view(array.dtype).reshape(array.shape)

        return launch


def bits(array: np.ndarray) -> np.ndarray:
    """The elements of ``array``, flat; of a type that numpy does not have itself, as integers."""
    flat = array.reshape(-1)
    return flat if array.dtype.isbuiltin == 1 else flat.view(f"i{array.dtype.itemsize}")


def carry_in_place(op: Any) -> None:
    """Let loops in ``op``, a bufferized function of IREE's bindings, carry one buffer each, which iterations write.

    A loop may carry a buffer that each iteration allocates; on the stack that would be one and the same.
    """
    for block in (block for region in op.regions for block in region):
        for inner in list(block.operations):
            carry_in_place(inner.operation)
            if inner.operation.name == "scf.for":
                _carry_in_place(inner.operation)


def _carry_in_place(loop: Any) -> None:
    from iree.compiler import ir
    from iree.compiler.dialects import memref

    body = loop.regions[0].blocks[0]
    last = body.operations[len(body.operations) - 1].operation
    carried = [at for at, value in enumerate(last.operands) if isinstance(value.type, ir.MemRefType)]
    copies = []
    for at in carried:
        argument = body.arguments[at + 1]
        type_ = ir.MemRefType.get(argument.type.shape, argument.type.element_type, loc=loop.location)
        with loop.location, ir.InsertionPoint(loop):
            own, between = (memref.alloc(type_, [], []) for _ in range(2))
            memref.CopyOp(loop.operands[at + 3], own)
            loop.operands[at + 3] = own if type_ == argument.type else memref.cast(argument.type, own)
        with loop.location, ir.InsertionPoint(last):
            memref.CopyOp(last.operands[at], between)
        copies.append((between, argument, at))
    for between, argument, at in copies:
        with loop.location, ir.InsertionPoint(last):
            memref.CopyOp(between, argument)
        last.operands[at] = argument


MODULE = """{aliases}
module {{
stream.executable private @executable {{
  stream.executable.export public @{kernel} workgroups(%x: index, %y: index, %z: index) -> (index, index, index) {{
    stream.return %x, %y, %z : index, index, index
  }}
  builtin.module {{
    func.func @{kernel}({parameters}) attributes {whole} {{
{entry}
{body}
    }}
  }}
}}
{main}
}}
"""


def as_executable(text: str) -> str:
    """The module of IREE's whose function ``main`` dispatches the kernel in ``text``, a module of the shared form."""
    before, _, rest = text.partition("module {\n")
    header, _, body = rest.partition(" {\n")
    functions = re.findall(r"func\.func (?:private )?@(\w+)", rest)
    if len(functions) != 1:
        raise ValueError(f"expected one function, got {', '.join(functions)}")
    pairs = re.findall(r"(%\w+): ([^,{)]+?)(?= \{|,|\))", header)
    found = [Parameter(at, *pair) for at, pair in enumerate(pairs)]
    own, grid = found[:-6], found[-6:]
    pointers = [p for p in own if p.element]
    given = [f"%binding{p.at}: !stream.binding" if p.element else f"{p.name}: {p.type}" for p in own]
    return MODULE.format(
        aliases=before,
        kernel=functions[0],
        parameters=", ".join([*given, *(f"%size{p.at}: index" for p in pointers)]),
        entry="\n".join(_entry(pointers, grid)),
        whole=WHOLE,
        # blocks are on the stack: there is no heap in a workgroup
        body=body.rpartition("}")[0].rpartition("}")[0].replace("memref.alloc(", "memref.alloca("),
        main="\n".join(_main(functions[0], own, pointers)),
    )


def _entry(pointers: list[Parameter], grid: list[Parameter]) -> Iterator[str]:
    """What the body calls its parameters."""
    yield "%zero = arith.constant 0 : index"
    for p in pointers:
        yield f"{p.name} = stream.binding.subspan %binding{p.at}[%zero] : !stream.binding -> {p.type}{{%size{p.at}}}"
    for p, value in zip(grid, GRID, strict=True):
        yield f"%place{p.at} = {value} : index"
        yield f"{p.name} = arith.index_cast %place{p.at} : index to i32"


def _main(kernel: str, own: list[Parameter], pointers: list[Parameter]) -> Iterator[str]:
    """The function that takes tensors and numbers; it returns all tensors, any of which the kernel may write."""
    tensors = {p.at: f"tensor<?x{BITS.get(str(p.element), p.element)}>" for p in pointers}
    results = ", ".join(tensors.values())
    given = [f"%a{p.at}: {tensors.get(p.at, p.type)}" for p in own]
    yield f"util.func public @main({', '.join([*given, '%x: i32', '%y: i32', '%z: i32'])}) -> ({results}) {{"
    yield "%zero = arith.constant 0 : index"
    for axis in "xyz":
        yield f"%grid_{axis} = arith.index_cast %{axis} : i32 to index"
    for at, type_ in tensors.items():
        yield f"%size{at} = tensor.dim %a{at}, %zero : {type_}"
    operands = [*(f"%a{p.at}" for p in own), *(f"%size{at}" for at in tensors)]
    types = [f"{tensors[p.at]}{{%size{p.at}}}" if p.element else p.type for p in own] + ["index"] * len(
        tensors
    )
    tied = ", ".join(f"%a{at}{{%size{at}}}" for at in tensors)
    yield f"%r:{len(tensors)} = flow.dispatch @executable::@{kernel}[%grid_x, %grid_y, %grid_z]({', '.join(operands)})"
    yield f"  : ({', '.join(types)}) -> ({tied})"
    yield f"util.return {', '.join(f'%r#{n}' for n in range(len(tensors)))} : {results}\n}}"


def main(pattern: str = "") -> int:
    """Run the tutorial kernels whose files hold ``pattern``; the number of cases that are wrong."""
    from examples.tutorials import cases

    wrong = 0
    kernels: dict[Path, Kernel] = {}
    for case in cases(pattern):
        if case.path not in kernels:
            kernels[case.path] = Kernel(case.path)
        launch = case.launch()
        kernels[case.path][launch.grid](*launch.args)
        error, part = launch.errors()
        wrong += bool(part > 1)
        print(
            f"{case.path.stem:32}{case.shape:30}error {error:8.2g}  {'ok' if part <= 1 else 'WRONG'}",
            flush=True,
        )
    return wrong


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.exit(main(*sys.argv[1:]) > 0)
