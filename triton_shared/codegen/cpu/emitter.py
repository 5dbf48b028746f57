"""What all ways to emit a nest share: loops, reads and writes of scalars and vectors, and bodies on either."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triton_shared.codegen.cpu.prefetch import fetches_of
from triton_shared.codegen.cpu.strategy import Lanes
from triton_shared.codegen.memory.fetches import prefetch
from triton_shared.codegen.memory.uses import is_local
from triton_shared.codegen.nests.body import body_ops
from triton_shared.codegen.nests.masks import Masks
from triton_shared.codegen.nests.members import needed_ops
from triton_shared.codegen.nests.nest import Access, Nest
from triton_shared.ir.builder import Builder, Condition, Index, indices, static
from triton_shared.ir.walk import cloned, made_by
from triton_shared.mlir import ir

Values = Sequence[ir.Value]

#: ops that end a program where they divide by zero, which are not done where a loop would not do them
TRAPPING = {
    f"arith.{name}" for name in ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")
}


class AccessEmitter:
    """Emits the accesses of a nest, of scalars and of vectors, at the indices ``ivs``."""

    def __init__(self, b: Builder, nest: Nest, lanes: Lanes):
        self.b = b
        self.nest = nest
        self.lanes = lanes
        self.ivs: dict[int, Index] = {}
        #: how far the loops over dimensions go at a time, if not by one
        self.steps: dict[int, int] = {}
        self.clip = self._clip()
        #: whether all lanes are in their windows, or none of what the vectorized dimension moves is; None if not known
        self.inside: bool | None = None if any(a.window for a in nest.accesses) else True
        #: what is fetched early while the nest reads
        self.prefetches = fetches_of(b, nest)
        #: what of the body is not needed where that is known
        self.skipped_ops = set(body_ops(nest)).difference(needed_ops(nest)) if nest.members else set()
        #: values of the body that the loop over the vectorized dimension does not change
        self.uniform: dict[ir.Value, ir.Value] = {}

    def _clip(self) -> dict[int, tuple[Index, Index]]:
        """Loop ranges that a windowed output allows to shorten: dimension -> (begin, size)."""
        out, *others = self.nest.outputs
        if others or out.window is None:
            return {}
        return {d: (out.window.begin[i], out.window.size[i]) for i, d in enumerate(out.dims)}

    # Scalars

    def _scalar_read(self, access: Access) -> ir.Value:
        if not access.is_memref:
            return access.value
        if access.along is not None:
            return self._linalg_index(access.along, access.value.type.element_type)
        b, element = self.b, access.value.type.element_type

        def load() -> list[ir.Value]:
            return [b.one("memref.load", element, access.value, *self._at(access))]

        def pad() -> list[ir.Value]:
            return [access.pad or self._zero(element, element)]

        with b.located(access.origin or b.loc):
            return b.branch(self._is_inside(access), load, pad, [element])[0]

    def _write_scalar(self, access: Access, value: ir.Value) -> None:
        def store() -> None:
            self.b.op("memref.store", (), (value, access.value, *self._at(access)))

        self.b.branch(self._is_inside(access), store)

    def _is_inside(self, access: Access) -> Condition:
        """Whether the element of ``access`` at the current point is in its window, if it has one."""
        b, kept = self.b, True
        if access.window is None or self.inside:
            return kept
        for dim, low, size in zip(access.dims, access.window.begin, access.window.size, strict=True):
            if self.clip.get(dim) != (low, size):
                at = self.index_of(dim, 0)
                kept = b.both(kept, b.both(b.compare("sle", low, at), b.compare("slt", at, b.add(low, size))))
        return kept

    def _at(self, access: Access, lane: Index = 0) -> list[ir.Value]:
        """The indices of ``access`` at the current point, ``lane`` further along the vectorized dimension."""
        return [self.b.value(self.index_of(d, lane)) for d in access.dims]

    def index_of(self, dim: int | ir.AffineExpr, lane: Index) -> Index:
        """The index that ``dim`` of an access means at the current point, ``lane`` further along the vectors."""
        if isinstance(dim, int):
            return self.b.add(self.ivs[dim], lane) if dim == self.lanes.dim else self.ivs[dim]
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

    def _linalg_index(self, dim: int, type: ir.Type | None = None) -> ir.Value:
        """The index along ``dim``, of the index type or, as often as it wraps, of an integer ``type``."""
        at = self.b.value(self.ivs[dim])
        if type is not None:
            at = self.b.one("arith.index_cast", type, at)
        if dim != self.lanes.dim:
            return at
        step = self.b.ascending(at.type, self.lanes.count)
        return self.b.apply("arith.addi", step, self.b.broadcast(at, self.lanes.count))

    # Vectors

    def _vector(self, type: ir.Type) -> ir.VectorType:
        return ir.VectorType.get((self.lanes.count,), type)

    def _read(self, access: Access, masks: Masks) -> ir.Value:
        """The lanes of ``access`` as a vector, or a scalar where the vectorized dimension does not move it."""
        if not access.is_memref or not access.uses(self.lanes.dim) or access.along is not None:
            return self._scalar_read(access)
        vector = self._vector(access.value.type.element_type)
        if self.inside is False:
            return self._pad(access, vector)
        load = self._load if access.contiguous(self.lanes.dim) else self._gather
        with self.b.located(access.origin or self.b.loc):
            return load(access, vector, masks)

    def _load(self, access: Access, vector: ir.VectorType, masks: Masks) -> ir.Value:
        """Lanes that are neighbours."""
        mask = masks.of(access)
        at = self._at(access)
        if mask is None or self._is_own(access):
            loaded = self.b.one("vector.load", vector, access.value, *at)
            return loaded if mask is None else self.b.select(mask, loaded, self._pad(access, vector))
        return self.b.one("vector.maskedload", vector, access.value, *at, mask, self._pad(access, vector))

    def _is_own(self, access: Access) -> bool:
        """Whether ``access`` is of a buffer that may be touched outside of its window, in whole vectors."""
        return access.loose and is_local(access.value) and access.value.type.shape[-1] % self.lanes.count == 0

    def _pad(self, access: Access, vector: ir.VectorType) -> ir.Value:
        if access.pad is None:
            return self._zero(vector, vector.element_type)
        return self.b.broadcast(access.pad, self.lanes.count)

    def _zero(self, type: ir.Type, element: ir.Type) -> ir.Value:
        """What is read outside of a window for which nothing says what."""
        return self.b.constant(type, 0 if isinstance(element, ir.IntegerType | ir.IndexType) else 0.0)

    def _gather(self, access: Access, vector: ir.VectorType, masks: Masks) -> ir.Value:
        """Lanes that are not neighbours, read one by one; past the end the last lane is read again."""
        lanes = []
        for lane in range(self.lanes.count):
            at = self._at(access, masks.clamp(lane))
            lanes.append(self.b.one("memref.load", vector.element_type, access.value, *at))
        return self.b.one("vector.from_elements", vector, *lanes)

    def _fetch_further(self) -> None:
        """Fetch what later iterations of a loop around the nest read of the lines that are read here."""
        for access, steps, cache in self.prefetches:
            at = [self.b.value(self.b.add(i, n)) for i, n in zip(self._at(access), steps, strict=True)]
            prefetch(self.b, access.value, at, cache)

    def _write(self, access: Access, value: ir.Value, masks: Masks) -> None:
        if not isinstance(value.type, ir.VectorType):
            value = self.b.broadcast(value, self.lanes.count)
        if access.contiguous(self.lanes.dim):
            mask = masks.of(access)
            at = self._at(access)
            if mask is None or self._is_own(access):
                self.b.op("vector.store", (), (value, access.value, *at))
            else:
                self.b.op("vector.maskedstore", (), (access.value, *at, mask, value))
            return
        for lane in range(self.lanes.count):
            at = self._at(access, masks.clamp(lane))
            source = masks.clamp(lane)
            one = self._extract(value, source)
            self.b.op("memref.store", (), (one, access.value, *at))

    def _old(self, number: int, access: Access, masks: Masks) -> ir.Value | None:
        if not self.nest.uses_old(number):
            return None
        return self._read(access, masks)

    def _extract(self, vector: ir.Value, lane: Index) -> ir.Value:
        place, dynamic = indices([static(lane)]), () if isinstance(lane, int) else (lane,)
        return self.b.one("vector.extract", vector.type.element_type, vector, *dynamic, static_position=place)

    def _widen(self, value: ir.Value, count: int | None = None) -> ir.Value:
        if isinstance(value.type, ir.VectorType):
            return value
        return self.b.broadcast(value, count or self.lanes.count)

    def _shuffle(self, a: ir.Value, b: ir.Value, order: Sequence[int]) -> ir.Value:
        type = ir.VectorType.get((len(order),), a.type.element_type)
        return self.b.one("vector.shuffle", type, a, b, mask=indices(order))

    def _inputs(self, masks: Masks) -> list[ir.Value]:
        """The lanes of every input as vectors."""
        return [self._widen(self._read(a, masks)) for a in self.nest.inputs]


class Emitter(AccessEmitter):
    """Emits one nest with one choice of lanes; with `SCALAR`, element by element."""

    def run(self) -> None:
        """Emit the loops here."""
        dims = range(len(self.nest.extents))
        parallel = [d for d in dims if self.nest.parallel[d]]
        reduced = [d for d in dims if d not in parallel]
        if self.nest.from_first:
            self._loops(parallel, lambda: self._fold_scalars(reduced[0]))
        else:
            self._loops(parallel + reduced, self._scalar)

    # Loops and bounds

    def _range(self, dim: int) -> tuple[Index, Index]:
        begin, size = self.clip.get(dim, (0, self.nest.extents[dim]))
        return begin, self.b.add(begin, size)

    def _loops(self, dims: list[int], core: Callable[[], None]) -> None:
        """Loops over ``dims``, outermost first, around ``core``."""
        if not dims:
            core()
            return
        dim, *rest = dims

        def body(iv: Index) -> None:
            self.ivs[dim] = iv
            self._loops(rest, core)

        self.b.for_each(*self._range(dim), self.steps.get(dim, 1), body)

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

    def _padded_from(self, end: Index, step: int) -> Index | None:
        """From where on, in steps of ``step``, what the vectorized dimension moves is padding; None if not known."""
        dim = self.lanes.dim
        moved = [a for a in self.nest.accesses if a.is_memref and a.uses(dim)]
        indexed = any(
            op.name == "linalg.index" and op.attributes["dim"].value == dim for op in needed_ops(self.nest)
        )
        if indexed or any(a.window is None for a in moved):
            return None
        if any(d not in self.ivs and d != dim for a in moved for d in a.dims):
            return None
        stop: Index = 0
        for access in moved:
            stop = self.b.max(stop, Masks(self, 0, end).bounds(access)[1])
        return self.b.min(self.b.floor_to(self.b.add(stop, step - 1), step), end)

    # Bodies

    def _scalar(self) -> None:
        nest = self.nest
        values = [self._scalar_read(a) for a in (nest.inputs if nest.body is None else nest.accesses)]
        for access, result in zip(nest.stored + nest.outputs, self._body(values), strict=True):
            self._write_scalar(access, result)

    def _fold_scalars(self, dim: int) -> None:
        def reads(at: Index) -> list[ir.Value]:
            self.ivs[dim] = at
            return [self._scalar_read(a) for a in self.nest.inputs]

        total = self._folded(dim, 1, reads)
        for access, value in zip(self.nest.outputs, total, strict=True):
            self._write_scalar(access, value)

    def _body(self, values: Sequence[ir.Value | None]) -> list[ir.Value]:
        """The body's results for ``values``, the inputs' and outputs' elements."""
        if self.nest.body is None:
            return [values[0]]
        env = {a: v for a, v in zip(self.nest.body.arguments, values, strict=True) if v is not None}
        self._clone_rest(body_ops(self.nest), env)
        return [env.get(v, v) for v in self.nest.results]

    def _hoist(self) -> None:
        """Read, in front of the loop over the vectorized dimension, what no lane moves, and compute with it alone."""
        nest, dims = self.nest, range(len(self.nest.extents))
        self.uniform = found = {}
        moving = [d for d in dims if d == self.lanes.dim or d not in self.ivs]
        for argument, access in zip(nest.arguments, nest.inputs, strict=False):
            if access.is_memref and access.window is None and not any(map(access.uses, moving)):
                found[argument] = self._scalar_read(access)
        made = {*nest.arguments, *(r for op in body_ops(nest) for r in op.results)}
        for op in body_ops(nest) if found else ():
            used = made.intersection(op.operands)
            if used and used <= found.keys() and op.name not in TRAPPING and op not in self.skipped_ops:
                self._clone([op], found)

    def _input(self, argument: ir.Value, access: Access, masks: Masks) -> ir.Value:
        """What the body's ``argument``, an element of ``access``, is at the current point."""
        return self.uniform[argument] if argument in self.uniform else self._read(access, masks)

    def _clone_rest(self, ops: Sequence[ir.Operation], env: dict[ir.Value, ir.Value]) -> None:
        """Repeat those of ``ops`` whose results are not known yet."""
        env.update(self.uniform)
        self._clone([op for op in ops if not all(r in env for r in op.results)], env)

    def _combined(self, left: Values, right: Values) -> list[ir.Value]:
        """What the body of a reduction makes of partial results and of what comes after them."""
        results = self._body([*right, *left])
        lanes = [v.type.shape[0] for v in left if isinstance(v.type, ir.VectorType)]
        return [self._widen(v, lanes[0]) for v in results] if lanes else results

    def _tree(self, parts: Sequence[Values], combine: Callable[[Values, Values], Values]) -> Values:
        """``parts``, a power of two of them, combined pairwise in their order."""
        while len(parts) > 1:
            parts = [combine(x, y) for x, y in zip(parts[::2], parts[1::2], strict=True)]
        return parts[0]

    def _across(self, parts: Values, combine: Callable[[Values, Values], Values]) -> list[ir.Value]:
        """The lanes of vectors combined down to scalars: the lower half with the upper one."""
        count = self.lanes.count
        while count > 1:
            count //= 2
            low, high = ([self._shuffle(v, v, range(at, at + count)) for v in parts] for at in (0, count))
            parts = combine(low, high)
        return [self._extract(v, 0) for v in parts]

    def _folded(self, dim: int, group: int, reads: Callable[[Index], Values]) -> Values:
        """All that ``reads`` gives along ``dim``, combined in order, ``group`` neighbours at a time."""

        def combined(at: Index) -> Values:
            return self._tree([reads(self.b.add(at, i)) for i in range(group)], self._combined)

        def body(iv: Index, total: Values) -> Values:
            return self._combined(total, combined(iv))

        return self.b.loop(group, self.nest.extents[dim], group, combined(0), body)

    def _clone(self, ops: Sequence[ir.Operation], env: dict[ir.Value, ir.Value]) -> None:
        """Repeat ``ops`` on the values of ``env``: on vectors where an operand is one."""
        members = set(self.nest.members)
        for op in ops:
            if self.inside is not None and op in self.skipped_ops:
                env.update((r, self.b.constant(self.b.i1, self.inside)) for r in op.results if r in members)
                continue
            if op.name == "linalg.index":
                env[op.result] = self._linalg_index(op.attributes["dim"].value)
                continue
            if op.name == "arith.index_cast" and (dim := self._dim_of(op.operands[0])) is not None:
                env[op.result] = self._linalg_index(dim, op.result.type)
                continue
            operands = [env.get(v, v) for v in op.operands]
            vectors = [v.type.shape[0] for v in operands if isinstance(v.type, ir.VectorType)]
            if not vectors:
                cloned(op, env, self.b.ip)
                continue
            count = vectors[0]
            operands = [self._widen(v, count) for v in operands]
            types = [ir.VectorType.get((count,), r.type) for r in op.results]
            attributes = dict(op.attributes.items())
            with self.b.located(op.location):
                new = self.b.op(op.name, types, operands, attributes)
            env.update(zip(op.results, new.results, strict=True))

    def _dim_of(self, value: ir.Value) -> int | None:
        """The vectorized dimension, if ``value`` is the index along it."""
        maker = made_by(value, "linalg.index")
        return self.lanes.dim if maker and maker.attributes["dim"].value == self.lanes.dim else None


def computed(b: Builder, nest: Nest, lanes: Lanes, value: ir.Value) -> ir.Value:
    """What the body of ``nest`` makes of ``value``, the ``lanes`` of its only input: of its only output."""
    return Emitter(b, nest, lanes)._body([value, None])[0]
