"""Let pairs of blocks copy for each other the TMA tiles that both read: each copies a part of them to both.

    scf.for %n = %block to %count step %blocks {                   the producer's programs
      scf.if %possible {                                           simt.version_condition %c
        scf.for … { … simt.tma_load %to, %map[%at], %full, %x … }
      } else { … }
    } {simt.grid_loop}
    …
    scf.for %n = %block to %count step %blocks {                   the consumers' programs
      … nvvm.mbarrier.arrive %empty …
    } {simt.grid_loop}

becomes, in a function with ``simt.multicast``,

    nvvm.cluster.arrive ; nvvm.cluster.wait
    scf.for %n = %block to %count step %blocks {
      %has_other = cmpi slt, (xori %n, 1), %count                  the neighbour, %n ^ 1, is run by the other block
      scf.if %possible {                                           %c of both programs
        %same = …                                                  %at is the neighbour's as well
        %to_both = select %same, (0b11 if it is my turn else 0), (1 << %rank)
        scf.for … { … simt.tma_multicast %to, %map[%at], %full, %x, %to_both … }
      } else { … }
    }
    …
      … nvvm.mbarrier.arrive %empty ; nvvm.mbarrier.arrive (mapa %empty, %other_rank) …
    nvvm.cluster.arrive ; nvvm.cluster.wait

The cluster is a pair of blocks, which run programs 2n and 2n + 1 at once.  In all of these the producer does the same,
since what decides about that does not depend on the number of the program; but for what two versions of a loop are
chosen by, of which both run the same one.  So both fill stage after stage alike, and a stage is empty when the
consumers of both are done with it.  Of the tiles of an iteration that both read, one block copies the even ones and the
other one the odd ones; what neighbours read is computed from the number of the other program.  A program that has no
neighbour, the last one, copies for itself, and its consumers arrive twice.

Promise: where it takes more than arithmetic to know what the neighbour does, blocks are no pairs.
(PTX ISA, "cp.async.bulk.tensor", ".multicast::cluster"; "mapa"; "barrier.cluster".)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from triton_shared.codegen.nvidia import nvvm
from triton_shared.codegen.nvidia.launch_abi import CLUSTER
from triton_shared.codegen.nvidia.tma.tma_loads import TMA_LOAD
from triton_shared.codegen.nvidia.warp_specialization.producer_ring import MULTICAST, STAGES_EMPTY
from triton_shared.codegen.nvidia.warp_specialization.producer_slice import BLOCK_BARRIER
from triton_shared.codegen.nvidia.warp_specialization.specialized_loops import VERSION_CONDITION
from triton_shared.codegen.simt.build.emitter import BARRIER, CONTROL_FLOW, Emitter, count_of
from triton_shared.codegen.simt.memory.insert_barriers import GRID_LOOP
from triton_shared.ir import effects
from triton_shared.ir.builder import Condition, i64_attr
from triton_shared.ir.statistics import fired
from triton_shared.ir.walk import (
    all_ops,
    ancestor_in,
    cloned,
    made_by,
    ops_around,
    owner_of,
    reached,
    substitute,
    terminator,
)
from triton_shared.mlir import ir

TMA_MULTICAST = "simt.tma_multicast"
#: blocks of a cluster
PAIR = 2
FOR, IF = "scf.for", "scf.if"


class _Unknown(Exception):
    """More than arithmetic says what the neighbour's value is."""


def run(function: ir.Operation) -> None:
    """Run the pass on ``function``."""
    if MULTICAST not in function.attributes:
        return
    del function.attributes[MULTICAST]
    roles = [_Role(op) for op in all_ops(function, {FOR}) if GRID_LOOP in op.attributes]
    if shared := _shared(roles):
        fired("multicast-copies", "kernel")
        for role in roles:
            role.find_neighbour()
            role.choose_versions()
        for number, loads in enumerate(shared):
            roles[0].share(loads, number % PAIR)
        _arrive_twice(function, roles[1])
        _meet(function)
        function.attributes[CLUSTER] = i64_attr(PAIR)
    for version in all_ops(function, {VERSION_CONDITION}):
        substitute(version, version.operands[0])


