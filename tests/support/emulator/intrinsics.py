"""What the intrinsics of NVPTX do, as LLVM IR that calls the emulator's native code.

Each row is a pattern of names, without ``llvm.nvvm.``, and the body of a function of that name.  Arguments are ``%0``,
``%1`` …, ``%site`` is the number of the place that calls it, and ``\\1`` … are the pattern's groups.  Whoever adds an
intrinsic adds a row.
"""

from __future__ import annotations

import re

_REGISTERS = ("tid", "ntid", "ctaid", "nctaid", "laneid", "warpid", "nwarpid", "clock")
_MASKS = ("lanemask.eq", "lanemask.lt", "lanemask.le", "lanemask.gt", "lanemask.ge")
_NUMBERS = {name: number for number, name in enumerate(_REGISTERS + _MASKS)}
_MODES = {"up": 0, "down": 1, "bfly": 2, "idx": 3}
_REDUCTIONS = {"add": 0, "and": 1, "or": 2, "xor": 3, "umin": 4, "umax": 5, "min": 6, "max": 7, "popc": 8}
_FLOATS = {
    **{"f": "float", "f32": "float", "d": "double", "f64": "double", "f16": "half", "f16x2": "<2 x half>"},
    **{"bf16": "bfloat", "bf16x2": "<2 x bfloat>"},
}
_MANGLED = {
    "float": "f32",
    "double": "f64",
    "half": "f16",
    "<2 x half>": "v2f16",
    "bfloat": "bf16",
    "<2 x bfloat>": "v2bf16",
}
PREFIX = "llvm.nvvm."
#: NaN as arithmetic makes it; of f64 PTX leaves open which
NAN = {
    "half": "0xH7FFF",
    "bfloat": "0xR7FFF",
    "float": "0x7FFFFFFFE0000000",
    "double": "0x7FFFFFFFFFFFFFFF",
}

DECLARATIONS = """
declare i32 @emu_register(i32, i32) memory(none) nounwind
declare void @emu_barrier(i32, i32, i32)
declare void @emu_barrier_aligned(i32, i32, i32)
declare i32 @emu_barrier_reduce(i32, i32, i32, i32, i32)
declare void @emu_barrier_arrive(i32, i32, i32)
declare void @emu_barrier_arrive_aligned(i32, i32, i32)
declare void @emu_set_registers(i32, i32, i32)
declare i32 @emu_active_lanes()
declare void @emu_move(i64, i64, i64, i32, i32)
declare void @emu_set(i64, i32, i64, i32, i32)
declare i32 @emu_to_small(float, i32) memory(none) nounwind
declare float @emu_from_small(i32, i32) memory(none) nounwind
declare void @emu_cluster_arrive(i32)
declare void @emu_cluster_wait(i32)
declare void @emu_warp_barrier(i32, i32)
declare i64 @emu_shuffle(i32, i32, i32, i32, i32, i32)
declare i32 @emu_ballot(i32, i32, i32)
declare i32 @emu_reduce(i32, i32, i32, i32)
declare i32 @emu_match(i32, i64, i32)
declare void @emu_fence()
declare void @emu_fence_proxy(i32)
declare void @emu_nanosleep()
declare void @emu_exit() noreturn
declare void @emu_trap(i32) noreturn
declare i32 @emu_print(ptr, ptr, i32)
declare void @emu_fail_assertion(ptr, ptr, i32, ptr, i32) noreturn
declare ptr @emu_shared(i64, i32, i32)
declare ptr @emu_generic(ptr, i32, i32)
declare void @emu_write_shared(i64, ptr, i32, i32)
declare void @emu_write_generic(ptr, ptr, i32, i32)
declare ptr @emu_to_generic(i64)
declare i64 @emu_to_shared(ptr)
declare float @emu_ftz(float) memory(none) nounwind
declare float @emu_extreme(float, float, i32) memory(none) nounwind
declare double @emu_extreme_d(double, double, i32) memory(none) nounwind
declare float @emu_fma_down(float, float, float) memory(none) nounwind
declare float @emu_ex2(float) memory(none) nounwind
declare float @emu_lg2(float) memory(none) nounwind
declare float @emu_rcp(float) memory(none) nounwind
declare float @emu_sqrt(float) memory(none) nounwind
declare float @emu_rsqrt(float) memory(none) nounwind
declare double @emu_rsqrt_d(double) memory(none) nounwind
declare float @emu_sin(float) memory(none) nounwind
declare float @emu_cos(float) memory(none) nounwind
declare float @emu_tanh(float) memory(none) nounwind
declare i32 @emu_prmt(i32, i32, i32) memory(none) nounwind
"""


