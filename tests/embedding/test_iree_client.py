"""The worked client of docs/embedding.md: tutorial kernels through IREE's compiler, on its runtime."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from examples.tutorials import TUTORIALS

pytest.importorskip("iree.compiler.ir", reason="iree-base-compiler is not installed")
pytest.importorskip("iree.runtime", reason="iree-base-runtime is not installed")

FILE = Path(__file__).parents[2] / "examples/embedding/iree_client.py"
SPEC = importlib.util.spec_from_file_location("iree_client", FILE)
client = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(client)

#: what IREE does not take, and what it says: pointers that come from memory
REFUSED = {"grouped_gemm": "unrealized_conversion_cast"}
FILES = [f"{name}.{e}" for name, tutorial in TUTORIALS.items() for e in tutorial.elements]


@pytest.mark.parametrize("name", [name for name in FILES if name.partition(".")[0] not in REFUSED])
def test_tutorial_kernels_are_right_on_iree(name):
    assert client.main(f"{name}.mlir") == 0


@pytest.mark.parametrize("name", [name for name in FILES if name.partition(".")[0] in REFUSED])
def test_what_iree_refuses_is_said(name):
    with pytest.raises(Exception, match=REFUSED[name.partition(".")[0]]):
        client.main(f"{name}.mlir")


def test_numbers_and_arrays_keep_their_types():
    kernel = client.Kernel("""
tt.func public @k(%x: !tt.ptr<i8>, %wide: i64, %scale: f32) {
  %0 = arith.trunci %wide : i64 to i8
  %1 = arith.fptosi %scale : f32 to i8
  %2 = arith.addi %0, %1 : i8
  %3 = tt.get_program_id y : i32
  %4 = tt.addptr %x, %3 : !tt.ptr<i8>, i32
  tt.store %4, %2 : !tt.ptr<i8>
  tt.return
}
""")
    x = np.zeros(4, np.int8)
    kernel[1, 3](x, 40, 2.5)
    assert x.tolist() == [42, 42, 42, 0]
