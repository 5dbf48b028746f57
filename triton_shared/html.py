"""HTML of IR and of tables, as notebooks show them: ``_repr_html_`` of kernels, of remarks and of IR."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

_STYLES = {
    "comment": "color:#6b7280",
    "string": "color:#15803d",
    "value": "color:#1d4ed8",
    "symbol": "color:#b45309",
    "type": "color:#7c3aed",
    "op": "font-weight:600",
}
_TOKEN = re.compile(
    r'(?P<comment>//[^\n]*)|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<value>%[\w$.-]+(?:#\d+)?)|(?P<symbol>[@^#!][\w$.-]+)'
    r"|(?P<type>\b(?:tensor|memref|vector|ptr|index|[fiu]\d+|bf16|f8\w+|tf32)\b)|(?P<op>\b[a-z_]\w*\.[\w.]+\b)"
)


class IRText(str):
    """Text of IR, which a notebook shows in colours."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return code(self)


def code(text: str) -> str:
    """IR as HTML: what the text says, in colours."""
    parts, end = [], 0
    for token in _TOKEN.finditer(text):
        parts.append(escape(text[end : token.start()]))
        parts.append(f'<span style="{_STYLES[token.lastgroup or ""]}">{escape(token[0])}</span>')
        end = token.end()
    parts.append(escape(text[end:]))
    return f'<pre style="overflow-x:auto;line-height:1.35">{"".join(parts)}</pre>'


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table; cells are text."""
    lines = ["<table>", *([f"<caption>{escape(caption)}</caption>"] if caption else [])]
    lines.append(f"<thead><tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr></thead><tbody>")
    for row in rows:
        cells = (f'<td style="text-align:left">{escape(str(cell))}</td>' for cell in row)
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</tbody></table>"])
