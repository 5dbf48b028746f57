"""Profiles are read as their programs print them, and what is none is refused."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from triton_shared.explorer.lines import of_sass
from triton_shared.explorer.profile import instructions, shares

ROOT = Path(__file__).parents[2]
SOFTMAX = ROOT / "examples" / "softmax.f32.mlir"
FILES = ("/home/me/kernel.py", "/lib/standard.py")
NCU = """\
==PROF== Disconnected from process 1
"Line No","Source","Warp Stall Sampling (All Samples)","# Instructions"
"","","samples","inst"
"12","x = tl.load(p)","1,500","7"
"13","y = x, x","500","9"
"""
WITH_FILES = "File,Line,Time (ns)\nkernel.py,12,30\n/lib/standard.py,4,10\nother.py,1,60\n"
ANNOTATE = """\
Sorted summary for file jitted-1.so
----------------------------------------------
   60.00 kernel.py:12
   20.00 standard.py:4
 Percent |      Source code & Disassembly
"""
SCRIPT = """\
            7f00 add.entry
  kernel.py:12
            7f99 caller
  main.py:3

            7f04 add.entry
  standard.py:4

            1111 [unknown]

            7f00 add.entry
  kernel.py:12
"""
#: of perf 6.1: samples without callers have no lines between
PLAIN = """\
     7fb1c140db8f softmax.entry
  softmax.f32.mlir:31
     7fb1c140d80a softmax.entry
  softmax.f32.mlir:24
 ffffffff82256576 copy_mc_enhanced_fast_string
  [kernel.kallsyms][ffffffff82256576]
     7fb1c140d7d8 softmax.entry
  softmax.f32.mlir:24
     7fb1c209bd13 _dl_relocate_object
  dl-reloc.c:175
"""


@pytest.mark.parametrize(
    "text, expected",
    [
        (NCU, {(FILES[0], 12): 0.75, (FILES[0], 13): 0.25}),
        (WITH_FILES, {(FILES[0], 12): 0.3, (FILES[1], 4): 0.1}),
        (ANNOTATE, {(FILES[0], 12): 0.75, (FILES[1], 4): 0.25}),
        (SCRIPT, {(FILES[0], 12): 0.5, (FILES[1], 4): 0.25}),
    ],
    ids=["ncu", "csv with files", "perf annotate", "perf script"],
)
def test_a_profile_gives_shares_by_line(text, expected):
    assert shares(text, FILES, FILES[0]) == pytest.approx(expected)


#: the first instructions of `examples/softmax.f32.mlir` on an H200, as ncu prints them, without most of its columns
MEASURED = """\
==PROF== Connected to process 2469 (/usr/bin/python3.12)
==PROF== Disconnected from process 2469
==WARNING== Failed to import the following source files:
==WARNING==  default
"Kernel Name","softmax",
"Address","Source","Warp Stall Sampling (All Samples)","Warp Stall Sampling (Not-issued Samples)","# Samples"
"0x7fc80f7a3700","      LDC R1, c[0x0][0x28]","16","16","16"
"0x7fc80f7a3710","      S2UR UR6, SR_CTAID.X","0","0","0"
"0x7fc80f7a3740","      ISETP.LE.AND P0, PT, R0, UR6, PT","4","3","4"
"0x7fc80f7a3750","@P0   BRA 0x7fc80f7a44b0","0","0","0"
"0x7fc80f7a3770","      ULDC UR14, c[0x0][0x22c]","3","3","3"
"""
#: the same by nvdisasm, with lines
SASS = """\
.text.softmax:
        //## File "softmax.f32.mlir", line 4
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/                   S2UR UR6, SR_CTAID.X ;
        //## File "softmax.f32.mlir", line 9
        /*0040*/                   ISETP.LE.AND P0, PT, R0, UR6, PT ;
        /*0050*/              @P0  BRA `(.L_x_0) ;
.L_x_0:
        //## File "other.mlir", line 1
        /*0070*/                   ULDC UR14, c[0x0][0x22c] ;
"""


def test_samples_of_instructions():
    sass = instructions(of_sass(SASS))
    name = "softmax.f32.mlir"
    assert shares(MEASURED, [name], name, sass) == {(name, 4): 16 / 23, (name, 9): 4 / 23}
    with pytest.raises(ValueError, match="its instructions are not those of the kernel: --target"):
        shares(MEASURED, [name], name, sass[1:])
    with pytest.raises(ValueError, match="needs ptxas and nvdisasm"):
        shares(MEASURED, [name], name)


def test_samples_without_callers():
    assert shares(PLAIN, [str(SOFTMAX)], str(SOFTMAX)) == {(str(SOFTMAX), 31): 0.2, (str(SOFTMAX), 24): 0.4}


PROGRAM = f"""
import time
import numpy as np, triton_shared
kernel = triton_shared.compile({str(SOFTMAX)!r}, num_threads=1)
x, out = np.ones((2, 1024, 781), np.float32)
end = time.monotonic() + 1.5
while time.monotonic() < end:
    kernel[(64,)](out, x, 781, 781, 1024, 781)
"""


@pytest.mark.cpu("perf takes samples of this CPU")
def test_what_perf_measures(tmp_path):
    """A program is run under perf, whose two reports agree on where the kernel spends its time."""
    if shutil.which("perf") is None:
        pytest.skip("perf is not installed")

    def perf(*arguments: str) -> subprocess.CompletedProcess:
        environment = {**os.environ, "TRITON_SHARED_PERF": str(tmp_path), "PYTHONPATH": str(ROOT)}
        command = ["perf", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)

    (tmp_path / "program.py").write_text(PROGRAM)
    how = ("-k", "mono", "-e", "cpu-clock", "-F", "999", "-o", "raw")
    if (recorded := perf("record", *how, sys.executable, "program.py")).returncode:
        pytest.skip(f"perf cannot record here: {recorded.stderr.strip().splitlines()[-1]}")
    assert perf("inject", "--jit", "-i", "raw", "-o", "data").returncode == 0
    where = ("-i", "data")
    lines = perf("annotate", *where, "--stdio", "-l", "-s", "softmax.entry").stdout
    samples = perf("script", *where, "-S", "softmax.entry", "-F", "ip,sym,srcline").stdout
    annotated, sampled = (shares(text, [str(SOFTMAX)], str(SOFTMAX)) for text in (lines, samples))
    most = max(sampled, key=lambda place: sampled[place])
    assert sum(sampled.values()) > 0.8 and abs(annotated[most] - sampled[most]) < 0.2


@pytest.mark.parametrize(
    "text, why", [("", "neither"), ("no\n", "no line of"), ("File,Line,Time\nother.py,1,6\n", "no line of")]
)
def test_what_is_no_profile_of_the_kernel_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        shares(text, FILES, FILES[0])
