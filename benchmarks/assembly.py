"""What the innermost loops of kernels consist of, for CPUs that need not be there: ``python -m benchmarks.assembly``.

A line for each kernel and machine: of all its innermost loops with vectors how many there are, and how many of their
instructions are on vectors, multiply and add, are dot products, or move a vector to or from the stack, which is a
spill.  ``--markdown FILE`` writes the table; ``--machine NAME ...`` takes other machines than those of `MACHINES`.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from triton_shared import dialects
from triton_shared.codegen.cpu import machines, stages
from triton_shared.codegen.llvm import machine
from triton_shared.passes.manager import run_pipeline

ROOT = Path(__file__).parents[1]
KERNELS = (
    *(f"examples/{name}.f32.mlir" for name in ("vector_add", "dropout", "softmax", "layer_norm")),
    "examples/layer_norm_backward_dwdb.f32.mlir",
    *(f"examples/matmul.{element}.mlir" for element in ("f32", "f16", "bf16")),
    "tests/ttir/3.6/dot_int8.mlir",
    "examples/attention.f32.mlir",
)
#: what pages call a machine -> the name that ``triton-shared-compile --target`` takes
MACHINES = {
    "NEON": "aarch64-linux-gnu:neoverse-n1",
    "SVE 128": "aarch64-linux-gnu:neoverse-v2",
    "SVE 256": "aarch64-linux-gnu:neoverse-v1",
    "SVE 512": "aarch64-linux-gnu:a64fx",
    "RVV 128": "riscv64-linux-gnu:+v,+zfhmin",
    "RVV 256": "riscv64-linux-gnu:+v,+zvl256b,+zfhmin",
    "AVX2": "x86-64-v3",
    "AVX-512": "x86-64-v4",
}
#: what instructions of a loop are counted as, by patterns of their text
COUNTED = {
    "vectors": re.compile(r"^(v(?!set)|.*[\s,{\[](v|z|q|[xyz]mm)\d+)"),
    "multiply and add": re.compile(
        r"^(fmla|fmls|fmad|fnm|vfn?m(acc|add|sub|sac)|vmacc|vmadd|mla|vfmadd|vfmsub|vfnmadd)"
    ),
    "dot products": re.compile(r"^([su]dot|bfdot|bfmmla|[su]mmla|vpdp|vdpbf16|vpmaddwd|tdp)"),
    "spills": re.compile(
        r"^((ld|st)\S* \S*[vqdz]\d+.*\[(sp|x29, #-)|v[ls]\dr|"
        r"v?mov\S* .*[xyz]mm\d+.*\(%r[sb]p\)|v?mov\S* .*\(%r[sb]p\), %[xyz]mm)"
    ),
}
_LABEL = re.compile(r"^([.\w]+):")
_TARGET = re.compile(r"(\.?LBB\d+_\d+)\s*$")
#: what is not followed by what stands behind it
_JUMP = re.compile(r"^(jmp|ret|b|j|br|tail)\b(?!\.)")


def assembly(path: Path, name: str) -> str:
    """The assembly of the kernel in ``path`` for the machine of this ``name``."""
    target = machines.parse(name)
    if target is None:
        raise ValueError(f"'{name}' names no CPU")
    module = dialects.parse(path.read_text(encoding="utf-8"), path.name)
    run_pipeline(module, ["triton-to-linalg", "allow-contraction"])
    compiled = stages.to_llvm_ir(module, options=stages.Options(target=target))
    return machine.to_assembly(machine.clean_up(compiled.text, target), target)


@dataclass
class Block:
    """Instructions of assembly between labels and jumps, and the numbers of the blocks that may come next."""

    lines: list[str]
    next: list[int]


def blocks_of(text: str) -> list[Block]:
    """The blocks of all functions in ``text``."""
    blocks, labels = [Block([], [])], {}
    for raw in text.splitlines():
        if label := _LABEL.match(raw):
            labels[label[1]] = len(blocks)
            blocks.append(Block([], []))
        elif (line := raw.strip().replace("\t", " ")) and not line.startswith((".", "#", "//")):
            blocks[-1].lines.append(line)
            if _JUMP.match(line) or _TARGET.search(line):
                blocks.append(Block([], []))
    for number, block in enumerate(blocks):
        last = block.lines[-1] if block.lines else ""
        if (found := _TARGET.search(last)) and found[1] in labels:
            block.next.append(labels[found[1]])
        if not _JUMP.match(last) and number + 1 < len(blocks):
            block.next.append(number + 1)
    return blocks


def cycles(blocks: list[Block], among: set[int], without: int = -1) -> Iterator[set[int]]:
    """The strongly connected blocks ``among`` some, by Kosaraju's algorithm; no way leads into the one ``without``."""
    after = {n: [m for m in blocks[n].next if m in among and m != without] for n in among}
    before: dict[int, list[int]] = {n: [] for n in among}
    for n, ends in after.items():
        for end in ends:
            before[end].append(n)
    order: list[int] = []
    _walk(after, sorted(among), order)
    seen: set[int] = set()
    for root in reversed(order):
        found: list[int] = []
        _walk(before, [root], found, seen)
        if len(found) > 1 or (found and root in after[root]):
            yield set(found)


