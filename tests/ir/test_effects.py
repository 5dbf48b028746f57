"""The table of what ops do to memory: it is whole, MLIR agrees with it, and each row that names memory is right."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from triton_shared import compat, dialects, plugins
from triton_shared.codegen.cpu import STAGES as CPU_STAGES
from triton_shared.codegen.cpu import stages as cpu
from triton_shared.codegen.kernels import pick_kernel
from triton_shared.codegen.nvidia import STAGES as GPU_STAGES
from triton_shared.codegen.nvidia import stages as gpu
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.conversions import verify_shared_form
from triton_shared.dialects.effects import Reads, ReadsWrites, Writes
from triton_shared.dialects.registry import OPERATIONS
from triton_shared.ir import effects
from triton_shared.ir.effects import Effects, UnknownEffects
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import PassManager, ext, ir
from triton_shared.passes.manager import run_pipeline
from triton_shared.plugins import Plugin

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples").glob("*.mlir")) + sorted((ROOT / "tests/ttir").glob("3.9/*.mlir"))
#: text of attributes that stand on ops of other dialects
OURS = re.compile(r"(?:tt|tts|simt)\.[a-z_.]+")


# Every op has a row


def test_our_ops_have_rows():
    assert not [op.OPERATION_NAME for op in OPERATIONS.values() if op.OPERATION_NAME not in effects.ROWS]


def test_ops_of_the_shared_form_have_rows():
    sets = [*verify_shared_form.GATHER_OPS.values(), *verify_shared_form.KEPT_OPS.values()]
    names = verify_shared_form.OPS.union(*sets, *verify_shared_form.PROGRAM_OPS.values())
    names |= {f"{dialect}.any" for dialect in verify_shared_form.DIALECTS}
    assert not [name for name in names if effects.row_of(name) is None]


@cache
def seen(path: Path, machine: str) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """The ops after every pass over the kernel at ``path``, and what attributes of ours stand on which others."""
    names: set[str] = set()
    attributes: set[tuple[str, str]] = set()

    def note(module: ir.Operation) -> None:
        for op in all_ops(module):
            names.add(op.name)
            effects.of(op)
            attributes.update((a, op.name) for a in op.attributes if OURS.fullmatch(a))

    module = dialects.parse(path.read_text(), path.name)
    note(module)
    run_pipeline(module, ["triton-to-linalg"])
    with module.context, ir.Location.unknown():
        name = pick_kernel(module, None)
        if machine == "cpu":
            cpu.prepare(module, name, cpu.Options())
        else:
            gpu.prepare(module, name, GpuTarget(machine, num_stages=3))
        stages = CPU_STAGES if machine == "cpu" else GPU_STAGES
        for passes in stages.values():
            for one in passes:
                run_pipeline(module, [one], verify_each=False)
                note(module)
    return frozenset(names), frozenset(attributes)


@pytest.mark.parametrize("machine", ["cpu", "sm_80", "sm_90a"])
def test_ops_of_all_stages_have_rows(machine):
    """A part of the kernels, another one for each machine."""
    start = ["cpu", "sm_80", "sm_90a"].index(machine)
    for path in FILES[start::9]:
        seen(path, machine)


def test_an_op_without_a_row_is_an_error_that_names_it():
    body = "%y = memref.realloc %x : memref<4xf32> to memref<8xf32>"
    module = dialects.parse(f"func.func @f(%x: memref<4xf32>) {{\n{body}\nreturn\n}}", "a.mlir")
    (op,) = all_ops(module, {"memref.realloc"})
    with pytest.raises(
        UnknownEffects, match=r"a.mlir:2:.*'memref.realloc' op has no row .*a bug in triton-shared"
    ):
        effects.of(op)
    with pytest.raises(UnknownEffects):
        list(effects.uses(op.operands[0]))


# MLIR agrees


@pytest.mark.parametrize("name", sorted({op.OPERATION_NAME for op in OPERATIONS.values()}))
def test_traits_of_our_ops_agree(name):
    """What upstream's passes are told of our ops is what the table says."""
    row, traits = effects.ROWS[name], compat.traits_of(OPERATIONS[name])
    is_pure = ext.Pure in traits and ir.IsTerminatorTrait not in traits
    if not isinstance(row, Effects):  # the op says it itself
        assert not is_pure
        return
    assert row.only_computes == is_pure
    assert row.hands_on == (ir.IsTerminatorTrait in traits or name == "tt.func")
    if Reads in traits:
        assert row.reads and not (row.writes or row.orders or row.anywhere or row.acts)
    if Writes in traits:
        assert not row.reads or row.orders or row.together
    if ReadsWrites in traits:
        assert row.orders or (row.reads and row.writes)


