"""Define what prints and what asserts, in a module of the llvm dialect that declares it.

::

    llvm.func @triton_shared_assert(i32, i32, i32, i64, !llvm.ptr<1>)
    llvm.func @triton_shared_print(i32, i32, i32, i64, i64, i64, !llvm.ptr<1>)

The arguments are those of the shared form's functions of these names, with the number of a text in place of its
address, and behind them the record (see `launch_abi.py`).  A thread whose assertion failed notes that, unless another
one has done so before, and ends.  Without a record it calls CUDA's ``__assertfail``, with the text that
``tts.assertions`` of the kernel has: an error of the device.  A thread that prints writes an entry, if one is left.
What checked kernels call is defined in LLVM IR (`ptx/link_checks.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from triton_shared.codegen.kernels import functions_of
from triton_shared.codegen.llvm.definitions import define, quoted
from triton_shared.codegen.nvidia.launch_abi import (
    ASSERTFAIL,
    ASSERTION,
    ASSERTIONS,
    ENTRY_BYTES,
    RECORD_BYTES,
)
from triton_shared.codegen.simt.lower.calls import ASSERT, FUNCTIONS, PRINT
from triton_shared.ir.builder import Builder
from triton_shared.mlir import ir

#: what takes 8 bytes of a record
_WIDE = ("message", "lane", "bits")


def _noted(base: str, **places: int) -> str:
    """Lines that store the values so called at these bytes behind ``base``."""
    return "\n  ".join(
        f"%at_{name} = llvm.getelementptr %{base}[{at}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8\n"
        f"  llvm.store %{name}, %at_{name} : {'i64' if name in _WIDE else 'i32'}, !llvm.ptr<1>"
        for name, at in places.items()
    )


_ASSERT = f"""
llvm.func internal @{ASSERT}(%x: i32, %y: i32, %z: i32, %message: i64, %record: !llvm.ptr<1>)
    attributes {{passthrough = ["noinline", "cold", "nounwind"]}} {{
  %no = llvm.mlir.constant(0 : i32) : i32
  %kind = llvm.mlir.constant({ASSERTION} : i32) : i32
  %swapped = llvm.cmpxchg %record, %no, %kind monotonic monotonic : !llvm.ptr<1>, i32
  %first = llvm.extractvalue %swapped[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %first, ^note, ^leave
^note:
  {_noted("record", x=4, y=8, z=12, message=16)}
  llvm.br ^leave
^leave:
  llvm.call_intrinsic "llvm.nvvm.exit"() : () -> ()
  llvm.unreachable
}}
"""

_TRAP = f"""
{{strings}}
llvm.func @{ASSERTFAIL}(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
llvm.func internal @{ASSERT}(%x: i32, %y: i32, %z: i32, %message: i64)
    attributes {{{{passthrough = ["noinline", "cold", "nounwind"]}}}} {{{{
  %size = llvm.mlir.constant(1 : i64) : i64
  {{body}}
  llvm.call @{ASSERTFAIL}({{text}}, {{file}}, {{line}}, %kernel, %size)
    : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64) -> ()
  llvm.call_intrinsic "llvm.nvvm.exit"() : () -> ()
  llvm.unreachable
}}}}
"""

_PRINT = f"""
llvm.func internal @{PRINT}(%x: i32, %y: i32, %z: i32, %format: i64, %lane: i64, %bits: i64, %record: !llvm.ptr<1>)
    attributes {{passthrough = ["noinline", "nounwind"]}} {{
  %one = llvm.mlir.constant(1 : i32) : i32
  %at_claimed = llvm.getelementptr %record[24] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %at_capacity = llvm.getelementptr %record[28] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %number = llvm.atomicrmw add %at_claimed, %one monotonic : !llvm.ptr<1>, i32
  %capacity = llvm.load %at_capacity : !llvm.ptr<1> -> i32
  %fits = llvm.icmp "ult" %number, %capacity : i32
  llvm.cond_br %fits, ^write, ^done
^write:
  %wide = llvm.zext %number : i32 to i64
  %size = llvm.mlir.constant({ENTRY_BYTES} : i64) : i64
  %offset = llvm.mul %wide, %size : i64
  %entries = llvm.getelementptr %record[{RECORD_BYTES}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %entry = llvm.getelementptr %entries[%offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  %short = llvm.trunc %format : i64 to i32
  {_noted("entry", x=0, y=4, z=8, short=12, lane=16, bits=24)}
  llvm.br ^done
^done:
  llvm.return
}}
"""

_DEFINITIONS = {PRINT: _PRINT, ASSERT: _ASSERT}
#: the text of an assertion of Triton's, and where that stands
_PLACED = re.compile(r"(?P<text>.*) \((?P<file>.*):(?P<line>\d+)\)", re.DOTALL)
#: what upstream declares beside what kernels call, which it has call these
_WRAPPERS = {f"_mlir_ciface_{name}" for name in FUNCTIONS}


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    functions = functions_of(module)
    for name, op in functions.items():
        if name in _WRAPPERS:
            op.erase()
        elif name in FUNCTIONS and name not in _DEFINITIONS:
            known = {what: op.attributes[what] for what in ("sym_name", "function_type")}
            external = {"linkage": ir.Attribute.parse("#llvm.linkage<external>")}
            Builder.before(op).op("llvm.func", (), (), known | external, regions=1)
            op.erase()
    declared = {name: op for name, op in functions.items() if name in _DEFINITIONS}
    if not declared:
        return
    location = next(iter(declared.values())).location
    texts = {name: _DEFINITIONS[name] for name in declared}
    for name, function in functions.items():
        if name not in _WRAPPERS and ASSERT in declared and ASSERTIONS in function.attributes:
            assertions = [text.value for text in function.attributes[ASSERTIONS]]
            del texts[ASSERT]
            texts[ASSERT] = _trap(name, assertions)
    for declaration in declared.values():
        declaration.erase()
    with location:
        define(module, "".join(texts.values()), module)


def _trap(kernel: str, assertions: Sequence[str]) -> str:
    """What an assertion that fails in ``kernel`` does without a record: it is one of these."""
    strings, body = {"kernel": kernel}, []
    for n, text in enumerate(assertions):
        found = _PLACED.fullmatch(text)
        strings |= {f"text{n}": found["text"] if found else text, f"file{n}": found["file"] if found else ""}
        body.append(f"%line{n} = llvm.mlir.constant({found['line'] if found else 0} : i32) : i32")
    for name in strings:
        body.append(f"%at_{name} = llvm.mlir.addressof @{ASSERT}_{name} : !llvm.ptr<1>")
        body.append(f"%{name} = llvm.addrspacecast %at_{name} : !llvm.ptr<1> to !llvm.ptr")
    chosen = {"text": "%text0", "file": "%file0", "line": "%line0"}
    for n in range(1, len(assertions)):
        body.append(f"%n{n} = llvm.mlir.constant({n} : i64) : i64")
        body.append(f'%is{n} = llvm.icmp "eq" %message, %n{n} : i64')
        for what, before in chosen.items():
            type_ = "i32" if what == "line" else "!llvm.ptr"
            chosen[what] = f"%{what}_of{n}"
            body.append(f"{chosen[what]} = llvm.select %is{n}, %{what}{n}, {before} : i1, {type_}")
    kept = (
        f"llvm.mlir.global private constant @{ASSERT}_{name}({quoted(text + chr(0))}) {{addr_space = 1 : i32}}"
        for name, text in strings.items()
    )
    return _TRAP.format(strings="\n".join(kept), body="\n  ".join(body), **chosen)
