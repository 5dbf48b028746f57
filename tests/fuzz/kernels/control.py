"""Nodes of control flow: loops, branches, and calls of functions."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.fuzz.kernels.nodes import Node, Region, Run
from tests.fuzz.kernels.values import Rejected, Value
from tests.support.ttir import Writer

LIMIT = 4096  # iterations of a loop


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


@dataclass(eq=False)
class For(Node):
    """``scf.for`` from and to and by the first three inputs, with the others carried.

    ``carried`` are what the body is given, ``yields`` what it hands on, ``results`` what is left at the end.
    """

    body: Region = field(default_factory=Region)
    index: Node | None = None
    carried: list[Node] = field(default_factory=list)
    yields: list[Node] = field(default_factory=list)
    results: list[Node] = field(default_factory=list)

    @property
    def regions(self) -> list[Region]:
        return [self.body]

    @property
    def handed(self) -> list[list[Node]]:
        return [self.yields]

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        low, high, step, *inits = (names[x] for x in self.inputs)
        names[self.index] = w.name()
        head = f"scf.for {names[self.index]} = {low} to {high} step {step}"
        if inits:
            names.update((c, w.name()) for c in self.carried)
            pairs = ", ".join(f"{names[c]} = {i}" for c, i in zip(self.carried, inits, strict=True))
            types = ", ".join(str(c.type) for c in self.carried)
            result = w.name()
            w.do(f"{result}:{len(inits)} = {head} iter_args({pairs}) -> ({types}) : i32 {{")
            names.update((r, f"{result}#{k}") for k, r in enumerate(self.results))
        else:
            w.do(f"{head} : i32 {{")
        self.body.write(w, names)
        if inits:
            handed = ", ".join(names[y] for y in self.yields)
            w.do(f"scf.yield {handed} : {', '.join(str(c.type) for c in self.carried)}")
        w.do("}")

    def run(self, run: Run) -> None:
        low, high, step = (int(run.values[x].known()) for x in self.inputs[:3])
        now = [run.values[x] for x in self.inputs[3:]]
        if step <= 0 or (high - low) / step > LIMIT:
            raise Rejected("a loop without end")
        for i in range(low, high, step):
            run.values[self.index] = Value(np.array(i, np.int32))
            run.values.update(zip(self.carried, now, strict=True))
            run.region(self.body)
            now = [run.values[y] for y in self.yields]
        run.values.update(zip(self.results, now, strict=True))


@dataclass(eq=False)
class If(Node):
    """``scf.if`` of the input, with ``results`` of both regions."""

    bodies: list[Region] = field(default_factory=lambda: [Region(), Region()])
    yields: list[list[Node]] = field(default_factory=lambda: [[], []])
    results: list[Node] = field(default_factory=list)

    @property
    def regions(self) -> list[Region]:
        return self.bodies

    @property
    def handed(self) -> list[list[Node]]:
        return self.yields

    def write(self, w: Writer, names: dict[Node, str]) -> None:
        types = ", ".join(str(r.type) for r in self.results)
        head = f"scf.if {names[self.inputs[0]]}"
        if self.results:
            result = w.name()
            w.do(f"{result}:{len(self.results)} = {head} -> ({types}) {{")
            names.update((r, f"{result}#{k}") for k, r in enumerate(self.results))
        else:
            w.do(f"{head} {{")
        for k, (body, handed) in enumerate(zip(self.bodies, self.yields, strict=True)):
            if k:
                w.do("} else {")
            body.write(w, names)
            if handed:
                w.do(f"scf.yield {', '.join(names[y] for y in handed)} : {types}")
        w.do("}")

    def run(self, run: Run) -> None:
        side = 0 if bool(run.values[self.inputs[0]].known()) else 1
        run.region(self.bodies[side])
        run.values.update(zip(self.results, (run.values[y] for y in self.yields[side]), strict=True))
