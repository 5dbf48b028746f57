"""The page in Chromium: what is highlighted where a line is pointed at or clicked, and which columns are shown."""

from pathlib import Path

import numpy as np
import pytest

from tests.explorer import kernels
from tests.support.browser import WHY_NOT, Browser
from triton_shared import dialects
from triton_shared.explorer import accesses
from triton_shared.explorer.levels import Level
from triton_shared.explorer.lines import Line, of_mlir
from triton_shared.explorer.page import Note, Page
from triton_shared.tools import explain

pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT))

SAMPLE = str(Path(__file__).parents[2] / "examples" / "softmax.f32.mlir")
WIDE, NARROW = (1500, 900), (420, 800)
LOAD = "[...document.querySelectorAll('#column-source .line')].find((row) => row.textContent.includes('tt.load'))"
MARKED = """\
  const rows = [...document.querySelectorAll(`.line.${arguments[0]}`)];
  const found = {};
  for (const row of rows) (found[row.closest('.column').id] ??= []).push(row.textContent);
  return found;
"""


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    path = tmp_path_factory.mktemp("explorer") / "softmax.html"
    assert explain.main([SAMPLE, "-o", str(path), "-t", "x86-64-v3"]) == 0
    return path


@pytest.fixture(scope="module")
def wide(sample):
    with Browser(*WIDE) as browser:
        browser.open(sample)
        yield browser


def test_the_lines_of_one_origin_are_highlighted_in_all_columns(wide):
    row = wide.run(f"const row = {LOAD}; row.id = 'load'; return row.dataset.at;")
    wide.hover("#load .n")
    lit = wide.run(MARKED, "lit")
    assert len(lit["column-source"]) == 1 and any("memref.copy" in text for text in lit["column-shared"])
    assert any("mov" in text for text in lit["column-asm"]) and "column-vector" in lit
    wide.click("#load .n")
    pinned = wide.run(MARKED, "pinned")
    assert pinned == lit
    inside = """\
      return ['shared', 'asm'].every((name) => {
        const code = document.querySelector(`#column-${name} .code`).getBoundingClientRect();
        const row = document.querySelector(`#column-${name} .pinned`).getBoundingClientRect();
        return row.top >= code.top && row.bottom <= code.bottom;
      });"""
    assert wide.run(inside), "the first line of each column is scrolled to"
    wide.click("#load .n")
    assert wide.run(MARKED, "pinned") == {} and row
    assert wide.errors() == []


def test_columns_are_chosen_by_buttons(wide):
    shown = (
        "return [...document.querySelectorAll('.column')].filter((c) => !c.hidden).map((c) => c.id.slice(7));"
    )
    assert wide.run(shown) == ["source", "shared", "asm"]
    for name in ("tts", "llvm", "asm"):
        wide.click(f"[data-column={name}]")
    assert wide.run(shown) == ["source", "tts", "shared", "llvm"]
    assert wide.run("return document.documentElement.scrollWidth <= window.innerWidth;")


def test_remarks_stand_below_their_lines(wide):
    below = f"return {LOAD}.nextElementSibling.textContent;"
    assert "'tt.load' is structured" in wide.run(below)
    wide.click("#toggle-remarks")
    assert wide.run(f"return {LOAD}.nextElementSibling.offsetHeight;") == 0


def test_a_narrow_screen_shows_the_source_and_one_column(sample):
    with Browser(*NARROW) as browser:
        browser.open(sample)
        assert (
            browser.run("return [...document.querySelectorAll('.column')].filter((c) => !c.hidden).length;")
            == 2
        )
        assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth;")
        assert browser.errors() == []


def test_text_of_a_program_runs_nothing(tmp_path):
    text = (
        "</script><script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">"
    )
    lines = [Line(text, ((text, 1),), 1)]
    levels = [Level("source", text, "python", lines), Level("ttir", text, "mlir", lines)]
    path = tmp_path / "page.html"
    path.write_text(Page("kernel", text, levels, [Note((text, 1), "remark", text)]).html(), encoding="utf-8")
    with Browser(*WIDE) as browser:
        browser.open(path)
        assert browser.run("return document.title;") == "kernel"
        assert browser.run("return document.querySelector('#column-ttir .line').textContent;").endswith(text)
        assert browser.run("return document.images.length;") == 0 and browser.errors() == []


