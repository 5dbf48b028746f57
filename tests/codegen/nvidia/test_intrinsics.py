"""Every intrinsic that `has_ptx` lets pass becomes PTX; LLVM ends the process over others, so a child tries them."""

import re
import subprocess
import sys

import pytest

from triton_shared.codegen.nvidia.ptx import intrinsics
from triton_shared.codegen.nvidia.ptx.intrinsics import has_ptx

FLOATS = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}
UNARY = (
    "fabs",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "sqrt",
    "exp2",
    "arithmetic.fence",
)
BINARY = ("copysign", "minnum", "maxnum", "minimum", "maximum", "minimumnum", "maximumnum")
LANES = ("fmax", "fmin", "fmaximum", "fminimum")
INTEGER_BINARY = (
    "smax",
    "smin",
    "umax",
    "umin",
    "scmp",
    "ucmp",
    "sadd.sat",
    "uadd.sat",
    "ssub.sat",
    "usub.sat",
    "sshl.sat",
    "ushl.sat",
)
INTEGER_LANES = ("add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin")
OVERFLOWS = ("sadd", "uadd", "ssub", "usub", "smul", "umul")


def of_floats(type_: str, name: str) -> list[str]:
    calls = [f"{type_} llvm.{f}.{name}({type_})" for f in UNARY]
    calls += [f"<4 x {type_}> llvm.{f}.v4{name}(<4 x {type_}>)" for f in UNARY]
    calls += [f"{type_} llvm.{f}.{name}({type_}, {type_})" for f in BINARY]
    calls += [f"{type_} llvm.{f}.{name}({type_}, {type_}, {type_})" for f in ("fma", "fmuladd")]
    calls += [f"{type_} llvm.vector.reduce.{f}.v4{name}(<4 x {type_}>)" for f in LANES]
    calls += [f"{type_} llvm.vector.reduce.{f}.v4{name}({type_}, <4 x {type_}>)" for f in ("fadd", "fmul")]
    return [
        *calls,
        f"{type_} llvm.ldexp.{name}.i32({type_}, i32)",
        f"{{ {type_}, i32 }} llvm.frexp.{name}.i32({type_})",
        f"i1 llvm.is.fpclass.{name}({type_}, i32 3)",
        *(f"{to} llvm.{f}.sat.{to}.{name}({type_})" for f in ("fptosi", "fptoui") for to in ("i8", "i64")),
    ]


def of_integers(type_: str) -> list[str]:
    calls = [f"{type_} llvm.{f}.{type_}({type_})" for f in ("ctpop", "bitreverse")]
    calls += [f"{type_} llvm.bswap.{type_}({type_})"] if type_ != "i8" else []
    calls += [f"{type_} llvm.{f}.{type_}({type_}, i1 false)" for f in ("ctlz", "cttz", "abs")]
    calls += [
        f"{type_} llvm.{f}.{type_ + '.' + type_ if f[1:] == 'cmp' else type_}({type_}, {type_})"
        for f in INTEGER_BINARY
    ]
    calls += [f"{{ {type_}, i1 }} llvm.{f}.with.overflow.{type_}({type_}, {type_})" for f in OVERFLOWS]
    calls += [f"{type_} llvm.{f}.{type_}({type_}, {type_}, {type_})" for f in ("fshl", "fshr")]
    return calls + [f"{type_} llvm.vector.reduce.{f}.v4{type_}(<4 x {type_}>)" for f in INTEGER_LANES]


OF_MEMORY = """
<4 x float> llvm.masked.load.v4f32.p1(ptr addrspace(1), <4 x i1>, <4 x float>)
void llvm.masked.store.v4f32.p1(<4 x float>, ptr addrspace(1), <4 x i1>)
<4 x float> llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)>, <4 x i1>, <4 x float>)
void llvm.masked.scatter.v4f32.v4p1(<4 x float>, <4 x ptr addrspace(1)>, <4 x i1>)
void llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1 false)
void llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1 false)
void llvm.memset.p3.i32(ptr addrspace(3), i8, i32, i1 false)
void llvm.prefetch.p1(ptr addrspace(1), i32 0, i32 3, i32 1)
ptr addrspace(1) llvm.ptrmask.p1.i64(ptr addrspace(1), i64)
void llvm.assume(i1)
i64 llvm.expect.i64(i64, i64 0)
void llvm.trap()
void llvm.debugtrap()
void llvm.sideeffect()
void llvm.donothing()
""".strip().splitlines()