def canonical(type: str, value: str, result: str, is_root: bool = False) -> list[str]:
    """Lines that make ``result`` of ``value``, which arithmetic has made: the host keeps signs and payloads of NaN.

    LLVM takes a root for as good as NaN chosen for it, so it must not see that it ``is_root``: not of vectors either,
    which the host has no op for that hides them.
    """
    match = re.fullmatch(r"<(\d+) x (\w+)>", type)
    nan = f"splat ({match[2]} {NAN[match[2]]})" if match else NAN[type]
    kinds = f"<{match[1]} x i1>" if match else "i1"
    lines = []
    if is_root and match:
        for k in range(int(match[1])):
            lines += [
                f"{result}.e{k} = extractelement {type} {value}, i32 {k}",
                f"{result}.c{k} = call {match[2]} @llvm.canonicalize.{_MANGLED[match[2]]}({match[2]} {result}.e{k})",
                f"{result}.v{k} = insertelement {type} {value}, {match[2]} {result}.c{k}, i32 {k}",
            ]
            value = f"{result}.v{k}"
    elif is_root:
        lines = [f"{result}.root = call {type} @llvm.canonicalize.{_MANGLED[type]}({type} {value})"]
        value = f"{result}.root"
    return [
        *lines,
        f"{result}.is_nan = fcmp uno {type} {value}, {value}",
        f"{result} = select {kinds} {result}.is_nan, {type} {nan}, {type} {value}",
    ]


def _register(match: re.Match) -> str:
    axis = "xyz".index(match[2]) if match[2] else 0
    return f"%r = call i32 @emu_register(i32 {_NUMBERS[match[1]]}, i32 {axis})\nret i32 %r"


def _shuffle(match: re.Match) -> str:
    """``shfl.sync``; with the suffix ``p`` whether the lane was in range comes along."""
    type = {"i32": "i32", "f32": "float"}[match[2]]
    lines = ["%word = bitcast float %1 to i32"] if type == "float" else []
    value = "%word" if lines else "%1"
    lines += [
        f"%both = call i64 @emu_shuffle(i32 {_MODES[match[1]]}, i32 %0, i32 {value}, i32 %2, i32 %3, i32 %site)",
        "%low = trunc i64 %both to i32",
        f"%got = bitcast i32 %low to {type}",
    ]
    if not match[3]:
        return "\n".join([*lines, f"ret {type} %got"])
    pair = f"{{ {type}, i1 }}"
    return "\n".join(
        [
            *lines,
            "%high = lshr i64 %both, 32",
            "%valid = trunc i64 %high to i1",
            f"%first = insertvalue {pair} poison, {type} %got, 0",
            f"%pair = insertvalue {pair} %first, i1 %valid, 1",
            f"ret {pair} %pair",
        ]
    )


def _barrier_reduction(match: re.Match) -> str:
    how = _REDUCTIONS[match[1]]
    count, value = ("0", "%1") if match[2] == "all" else ("%1", "%2")
    lines = [
        f"%in = zext i1 {value} to i32",
        f"%r = call i32 @emu_barrier_reduce(i32 %0, i32 {count}, i32 %in, i32 {how}, i32 %site)",
    ]
    if match[1] == "popc":
        return "\n".join([*lines, "ret i32 %r"])
    return "\n".join([*lines, "%p = trunc i32 %r to i1", "ret i1 %p"])


def _at_cluster(match: re.Match) -> str:
    return f"call void @emu_cluster_{match[1]}(i32 %site)\nret void"


def _barrier_arrival(match: re.Match) -> str:
    name = "emu_barrier_arrive_aligned" if match[1] else "emu_barrier_arrive"
    return f"call void @{name}(i32 %0, i32 %1, i32 %site)\nret void"


def _set_registers(match: re.Match) -> str:
    return f"call void @emu_set_registers(i32 %0, i32 {int(match[1] == 'inc')}, i32 %site)\nret void"


