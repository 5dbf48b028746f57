"""Discardable attributes: which of them mean something, on which ops, and with which values.

    %0 = arith.muli %a, %b overflow<nsw> {tt.divisibility = dense<16> : tensor<1xi32>, color = "red"} : i32
                           inherent       known                                        unknown

A pass that does not know a discardable attribute may drop it, says MLIR.  Two tables have those that this package
knows, in tt functions and in the shared form (docs/shared_form.md): a `Row` is the ops that an attribute may stand on,
and the values that it may have.  Everything else `unknown` lists and `strip` drops, so that no pass meets it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from triton_shared.dialects import registry
from triton_shared.dialects.assembly import SEGMENTS, assembly_of
from triton_shared.dialects.tt.base import (
    CacheModifier,
    EvictionPolicy,
    InputPrecision,
    MemSemantic,
    MemSyncScope,
)
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: what is said of the numbers of a tensor, a number a dimension; of an argument, one number
NUMBERS = ("tt.divisibility", "tt.contiguity", "tt.constancy")
#: numbers in attributes are no larger, so that everybody may compute with them
LARGEST = (1 << 31) - 1

_MEMORY = (
    r"memref\.(copy|load|store|atomic_rmw)|bufferization\.(materialize_in_destination|to_tensor)|linalg\.broadcast"
    r"|llvm\.(load|store|cmpxchg|atomicrmw)|tts\.\w+|vector\.(gather|scatter)"
)
_PRODUCTS = r"linalg\.(batch_)?matmul"
#: ops that make, carry or move blocks
_BLOCKS = (
    r"(linalg|tensor|bufferization)\.\w+|arith\.select|scf\.(for|while|if|parallel)|memref\.(alloca?|copy)"
)

Check = Callable[[ir.Operation, ir.Attribute], bool]


@dataclass(frozen=True)
class Row:
    """What an attribute may stand on, a pattern of names of ops, and which of its values ``fits`` such an op."""

    on: str
    fits: Check


def _unit(op: ir.Operation, value: ir.Attribute) -> bool:
    return isinstance(value, ir.UnitAttr)


def _flag(op: ir.Operation, value: ir.Attribute) -> bool:
    return isinstance(value, (ir.UnitAttr, ir.BoolAttr))


def _anything(op: ir.Operation, value: ir.Attribute) -> bool:
    return True


def _word(*words: str) -> Check:
    return lambda op, value: isinstance(value, ir.StringAttr) and value.value in words


def _number(least: int, most: int = LARGEST) -> Check:
    """An integer of ``least`` to ``most``."""

    def fits(op: ir.Operation, value: ir.Attribute) -> bool:
        return (
            isinstance(value, ir.IntegerAttr)
            and isinstance(value.type, ir.IntegerType)
            and least <= value.value <= most
        )

    return fits


def _numbers(op: ir.Operation, value: ir.Attribute) -> bool:
    """A list of integers of 1 to `LARGEST`, as an attribute of elements or as an array."""
    if isinstance(value, (ir.DenseI32ArrayAttr, ir.DenseI64ArrayAttr)):
        return all(0 < number <= LARGEST for number in value)
    if not isinstance(value, ir.DenseIntElementsAttr):
        return False
    return len(value) <= 64 and all(0 < number <= LARGEST for number in value)


def _axis(op: ir.Operation, value: ir.Attribute) -> bool:
    """The axis of a scan: a dimension of all that it makes, which follow as many totals."""
    made = list(op.results)[len(op.results) // 2 :]
    if len(op.results) % 2 or not made or not isinstance(value, ir.IntegerAttr):
        return False
    return all(isinstance(v.type, ir.RankedTensorType) and 0 <= value.value < v.type.rank for v in made)


def _widening(op: ir.Operation, value: ir.Attribute) -> bool:
    """Whether ``op`` may be the conversion of one tensor of floats to a wider type."""
    types = [v.type for v in op.operands]
    if len(types) != 2 or not all(isinstance(t, ir.RankedTensorType) for t in types):
        return False
    source, target = (t.element_type for t in types)
    return all(isinstance(e, ir.FloatType) for e in (source, target)) and source.width < target.width


def _exact(op: ir.Operation, value: ir.Attribute) -> bool:
    """A name of fewer bits, of a product of tensors of f32."""
    factors = [v.type.element_type for v in list(op.operands)[:2]]
    return all(isinstance(f, ir.F32Type) for f in factors) and _word("bf16", "tf32")(op, value)


def _layout(op: ir.Operation, value: ir.Attribute) -> bool:
    """Layouts of what an op makes or moves; what is wrong with them those say who obey them, and drop nothing."""
    return isinstance(value, (ir.DictAttr, ir.ArrayAttr))


def _annotation(op: ir.Operation, value: ir.Attribute) -> bool:
    return str(value).startswith("#llvm.loop_annotation<")


_LOOPS = {
    "tt.num_stages": _number(0),
    "tt.loop_unroll_factor": _number(0),
    **dict.fromkeys(("tt.disallow_acc_multi_buffer", "tt.flatten", "tt.disable_licm"), _flag),
    "tt.warp_specialize": _flag,
}

#: in the body of a tt function, as Triton's front end and this package's users write it
_TRITON: dict[str, Row] = {
    **dict.fromkeys(NUMBERS, Row(r".*", _numbers)),
    **{name: Row(r"scf\.for", check) for name, check in _LOOPS.items()},
    "noinline": Row(r"tt\.func", lambda op, value: isinstance(value, ir.BoolAttr)),
}
#: everywhere else: docs/shared_form.md
_SHARED: dict[str, Row] = {
    "tt.cache": Row(_MEMORY, _word(*CacheModifier.keywords)),
    "tt.eviction": Row(_MEMORY, _word(*EvictionPolicy.keywords)),
    "tt.sem": Row(_MEMORY, _word(*MemSemantic.keywords)),
    "tt.scope": Row(_MEMORY, _word(*MemSyncScope.keywords)),
    **dict.fromkeys(NUMBERS, Row(_MEMORY, _numbers)),
    **{name: Row(r"scf\.for", check) for name, check in _LOOPS.items()},
    "llvm.loop_annotation": Row(r"scf\.(for|while)", _annotation),
    "tt.wrapped": Row(r"scf\.for", _number(0)),
    "tt.scan": Row(r"scf\.for", _axis),
    "tt.reverse": Row(r"scf\.for", _unit),
    "tt.input_precision": Row(_PRODUCTS, _number(0, max(InputPrecision.keywords.values()))),
    "tt.max_num_imprecise_acc": Row(_PRODUCTS, _number(0)),
    "tt.exact_as": Row(_PRODUCTS, _exact),
    "tt.widens": Row(r"linalg\.generic", _widening),
    "tt.no_contraction": Row(r"arith\.\w+f|math\.\w+", _unit),
    "tt.precise": Row(r"arith\.divf|math\.\w+", _unit),
    "simt.layout": Row(_BLOCKS, _layout),
    "simt.mma": Row(_PRODUCTS, _anything),
    "simt.plan": Row(r"func\.func", _anything),
    "simt.pipeline": Row(r"scf\.for", _anything),
    "simt.store": Row(r"bufferization\.materialize_in_destination", _anything),
    "simt.copy": Row(r"memref\.alloca?", _anything),
    "simt.reason": Row(r"memref\.alloca?|bufferization\.materialize_in_destination", _anything),
    "tt.descriptor": Row(r"tts\.\w+|memref\.reinterpret_cast", _unit),
    "tts.entry": Row(r"func\.func", lambda op, value: isinstance(value, ir.StringAttr)),
}
#: of the arguments of functions
_ARGUMENTS: dict[str, Check] = {
    **dict.fromkeys(
        (*NUMBERS, "tt.pointer_range", "tt.checks", "tt.visits", "tt.orders", "tt.fills"), _number(1)
    ),
    **dict.fromkeys(("tt.touches", "tt.sites"), lambda op, value: isinstance(value, ir.StringAttr)),
    "tt.nv_tma_desc": _anything,
}
_BLOCK_SHAPE = "tt.block_shape"
#: dialects all of whose attributes the tables have
_OURS = ("tt", "ttg", "tts", "simt")


@dataclass(frozen=True)
class Unknown:
    """The discardable attribute ``name`` of ``op``, or of its argument with this number, which says nothing."""

    op: ir.Operation
    name: str
    argument: int | None = None


def unknown(module: ir.Operation) -> Iterator[Unknown]:
    """The discardable attributes of the functions in ``module`` that are unknown, not there, or not with that value.

    What modules say is left to its readers, what is in dialects of plug-ins to these.
    """
    for op in module.operation.regions[0].blocks[0].operations:
        root = op.operation
        if root.name == "builtin.module":
            yield from unknown(root)
            continue
        rows = _TRITON if root.name == "tt.func" else _SHARED
        yield from _of_arguments(root)
        for inner in (root, *all_ops(root)):
            for name in inner.attributes:
                if not (is_inherent(inner, name) or _is_known(inner, name, rows)):
                    yield Unknown(inner, name)


def strip(module: ir.Operation) -> None:
    """Drop what is `unknown` in ``module``."""
    for found in list(unknown(module)):
        attributes = found.op.attributes
        if found.argument is None:
            del attributes[found.name]
        else:
            known = list(attributes["arg_attrs"])
            kept = {entry.name: entry.attr for entry in known[found.argument] if entry.name != found.name}
            known[found.argument] = ir.DictAttr.get(kept, found.op.context)
            attributes["arg_attrs"] = ir.ArrayAttr.get(known, found.op.context)


def is_inherent(op: ir.Operation, name: str) -> bool:
    """Whether the attribute ``name`` belongs to the definition of ``op``; all does where the op is not registered."""
    known = _inherent.get((op.name, name))
    if known is None:
        known = _inherent[op.name, name] = _belongs(op, name)
    return known


_inherent: dict[tuple[str, str], bool] = {}
#: what belongs to an op in generic text: ``"arith.addi"(…) <{overflowFlags = #arith.overflow<nsw>}> {color = "red"}``
_PROPERTIES = re.compile(r"[^{]*<\{(.*?)\}>", re.DOTALL)


def _belongs(op: ir.Operation, name: str) -> bool:
    if op.name in registry.OPERATIONS:
        return name in assembly_of(registry.OPERATIONS[op.name]).inherent or name in SEGMENTS
    if not op.context.is_registered_operation(op.name):
        return True
    bare = op.clone()
    for other in list(bare.attributes.keys()):
        if other != name:  # some stay, those of lengths
            del bare.attributes[other]
    properties = _PROPERTIES.match(bare.get_asm(print_generic_op_form=True, skip_regions=True))
    listed = f", {properties[1]}," if properties else ""
    return f", {name} =" in listed or f", {name}," in listed


def _is_known(op: ir.Operation, name: str, rows: Mapping[str, Row]) -> bool:
    dialect = name.partition(".")[0]
    if dialect in registry.DIALECTS and dialect not in _OURS:
        return True
    row = rows.get(name)
    return row is not None and _matches(row.on, op.name) and row.fits(op, op.attributes[name])


@cache
def _matches(pattern: str, name: str) -> bool:
    return re.fullmatch(pattern, name) is not None


def _of_arguments(function: ir.Operation) -> Iterator[Unknown]:
    """What is `unknown` of the arguments of ``function``."""
    if "arg_attrs" not in function.attributes:
        return
    for number, attributes in enumerate(function.attributes["arg_attrs"]):
        for entry in attributes:
            check = _ARGUMENTS.get(entry.name)
            if entry.name == _BLOCK_SHAPE:
                fits = _begins_descriptor(function, number, entry.attr)
            else:
                fits = check is not None and check(function, entry.attr)
            if not fits:
                yield Unknown(function, entry.name, number)


def _begins_descriptor(function: ir.Operation, number: int, shape: ir.Attribute) -> bool:
    """Whether the parts of a descriptor of ``shape`` begin at argument ``number`` of a function of the shared form."""
    if not isinstance(shape, ir.DenseI64ArrayAttr) or function.name != "func.func":
        return False
    types = [str(t) for t in ir.FunctionType(function.attributes["function_type"].value).inputs]
    parts = ["i64"] * (2 * len(shape)) + ["i1"]
    return types[number + 1 : number + 1 + len(parts)] == parts
