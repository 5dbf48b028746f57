"""Make products of warpgroups PTX instructions.

    %d = simt.wgmma %c, %a, %b {k = 16, steps = 4, …} : vector<64xf32>
    %r = simt.wgmma_wait %d {pending = 0} : vector<64xf32>

becomes

    llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
        {$0, …, $63}, $128, $132, 1, 1, 1, 0, 1; … // 0", "=f,…,0,…,63,l,…"
    llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0; // 1", "=f,…,0,…,63"

All steps of the inner dimension are one text.  The sums are tied: they are in the same registers before and behind it,
and their users use what the wait gives, so that none is read too early.  Each text has a number of its own, in a
comment: LLVM would make one of two that are alike, behind the branches that they stand in, and move sums meanwhile.

A matrix in memory is described by a *descriptor*: its address, and how far apart its parts are, in units of 16 bytes.
"""

from __future__ import annotations

from typing import NamedTuple

from triton_shared.codegen.nvidia.launch_abi import CLUSTER
from triton_shared.codegen.nvidia.mma.wgmma import FRAGMENT, WGMMA, WGMMA_INIT_ACCUMULATOR, WGMMA_WAIT
from triton_shared.codegen.nvidia.nvvm import assembly
from triton_shared.codegen.nvidia.target import WARP, WARPS_PER_WARPGROUP
from triton_shared.codegen.simt.build.emitter import Emitter, count_of, vector_of
from triton_shared.codegen.simt.build.shared_layout import CHUNK, REPEAT
from triton_shared.codegen.simt.layouts.dot_instructions import BITS, WGMMA_ROWS, WORD
from triton_shared.ir.walk import all_ops, substitute
from triton_shared.mlir import ir

#: bytes of the inner dimension that one instruction takes
STEP_BYTES = 32
#: by the bytes of a panel's row, the number of its swizzle
SWIZZLES = {128: 1, 64: 2, 32: 3}
#: bits of an address in chunks that a descriptor has; those above them name the block of a cluster
CHUNK_BITS = 14
#: where in a descriptor the distances and the swizzle are
LEADING, STRIDE, SWIZZLE = 16, 32, 62


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    chunk_bits = CHUNK_BITS if CLUSTER in function.attributes else WORD
    for number, op in enumerate(all_ops(function, _RULES)):
        substitute(op, _RULES[op.name](Emitter(op, op.location), op, number, chunk_bits))


def _begin(b: Emitter, op: ir.Operation, number: int, _: int) -> ir.Value:
    return _tied(b, op.operands[0], "", [], [])


def _wait(b: Emitter, op: ir.Operation, number: int, _: int) -> ir.Value:
    pending = op.attributes["pending"].value
    return _tied(b, op.operands[0], f"wgmma.wait_group.sync.aligned {pending}; // {number}", [], [])


class _Matrix(NamedTuple):
    """An operand in memory: the first row or column at ``pointer``."""

    pointer: ir.Value
    is_inner_fast: bool
    width: int
    panel: int
    k: int

    def descriptors(self, b: Emitter, steps: int, chunk_bits: int) -> list[ir.Value]:
        """A descriptor for each step of the inner dimension, with so many bits of an address in chunks."""
        i64 = b.i64
        base = b.bits(b.one("llvm.ptrtoint", b.i32, self.pointer), CHUNK.bit_length() - 1, chunk_bits)
        leading = 1 if self.is_inner_fast else self.panel // CHUNK
        stride = REPEAT * self.width // CHUNK
        high = (stride << STRIDE) | SWIZZLES[self.width] << SWIZZLE
        high -= (high >> 63) << 64
        out = []
        for step in range(steps):
            low = b.i32_op("arith.addi", base, self._offset(step) // CHUNK + (leading << LEADING))
            wide = b.one("arith.extui", i64, b.value32(low))
            out.append(b.one("arith.ori", i64, wide, b.constant(i64, high)))
        return out

    def _offset(self, step: int) -> int:
        """Bytes from the first step to this one."""
        if not self.is_inner_fast:
            return step * self.k * self.width
        panel, rest = divmod(step * STEP_BYTES, self.width)
        return panel * self.panel + rest


def _multiply(b: Emitter, op: ir.Operation, number: int, chunk_bits: int) -> ir.Value:
    sums, left, right = op.operands
    a, c, total = (attribute.value for attribute in op.attributes["kind"])
    numbers = [attribute.value for attribute in op.attributes["descriptors"]]
    k, steps = (op.attributes[name].value for name in ("k", "steps"))
    columns = count_of(sums) * WARPS_PER_WARPGROUP * WARP // WGMMA_ROWS
    count = count_of(sums) * BITS[total] // WORD
    matrices = [_Matrix(right, bool(numbers[3]), numbers[4], numbers[5], k)]
    if isinstance(left.type, ir.VectorType):
        words = [b.extract(left, i) for i in range(FRAGMENT * steps)]
        are_transposed = [not matrices[0].is_inner_fast]
    else:
        matrices.insert(0, _Matrix(left, bool(numbers[0]), numbers[1], numbers[2], k))
        words = []
        are_transposed = [not matrix.is_inner_fast for matrix in matrices]
    descriptors = [matrix.descriptors(b, steps, chunk_bits) for matrix in matrices]
    name = f"wgmma.mma_async.sync.aligned.m{WGMMA_ROWS}n{columns}k{k}.{total}.{a}.{c}"
    flags = _flags(BITS[a], total, are_transposed)
    lines = ["wgmma.fence.sync.aligned;"]
    for step in range(steps):
        at = 2 * count + step * FRAGMENT
        rows = f"{{{', '.join(f'${at + i}' for i in range(FRAGMENT))}}}"
        places = [f"${2 * count + len(words) + number * steps + step}" for number in range(len(matrices))]
        operands = ", ".join([*([rows] if words else []), *places])
        lines.append(f"{name} {{{', '.join(f'${i}' for i in range(count))}}}, {operands}, 1{flags};")
    if op.attributes["commits"].value:
        lines.append("wgmma.commit_group.sync.aligned;")
    others = [*words, *(descriptor for each in descriptors for descriptor in each)]
    text = " ".join([*lines, f"// {number}"])
    return _tied(b, sums, text, others, ["r"] * len(words) + ["l"] * steps * len(matrices))


_RULES = {WGMMA_INIT_ACCUMULATOR: _begin, WGMMA: _multiply, WGMMA_WAIT: _wait}


def _flags(bits: int, total: str, are_transposed: list[bool]) -> str:
    """Signs of A and B, which numbers that are no integers have, and which of them are transposed."""
    signs = "" if total == "s32" else ", 1, 1"
    return (
        signs + "".join(f", {int(is_transposed)}" for is_transposed in are_transposed)
        if bits == 16
        else signs
    )


def _tied(b: Emitter, sums: ir.Value, text: str, others: list[ir.Value], constraints: list[str]) -> ir.Value:
    """``text`` as an instruction on the registers ``sums``, the first operands, and on ``others``."""
    element = sums.type.element_type
    packed = isinstance(element, ir.F16Type)
    words = b.one("vector.bitcast", vector_of(count_of(sums) // 2, b.i32), sums) if packed else sums
    count, member = count_of(words), words.type.element_type
    letter = "f" if isinstance(member, ir.F32Type) else "r"
    constraints = [f"={letter}"] * count + [str(i) for i in range(count)] + constraints
    operands = [*(b.extract(words, i) for i in range(count)), *others]
    struct = assembly(b, text, constraints, operands, [b.struct_of(count, member)]).result
    made = b.collect(b.fields(struct, count, member))
    return b.one("vector.bitcast", sums.type, made) if packed else made
