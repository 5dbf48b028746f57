"""`Writer`: random kernels whose positions are sums of program, size and lane in 32 bits, 16 or 8, where they wrap.

>>> Writer(7).text()                                                             # doctest: +SKIP
'tt.func public @k(%x: !tt.ptr<f32>, %out: !tt.ptr<i32>, %n: i32) {…'
"""

from __future__ import annotations

import random

LANES = 8
_OPS = ("addi", "addi", "subi", "muli", "minsi", "maxsi", "andi", "shli", "shrsi", "divsi", "remsi", "remui")
_KERNEL = """
tt.func public @k(%x: !tt.ptr<f32>, %out: !tt.ptr<i32>, %n: i32) {{
  %pid = tt.get_program_id x : i32
  %lane = tt.make_range {{start = 0 : i32, end = {lanes} : i32}} : tensor<{lanes}xi32>
{body}
  %yes = arith.constant dense<true> : tensor<{lanes}xi1>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<{lanes}x!tt.ptr<f32>>
  %outs = tt.splat %out : !tt.ptr<i32> -> tensor<{lanes}x!tt.ptr<i32>>
  %p = tt.addptr %xs, {read} : tensor<{lanes}x!tt.ptr<f32>>, tensor<{lanes}xi32>
  %v = tt.load %p, {mask} : tensor<{lanes}x!tt.ptr<f32>>
  %q = tt.addptr %outs, {write} : tensor<{lanes}x!tt.ptr<i32>>, tensor<{lanes}xi32>
  tt.store %q, %lane, {kept} : tensor<{lanes}x!tt.ptr<i32>>
  tt.return
}}
"""


class Writer:
    """A random kernel; values are tensors of i32, of which some went through fewer bits."""

    def __init__(self, number: int):
        self.random = random.Random(number)
        self.lines: list[str] = []

    def op(self, text: str) -> str:
        self.lines.append(f"  %v{len(self.lines)} = {text}")
        return f"%v{len(self.lines) - 1}"

    def number(self, value: int, width: int = 32) -> str:
        return self.op(f"arith.constant dense<{value}> : tensor<{LANES}xi{width}>")

    def leaf(self) -> str:
        kind = self.random.choice(("lane", "lane", "%pid", "%n", "block", "number"))
        if kind == "lane":
            return "%lane"
        if kind == "number":
            return self.number(self.random.choice((1, 2, 3, 7, 8, 16)))
        value = self.op(f"tt.splat {kind if kind != 'block' else '%pid'} : i32 -> tensor<{LANES}xi32>")
        return self.binary("muli", value, self.number(LANES), 32) if kind == "block" else value

    def binary(self, name: str, left: str, right: str, width: int) -> str:
        return self.op(f"arith.{name} {left}, {right} : tensor<{LANES}xi{width}>")

    def expression(self, depth: int) -> str:
        if depth == 0:
            return self.leaf()
        name = self.random.choice(_OPS)
        width = self.random.choice((32, 32, 16, 8))
        left = self.narrowed(self.expression(depth - 1), width)
        if name in ("shli", "shrsi"):
            right = self.number(self.random.choice((1, 2)), width)
        elif name in ("divsi", "remsi", "remui", "andi"):
            right = self.number(self.random.choice((1, 3, 7, 8)), width)
        else:
            right = self.narrowed(self.expression(self.random.randrange(depth)), width)
        return self.widened(self.binary(name, left, right, width), width)

    def narrowed(self, value: str, width: int) -> str:
        if width == 32:
            return value
        return self.op(f"arith.trunci {value} : tensor<{LANES}xi32> to tensor<{LANES}xi{width}>")

    def widened(self, value: str, width: int) -> str:
        if width == 32:
            return value
        name = self.random.choice(("extsi", "extui"))
        return self.op(f"arith.{name} {value} : tensor<{LANES}xi{width}> to tensor<{LANES}xi32>")

    def compared(self, name: str, left: str, right: str) -> str:
        return self.op(f"arith.cmpi {name}, {left}, {right} : tensor<{LANES}xi32>")

    def mask(self, position: str) -> str:
        """Mostly one that keeps the position in bounds."""
        kinds = self.random.choices(("none", "low", "high", "both", "other"), (1, 1, 1, 5, 2))[0]
        found = "%yes"
        if kinds == "none":
            return found
        if kinds in ("low", "both"):
            found = self.compared("sge", position, self.number(0))
        if kinds in ("high", "both"):
            bound = self.op(f"tt.splat %n : i32 -> tensor<{LANES}xi32>")
            high = self.compared("slt", position, bound)
            found = high if found == "%yes" else self.op(f"arith.andi {found}, {high} : tensor<{LANES}xi1>")
        if kinds == "other":
            found = self.compared(self.random.choice(("ult", "ne", "sle")), self.expression(1), self.leaf())
        return found

    def text(self) -> str:
        read = self.expression(self.random.randrange(4))
        mask = self.mask(read)
        block = self.op(f"tt.splat %pid : i32 -> tensor<{LANES}xi32>")
        step = self.number(self.random.choice((LANES, LANES, LANES - 1, LANES + 1)))
        plain = self.binary("addi", self.binary("muli", block, step, 32), "%lane", 32)
        write = plain if self.random.random() < 0.7 else self.expression(1)
        kept = self.mask(write)
        body = "\n".join(self.lines)
        yes = f"  %yes = arith.constant dense<true> : tensor<{LANES}xi1>\n"
        text = _KERNEL.format(lanes=LANES, body=body, read=read, mask=mask, write=write, kept=kept)
        return text.replace(yes, "").replace("  %lane =", f"{yes}  %lane =")