def _shared(roles: Sequence[_Role]) -> list[list[ir.Operation]]:
    """The copies that neighbours may share, those of one tensor in one list; none where blocks are no pairs.

    The ``roles`` are those of the producer and of the consumers.
    """
    if len(roles) < 2:  # nothing is left of the producer, or blocks do not run program after program
        return []
    producer = roles[0]
    try:
        if any(map(producer.varies, producer.control())):
            return []
        for role in roles:
            for version in role.versions:
                role.check(version.operands[0])
    except _Unknown:
        return []
    return [loads for loads in producer.copies() if producer.knows(_coordinates(loads))]


def _coordinates(loads: Iterable[ir.Operation]) -> list[ir.Value]:
    return [value for load in loads for value in list(load.operands)[1:3]]


def _arrive_twice(function: ir.Operation, consumers: _Role) -> None:
    """Let ``consumers`` that are done with a stage say so in the neighbour's block as well."""
    for op in all_ops(function, {nvvm.INIT}):
        if STAGES_EMPTY in op.attributes:
            _, warps = op.operands
            count = warps.owner.attributes["value"].value
            op.operands[1] = Emitter(op, op.location).value32(PAIR * count)
    for op in all_ops(consumers.loop, {nvvm.ARRIVE}):
        nvvm.mbarrier_arrive_in(Emitter(op, op.location), op.operands[0], consumers.other_rank)


def _meet(function: ir.Operation) -> None:
    """Let the pair begin together, when both have made their mbarriers, and end so."""
    for op in all_ops(function, {BARRIER}):
        if BLOCK_BARRIER in op.attributes:
            nvvm.cluster_barrier(Emitter(op, op.location))
            op.erase()
    nvvm.cluster_barrier(Emitter(terminator(function.regions[0].blocks[0]), function.location))


