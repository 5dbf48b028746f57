"""Makes a failing kernel small: stores, loops, branches and nodes are left out as long as it fails in the same way."""

from __future__ import annotations

import copy
import sys
import time
from collections.abc import Callable, Iterator

from tests.fuzz.kernels.accesses import Load, Store
from tests.fuzz.kernels.control import Call, For, If, While
from tests.fuzz.kernels.kernel import Array, Kernel
from tests.fuzz.kernels.nodes import Argument, Constant, Node, Region, Split
from tests.fuzz.kernels.reductions import Several

Edit = Callable[[Kernel], bool]


def shrink(kernel: Kernel, fails: Callable[[Kernel], bool], seconds: float = 60) -> Kernel:
    """The smallest kernel found for which ``fails`` holds, as it does for ``kernel``."""
    sys.setrecursionlimit(20_000)  # graphs are copied node by node
    deadline = time.monotonic() + seconds
    at, last = 0, 0  # the next edit, and the one after which all are done
    while True:
        found = list(edits(kernel))
        if time.monotonic() > deadline or at >= last + len(found):
            return kernel
        smaller = copy.deepcopy(kernel)
        if found[at % len(found)](smaller):
            clean(smaller)
            if size(smaller) < size(kernel) and fails(smaller):
                kernel, last = smaller, at
                continue
        at += 1


def size(kernel: Kernel) -> tuple[int, ...]:
    """What is to become smaller."""
    nodes = kernel.nodes()
    plain = sum(a.style != "small" for a in kernel.arrays) + sum(a.aligned for a in kernel.arrays)
    hinted = sum(bool(getattr(n, "hints", "")) for n in nodes)
    grid = kernel.grid[0] * kernel.grid[1] * kernel.grid[2]
    leaves = sum(isinstance(n, Constant | Argument) for n in nodes)
    graph = len(nodes) + sum(len(n.inputs) for n in nodes) - leaves
    settings = kernel.fusion + bool(kernel.machine) + kernel.eager + len(left_out(kernel))
    return (graph, grid, len(nodes), kernel.threads, plain + hinted + settings)


def left_out(kernel: Kernel) -> list[str]:
    """The optional passes without which the kernel is compiled."""
    return list(kernel.options.get("without", ()))


def edits(kernel: Kernel) -> Iterator[Edit]:
    """What may be left out; each edit is of a copy of ``kernel``, and finds its node by number."""
    yield lambda k: _set(k, grid=(1, 1, 1))
    yield lambda k: _set(k, threads=1)
    yield lambda k: _set(k, fusion=False)
    yield lambda k: _set(k, machine="")
    yield lambda k: _set(k, eager=False)
    for name in left_out(kernel):
        yield lambda k, name=name: name in left_out(k) and _leave_in(k, name)
    nodes = kernel.nodes()
    for number in reversed(range(len(nodes))):
        node = nodes[number]
        for what in _edits(node):
            yield (
                lambda k, number=number, what=what: (
                    number < len(found := k.nodes()) and what(k, found[number])
                )
            )
    for number in range(len(kernel.arrays)):
        yield lambda k, number=number: number < len(k.arrays) and _plain(k.arrays[number])


def _set(kernel: Kernel, **changes) -> bool:
    for name, value in changes.items():
        setattr(kernel, name, value)
    return True


def _leave_in(kernel: Kernel, name: str) -> bool:
    """Let the kernel be compiled with the pass of this name."""
    return _set(kernel, options=kernel.options | {"without": [n for n in left_out(kernel) if n != name]})


def _plain(array: Array) -> bool:
    array.aligned = False
    if array.style not in ("range", "any"):
        array.style = "small"
    return True


