"""Values that regions hand on: what is found in nests of loops, and that it is found in linear time."""

import pytest

import triton_shared
from triton_shared import dialects
from triton_shared.analyses.access import MEMORY_OPS, access_of
from triton_shared.analyses.pointer import Pointers
from triton_shared.analyses.remarks import SPARED
from triton_shared.ir.walk import all_ops
from triton_shared.passes.manager import run_pipeline

T = "tensor<8x!tt.ptr<f32>>"
FOR = """\
%r{d}:2 = scf.for %i{d} = %c0 to %c2 step %c1 iter_args(%x{d} = {x}, %y{d} = {y}) -> ({T}, {T}) : i32 {{
{body}
  scf.yield {u}, {v} : {T}, {T}
}}"""
WHILE = """\
%r{d}:3 = scf.while (%a{d} = {x}, %b{d} = {y}, %i{d} = %c0) : ({T}, {T}, i32) -> ({T}, {T}, i32) {{
  %more{d} = arith.cmpi slt, %i{d}, %c2 : i32
  scf.condition(%more{d}) %a{d}, %b{d}, %i{d} : {T}, {T}, i32
}} do {{
^bb0(%x{d}: {T}, %y{d}: {T}, %j{d}: i32):
{body}
  %k{d} = arith.addi %j{d}, %c1 : i32
  scf.yield {u}, {v}, %k{d} : {T}, {T}, i32
}}"""
IF = """\
%x{d} = tt.addptr {x}, %step : {T}, tensor<8xi32>
%y{d} = tt.addptr {y}, %step : {T}, tensor<8xi32>
%r{d}:2 = scf.if %more -> ({T}, {T}) {{
{body}
  scf.yield {u}, {v} : {T}, {T}
}} else {{
  scf.yield %x{d}, {y} : {T}, {T}
}}"""
KINDS = {"for": [FOR], "while": [WHILE], "all": [FOR, IF, WHILE]}


#: which levels of the nest advance the first pointer
MOVES = {
    "everywhere": lambda d, depth: True,
    "innermost": lambda d, depth: d == depth - 1,
    "outermost": lambda d, depth: d == 0,
    "nowhere": lambda d, depth: False,
}


def nest(depth, kinds, moves, swap=False, scatter=False):
    """A kernel of ``depth`` nested regions that hand on two pointers.

    ``moves`` tells which levels advance the first; ``swap`` exchanges the two at every level; ``scatter`` moves the
    elements of the first apart.
    """

    def level(d, x, y):
        if d == depth:
            lines = [f"%v = tt.load {x} : {T}", f"tt.store {y}, %v : {T}"]
            if scatter:
                lines.append(f"%q = tt.addptr {x}, %at : {T}, tensor<8xi32>")
            return "\n".join(lines), "%q" if scatter else x, y
        body, u, v = level(d + 1, f"%x{d}", f"%y{d}")
        if moves(d, depth):
            body += f"\n%u{d} = tt.addptr {u}, %step : {T}, tensor<8xi32>"
            u = f"%u{d}"
        if swap:
            u, v = v, u
        text = kinds[d % len(kinds)].format(d=d, x=x, y=y, body=body, u=u, v=v, T=T)
        return text, f"%r{d}#0", f"%r{d}#1"

    body, *_ = level(0, "%px", "%py")
    return f"""module {{
tt.func public @k(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %n: i32) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c2 = arith.constant 2 : i32
%more = arith.cmpi slt, %n, %c2 : i32
%at = tt.make_range {{start = 0 : i32, end = 8 : i32}} : tensor<8xi32>
%step = tt.splat %n : i32 -> tensor<8xi32>
%sa = tt.splat %a : !tt.ptr<f32> -> {T}
%sb = tt.splat %b : !tt.ptr<f32> -> {T}
%px = tt.addptr %sa, %at : {T}, tensor<8xi32>
%py = tt.addptr %sb, %at : {T}, tensor<8xi32>
{body}
tt.return
}}
}}"""


class Counting(Pointers):
    """The pointer analysis, which counts how often it computes a state."""

    count = 0

    def _compute(self, value):
        self.count += 1
        return super()._compute(value)


def work(text):
    """How many states the analysis computes for the accesses in ``text``."""
    pointers, module = Counting(), dialects.parse(text)
    for op in [op for op in all_ops(module.operation) if op.name in MEMORY_OPS]:
        access_of(op, pointers)
    return pointers.count


NESTS = {
    **{name: {"moves": moves} for name, moves in MOVES.items()},
    "swap": {"moves": MOVES["nowhere"], "swap": True},
    "scatter": {"moves": MOVES["nowhere"], "scatter": True},
}


@pytest.mark.parametrize("options", NESTS.values(), ids=NESTS)
@pytest.mark.parametrize("kinds", KINDS.values(), ids=KINDS)
def test_the_work_is_linear_in_the_depth(kinds, options):
    assert work(nest(6, kinds, **options)) <= 2.5 * work(nest(3, kinds, **options))
    assert work(nest(24, kinds, **options)) <= 2.5 * work(nest(12, kinds, **options))


@pytest.mark.parametrize("moves", ["everywhere", "innermost", "outermost"])
@pytest.mark.parametrize("kinds", KINDS.values(), ids=KINDS)
def test_pointers_that_move_stay_structured(tmp_path, kinds, moves):
    file = tmp_path / "nest.mlir"
    file.write_text(nest(12, kinds, MOVES[moves]))
    load, store = (r for r in triton_shared.explain(file) if r.kind != SPARED)
    assert (load.kind, load.base, load.strides) == ("structured", "%a", ("1",))
    assert (store.kind, store.base, store.strides) == ("structured", "%b", ("1",))
    assert "carried" in load.offset


@pytest.mark.parametrize("name", ["swap", "scatter"])
def test_pointers_whose_base_or_elements_change_are_addresses(tmp_path, name):
    file = tmp_path / "nest.mlir"
    file.write_text(nest(12, [FOR], **NESTS[name]))
    load, store = (r for r in triton_shared.explain(file) if r.kind != SPARED)
    assert load.kind == "unstructured"
    assert store.kind == ("unstructured" if name == "swap" else "structured")


@pytest.mark.parametrize("options", NESTS.values(), ids=NESTS)
def test_deep_nests_convert(options):
    module = dialects.parse(nest(12, KINDS["all"], **options))
    run_pipeline(module, ["triton-to-linalg"])
    assert module.operation.verify()