def _of_warps(shape: str, types: str, word: str, rows: int, sum_: str, sums: int) -> str:
    """A product of matrices of a warp: ``rows`` registers of A, half as many of B, ``sums`` of C."""
    arguments = ", ".join([word] * (rows + rows // 2) + [sum_] * sums)
    return f"{{ {', '.join([sum_] * sums)} }} mma.m{shape}.row.col.{types}({arguments})"


_SHARED, _GLOBAL = "ptr addrspace(3)", "ptr addrspace(1)"
OF_NVVM = f"""
i32 read.ptx.sreg.tid.x() ntid.y ctaid.z nctaid.x laneid warpid smid clock lanemask.lt
i64 read.ptx.sreg.clock64() globaltimer
void barrier0()
void barrier.cta.sync.aligned.all(i32 0)
void barrier.cta.sync.aligned.count(i32 0, i32 64)
void barrier.cta.arrive.aligned.count(i32 0, i32 64)
i1 barrier.cta.red.or.aligned.all(i32 0, i1)
i32 barrier0.or(i32)
void bar.warp.sync(i32)
i32 shfl.sync.bfly.i32(i32, i32, i32, i32)
float shfl.sync.up.f32(i32, float, i32, i32)
float shfl.sync.down.f32(i32, float, i32, i32)
{{ i32, i1 }} shfl.sync.idx.i32p(i32, i32, i32, i32)
i1 vote.any.sync(i32, i1)
i1 vote.all.sync(i32, i1)
i1 vote.uni.sync(i32, i1)
i32 vote.ballot.sync(i32, i1)
i32 match.any.sync.i32(i32, i32)
i32 redux.sync.add(i32, i32) umax umin max min and or xor
i32 activemask()
void membar.gl() cta sys
void nanosleep(i32)
void exit()
void cp.async.ca.shared.global.4({_SHARED}, {_GLOBAL}) 8 16
void cp.async.cg.shared.global.16({_SHARED}, {_GLOBAL})
void cp.async.ca.shared.global.4.s({_SHARED}, {_GLOBAL}, i32)
void cp.async.ca.shared.global.8.s({_SHARED}, {_GLOBAL}, i32)
void cp.async.ca.shared.global.16.s({_SHARED}, {_GLOBAL}, i32)
void cp.async.cg.shared.global.16.s({_SHARED}, {_GLOBAL}, i32)
void cp.async.commit.group()
void cp.async.wait.group(i32 1)
void cp.async.wait.all()
i32 ldmatrix.sync.aligned.m8n8.x1.b16.p3({_SHARED})
i32 ldmatrix.sync.aligned.m8n8.x1.trans.b16.p3({_SHARED})
{{ i32, i32 }} ldmatrix.sync.aligned.m8n8.x2.b16.p3({_SHARED})
{{ i32, i32 }} ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3({_SHARED})
{{ i32, i32, i32, i32 }} ldmatrix.sync.aligned.m8n8.x4.b16.p3({_SHARED})
{{ i32, i32, i32, i32 }} ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3({_SHARED})
void stmatrix.sync.aligned.m8n8.x1.b16.p3({_SHARED}, i32)
void stmatrix.sync.aligned.m8n8.x1.trans.b16.p3({_SHARED}, i32)
void stmatrix.sync.aligned.m8n8.x2.b16.p3({_SHARED}, i32, i32)
void stmatrix.sync.aligned.m8n8.x2.trans.b16.p3({_SHARED}, i32, i32)
void stmatrix.sync.aligned.m8n8.x4.b16.p3({_SHARED}, i32, i32, i32, i32)
void stmatrix.sync.aligned.m8n8.x4.trans.b16.p3({_SHARED}, i32, i32, i32, i32)
{_of_warps("16n8k16", "f32.f32", "<2 x half>", 4, "float", 4)}
{_of_warps("16n8k16", "f16.f16", "<2 x half>", 4, "<2 x half>", 2)}
{_of_warps("16n8k16", "bf16", "i32", 4, "float", 4)}
{_of_warps("16n8k8", "tf32", "i32", 4, "float", 4)}
{_of_warps("16n8k16", "s8", "i32", 2, "i32", 4)}
{_of_warps("16n8k32", "s8", "i32", 4, "i32", 4)}
{_of_warps("16n8k32", "f32.e4m3.e4m3.f32", "i32", 4, "float", 4)}
{_of_warps("16n8k32", "f32.e4m3.e5m2.f32", "i32", 4, "float", 4)}
{_of_warps("16n8k32", "f32.e5m2.e4m3.f32", "i32", 4, "float", 4)}
{_of_warps("16n8k32", "f32.e5m2.e5m2.f32", "i32", 4, "float", 4)}
i32 prmt(i32, i32, i32)
i32 mulhi.i(i32, i32) ui
i64 mulhi.ll(i64, i64) ull
float ex2.approx.f32(float)
float ex2.approx.ftz.f32(float)
half ex2.approx.f16(half)
float lg2.approx.f(float)
float lg2.approx.ftz.f(float)
float rcp.approx.ftz.f(float)
float rcp.rn.f(float)
double rcp.rn.d(double)
float rsqrt.approx.f(float)
float rsqrt.approx.ftz.f(float)
double rsqrt.approx.d(double)
float sqrt.approx.f(float)
float sqrt.approx.ftz.f(float)
float sqrt.rn.f(float)
double sqrt.rn.d(double)
float sin.approx.f(float)
float cos.approx.f(float)
float tanh.approx.f32(float)
float div.full(float, float)
float div.full.ftz(float, float)
float div.approx.f(float, float)
float div.approx.ftz.f(float, float)
float div.rn.f(float, float)
double div.rn.d(double, double)
float fma.rn.f(float, float, float)
float fma.rm.f(float, float, float)
double fma.rn.d(double, double, double)
float add.rn.f(float, float)
float mul.rn.f(float, float)
<2 x half> ff2f16x2.rn(float, float)
<2 x bfloat> ff2bf16x2.rn(float, float)
bfloat f2bf16.rn(float)
i16 ff.to.e4m3x2.rn(float, float)
i16 f16x2.to.e4m3x2.rn(<2 x half>)
i16 f16x2.to.e5m2x2.rn(<2 x half>)
i16 ff.to.e5m2x2.rn(float, float)
<2 x half> e4m3x2.to.f16x2.rn(i16)
<2 x half> e5m2x2.to.f16x2.rn(i16)
void fence.sc.cluster()
void fence.proxy.async.shared_cta()
void fence.proxy.async()
void fence.mbarrier_init.release.cluster()
void cp.async.bulk.commit.group()
void cp.async.bulk.wait.group(i32 1)
void cp.async.bulk.wait.group.read(i32 1)
void setmaxnreg.inc.sync.aligned.u32(i32 232)
void setmaxnreg.dec.sync.aligned.u32(i32 40)
void barrier.cluster.arrive()
void barrier.cluster.wait()
{{ i32, i1 }} elect.sync(i32)
"""


def of_nvvm() -> list[str]:
    """The calls of `OF_NVVM`; names behind one stand for it with another last part, or parts."""
    calls = []
    for line in OF_NVVM.strip().splitlines():
        returned, name, arguments, others = re.fullmatch(
            r"(\{.*\}|<.*?>|\w+) (.*?)\((.*)\)(.*)", line
        ).groups()
        names = [name]
        for other in others.split():
            stem = name.rsplit(".", 1)[0] if name.count(".") < 4 or other[0].isdigit() else "read.ptx.sreg"
            names.append(f"{stem}.{other}")
        calls += [f"{returned} llvm.nvvm.{name}({arguments})" for name in names]
    return calls


CALLS = [
    *(call for type_, name in FLOATS.items() for call in of_floats(type_, name)),
    *(call for type_ in ("i8", "i16", "i32", "i64") for call in of_integers(type_)),
    *OF_MEMORY,
    *of_nvvm(),
]

_CALL = re.compile(r"(.+?) (llvm[\w.]+)\((.*)\)")
_ARGUMENT = re.compile(r"(ptr addrspace\(\d\)|<[^>]*>|\w+)(?: ([\w-]+))?(?:, |$)")


def name_of(call: str) -> str:
    return _CALL.fullmatch(call)[2]


def module(calls: list[str]) -> str:
    """A kernel for each call."""
    lines = []
    for number, call in enumerate(calls):
        returned, name, arguments = _CALL.fullmatch(call).groups()
        types, given, parameters = [], [], ["ptr addrspace(1) %out"]
        for i, (type_, constant) in enumerate(_ARGUMENT.findall(arguments)):
            types.append(type_)
            given.append(f"{type_} {constant or f'%a{i}'}")
            if not constant:
                parameters.append(f"{type_} %a{i}")
        made = f"call {returned} @{name}({', '.join(given)})"
        if returned != "void":
            made = f"%r = {made}\n  store {returned} %r, ptr addrspace(1) %out"
        lines += [f"declare {returned} @{name}({', '.join(types)})"]
        lines += [f"define void @k{number}({', '.join(parameters)}) {{\n  {made}\n  ret void\n}}"]
    return "\n".join(lines)


PROGRAM = """
import sys
import llvmlite.binding as llvm
from triton_shared.codegen.nvidia.target import GpuTarget
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
m = GpuTarget(sys.argv[1]).machine
machine = llvm.Target.from_triple(m.triple).create_target_machine(m.cpu, m.features, opt=3)
module = llvm.parse_assembly(sys.stdin.read())
module.verify()
print(machine.emit_assembly(module))
"""


@pytest.mark.parametrize("chip", ["sm_80", "sm_89", "sm_90a", "sm_100a"])
def test_what_passes_becomes_ptx(chip):
    capability = int(re.search(r"\d+", chip)[0])
    calls = [call for call in CALLS if has_ptx(name_of(call), capability)]
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, chip], input=module(calls), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr[-1000:]
    assert ".extern .func" not in ran.stdout
    assert ran.stdout.count(".func k") == len(calls)


def test_every_row_is_tried():
    tried = {name_of(call).removeprefix("llvm.") for call in CALLS}
    rows = {*intrinsics.ON_FLOATS, *intrinsics.ON_ANY, *(f"nvvm.{row}" for row in intrinsics.OF_NVVM)}
    markers = {"lifetime.start", "lifetime.end", "invariant.start", "experimental.noalias.scope.decl"}
    markers |= {"dbg.declare", "dbg.value"}
    untried = {
        row
        for row in rows - markers
        if not any(name == row or name.startswith(row.rstrip(".") + ".") for name in tried)
    }
    assert not untried


@pytest.mark.parametrize(
    "name",
    [
        "llvm.exp.f32", "llvm.log.f64", "llvm.log2.f32", "llvm.exp10.f32", "llvm.pow.f32", "llvm.sin.f32",
        "llvm.tanh.v4f32", "llvm.exp2.f64", "llvm.exp2.v2f64", "llvm.canonicalize.bf16", "llvm.powi.f32.i32",
        "llvm.lrint.i64.f32", "llvm.modf.f32", "llvm.atan2.f32", "llvm.nvvm.redux.sync.fmax", "llvm.nvvm.no.such",
        "llvm.nvvm.read.ptx.sreg", "llvm.no.such", "llvm.", "llvm.f32", "llvm.x86.sse2.pause", "llvm.fabs.ppc_fp128",
    ],
)  # fmt: skip
def test_what_llvm_would_end_the_process_over_does_not_pass(name):
    assert not has_ptx(name, 90)


def test_what_a_chip_lacks_does_not_pass():
    assert has_ptx("llvm.nvvm.e4m3x2.to.f16x2.rn", 89) and not has_ptx("llvm.nvvm.e4m3x2.to.f16x2.rn", 80)
    assert has_ptx("llvm.nvvm.fence.sc.cluster", 90) and not has_ptx("llvm.nvvm.fence.sc.cluster", 89)
