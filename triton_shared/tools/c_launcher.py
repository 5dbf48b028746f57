"""The C interface of a kernel that was compiled ahead of time: the launcher in its object, and the header.

    int add(uint32_t gridX, uint32_t gridY, uint32_t gridZ, const float *x, float *out, int32_t n);
    void add_range(const struct add_args *args, int64_t begin, int64_t end, void *scratch);

The launcher runs all programs of the grid in the thread that calls it.  The range entry is the kernel's native entry
(see `triton_shared.codegen.cpu.define_entries`): it runs some of the programs, for callers with threads of their own.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from triton_shared import names
from triton_shared.abi import Param, layout
from triton_shared.codegen.kernels import functions_of
from triton_shared.codegen.llvm.definitions import define, quoted
from triton_shared.codegen.llvm.machine import Machine
from triton_shared.mlir import ir
from triton_shared.tools.signature import Typed
from triton_shared.types import ARGUMENTS, BY_TRITON, ELEMENTS, POINTER

OUT_OF_MEMORY, ASSERTION_FAILED = 1, 2
ALIGNMENT = 64
GRID = ("gridX", "gridY", "gridZ")


# C's and C++'s keywords: no names of functions or parameters.
_KEYWORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class co_await
co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace
new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try
typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor xor_eq
"""
# Functions that every program has.
_ALWAYS_THERE = {"malloc", "free", "memset", "memcpy", "memmove", "_setjmp", "longjmp"}
#: names that no function can have
RESERVED = _ALWAYS_THERE | set(_KEYWORDS.split())

# The launcher without its stores of arguments; scratch memory is aligned by hand, which every libc can.
_LAUNCHER = """
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @{range}(!llvm.ptr, i64, i64, !llvm.ptr)

llvm.func @{name}({parameters}) -> (i32 {{llvm.signext}})
    attributes {{passthrough = ["nounwind", ["prefer-vector-width", "512"]]}} {{
  %nothing = llvm.mlir.constant(0 : i8) : i8
  %done = llvm.mlir.constant(0 : i32) : i32
  %out_of_memory = llvm.mlir.constant({out_of_memory} : i32) : i32
  %zero = llvm.mlir.constant(0 : i64) : i64
  %args_bytes = llvm.mlir.constant({args_bytes} : i64) : i64
  %memory_bytes = llvm.mlir.constant({memory_bytes} : i64) : i64
  %below = llvm.mlir.constant({below} : i64) : i64
  %mask = llvm.mlir.constant(-{alignment} : i64) : i64
  %args = llvm.alloca %args_bytes x i8 {{alignment = 8 : i64}} : (i64) -> !llvm.ptr
  {stores}
  %x = llvm.zext %gridX : i32 to i64
  %y = llvm.zext %gridY : i32 to i64
  %z = llvm.zext %gridZ : i32 to i64
  %plane = llvm.mul %x, %y : i64
  %programs = llvm.mul %plane, %z : i64
  %empty = llvm.icmp "eq" %programs, %zero : i64
  llvm.cond_br %empty, ^done(%done : i32), ^allocate
^allocate:
  %memory = llvm.call @malloc(%memory_bytes) : (i64) -> !llvm.ptr
  %address = llvm.ptrtoint %memory : !llvm.ptr to i64
  %none = llvm.icmp "eq" %address, %zero : i64
  llvm.cond_br %none, ^done(%out_of_memory : i32), ^run
^run:
  %above = llvm.add %address, %below : i64
  %aligned = llvm.and %above, %mask : i64
  %scratch = llvm.inttoptr %aligned : i64 to !llvm.ptr
  llvm.call @{range}(%args, %zero, %programs, %scratch) : (!llvm.ptr, i64, i64, !llvm.ptr) -> ()
  llvm.call @free(%memory) : (!llvm.ptr) -> ()
  llvm.br ^done(%done : i32)
^done(%status: i32):
  {result}
}}
"""

# What a kernel with assertions has besides: the record of the first failure, the caller's or one of its own.
_RECORD = """\
%record_bytes = llvm.mlir.constant(24 : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %own = llvm.alloca %record_bytes x i8 {{alignment = 8 : i64}} : (i64) -> !llvm.ptr
  %caller = llvm.icmp "ne" %failure, %null : !llvm.ptr
  %record = llvm.select %caller, %failure, %own : i1, !llvm.ptr
  "llvm.intr.memset"(%record, %nothing, %record_bytes) <{{isVolatile = false}}> : (!llvm.ptr, i8, i64) -> ()
  %at_failure = llvm.getelementptr %args[{offset}] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %record, %at_failure : !llvm.ptr, !llvm.ptr"""
