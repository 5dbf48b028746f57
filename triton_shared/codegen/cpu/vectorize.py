"""Loop nests become `scf.for` loops around ops on vectors of one machine register.

    linalg.generic {maps = [(i) -> (i), (i) -> (i)], ["parallel"]} ins(%x) outs(%y) {exp}

becomes

    scf.for %i = 0 to 1024 step 16 {
      %0 = vector.load %x[%i] : memref<1024xf32>, vector<16xf32>
      %1 = math.exp %0 : vector<16xf32>
      vector.store %1, %y[%i] : memref<1024xf32>, vector<16xf32>
    }

One dimension of a nest is vectorized, the one along which most operands are contiguous.  A reduced
dimension is read into several vector accumulators, combined once at the end.  A nest with windows
(masks) is emitted twice, without masks for the case that every block is full, and with masked
accesses otherwise: lanes outside a window are never touched.  Code size does not depend on extents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from triton_shared.codegen.cpu.build import Builder, Index, bit_width
from triton_shared.codegen.cpu.masks import Masks
from triton_shared.codegen.cpu.nest import Access, Nest
from triton_shared.codegen.cpu.plan import (
    Combiner,
    Lanes,
    body_ops,
    choose_lanes,
    cross_dim,
    split_body,
    strided_accesses,
)
from triton_shared.codegen.cpu.steps import has_unknown_step, steps_are_one, with_step_one
from triton_shared.mlir import ir

ACCUMULATORS = 4
CONTRACTED = {"arith.addf", "arith.subf", "arith.mulf"}

Values = Sequence[ir.Value]


def emit(nest: Nest, vector_bits: int) -> None:
    """Replace ``nest.op`` by loops."""
    b = Builder.before(nest.op)
    nest = nest.mapped(lambda access: access.with_row_last(b))
    if nest.body is None and any(map(has_unknown_step, nest.accesses)):
        b.branch(
            steps_are_one(b, nest),
            lambda: _emit(b, nest.mapped(lambda access: with_step_one(b, access)), vector_bits),
            lambda: _emit(b, nest, vector_bits),
        )
    else:
        _emit(b, nest, vector_bits)
    nest.op.erase()


def _emit(b: Builder, nest: Nest, vector_bits: int) -> None:
    lanes = choose_lanes(nest, vector_bits)
    if any(a.window for a in nest.accesses) and not _one_dimensional(nest, lanes):
        plain = nest.mapped(lambda access: replace(access, window=None))
        b.branch(
            _windows_cover(b, nest),
            lambda: Emitter(b, plain, choose_lanes(plain, vector_bits)).run(),
            lambda: Emitter(b, nest, lanes).run(),
        )
    else:
        Emitter(b, nest, lanes).run()


def _one_dimensional(nest: Nest, lanes: Lanes | None) -> bool:
    """Whether windows only bound the vectorized dimension, from above: then whole vectors come first."""
    bounded = {
        (dim, begin)
        for a in nest.accesses
        if a.window
        for dim, begin, size, extent in zip(
            a.dims, a.window.begin, a.window.size, a.value.type.shape, strict=True
        )
        if begin != 0 or size != extent
    }
    return lanes is not None and bounded <= {(lanes.dim, 0)}


def _windows_cover(b: Builder, nest: Nest) -> ir.Value | bool:
    """Whether every window covers its whole block."""
    covered: ir.Value | bool = True
    for window, shape in {a.window: tuple(a.value.type.shape) for a in nest.accesses if a.window}.items():
        for begin, size, extent in zip(window.begin, window.size, shape, strict=True):
            covered = b.both(covered, b.compare("eq", begin, 0))
            covered = b.both(covered, b.compare("sge", size, extent))
    return covered


class Emitter:
    """Emits one nest with one choice of lanes."""

    def __init__(self, b: Builder, nest: Nest, lanes: Lanes | None):
        self.b = b
        self.nest = nest
        self.lanes = lanes
        self.ivs: dict[int, Index] = {}
        self.clip = self._clip()

    def run(self) -> None:
        """Emit the loops here."""
        lanes, nest = self.lanes, self.nest
        dims = range(len(nest.extents))
        if lanes is None:
            self._loops(
                [d for d in dims if nest.parallel[d]] + [d for d in dims if not nest.parallel[d]],
                self._scalar,
            )
        elif (cross := cross_dim(nest, lanes)) is not None:
            self._loops([d for d in dims if d not in (lanes.dim, cross)], lambda: self._crossing(cross))
        elif nest.parallel[lanes.dim]:
            self._loops([d for d in dims if nest.parallel[d] and d != lanes.dim], self._parallel)
        else:
            outer = [d for d in dims if d != lanes.dim]
            self._loops(
                [d for d in outer if nest.parallel[d]] + [d for d in outer if not nest.parallel[d]],
                self._reduce,
            )

    # Loops and bounds

    def _clip(self) -> dict[int, tuple[Index, Index]]:
        """Loop ranges that a windowed output allows to shorten: dimension -> (begin, size)."""
        if len(self.nest.outputs) != 1 or self.nest.outputs[0].window is None:
            return {}
        out = self.nest.outputs[0]
        return {d: (out.window.begin[i], out.window.size[i]) for i, d in enumerate(out.dims)}

    def _range(self, dim: int) -> tuple[Index, Index]:
        begin, size = self.clip.get(dim, (0, self.nest.extents[dim]))
        return begin, self.b.add(begin, size)

    def _loops(self, dims: list[int], core: Callable[[], None]) -> None:
        """Loops over ``dims``, outermost first, around ``core``."""
        if not dims:
            core()
            return
        dim, *rest = dims

        def body(iv: Index, _: Values) -> Values:
            self.ivs[dim] = iv
            self._loops(rest, core)
            return ()

        self.b.loop(*self._range(dim), 1, (), body)

    # Scalars

    def _scalar(self) -> None:
        nest = self.nest
        values = [
            self._scalar_read(a, self._old_type(i)) for i, a in enumerate(nest.accesses) if self._is_read(i)
        ]
        for access, result in zip(nest.outputs, self._body(values, None), strict=True):
            self._write_scalar(access, result)

    def _is_read(self, number: int) -> bool:
        return number < len(self.nest.inputs) or self.nest.body is not None

    def _old_type(self, number: int) -> ir.Type:
        nest = self.nest
        if nest.body is not None:
            return nest.body.arguments[number].type
        value = nest.accesses[number].value
        return value.type.element_type if nest.accesses[number].is_memref else value.type

    def _scalar_read(self, access: Access, type: ir.Type) -> ir.Value:
        if not access.is_memref:
            return access.value
        element = access.value.type.element_type
        with self.b.located(access.origin or self.b.loc):
            value = self.b.one("memref.load", element, access.value, *self._at(access))
        return self._from_memory(value, type)

    def _write_scalar(self, access: Access, value: ir.Value) -> None:
        value = self._to_memory(value, access.value.type.element_type)
        self.b.op("memref.store", (), (value, access.value, *self._at(access)))

    def _at(self, access: Access, lane: Index = 0) -> list[ir.Value]:
        """The indices of ``access`` at the current point, ``lane`` further along the vectorized dimension."""
        return [self.b.value(self.index_of(d, lane)) for d in access.dims]

    def index_of(self, dim: int | ir.AffineExpr, lane: Index) -> Index:
        """The index that ``dim`` of an access means at the current point, ``lane`` further along the vectors."""
        if isinstance(dim, int):
            moved = self.lanes is not None and dim == self.lanes.dim
            return self.b.add(self.ivs[dim], lane) if moved else self.ivs[dim]
        match dim:
            case ir.AffineConstantExpr():
                return dim.value
            case ir.AffineDimExpr():
                return self.index_of(dim.position, lane)
            case ir.AffineAddExpr():
                return self.b.add(self.index_of(dim.lhs, lane), self.index_of(dim.rhs, lane))
            case ir.AffineMulExpr():
                return self.b.mul(self.index_of(dim.lhs, lane), self.index_of(dim.rhs, lane))
        operands = [self.b.value(self.ivs[d]) for d in range(len(self.nest.extents))]
        one = ir.AffineMapAttr.get(ir.AffineMap.get(len(operands), 0, [dim]))
        return self.b.one("affine.apply", self.b.index, *operands, map=one)

    # Memory types: i1 lives in memory as i8

    def _from_memory(self, value: ir.Value, type: ir.Type) -> ir.Value:
        if _element_of(value.type) == type:
            return value
        ne = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 1)
        return self.b.one(
            "arith.cmpi", _like(value.type, type), value, self.b.constant(value.type, 0), predicate=ne
        )

    def _to_memory(self, value: ir.Value, element: ir.Type) -> ir.Value:
        if _element_of(value.type) == element:
            return value
        return self.b.one("arith.extui", _like(value.type, element), value)

    # Vectors

    def _vector(self, type: ir.Type) -> ir.VectorType:
        return ir.VectorType.get((self.lanes.count,), type)

    def _read(self, access: Access, type: ir.Type, masks: Masks) -> ir.Value:
        """The lanes of ``access`` as a vector, or a scalar where the vectorized dimension does not move it."""
        if not access.is_memref or not access.uses(self.lanes.dim):
            return self._scalar_read(access, type)
        vector = self._vector(access.value.type.element_type)
        load = self._load if access.contiguous(self.lanes.dim) else self._gather
        with self.b.located(access.origin or self.b.loc):
            value = load(access, vector, masks)
        return self._from_memory(value, type)

    def _load(self, access: Access, vector: ir.VectorType, masks: Masks) -> ir.Value:
        """Lanes that are neighbours."""
        mask = masks.of(access)
        at = self._at(access)
        if mask is None:
            return self.b.one("vector.load", vector, access.value, *at)
        return self.b.one("vector.maskedload", vector, access.value, *at, mask, self._pad(access, vector))

    def _pad(self, access: Access, vector: ir.VectorType) -> ir.Value:
        if access.pad is None:
            zero = 0 if isinstance(vector.element_type, ir.IntegerType | ir.IndexType) else 0.0
            return self.b.constant(vector, zero)
        pad = self._to_memory(access.pad, vector.element_type)
        return self.b.broadcast(pad, self.lanes.count)

    def _gather(self, access: Access, vector: ir.VectorType, masks: Masks) -> ir.Value:
        """Lanes that are not neighbours, read one by one; past the end the last lane is read again."""
        lanes = []
        for lane in range(self.lanes.count):
            at = self._at(access, masks.clamp(lane))
            lanes.append(self.b.one("memref.load", vector.element_type, access.value, *at))
        return self.b.one("vector.from_elements", vector, *lanes)

    def _write(self, access: Access, value: ir.Value, masks: Masks) -> None:
        element = access.value.type.element_type
        if not isinstance(value.type, ir.VectorType):
            value = self.b.broadcast(value, self.lanes.count)
        value = self._to_memory(value, element)
        if access.contiguous(self.lanes.dim):
            mask = masks.of(access)
            at = self._at(access)
            if mask is None:
                self.b.op("vector.store", (), (value, access.value, *at))
            else:
                self.b.op("vector.maskedstore", (), (access.value, *at, mask, value))
            return
        for lane in range(self.lanes.count):
            at = self._at(access, masks.clamp(lane))
            source = masks.clamp(lane)
            one = self._extract(value, source)
            self.b.op("memref.store", (), (one, access.value, *at))

    def _extract(self, vector: ir.Value, lane: Index) -> ir.Value:
        static = lane if isinstance(lane, int) else -(1 << 63)
        dynamic = () if isinstance(lane, int) else (lane,)
        return self.b.one(
            "vector.extract",
            vector.type.element_type,
            vector,
            *dynamic,
            static_position=ir.DenseI64ArrayAttr.get([static]),
        )

    # The vectorized dimension is parallel

    def _parallel(self) -> None:
        dim, count = self.lanes.dim, self.lanes.count
        begin, end = self._range(dim)
        if any(a.window for a in self.nest.accesses):
            first, whole = self.b.floor_to(begin, count), self._whole(end, count)
            if begin == 0 and whole is not None:
                self._chunks(0, whole)
                first = whole
            self._chunks(first, end, masked_from=begin)
            return
        whole = self.b.floor_to(end, count)
        self._chunks(begin, whole)
        if not isinstance(whole, int) or whole != end:
            self._chunks(whole, end, masked_from=begin)

    def _whole(self, end: Index, step: int) -> Index | None:
        """Up to where steps of the vectorized dimension need no mask; None if that is not known here."""
        fixed = set(self.ivs)
        for access in self.nest.accesses:
            if access.window is None:
                continue
            if any(d not in fixed and d != self.lanes.dim for d in access.dims if d not in self.clip):
                return None
            begin, stop = Masks(self, 0, end).bounds(access)
            if begin != 0:
                return None
            end = self.b.min(end, stop)
        return self.b.floor_to(end, step)

    def _chunks(self, begin: Index, end: Index, masked_from: Index | None = None) -> None:
        """Vectors from ``begin`` to ``end``, masked to ``[masked_from, end)`` where that is given."""

        def body(iv: Index, _: Values) -> Values:
            self.ivs[self.lanes.dim] = iv
            self._chunk(Masks(self, masked_from, end))
            return ()

        self.b.loop(begin, end, self.lanes.count, (), body)

    def _chunk(self, masks: Masks) -> None:
        nest = self.nest
        reductions = [d for d, parallel in enumerate(nest.parallel) if not parallel]
        inputs = len(nest.inputs)
        old = [
            self._widen(self._read(a, self._old_type(inputs + i), masks))
            if reductions
            else self._old(i, a, masks)
            for i, a in enumerate(nest.outputs)
        ]
        results = self._reduction_loops(reductions, old, masks)
        for access, result in zip(nest.outputs, results, strict=True):
            self._write(access, result, masks)

    def _old(self, number: int, access: Access, masks: Masks) -> ir.Value | None:
        if not self.nest.uses_old(number):
            return None
        return self._read(access, self._old_type(len(self.nest.inputs) + number), masks)

    def _widen(self, value: ir.Value) -> ir.Value:
        return value if isinstance(value.type, ir.VectorType) else self.b.broadcast(value, self.lanes.count)

    def _reduction_loops(self, dims: list[int], carried: Values, masks: Masks) -> Values:
        if not dims:
            reads = [self._read(a, self._old_type(i), masks) for i, a in enumerate(self.nest.inputs)]
            return self._body([*reads, *carried], masks)
        dim, *rest = dims

        def body(iv: Index, values: Values) -> Values:
            self.ivs[dim] = iv
            return [self._widen(v) for v in self._reduction_loops(rest, values, masks)]

        return self.b.loop(0, self.nest.extents[dim], 1, carried, body)

    # Inputs that lie across the vectorized dimension

    def _crossing(self, cross: int) -> None:
        """Square tiles: strided inputs are loaded along ``cross`` and transposed in registers."""
        nest, dim, count = self.nest, self.lanes.dim, self.lanes.count
        masked_from = 0 if any(a.window for a in nest.accesses) else None
        self.clip = {}
        across = Emitter(self.b, nest, Lanes(cross, count))
        across.ivs, across.clip = self.ivs, self.clip

        def tile(i: Index, j: Index) -> None:
            tiles = {
                n: self._transposed(nest.inputs[n], across, masked_from, (i, j))
                for n in strided_accesses(nest, self.lanes)
            }
            for lane in range(count):
                self.ivs[cross], self.ivs[dim] = self.b.add(i, lane), j
                masks = Masks(self, masked_from, nest.extents[dim])
                reads = [
                    self._from_memory(tiles[n][lane], self._old_type(n))
                    if n in tiles
                    else self._read(a, self._old_type(n), masks)
                    for n, a in enumerate(nest.inputs)
                ]
                old = [self._old(n, a, masks) for n, a in enumerate(nest.outputs)]
                for access, result in zip(nest.outputs, self._body([*reads, *old], masks), strict=True):
                    self._write(access, result, masks)

        def row(i: Index, _: Values) -> Values:
            def column(j: Index, _: Values) -> Values:
                tile(i, j)
                return ()

            return self.b.loop(0, nest.extents[dim], count, (), column)

        self.b.loop(0, nest.extents[cross], count, (), row)

    def _transposed(
        self, access: Access, across: Emitter, masked_from: Index | None, at: tuple[Index, Index]
    ) -> list[ir.Value]:
        """The square tile of ``access`` at ``at``, read by ``across``, as vectors along the vectorized dimension."""
        cross, dim, count = across.lanes.dim, self.lanes.dim, self.lanes.count
        element = access.value.type.element_type
        vector = self._vector(element)
        # shuffles of 16-bit floats are only fast as integers
        moved = self._vector(ir.IntegerType.get_signless(bit_width(element)))
        rows = []
        for lane in range(count):
            self.ivs[cross], self.ivs[dim] = at[0], self.b.add(at[1], lane)
            row = across._read(access, element, Masks(across, masked_from, self.nest.extents[cross]))
            rows.append(self.b.one("vector.bitcast", moved, row))
        distance = count // 2
        while distance:
            low = [n if n & distance == 0 else count + n - distance for n in range(count)]
            high = [n + distance if n & distance == 0 else count + n for n in range(count)]
            for n in range(count):
                if n & distance == 0:
                    a, b = rows[n], rows[n + distance]
                    rows[n], rows[n + distance] = (self._shuffle(moved, a, b, order) for order in (low, high))
            distance //= 2
        return [self.b.one("vector.bitcast", vector, row) for row in rows]

    def _shuffle(self, type: ir.VectorType, a: ir.Value, b: ir.Value, order: list[int]) -> ir.Value:
        return self.b.one("vector.shuffle", type, a, b, mask=ir.DenseI64ArrayAttr.get(order))

    # The vectorized dimension is reduced

    def _reduce(self) -> None:
        nest, count, dim = self.nest, self.lanes.count, self.lanes.dim
        combiner = split_body(nest)
        extent = nest.extents[dim]
        turns = extent // count
        chains = max(c for c in (1, 2, ACCUMULATORS) if turns % c == 0)
        step = count * chains

        width = len(nest.outputs)

        def leaves(at: Index, masked: bool) -> list[list[ir.Value]]:
            return [self._leaves(combiner, self.b.add(at, chain * count), masked) for chain in range(chains)]

        def turn(masked: bool) -> Callable[[Index, Values], Values]:
            def body(iv: Index, flat: Values) -> Values:
                new = leaves(iv, masked)
                return [
                    v
                    for c in range(chains)
                    for v in self._combine(combiner, new[c], flat[c * width :][:width])
                ]

            return body

        windowed = any(a.window for a in nest.inputs)
        flat = [v for chain in leaves(0, windowed) for v in chain]
        whole = self._whole(turns * count, step) if windowed else turns * count
        rest = step
        if whole is not None:
            flat = self.b.loop(step, whole, step, flat, turn(False))
            rest = self.b.max(step, whole)
        flat = self.b.loop(rest, turns * count, step, flat, turn(True))
        parts = [list(flat[c * width :][:width]) for c in range(chains)]
        while len(parts) > 1:
            parts = [self._combine(combiner, x, y) for x, y in zip(parts[::2], parts[1::2], strict=True)]
        total = self._horizontal(combiner, list(parts[0]))
        self.ivs[dim] = 0
        old = [self._scalar_read(a, self._old_type(len(nest.inputs) + i)) for i, a in enumerate(nest.outputs)]
        for access, value in zip(nest.outputs, self._combine(combiner, total, old), strict=True):
            self._write_scalar(access, value)
        self._tail(turns * count, extent)

    def _leaves(self, combiner: Combiner, at: Index, masked: bool) -> list[ir.Value]:
        self.ivs[self.lanes.dim] = at
        masks = Masks(self, 0 if masked else None, self.nest.extents[self.lanes.dim])
        reads = [self._read(a, self._old_type(i), masks) for i, a in enumerate(self.nest.inputs)]
        env = dict(zip(self.nest.body.arguments, reads, strict=False))
        self._clone(combiner.elementwise, env)
        return [self._widen(env[leaf]) for leaf in combiner.leaves]

    def _combine(self, combiner: Combiner, leaves: Values, old: Values) -> list[ir.Value]:
        nest = self.nest
        env = dict(zip(combiner.leaves, leaves, strict=True))
        env.update(zip(list(nest.body.arguments)[len(nest.inputs) :], old, strict=True))
        self._clone([op for op in combiner.elementwise if op.name == "arith.constant"], env)
        self._clone(combiner.combining, env)
        return [env.get(v, v) for v in self._yielded()]

    def _horizontal(self, combiner: Combiner, parts: list[ir.Value]) -> list[ir.Value]:
        """Combine the lanes of a vector pairwise down to a scalar."""
        count = self.lanes.count
        while count > 1:
            count //= 2
            low, high = ([self._half(v, start, count) for v in parts] for start in (0, count))
            parts = self._combine(combiner, high, low)
        return [self._extract(v, 0) for v in parts]

    def _half(self, vector: ir.Value, start: int, count: int) -> ir.Value:
        type = ir.VectorType.get((count,), vector.type.element_type)
        return self._shuffle(type, vector, vector, list(range(start, start + count)))

    def _tail(self, begin: int, end: int) -> None:
        """The elements that fill no vector, one by one."""
        lanes, self.lanes = self.lanes, None

        def body(iv: Index, _: Values) -> Values:
            self.ivs[lanes.dim] = iv
            self._scalar()
            return ()

        self.b.loop(begin, end, 1, (), body)
        self.lanes = lanes

    # Bodies

    def _yielded(self) -> list[ir.Value]:
        return list(list(self.nest.body.operations)[-1].operands)

    def _body(self, values: Sequence[ir.Value | None], masks: Masks | None) -> list[ir.Value]:
        """The body's results for ``values``, the inputs' and outputs' elements."""
        if self.nest.body is None:
            return [values[0]]
        env = {a: v for a, v in zip(self.nest.body.arguments, values, strict=True) if v is not None}
        self._clone(body_ops(self.nest), env)
        return [env.get(v, v) for v in self._yielded()]

    def _clone(self, ops: Sequence[ir.Operation], env: dict[ir.Value, ir.Value]) -> None:
        """Repeat ``ops`` on the values of ``env``: on vectors where an operand is one."""
        for op in ops:
            if op.name == "linalg.index":
                env[op.result] = self._linalg_index(op.attributes["dim"].value)
                continue
            operands = [env.get(v, v) for v in op.operands]
            vectors = [v.type.shape[0] for v in operands if isinstance(v.type, ir.VectorType)]
            if not vectors:
                clone = op.clone(ip=self.b.ip)
                _rewire(clone, env)
                env.update(zip(op.results, clone.results, strict=True))
                continue
            count = vectors[0]
            operands = [
                v if isinstance(v.type, ir.VectorType) else self.b.broadcast(v, count) for v in operands
            ]
            types = [ir.VectorType.get((count,), r.type) for r in op.results]
            attributes = dict(op.attributes.items())
            if op.name in CONTRACTED:
                attributes["fastmath"] = ir.Attribute.parse("#arith.fastmath<contract>")
            with self.b.located(op.location):
                new = self.b.op(op.name, types, operands, attributes)
            env.update(zip(op.results, new.results, strict=True))

    def _linalg_index(self, dim: int) -> ir.Value:
        at = self.b.value(self.ivs[dim])
        if self.lanes is None or dim != self.lanes.dim:
            return at
        vector = self._vector(self.b.index)
        step = self.b.one("vector.step", vector)
        return self.b.one("arith.addi", vector, step, self.b.broadcast(at, self.lanes.count))


def _rewire(op: ir.Operation, env: dict[ir.Value, ir.Value]) -> None:
    """Let ``op`` and the ops inside it use the values of ``env``."""

    def visit(inner: ir.Operation) -> ir.WalkResult:
        for number, operand in enumerate(inner.operands):
            if operand in env:
                inner.operands[number] = env[operand]
        return ir.WalkResult.ADVANCE

    op.walk(visit)


def _element_of(type: ir.Type) -> ir.Type:
    return type.element_type if isinstance(type, ir.VectorType) else type


def _like(type: ir.Type, element: ir.Type) -> ir.Type:
    return ir.VectorType.get(type.shape, element) if isinstance(type, ir.VectorType) else element
