"""Specs of tests, as text: they need no Triton."""

from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "vector_add.f32.mlir"
HEAD = f"""\
import os, signal, time
import numpy as np
from triton_shared.sweeps import Launch, Skip, sweep

ADD = {str(EXAMPLE)!r}

def added(draw, n, right=None, short=0):
    x, y, out = draw(n), draw(n), draw.empty(n - short)
    total = x + y if right is None else right(x, y)
    return Launch((-(-n // 1024),), {{"x": x, "y": y, "out": out, "n": n}}, {{"out": total[: n - short]}}, flops=n)

"""
#: what ends in each of the ways a case may
OUTCOMES = (
    HEAD
    + """\
@sweep(kernel=ADD, axes={"n": [1, 500, 3000]}, targets=["cpu", "reference"], checks="bounds")
def right(draw, n):
    return added(draw, n)

@sweep(kernel=ADD, axes={"n": [64, 900]})
def wrong_behind_seventy(draw, n):
    return added(draw, n, lambda x, y: np.where(np.arange(n) < 70, x + y, y))

@sweep(kernel=ADD, axes={"n": [800]}, checks="bounds")
def short(draw, n):
    return added(draw, n, short=1)

@sweep(kernel="tt.func @f() {\\n  tt.nothing\\n}\\n", axes={"n": [1]})
def refused(draw, n):
    return added(draw, n)

@sweep(kernel=ADD, axes={"n": [1, 2, 3]})
def odd(draw, n):
    if n == 1:
        raise Skip("one is no number")
    if n == 2:
        raise RuntimeError("two <is> \\x1b[1m none either")
    return added(draw, n)
"""
)
#: a case that kills its worker, each time
CRASHES = (
    HEAD
    + """\
@sweep(kernel=ADD, axes={"n": [1, 2, 3]})
def crash(draw, n):
    if n == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    return added(draw, n)
"""
)
#: cases that take a while, of which a file tells when they begin
SLOW = (
    HEAD
    + """\
@sweep(kernel=ADD, axes={"n": list(range(1, COUNT + 1))})
def slow(draw, n):
    with open(BEGUN, "a") as file:
        file.write(f"{n} {os.getpid()}\\n")
    time.sleep(SECONDS)
    return added(draw, n)
"""
)


def slow(begun: Path, count: int, seconds: float) -> str:
    """A spec of ``count`` cases of so many ``seconds``, which write their number and process to ``begun``."""
    return f"BEGUN, COUNT, SECONDS = {str(begun)!r}, {count}, {seconds}\n{SLOW}"