PATHS = [
    path
    for path in FILES
    if re.match(r"softmax.f32|matmul.f16|attention.f16|layer_norm.f32|atomics|gather", path.name)
]


@pytest.mark.parametrize("machine", ["cpu", "sm_90a"])
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_mlir_drops_what_only_computes(path, machine):
    """Each op is repeated with results that nobody needs: canonicalization drops it if and only if that may be done.

    MLIR drops reads and allocations as well.
    """
    module = dialects.parse(path.read_text(), path.name)
    run_pipeline(module, ["triton-to-linalg"])
    with module.context, ir.Location.unknown():
        name = pick_kernel(module, None)
        if machine == "cpu":
            cpu.prepare(module, name, cpu.Options())
        else:
            gpu.prepare(module, name, GpuTarget(machine, num_stages=3))
        for passes in (CPU_STAGES if machine == "cpu" else GPU_STAGES).values():
            run_pipeline(module, passes, verify_each=False)
            for op_name, (kept, dropped, row) in _repeated(module).items():
                if row.only_computes:
                    assert not kept, f"MLIR says that {op_name} does more than compute"
                elif not dropped or row.acts or row.together:
                    continue
                else:
                    assert not (row.writes or row.frees or row.anywhere or row.atomic), (
                        f"MLIR drops {op_name}"
                    )


#: ops of which MLIR knows less than the table, and one that folds with its neighbours
LESS_KNOWN = ("llvm.call_intrinsic", "builtin.unrealized_conversion_cast")


def _repeated(module: ir.Operation) -> dict[str, tuple[int, int, Effects]]:
    """By the ops' names, how many repetitions canonicalization leaves of them, how many it drops, and the row."""
    copy = module.clone()
    rows: dict[str, Effects] = {}
    made: Counter[str] = Counter()
    for op in all_ops(copy):
        row = effects.of(op)
        if op.regions or row.hands_on or row.promises or not op.operands or op.name in LESS_KNOWN:
            continue
        if made[op.name] < 4 and row.only_computes == rows.setdefault(op.name, row).only_computes:
            op.clone(ip=ir.InsertionPoint(op)).attributes["mark"] = ir.UnitAttr.get()
            made[op.name] += 1
    PassManager.parse("builtin.module(canonicalize)", context=copy.context).run(copy)
    left = Counter(op.name for op in all_ops(copy) if "mark" in op.attributes)
    return {name: (left[name], made[name] - left[name], row) for name, row in rows.items()}


# Whose memory

