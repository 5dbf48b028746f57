"""Compute of a block only what a mask keeps of what it is computed from.

    %from = tts.masked_view %x[0][%n] pad %pad
    linalg.generic {exp} ins(%from) outs(%buf)                  memref<1024xf32>
    linalg.reduce {addf} ins(%buf) outs(%sum)

becomes

    %from = tts.masked_view %x[0][%n] pad %pad
    %rest = exp(%pad)                                           the rest of %buf, one element of it
    %part = tts.masked_view %buf[0][%n] pad %rest
    linalg.generic {exp} ins(%from) outs(%part)
    linalg.reduce {addf} ins(%part) outs(%sum)

where a block is computed element by element from blocks of one window, and from scalars, and is read by nests.  Where
the body itself tests whether an element is in the window (`nests/members.py`), it finds that none of the rest is.

Promises: every element that is read has the value it had before, and ops on elements of the window are not repeated.
Here stands what is legal; what pays is the target's to say, by a `Policy`.
"""

from __future__ import annotations

from dataclasses import replace

from triton_shared.codegen.memory.copy_elision import ForwardedBlock, Policy
from triton_shared.codegen.nests import nest as nests
from triton_shared.codegen.nests.body import has_vector_form
from triton_shared.codegen.nests.members import members, needed_ops
from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.ir.builder import Builder
from triton_shared.ir.effects import input_count
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops, cloned, made_by
from triton_shared.mlir import ir


def narrow_blocks(function: ir.Operation, policy: Policy) -> None:
    """Run the transformation on ``function``, from its first op to its last: windows are propagated."""
    for op in all_ops(function, {"linalg.generic"}):
        _narrow(op, policy)


def _narrow(op: ir.Operation, policy: Policy) -> None:
    nest = nests.nest_of(Builder.before(op), op)
    nest = replace(nest, members=members(nest))
    buffer = _computed_buffer(nest)
    window = _common_window(nest)
    if buffer is None or window is None:
        return
    place = ForwardedBlock(buffer, window, None)
    readers = _readers(op, buffer)
    if not readers or not policy.writes_well(place.put_into(nest, len(nest.inputs))):
        return
    for reader, number in readers:
        read = nests.nest_of(Builder.before(reader), reader)
        if not policy.reads_well(place.put_into(read, number), number):
            return
    fired("narrow-blocks", "block")
    b = Builder.before(op)
    view = ForwardedBlock(buffer, window, _rest(b, nest)).view_before(op)
    op.operands[len(op.operands) - 1] = view
    for reader, number in readers:
        reader.operands[number] = view


def _computed_buffer(nest: Nest) -> ir.Value | None:
    """The buffer of the kernel's own which all of ``nest`` computes, element by element, if there is one."""
    if len(nest.outputs) != 1 or not all(nest.parallel) or not has_vector_form(nest):
        return None
    (output,) = nest.outputs
    buffer = made_by(output.value, "memref.alloc")
    whole = buffer is not None and buffer.block == nest.op.block and _is_whole(output, nest)
    indexed = any(op.name == "linalg.index" for op in needed_ops(nest))
    return output.value if whole and not indexed and not nest.uses_old(0) else None


def _common_window(nest: Nest) -> nests.Window | None:
    """The window of all blocks that ``nest`` reads; None where there is none, or an element outside could differ."""
    blocks = [a for a in nest.inputs if a.is_memref and a.dims]
    if not blocks or not all(_is_whole(a, nest) and a.pad is not None for a in blocks):
        return None
    first, *others = (a.window for a in blocks)
    return first if all(window == first for window in others) else None


def _is_whole(access: Access, nest: Nest) -> bool:
    return access.dims == tuple(range(len(nest.extents)))


def _readers(op: ir.Operation, buffer: ir.Value) -> list[tuple[ir.Operation, int]]:
    """Who reads ``buffer`` and with which operand; none where one may read it before ``op``, or does more."""
    found = []
    for use in buffer.uses:
        user, number = use.owner.operation, use.operand_number
        if user == op:
            continue
        reads = user.name in nests.READERS and number < input_count(user)
        if not reads or user.block != op.block or not op.is_before_in_block(user):
            return []
        found.append((user, number))
    return found


def _rest(b: Builder, nest: Nest) -> ir.Value:
    """What the body of ``nest`` makes of elements outside of the window."""
    env: dict[ir.Value, ir.Value] = {}
    for argument, access in zip(nest.arguments, nest.inputs, strict=False):
        scalar = access.is_memref and not access.dims
        element = b.one("memref.load", argument.type, access.value) if scalar else access.pad or access.value
        env[argument] = element
    env.update((member, b.constant(b.i1, 0)) for member in nest.members)
    for op in needed_ops(nest):
        cloned(op, env, b.ip)
    (result,) = nest.yielded
    return env.get(result, result)
