"""Real Triton output, read and printed."""

from pathlib import Path

import pytest

from triton_shared import dialects

TTIR = Path(__file__).parent.parent / "ttir"
FILES = sorted(TTIR.rglob("*.mlir"))


def name(path: Path) -> str:
    return str(path.relative_to(TTIR))


def test_the_samples_are_there():
    counts = {d.name: len(list(d.glob("*.mlir"))) for d in TTIR.iterdir()}
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


def test_generic_form_is_tritons():
    text = (TTIR / "3.9" / "reduce_argmax.mlir").read_text()
    generic = dialects.print_module(dialects.parse(text), generic=True)
    assert '"tt.reduce"(' in generic and "<{axis = 1 : i32}> ({" in generic
    assert "arg_attrs = [{tt.divisibility = 16 : i32}" in generic
    assert "<{isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<" in generic
    assert '"tt.reduce.return"(' in generic and "resultSegmentSizes" not in generic