#: ops, of which an operand's name says what is done to its memory: it is read (r), written (w), both (b), viewed (v),
#: freed (f), or nothing (o)
OPS = """
memref.load %r[%i] : memref<8xf32>
memref.store %x, %w[%i] : memref<8xf32>
memref.copy %r, %w : memref<8xf32> to memref<8xf32>
memref.dealloc %f : memref<8xf32>
memref.dim %o, %i : memref<8xf32>
memref.prefetch %r[%i], read, locality<3>, data : memref<8xf32>
memref.atomic_rmw addf %x, %b[%i] : (f32, memref<8xf32>) -> f32
memref.subview %v[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
memref.cast %v : memref<8xf32> to memref<?xf32>
memref.reinterpret_cast %v to offset: [0], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32>
memref.expand_shape %v [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
memref.extract_aligned_pointer_as_index %v : memref<8xf32> -> index
memref.extract_strided_metadata %v : memref<8xf32> -> memref<f32>, index, index, index
"tts.masked_view"(%v, %i, %i) #one : (memref<8xf32>, index, index) -> memref<8xf32>
arith.select %c, %v, %v2 : memref<8xf32>
vector.load %r[%i] : memref<8xf32>, vector<4xf32>
vector.store %y, %w[%i] : memref<8xf32>, vector<4xf32>
vector.maskedload %r[%i], %m, %y : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
vector.maskedstore %w[%i], %m, %y : memref<8xf32>, vector<4xi1>, vector<4xf32>
vector.gather %r[%i] [%at], %m, %y : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
vector.scatter %w[%i] [%at], %m, %y : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
vector.transfer_read %r[%i], %x : memref<8xf32>, vector<4xf32>
vector.transfer_write %y, %w[%i] : vector<4xf32>, memref<8xf32>
linalg.fill ins(%x : f32) outs(%w : memref<8xf32>)
linalg.copy ins(%r : memref<8xf32>) outs(%w : memref<8xf32>)
linalg.transpose ins(%r : memref<8xf32>) outs(%w : memref<8xf32>) permutation = [0]
linalg.reduce {arith.addf} ins(%r : memref<8xf32>) outs(%b0 : memref<f32>) dimensions = [0]
linalg.matmul ins(%r2, %r2 : memref<4x4xf32>, memref<4x4xf32>) outs(%b2 : memref<4x4xf32>)
linalg.map {arith.negf} ins(%r : memref<8xf32>) outs(%w : memref<8xf32>)
linalg.generic #old ins(%r : memref<8xf32>) outs(%b : memref<8xf32>) {^bb0(%p: f32, %q: f32): linalg.yield %q : f32}
linalg.generic #old ins(%r : memref<8xf32>) outs(%w : memref<8xf32>) {^bb0(%p: f32, %q: f32): linalg.yield %p : f32}
bufferization.to_tensor %r restrict : memref<8xf32> to tensor<8xf32>
bufferization.materialize_in_destination %t in restrict writable %w : (tensor<8xf32>, memref<8xf32>) -> ()
llvm.load %rp : !llvm.ptr -> f32
llvm.store %x, %wp : f32, !llvm.ptr
llvm.atomicrmw fadd %bp, %x acq_rel : !llvm.ptr, f32
llvm.cmpxchg %bp, %n, %n acq_rel acquire : !llvm.ptr, i32
llvm.getelementptr %vp[4] : (!llvm.ptr) -> !llvm.ptr, i8
"llvm.intr.memmove"(%wp, %rp, %l) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
"llvm.intr.memset"(%wp, %byte, %l) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
llvm.ptrtoint %op : !llvm.ptr to i64
simt.predicated_load %rg, %c, %x : !llvm.ptr<1>, f32
simt.predicated_store %x, %wg, %c : f32, !llvm.ptr<1>
simt.atomic_add %y, %bg {scope = "device"} : vector<4xf32>, !llvm.ptr<1>
simt.tma_load %ws, %op[%place], %os, %rg : vector<2xi32>
simt.tma_store %rs, %op[%place], %wg : vector<2xi32>
simt.load_first %n, %rg, %rg {alignment = 4 : i64} : (i32, !llvm.ptr<1>, !llvm.ptr<1>) -> vector<4xf32>
nvvm.mbarrier.try_wait.parity %rp, %n, %n : !llvm.ptr, i32, i32
simt.optimization_barrier %vp : !llvm.ptr
simt.divergent_condition %c
simt.divergent_condition %c {producer = "all"}
""".strip().split("\n")
TYPES = {"f32": "x", "i32": "n", "i64": "l", "i8": "byte", "i1": "c", "index": "i", "vector<4xf32>": "y"}
TYPES |= {"!llvm.ptr<1>": "rg wg bg", "!llvm.ptr<3>": "rs ws os", "vector<2xi32>": "place"}
TYPES |= {"vector<4xi1>": "m", "vector<4xi32>": "at", "tensor<8xf32>": "t"}
TYPES |= {
    "memref<8xf32>": "r w b v v2 f o",
    "memref<f32>": "b0",
    "memref<4x4xf32>": "r2 b2",
    "!llvm.ptr": "rp wp bp vp op",
}
ONE = "{operandSegmentSizes = array<i32: 1, 1, 1, 0>}"
OLD = '{indexing_maps = [#id, #id], iterator_types = ["parallel"]}'


