"""What machine code of the library's rows takes, beside Triton's, without a GPU: ``python -m benchmarks.gpu_resources
[pattern]``.

For the first configuration of each row, by both sides: the registers of a thread, the instructions that load or store
spilled ones, all instructions, and of the longest innermost loop the instructions and those that load from memory, by
which to compare loops of which one is unrolled.  A star marks rows where ours spills more, has half as many
instructions again, or twice as many for each load of a loop.  Triton's package has the disassembler.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, make_backend
from triton.runtime.jit import create_function_from_signature

from benchmarks.gpu_row import Row
from benchmarks.library import ENTRIES
from benchmarks.triton_compile import ours
from triton_shared.codegen.nvidia.target import GpuTarget

TARGET = GPUTarget("cuda", 90, 32)
DISASSEMBLER = Path(triton.__file__).parent / "backends/nvidia/bin/cuobjdump"
LINE = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)\s*([^;]*);", re.M)
LOAD = re.compile(r"(?:LDG|LDGSTS|UTMALDG|UBLKCP)\b")


class Code(NamedTuple):
    """What machine code of a kernel consists of."""

    registers: int
    spilling: int
    instructions: int
    loop: int
    loads: int

    @property
    def text(self) -> str:
        """Its cells."""
        return " | ".join(map(str, self))


def compiled(row: Row, chosen: dict[str, int]) -> Any:
    """The kernel as Triton compiles it for an H200, with the Triton IR of its front end."""
    backend = make_backend(TARGET)
    bind = create_function_from_signature(row.kernel.signature, row.kernel.params, backend)
    bound, specialization, options = bind(*row.arguments, **chosen)
    packed = row.kernel._pack_args(backend, dict(options), bound, specialization, None)
    parsed, signature, constants, attributes = packed
    source = ASTSource(row.kernel, signature, constants, attributes)
    return triton.compile(source, target=TARGET, options=vars(parsed))


def code_of(cubin: bytes) -> Code:
    """Read machine code."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        usage, text = (
            subprocess.run([DISASSEMBLER, how, file.name], capture_output=True, text=True, check=True).stdout
            for how in ("-res-usage", "-sass")
        )
    lines = [(int(at, 16), name, operands) for at, name, operands in LINE.findall(text)]
    while lines and lines[-1][1] in ("NOP", "BRA"):  # behind the end
        lines.pop()
    loops = [lines[first:last] for first, last in innermost(lines)]
    loop = max(loops, key=len, default=[])
    registers = max(map(int, re.findall(r"REG:(\d+)", usage)))
    spilling = sum(name.startswith(("LDL", "STL")) for _, name, _ in lines)
    return Code(
        registers, spilling, len(lines), len(loop), sum(bool(LOAD.match(name)) for _, name, _ in loop)
    )


def innermost(lines: list[tuple[int, str, str]]) -> list[tuple[int, int]]:
    """The ranges of instructions of loops that hold no other one, unless it has less than eight instructions."""
    places, found = {at: number for number, (at, _, _) in enumerate(lines)}, []
    for number, (at, name, operands) in enumerate(lines):
        target = re.search(r"0x([0-9a-f]+)", operands) if name.startswith("BRA") else None
        first = places.get(int(target[1], 16), number) if target else number
        if first + 8 <= number and int(target[1], 16) <= at:
            found.append((first, number + 1))
    return [(a, b) for a, b in found if not any((a, b) != (c, d) and a <= c and d <= b for c, d in found)]


def is_worse(mine: Code, other: Code) -> bool:
    """Whether to look at it."""
    spends = mine.loop / max(mine.loads, 1), other.loop / max(other.loads, 1)
    is_long = 2 * mine.instructions > 3 * other.instructions
    return mine.spilling > other.spilling or is_long or spends[0] >= 2 * spends[1] > 0


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gpu_resources", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pattern", nargs="?", default="", help="rows whose name has this in it")
    options = parser.parse_args(arguments)
    parts = "registers | spilling | instructions | loop | its loads"
    print(f"| row | {parts} | Triton's: {parts} |\n|{'---|' * 11}")
    for entry in ENTRIES:
        if options.pattern not in entry.name:
            continue
        row = entry.row("meta")
        try:
            chosen = row.blocks[0]
            other = compiled(row, chosen)
            target = GpuTarget("sm_90a", chosen["num_warps"], chosen.get("num_stages", 3))
            cubin = ours(other.asm["ttir"], target)
            mine, others = code_of(cubin), code_of(other.asm["cubin"])
            print(
                f"| {'* ' * is_worse(mine, others)}{row.name} | {mine.text} | {others.text} |",
                flush=True,
            )
        except Exception as error:  # the others go on
            print(f"| {row.name} | {type(error).__name__}: {error}".partition("\n")[0], flush=True)


if __name__ == "__main__":
    main()
