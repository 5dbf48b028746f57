"""The pages keep to the style that website/style.py checks; what it finds is what it should."""

from pathlib import Path

import pytest

from website import style


@pytest.mark.parametrize("page", style.pages(), ids=lambda page: str(page.relative_to(style.ROOT)))
def test_a_page_keeps_to_the_style(page):
    assert not list(map(str, style.findings(page)))


LONG = " ".join(["word"] * 41)
TEXTS = {
    f"# Page\n\nShort one. {LONG.capitalize()}. Short.\n": [(3, "a sentence of 41 words")],
    f"* First.\n* {LONG}\n\n1. {LONG}\n": [(2, "a sentence of 41"), (4, "a sentence of 41")],
    f"| {LONG} |\n\n```\n{LONG} turns of a loop\n```\n\n    {LONG}\n": [],
    "One.\n\nTwo who waits,\nand whoever needs it.\n": [(3, "'who waits'"), (4, "'whoever'")],
    "It says `whoever` and [all](whoever.md).\n": [],
    "| cell | threads go their own ways |\n": [(1, "'go their own ways'")],
}


@pytest.mark.parametrize("text", TEXTS)
def test_the_checker_finds_long_sentences_and_words_that_are_avoided(text, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    found = [(f.line, f.why) for f in style.findings(Path(page))]
    assert [line for line, _ in found] == [line for line, _ in TEXTS[text]], found
    assert all(why.startswith(begin) for (_, why), (_, begin) in zip(found, TEXTS[text], strict=True))
