"""A spec is all of the files that it is made of: a change of any of them makes it another spec, and is imported."""

from __future__ import annotations

import sys

import pytest

from triton_shared.sweeps import imports, spec

SPEC = """\
import numpy as np
import direct
from package import inner
from triton_shared.sweeps import Launch, sweep

@sweep(kernel="kernel.mlir", axes={"n": [1]})
def one(draw, n):
    return Launch((1,), {"x": np.full(n, inner.VALUE)}, {})

def later():
    import lazy
"""
FILES = {
    "spec.py": SPEC,
    "kernel.mlir": "module {}\n",
    "direct.py": "import indirect\n",
    "indirect.py": "VALUE = 1\n",
    "lazy.py": "VALUE = 1\n",
    "package/__init__.py": "VALUE = 1\n",
    "package/inner.py": "from . import sibling\nfrom .sibling import VALUE\n",
    "package/sibling.py": "VALUE = 1\n",
    "package/unused.py": "VALUE = 1\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The files; what specs import is forgotten afterwards."""
    known = set(sys.modules)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(spec, "_imported", {})
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    for name in set(sys.modules) - known:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def test_the_files_of_a_spec(folder):
    found = imports.files(folder / "spec.py", [str(folder), *sys.path])
    wanted = FILES.keys() - {"kernel.mlir", "package/unused.py"}
    assert {str(path.relative_to(folder)) for path in found} == wanted


@pytest.mark.parametrize("name", FILES)
def test_a_change_of_a_file_makes_another_spec(folder, name):
    before = spec.load(folder / "spec.py").digest
    assert spec.load(folder / "spec.py", before).digest == before
    comment = "//" if name.endswith(".mlir") else "#"
    (folder / name).write_text(f"{FILES[name]}{comment} changed\n")
    assert (spec.load(folder / "spec.py").digest == before) == (name == "package/unused.py")
    if name != "package/unused.py":
        with pytest.raises(spec.SpecError, match="is another text"):
            spec.load(folder / "spec.py", before)


def test_what_has_changed_is_imported_again(folder):
    spec.load(folder / "spec.py")
    (folder / "package" / "sibling.py").write_text("VALUE = 22\n")
    found = spec.load(folder / "spec.py").sweeps["one"]
    assert found.function(None, 1).arguments["x"][0] == 22
