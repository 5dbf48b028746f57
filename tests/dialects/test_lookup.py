"""The bindings find our dialects at once, instead of searching the disk for every op that they see."""

import sys

from triton_shared import dialects
from triton_shared.passes.manager import run_pipeline

TEXT = """
tt.func @k(%x: !tt.ptr<f32>) {
  %v = tt.load %x : !tt.ptr<f32>
  tt.store %x, %v : !tt.ptr<f32>
  tt.return
}
"""


class Spy:
    """Notes which modules are searched for."""

    def __init__(self):
        self.names = []

    def find_spec(self, name, path=None, target=None):
        self.names.append(name)


def test_no_module_is_searched_for(monkeypatch):
    run_pipeline(dialects.parse(TEXT), ["triton-to-linalg"])  # imports what is imported lazily
    spy = Spy()
    monkeypatch.setattr(sys, "meta_path", [spy, *sys.meta_path])
    run_pipeline(dialects.parse(TEXT), ["triton-to-linalg"])
    assert not [name for name in spy.names if ".dialects." in name]
