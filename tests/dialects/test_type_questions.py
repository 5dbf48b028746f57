"""What a type is, and what it is handed over as, is asked of its class."""

import ast
from pathlib import Path

import pytest

import triton_shared
from triton_shared import abi, dialects
from triton_shared.dialects.tt import types
from triton_shared.dialects.tt.base import PointerType
from triton_shared.mlir import ir

#: spelling -> pointer, block, descriptor, what it points to
SPELLED = {
    "f32": (False, False, False, None),
    "tensor<4x2xf32>": (False, False, False, None),
    "!tt.ptr<bf16>": (True, False, False, "bf16"),
    "!tt.ptr<!tt.ptr<i8>>": (True, False, False, "!tt.ptr<i8, 1 : i32>"),
    "!tt.ptr<f8E5M2, 3>": (True, False, False, "f8E5M2"),
    "tensor<4x!tt.ptr<i1>>": (True, False, False, "i1"),
    "!tt.ptr<tensor<4x2xf16>>": (True, True, False, "f16"),
    "!tt.ptr<tensor<4x!tt.ptr<i64>>>": (True, True, False, "!tt.ptr<i64, 1 : i32>"),
    "!tt.tensordesc<4x2xui8>": (False, True, True, "ui8"),
    "!tt.tensordesc<tensor<8xf32>>": (False, True, True, "f32"),
}


def argument(spelling):
    text = f"tt.func public @k(%x: {spelling}) {{ tt.return }}"
    module = dialects.parse(text)
    (function,) = module.regions[0].blocks[0].operations
    return function.operation.regions[0].blocks[0].arguments[0].type


@pytest.mark.parametrize("spelling", SPELLED)
def test_questions(spelling):
    type_ = argument(spelling)
    *wanted, pointee = SPELLED[spelling]
    assert [types.is_pointer(type_), types.is_block(type_), types.is_descriptor(type_)] == wanted
    if pointee:
        assert str(types.pointee_of(type_)) == pointee


@pytest.mark.parametrize("rank", range(1, 6))
def test_parts(rank):
    shape = "x".join(["2"] * rank)
    with dialects.context():
        descriptor = list(map(str, types.parts_of(argument(f"!tt.tensordesc<{shape}xf32>"))))
        block = list(map(str, types.parts_of(argument(f"!tt.ptr<tensor<{shape}xf32>>"))))
    assert descriptor == ["!tt.ptr<f32, 1 : i32>", *["i64"] * 2 * rank, "i1"]
    assert len(descriptor) == abi.descriptor_parts(rank)
    assert block == ["!tt.ptr<f32, 1 : i32>", *["i64"] * 3 * rank, "i1"]


def test_pointers_are_built_as_they_are_read():
    with dialects.context():
        assert PointerType.to(ir.F32Type.get()) == argument("!tt.ptr<f32>")


def test_nobody_reads_types_from_text():
    root = Path(triton_shared.__file__).parent
    found = []
    for path in [
        p for room in ("analyses", "conversions", "codegen") for p in sorted((root / room).rglob("*.py"))
    ]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documents = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        found += [
            f"{path.relative_to(root)}:{node.lineno}: {node.value!r}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents
            if "!tt." in node.value
        ]
    assert not found, "\n".join(found)
