"""The pages that are made from code hold every pass, public name and option; docstrings become Markdown."""

import re
from pathlib import Path
from posixpath import join, normpath
from xml.etree.ElementTree import fromstring

import pytest

import triton_shared
from triton_shared import error_codes
from triton_shared.passes import registry
from triton_shared.runtime.compiler import OPTIONS
from triton_shared.tools import main
from website import gallery, reference
from website.docstrings import markdown
from website.plots import rows_of

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def pages():
    return reference.pages()


def test_every_pass_public_name_option_and_tool_has_its_place(pages):
    passes = {one.name for group in registry.groups().values() for one in group}
    headings = {path: set(re.findall(r"^#+ `-*([\w-]+)", text, re.M)) for path, text in pages.items()}
    assert passes <= headings["reference/passes.md"]
    assert set(triton_shared.__all__) <= headings["reference/api.md"]
    commands = set(re.findall(r"^## `triton-shared ([\w-]+)`", pages["reference/command_line.md"], re.M))
    assert commands == main.COMMANDS.keys()
    assert all(f"| `{name}` |" in pages["reference/options.md"] for name in OPTIONS)


def test_every_code_of_an_error_has_its_place_and_its_links_lead_somewhere(pages):
    """The pages of the reference are below docs/reference."""
    text = pages["reference/errors.md"]
    assert re.findall(r"^### (.*)$", text, re.M) == list(error_codes.by_code())
    for link in re.findall(r"\]\(([^)]+)\)", text):
        name, _, anchor = link.partition("#")
        path = normpath(join("reference", name))
        there = pages[path] if path in pages else (ROOT / "docs" / path).read_text(encoding="utf-8")
        names = {re.sub(r"[^\w\s-]", "", h.lower()) for h in re.findall(r"^#+ (.*)$", there, re.M)}
        assert not anchor or anchor in {name.strip().replace(" ", "-") for name in names}, link


def test_pages_have_no_markup_of_docstrings_outside_of_code(pages):
    for text in pages.values():
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        assert not re.search(r"::$|``|^(Args|Raises|Returns):$|^===", prose, re.M)


def test_the_gallery_has_every_program_that_checks_itself():
    programs = {
        path.stem
        for path in (gallery.EXAMPLES / "triton").glob("*.py")
        if "\ndef check()" in path.read_text(encoding="utf-8")
    }
    assert {entry.program for entry in gallery.ENTRIES} == programs
    assert all(entry.sample for entry in gallery.ENTRIES), "a page lacks its picture of accesses"
    made = gallery.pages()
    page = made["gallery/softmax.md"]
    assert "@triton.jit" in page and "'tt.load' is structured" in page and "linalg.reduce" in page
    ours = rows_of("gpu_benchmarks.md", "## Kernels bound by memory")["softmax 781 f32"][0]
    assert f"| softmax 781 f32 | {ours} |" in page
    for path, text in made.items():
        for link in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text):
            picture = made[f"gallery/{link}"]
            assert fromstring(picture).tag.endswith("svg") and path.endswith(".md")
    assert sum(path.endswith(".svg") for path in made) >= 10


DOCSTRING = """What it is, of ``x``<T>.

::

    a  ->  b

It gives this::

    c

=== ===
x   y
=== ===

Args:
    x: the first
        and more.
    y, z: others.

Raises:
    ValueError: never.
"""
EXPECTED = """What it is, of `x`&lt;T>.

```text
a  ->  b
```

It gives this:

```text
c
```

```text
=== ===
x   y
=== ===
```


**Args**

* `x`: the first
  and more.
* `y, z`: others.

**Raises**

* `ValueError`: never.
"""


def test_a_docstring_becomes_markdown():
    assert markdown(DOCSTRING) == EXPECTED
