"""The intrinsics of LLVM that become PTX.

LLVM ends the process over one that it cannot select, and calls a function that no GPU has for one that it does not
know.  So only what stands here is handed to it.
"""

from __future__ import annotations

import re

from triton_shared.types import FORMATS

_ON_FLOATS = """fabs floor ceil trunc rint nearbyint round roundeven sqrt copysign fma fmuladd ldexp frexp is.fpclass
arithmetic.fence minnum maxnum minimum maximum minimumnum maximumnum vector.reduce.fadd vector.reduce.fmul
vector.reduce.fmax vector.reduce.fmin vector.reduce.fmaximum vector.reduce.fminimum"""

#: intrinsics on floats, ``llvm.NAME.TYPE``, and the types that they have no PTX for
ON_FLOATS = {**dict.fromkeys(_ON_FLOATS.split(), ()), "exp2": ("f64",)}

_ON_ANY = """abs bitreverse bswap ctlz cttz ctpop fshl fshr smax smin umax umin scmp ucmp sadd.sat uadd.sat ssub.sat
usub.sat sshl.sat ushl.sat sadd.with.overflow uadd.with.overflow ssub.with.overflow usub.with.overflow
smul.with.overflow umul.with.overflow fptosi.sat fptoui.sat vector.reduce.add vector.reduce.mul vector.reduce.and
vector.reduce.or vector.reduce.xor vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin
masked.load masked.store masked.gather masked.scatter memcpy memmove memset prefetch ptrmask expect trap debugtrap
assume sideeffect donothing lifetime.start lifetime.end invariant.start experimental.noalias.scope.decl dbg.declare
dbg.value"""

#: intrinsics that have PTX for any type
ON_ANY = frozenset(_ON_ANY.split())

_SINCE_80 = """read.ptx.sreg.tid. read.ptx.sreg.ntid. read.ptx.sreg.ctaid. read.ptx.sreg.nctaid. read.ptx.sreg.laneid
read.ptx.sreg.warpid read.ptx.sreg.smid read.ptx.sreg.clock read.ptx.sreg.clock64 read.ptx.sreg.globaltimer
read.ptx.sreg.lanemask.lt
barrier0 barrier0.or barrier.cta.sync.aligned.all barrier.cta.sync.aligned.count barrier.cta.arrive.aligned.count
barrier.cta.red.or.aligned.all bar.warp.sync
shfl.sync.bfly shfl.sync.up shfl.sync.down shfl.sync.idx vote.any.sync vote.all.sync vote.ballot.sync vote.uni.sync
match.any.sync redux.sync.add redux.sync.umax redux.sync.umin redux.sync.max redux.sync.min redux.sync.and
redux.sync.or redux.sync.xor activemask
membar.gl membar.cta membar.sys nanosleep exit
cp.async.ca.shared.global.4 cp.async.ca.shared.global.8 cp.async.ca.shared.global.16 cp.async.cg.shared.global.16
cp.async.ca.shared.global.4.s cp.async.ca.shared.global.8.s cp.async.ca.shared.global.16.s
cp.async.cg.shared.global.16.s cp.async.commit.group cp.async.wait.group cp.async.wait.all
ldmatrix.sync.aligned.m8n8.x1.b16 ldmatrix.sync.aligned.m8n8.x2.b16 ldmatrix.sync.aligned.m8n8.x4.b16
ldmatrix.sync.aligned.m8n8.x1.trans.b16 ldmatrix.sync.aligned.m8n8.x2.trans.b16 ldmatrix.sync.aligned.m8n8.x4.trans.b16
mma.m16n8k16.row.col mma.m16n8k8.row.col.tf32 mma.m16n8k16.row.col.s8 mma.m16n8k32.row.col.s8
prmt mulhi.i mulhi.ui mulhi.ll mulhi.ull
ex2.approx ex2.approx.ftz lg2.approx.f lg2.approx.ftz.f rcp.approx.ftz.f rcp.rn.f rcp.rn.d rsqrt.approx.f
rsqrt.approx.ftz.f rsqrt.approx.d sqrt.approx.f sqrt.approx.ftz.f sqrt.rn.f sqrt.rn.d sin.approx.f cos.approx.f
tanh.approx div.full div.full.ftz div.approx.f div.approx.ftz.f div.rn.f div.rn.d fma.rn.f fma.rn.d fma.rm.f add.rn.f
mul.rn.f ff2f16x2.rn ff2bf16x2.rn f2bf16.rn"""

_SINCE_89 = """ff.to.e4m3x2.rn ff.to.e5m2x2.rn f16x2.to.e4m3x2.rn f16x2.to.e5m2x2.rn e4m3x2.to.f16x2.rn
e5m2x2.to.f16x2.rn"""
_SINCE_90 = """mma.m16n8k32.row.col.f32.e4m3.e4m3 mma.m16n8k32.row.col.f32.e4m3.e5m2
mma.m16n8k32.row.col.f32.e5m2.e4m3 mma.m16n8k32.row.col.f32.e5m2.e5m2 fence.sc.cluster fence.proxy.async.shared_cta
elect.sync barrier.cluster.arrive barrier.cluster.wait fence.proxy.async fence.mbarrier_init.release.cluster
cp.async.bulk.commit.group cp.async.bulk.wait.group cp.async.bulk.wait.group.read setmaxnreg.inc.sync.aligned.u32
setmaxnreg.dec.sync.aligned.u32 stmatrix.sync.aligned.m8n8.x1.b16 stmatrix.sync.aligned.m8n8.x2.b16
stmatrix.sync.aligned.m8n8.x4.b16 stmatrix.sync.aligned.m8n8.x1.trans.b16 stmatrix.sync.aligned.m8n8.x2.trans.b16
stmatrix.sync.aligned.m8n8.x4.trans.b16"""

#: intrinsics of NVPTX, ``llvm.nvvm.NAME``, and the least compute capability that has them; a name ending with a dot
#: stands for all that begin with it
OF_NVVM = {
    name: capability
    for capability, names in {80: _SINCE_80, 89: _SINCE_89, 90: _SINCE_90}.items()
    for name in names.split()
}

_TYPE = re.compile(r"(?:nxv\d+|v\d+)?(i\d+|bf16|f\d+|p\d+)p?")


def has_ptx(name: str, capability: int) -> bool:
    """Whether the intrinsic ``name`` becomes PTX for chips of this compute capability, 90 for 9.0."""
    parts = name.removeprefix("llvm.").split(".")
    types = []
    while parts and (type_ := _TYPE.fullmatch(parts[-1])):
        types.append(type_[1])
        parts.pop()
    stem = ".".join(parts)
    if stem in ON_FLOATS:
        floats = [type_ for type_ in types if not type_.startswith("i")]
        return all(type_ in FORMATS and type_ not in ON_FLOATS[stem] for type_ in floats)
    if stem.startswith("nvvm."):
        stem = stem.removeprefix("nvvm.")
        family = stem[: stem.rfind(".") + 1]
        return capability >= OF_NVVM.get(stem, OF_NVVM.get(family, 1 << 31))
    return stem in ON_ANY
