"""Give matrix products right operands that their inner loops read as they are, converted once into a buffer.

    linalg.matmul ins(%a, %b) outs(%c)                  64x32xbf16, 32x64xbf16, 64x64xf32

becomes, where the machine has a dot product of pairs of bf16,

    linalg.generic ins(%b, %b) outs(%words)             16x64xi32: rows 2 i and 2 i + 1 side by side
    linalg.generic ins(%a, %a, %words) outs(%c) attrs = {tts.product = "dpbf16ps"}

Where no instruction multiplies the elements as they are, the right operand gets the type that is computed in, and so
does a left one without rows; other left ones are extended a row of tiles at a time (`tile_products.py`).  An
accumulator without rows is computed in a copy.

Promise: a product that no named op expresses is a `linalg.generic` with the attribute `PRODUCT`: the name of its
`Form`, or an empty one where elements of the computing type are multiplied one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.codegen.cpu.mma_forms import NAMED, WORD, Form, form_for
from triton_shared.codegen.cpu.prefetch import NEXT_ROWS_CONTIGUOUS
from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.codegen.nests.nest import check_on_buffers
from triton_shared.codegen.tensors.products import PRODUCTS
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import Builder, bit_width, integer, strides_of
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

#: ops in the body of a product that extends nothing
MULTIPLY_ADD = 3

#: marks a `linalg.generic` that is a matrix product
PRODUCT = "tts.product"

EXTENSIONS = {"arith.extf", "arith.extsi", "arith.extui"}
#: what an operand holds, by its element type and the op that extends it
KINDS = {
    ("bf16", "arith.extf"): "bf16",
    ("i8", "arith.extsi"): "s8",
    ("i8", "arith.extui"): "u8",
}


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    target = CpuTarget.of(function)
    for op in all_ops(function, PRODUCTS):
        check_on_buffers(op)
        _pack(op, target)


def _pack(op: ir.Operation, target: CpuTarget) -> None:
    b = Builder.before(op)
    c = op.operands[2]
    if not has_rows(c):
        fired("pack-products", "accumulator in a copy")
        op.operands[2] = _copied(b, c)
        after = Builder(ir.InsertionPoint.after(op), op.location)
        after.op("memref.copy", (), (op.operands[2], c))
    if form := _best_form(op, target):
        fired("pack-products", form.name)
        _pack_words(b, op, form)
    else:
        fired("pack-products", "widened")
        _widen(b, op)


def extension_of(op: ir.Operation) -> str:
    """The op that extends the factors in the body of ``op``, or would do so."""
    body = (inner.operation.name for inner in op.regions[0].blocks[0].operations)
    is_float = isinstance(op.operands[2].type.element_type, ir.FloatType)
    return next((name for name in body if name in EXTENSIONS), "arith.extf" if is_float else "arith.extsi")


def _best_form(op: ir.Operation, target: CpuTarget) -> Form | None:
    """The `Form` in which ``op`` is computed, if there is one."""
    a, rhs, c = op.operands
    elements = {str(v.type.element_type) for v in (a, rhs)}
    kind = KINDS.get((elements.pop(), extension_of(op)))
    if kind is None or elements or bit_width(c.type.element_type) != WORD or not has_rows(a):
        return None
    if not all(v.type.has_static_shape for v in (a, rhs, c)):
        return None
    *_, m, n = c.type.shape
    return form_for(target, kind, (m, n, rhs.type.shape[-2]))


def _pack_words(b: Builder, op: ir.Operation, form: Form) -> None:
    """Replace ``op`` by a product in ``form``."""
    a, rhs, c = op.operands
    extension, element = extension_of(op), ir.Type.parse(form.element)
    words = _words(b, rhs, element, extension)

    def multiply(factors: Sequence[ir.Value], total: ir.Value) -> ir.Value:
        *left, word = factors
        for number, x in enumerate(left):
            part = b.apply("arith.shrui", word, number * bit_width(element))
            y = b.one("arith.trunci", integer(bit_width(element)), part)
            if isinstance(element, ir.FloatType):
                y = b.one("arith.bitcast", element, y)
            total = _add_product(b, [b.one(extension, total.type, v) for v in (x, y)], total)
        return total

    _generic_product(b, ([a] * form.group, words), c, multiply, form.name)
    op.erase()


def _widen(b: Builder, op: ir.Operation) -> None:
    """Give ``op`` a right operand of the type that is computed in, in rows, and a left one with either of both."""
    a, rhs, c = op.operands
    wide = compute_type(c.type.element_type)
    extension = extension_of(op)
    left = a if has_rows(a) or a.type.element_type == wide else _extended(b, a, wide, extension)
    if rhs.type.element_type == wide:
        _mark_load(rhs)
    right = rhs if rhs.type.element_type == wide else _extended(b, rhs, wide, extension, goes_on=True)
    if not has_rows(right):
        right = _copied(b, right)

    def multiply(factors: Sequence[ir.Value], total: ir.Value) -> ir.Value:
        return _add_product(b, [b.convert(extension, x, total.type) for x in factors], total)

    if [a, rhs] != [left, right] or len(list(op.regions[0].blocks[0].operations)) > MULTIPLY_ADD:
        _generic_product(b, ([left], right), c, multiply, "")
        op.erase()


def _mark_load(buffer: ir.Value) -> None:
    """Let what loads ``buffer``, a right operand, say that its rows are followed by those of the next one."""
    for use in buffer.uses:
        user = use.owner.operation
        if user.name == "memref.subview":
            _mark_load(user.result)
        elif user.name == "memref.copy" and use.operand_number == 1:
            user.attributes[NEXT_ROWS_CONTIGUOUS] = ir.UnitAttr.get()


def _generic_product(
    b: Builder,
    operands: tuple[Sequence[ir.Value], ir.Value],
    c: ir.Value,
    multiply: Callable[[Sequence[ir.Value], ir.Value], ir.Value],
    name: str,
) -> None:
    """The product of ``operands`` added to ``c``: the left one is given once for each element of a group."""
    left, right = operands
    rank, group = c.type.rank, len(left)
    *batch, m, n, k = [ir.AffineExpr.get_dim(i) for i in range(rank + 1)]
    columns = [k * group + i for i in range(group)] if group > 1 else [k]
    maps = [[*batch, m, column] for column in columns] + [[*batch, k, n], [*batch, m, n]]
    kinds = ["parallel"] * rank + ["reduction"]

    def body(*scalars: ir.Value) -> list[ir.Value]:
        *factors, old = scalars
        total = b.convert("arith.extf", old, compute_type(old.type))
        return [b.convert("arith.truncf", multiply(factors, total), old.type)]

    whole = [ir.AffineMap.get(rank + 1, 0, exprs) for exprs in maps]
    b.generic([*left, right], [c], whole, kinds, body, **{PRODUCT: ir.StringAttr.get(name)})


def _add_product(b: Builder, factors: Sequence[ir.Value], total: ir.Value) -> ir.Value:
    x, y = factors
    suffix = "f" if isinstance(total.type, ir.FloatType) else "i"
    return b.apply(f"arith.add{suffix}", b.apply(f"arith.mul{suffix}", x, y), total)


def form_of(op: ir.Operation) -> Form | None:
    """The form that ``op`` is marked with, if any."""
    name = op.attributes[PRODUCT].value if PRODUCT in op.attributes else ""
    if name and name not in NAMED:
        raise LoweringError(op, f"is a product in a form '{name}' that there is not")
    return NAMED.get(name)


def has_rows(memref: ir.Value) -> bool:
    """Whether neighbours along the last dimension are neighbours in memory."""
    return strides_of(memref.type)[0][-1] == 1


def compute_type(accumulator: ir.Type) -> ir.Type:
    """f16 and bf16 accumulate in f32."""
    narrow = isinstance(accumulator, ir.FloatType) and accumulator.width < 32
    return ir.F32Type.get() if narrow else accumulator


def _copied(b: Builder, source: ir.Value) -> ir.Value:
    """``source`` in a buffer of its own, in rows."""
    return _computed(b, source, source.type.shape, source.type.element_type, lambda element: element)


def _extended(b: Builder, source: ir.Value, element: ir.Type, name: str, goes_on: bool = False) -> ir.Value:
    """``source`` with its elements extended to ``element`` by the op ``name``; ``goes_on`` as `_computed` says."""
    return _computed(
        b, source, source.type.shape, element, lambda x: b.one(name, element, x), goes_on=goes_on
    )


def _words(b: Builder, source: ir.Value, element: ir.Type, extension: str) -> ir.Value:
    """Groups of rows of ``source``, as elements of type ``element``, side by side in words; the first row lowest."""
    word, width = integer(WORD), bit_width(element)
    group = WORD // width
    *batch, k, n = source.type.shape
    dims = [ir.AffineExpr.get_dim(i) for i in range(len(batch) + 2)]
    maps = [
        ir.AffineMap.get(len(dims), 0, [*dims[:-2], dims[-2] * group + i, dims[-1]]) for i in range(group)
    ]

    def join(*rows: ir.Value) -> ir.Value:
        joined: ir.Value | None = None
        for number, x in enumerate(rows):
            if isinstance(x.type, ir.FloatType):
                x = b.one("arith.bitcast", integer(width), x)
            elif bit_width(x.type) < width:
                x = b.one(extension, element, x)
            part = (
                b.apply("arith.shli", b.one("arith.extui", word, x), number * width)
                if number
                else (b.one("arith.extui", word, x))
            )
            joined = part if joined is None else b.apply("arith.ori", joined, part)
        return joined

    return _computed(b, source, [*batch, k // group, n], word, join, maps, goes_on=True)


def _computed(
    b: Builder,
    source: ir.Value,
    shape: Sequence[int],
    element: ir.Type,
    body: Callable[..., ir.Value],
    maps: Sequence[ir.AffineMap] = (),
    goes_on: bool = False,
) -> ir.Value:
    """A new buffer of ``shape`` that ``body`` computes from the elements of ``source`` under ``maps``, or in place.

    ``goes_on`` says that behind the rows of ``source`` those lie that the next product reads.
    """
    target = b.alloc(ir.MemRefType.get(shape, element))
    same = ir.AffineMap.get_identity(len(shape))
    everything = [*(maps or [same]), same]
    parallel = ["parallel"] * len(shape)
    marks = {NEXT_ROWS_CONTIGUOUS: ir.UnitAttr.get()} if goes_on else {}
    inputs = [source] * (len(everything) - 1)
    b.generic(inputs, [target], everything, parallel, lambda *xs: [body(*xs[:-1])], **marks)
    return target
