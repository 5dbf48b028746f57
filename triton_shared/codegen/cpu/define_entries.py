"""Define the native entry of each kernel, which reads the argument block and runs a range of programs.

    llvm.func internal @add(%x: !llvm.ptr, %n: i32, %gridX: i32, …, %pidZ: i32, %scratch: !llvm.ptr) { … }

becomes the same and

    llvm.func @add.entry(%args: !llvm.ptr, %begin: i64, %end: i64, %scratch: !llvm.ptr) {
      %x = llvm.load %args …
      llvm.cond_br …, ^program(…), ^done
    ^program(%i: i64, %pidX: i32, %pidY: i32, %pidZ: i32):
      llvm.call @add(%x, %n, %gridX, …, %pidZ, %scratch) …

Promise: the entry's interface in C is

    void entry(const void *args, int64_t begin, int64_t end, void *scratch)

``args`` points to the user's arguments in order, each at its natural alignment, followed by the grid as
three i32 and, if programs may be left before their end, a pointer to the record of the first failure (see `escape.py`).
LLVM is told that neither the entry nor a kernel that is not inlined throws, and how wide their vectors may be.
Programs with linear index in ``[begin, end)`` run one after the other, x fastest.  Where a kernel takes an argument
"alone" (see `version_atomics.py`), the bit 62 of ``begin`` tells it; who never sets that does nothing wrong.
"""

from __future__ import annotations

from triton_shared.abi import layout
from triton_shared.codegen.cpu import amx
from triton_shared.codegen.cpu.escape import JUMP_BYTES
from triton_shared.codegen.cpu.stream_stores import FENCE, STREAMS
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.kernels import (
    ALONE,
    ESCAPE,
    POINTEE,
    PROGRAM,
    PROGRAM_ARGUMENTS,
    ROLE,
    SCRATCH,
    argument_with,
    attributes_of,
    entry_of,
    kernels_of,
    params_of,
)
from triton_shared.codegen.llvm.definitions import define, quoted
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir
from triton_shared.types import ARGUMENTS

_GRID = ("%gridX", "%gridY", "%gridZ")
#: what an entry hands to arguments with these roles, in the order in which kernels have them
_ROLES = {SCRATCH: "%scratch", ESCAPE: "%escape", ALONE: "%alone"}
#: the bit of the first program's number that tells an entry that its thread is alone
ALONE_BIT = 1 << 62

_ENTRY = """
llvm.func @{program}({types})
{declared}
llvm.func @{entry}(%args: !llvm.ptr {{llvm.noalias, llvm.readonly}}, {first}: i64, %end: i64,
    %scratch: !llvm.ptr {{llvm.noalias, llvm.align = 64 : i64}})
    attributes {{passthrough = {attributes}}} {{
  %false = llvm.mlir.constant(0 : i8) : i8
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %next = llvm.mlir.constant(1 : i64) : i64
  {loads}
  %wide_x = llvm.zext %gridX : i32 to i64
  %wide_y = llvm.zext %gridY : i32 to i64
  %row = llvm.udiv %begin, %wide_x : i64
  %first_x = llvm.urem %begin, %wide_x : i64
  %first_z = llvm.udiv %row, %wide_y : i64
  %first_y = llvm.urem %row, %wide_y : i64
  %x0 = llvm.trunc %first_x : i64 to i32
  %y0 = llvm.trunc %first_y : i64 to i32
  %z0 = llvm.trunc %first_z : i64 to i32
  %some = llvm.icmp "slt" %begin, %end : i64
  {before}
  llvm.cond_br %some, ^program(%begin, %x0, %y0, %z0 : i64, i32, i32, i32), ^done
^program(%i: i64, %pidX: i32, %pidY: i32, %pidZ: i32):
  llvm.call @{callee}({operands}) : ({types}) -> ()
  %more_x = llvm.add %pidX, %one : i32
  %end_x = llvm.icmp "eq" %more_x, %gridX : i32
  %next_x = llvm.select %end_x, %zero, %more_x : i1, i32
  %carry_x = llvm.zext %end_x : i1 to i32
  %more_y = llvm.add %pidY, %carry_x : i32
  %end_y = llvm.icmp "eq" %more_y, %gridY : i32
  %next_y = llvm.select %end_y, %zero, %more_y : i1, i32
  %carry_y = llvm.zext %end_y : i1 to i32
  %next_z = llvm.add %pidZ, %carry_y : i32
  %next_i = llvm.add %i, %next : i64
  %more = llvm.icmp "slt" %next_i, %end : i64
  llvm.cond_br %more, ^program(%next_i, %next_x, %next_y, %next_z : i64, i32, i32, i32), ^done
^done:
  {after}
  llvm.return
}}
"""

# Whether the thread is alone, which the first program's number says.
_ALONE = """
  %bit = llvm.mlir.constant({bit} : i64) : i64
  %nothing = llvm.mlir.constant(0 : i64) : i64
  %marked = llvm.and %first, %bit : i64
  %alone = llvm.icmp "ne" %marked, %nothing : i64
  %begin = llvm.xor %first, %marked : i64
"""

