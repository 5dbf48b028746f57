"""Writes TTIR for blocks of one shape, lane ``i`` (in row-major order) being element ``i`` of an array."""

from __future__ import annotations

import math

import triton_shared


class Body:
    """The ops of a kernel over blocks of ``shape``; ``()`` is a scalar."""

    def __init__(self, shape: tuple[int, ...]):
        self.shape, self.lines, self._known = shape, [], {}

    def type(self, element: str) -> str:
        return f"tensor<{'x'.join(map(str, (*self.shape, element)))}>" if self.shape else element

    def do(self, text: str) -> None:
        """Append an op without results."""
        self.lines.append(text)

    def op(self, text: str) -> str:
        """Append an op and return the name of its result."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def pure(self, text: str) -> str:
        """`op`, once for each text."""
        if text not in self._known:
            self._known[text] = self.op(text)
        return self._known[text]

    def constant(self, value: object, element: str) -> str:
        text = f"{str(value).lower()}" + (f" : {element}" if element != "i1" or self.shape else "")
        return self.pure(
            f"arith.constant dense<{str(value).lower()}> : {self.type(element)}"
            if self.shape
            else f"arith.constant {text}"
        )

    def lane(self) -> str:
        """The row-major position of each lane, as i32."""
        count = math.prod(self.shape)
        if not self.shape:
            return self.constant(0, "i32")
        flat = self.pure(f"tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>")
        if len(self.shape) == 1:
            return flat
        return self.pure(f"tt.reshape {flat} : tensor<{count}xi32> -> {self.type('i32')}")

    def splat(self, value: str, element: str) -> str:
        return self.pure(f"tt.splat {value} : {element} -> {self.type(element)}") if self.shape else value

    def pointers(self, base: str, element: str, index: str | None = None) -> str:
        pointer = f"!tt.ptr<{element}>"
        index = index or self.lane()
        return self.pure(
            f"tt.addptr {self.splat(base, pointer)}, {index} : {self.type(pointer)}, {self.type('i32')}"
        )

    def load(self, base: str, element: str, index: str | None = None, *operands: str) -> str:
        inputs = ", ".join([self.pointers(base, element, index), *operands])
        return self.op(f"tt.load {inputs} : {self.type(f'!tt.ptr<{element}>')}")

    def store(self, base: str, element: str, value: str, index: str | None = None, *operands: str) -> None:
        inputs = ", ".join([self.pointers(base, element, index), value, *operands])
        self.do(f"tt.store {inputs} : {self.type(f'!tt.ptr<{element}>')}")

    def kernel(self, arguments: str) -> str:
        """The text of a kernel ``@k`` with these arguments."""
        body = "\n  ".join([*self.lines, "tt.return"])
        return f"tt.func public @k({arguments}) {{\n  {body}\n}}\n"


def run(text: str, *args: object, grid: tuple[int, ...] = (1,), kernel: str = "k") -> None:
    """Compile ``text`` and launch its function ``kernel``."""
    triton_shared.compile(text, kernel=kernel)[grid](*args)