LANES = """\
  const access = data.accesses.accesses.at(-1);
  return lanesOf(access, access.runs[arguments[0]][0]).map(({ element, isKept }) => [element, isKept]);
"""
#: colours of a picture of so many columns -> how many cells have them, at their middle
COLOURS = """\
  const canvas = document.getElementById('cells'), found = {};
  const pen = canvas.getContext('2d'), cell = (canvas.width - 1) / arguments[0];
  const names = ['touched', 'wrapped', 'masked', 'free', 'outside', 'paper'];
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (text) => {
    probe.fillStyle = text;
    probe.fillRect(0, 0, 1, 1);
    return String(probe.getImageData(0, 0, 1, 1).data);
  };
  const style = getComputedStyle(document.documentElement);
  const known = Object.fromEntries(names.map((name) => [rgb(style.getPropertyValue('--' + name)), name]));
  for (let y = Math.floor(cell / 2); y < canvas.height - 1; y += cell)
    for (let x = Math.floor(cell / 2); x < canvas.width - 1; x += cell) {
      const name = known[String(pen.getImageData(x, y, 1, 1).data)];
      found[name] = (found[name] ?? 0) + 1;
    }
  return found;
"""
SLIDE = """\
  const input = document.getElementById(arguments[0]);
  input.value = arguments[1];
  input.dispatchEvent(new Event('input'));
"""


def pictured(path, text, grid, *args):
    """A page on the kernel ``f`` of ``text`` with the pictures of a launch."""
    module = dialects.parse(text, "k.mlir")
    lines = of_mlir(dialects.print_module(module, debug_info=True))
    launch = accesses.Launch(grid, args, [f"x{n}" for n in range(len(args))], "told")
    data = accesses.touched(module, "f", launch).data
    levels = [Level("source", "source", "mlir", lines), Level("tts", "tts", "mlir", lines)]
    path.write_text(Page("f", "k.mlir", levels, (), data).html(), encoding="utf-8")
    return data


def test_lanes_of_random_kernels_are_those_of_numpy(tmp_path):
    with Browser(*WIDE) as browser:
        for seed in range(8):
            rng = np.random.default_rng(seed)
            dims, table = kernels.drawn(rng), rng.integers(0, 20, kernels.TABLE).astype(np.int32)
            pictured(
                tmp_path / "page.html", kernels.text(dims), (2,), np.zeros(kernels.SOURCE, np.float32), table
            )
            browser.open(tmp_path / "page.html")
            elements, kept = kernels.truth(dims, 1, table)
            expected = [[int(e), bool(k)] for e, k in zip(elements.ravel(), kept.ravel(), strict=True)]
            assert browser.run(LANES, "1,0,0") == expected
        assert browser.errors() == []


def test_the_slider_moves_what_is_coloured(tmp_path):
    """Rows 0 to 3 of 6 wrap around in the second program, and of 8 columns one is masked off."""
    dims = [kernels.Dim(4, "wrap", 6, 100, 9), kernels.Dim(8, "plain", 0, 15, 1)]
    pictured(
        tmp_path / "page.html",
        kernels.text(dims),
        (2,),
        np.zeros((6, 20), np.float32),
        np.zeros(64, np.int32),
    )
    with Browser(*WIDE) as browser:
        browser.open(tmp_path / "page.html")
        assert browser.run(COLOURS, 20) == {"touched": 32, "free": 88}
        browser.run(SLIDE, "program-x", 1)
        assert browser.run(COLOURS, 20) == {"touched": 14, "wrapped": 14, "masked": 4, "free": 88}
        about = browser.run("return document.getElementById('about').textContent;")
        assert "28 elements touched; 4 lanes masked off" in about and "float32[6, 20]" in about
        browser.click("#toggle-accesses")
        assert browser.run("return document.getElementById('drawer').offsetHeight;") == 0
        assert browser.errors() == []


def test_a_line_with_an_access_shows_its_picture(wide):
    wide.run(f"{LOAD.replace('tt.load', 'tt.store')}.id = 'store';")
    wide.run("document.getElementById('store').scrollIntoView();")
    wide.click("#store .n")
    assert "tt.store" in wide.run("return document.getElementById('heading').textContent;")


def test_lanes_behind_the_end_are_red(tmp_path):
    """Of a row of the picture that is not full, what is behind the end of the tensor is empty, or red."""
    dims = [kernels.Dim(12, "plain", 0, 100, 1)]
    pictured(
        tmp_path / "page.html",
        kernels.text(dims),
        (2,),
        np.zeros((1, 21), np.float32),
        np.zeros(64, np.int32),
    )
    with Browser(*WIDE) as browser:
        browser.open(tmp_path / "page.html")
        browser.run(SLIDE, "program-x", 1)
        assert browser.run("return document.getElementById('about').classList.contains('wrong');")
        assert "3 lanes outside, at element 21" in browser.run(
            "return document.getElementById('about').textContent;"
        )
        pictured(
            tmp_path / "page.html", kernels.text(dims), (2,), np.zeros(70, np.float32), np.zeros(64, np.int32)
        )
        browser.open(tmp_path / "page.html")
        assert browser.run(COLOURS, 64) == {"touched": 12, "free": 58, "paper": 58}
        browser.run(
            "data.accesses.tensors[0].size = 66; data.accesses.accesses[0].runs['0,0,0'][0][1] = 60; draw();"
        )
        assert browser.run(COLOURS, 64) == {"touched": 6, "free": 60, "outside": 6, "paper": 56}
        assert browser.errors() == []
