"""Building blocks for accelerators: passes on the shared form that a target of another package may name.

No pipeline of this package has them.  docs/building_blocks.md shows the IR before and after each.
"""

from __future__ import annotations

from triton_shared.passes.base import Pass
from triton_shared.passes.options import Option

_HERE = "triton_shared.building_blocks."
_CORES = Option("cores", "how many there are", 4)
#: what upstream's transformations leave is made arith, and folded
_AFTER = ("lower-affine", "canonicalize", "cse")

PASSES = (
    Pass(
        "place-in-scratchpad",
        _HERE + "place_in_scratchpad:run",
        options=(
            Option("bytes", "how many the scratchpad has", 65536),
            Option("alignment", "what divides each place, in bytes", 64),
            Option(
                "given",
                "the scratchpad as an argument of the kernel, or places as attributes",
                "places",
                ("places", "argument"),
            ),
            Option("before", "how many arguments stand behind it: those that tell a program its place", 6),
        ),
    ),
    Pass(
        "double-buffer-loads",
        _HERE + "double_buffer_loads:run",
        options=(
            Option(
                "transfers",
                "plain copies, calls that start and wait for one, or the dialect whose ops 'start' and 'wait' do",
                "copies",
            ),
            Option("assume-no-alias", "no store in a loop writes what a later iteration loads"),
        ),
    ),
    Pass(
        "tile-blocks",
        _HERE + "tile_blocks:run",
        then=_AFTER,
        options=(
            Option("ops", "the linalg ops to tile, with commas between", "linalg.matmul"),
            Option(
                "sizes",
                "of a tile, along each loop of the op, as 32x32x32; 0 leaves a loop as it is",
                "32x32x32",
            ),
        ),
    ),
    Pass("split-reductions", _HERE + "split_reductions:run", then=_AFTER, options=(_CORES,)),
    Pass("grid-to-cores", _HERE + "grid_to_cores:run", options=(_CORES,)),
)