def _walk(
    ways: dict[int, list[int]], roots: list[int], order: list[int], seen: set[int] | None = None
) -> None:
    """Add to ``order`` what is reached from ``roots`` and not ``seen``, each behind what is reached from it."""
    seen = set() if seen is None else seen
    for root in roots:
        stack = [(root, iter(ways[root]))] if root not in seen else []
        seen.add(root)
        while stack:
            rest = stack[-1][1]
            if (found := next((m for m in rest if m not in seen), None)) is None:
                order.append(stack.pop()[0])
            else:
                seen.add(found)
                stack.append((found, iter(ways[found])))


def innermost_loops(text: str) -> Iterator[list[str]]:
    """The instructions of each loop of assembly in which no other one is; a loop is entered by its first block."""
    blocks = blocks_of(text)
    waiting = list(cycles(blocks, set(range(len(blocks)))))
    while waiting:
        loop = waiting.pop()
        entered = {m for n, block in enumerate(blocks) if n not in loop for m in block.next if m in loop}
        if inner := list(cycles(blocks, loop, min(entered or loop))):
            waiting += inner
        else:
            yield [line for n in sorted(loop) for line in blocks[n].lines]


def counts(text: str) -> Counter[str]:
    """What the innermost loops with vectors in ``text`` consist of."""
    found: Counter[str] = Counter()
    for loop in innermost_loops(text):
        own = Counter({what: sum(bool(p.match(line)) for line in loop) for what, p in COUNTED.items()})
        if own["vectors"]:
            found += Counter(loops=1, instructions=len(loop)) + own
    return found


def table(rows: dict[str, dict[str, Counter[str]]], names: list[str]) -> str:
    """Markdown: a row for each kernel; for each machine loops: instructions, fused ones or dot products, spills."""
    lines = ["| kernel | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for kernel, row in rows.items():
        cells = []
        for name in names:
            c = row[name]
            dots = f" + {c['dot products']} dot" if c["dot products"] else ""
            cells.append(f"{c['loops']}: {c['instructions']}, {c['multiply and add']}{dots}, {c['spills']}")
        lines.append(f"| {kernel} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.assembly", description=__doc__.splitlines()[0]
    )
    parser.add_argument("kernels", nargs="*", type=Path, default=[ROOT / name for name in KERNELS])
    parser.add_argument(
        "--machine", nargs="*", default=[], metavar="NAME", help="as triton-shared-compile takes them"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there")
    options = parser.parse_args(arguments)
    chosen = {name: name for name in options.machine} or MACHINES
    rows: dict[str, dict[str, Counter[str]]] = {}
    for path in options.kernels:
        rows[path.stem] = {}
        for name, target in chosen.items():
            found = rows[path.stem][name] = counts(assembly(path, target))
            print(
                f"{path.stem:32} {name:10}",
                *(f"{found[what]:5} {what}" for what in ("loops", "instructions", *COUNTED)),
            )
    if options.markdown:
        options.markdown.write_text(table(rows, list(chosen)), encoding="utf-8")


if __name__ == "__main__":
    main()