def _vote(match: re.Match) -> str:
    """``vote.sync``: what is asked of the lanes of the mask, of whose predicates the ballot is."""
    lines = [
        "%in = zext i1 %1 to i32",
        "%lanes = call i32 @emu_ballot(i32 %0, i32 %in, i32 %site)",
    ]
    asked = {
        "all": ["%r = icmp eq i32 %lanes, %0"],
        "any": ["%r = icmp ne i32 %lanes, 0"],
        "uni": ["%none = icmp eq i32 %lanes, 0", "%all = icmp eq i32 %lanes, %0", "%r = or i1 %none, %all"],
    }
    if match[1] == "ballot":
        return "\n".join([*lines, "ret i32 %lanes"])
    return "\n".join([*lines, *asked[match[1]], "ret i1 %r"])


def _reduction(match: re.Match) -> str:
    return f"%r = call i32 @emu_reduce(i32 {_REDUCTIONS[match[1]]}, i32 %0, i32 %1, i32 %site)\nret i32 %r"


def approximate(name: str, type: str, flush: bool) -> str:
    """The body of an approximation of one operand: of f16 and bf16 it is that of f32, rounded."""
    lines, value = [], "%0"
    if type in ("half", "bfloat"):
        lines.append(f"%wide = fpext {type} %0 to float")
        value = "%wide"
    if flush and type == "float":
        lines.append(f"%in = call float @emu_ftz(float {value})")
        value = "%in"
    lines.append(f"%exact = call float @emu_{name}(float {value})")
    lines += canonical("float", "%exact", "%out")
    if type in ("half", "bfloat"):
        lines += [f"%narrow = fptrunc float %out to {type}", *canonical(type, "%narrow", "%r")]
        return "\n".join([*lines, f"ret {type} %r"])
    if flush:
        return "\n".join([*lines, "%r = call float @emu_ftz(float %out)", "ret float %r"])
    return "\n".join([*lines, "ret float %out"])


def _approximation(match: re.Match) -> str:
    return approximate(match[1], _FLOATS[match[3] or "f"], bool(match[2]))


def _arithmetic(match: re.Match) -> str:
    """Arithmetic that rounds to nearest, and the divisions that approximate it."""
    op, flush, type = match[1], match[2], _FLOATS[match[3] or "f"]
    count = 3 if op == "fma" else 1 if op == "sqrt" else 2
    lines, values = [], [f"%{k}" for k in range(count)]
    if flush and type == "float":
        lines = [f"%in{k} = call float @emu_ftz(float %{k})" for k in range(count)]
        values = [f"%in{k}" for k in range(count)]
    operands = ", ".join(f"{type} {value}" for value in values)
    if op in ("fma", "sqrt"):
        lines.append(f"%host = call {type} @llvm.{op}.{_MANGLED[type]}({operands})")
    else:
        lines.append(f"%host = f{op} {type} {', '.join(values)}")
    lines += canonical(type, "%host", "%out", is_root=op == "sqrt")
    if flush and type == "float":
        return "\n".join([*lines, "%r = call float @emu_ftz(float %out)", "ret float %r"])
    return "\n".join([*lines, f"ret {type} %out"])


def _extremum(match: re.Match) -> str:
    type = _FLOATS[match[3]]
    lanes, element = (2, type[5:-1]) if type.startswith("<") else (0, type)
    return extreme(match[1], bool(match[2]), element, lanes)


def _extremum_of_llvm(match: re.Match) -> str:
    """``llvm.maxnum`` and its like, which the host may answer with either zero and any NaN."""
    elements = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}
    return extreme(match[1], match[2] == "imum", elements[match[4]], int(match[3] or 0))


def extreme(which: str, spreads_nan: bool, element: str, lanes: int) -> str:
    """The larger (``max``) or smaller of two, as PTX has it: +0 is larger than -0, and there is one NaN."""
    if not lanes:
        return "\n".join(
            [*_scalar_extreme(which, spreads_nan, element, "%0", "%1", "%r"), f"ret {element} %r"]
        )
    type, lines, whole = f"<{lanes} x {element}>", [], "poison"
    for k in range(lanes):
        lines += [f"%{name}{k} = extractelement {type} %{n}, i32 {k}" for n, name in enumerate("ab")]
        lines += _scalar_extreme(which, spreads_nan, element, f"%a{k}", f"%b{k}", f"%r{k}")
        lines.append(f"%w{k} = insertelement {type} {whole}, {element} %r{k}, i32 {k}")
        whole = f"%w{k}"
    return "\n".join([*lines, f"ret {type} {whole}"])


