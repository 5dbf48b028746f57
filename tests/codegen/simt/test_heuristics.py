"""Each constant that measurements have set is in one record, says what it decides, and is used."""

from pathlib import Path

import triton_shared
from triton_shared.codegen.simt.heuristics import H200

CODE = "".join(path.read_text() for path in (Path(triton_shared.__file__).parent / "codegen").rglob("*.py"))


def test_each_constant_says_what_it_decides_and_is_used():
    for name, tuned in vars(H200).items():
        if name.startswith("__"):
            continue
        assert tuned.value > 0 and tuned.decides and tuned.figure and tuned.pattern, name
        assert f"H200.{name}.value" in CODE, name