# What calls a kernel that may be left before its end: who leaves it comes back to the setjmp.
_GUARD = """
llvm.func @_setjmp(!llvm.ptr) -> i32 attributes {{passthrough = ["nounwind", "returns_twice"]}}

llvm.func internal @{guarded}({parameters}) attributes {{passthrough = ["noinline", "nounwind"]}} {{
  %zero = llvm.mlir.constant(0 : i32) : i32
  %buffer = llvm.getelementptr %escape[64] : (!llvm.ptr) -> !llvm.ptr, i8
  %jumped = llvm.call @_setjmp(%buffer) : (!llvm.ptr) -> i32
  %first = llvm.icmp "eq" %jumped, %zero : i32
  llvm.cond_br %first, ^run, ^done
^run:
  llvm.call @{program}({operands}) : ({types}) -> ()
  llvm.br ^done
^done:
  llvm.return
}}
"""

# The escape that the programs of a range share.
_ESCAPE = """
  %bytes = llvm.mlir.constant({bytes} : i64) : i64
  %state_bytes = llvm.mlir.constant(56 : i64) : i64
  %escape = llvm.alloca %bytes x i8 {{alignment = 64 : i64}} : (i64) -> !llvm.ptr
  %at_failure = llvm.getelementptr %args[{failure}] : (!llvm.ptr) -> !llvm.ptr, i8
  %failure = llvm.load %at_failure : !llvm.ptr -> !llvm.ptr
  llvm.store %failure, %escape : !llvm.ptr, !llvm.ptr
  %state = llvm.getelementptr %escape[8] : (!llvm.ptr) -> !llvm.ptr, i8
  "llvm.intr.memset"(%state, %false, %state_bytes) <{{isVolatile = false}}> : (!llvm.ptr, i8, i64) -> ()
"""


def run(module: ir.Operation) -> None:
    """Run the pass on every kernel of ``module``, in the llvm dialect."""
    kernels, tiled = kernels_of(module), amx.uses_tiles(module)
    if tiled and kernels:
        define(module, amx.CONFIGURE, next(iter(kernels.values())))
    for name, function in kernels.items():
        _check(function)
        if argument_with(function, ESCAPE) is None:
            function.attributes["always_inline"] = ir.UnitAttr.get()
        else:
            function.attributes["passthrough"] = ir.Attribute.parse(
                CpuTarget.of(function).function_attributes
            )
        define(module, _text(name, function, tiled), function)


def _check(function: ir.Operation) -> None:
    """Refuse a kernel of which the IR does not say what a launch hands it."""
    if function.name != "llvm.func":
        raise LoweringError(function, "is not in the llvm dialect, which an entry is written in")
    attributes = attributes_of(function)
    for number, (argument, known) in enumerate(
        zip(function.regions[0].blocks[0].arguments, attributes, strict=True)
    ):
        if not known.keys() & {ROLE, POINTEE} and str(argument.type) not in ARGUMENTS:
            raise LoweringError(function, f"argument {number} has neither '{ROLE}' nor '{POINTEE}'")
    if sum(ROLE in known and known[ROLE].value == PROGRAM for known in attributes) != PROGRAM_ARGUMENTS:
        raise LoweringError(function, f"does not have {PROGRAM_ARGUMENTS} arguments of the role '{PROGRAM}'")


def _text(name: str, function: ir.Operation, tiled: bool) -> str:
    """The entry of the kernel ``function``, and what guards the kernel if programs may be left.

    It configures the tiles of its thread if the code is ``tiled``.
    """
    params, escapes = params_of(function), argument_with(function, ESCAPE) is not None
    lone = argument_with(function, ALONE) is not None
    offsets, grid = layout(params)
    types = [str(argument.type) for argument in function.regions[0].blocks[0].arguments]
    names = [f"%arg{number}" for number in range(len(params))]
    loaded = zip(names, types, offsets, strict=False)
    loads = [load for name, type, offset in loaded for load in _load(name, type, offset)]
    for number, size in enumerate(_GRID):
        loads += _load(size, "i32", grid + 4 * number)
    names += [*_GRID, "%pidX", "%pidY", "%pidZ"]
    names += [name for role, name in _ROLES.items() if argument_with(function, role) is not None]
    if lone:
        loads.append(_ALONE.format(bit=ALONE_BIT))
    texts = {
        "program": quoted(name),
        "guarded": quoted(f"{name}.guarded"),
        "entry": quoted(entry_of(function)),
        "first": "%first" if lone else "%begin",
        "types": ", ".join(types),
        "operands": ", ".join(names),
        "attributes": CpuTarget.of(function).function_attributes,
        "declared": amx.DECLARED if tiled else "",
        "before": amx.BEGIN if tiled else "",
        "after": "\n  ".join([amx.END] * tiled + [FENCE] * (STREAMS in function.attributes)),
        "parameters": ", ".join(f"{name}: {type}" for name, type in zip(names, types, strict=True)),
    }
    guard = ""
    if escapes:
        loads.append(_ESCAPE.format(bytes=JUMP_BYTES + 64, failure=-(-(grid + 12) // 8) * 8))
        guard = _GUARD.format(**texts)
    callee = texts["guarded" if escapes else "program"]
    return guard + _ENTRY.format(**texts, callee=callee, loads="\n  ".join(loads))


def _load(name: str, type: str, offset: int) -> list[str]:
    """What loads an argument; a boolean is a byte."""
    at = f"{name}.at = llvm.getelementptr %args[{offset}] : (!llvm.ptr) -> !llvm.ptr, i8"
    if type != "i1":
        return [at, f"{name} = llvm.load {name}.at : !llvm.ptr -> {type}"]
    byte = f"{name}.byte = llvm.load {name}.at : !llvm.ptr -> i8"
    return [at, byte, f'{name} = llvm.icmp "ne" {name}.byte, %false : i8']