def op_of(line: str, arguments: str) -> tuple[ir.Operation, ir.Operation]:
    """The op that ``line`` is, on ``arguments``, and the module that it lives in."""
    module = dialects.parse(f"#id = affine_map<(d) -> (d)>\nfunc.func @f({arguments}) {{\n{line}\nreturn\n}}")
    (function,) = all_ops(module, {"func.func"})
    return function.regions[0].blocks[0].operations[0].operation, module


@pytest.mark.parametrize("line", OPS)
def test_whose_memory(line):
    types = {name: type_ for type_, names in TYPES.items() for name in names.split()}
    arguments = ", ".join(f"%{name}: {type_}" for name, type_ in types.items())
    op, _module = op_of(line.replace("#old", OLD).replace("#one", ONE), arguments)
    names = dict(zip(op.block.arguments, types, strict=True))
    row = effects.of(op)
    for number, operand in enumerate(op.operands):
        if effects.is_memory(operand):
            name = names[operand][0]
            done = [number in listed for listed in (row.reads, row.writes, row.frees)]
            assert done == [name in "rb", name in "wb", name == "f"]
            assert (number in row.views) == (name == "v" or op.name == "bufferization.to_tensor")
            if name == "v":
                assert row.only_computes
            assert effects.only_reads(op, number) == (name in "ro" and number not in row.views)
            if name == "o":
                assert number in row.measures or op.name.startswith(("simt.", "llvm.ptrtoint"))
    assert effects.read(op) == [
        v for n, v in enumerate(op.operands) if n in row.reads and effects.is_memory(v)
    ]
    touched = [v.type for v in (*effects.read(op), *effects.written(op)) if isinstance(v.type, ir.MemRefType)]
    if op.name.startswith("memref.") and touched:  # an index for each dimension tells one element
        assert row.element == (sum(isinstance(v.type, ir.IndexType) for v in op.operands) == touched[0].rank)
    assert effects.touches_whole(op) == (bool(touched) and not row.element)


ORDERED = {
    "llvm.load volatile %p : !llvm.ptr -> i32": True,
    "llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32": True,
    "llvm.load %p : !llvm.ptr -> i32": False,
    "llvm.atomicrmw add %p, %n monotonic : !llvm.ptr, i32": True,
    "memref.atomic_rmw addi %n, %m[%i] : (i32, memref<8xi32>) -> i32": True,
    'llvm.inline_asm has_side_effects "nop", "=r" : () -> i32': True,
    'llvm.inline_asm "nop", "=r" : () -> i32': False,
    'llvm.call_intrinsic "llvm.x86.rdtsc"() : () -> i64': False,
}


@pytest.mark.parametrize("line", ORDERED)
def test_what_orders_memory(line):
    op, _module = op_of(line, "%p: !llvm.ptr, %n: i32, %m: memref<8xi32>, %i: index")
    assert effects.of(op).orders == ORDERED[line]
    assert effects.of(op).only_computes == (line.startswith("llvm.inline_asm") and not ORDERED[line])


