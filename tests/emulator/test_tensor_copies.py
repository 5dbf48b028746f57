"""mbarriers and copies of boxes of tensors in the emulator: swizzles, borders, and what happens without their waits."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import emulator
from tests.support.emulator import emulate
from tests.support.emulator.ptx_bulk import tensor_map
from tests.support.gpu_kernels import needs_ptxas
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.emit import to_ptx
from triton_shared.codegen.nvidia.target import GpuTarget

THREADS, TILE = 64, 1024
#: the parts of the kernel, of which tests leave some out
INIT, BARRIER, EXPECT, COPY = "init", "sync", "expect", "copy"
WAIT, READ, FREE, UNTIL_FREE = "wait", "read", "free", "until"
ORDER = (INIT, BARRIER, UNTIL_FREE, EXPECT, COPY, WAIT, READ, FREE)

_LOOP = """{{
.reg .pred p;
again${{:uid}}: mbarrier.{how}.parity.shared::cta.b64 p, [$0], $1;
@!p bra again${{:uid}};
}}"""
_COPY = (
    "cp.async.bulk.tensor.{}d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {{{}}}], [${}];"
)
SHARED = "ptr addrspace(3)"


def _asm(text: str, *operands: tuple[str, str]) -> str:
    """Inline assembly of operands, each a constraint and a value."""
    text = text.replace("\n", "\\0A")
    constraints = ",".join([*(constraint for constraint, _ in operands), "~{memory}"])
    return f'call void asm sideeffect "{text}", "{constraints}"({", ".join(value for _, value in operands)})'


def kernel(
    turns: int, box: tuple[int, ...], size: int, parts: tuple[str, ...] = ORDER, how: str = "try_wait"
) -> str:
    """Copies boxes of a tensor along its last dimension but one to shared memory, and from there to ``%out``.

    Thread 0 copies; all threads tell by a second mbarrier that they have read.
    """
    rank, bytes_ = len(box), int(np.prod(box)) * size
    full, empty, tile = (
        ("r", f"{SHARED} getelementptr (i8, {SHARED} @shared, i32 {at})") for at in (0, 8, TILE)
    )
    at = [("r", f"i32 {i}") for i in ("%x", "%y", *["0"] * (rank - 2))[:rank]]
    copy = _COPY.format(rank, ", ".join(f"${2 + i}" for i in range(rank)), 2 + rank)
    init = "mbarrier.init.shared::cta.b64 [$0], $1;"
    text = {
        INIT: "\n".join([_asm(init, full, ("r", "i32 1")), _asm(init, empty, ("r", f"i32 {THREADS}"))]),
        EXPECT: _asm("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", full, ("r", f"i32 {bytes_}")),
        COPY: _asm(copy, tile, ("l", "ptr %map"), *at, full),
        WAIT: _asm(_LOOP.format(how=how), full, ("r", "i32 %parity")),
        UNTIL_FREE: _asm(_LOOP.format(how=how), empty, ("r", "i32 %other")),
        FREE: _asm("mbarrier.arrive.shared::cta.b64 _, [$0];", empty),
        BARRIER: "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)",
        READ: f"""br label %copying