def _edits(node: Node) -> Iterator[Callable[[Kernel, Node], bool]]:
    if node.writes:
        yield lambda k, n: _remove(k, n)
    if isinstance(node, For):
        yield (
            lambda k, n: (
                len(n.results) == len(n.inputs) - 3
                and _replace(k, dict(zip(n.results, n.inputs[3:], strict=True)))
                and _remove(k, n)
            )
        )
        for number in range(len(node.carried)):
            yield lambda k, n, number=number: _uncarry(k, n, number)
    if isinstance(node, If):
        for side in (0, 1):
            yield lambda k, n, side=side: _inline(k, n, side)
    if type(node) in (Store, Load) and len(node.inputs) > (2 if isinstance(node, Store) else 1):
        yield lambda k, n: _unmask(n)
    results = _results(node)
    for place, result in enumerate(results):
        for number, x in enumerate(node.inputs):
            if x.type == result.type:
                yield lambda k, n, place=place, number=number: _replace(
                    k, {_results(n)[place]: n.inputs[number]}
                )
        if not result.type.is_pointer and not isinstance(node, Constant) and not node.regions:
            yield lambda k, n, place=place: _constant(k, n, _results(n)[place])
    if getattr(node, "hints", ""):
        yield lambda k, n: _unhint(n)


def _results(node: Node) -> list[Node]:
    match node:
        case Several() | For() | If() | While() | Call():
            return node.results
        case Split():
            return node.halves
        case Argument() if node.type.is_pointer:
            return []
    return [node] if node.type is not None else []


def _unhint(node: Node) -> bool:
    node.hints = ""
    return True


def _unmask(node: Node) -> bool:
    del node.inputs[2 if isinstance(node, Store) else 1 :]
    return True


def _regions(region: Region) -> Iterator[Region]:
    yield region
    for node in region.nodes:
        for inner in node.regions:
            yield from _regions(inner)


def _home(kernel: Kernel, node: Node) -> list[Node]:
    return next(r.nodes for r in _regions(kernel.region) if node in r.nodes)


def _remove(kernel: Kernel, node: Node) -> bool:
    _home(kernel, node).remove(node)
    return True


def _replace(kernel: Kernel, new: dict[Node, Node]) -> bool:
    def now(x: Node) -> Node:
        while x in new:
            x = new[x]
        return x

    for node in kernel.nodes():
        node.inputs = [now(x) for x in node.inputs]
        for handed in node.handed:
            handed[:] = [now(x) for x in handed]
    return True


def _constant(kernel: Kernel, node: Node, result: Node) -> bool:
    home = _home(kernel, node)
    new = Constant(result.type, [], 1)
    home.insert(home.index(node), new)
    return _replace(kernel, {result: new})


def _uncarry(kernel: Kernel, loop: For, number: int) -> bool:
    if number >= len(loop.carried):
        return False
    init = loop.inputs.pop(3 + number)
    carried, result = loop.carried.pop(number), loop.results.pop(number)
    loop.yields.pop(number)
    return _replace(kernel, {carried: init, result: init})


def _inline(kernel: Kernel, branch: If, side: int) -> bool:
    home = _home(kernel, branch)
    at = home.index(branch)
    home[at : at + 1] = branch.bodies[side].nodes
    return _replace(kernel, dict(zip(branch.results, branch.yields[side], strict=True)))


def clean(kernel: Kernel) -> None:
    """Leave out what nobody uses."""
    while True:
        used: set[Node] = set()
        for node in kernel.nodes():
            used.update(node.inputs)
            used.update(x for handed in node.handed for x in handed)
        dropped = 0
        for region in _regions(kernel.region):
            kept = [n for n in region.nodes if _matters(n, used)]
            dropped += len(region.nodes) - len(kept)
            region.nodes = kept
        if not dropped:
            break
    names = {n.name for n in kernel.nodes() if isinstance(n, Argument)}
    kernel.arguments = [a for a in kernel.arguments if a.name in names]


def _matters(node: Node, used: set[Node]) -> bool:
    if node.writes:
        return True
    if any(_matters(n, used) and (n.writes or n.regions) for r in node.regions for n in r.nodes):
        return True
    return any(r in used for r in _results(node)) or node in used
