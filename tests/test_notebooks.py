"""A notebook shows kernels, remarks and IR as HTML: cells run by nbclient, which the extra ``docs`` brings."""

import re
from html import unescape
from pathlib import Path

import pytest

import triton_shared
from triton_shared import html

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "vector_add.f32.mlir"
CELLS = (
    "import triton_shared\ntriton_shared.explain('examples/vector_add.f32.mlir')",
    "triton_shared.to_linalg('examples/vector_add.f32.mlir')",
    "triton_shared.compile('examples/vector_add.f32.mlir')",
)


def shown(fragment: str) -> str:
    """The text of HTML."""
    return unescape(re.sub(r"<[^>]+>", "", fragment))


def test_cells_show_html():
    nbclient = pytest.importorskip("nbclient", reason="nbclient and ipykernel are in the extra docs")
    pytest.importorskip("ipykernel", reason="nbclient and ipykernel are in the extra docs")
    import nbformat

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    client = nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}})
    client.execute()
    remarks, linalg, kernel = (cell.outputs[-1]["data"]["text/html"] for cell in notebook.cells)
    assert remarks.count("<tr>") == 4 and "structured" in remarks
    assert shown(linalg) == triton_shared.to_linalg(EXAMPLE) and "<span" in linalg
    assert "kernel vector_add" in kernel and "pointer to f32" in kernel


def test_text_of_ir_is_text():
    text = triton_shared.to_linalg(EXAMPLE)
    assert isinstance(text, str) and text == str(text) and shown(text._repr_html_()) == text


def test_nothing_of_a_program_is_markup():
    strange = '"<script>" // <b>\n%x = "a.b"() {s = "<&>"} : () -> !tt.ptr<f32>\n'
    assert shown(html.code(strange)) == strange and "<script>" not in html.code(strange)
    assert "<b>" not in html.table(("<b>",), [("<b>",)], "<b>")
