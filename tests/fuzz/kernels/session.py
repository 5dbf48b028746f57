"""Checks very many random kernels in child processes, and keeps what is found: a minimised kernel of every class."""

from __future__ import annotations

import ast
import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

import triton_shared
from tests.fuzz.kernels import check, generate
from tests.fuzz.kernels.kernel import Kernel
from tests.fuzz.kernels.shrink import shrink
from tests.fuzz.workshop import Outcome, outcomes, report
from triton_shared.codegen.cpu import vectorize_nests
from triton_shared.codegen.cpu.mma_forms import FORMS
from triton_shared.codegen.cpu.target import native_target
from triton_shared.codegen.nvidia.lower import approximate_math, narrow_floats
from triton_shared.codegen.simt.peephole import unsigned_divisions
from triton_shared.conversions import allow_contraction
from triton_shared.dialects import context

#: kernels that a process runs before another one takes its place, so that its memory stays bounded
MOST = 200
#: how many findings of a class are minimised
MINIMISED = 2
#: how often each rewrite must have fired in so many kernels
LEAST, ENOUGH = 50, 2000


@dataclass(frozen=True)
class Session:
    """Which kernels are checked: those of ``seed`` from ``start`` on, for ``target``, of some ``forms`` or all."""

    seed: int
    start: int = 0
    target: str = check.CPU
    forms: tuple[str, ...] = ()

    def kernel(self, number: int) -> Kernel:
        """Kernel ``number`` of the session, from 0 on."""
        profile = generate.CPU if self.target == check.CPU else generate.GPU
        return generate.kernel(self.seed, self.start + number, profile, self.forms)


@dataclass
class Findings:
    """What a session has found so far."""

    session: Session
    directory: Path
    outcomes: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    bad: list[dict] = field(default_factory=list)
    seconds: float = 0

    def add(self, outcome: Outcome) -> None:
        """Count an outcome, and keep it if it is bad."""
        self.outcomes[outcome.kind] += 1
        self.counts.update(outcome.counts)
        if outcome.kind in check.GOOD:
            return
        number = self.session.start + outcome.number
        self.bad.append({"number": number, "kind": outcome.kind, "details": outcome.details})
        kernel = self.session.kernel(outcome.number)
        self._write(f"{number}.mlir", kernel.launch() + kernel.text())

    def minimise(self, seconds: float) -> None:
        """A small kernel of every class of failures; those that crash take a process a trial."""
        seen: Counter[str] = Counter()
        for found in self.bad:
            of = class_of(found["kind"], found["details"])
            seen[of] += 1
            if seen[of] > MINIMISED:
                continue
            kernel = self.session.kernel(found["number"] - self.session.start)
            small = shrink(kernel, partial(_is_like, self.session.target, of), seconds)
            found["small"] = f"// {of}\n{small.launch()}{small.text()}"
            self._write(f"{found['number']}.small.mlir", found["small"])

    def _write(self, name: str, text: str) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        (self.directory / f"{self.session.target}.{self.session.seed}.{name}").write_text(text)

    def result(self) -> dict:
        """All of it, as JSON can hold it."""
        return {
            "seed": self.session.seed,
            "start": self.session.start,
            "target": self.session.target,
            "kernels": sum(self.outcomes.values()),
            "seconds": round(self.seconds, 1),
            "outcomes": dict(self.outcomes),
            "counts": dict(self.counts),
            "bad": self.bad,
        }


def class_of(kind: str, details: str) -> str:
    """What failures of one class have in common: the kind, and of refusals the words of the message."""
    if kind != "refused":
        return kind
    message = re.search(r"error: (.*)", details)
    return f"refused: {re.sub(r'[%@]?[0-9]+', 'N', message[1])[:90] if message else ''}"


def _is_like(target: str, of: str, kernel: Kernel) -> bool:
    """Whether ``kernel`` fails as those of a class do."""
    (found,) = outcomes([kernel], 1, partial(prepare, target, Session(0)))
    return class_of(found.kind, found.details) == of


def prepare(target: str, session: Session) -> Callable[[int | Kernel], tuple]:
    """What a child process does with a kernel, or its number."""
    from tests.support.garbage import with_garbage
    from triton_shared.runtime import cache
    from triton_shared.runtime.cpu import native

    clean = native.text
    native.text = lambda name: with_garbage(clean(name)) if name == "pool" else clean(name)
    cache.load, cache.store = lambda *_: None, lambda *_: None

    def do(what: int | Kernel) -> tuple[str, str, dict[str, int]]:
        kernel = session.kernel(what) if isinstance(what, int) else what
        outcome = check.check(kernel, target)
        return outcome.kind, outcome.details, outcome.counts

    return do


