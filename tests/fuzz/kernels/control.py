"""Nodes of control flow besides loops that count and branches: ``scf.while``, and calls of functions."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.fuzz.kernels.nodes import LIMIT, Node, Region, Run
from tests.fuzz.kernels.values import Rejected
from tests.support.ttir import Writer


def _typed(nodes: list[Node]) -> str:
    return ", ".join(str(x.type) for x in nodes)


@dataclass(eq=False)
class While(Node):
    """``scf.while``: ``before`` computes ``test`` from ``carried``, and passes ``passed`` to ``body`` or ``results``.

    ``inner`` are what the body is given, ``yields`` what it hands on to ``carried``, whose first are the inputs.
    """

    before: Region = field(default_factory=Region)
    body: Region = field(default_factory=Region)
    carried: list[Node] = field(default_factory=list)
    test: list[Node] = field(default_factory=list)
    passed: list[Node] = field(default_factory=list)
    inner: list[Node] = field(default_factory=list)
    yields: list[Node] = field(default_factory=list)
    results: list[Node] = field(default_factory=list)

    @property
    def regions(self) -> list[Region]:
        return [self.before, self.body]

    @property
    def handed(self) -> list[list[Node]]:
        return [self.test, self.passed, self.yields]

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        names.update((x, w.name()) for x in (*self.carried, *self.inner))
        result = w.name()
        pairs = zip(self.carried, self.inputs, strict=True)
        inits = ", ".join(f"{names[c]} = {names[x]}" for c, x in pairs)
        types = f"({_typed(self.carried)}) -> ({_typed(self.results)})"
        w.do(f"{result}:{len(self.results)} = scf.while ({inits}) : {types} {{")
        self.before.write(w, names)
        passed = ", ".join(names[x] for x in self.passed)
        w.do(f"scf.condition({names[self.test[0]]}) {passed} : {_typed(self.passed)}\n}} do {{")
        w.do(f"^bb0({', '.join(f'{names[x]}: {x.type}' for x in self.inner)}):")
        self.body.write(w, names)
        w.do(f"scf.yield {', '.join(names[x] for x in self.yields)} : {_typed(self.yields)}\n}}")
        names.update((r, f"{result}#{k}") for k, r in enumerate(self.results))

    def run(self, run: Run) -> None:
        values = run.values
        now = [values[x] for x in self.inputs]
        for _ in range(LIMIT):
            values.update(zip(self.carried, now, strict=True))
            run.region(self.before)
            passed = [values[x] for x in self.passed]
            if not bool(values[self.test[0]].known()):
                values.update(zip(self.results, passed, strict=True))
                return
            values.update(zip(self.inner, passed, strict=True))
            run.region(self.body)
            now = [values[x] for x in self.yields]
        raise Rejected("a loop without end")


@dataclass(eq=False)
class Call(Node):
    """``tt.call`` of a function of its own, whose ``body`` knows ``parameters`` alone and returns ``yields``.

    One that returns ``early`` does so where the first parameter, an i1, holds: then ``early`` are its results.
    """

    body: Region = field(default_factory=Region)
    parameters: list[Node] = field(default_factory=list)
    yields: list[Node] = field(default_factory=list)
    results: list[Node] = field(default_factory=list)
    early: list[Node] = field(default_factory=list)
    noinline: bool = False

    @property
    def regions(self) -> list[Region]:
        return [self.body]

    @property
    def handed(self) -> list[list[Node]]:
        return [self.yields, self.early]

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        name = f"@f{len(w.functions)}"
        w.functions.append("")  # those that it calls come behind it
        w.functions[int(name[2:])] = self._function(name, w)
        given = ", ".join(names[x] for x in self.inputs)
        result = w.name()
        types = f"({_typed(self.inputs)}) -> ({_typed(self.results)})"
        w.do(f"{result}:{len(self.results)} = tt.call {name}({given}) : {types}")
        names.update((r, f"{result}#{k}") for k, r in enumerate(self.results))

    def _function(self, name: str, outer: Writer) -> str:
        w, names = Writer(), {}
        w.functions = outer.functions
        names.update((x, w.name()) for x in self.parameters)
        given = ", ".join(f"{names[x]}: {x.type}" for x in self.parameters)
        types = _typed(self.yields)
        if self.early:
            back = ", ".join(names[x] for x in self.early)
            w.do(f"cf.cond_br {names[self.parameters[0]]}, ^early, ^on")
            w.do(f"^early:\ntt.return {back} : {types}\n^on:")
        self.body.write(w, names)
        w.do(f"tt.return {', '.join(names[x] for x in self.yields)} : {types}")
        lines = "\n  ".join(w.lines)
        words = f" attributes {{noinline = {str(self.noinline).lower()}}}"
        return f"tt.func private {name}({given}) -> ({types}){words} {{\n  {lines}\n}}\n"

    def run(self, run: Run) -> None:
        values = run.values
        values.update((p, values[x]) for p, x in zip(self.parameters, self.inputs, strict=True))
        given = self.yields
        if self.early and bool(np.all(values[self.parameters[0]].known())):
            given = self.early
        else:
            run.region(self.body)
        values.update((r, values[y]) for r, y in zip(self.results, given, strict=True))
