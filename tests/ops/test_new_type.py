"""A float type is a row of the table of element types: a process whose table has two more computes with them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import amount

ROOT = Path(__file__).parents[2]

#: formats of MLIR's that Triton lacks, of a kind that no row has: IEEE's, with an infinity and denormals
ROWS = {
    "f8E4M3": "Format(4, 3, 7, 0x78, 0x7F)",
    "f8E3M4": "Format(3, 4, 3, 0x70, 0x7F)",
}

# `triton_shared.types` with the rows, in the place of the module, and the tests of ops on its types
PROGRAM = """
import sys, types
from importlib.util import find_spec
import pytest, triton_shared
source = open(find_spec("triton_shared.types").origin, encoding="utf-8").read()
table = sys.modules["triton_shared.types"] = triton_shared.types = types.ModuleType("triton_shared.types")
assert source.count("\\nROWS = (\\n") == 1
exec(source.replace("\\nROWS = (\\n", "\\nROWS = (\\n" + sys.argv[1]), vars(table))
assert not [name for name in sys.argv[2].split() if name not in table.FORMATS]
sys.exit(pytest.main([*sys.argv[3:], "-p", "no:cacheprovider"]))
"""


@pytest.mark.parametrize(
    "tests",
    [
        ["tests/ops/test_conversions.py", "-k", " or ".join(ROWS), "--part", amount.part()],
        ["tests/ops/test_elementwise.py", "-k", "addf or isinf or precise_sqrt"],
    ],
    ids=lambda tests: Path(tests[0]).stem,
)
def test_a_new_float_type_is_one_row(tests):
    rows = "".join(f'    _float8("{name}", {format_}, "{name.lower()}"),\n' for name, format_ in ROWS.items())
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, rows, " ".join(ROWS), *tests],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
