"""tt.print and tt.assert: what is printed, and how a launch fails."""

import re
import threading

import ml_dtypes
import numpy as np
import pytest

import triton_shared
from tests.support.ttir import Body, run

VALUES = {
    "i8": (np.int8, ["-1", "0", "127"], ["255", "0", "127"], ["0xff", "0x00", "0x7f"]),
    "i16": (np.int16, ["-1", "0", "300"], ["65535", "0", "300"], ["0xffff", "0x0000", "0x012c"]),
    "i32": (
        np.int32,
        ["-1", "0", "300"],
        ["4294967295", "0", "300"],
        ["0xffffffff", "0x00000000", "0x0000012c"],
    ),
    "i64": (
        np.int64,
        ["-1", "0", "300"],
        [str(2**64 - 1), "0", "300"],
        ["0x" + "f" * 16, "0x" + "0" * 16, "0x000000000000012c"],
    ),
}
FLOATS = {
    "f16": (
        np.float16,
        ["1.000000", "-0.000000", "inf", "0.099976"],
        ["0x3c00", "0x8000", "0x7c00", "0x2e66"],
    ),
    "bf16": (
        ml_dtypes.bfloat16,
        ["1.000000", "-0.000000", "inf", "0.100098"],
        ["0x3f80", "0x8000", "0x7f80", "0x3dcd"],
    ),
    "f32": (
        np.float32,
        ["1.000000", "-0.000000", "inf", "0.100000"],
        ["0x3f800000", "0x80000000", "0x7f800000", "0x3dcccccd"],
    ),
    "f64": (
        np.float64,
        ["1.000000", "-0.000000", "nan", "0.300000"],
        ["0x3ff0000000000000", "0x8000000000000000", None, None],
    ),
}


def printer(element, lines):
    body = Body((4,))
    value = body.load("%x", element)
    return (
        body,
        value,
        [body.do(line.replace("VALUE", value).replace("TYPE", f"tensor<4x{element}>")) for line in lines],
    )


@pytest.mark.parametrize("element", VALUES)
def test_integers(element, capsys):
    dtype, signed, unsigned, hexadecimal = VALUES[element]
    lines = [
        f'tt.print " {name}: " {{hex = {base}, isSigned = array<i32: {sign}>}} : VALUE : TYPE'
        for name, base, sign in (("s", "false", 1), ("u", "false", 0), ("h", "true", 1))
    ]
    body, *_ = printer(element, lines)
    x = np.array([*(int(v) for v in signed), 0]).astype(dtype)
    run(body.kernel(f"%x: !tt.ptr<{element}>"), x)
    expected = [
        f"pid (0, 0, 0) idx ({i}) {name}: {values[i]}"
        for name, values in (("s", signed), ("u", unsigned), ("h", hexadecimal))
        for i in range(3)
    ]
    assert [line for line in capsys.readouterr().out.splitlines() if "idx (3)" not in line] == expected


@pytest.mark.parametrize("element", FLOATS)
def test_floats(element, capsys):
    dtype, decimal, hexadecimal = FLOATS[element]
    lines = [
        f'tt.print " v: " {{hex = {base}, isSigned = array<i32: 0>}} : VALUE : TYPE'
        for base in ("false", "true")
    ]
    body, *_ = printer(element, lines)
    x = np.array([float(v) for v in decimal]).astype(dtype)
    run(body.kernel(f"%x: !tt.ptr<{element}>"), x.view(np.int16) if element == "bf16" else x)
    printed = [line.rpartition(" ")[2] for line in capsys.readouterr().out.splitlines()]
    assert printed[:4] == decimal
    assert [p for p, h in zip(printed[4:], hexadecimal, strict=True) if h] == [h for h in hexadecimal if h]


@pytest.mark.host("the address of an array is printed")
def test_pointers(capsys):
    text = """tt.func public @k(%x: !tt.ptr<f32>) {
  tt.print " d: " {hex = true, isSigned = array<i32: 0>} : %x : !tt.ptr<f32>
  tt.return
}"""
    x = np.zeros(1, np.float32)
    run(text, x, grid=(1, 2))
    assert sorted(capsys.readouterr().out.splitlines()) == [
        f"pid (0, {pid}, 0) idx () d: {x.ctypes.data:#018x}" for pid in (0, 1)
    ]


