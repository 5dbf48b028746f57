"""`--verify-shared-form` keeps docs/shared_form.md: each rule is broken by a mutation of IR that a kernel gave."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.choice_kernels import LOADS, MASKED
from triton_shared import SHARED_FORM_VERSION, dialects, to_linalg
from triton_shared.conversions import verify_shared_form as contract
from triton_shared.dialects.tts import operand_names
from triton_shared.errors import CompileError, LoweringError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

ROOT = Path(__file__).parents[2]
MATMUL = ROOT / "examples/matmul.f16.mlir"
ATTENTION = ROOT / "examples/attention.f32.mlir"
DROPOUT = ROOT / "examples/dropout.f32.mlir"
SOFTMAX = ROOT / "examples/softmax.f32.mlir"
PRINT = ROOT / "tests/ttir/3.9/device_print.mlir"


def shared_form(path: Path) -> ir.Operation:
    module = dialects.parse(path.read_text(), path.name)
    run_pipeline(module, ["triton-to-linalg"])
    return module


def first(module: ir.Operation, name: str) -> ir.Operation:
    return all_ops(module, {name})[0]


def without(name: str, attribute: str) -> Callable[[ir.Operation], None]:
    def mutate(module: ir.Operation) -> None:
        del first(module, name).attributes[attribute]

    return mutate


def write_afterwards(module: ir.Operation) -> None:
    """A copy into a buffer moves behind the op that reads it as a tensor."""
    for read in all_ops(module, {"bufferization.to_tensor"}):
        for use in read.operands[0].uses:
            if use.owner.name == "memref.copy":
                use.owner.move_after(read)
                return
    raise AssertionError("no buffer is filled whole")


def write_a_part_afterwards(module: ir.Operation) -> None:
    """The same, through a view of the buffer."""
    for read in all_ops(module, {"bufferization.to_tensor"}):
        for use in read.operands[0].uses:
            if use.owner.name == "memref.subview":
                copy = next(u.owner for u in use.owner.results[0].uses)
                copy.move_after(read)
                return
    raise AssertionError("no buffer is filled in part")


def read_twice(module: ir.Operation) -> None:
    """A second tensor of one buffer."""
    read = first(module, "bufferization.to_tensor")
    read.clone(ip=ir.InsertionPoint(read))


def read_an_argument(module: ir.Operation) -> None:
    """The tensor of memory that others may write."""
    read = first(module, "bufferization.to_tensor")
    type_ = ir.MemRefType(read.operands[0].type)
    function = first(module, "func.func")
    with ir.InsertionPoint(read), read.location:
        pointer = ir.Operation.create(
            "memref.cast", [type_], [function.regions[0].blocks[0].arguments[0]]
        ).result
    read.operands[0] = pointer


def drop_a_program_argument(module: ir.Operation) -> None:
    """The kernel is not told its place."""
    function = first(module, "func.func")
    old = ir.FunctionType(function.attributes["function_type"].value)
    attributes = list(function.attributes["arg_attrs"])[:-1]
    block = function.regions[0].blocks[0]
    last = block.arguments[len(block.arguments) - 1]
    other = block.arguments[len(block.arguments) - 2]
    last.replace_all_uses_with(other)
    block.erase_argument(len(block.arguments) - 1)
    with module.context:
        type_ = ir.FunctionType.get(old.inputs[:-1], old.results)
        function.attributes["function_type"] = ir.TypeAttr.get(type_)
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)


def unguard(module: ir.Operation) -> None:
    """A divisor that may be 0."""
    division = next(
        op for op in all_ops(module, {"arith.divsi"}) if op.operands[1].owner.name == "arith.select"
    )
    division.operands[1] = division.operands[1].owner.operands[2]


def divide_by_zero(module: ir.Operation) -> None:
    """A divisor that is 0."""
    division = first(module, "arith.divsi")
    with ir.InsertionPoint(division), division.location:
        zero = ir.IntegerAttr.get(division.operands[1].type, 0)
        value = ir.Operation.create("arith.constant", [division.operands[1].type], attributes={"value": zero})
    division.operands[1] = value.result


def copy_more(module: ir.Operation) -> None:
    """The two sides of a masked copy end at different values."""
    for copy in all_ops(module, {"memref.copy"}):
        view = copy.operands[0].owner
        if view.name == "memref.subview" and copy.operands[1].owner.name == "memref.subview":
            lengths = list(view.attributes["operandSegmentSizes"])
            number = sum(lengths[:2])
            if lengths[2]:
                with ir.InsertionPoint(view), view.location:
                    size = view.operands[number]
                    more = ir.Operation.create("arith.addi", [size.type], [size, size]).result
                view.operands[number] = more
                return
    raise AssertionError("no copy is masked")


def change_memory_in_a_body(name: str) -> Callable[[ir.Operation], None]:
    """The op ``name`` gets an effect."""

    def mutate(module: ir.Operation) -> None:
        body = first(module, name).regions[0].blocks[0]
        with module.context, ir.Location.unknown(), ir.InsertionPoint.at_block_begin(body):
            sizes = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 0])}
            ir.Operation.create("memref.alloc", [ir.MemRefType.get([1], ir.F32Type.get())], attributes=sizes)

    return mutate


def step_over_elements(module: ir.Operation) -> None:
    """A window of every second element."""
    view = first(module, "memref.subview")
    steps = [2] * len(list(view.attributes["static_strides"]))
    view.attributes["static_strides"] = ir.DenseI64ArrayAttr.get(steps, view.context)


def declare_another_function(module: ir.Operation) -> None:
    """A function that the runtime does not have."""
    with module.context:
        first(module, "func.func").attributes["sym_name"] = ir.StringAttr.get("puts")


def leave_an_op(module: ir.Operation) -> None:
    """An op of another dialect."""
    function = first(module, "func.func").regions[0].blocks[0]
    with module.context, ir.Location.unknown(), ir.InsertionPoint.at_block_begin(function):
        ir.Operation.create("gpu.barrier")


def view_a_buffer(module: ir.Operation) -> None:
    """A view of another shape of a buffer."""
    copy = first(module, "memref.copy")
    cast = copy.operands[0].owner
    while cast.name != "memref.reinterpret_cast":
        cast = cast.operands[0].owner
    buffer = first(module, "memref.alloc")
    buffer.move_before(cast)
    cast.operands[0] = buffer.results[0]


TO_TENSOR, STORE = "bufferization.to_tensor", "bufferization.materialize_in_destination"

#: a mutation, what it is done to, the op that is named, and what is said of it
MUTATIONS = [
    (without(TO_TENSOR, "restrict"), MATMUL, TO_TENSOR, "does not say that nothing else"),
    (without(TO_TENSOR, "writable"), MATMUL, TO_TENSOR, "does not say that nothing else"),
    (write_afterwards, ATTENTION, TO_TENSOR, "'memref.copy' touches afterwards"),
    (write_a_part_afterwards, MATMUL, TO_TENSOR, "'memref.copy' touches afterwards"),
    (read_twice, MATMUL, TO_TENSOR, "'bufferization.to_tensor' touches afterwards"),
    (read_an_argument, MATMUL, TO_TENSOR, "reads what is no buffer"),
    (without(STORE, "writable"), MATMUL, STORE, "writes no memory"),
    (drop_a_program_argument, DROPOUT, "func.func", "does not end with the grid"),
    (declare_another_function, PRINT, "func.func", "declares 'puts'"),
    (unguard, MATMUL, "arith.divsi", "divides by what may be 0"),
    (divide_by_zero, MATMUL, "arith.divsi", "divides by what may be 0"),
    (copy_more, MATMUL, "memref.copy", "copies as many elements as one value says"),
    (view_a_buffer, MATMUL, "memref.reinterpret_cast", "views what is no pointer"),
    (step_over_elements, MATMUL, "memref.subview", "steps over elements"),
    (change_memory_in_a_body("linalg.generic"), SOFTMAX, "linalg.generic", "changes memory in its body"),
    (change_memory_in_a_body("linalg.reduce"), SOFTMAX, "linalg.reduce", "changes memory in its body"),
    (leave_an_op, SOFTMAX, "gpu.barrier", "is left by"),
]


@pytest.mark.parametrize(("mutate", "path", "op", "message"), MUTATIONS)
def test_a_module_that_breaks_a_rule_is_refused(mutate, path, op, message):
    module = shared_form(path)
    mutate(module)
    with pytest.raises(LoweringError, match=message) as caught:
        contract.run(module)
    assert caught.value.diagnostics[0].message.startswith(f"'{op}' op ")


PROGRAM = ", ".join(f"%p{i}: i32" for i in range(6))

#: what is no mutation of one attribute or place
TEXTS = {
    "func.func": (
        f"func.func @k(%x: memref<4xf32>, {PROGRAM}) {{\n  return\n}}",
        "argument 0 is a memref<4xf32>",
    ),
    "memref.copy": (
        f"func.func @k(%x: memref<*xf32>, {PROGRAM}) {{\n"
        "  %a = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32>\n"
        "  %b = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32>\n"
        "  memref.copy %a, %b : memref<4xf32> to memref<8xf32>\n  return\n}",
        "copies 4 elements to 8 along dimension 0|requires the same shape",
    ),
}


@pytest.mark.parametrize("op", TEXTS)
def test_a_text_that_breaks_a_rule_is_refused(op):
    text, message = TEXTS[op]
    with pytest.raises(CompileError, match=message):
        contract.run(dialects.parse(text, "k.mlir"))


ABIS = {  # options, a kernel's arguments, what is wrong with it
    "loop": ({"program": "parallel"}, f"%x: memref<*xf32>, {PROGRAM}", None),
    "grid": ({"program": "forall"}, "%x: memref<*xf32>, %p0: i32, %p1: i32", "i32 each: gridX, gridY, gridZ"),
    "calls": ({"program": "calls"}, "%x: memref<*xf32>", None),
    "ranked": ({"pointers": "ranked"}, f"%x: memref<?xf32>, {PROGRAM}", None),
    "unranked": (
        {"pointers": "ranked"},
        f"%x: memref<*xf32>, {PROGRAM}",
        "argument 0 is a memref<[*]xf32>: .* 'ranked'",
    ),
    "two ranks": (
        {"pointers": "ranked"},
        f"%x: memref<?x?xf32>, {PROGRAM}",
        "argument 0 is a memref<[?]x[?]xf32>",
    ),
    "strides": (
        {"pointers": "strided"},
        f"%x: memref<?xf32, strided<[1], offset: ?>>, {PROGRAM}",
        "pointers of kernels are 'strided', of others addresses",
    ),
}


@pytest.mark.parametrize("what", ABIS)
def test_kernels_have_the_abi_that_is_chosen(what):
    options, arguments, message = ABIS[what]
    module = dialects.parse(f"func.func @k({arguments}) {{\n  return\n}}", "k.mlir")
    if message is None:
        contract.run(module, **options)
    else:
        with pytest.raises(LoweringError, match=message):
            contract.run(module, **options)


def test_functions_that_tell_the_place_are_declared_where_they_are_chosen():
    text = "func.func private @triton_shared_program_id(i32) -> i32\nfunc.func @k() {\n  return\n}"
    contract.run(dialects.parse(text, "k.mlir"), program="calls")
    with pytest.raises(
        LoweringError, match="declares 'triton_shared_program_id', which is no function of the runtime"
    ):
        contract.run(dialects.parse(text, "k.mlir"))


KEPT = sorted(contract.KEPT_OPS["all"] - {"tts.yield"})


@pytest.mark.parametrize("name", KEPT)
def test_an_access_that_is_kept_counts_from_memory(name):
    needed = {"base": "!tt.ptr<i32>", "offset": "index", "value": "i32", "expected": "i32"}
    types = [needed.get(part) for part in operand_names(name)]
    results = "" if name.endswith("store") else "i1" if name.endswith("poll") else "i32"
    arguments = [(f"%a{n}", type_) for n, type_ in enumerate(types) if type_]
    attributes = f"operandSegmentSizes = array<i32: {', '.join(str(int(t is not None)) for t in types)}>"
    text = (
        f"func.func @k({', '.join(f'{a}: {t}' for a, t in arguments)}, {PROGRAM}) {{\n"
        f'  "{name}"({", ".join(a for a, _ in arguments)}) <{{cuts = array<i64>, loops = array<i64>, kind = "addi", '
        f"{attributes}}}> ({{}}) : ({', '.join(t for _, t in arguments)}) -> ({results})\n  return\n}}"
    ).replace('kind = "addi", ', 'kind = "addi", ' * (name == "tts.atomic_rmw"))
    with pytest.raises(LoweringError, match="is left by 'triton-to-linalg'"):
        contract.run(dialects.parse(text, "k.mlir"))
    with pytest.raises(LoweringError, match=f"'{name}' op counts from what is no memref"):
        contract.run(dialects.parse(text, "k.mlir"), keep_tts="all")
    contract.run(dialects.parse(text.replace("!tt.ptr<i32>", "memref<*xi32>"), "k.mlir"), keep_tts="all")


WRITING_SCAN = """
func.func @k(%x: memref<*xi32>, PROGRAM) {
  %c0 = arith.constant 0 : index
  %at = memref.reinterpret_cast %x to offset: [0], sizes: [1], strides: [1] : memref<*xi32> to memref<1xi32>
  %t = tensor.empty() : tensor<4xi32>
  %r = "tts.scan"(%t) <{axis = 0 : i64, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    BODY
    "tts.scan_yield"(%a) : (i32) -> ()
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
""".replace("PROGRAM", PROGRAM)


def test_a_scan_that_is_kept_only_computes():
    contract.run(dialects.parse(WRITING_SCAN.replace("BODY", ""), "k.mlir"), keep_scans=True)
    writes = WRITING_SCAN.replace("BODY", "memref.store %a, %at[%c0] : memref<1xi32>")
    with pytest.raises(LoweringError, match="changes memory in its body"):
        contract.run(dialects.parse(writes, "k.mlir"), keep_scans=True)


def test_blocks_that_are_cut_are_moved_by_functions_where_that_is_asked_for():
    text = to_linalg(MASKED.replace("LOADED", LOADS["other"]))
    contract.run(dialects.parse(text, "k.mlir"))
    with pytest.raises(LoweringError, match=r"'memref\.copy' op moves a block of a size that is not known"):
        contract.run(dialects.parse(text, "k.mlir"), pad=True)


def test_every_rule_is_broken():
    broken = {op for _, _, op, _ in MUTATIONS} | TEXTS.keys() | {*KEPT, *contract.SCAN_OPS}
    assert {name for name in contract.RULES if not name.startswith("arith.")} <= broken


def test_the_version_is_the_one_that_the_specification_ends_with():
    text = (ROOT / "docs/shared_form.md").read_text()
    versions = re.findall(r"^\| (\d+\.\d+) \|", text, re.MULTILINE)
    assert versions[-1] == SHARED_FORM_VERSION


def test_the_specification_lists_the_ops_that_the_pass_allows():
    text = (ROOT / "docs/shared_form.md").read_text()
    section = text.split("## Ops")[1].split("\n## ")[0]
    listed = set(re.findall(r"`(\w+\.[\w.]+)`", section))
    assert listed == contract.OPS