copying:
  %w = phi i32 [ %t, %go ], [ %nw, %more ]
  %in = icmp ult i32 %w, {bytes_ // 4}
  br i1 %in, label %more, label %copied
more:
  %from = getelementptr i32, ptr addrspace(3) %tile, i32 %w
  %v = load i32, ptr addrspace(3) %from
  %base = mul i32 %turn, {bytes_ // 4}
  %index = add i32 %base, %w
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %index
  store i32 %v, ptr addrspace(1) %to
  %nw = add i32 %w, {THREADS}
  br label %copying
copied:
""",
    }
    part = lambda name: text[name] if name in parts else ("br label %copied\ncopied:" if name == READ else "")  # noqa: E731
    return f"""
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
@shared = external addrspace(3) global [0 x i8], align {TILE}
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %x, i32 %begin,
    ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %map) "nvvm.maxntid"="{THREADS}" {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  %tile = getelementptr i8, ptr addrspace(3) @shared, i32 {TILE}
  br i1 %first, label %make, label %made
make:
  {part(INIT)}
  br label %made
made:
  {part(BARRIER)}
  br label %head
head:
  %turn = phi i32 [ 0, %made ], [ %next, %copied ]
  %parity = and i32 %turn, 1
  %other = xor i32 %parity, 1
  %moved = mul i32 %turn, {box[1] if rank > 1 else 0}
  %y = add i32 %begin, %moved
  br i1 %first, label %issue, label %go
issue:
  {part(UNTIL_FREE)}
  {part(EXPECT)}
  {part(COPY)}
  br label %go
go:
  {part(WAIT)}
  {part(READ)}
  {part(FREE)}
  %next = add i32 %turn, 1
  %again = icmp slt i32 %next, {turns}
  br i1 %again, label %head, label %done
done:
  ret void
}}
"""


def swizzled(rows: np.ndarray, swizzle: int) -> np.ndarray:
    """The bytes of rows as they lie in shared memory."""
    flat = np.ascontiguousarray(rows).view(np.uint8).ravel()
    at, out = np.arange(flat.size), np.zeros_like(flat)
    out[at ^ ((at >> 7) % max(1, swizzle // 16)) * 16] = flat
    return out


def run(
    x: np.ndarray,
    box: tuple[int, ...],
    swizzle: int,
    at: tuple[int, int],
    turns: int = 3,
    seed: int = 0,
    **how,
) -> tuple[np.ndarray, np.ndarray]:
    """What comes out of shared memory, and what should: ``x`` and ``box`` have the fastest dimension last and first."""
    extents, strides = x.shape[::-1], x.strides[-2::-1]
    encoded = tensor_map(x.ctypes.data, x.itemsize, extents, strides, box, swizzle)
    out = np.zeros((turns, int(np.prod(box)) * x.itemsize), np.uint8)
    emulate(
        how.pop("text", None) or kernel(turns, box, x.itemsize, **how), "k", (1,), [out, *at, encoded],
        threads=THREADS, shared_bytes=TILE + out[0].size, visible={"x": x}, seed=seed,
    )  # fmt: skip
    edge = 300
    wide = np.pad(x, edge)
    wanted = []
    for turn in range(turns):
        begin = [at[0], at[1] + turn * box[1], *[0] * (len(box) - 2)]
        slices = tuple(slice(edge + b, edge + b + n) for b, n in zip(begin, box, strict=True))[::-1]
        wanted.append(swizzled(wide[slices], swizzle))
    return out, np.stack(wanted)


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize(
    ("box", "swizzle"), [((64, 8), 128), ((32, 16), 64), ((16, 8), 32), ((64, 4), 0), ((64, 8, 2), 128)]
)
def test_boxes_come_as_they_lie_and_zeros_are_outside(box, swizzle, seed):
    rng = np.random.default_rng(1)
    x = rng.integers(1, 1000, (3, 21, 104)[-len(box) :]).astype(np.int16)
    for at in ((0, 0), (8, 2), (-5, -3), (61, 7), (200, 0), (0, -40)):
        np.testing.assert_array_equal(*run(x, box, swizzle, at, seed=seed))


@pytest.mark.parametrize("how", ["try_wait", "test_wait"])
@pytest.mark.parametrize("ptx", [False, True])
def test_what_llvm_makes_does_the_same(ptx, how):
    x = np.arange(20 * 64, dtype=np.int32).reshape(20, 64)
    text = kernel(4, (32, 8), 4, how=how)
    made = to_ptx(text, GpuTarget("sm_90a", num_warps=THREADS // 32))
    np.testing.assert_array_equal(*run(x, (32, 8), 128, (16, -2), 4, text=made[ptx], seed=3))


@needs_ptxas
def test_ptxas_takes_it():
    target = GpuTarget("sm_90a", num_warps=THREADS // 32)
    assert ptxas.assemble(to_ptx(kernel(4, (32, 8), 4), target)[1], target)


ERRORS = {
    INIT: emulator.Trap,
    BARRIER: (emulator.Trap, emulator.Race),
    EXPECT: emulator.Deadlock,
    COPY: emulator.Deadlock,
    WAIT: emulator.Race,
    FREE: emulator.Deadlock,
    UNTIL_FREE: (emulator.Race, emulator.Unexpected),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("without", ERRORS)
def test_nothing_of_the_protocol_is_too_much(without, seed):
    x = np.arange(20 * 64, dtype=np.int32).reshape(20, 64)
    parts = tuple(part for part in ORDER if part != without)
    with pytest.raises(ERRORS[without]):
        run(x, (32, 8), 128, (0, 0), 5, seed, parts=parts)


def test_copies_that_nobody_waits_for_are_missed():
    x = np.arange(20 * 64, dtype=np.int32).reshape(20, 64)
    with pytest.raises(emulator.Unfinished):
        run(x, (32, 8), 128, (0, 0), 1, parts=(INIT, BARRIER, EXPECT, COPY))


def stores(second: int, waits: bool) -> str:
    """Thread 0 stores a box of (32, 8) at row 0, then one at row ``second``; between them it may wait."""
    store = "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {{$1, $2}}], [$3];"
    tile = ("r", f"{SHARED} getelementptr (i8, {SHARED} @shared, i32 {TILE})")
    at = lambda y: _asm(store.format(), ("l", "ptr %map"), ("r", "i32 0"), ("r", f"i32 {y}"), tile)  # noqa: E731
    end = _asm("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;")
    zero = f"""
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@shared = external addrspace(3) global [0 x i8], align {TILE}
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %x, i32 %begin,
    ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %map) "nvvm.maxntid"="{THREADS}" {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %go, label %done
go:
"""
    lines = [at(0), end if waits else "", at(second), end, "br label %done\ndone:\nret void\n}"]
    return zero + "\n".join(lines)


@pytest.mark.parametrize(("second", "waits"), [(8, False), (4, True), (4, False)])
def test_stores_of_boxes_that_share_elements_are_in_no_order(second, waits):
    x = np.ones((20, 64), np.int32)
    encoded = tensor_map(x.ctypes.data, 4, (64, 20), [256], (32, 8), 0)
    launch = lambda: emulate(  # noqa: E731
        stores(second, waits),
        "k",
        (1,),
        [x, 0, 0, encoded],
        threads=THREADS,
        shared_bytes=2 * TILE,
        visible={"x": x},
    )
    if second == 8 or waits:
        launch()
        assert (x[:8, :32] != 1).all()
    else:
        with pytest.raises(emulator.Race, match=r"a copy of a tensor writes.* 1024 of"):
            launch()


def test_who_expects_too_little_reads_too_early():
    x = np.arange(20 * 64, dtype=np.int32).reshape(20, 64)
    text = kernel(1, (32, 8), 4).replace("i32 1024)", "i32 512)")
    with pytest.raises((emulator.Unexpected, emulator.Deadlock)):
        run(x, (32, 8), 128, (0, 0), 1, text=text)


@pytest.mark.parametrize("wrong", ["address", "stride", "row"])
def test_what_no_tensor_may_be_is_refused(wrong):
    x = np.zeros((20, 64), np.int32)
    extents, strides = (64, 20), [256]
    address, box = x.ctypes.data, (32, 8)
    match wrong:
        case "address":
            address += 4
        case "stride":
            strides = [252]
        case "row":
            box = (3, 8)
    encoded = tensor_map(address, 4, extents, strides, box, 128)
    with pytest.raises(emulator.Trap):
        emulate(
            kernel(1, (32, 8), 4),
            "k",
            (1,),
            [x, 0, 0, encoded],
            threads=THREADS,
            shared_bytes=2 * TILE,
            visible={"x": x},
        )


def test_reads_outside_of_the_arguments_are_missed():
    x = np.zeros((20, 64), np.int32)
    encoded = tensor_map(x.ctypes.data, 4, (64, 40), [256], (32, 8), 128)
    with pytest.raises(emulator.OutOfBounds):
        emulate(
            kernel(5, (32, 8), 4),
            "k",
            (1,),
            [np.zeros(2048, np.int32), 0, 0, encoded],
            threads=THREADS,
            shared_bytes=2 * TILE,
            visible={"x": x},
        )


def test_registers_move_between_warpgroups():
    fewer = _asm("setmaxnreg.dec.sync.aligned.u32 40;")
    text = kernel(1, (32, 8), 4).replace("made:", f"made:\n  {fewer}")
    x = np.arange(20 * 64, dtype=np.int32).reshape(20, 64)
    np.testing.assert_array_equal(*run(x, (32, 8), 128, (0, 0), 1, text=text))
    with pytest.raises(emulator.Trap):
        run(x, (32, 8), 128, (0, 0), 1, text=text.replace("u32 40", "u32 41"))