def test_scalars_ranks_and_booleans(capsys):
    text = """tt.func public @k(%s: f32, %b: i1) {
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %r = tt.reshape %i : tensor<4xi32> -> tensor<2x2xi32>
  %pid = tt.get_program_id y : i32
  tt.print " a" {hex = false, isSigned = array<i32>}
  tt.print " b: " {hex = false, isSigned = array<i32: 0, 1, 0>} : %s, %pid, %b : f32, i32, i1
  tt.print "c: " {hex = false, isSigned = array<i32: 1>} : %r : tensor<2x2xi32>
  tt.return
}"""
    run(text, 2.5, True, grid=(1, 2))
    lines = capsys.readouterr().out.splitlines()
    for pid in (0, 1):
        program = f"pid (0, {pid}, 0)"
        assert [line for line in lines if line.startswith(program)] == [
            f"{program} a",
            f"{program} idx () b: (operand 0) 2.500000",
            f"{program} idx () b: (operand 1) {pid}",
            f"{program} idx () b: (operand 2) 1",
            *(f"{program} idx ({i}, {j}) c: {2 * i + j}" for i in range(2) for j in range(2)),
        ]


def test_indices_are_as_wide_as_their_dimension(capsys):
    text = """tt.func public @k() {
  %i = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %r = tt.reshape %i : tensor<256xi32> -> tensor<1x16x16xi32>
  tt.print ": " {hex = false, isSigned = array<i32: 1>} : %r : tensor<1x16x16xi32>
  tt.return
}"""
    run(text)
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"pid (0, 0, 0) idx (0, {i // 16:2}, {i % 16:2}): {i}" for i in range(256)]


def test_lines_of_several_threads_stay_whole(capsys):
    text = """tt.func public @k() {
  %pid = tt.get_program_id x : i32
  tt.print " number: " {hex = false, isSigned = array<i32: 1>} : %pid : i32
  tt.return
}"""
    triton_shared.compile(text, num_threads=4)[(2000,)]()
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == sorted(f"pid ({p}, 0, 0) idx () number: {p}" for p in range(2000))


GUARDED = """tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %ps = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %ps, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %at = tt.load %p : tensor<16x!tt.ptr<i32>>
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %ok = arith.cmpi ult, %at, %ns : tensor<16xi32>
  tt.assert %ok, "index out of range" : tensor<16xi1> loc("kernel.py":12:5)
  %qs = tt.splat %y : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %qs, %at : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %q, %i : tensor<16x!tt.ptr<i32>>
  tt.return
}"""


def test_a_failed_assertion_stops_its_program():
    kernel = triton_shared.compile(GUARDED)
    y = np.full(16, -1, np.int32)
    x = np.arange(16, dtype=np.int32)
    x[5] = 1 << 30  # storing there would crash
    for _ in range(3):
        with pytest.raises(AssertionError) as error:
            kernel[(1,)](x, y, 16)
        what = "index out of range (kernel.py:12): program (0, 0, 0) of kernel 'k'"
        assert str(error.value) == f"device-side assert: {what}"
        assert (y == -1).all()
    x[5] = 5
    kernel[(1,)](x, y, 16)
    np.testing.assert_array_equal(y, np.arange(16))


IN_LOOP = """tt.func public @k(%y: !tt.ptr<i32>, %bad: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %pid = tt.get_program_id x : i32
  %base = tt.addptr %y, %pid : !tt.ptr<i32>, i32
  scf.for %k = %c0 to %c9 step %c1 : i32 {
    %odd = arith.andi %pid, %c1 : i32
    %is = arith.cmpi eq, %odd, %c1 : i32
    scf.if %is {
      tt.call @check(%k, %bad) : (i32, i32) -> ()
    }
    %old = tt.load %base : !tt.ptr<i32>
    %new = arith.addi %old, %c1 : i32
    tt.store %base, %new : !tt.ptr<i32>
  }
  tt.return
}
tt.func private @check(%k: i32, %bad: i32) attributes {noinline = true} {
  %ok = arith.cmpi ne, %k, %bad : i32
  tt.assert %ok, "bad turn" : i1
  tt.return
}"""