def _scalar_extreme(which: str, spreads_nan: bool, element: str, a: str, b: str, result: str) -> list[str]:
    """Lines that make ``result`` of ``a`` and ``b``."""
    how = (which == "max") | spreads_nan << 1
    if element == "double":
        return [f"{result} = call double @emu_extreme_d(double {a}, double {b}, i32 {how})"]
    if element == "float":
        return [f"{result} = call float @emu_extreme(float {a}, float {b}, i32 {how})"]
    return [
        *(f"{result}.{name} = fpext {element} {value} to float" for name, value in (("a", a), ("b", b))),
        f"{result}.wide = call float @emu_extreme(float {result}.a, float {result}.b, i32 {how})",
        f"{result}.nan = fcmp uno float {result}.wide, {result}.wide",
        f"{result}.narrow = fptrunc float {result}.wide to {element}",
        f"{result} = select i1 {result}.nan, {element} {NAN[element]}, {element} {result}.narrow",
    ]


_ROUNDED = {"rn": "rint", "rm": "floor", "rp": "ceil", "rz": "trunc"}


def _to_integer(match: re.Match) -> str:
    float_, kind, mode = ("double" if match[1] == "d" else "float"), match[2], _ROUNDED[match[3]]
    width, sign = (64 if "ll" in kind else 32), ("u" if kind[0] == "u" else "s")
    mangled = _MANGLED[float_]
    return "\n".join(
        [
            f"%whole = call {float_} @llvm.{mode}.{mangled}({float_} %0)",
            f"%r = call i{width} @llvm.fpto{sign}i.sat.i{width}.{mangled}({float_} %whole)",
            f"ret i{width} %r",
        ]
    )


def _to_pair(match: re.Match) -> str:
    """Two floats to a pair, the first in the high half."""
    type = _FLOATS[match[1].removesuffix("x2")]
    return "\n".join(
        [
            f"%high.host = fptrunc float %0 to {type}",
            *canonical(type, "%high.host", "%high"),
            f"%low.host = fptrunc float %1 to {type}",
            *canonical(type, "%low.host", "%low"),
            f"%one = insertelement <2 x {type}> poison, {type} %low, i32 0",
            f"%two = insertelement <2 x {type}> %one, {type} %high, i32 1",
            f"ret <2 x {type}> %two",
        ]
    )


def _high_product(match: re.Match) -> str:
    width, how = (64 if "ll" in match[1] else 32), "zext" if match[1].startswith("u") else "sext"
    narrow, wide = f"i{width}", f"i{2 * width}"
    return "\n".join(
        [
            f"%a = {how} {narrow} %0 to {wide}",
            f"%b = {how} {narrow} %1 to {wide}",
            f"%product = mul {wide} %a, %b",
            f"%high = lshr {wide} %product, {width}",
            f"%r = trunc {wide} %high to {narrow}",
            f"ret {narrow} %r",
        ]
    )


SMALL = {"e4m3": 0, "e5m2": 1}


def _to_small(match: re.Match) -> str:
    """Two floats to a pair of floats of 8 bits, the first in the high half."""
    kind = SMALL[match[1]]
    return f"""%a = call i32 @emu_to_small(float %0, i32 {kind})
%b = call i32 @emu_to_small(float %1, i32 {kind})
%high = shl i32 %a, 8
%both = or i32 %high, %b
%r = trunc i32 %both to i16
ret i16 %r"""


def _halves_to_small(match: re.Match) -> str:
    """Two halves, the first in the low half."""
    kind = SMALL[match[1]]
    return f"""%first = extractelement <2 x half> %0, i32 0
%second = extractelement <2 x half> %0, i32 1
%x = fpext half %first to float
%y = fpext half %second to float
%low = call i32 @emu_to_small(float %x, i32 {kind})
%a = call i32 @emu_to_small(float %y, i32 {kind})
%high = shl i32 %a, 8
%both = or i32 %high, %low
%r = trunc i32 %both to i16
ret i16 %r"""


def _from_small(match: re.Match) -> str:
    kind = SMALL[match[1]]
    return f"""%word = zext i16 %0 to i32
%top = lshr i32 %word, 8
%low = and i32 %word, 255
%a = call float @emu_from_small(i32 %low, i32 {kind})
%b = call float @emu_from_small(i32 %top, i32 {kind})
%c = fptrunc float %a to half
%d = fptrunc float %b to half
%one = insertelement <2 x half> poison, half %c, i32 0
%two = insertelement <2 x half> %one, half %d, i32 1
ret <2 x half> %two"""


