"""No pass looks an op up by a hash that the op no longer has.

MLIR's bindings make an op's hash of its attributes, its operands and the types of its results: where one of these is
written, dictionaries and sets that have the op as a key no longer find it.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from triton_shared import CompileError, dialects
from triton_shared.codegen.cpu import stages as cpu
from triton_shared.codegen.cpu.pipeline import STAGES as CPU_STAGES
from triton_shared.codegen.kernels import pick_kernel
from triton_shared.codegen.nvidia import stages as gpu
from triton_shared.codegen.nvidia.pipeline import STAGES as GPU_STAGES
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.ir.builder import Builder, i64_attr
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples").glob("*.mlir")) + sorted((ROOT / "tests/ttir/3.9").glob("*.mlir"))
BASE = next(one for one in ir.Operation.__mro__ if "__hash__" in vars(one))
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
_name = ctypes.pythonapi.PyCapsule_GetName
_name.restype, _name.argtypes = ctypes.c_char_p, (ctypes.py_object,)


def address(op: ir.Operation) -> int:
    """Where MLIR has ``op``: what is the same as long as it lives."""
    capsule = op._CAPIPtr
    return _pointer(capsule, _name(capsule))


class Keys:
    """The ops that each module of this package has hashed since ``begin``, and what no longer has the hash it had."""

    def __init__(self) -> None:
        self.count, self.stale = 0, list[str]()
        self._known: dict[tuple[str, int], tuple[int, str]] = {}

    def begin(self) -> None:
        """Forget what was hashed before: the next pass has keys of its own."""
        self._known.clear()

    def note(self, op: ir.Operation, now: int, file: str, function: str) -> None:
        """``op`` is hashed by ``function`` of ``file``."""
        self.count += 1
        before, where = self._known.setdefault((file, address(op)), (now, function))
        if before != now:
            self.stale.append(f"{Path(file).name}: '{op.name}' in {where}, then otherwise in {function}")

    def forget(self, op: ir.Operation) -> None:
        """``op`` is erased, and others may come to lie where it did."""
        gone = {address(one) for one in (op, *all_ops(op))}
        for key in [key for key in self._known if key[1] in gone]:
            del self._known[key]


@contextmanager
def watched() -> Iterator[Keys]:
    """What is hashed meanwhile."""
    keys, plain, erase = Keys(), BASE.__hash__, BASE.erase

    def noted(op: ir.Operation) -> int:
        found, frame = plain(op), sys._getframe(1)
        keys.note(op.operation, found, frame.f_code.co_filename, frame.f_code.co_name)
        return found

    def forgotten(op: ir.Operation) -> None:
        keys.forget(op.operation)
        erase(op)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BASE, "__hash__", noted)
        patch.setattr(BASE, "erase", forgotten)
        yield keys


def _function() -> tuple[ir.Operation, list[ir.Operation]]:
    text = "func.func @f(%a: i32, %b: i32) {\n%c = arith.addi %a, %b : i32\n%d = arith.muli %c, %c : i32\nreturn\n}"
    module = dialects.parse(text)
    return module, [
        view.operation for view in all_ops(module, {"func.func"})[0].regions[0].blocks[0].operations
    ]


CHANGES = {
    "attribute": lambda add, mul: mul.attributes.__setitem__("x", i64_attr(1)),
    "operand": lambda add, mul: mul.operands.__setitem__(0, add.operands[0]),
    "uses": lambda add, mul: add.result.replace_all_uses_with(add.operands[0]),
    "type": lambda add, mul: mul.result.set_type(ir.IntegerType.get_signless(64)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_key_that_changes_is_lost_and_found_out(change):
    """What this page says of MLIR holds, and the watch sees it."""
    module, (add, mul, _) = _function()
    with module.context, ir.Location.unknown(), watched() as keys:
        held = {mul}
        CHANGES[change](add, mul)
        assert mul not in held and list(held) == [mul]
    assert keys.count >= 2 and keys.stale


def test_where_an_op_stands_is_not_part_of_its_hash():
    module, (_, mul, end) = _function()
    with module.context, ir.Location.unknown(), watched() as keys:
        held = {mul}
        Builder.before(end).constant(ir.IntegerType.get_signless(8), 1)
        mul.move_before(end)
        assert mul in held
    assert not keys.stale


@pytest.mark.parametrize("machine", ["cpu", "sm_80", "sm_90a"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_pass_loses_a_key(path, machine):
    with watched() as keys:
        try:
            _compile(dialects.parse(path.read_text(), path.name), machine, keys)
        except CompileError as error:
            pytest.skip(f"{machine} refuses it: {error}")
    assert not keys.stale, "\n".join(dict.fromkeys(keys.stale))


def _compile(module: ir.Operation, machine: str, keys: Keys) -> None:
    """Run all passes, each of which has keys of its own."""
    run_pipeline(module, ["triton-to-linalg"])
    with module.context, ir.Location.unknown():
        name = pick_kernel(module, None)
        if machine == "cpu":
            cpu.prepare(module, name, cpu.Options())
        else:
            gpu.prepare(module, name, GpuTarget(machine, num_stages=3))
        for passes in (CPU_STAGES if machine == "cpu" else GPU_STAGES).values():
            for one in passes:
                keys.begin()
                run_pipeline(module, [one], verify_each=False)