def test_assertions_in_loops_branches_and_callees():
    """Each program that fails stops where it is; all others go on."""
    kernel = triton_shared.compile(IN_LOOP, num_threads=4)
    y = np.zeros(1000, np.int32)
    with pytest.raises(
        AssertionError,
        match=r"^device-side assert: bad turn \(-:21\): program \(\d*[13579], 0, 0\) of kernel 'k'\n",
    ):
        kernel[(1000,)](y, 4)
    np.testing.assert_array_equal(y, np.where(np.arange(1000) % 2, 4, 9))
    kernel[(1000,)](y, 9)
    np.testing.assert_array_equal(y, np.where(np.arange(1000) % 2, 13, 18))


def test_launches_of_several_threads_fail_by_themselves():
    kernel = triton_shared.compile(IN_LOOP)
    failed = []

    def launch(bad):
        for _ in range(50):
            try:
                kernel[(4,)](np.zeros(4, np.int32), bad)
            except AssertionError:
                failed.append(bad)

    threads = [threading.Thread(target=launch, args=(bad,)) for bad in (3, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == [3] * 50


def test_older_syntax_names_the_line():
    text = """tt.func public @k(%c: i1) {
  tt.assert %c, "must hold", "old.py", "fn", 77 : i1
  tt.return
}"""
    with pytest.raises(AssertionError, match=re.escape("must hold (old.py:77): program (0, 0, 0)")):
        run(text, False)
    run(text, True)


COMBINED = """tt.func public @k(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %limit: i32) {
  %i = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %p = tt.addptr %xs, %i : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  %flat = tt.load %p : tensor<128x!tt.ptr<i32>>
  %v = tt.reshape %flat : tensor<128xi32> -> tensor<SHAPExi32>
  %r = "tt.OP"(%v) <{axis = AXIS : i32MORE}> ({
  ^bb0(%a: i32, %b: i32):
    %sum = arith.addi %a, %b : i32
    %few = arith.cmpi sle, %sum, %limit : i32
    tt.assert %few, "few" : i1
    %zero = arith.constant 0 : i32
    %some = arith.cmpi sge, %b, %zero : i32
    tt.assert %some, "no debts" : i1
    tt.OP.return %sum : i32
  }) : (tensor<SHAPExi32>) -> RESULT
  STORE
  tt.return
}"""
STORED = """
  %j = tt.make_range {start = 0 : i32, end = COUNT : i32} : tensor<COUNTxi32>
  %line = tt.reshape %r : RESULT -> tensor<COUNTxi32>
  %ys = tt.splat %y : !tt.ptr<i32> -> tensor<COUNTx!tt.ptr<i32>>
  %q = tt.addptr %ys, %j : tensor<COUNTx!tt.ptr<i32>>, tensor<COUNTxi32>
  tt.store %q, %line : tensor<COUNTx!tt.ptr<i32>>"""


@pytest.mark.parametrize(("shape", "axis"), [((128,), 0), ((8, 16), 0), ((8, 16), 1), ((128, 1), 1)], ids=str)
@pytest.mark.parametrize("op", ["reduce", "scan"])
def test_combiners_assert(op, shape, axis):
    x = np.random.default_rng(7).integers(1, 9, shape).astype(np.int32)
    wanted = x.sum(axis) if op == "reduce" else x.cumsum(axis)
    form = "x".join(map(str, wanted.shape))
    result = f"tensor<{form}xi32>" if wanted.shape else "i32"
    store = STORED.replace("COUNT", str(wanted.size)) if wanted.shape else "tt.store %y, %r : !tt.ptr<i32>"
    text = COMBINED.replace("STORE", store).replace("OP", op).replace("RESULT", result)
    text = text.replace("SHAPE", "x".join(map(str, shape))).replace("AXIS", str(axis))
    text = text.replace("MORE", ", reverse = false" if op == "scan" else "")
    most = int(x.sum(axis).max())
    y = np.zeros(wanted.size, np.int32)
    run(text, x, y, most)
    np.testing.assert_array_equal(y, wanted.ravel())
    if shape[axis] == 1:  # nothing is combined
        run(text, x, y, most - 1)
        return
    with pytest.raises(AssertionError, match="few"):
        run(text, x, y, most - 1)
    x.reshape(-1)[-1] = -1
    with pytest.raises(AssertionError, match="no debts"):
        run(text, x, y, 1000)