def test_addresses_are_followed_as_numbers():
    """What is stored through a number that is the address of a buffer uses it; what is made of its size does not."""
    text = """
  %at = memref.extract_aligned_pointer_as_index %x : memref<?xf32> -> index
  %i = arith.index_cast %at : index to i64
  %p = llvm.inttoptr %i : i64 to !llvm.ptr
  %none = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
  %d = llvm.insertvalue %p, %none[0] : !llvm.struct<(ptr, ptr, i64)>
  %m = builtin.unrealized_conversion_cast %d : !llvm.struct<(ptr, ptr, i64)> to memref<f32>
  memref.store %v, %m[] : memref<f32>
  %size = memref.dim %x, %o : memref<?xf32>
  %l = arith.index_cast %size : index to i64
  %q = llvm.inttoptr %l : i64 to !llvm.ptr
  llvm.store %v, %q : f32, !llvm.ptr"""
    op, _module = op_of(text, "%x: memref<?xf32>, %v: f32, %o: index")
    block = op.block
    found = [op.name for op, _ in effects.uses(block.arguments[0])]
    assert "memref.store" in found and "llvm.store" not in found


# Attributes of ours

DOCUMENTED = re.compile(r"`((?:tt|tts|simt)\.\w+)[^`]*`")


@cache
def documented() -> frozenset[str]:
    texts = (ROOT / "docs" / name for name in ("attributes.md", "shared_form.md"))
    rows = [line for text in texts for line in text.read_text().splitlines() if line.startswith("|")]
    return frozenset(name for row in rows for name in DOCUMENTED.findall(row))


def test_attributes_that_sources_name_are_documented():
    """What passes leave on ops of other dialects stands in a table, so that whoever copies ops knows of it."""
    sources = [
        p for p in (ROOT / "triton_shared").rglob("*.py") if not {"releases", "importers"} & set(p.parts)
    ]
    named = {
        name for path in sources for name in re.findall(r'"((?:tt|tts|simt)\.[a-z_]+)"', path.read_text())
    }
    ops = {*OPERATIONS, *(op.OPERATION_NAME for op in OPERATIONS.values())}
    assert not sorted(named - ops - documented() - NO_ATTRIBUTES)


#: what sources name in other ways: a prefix of ops, and spellings of types and arguments of Triton's
NO_ATTRIBUTES = {"tt.atomic", "tt.nv_tma_desc", "tt.mlir"}


@pytest.mark.parametrize("machine", ["cpu", "sm_80", "sm_90a"])
def test_attributes_of_all_stages_are_documented(machine):
    start = ["cpu", "sm_80", "sm_90a"].index(machine)
    attributes = {
        a
        for path in FILES[start::9]
        for a, name in seen(path, machine)[1]
        if not name.startswith(("tt.", "tts."))
    }
    assert not attributes - documented()


# Ops of others


class Acme(ext.Dialect, name="acmefx"):
    """A dialect of a plug-in."""


class SumOp(Acme.Operation, name="sum", traits=[ext.Pure]):
    """Only computes."""


class TellOp(Acme.Operation, name="tell"):
    """Says nothing of what it does."""


class WaitOp(Acme.Operation, name="wait"):
    """What it does its plug-in says."""


def test_ops_of_plugins_have_their_rows():
    rows = {"acmefx.wait": Effects(orders=True)}
    plugin = plugins.register(Plugin("acmefx", dialects=(Acme,), effects=rows, version="1"))
    ops = "\n".join(f'"acmefx.{name}"() : () -> ()' for name in ("sum", "tell", "wait"))
    try:
        module = dialects.parse(f"module {{\n{ops}\n}}")
        found = [effects.of(op) for op in all_ops(module)]
    finally:
        plugins.unregister(plugin)
    assert found == [effects.COMPUTES, effects.ANYTHING, rows["acmefx.wait"]]