def run(session: Session, kernels: int, jobs: int, seconds: float, findings: Findings) -> None:
    """Check ``kernels`` kernels, or as many as ``seconds`` suffice for; prints how far it is."""
    begin, shown = time.monotonic(), time.monotonic()

    def numbers() -> Iterator[int]:
        return itertools.takewhile(lambda _: time.monotonic() < begin + seconds, range(kernels))

    with closing(outcomes(numbers(), jobs, partial(prepare, session.target, session), MOST)) as found:
        for outcome in found:
            findings.add(outcome)
            findings.seconds = time.monotonic() - begin
            if time.monotonic() > shown + 10:
                shown = time.monotonic()
                done = sum(findings.outcomes.values())
                print(f"{done}/{kernels}, {findings.seconds:.0f} s: {report(findings.outcomes)}", flush=True)


def table(findings: Findings, least: int = 0) -> tuple[str, list[str]]:
    """How often each rewrite has fired, the rarest first; and those that did not reach ``least``."""
    counts = dict(findings.counts)
    for name in counted(findings.session.target):
        counts.setdefault(name, 0)
    rows = sorted(counts.items(), key=lambda row: row[1])
    rare = [name for name, count in rows if count < least]
    return "\n".join(f"{count:8} {name}" for name, count in rows), rare


def least_of(findings: Findings) -> int:
    """How often each rewrite must have fired: nothing is asked of few kernels, or of some forms."""
    enough = sum(findings.outcomes.values()) >= ENOUGH
    return LEAST if enough and not findings.session.forms else 0


#: what only programs of importers have, of which no Triton IR is made; what is done for AArch64 alone; and a class that
#: is counted as ``folded``
OTHERS = {
    "pack-products: accumulator in a copy",
    "quiet-nans: operand",
    "vectorize-nests: FoldedEmitter",
}
#: passes that only conversions for GPUs run
FOR_GPUS = "tile-large-blocks"
#: what needs the instructions of sm_90a, or of sm_89
HOPPER = re.compile(
    r"by wgmma|TMA|by boxes|warp-special|skewed|ping-pong|persistent"
    r"|^specialize-warps|^swap-dot|^drop-covered-fences|^narrow-floats"
)


def _classes(base: type) -> set[str]:
    """The names of ``base`` and of what derives from it."""
    return {base.__name__}.union(*map(_classes, base.__subclasses__()))


def _forms() -> list[str]:
    """The forms of products that this machine has instructions for; of bytes without a sign Triton has none."""
    target = native_target()
    with context():
        return [form.name for form in FORMS if form.kind != "u8" and form.suits(target, 64, 64, 64)]


#: the rewrites of passes that count them by names that they compute
COMPUTED: dict[str, Callable[[], Iterable[str]]] = {
    "allow-contraction": lambda: allow_contraction.OPS,
    "approximate-math": lambda: approximate_math._APPROXIMATIONS,
    "narrow-floats": lambda: [
        f"widens {narrow_floats.SOURCE}",
        *(f"rounds to {n}" for n in narrow_floats.TARGETS),
    ],
    "pack-products": _forms,
    "unsigned-divisions": unsigned_divisions._UNSIGNED.values,
    "vectorize-nests": lambda: _classes(vectorize_nests.Emitter),
}


@cache
def counted(target: str) -> list[str]:
    """What counters there are for a target."""
    others = ("cpu", "memory", "tensors", "nests") if target != check.CPU else ("simt", "nvidia")
    root = Path(triton_shared.__file__).parent
    files = [p for p in root.rglob("*.py") if not {*others} & set(p.relative_to(root).parts)]
    texts = [text for path in files if "fired(" in (text := path.read_text(encoding="utf-8"))]
    found = {name for text in texts for name in _counters(ast.parse(text)) if name not in OTHERS}
    if target == check.CPU:
        return sorted(name for name in found if not name.startswith(FOR_GPUS))
    return sorted(name for name in found if target == "sm_90a" or not HOPPER.search(name))


def _counters(tree: ast.AST) -> Iterator[str]:
    """``pass: rewrite`` of each call of `fired`, and of each side of a conditional expression in it."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "fired":
            of, rewrite = call.args[0].value, call.args[1]
            sides = (rewrite.body, rewrite.orelse) if isinstance(rewrite, ast.IfExp) else (rewrite,)
            if all(isinstance(side, ast.Constant) for side in sides):
                yield from (f"{of}: {side.value}" for side in sides)
            else:  # a KeyError: the pass has to have a row in `COMPUTED`
                yield from (f"{of}: {name}" for name in COMPUTED[of]())


def save(findings: Findings, path: Path) -> None:
    """Write the result as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(findings.result(), indent=1))
