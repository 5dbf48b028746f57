"""Writes TTIR, op by op."""

from __future__ import annotations

import math

import triton_shared


def tensor(shape: tuple[int, ...], element: str) -> str:
    """The type of a tensor; rank 0 is a scalar."""
    return f"tensor<{'x'.join(map(str, (*shape, element)))}>" if shape else element


class Writer:
    """The ops of a kernel, and the functions that it calls."""

    def __init__(self):
        self.lines: list[str] = []
        self.functions: list[str] = []
        self._known: dict[str, str] = {}
        self._count = 0

    def name(self) -> str:
        """A fresh SSA name."""
        self._count += 1
        return f"%v{self._count}"

    def do(self, text: str) -> None:
        """Append an op without results, or any lines."""
        self.lines.append(text)

    def op(self, text: str, results: int = 1):
        """Append one op, written without its results; returns their name, or a list of names."""
        name = self.name()
        self.do(f"{name}{f':{results}' if results > 1 else ''} = {text}")
        return name if results == 1 else [f"{name}#{i}" for i in range(results)]

    def pure(self, text: str) -> str:
        """`op`, once for each text."""
        if text not in self._known:
            self._known[text] = self.op(text)
        return self._known[text]

    def kernel(self, arguments: str) -> str:
        """The text of a kernel ``@k`` with these arguments."""
        body = "\n  ".join([*self.lines, "tt.return"])
        return f"tt.func public @k({arguments}) {{\n  {body}\n}}\n" + "".join(self.functions)


class Body(Writer):
    """The ops of a kernel over blocks of ``shape``, ``()`` being a scalar, whose elements are counted by ``integer``.

    Element ``i`` of a block (in row-major order) is element ``i`` of an array.
    """

    def __init__(self, shape: tuple[int, ...], integer: str = "i32"):
        super().__init__()
        self.shape, self.integer = shape, integer

    def type(self, element: str) -> str:
        return tensor(self.shape, element)

    def constant(self, value: object, element: str) -> str:
        text = f"{str(value).lower()}" + (f" : {element}" if element != "i1" or self.shape else "")
        return self.pure(
            f"arith.constant dense<{str(value).lower()}> : {self.type(element)}"
            if self.shape
            else f"arith.constant {text}"
        )

    def position(self) -> str:
        """The row-major position of each element."""
        count = math.prod(self.shape)
        if not self.shape:
            return self.constant(0, self.integer)
        flat = self.pure(f"tt.make_range {{start = 0 : i32, end = {count} : i32}} : tensor<{count}xi32>")
        if len(self.shape) > 1:
            flat = self.pure(f"tt.reshape {flat} : tensor<{count}xi32> -> {self.type('i32')}")
        return self.wide(flat)

    def wide(self, value: str) -> str:
        """The i32 block ``value`` as one of ``integer``."""
        if self.integer == "i32":
            return value
        return self.pure(f"arith.extsi {value} : {self.type('i32')} to {self.type(self.integer)}")

    def splat(self, value: str, element: str) -> str:
        return self.pure(f"tt.splat {value} : {element} -> {self.type(element)}") if self.shape else value

    def pointers(self, base: str, element: str, index: str | None = None) -> str:
        pointer = f"!tt.ptr<{element}>"
        index = index or self.position()
        return self.pure(
            f"tt.addptr {self.splat(base, pointer)}, {index} : {self.type(pointer)}, {self.type(self.integer)}"
        )

    def load(self, base: str, element: str, index: str | None = None, *operands: str) -> str:
        inputs = ", ".join([self.pointers(base, element, index), *operands])
        return self.op(f"tt.load {inputs} : {self.type(f'!tt.ptr<{element}>')}")

    def store(self, base: str, element: str, value: str, index: str | None = None, *operands: str) -> None:
        inputs = ", ".join([self.pointers(base, element, index), value, *operands])
        self.do(f"tt.store {inputs} : {self.type(f'!tt.ptr<{element}>')}")


def run(text: str, *args: object, grid: tuple[int, ...] = (1,), kernel: str = "k") -> None:
    """Compile ``text`` and launch its function ``kernel``."""
    triton_shared.compile(text, kernel=kernel)[grid](*args)
