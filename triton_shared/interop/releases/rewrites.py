"""Do without the ops that a release does not have.

::

    %m = arith.maxnumf %a, %b                ->  %c = arith.cmpf ogt, %a, %b
                                                 %s = arith.select %c, %a, %b
                                                 %n = arith.cmpf uno, %b, %b
                                                 %m = arith.select %n, %a, %s          before MLIR 18

`RULES` has a row for each op that some release lacks: the first release that has it, and what to do before.  A row's
function changes the op in place, or replaces it and erases it.  The promise: what is left is known to the release,
or is an error with a place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from triton_shared.dialects.registry import DIALECTS
from triton_shared.errors import LoweringError
from triton_shared.interop.releases import table
from triton_shared.ir.builder import DYNAMIC, at, build, element_of, i64_attr, indices, integer
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import arith, ir

_KINDS = {kind.value: kind.name for kind in arith.AtomicRMWKind}
#: kinds of memref.atomic_rmw by llvm's numbers; the first release that lowers them as kinds, and that has llvm's
_BIN_OPS = {"assign": (0, 18, 16), "xori": (6, 22, 16), "maxnumf": (13, 18, 17), "minnumf": (14, 18, 17)}
ACQ_REL = 5


def run(module: ir.Operation, version: int) -> None:
    """Rewrite ``module`` for MLIR ``version``."""
    for op in all_ops(module):
        for since, rule in RULES.get(op.name, ()):
            if version < since:
                with at(op):
                    rule(op, version)
                break
    if version < 20:
        _without_zero_strides(module)
    for op in all_ops(module):
        _check(op, version)


def _check(op: ir.Operation, version: int) -> None:
    """Refuse an op, and types of values, that the release does not have."""
    if op.name.partition(".")[0] in DIALECTS.keys() - table.KEPT:
        raise LoweringError(op, "is of a dialect of this package, which no release of MLIR knows")
    if version < table.OPS.get(op.name, 0):
        raise LoweringError(op, f"is not known to MLIR {version}, but to {table.OPS[op.name]} and newer")
    for value in op.results:
        if (since := _since(value.type)) > version:
            raise LoweringError(
                op, f"has a value of type '{value.type}', which MLIR has since release {since}"
            )
    for block in (b for region in op.regions for b in region.blocks):
        for argument in block.arguments:
            if (since := _since(argument.type)) > version:
                what = f"takes a value of type '{argument.type}', which MLIR has since release {since}"
                raise LoweringError(op, what)


_SMALL_FLOAT = re.compile(r"f[468]E\w+|tf32")


def _since(type_: ir.Type) -> int:
    if isinstance(type_, (ir.IntegerType, ir.IndexType)):
        return 0
    return max((table.TYPES.get(name, 0) for name in _SMALL_FLOAT.findall(str(type_))), default=0)


def _replace(op: ir.Operation, *values: ir.Value) -> None:
    for before, after in zip(op.results, values, strict=True):
        before.replace_all_uses_with(after)
    op.erase()


# Floats


def _number_extremum(predicate: str) -> Callable[[ir.Operation, int], None]:
    """``maxnumf`` and ``minnumf``: the other operand where one is NaN."""

    def rule(op: ir.Operation, version: int) -> None:
        a, b = op.operands
        chosen = build.select(build.compare(predicate, a, b), a, b)
        _replace(op, build.select(build.compare("uno", b, b), a, chosen))

    return rule


def _classified(predicate: str, against: float | None) -> Callable[[ir.Operation, int], None]:
    """``math.isinf`` and its like: the magnitude beside infinity, or the number beside itself."""

    def rule(op: ir.Operation, version: int) -> None:
        x = op.operands[0]
        if against is None:
            _replace(op, build.compare(predicate, x, x))
        else:
            _replace(op, build.compare(predicate, build.apply("math.absf", x), against))

    return rule


# Memory


def _materialize(op: ir.Operation, version: int) -> None:
    """A tensor goes to memory as the copy of its buffer."""
    source, target = op.operands
    if not isinstance(target.type, ir.MemRefType):
        return
    type_ = ir.MemRefType.get(ir.RankedTensorType(source.type).shape, element_of(source.type))
    hints = {name: op.attributes[name] for name in op.attributes if name.startswith("tt.")}
    buffer = build.one("bufferization.to_buffer", type_, source)
    build.op("memref.copy", (), [buffer, target], hints)
    op.erase()


def _address_of_view(op: ir.Operation, version: int) -> None:
    """The address of an unranked memref, or of a view of one, is a field of its descriptor.

    Before MLIR 19 the op takes ranked memrefs, and passes take it past views to what these are views of.
    """
    source = op.operands[0]
    if isinstance(source.type, ir.UnrankedMemRefType):
        element = ir.UnrankedMemRefType(source.type).element_type
        type_ = ir.MemRefType.get([1], element, ir.StridedLayoutAttr.get(0, [1]))
        source = build.strided("memref.reinterpret_cast", type_, [source], [0], [1], [1])
    elif isinstance(source.owner, ir.Block) or source.owner.name != "memref.reinterpret_cast":
        return
    _replace(op, _start(source, version))


def _start(source: ir.Value, version: int) -> ir.Value:
    """The address that the ranked memref ``source`` counts its offset from, as an index."""
    if version >= 19:
        return build.one("memref.extract_aligned_pointer_as_index", build.index, source)
    rank = ir.MemRefType(source.type).rank
    sizes = f", array<{rank} x i64>" * 2 * bool(rank)
    pointer, descriptor = (ir.Type.parse(t) for t in ("!llvm.ptr", f"!llvm.struct<(ptr, ptr, i64{sizes})>"))
    fields = build.one("builtin.unrealized_conversion_cast", descriptor, source)
    aligned = build.one("llvm.extractvalue", pointer, fields, position=indices([1]))
    number = build.one("llvm.ptrtoint", integer(64), aligned)
    return build.one("arith.index_cast", build.index, number)


def _atomic(op: ir.Operation, version: int) -> None:
    """An atomic op of a kind that memref lacks is one of llvm's on the address of the element."""
    kind = _KINDS[op.attributes["kind"].value]
    number, as_kind, as_bin_op = _BIN_OPS.get(kind, (0, 0, 0))
    if version >= as_kind:
        return
    if version < as_bin_op:
        raise LoweringError(op, f"is of the kind '{kind}', for which MLIR {version} has no atomic op")
    value, view, *where = op.operands
    attributes = {name: op.attributes[name] for name in op.attributes if name.startswith("tt.")}
    result = build.one(
        "llvm.atomicrmw",
        value.type,
        _address(view, where, version),
        value,
        bin_op=i64_attr(number),
        ordering=i64_attr(ACQ_REL),
        **attributes,
    )
    _replace(op, result)