_ELECT = """%all = call i32 @emu_ballot(i32 %0, i32 1, i32 %site)
%leader = call i32 @llvm.cttz.i32(i32 %all, i1 true)
%lane = call i32 @emu_register(i32 4, i32 0)
%is = icmp eq i32 %lane, %leader
%first = insertvalue { i32, i1 } poison, i32 %leader, 0
%pair = insertvalue { i32, i1 } %first, i1 %is, 1
ret { i32, i1 } %pair"""
_MATCH = """%wide = zext \\1 %1 to i64
%r = call i32 @emu_match(i32 %0, i64 %wide, i32 %site)
ret i32 %r"""
_MATCH_ALL = """%wide = zext \\1 %1 to i64
%alike = call i32 @emu_match(i32 %0, i64 %wide, i32 %site)
%all = icmp eq i32 %alike, %0
%r = select i1 %all, i32 %0, i32 0
%first = insertvalue { i32, i1 } poison, i32 %r, 0
%pair = insertvalue { i32, i1 } %first, i1 %all, 1
ret { i32, i1 } %pair"""
_CLOCK = """%now = call i32 @emu_register(i32 7, i32 0)
%r = zext i32 %now to i64
ret i64 %r"""
_FENCE = "call void @emu_fence()\nret void"
_TO_BFLOAT = "\n".join(
    [
        "%host = fptrunc float %0 to bfloat",
        *canonical("bfloat", "%host", "%r"),
        "%w = bitcast bfloat %r to i16",
        "ret i16 %w",
    ]
)


def _made_of(type: str, text: str) -> str:
    """The body of a function that returns the float that ``text`` makes."""
    return "\n".join([f"%host = {text}", *canonical(type, "%host", "%r"), f"ret {type} %r"])


ROWS = [
    (rf"read\.ptx\.sreg\.({'|'.join(_REGISTERS[:4])})\.([xyz])", _register),
    (rf"read\.ptx\.sreg\.({'|'.join(map(re.escape, _REGISTERS[4:] + _MASKS))})()", _register),
    (r"read\.ptx\.sreg\.(?:warpsize)", "ret i32 32"),
    (r"read\.ptx\.sreg\.(?:smid|nsmid)", "ret i32 0"),
    (r"read\.ptx\.sreg\.(?:clock64|globaltimer)", _CLOCK),
    (
        r"barrier\.cta\.sync\.aligned\.all",
        "call void @emu_barrier_aligned(i32 %0, i32 0, i32 %site)\nret void",
    ),
    (
        r"barrier\.cta\.sync\.aligned\.count",
        "call void @emu_barrier_aligned(i32 %0, i32 %1, i32 %site)\nret void",
    ),
    (r"barrier\.cta\.sync\.all", "call void @emu_barrier(i32 %0, i32 0, i32 %site)\nret void"),
    (r"barrier\.cta\.sync\.count", "call void @emu_barrier(i32 %0, i32 %1, i32 %site)\nret void"),
    (r"barrier\.cta\.red\.(and|or|popc)(?:\.aligned)?\.(all|count)", _barrier_reduction),
    (r"barrier\.cluster\.(arrive|wait)", _at_cluster),
    (r"barrier\.cta\.arrive(?:\.(aligned))?\.count", _barrier_arrival),
    (r"setmaxnreg\.(inc|dec)\.sync\.aligned\.u32", _set_registers),
    (r"activemask", "%r = call i32 @emu_active_lanes()\nret i32 %r"),
    (r"mulhi\.(i|ui|ll|ull)", _high_product),
    (r"ff\.to\.(e4m3|e5m2)x2\.rn", _to_small),
    (r"f16x2\.to\.(e4m3|e5m2)x2\.rn", _halves_to_small),
    (r"(e4m3|e5m2)x2\.to\.f16x2\.rn", _from_small),
    (r"bar\.warp\.sync", "call void @emu_warp_barrier(i32 %0, i32 %site)\nret void"),
    (r"shfl\.sync\.(up|down|bfly|idx)\.([if]32)(p?)", _shuffle),
    (r"vote\.(all|any|uni|ballot)\.sync", _vote),
    (r"redux\.sync\.(add|and|or|xor|umin|umax|min|max)", _reduction),
    (r"match\.any\.sync\.(i32|i64)", _MATCH),
    (r"match\.all\.sync\.(i32|i64)p", _MATCH_ALL),
    (r"elect\.sync", _ELECT),
    (r"membar\.(?:cta|gl|sys)", _FENCE),
    (r"fence\.(?:acq_rel|sc)[\w.]*", _FENCE),
    (r"fence\.proxy\.async[\w.]*", "call void @emu_fence_proxy(i32 %site)\nret void"),
    (r"fence\.(?:proxy|mbarrier_init)[\w.]*", "ret void"),
    (r"nanosleep", "call void @emu_nanosleep()\nret void"),
    (r"exit", "call void @emu_exit()\nunreachable"),
    (r"(ex2|lg2|sin|cos|tanh|rcp|rsqrt|sqrt)\.approx(\.ftz)?(?:\.(f|f32|f16|bf16))?", _approximation),
    (r"rsqrt\.approx(?:\.ftz)?\.d", _made_of("double", "call double @emu_rsqrt_d(double %0)")),
    (r"rcp\.(?:rn|approx\.ftz)\.d", _made_of("double", "fdiv double 1.0, %0")),
    (r"rcp\.rn(?:\.ftz)?\.f", _made_of("float", "fdiv float 1.0, %0")),
    (r"fma\.rm\.f", _made_of("float", "call float @emu_fma_down(float %0, float %1, float %2)")),
    (r"(fma|add|mul|div|sqrt)\.rn(\.ftz)?\.(f|d|f16|f16x2|bf16|bf16x2)", _arithmetic),
    (r"(div)\.(?:full|approx)(\.ftz)?(?:\.(f))?", _arithmetic),
    (r"f(min|max)(?:\.ftz)?(\.nan)?\.(f|d|f16|f16x2|bf16|bf16x2)", _extremum),
    (r"([fd])2(i|ui|ll|ull)\.(rn|rm|rp|rz)(?:\.ftz)?", _to_integer),
    (r"ff2(f16x2|bf16x2)\.rn", _to_pair),
    (r"f2bf16\.rn", _TO_BFLOAT),
    (r"prmt", "%r = call i32 @emu_prmt(i32 %0, i32 %1, i32 %2)\nret i32 %r"),
]
OTHERS = {
    "llvm.trap": "call void @emu_trap(i32 %site)\nunreachable",
    "vprintf": "%r = call i32 @emu_print(ptr %0, ptr %1, i32 %site)\nret i32 %r",
    "__assertfail": "call void @emu_fail_assertion(ptr %0, ptr %1, i32 %2, ptr %3, i32 %site)\nunreachable",
}
_COMPILED = [(re.compile(pattern), body) for pattern, body in ROWS]


