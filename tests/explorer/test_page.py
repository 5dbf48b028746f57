"""The page: whatever a program's text holds, it is text there; and its size is bounded."""

from tests.support.explained import read
from triton_shared.explorer.levels import Level
from triton_shared.explorer.lines import Line
from triton_shared.explorer.page import LONGEST, Note, Page

HOSTILE = (
    "</script><script>document.title = 'taken'</script>",
    "<!-- <script> -->",
    "<img src=x onerror=\"document.title = 'taken'\">",
    "\u2028\u2029\0\ud800 $DATA $SCRIPT $HASH &lt; ]]>",
    "x" * (LONGEST + 100),
)


def page(text: str) -> Page:
    place = (f"{text}.py", 1)
    lines = [Line(text, (place,), 1)]
    levels = [Level("source", text, "python", lines), Level("ttir", text, text, lines)]
    return Page(text, text, levels, [Note(place, "remark", text)])


def test_no_text_of_a_program_becomes_an_element_or_a_script():
    plain, _ = read(page("plain").html())
    for text in HOSTILE:
        found, data = read(page(text).html())
        assert [tag for tag, _ in found.elements] == [tag for tag, _ in plain.elements]
        assert found.scripts[1:] == plain.scripts[1:]
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
        assert data["levels"][0]["lines"] == [shown] and data["notes"][0]["text"] == text


def test_the_page_asks_no_network_for_anything():
    found, _ = read(page("plain").html())
    assert not [attrs for _, attrs in found.elements if attrs.keys() & {"src", "href", "action", "style"}]
    [policy] = [attrs["content"] for _, attrs in found.elements if "http-equiv" in attrs]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert "url(" not in page("plain").html() and "http://" not in page("plain").html()


def test_the_page_has_a_bounded_size():
    """Eight levels of a hundred thousand lines are cut, and what is cut is told."""
    place = ("kernel.py", 1)
    lines = [Line("%0 = arith.constant 0 : index", (place,))] * 100_000
    levels = [Level(name, name, "mlir", lines) for name in "abcdefgh"]
    text = Page("kernel", "told", levels).html()
    _, data = read(text)
    assert len(text) < 5_000_000
    for level in data["levels"]:
        assert len(level["lines"]) + level["cut"] == len(lines) and len(level["lines"]) == len(
            level["places"]
        )