_CHECKED = """\
%assertion_failed = llvm.mlir.constant({assertion_failed} : i32) : i32
  %failed = llvm.load %record : !llvm.ptr -> i32
  %assertion = llvm.icmp "ne" %failed, %done : i32
  %result = llvm.select %assertion, %assertion_failed, %status : i1, i32
  llvm.return %result : i32"""


@dataclass(frozen=True)
class Interface:
    """What C sees of a kernel.

    Attributes:
        name: the launcher's; the range entry and the struct of arguments are named after it.
        kernel: the kernel's own name.
        params: its parameters as code generation has them.
        names: their names, as many as the source tells.
        signature: their types as the user spelled them, or None.
        scratch_bytes: what a thread needs of scratch memory.
        asserts: whether the kernel has assertions.
    """

    name: str
    kernel: str
    params: Sequence[Param]
    names: Sequence[str]
    signature: Sequence[Typed] | None
    scratch_bytes: int
    asserts: bool

    @property
    def range(self) -> str:
        """The range entry's name."""
        return range_symbol(self.name)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """C type and name of every parameter."""
        numbered = [f"arg{i}" for i in range(len(self.params))]
        given = self.names if len(self.names) == len(self.params) else numbered
        spelled: Sequence[Typed | None] = self.signature or [None] * len(self.params)
        taken = {*RESERVED, *GRID, "failure"}
        fields = []
        for param, name, typed in zip(self.params, given, spelled, strict=True):
            name = names.c_identifier(name)
            while name in taken:
                name += "_"
            taken.add(name)
            fields.append((_c_type(param, typed), name))
        return fields


def c_name(kernel: str) -> str:
    """``kernel`` as C can name it."""
    name = names.c_identifier(kernel)
    return f"_{name}" if name in RESERVED else name


def range_symbol(name: str) -> str:
    """The symbol of the range entry next to the launcher ``name``."""
    return f"{name}_range"