def _address(view: ir.Value, where: list[ir.Value], version: int) -> ir.Value:
    """The address of an element of ``view``, as ``!llvm.ptr``."""
    type_ = ir.MemRefType(view.type)
    rank = type_.rank
    base = ir.MemRefType.get([], type_.element_type)
    metadata = build.op(
        "memref.extract_strided_metadata", [base, *[build.index] * (1 + 2 * rank)], [view]
    ).results
    place = metadata[1]
    for index, stride in zip(where, list(metadata)[2 + rank :], strict=True):
        place = build.add(place, build.mul(index, stride))
    start = _start(view, version)
    size = build.value(max(type_.element_type.width, 8) // 8)
    address = build.add(start, build.mul(place, size))
    number = build.one("arith.index_cast", integer(64), address)
    return build.one("llvm.inttoptr", ir.Type.parse("!llvm.ptr"), number)


def _without_zero_strides(module: ir.Operation) -> None:
    """No type says that a stride is 0: it is a value."""
    for op in all_ops(module):
        for result in op.results:
            if isinstance(result.type, ir.MemRefType) and (type_ := _dynamic(result.type)) != result.type:
                result.set_type(type_)
        if op.name == "memref.reinterpret_cast" and 0 in list(op.attributes["static_strides"]):
            _pass_zero_strides(op)


def _dynamic(type_: ir.Type) -> ir.Type:
    type_ = ir.MemRefType(type_)
    if not isinstance(type_.layout, ir.StridedLayoutAttr):
        return type_
    strides, offset = list(type_.layout.strides), type_.layout.offset
    if 0 not in strides:
        return type_
    layout = ir.StridedLayoutAttr.get(offset, [s or DYNAMIC for s in strides])
    return ir.MemRefType.get(type_.shape, type_.element_type, layout, type_.memory_space)


def _pass_zero_strides(op: ir.Operation) -> None:
    """Give ``op``, a reinterpret_cast, its strides of 0 as operands."""
    lengths = list(op.attributes["operandSegmentSizes"])
    operands = list(op.operands)
    first = sum(lengths[:3])
    given, strides = iter(operands[first:]), list(op.attributes["static_strides"])
    with at(op):
        passed = [build.value(0) if s == 0 else next(given) for s in strides if s in (0, DYNAMIC)]
        attributes = {name: op.attributes[name] for name in op.attributes}
        attributes["static_strides"] = ir.DenseI64ArrayAttr.get([s or DYNAMIC for s in strides])
        attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([*lengths[:3], len(passed)])
        new = build.op(op.name, [op.results[0].type], [*operands[:first], *passed], attributes)
    _replace(op, *new.results)


def _moved_window(op: ir.Operation, version: int) -> None:
    """A window that begins with its source, where a stride is not known, begins at a value.

    Before MLIR 19 zero steps of an unknown stride lead to an unknown place.
    """
    strides, _ = ir.MemRefType(op.operands[0].type).get_strides_and_offset()
    lows = list(op.attributes["static_offsets"])
    unknown = [low == 0 and stride == DYNAMIC for low, stride in zip(lows, strides, strict=True)]
    if not any(unknown):
        return
    lengths, operands = list(op.attributes["operandSegmentSizes"]), list(op.operands)
    given = iter(operands[1 : 1 + lengths[1]])
    passed = [
        build.value(0) if is_unknown else next(given)
        for low, is_unknown in zip(lows, unknown, strict=True)
        if is_unknown or low == DYNAMIC
    ]
    attributes = {name: op.attributes[name] for name in op.attributes}
    moved = [DYNAMIC if is_unknown else low for low, is_unknown in zip(lows, unknown, strict=True)]
    attributes["static_offsets"] = ir.DenseI64ArrayAttr.get(moved)
    lengths[1] = len(passed)
    attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get(lengths)
    old = ir.MemRefType(op.results[0].type)
    kept, _ = old.get_strides_and_offset()
    layout = ir.StridedLayoutAttr.get(DYNAMIC, kept)
    type_ = ir.MemRefType.get(old.shape, old.element_type, layout, old.memory_space)
    rest = operands[1 + lengths[1] - sum(unknown) :]
    _replace(op, build.op(op.name, [type_], [operands[0], *passed, *rest], attributes).result)


# Loops


def _index_loop(op: ir.Operation, version: int) -> None:
    """A loop counts indices; its bounds and its counter are cast."""
    block = op.regions[0].blocks[0]
    counter = block.arguments[0]
    type_ = counter.type
    if isinstance(type_, ir.IndexType):
        return
    for number in range(3):
        op.operands[number] = build.one("arith.index_cast", build.index, op.operands[number])
    counter.set_type(build.index)
    with ir.InsertionPoint.at_block_begin(block):
        narrow = build.one("arith.index_cast", type_, counter)
    counter.replace_all_uses_except(narrow, [narrow.owner.operation])


#: op -> (the first release that needs no rule, the rule)
RULES: dict[str, list[tuple[int, Callable[[ir.Operation, int], None]]]] = {
    "arith.maxnumf": [(18, _number_extremum("ogt"))],
    "arith.minnumf": [(18, _number_extremum("olt"))],
    "math.isnan": [(21, _classified("uno", None))],
    "math.isinf": [(21, _classified("oeq", math.inf))],
    "math.isfinite": [(21, _classified("olt", math.inf))],
    "bufferization.materialize_in_destination": [(18, _materialize)],
    "memref.extract_aligned_pointer_as_index": [(19, _address_of_view)],
    "memref.subview": [(19, _moved_window)],
    "memref.atomic_rmw": [(22, _atomic)],
    "scf.for": [(17, _index_loop)],
}
