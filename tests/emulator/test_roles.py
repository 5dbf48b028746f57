"""Warps of a block that do different things: barriers that some wait for and some only come to, and setmaxnreg."""

from __future__ import annotations

import numpy as np
import pytest

from tests.emulator.kernels import element
from tests.support import emulator
from tests.support.emulator import emulate
from tests.support.gpu_kernels import needs_ptxas
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.target import GpuTarget

GROUP, TURNS, REGISTERS = 128, 5, 168
THREADS = 2 * GROUP
TARGET = GpuTarget("sm_90a", num_warps=THREADS // 32, maxnreg=REGISTERS)
SEEDS = pytest.mark.parametrize("seed", [0, 1, 2, 3])
FULL, EMPTY = 512, 520  # where the mbarriers are


def _asm(text: str, constraints: str = "", operands: str = "") -> str:
    return f'call void asm sideeffect "{text}", "{constraints}{"," if constraints else ""}~{{memory}}"({operands})'


def _waiting(how: str, mbarrier: int, parity: str) -> str:
    lines = (
        "{",
        ".reg .pred p;",
        f"again${{:uid}}: mbarrier.{how}.parity.shared::cta.b64 p, [$0], $1;",
        "@!p bra again${:uid};",
        "}",
    )
    return _asm("\\0A".join(lines), "r,r", f"i32 {1024 + mbarrier}, i32 {parity}")


#: what tells a group that fills a buffer that the one which reads it is done, and that one that it is full
PROTOCOLS = {
    "intrinsics": {
        "init": "",
        "until empty": "call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 2, i32 256)",
        "full": "call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 256)",
        "until full": "call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 256)",
        "empty": "call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 2, i32 256)",
    },
    "assembly": {
        "init": "",
        "until empty": _asm("barrier.sync 2, 256;"),
        "full": _asm("barrier.arrive $0, 256;", "r", "i32 1"),
        "until full": _asm("bar.sync 1, $0;", "r", "i32 256"),
        "empty": _asm("bar.arrive 2, 256;"),
    },
    "mbarriers": {
        "init": f"""br i1 %first, label %make, label %made
make:
  {_asm("mbarrier.init.shared::cta.b64 [$0], 128;", "r", f"i32 {1024 + FULL}")}
  {_asm("mbarrier.init.shared::cta.b64 [$0], 4;", "r", f"i32 {1024 + EMPTY}")}
  br label %made
made:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)""",
        "until empty": _waiting("try_wait", EMPTY, "%other"),
        "full": _asm("mbarrier.arrive.shared::cta.b64 _, [$0];", "r", f"i32 {1024 + FULL}"),
        "until full": _waiting("try_wait", FULL, "%parity"),
        "empty": "call void @llvm.nvvm.bar.warp.sync(i32 -1)\n  "
        + _asm("@$1 mbarrier.arrive.shared::cta.b64 _, [$0], 1;", "r,b", f"i32 {1024 + EMPTY}, i1 %lead"),
    },
}


def _when_copied(name: str) -> str:
    return _asm(f"cp.async.mbarrier.arrive.{name}shared::cta.b64 [$0];", "r", f"i32 {1024 + FULL}")


_ARRIVE = PROTOCOLS["mbarriers"]["full"]
_COPIES = PROTOCOLS["mbarriers"] | {
    "put": "call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %mine, ptr addrspace(1) %px)"
}
#: a thread that copies arrives when its copies are made; else it arrives by itself, besides what its copies ask for
PROTOCOLS |= {
    "copies": _COPIES | {"full": _when_copied("noinc.")},
    "more arrivals": _COPIES | {"full": f"{_when_copied('')}\n  {_ARRIVE}"},
    "copies that are waited for": _COPIES
    | {"full": f"call void @llvm.nvvm.cp.async.wait.all()\n  {_ARRIVE}"},
}


def kernel(parts: dict[str, str], fewer: str = "", more: str = "") -> str:
    """The first threads copy rows of ``%x`` to shared memory, the others from there, turned, to ``%y``."""
    return f"""
@shared = external addrspace(3) global [0 x i8], align 1024
define ptx_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y)
    "nvvm.maxntid"="{THREADS}" "nvvm.maxnreg"="{REGISTERS}" {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  %in = and i32 %t, {GROUP - 1}
  %lane = and i32 %t, 31
  %lead = icmp eq i32 %lane, 0
  {parts["init"]}
  %fills = icmp ult i32 %t, {GROUP}
  br i1 %fills, label %filler, label %reader
filler:
  {fewer}
  br label %fill
fill:
  %turn = phi i32 [ 0, %filler ], [ %next, %filled ]
  %again = icmp ne i32 %turn, 0
  %parity.f = and i32 %turn, 1
  %other = xor i32 %parity.f, 1
  %row = mul i32 %turn, {GROUP}
  %at = add i32 %row, %in
  {element("px", "%x", "%at")}
  %v = load i32, ptr addrspace(1) %px
  br i1 %again, label %wait, label %put
wait:
  {parts["until empty"]}
  br label %put
put:
  {element("mine", "@shared", "%in", space=3)}
  {parts.get("put", "store i32 %v, ptr addrspace(3) %mine")}
  {parts["full"]}
  br label %filled
filled:
  %next = add i32 %turn, 1
  %more = icmp ne i32 %next, {TURNS}
  br i1 %more, label %fill, label %done
reader:
  {more}
  br label %read
read:
  %k = phi i32 [ 0, %reader ], [ %nk, %tell ]
  %parity = and i32 %k, 1
  {parts["until full"]}
  %turned = sub i32 {GROUP - 1}, %in
  {element("theirs", "@shared", "%turned", space=3)}
  %w = load i32, ptr addrspace(3) %theirs
  %row.r = mul i32 %k, {GROUP}
  %to = add i32 %row.r, %in
  {element("py", "%y", "%to")}
  store i32 %w, ptr addrspace(1) %py
  %nk = add i32 %k, 1
  %goes = icmp ne i32 %nk, {TURNS}
  br i1 %goes, label %tell, label %done
tell:
  {parts["empty"]}
  br label %read
done:
  ret void
}}
"""


def run(text: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """What the kernel made, and what it should."""
    x = np.arange(TURNS * GROUP, dtype=np.int32).reshape(TURNS, GROUP)
    y = np.zeros_like(x)
    emulate(text, "k", (2,), [x, y], threads=THREADS, shared_bytes=1024, seed=seed, overlaps=True)
    return y, x[:, ::-1]


@SEEDS
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_one_group_fills_what_another_reads(protocol, seed):
    text = kernel(PROTOCOLS[protocol])
    np.testing.assert_array_equal(*run(text, seed))
    for made in to_ptx(text, TARGET):
        np.testing.assert_array_equal(*run(made, seed))


@needs_ptxas
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_ptxas_takes_it(protocol):
    registers = [_set_registers(how, count, assembly=True) for how, count in (("dec", 40), ("inc", 240))]
    assert ptxas.assemble(to_ptx(kernel(PROTOCOLS[protocol], *registers), TARGET)[1], TARGET)


@SEEDS
@pytest.mark.parametrize("as_ptx", [False, True])
@pytest.mark.parametrize("without", ["until empty", "full", "until full", "empty"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_nothing_of_a_protocol_is_too_much(protocol, without, as_ptx, seed):
    text = kernel(PROTOCOLS[protocol] | {without: ""})
    with pytest.raises((emulator.Race, emulator.Deadlock, emulator.Divergent)):
        run(to_ptx(text, TARGET)[1] if as_ptx else text, seed)


@SEEDS
def test_who_copies_arrives_too_early_by_itself(seed):
    got, wanted = run(kernel(_COPIES | {"full": _ARRIVE}), seed)
    assert not np.array_equal(got, wanted)


@SEEDS
@pytest.mark.parametrize("kind", ["noinc.", ""])
def test_arrivals_by_intrinsics(kind, seed):
    at = f"ptr addrspace(3) inttoptr (i32 {1024 + FULL} to ptr addrspace(3))"
    full = f"call void @llvm.nvvm.cp.async.mbarrier.arrive.{kind}shared({at})"
    text = kernel(_COPIES | {"full": full if kind else f"{full}\n  {_ARRIVE}"})
    np.testing.assert_array_equal(*run(text, seed))


@SEEDS
def test_who_waits_at_one_barrier_learns_nothing_of_another_one(seed):
    """The writers come to the readers' barrier before they write, and behind that to another one."""
    parts = PROTOCOLS["intrinsics"]
    late = parts["full"].replace("i32 1,", "i32 3,")
    text = kernel(parts | {"full": late}).replace("put:\n", f"put:\n  {parts['full']}\n")
    with pytest.raises(emulator.Race, match="shared memory"):
        run(text, seed)


@SEEDS
@pytest.mark.parametrize("part", ["full", "until full", "until empty", "empty"])
def test_all_say_how_many_come_to_a_barrier(part, seed):
    parts = PROTOCOLS["intrinsics"]
    text = kernel(parts | {part: parts[part].replace("i32 256", "i32 288")})
    with pytest.raises(emulator.Trap, match="another number of threads"):
        run(text, seed)


@SEEDS
@pytest.mark.parametrize("part", ["full", "until full"])
def test_whole_warps_come_to_aligned_barriers(part, seed):
    parts = PROTOCOLS["intrinsics"]
    split = f"""%some{part[0]} = icmp ult i32 %lane, 16
  br i1 %some{part[0]}, label %one{part[0]}, label %two{part[0]}
one{part[0]}:
  {parts[part]}
  br label %both{part[0]}
two{part[0]}:
  {parts[part]}
  br label %both{part[0]}
both{part[0]}:"""
    text = kernel(parts | {part: split})
    with pytest.raises(emulator.Divergent, match="of its warp"):
        run(text, seed)


# ---- Registers ----


def _set_registers(how: str, count: int, assembly: bool = False) -> str:
    name = f"setmaxnreg.{how}.sync.aligned.u32"
    return _asm(f"{name} {count};") if assembly else f"call void @llvm.nvvm.{name}(i32 {count})"


@SEEDS
@pytest.mark.parametrize("made", ["intrinsic", "assembly", "PTX"])
def test_registers_that_a_group_gives_back_another_one_gets(made, seed):
    def run_with(*counts: int) -> tuple[np.ndarray, np.ndarray]:
        lines = [
            _set_registers("inc" if count > REGISTERS else "dec", count, made != "intrinsic") if count else ""
            for count in counts
        ]
        text = kernel(PROTOCOLS["intrinsics"], *lines)
        return run(to_ptx(text, TARGET)[1] if made == "PTX" else text, seed)

    np.testing.assert_array_equal(*run_with(96, 240))
    for given_back in (0, 104):
        with pytest.raises(emulator.Deadlock, match="-255: waits at setmaxnreg 240"):
            run_with(given_back, 240)


@SEEDS
def test_registers_are_asked_for_as_they_may_be(seed):
    parts = PROTOCOLS["intrinsics"]
    for wrong in (("dec", 176), ("inc", 160), ("dec", 16), ("dec", 41), ("inc", 264)):
        with pytest.raises(emulator.Trap, match="setmaxnreg"):
            run(kernel(parts, _set_registers(*wrong, assembly=True)), seed)
    some = f"""%some = icmp ult i32 %t, 96
  br i1 %some, label %gives, label %keeps
gives:
  {_set_registers("dec", 96)}
  br label %keeps
keeps:"""
    text = kernel(parts, some).replace("%filler ]", "%keeps ]")
    with pytest.raises(emulator.Divergent, match=r"of its warpgroup .* and another place"):
        run(text, seed)