def define_launcher(module: ir.Operation, interface: Interface) -> None:
    """Define the launcher in ``module``, of the llvm dialect, next to the entry ``interface.range``."""
    offsets, grid = layout(interface.params)
    at_failure = -(-(grid + 4 * len(GRID)) // 8) * 8
    parameters = [("i32", f"%{name}") for name in GRID]
    parameters += [(_passed(p), f"%a{i}") for i, p in enumerate(interface.params)]
    stores = []
    for (type, name), offset in zip(parameters, [grid, grid + 4, grid + 8, *offsets], strict=True):
        stores.append(f"{name}.at = llvm.getelementptr %args[{offset}] : (!llvm.ptr) -> !llvm.ptr, i8")
        stores.append(f"llvm.store {name}, {name}.at : {type}, !llvm.ptr")
    result = "llvm.return %status : i32"
    if interface.asserts:
        parameters.append(("!llvm.ptr", "%failure"))
        stores.append(_RECORD.format(offset=at_failure))
        result = _CHECKED.format(assertion_failed=ASSERTION_FAILED)
    text = _LAUNCHER.format(
        name=quoted(interface.name),
        range=quoted(interface.range),
        parameters=", ".join(f"{name}: {type}" for type, name in parameters),
        args_bytes=at_failure + POINTER.bytes,
        stores="\n  ".join(stores),
        memory_bytes=max(interface.scratch_bytes, 1) + ALIGNMENT - 1,
        below=ALIGNMENT - 1,
        alignment=ALIGNMENT,
        out_of_memory=OUT_OF_MEMORY,
        result=result,
    )
    define(module, text, functions_of(module)[interface.range])


_HEADER = """\
/* {title}
 * for {machine}; made by triton-shared-compile.
 */
#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif
{failure}
/* {about}
 */
int {name}({parameters});

/* What {name}_range reads; the members may not change while it runs. */
struct {name}_args {{
{members}
}};

/* {about_range}
 */
void {name}_range(const struct {name}_args *args, int64_t begin, int64_t end, void *scratch);

#define {guard_prefix}_SCRATCH_BYTES {scratch_bytes}
{print}
#ifdef __cplusplus
}}
#endif

#endif
"""

_FAILURE = """
/* The first assertion of a launch that failed: whether there is one, in which program, and its message. */
#ifndef TRITON_SHARED_FAILURE
#define TRITON_SHARED_FAILURE
struct triton_shared_failure {
  int32_t failed, x, y, z;
  const char *message;
};
#endif
"""

_PRINT = """
/* To be defined by the program: the kernel prints.  It is called for every element that is printed, in program
 * (x, y, z): "format" is "SHAPE TYPE BASE: text", such as "16x4 si32 hex: total ", or ": text" for text alone;
 * "index" is the element's row-major number and "bits" its bit pattern.
 */
void triton_shared_print(int32_t x, int32_t y, int32_t z, const char *format, int64_t index, uint64_t bits);
"""


def header_text(interface: Interface, machine: Machine, calls: Sequence[str]) -> str:
    """The C header of ``interface``; ``calls`` are the functions that the object needs from elsewhere."""
    name, fields = interface.name, interface.fields
    guard = f"{name.upper()}_H"
    parameters = [f"uint32_t {n}" for n in GRID] + [_declared(*f) for f in fields]
    members = [f"  {_declared(*f)};" for f in fields] + [f"  int32_t {', '.join(GRID)};"]
    if interface.asserts:
        parameters.append("struct triton_shared_failure *failure")
        members.append("  struct triton_shared_failure *failure; /* all zero before the first range */")
    return _HEADER.format(
        title=names.c_comment(f"The Triton kernel {interface.kernel}"),
        machine=names.c_comment(f"{machine.triple or 'this machine'} ({machine.cpu})"),
        guard=guard,
        guard_prefix=name.upper(),
        failure=_FAILURE if interface.asserts else "",
        about=_comment(_about(interface, calls)),
        about_range=_comment(_about_range(interface)),
        name=name,
        parameters=", ".join(parameters),
        members="\n".join(members),
        scratch_bytes=interface.scratch_bytes,
        print=_PRINT if "triton_shared_print" in calls else "",
    )


def _about(interface: Interface, calls: Sequence[str]) -> list[str]:
    lines = [
        f"Runs {interface.kernel} over a grid of gridX x gridY x gridZ programs, one after the other.",
        f"Returns 0, or {OUT_OF_MEMORY} when there is no memory for the kernel's buffers"
        + (
            f", or {ASSERTION_FAILED} after a failed assertion (see failure, which may be NULL)."
            * interface.asserts
            or "."
        ),
    ]
    for (_, name), param in zip(interface.fields, interface.params, strict=True):
        if notes := _notes(param):
            lines.append(f"{name}: {', '.join(notes)}.")
    if foreign := sorted(set(calls) - _ALWAYS_THERE):
        lines.append(f"The code calls {', '.join(foreign)}; link it with -lm.")
    return lines


def _about_range(interface: Interface) -> list[str]:
    return [
        f"Runs the programs begin .. end - 1 of {interface.kernel}; program x + gridX * (y + gridY * z) is (x, y, z).",
        "The grid must not be empty. Several threads may run ranges at the same time.",
        f"scratch: {interface.name.upper()}_SCRATCH_BYTES bytes of the thread's own, aligned to {ALIGNMENT}.",
    ]


def _notes(param: Param) -> list[str]:
    """What a caller must know of a parameter, as phrases."""
    notes = []
    value = ELEMENTS[param.element or param.type]
    if value.format and value.c.startswith("uint"):
        notes.append(f"the bits of {value.mlir}")
    if param.type == "ptr":
        notes.append("written" if param.written else "only read")
    divisor = param.attributes.get("tt.divisibility", 1)
    if divisor > 1:
        notes.append(f"{'aligned to' if param.type == 'ptr' else 'a multiple of'} {divisor}")
    return notes


def _passed(param: Param) -> str:
    """The type, in the llvm dialect, of what C hands over for ``param``."""
    type_ = ARGUMENTS[param.type]
    if type_ is POINTER:
        return "!llvm.ptr"
    return type_.mlir if type_.c == type_.llvm else f"i{8 * type_.bytes}"


def _c_type(param: Param, typed: Typed | None) -> str:
    """C's type of ``param``, with the sign that the user gave it."""
    c = ELEMENTS[param.element or param.type].c
    if typed is not None and typed.mlir == (param.type, param.element):
        c = BY_TRITON[typed.type].c_of(typed.type)
    if param.type != "ptr":
        return c
    return f"{c} *" if param.written else f"const {c} *"


def _declared(type: str, name: str) -> str:
    return f"{type}{name}" if type.endswith("*") else f"{type} {name}"


def _comment(lines: Sequence[str]) -> str:
    wrapped = (
        w
        for line in lines
        for w in textwrap.wrap(names.c_comment(line), 112, subsequent_indent="  ", break_on_hyphens=False)
    )
    return "\n * ".join(wrapped)
