"""Real Triton output, read and printed."""

from pathlib import Path

import pytest

from triton_shared import dialects

TTIR = Path(__file__).parent.parent / "ttir"
FILES = sorted(TTIR.rglob("*.mlir"))


def name(path: Path) -> str:
    return str(path.relative_to(TTIR))


def test_the_samples_are_there():
    counts = {d.name: len(list(d.glob("*.mlir"))) for d in TTIR.iterdir() if d.is_dir()}
    assert counts == {"3.6": 92, "3.9": 97, "seeds": 4}


@pytest.mark.parametrize("path", [f for f in FILES if f.parent.name == "3.9"], ids=name)
def test_text_of_this_release_is_printed_as_it_was(path):
    text = path.read_text()
    assert dialects.print_module(dialects.parse(text, path.name)).strip() == text.strip()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_round_trips(path):
    module = dialects.parse(path.read_text(), path.name)
    for options in ({}, {"generic": True}, {"debug_info": True}, {"generic": True, "debug_info": True}):
        text = dialects.print_module(module, **options)
        again = dialects.parse(text, path.name)
        assert dialects.print_module(again, **options) == text
        assert again.get_asm() == module.get_asm()


@pytest.mark.parametrize("path", [f for f in FILES if f.parent.name == "3.6"], ids=name)
def test_older_text_gets_the_syntax_of_this_release(path):
    """Where both releases have the same kernel, 3.6's text prints as 3.9's, but for what the frontend changed."""
    newer = TTIR / "3.9" / path.name
    text = dialects.print_module(dialects.parse(path.read_text(), path.name))
    assert "cacheModifier" not in text and "tensordesc<tensor" not in text
    if newer.exists() and path.name in SAME_PROGRAM:
        assert text.strip() == newer.read_text().strip()


SAME_PROGRAM = {"load_store.mlir", "atomics.mlir", "reduce_argmax.mlir", "scan_tuple.mlir", "clamp.mlir"}


GENERIC = [line.split(" ", 1) for line in (TTIR / "generic_3.9.txt").read_text().splitlines()]


@pytest.mark.parametrize("sample, line", GENERIC, ids=[line.split('"')[1] for _, line in GENERIC])
def test_generic_form_is_tritons(sample, line):
    """One line for every op, as Triton 3.9 itself prints it in generic form."""
    generic = dialects.print_module(dialects.parse((TTIR / "3.9" / sample).read_text()), generic=True)
    assert line in [printed.strip() for printed in generic.split("\n")]


def test_segment_sizes_that_triton_leaves_out():
    text = """tt.func @f(%p: !tt.ptr<f32>, %n: i32, %l: i64) {
  %0 = "tt.make_tensor_descriptor"(%p, %n, %n, %l, %l) : (!tt.ptr<f32>, i32, i32, i64, i64) -> !tt.tensordesc<4x4xf32>
  tt.return
}"""
    line = "%0 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %arg2] : <f32>, <4x4xf32>"
    assert line in dialects.print_module(dialects.parse(text))