class _Role:
    """What the producer or the consumers do, in a ``loop`` over programs, and what they do in neighbouring ones.

    Attributes:
        versions: the conditions by which one of two versions is chosen.
        has_other: whether the program has a neighbour.
        rank: the number of the block in its pair.
        other_rank: that of the neighbour's block; one's own where there is none.
    """

    has_other: Condition
    rank: ir.Value
    other_rank: ir.Value
    _other: ir.Value

    def __init__(self, loop: ir.Operation):
        self.loop, self._body = loop, loop.regions[0].blocks[0]
        self._number = self._body.arguments[0]
        self.versions = all_ops(loop, {VERSION_CONDITION})
        self._known: dict[ir.Value, bool] = {}

    # What is known of the neighbour

    def control(self) -> list[ir.Value]:
        """What decides about what is done, and how often; but for what versions are chosen by.

        Raises:
            _Unknown: a loop goes on as long as memory says.
        """
        out: list[ir.Value] = []
        for op in all_ops(self.loop, CONTROL_FLOW):
            if op.name not in (FOR, IF):
                raise _Unknown
            out += list(op.operands)[: 3 if op.name == FOR else 1]
        return [value for value in out if made_by(value, VERSION_CONDITION) is None]

    def copies(self) -> Iterable[list[ir.Operation]]:
        """The copies of TMA tiles, those of one stage and one tensor in one list."""
        found: dict[tuple[ir.Value, ir.Operation], list[ir.Operation]] = {}
        for op in all_ops(self.loop, {TMA_LOAD}):
            found.setdefault((op.operands[1], next(iter(ops_around(op)))), []).append(op)
        return found.values()

    def knows(self, values: Iterable[ir.Value]) -> bool:
        """Whether the neighbour's ``values`` can be computed."""
        try:
            self.leaves(values)
        except _Unknown:
            return False
        return True

    def varies(self, value: ir.Value) -> bool:
        """Whether ``value`` depends on the number of the program.

        Raises:
            _Unknown: nothing tells.
        """
        if value not in self._known:
            self._known[value] = self._number in reached([value], self._sources)
        return self._known[value]

    def check(self, value: ir.Value) -> None:
        """Raise `_Unknown` unless only arithmetic makes ``value`` of the number of the program."""
        varying = reached(
            [value] if self.varies(value) else [], lambda v: filter(self.varies, self._sources(v))
        )
        for v in varying:
            owner = owner_of(v)
            if v != self._number and (owner is None or owner.name in CONTROL_FLOW):
                raise _Unknown

    def leaves(self, values: Iterable[ir.Value]) -> list[ir.Value]:
        """What ``values`` are made of outside of all control flow, of what depends on the number of the program.

        Raises:
            _Unknown: more than arithmetic makes them of it.
        """
        onward = lambda v: () if self._is_leaf(v) else self._sources(v)  # noqa: E731
        found = [v for v in reached(values, onward) if self._is_leaf(v) and self.varies(v)]
        for leaf in found:
            self.check(leaf)
        return found

    def _is_leaf(self, value: ir.Value) -> bool:
        owner = owner_of(value)
        if owner is None:
            return value == self._number
        return owner.name not in CONTROL_FLOW and (owner.block == self._body or not self._has(owner))

    def _has(self, op: ir.Operation) -> bool:
        return any(around == self.loop for around in ops_around(op))

    def _sources(self, value: ir.Value) -> Sequence[ir.Value]:
        """What ``value`` is made of."""
        owner = owner_of(value)
        if owner is None:
            return () if value == self._number else _of_argument(value)
        if owner.name in CONTROL_FLOW:
            return _of_result(owner, value.result_number)
        row = effects.of(owner)
        is_of_warp = row.together and not row.touches_memory
        if owner.name == "gpu.block_id" or not (row.only_computes or is_of_warp):
            raise _Unknown
        return list(owner.operands)

    # What is done otherwise

    def find_neighbour(self) -> None:
        """Compute, where a program begins, what is known of its neighbour."""
        b = Emitter(next(iter(self._body.operations)).operation, self.loop.location)
        other = b.value32(b.i32_op("arith.xori", self._number, 1))
        self.has_other = b.compare("slt", other, self.loop.operands[1])
        self.rank = b.value32(b.i32_op("arith.andi", self._number, 1))
        other_rank = b.value32(b.i32_op("arith.xori", self.rank, 1))
        self._other = b.select(self.has_other, other, self._number)
        self.other_rank = b.select(self.has_other, other_rank, self.rank)

    def choose_versions(self) -> None:
        """Let both blocks of a pair choose the same versions."""
        for version in self.versions:
            b, own = Emitter(version, version.location), version.operands[0]
            version.operands[0] = b.both(own, self._neighbours(own, b, {}))

    def share(self, loads: Sequence[ir.Operation], first: int) -> None:
        """Let each block of a pair copy a part of what is the same for ``loads`` in both, block ``first`` the first."""
        b = Emitter(ancestor_in(self._body, loads[0]), loads[0].location)
        is_same, env = self.has_other, dict[ir.Value, ir.Value]()
        for leaf in self.leaves(_coordinates(loads)):
            is_same = b.both(is_same, _equal(b, leaf, self._neighbours(leaf, b, env)))
        alone = b.value32(b.i32_op("arith.shli", b.constant(b.i32, 1), self.rank))
        for number, load in enumerate(loads):
            is_mine = b.compare("eq", self.rank, (first + number) % PAIR)
            both = b.select(is_mine, b.constant(b.i32, (1 << PAIR) - 1), b.constant(b.i32, 0))
            blocks = b.select(is_same, both, alone)
            Emitter(load, load.location).op(TMA_MULTICAST, (), (*load.operands, blocks))
            load.erase()

    def _neighbours(self, value: ir.Value, b: Emitter, env: dict[ir.Value, ir.Value]) -> ir.Value:
        """What the neighbour has in the place of ``value``, which is known; computed by ``b``, kept in ``env``."""
        owner = owner_of(value)
        if value == self._number:
            return self._other
        if owner is None or not self.varies(value):
            return value
        if value not in env:
            for operand in owner.operands:
                env[operand] = self._neighbours(operand, b, env)
            cloned(owner, env, b.ip)
        return env[value]


def _equal(b: Emitter, one: ir.Value, other: ir.Value) -> Condition:
    if not isinstance(one.type, ir.VectorType):
        return b.compare("eq", one, other)
    parts = [b.compare("eq", b.extract(one, k), b.extract(other, k)) for k in range(count_of(one))]
    return reduce(b.both, parts)


def _of_argument(value: ir.Value) -> Sequence[ir.Value]:
    """What an argument of a block is made of."""
    op, number = value.owner.owner.operation, value.arg_number
    match op.name:
        case "func.func":
            return ()
        case "scf.for" if number:
            return _of_result(op, number - 1)
        case "scf.for":
            return op.operands[0], op.operands[2]
    raise _Unknown


def _of_result(op: ir.Operation, number: int) -> Sequence[ir.Value]:
    """What a result of control flow is made of."""
    given = [terminator(region.blocks[0]).operands[number] for region in op.regions]
    match op.name:
        case "scf.for":
            return op.operands[3 + number], *given
        case "scf.if":
            return op.operands[0], *given
    raise _Unknown
