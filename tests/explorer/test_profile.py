"""Profiles are read as their programs print them, and what is none is refused."""

import pytest

from triton_shared.explorer.profile import shares

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


@pytest.mark.parametrize(
    "text, why", [("", "neither"), ("no\n", "no line of"), ("File,Line,Time\nother.py,1,6\n", "no line of")]
)
def test_what_is_no_profile_of_the_kernel_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        shares(text, FILES, FILES[0])
