"""The pages keep to the style that website/style.py checks; what it finds is what it should."""

from pathlib import Path

import pytest

from website import style


@pytest.mark.parametrize("page", style.pages(), ids=lambda page: str(page.relative_to(style.ROOT)))
def test_a_page_keeps_to_the_style(page):
    assert not list(map(str, style.findings(page)))


CODE = style.ROOT / "triton_shared"
ROOMS = ("codegen", "ir", "dialects")


@pytest.mark.parametrize("room", ROOMS)
def test_code_says_no_words_that_are_avoided(room):
    files = sorted((CODE / room).rglob("*.py"))
    assert not [str(found) for file in files for found in style.findings_of_code(file)]


def test_names_are_no_words_of_code(tmp_path):
    file = tmp_path / "code.py"
    file.write_text(
        'def whoever(box):  # of boxes\n    """Which `box` nobody has."""\n    return f"told apart: {box}"\n'
    )
    found = [(f.line, f.why.split(":")[0]) for f in style.findings_of_code(file)]
    assert found == [(1, "'boxes'"), (2, "'nobody'"), (3, "'told apart'")]


LONG = " ".join(["word"] * 31)
TEXTS = {
    f"# Page\n\nShort one. {LONG.capitalize()}. Short.\n": [(3, "a sentence of 31 words")],
    f"* First.\n* {LONG}\n\n1. {LONG}\n": [(2, "a sentence of 31"), (4, "a sentence of 31")],
    f"```\n{LONG} turns of a loop\n```\n\n    {LONG}\n": [],
    f"| a | b |\n|---|---|\n| {LONG} | short |\n": [(3, "a sentence of 31 words")],
    "| What it is. | b |\n|:---|---:|\n| a | It is not run without b |\n": [
        (1, "the subject is"),
        (3, "two neg"),
    ],
    f"| {LONG[5:]} | {LONG[5:]} |\n| no | not |\n": [],
    "One.\n\nTwo who waits,\nand whoever needs it.\n": [(3, "'who waits'"), (4, "'whoever'")],
    "It says `whoever` and [all](whoever.md).\n": [],
    "What a pass does is in its file. **How it ends** is not.\n": [
        (1, "the subject is"),
        (1, "the subject is"),
    ],
    "What does it do?\nIt neither reads nor writes.\n": [],
    "It is not run without a GPU.\n\nNone is never run.\n": [(1, "two negations"), (3, "two negations")],
    "No GPU: not run. It needs no other, nothing else. It takes no file and no network.\n": [],
    "| cell | threads go their own ways |\n": [(1, "'go their own ways'")],
}


@pytest.mark.parametrize("text", TEXTS)
def test_the_checker_finds_long_sentences_and_words_that_are_avoided(text, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    found = [(f.line, f.why) for f in style.findings(Path(page))]
    assert [line for line, _ in found] == [line for line, _ in TEXTS[text]], found
    assert all(why.startswith(begin) for (_, why), (_, begin) in zip(found, TEXTS[text], strict=True))