_EXTREMA = re.compile(r"llvm\.(max|min)(num|imum)\.(?:v(\d+))?(f16|bf16|f32|f64)")
_MOVES = re.compile(r"llvm\.mem(cpy|move|set)(?:\.inline)?\.p(\d)(?:\.p(\d))?\.i(\d+)")


def _move(match: re.Match) -> str:
    """``memcpy``, ``memmove`` and ``memset``; the native code knows addresses of space 3 apart from all others."""
    kind, to, source, width = match.groups()
    lines = [
        f"%size = {'zext' if width == '32' else 'bitcast'} i{width} %2 to i64",
        "%to = ptrtoint ptr %0 to i64",
    ]
    to_other = int(to != "3")
    if kind == "set":
        lines += [
            "%byte = zext i8 %1 to i32",
            f"call void @emu_set(i64 %to, i32 %byte, i64 %size, i32 {to_other}, i32 %site)",
        ]
    else:
        spaces = int(source != "3") | to_other << 1
        lines += [
            "%from = ptrtoint ptr %1 to i64",
            f"call void @emu_move(i64 %to, i64 %from, i64 %size, i32 {spaces}, i32 %site)",
        ]
    return "\n".join([*lines, "ret void"])


def is_ours(name: str) -> bool:
    """Whether calls of function ``name`` go to the emulator."""
    return name.startswith(PREFIX) or name in OTHERS or any(p.fullmatch(name) for p in (_MOVES, _EXTREMA))


def body_of(name: str) -> str | None:
    """The body of a function that does what ``name`` does; None where no row has it."""
    if name in OTHERS:
        return OTHERS[name]
    if match := _MOVES.fullmatch(name):
        return _move(match)
    if match := _EXTREMA.fullmatch(name):
        return _extremum_of_llvm(match)
    for pattern, body in _COMPILED:
        if match := pattern.fullmatch(name.removeprefix(PREFIX)):
            return match.expand(body) if isinstance(body, str) else body(match)
    return None
