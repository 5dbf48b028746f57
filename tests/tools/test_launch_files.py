"""triton-shared-opt --run: a module on the arguments in a file, before or after any passes."""

import json

import numpy as np
import pytest

from examples.tutorials import DIRECTORY
from triton_shared.tools import opt

ADD = str(DIRECTORY / "vector_add.f32.mlir")
ROW = {"type": "f32", "values": [1, 2.5, -0.0]}
LAUNCH = {"grid": 1, "args": [ROW, ROW, {"type": "f32", "shape": [3], "values": 9}, 3]}


def run(tmp_path, launch, *flags):
    file = tmp_path / "launch.json"
    file.write_text(launch if isinstance(launch, str) else json.dumps(launch))
    return opt.run([ADD, *flags, f"--run={file}"])


@pytest.mark.parametrize("flags", [(), ("--triton-to-linalg",)])
def test_json(tmp_path, flags):
    code, out, err = run(tmp_path, LAUNCH, *flags)
    assert (code, err) == (0, "")
    results = json.loads(out)["args"]
    assert results[2] == {"type": "f32", "values": [2, 5, 0]}
    assert results[0] == ROW
    assert results[3] == 3


def test_npz(tmp_path):
    x, out = np.arange(5, dtype=np.float32), tmp_path / "out.npz"
    np.savez(tmp_path / "in.npz", **{"0": x, "1": x, "2": np.zeros(5, np.float32), "3": np.int32(5)})
    assert opt.run([ADD, f"--run={tmp_path / 'in.npz'}", "-o", str(out)]) == (0, "", "")
    with np.load(out, allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["2"], 2 * x)


def test_types_and_descriptors(tmp_path):
    text = """tt.func public @k(%x: !tt.ptr<bf16>, %y: !tt.ptr<i8>, %d: !tt.tensordesc<2x2xf32>) {
  %z = arith.constant 0 : i32
  %b = tt.descriptor_load %d[%z, %z] : !tt.tensordesc<2x2xf32> -> tensor<2x2xf32>
  %two = arith.addf %b, %b : tensor<2x2xf32>
  tt.descriptor_store %d[%z, %z], %two : !tt.tensordesc<2x2xf32>, tensor<2x2xf32>
  %v = tt.load %x : !tt.ptr<bf16>
  %n = arith.fptosi %v : bf16 to i8
  tt.store %y, %n : !tt.ptr<i8>
  tt.return
}"""
    (tmp_path / "k.mlir").write_text(text)
    tensor = {"type": "f32", "values": [[1, 2, 3]], "block_shape": [2, 2]}
    args = [{"type": "bf16", "values": [3.75]}, {"type": "i8", "values": [-1]}, tensor]
    (tmp_path / "launch.json").write_text(json.dumps({"args": args}))
    code, out, err = opt.run([str(tmp_path / "k.mlir"), f"--run={tmp_path / 'launch.json'}"])
    assert (code, err) == (0, "")
    assert [arg["values"] for arg in json.loads(out)["args"]] == [[3.75], [3], [[2, 4, 3]]]


@pytest.mark.parametrize(
    ("launch", "message"),
    [
        ("{", "is no file of arguments"),
        ("[]", "is no file of arguments"),
        ({"args": [], "gird": 1}, "unknown keys gird"),
        ({"args": []}, "--run: kernel 'vector_add' takes 4 arguments, got 0"),
        ({"args": [1, 2, 3, 4]}, "--run: argument 0: expected an array, got int"),
        ({"args": [{"type": "f31", "values": [1]}]}, "is no file of arguments"),
        ({"args": [{"type": "f32", "values": 1, "shape": [1 << 40]}]}, "is no file of arguments"),
        ({**LAUNCH, "args": [*LAUNCH["args"][:3], 100]}, "'tt.load' op accesses"),
    ],
)
def test_what_cannot_be_run(tmp_path, launch, message):
    code, out, err = run(tmp_path, launch)
    assert (code, out) == (1, "")
    assert message in err
    assert "Traceback" not in err


def test_a_file_that_is_not_there(tmp_path):
    code, _, err = opt.run([ADD, f"--run={tmp_path / 'none.json'}"])
    assert code == 1
    assert "cannot read" in err
