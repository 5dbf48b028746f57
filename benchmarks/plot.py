"""Ratios as bars, in SVG: a group of bars a row, one a series, and a line at 1."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

COLOURS = ("#1b6ca8", "#f2a541", "#3d9970", "#b8336a", "#7d5ba6")
WIDTH, BAR, GAP, TOP = 460, 9, 8, 56
#: pixels that a letter of a label takes at most, and the width of the shortest margin for labels
LETTER, MARGIN = 7.2, 120
#: pixels that a letter of the title takes at most
BOLD = 8.2


def bars(
    path: Path, title: str, series: Sequence[str], rows: Sequence[tuple[str, Sequence[float | None]]]
) -> None:
    """Write to ``path`` a bar for each number of ``rows`` (name, a ratio a series; None where there is none).

    The axis ends at twice the speed, or at the largest ratio where that is less; longer bars are cut, which two white
    strokes show, and say their number.  The margin is as wide as the longest name, the picture at least as the title.
    """
    left = max(MARGIN, 16 + int(LETTER * max((len(name) for name, _ in rows), default=0)))
    largest = max((n for _, numbers in rows for n in numbers if n is not None), default=1.0)
    end = min(2.0, max(1.2, largest))
    scale = WIDTH / end
    parts, y = [], TOP
    for name, numbers in rows:
        middle = y + BAR * len(series) / 2
        parts.append(f'<text x="{left - 8}" y="{middle + 4:.0f}" text-anchor="end">{escape(name)}</text>')
        for number, colour in zip(numbers, COLOURS, strict=False):
            if number is not None:
                length = min(number, end) * scale
                parts.append(
                    f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{BAR - 1}" fill="{colour}"/>'
                    f'<text x="{left + length + 4:.1f}" y="{y + BAR - 1}" font-size="9">{number:.2f}</text>'
                )
                if number > end:
                    parts += [_stroke(left + length - at, y) for at in (14, 9)]
            y += BAR
        y += GAP
    legend = "".join(
        f'<rect x="{left + 110 * i}" y="32" width="10" height="10" fill="{colour}"/>'
        f'<text x="{left + 110 * i + 14}" y="41">{escape(name)}</text>'
        for i, (name, colour) in enumerate(zip(series, COLOURS, strict=False))
    )
    one = f'<line x1="{left + scale:.1f}" x2="{left + scale:.1f}" y1="{TOP - 6}" y2="{y}"'
    width = max(left + WIDTH + 50, 16 + int(BOLD * len(title)))
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y + 10}" '
        'font-family="sans-serif" font-size="11">\n'
        '<rect width="100%" height="100%" fill="white"/>\n'
        f'<text x="8" y="20" font-size="13" font-weight="bold">{escape(title)}</text>\n{legend}\n'
        + "\n".join(parts)
        + f'\n{one} stroke="#444" stroke-dasharray="4 3"/>\n</svg>\n',
        encoding="utf-8",
    )


def _stroke(x: float, y: float) -> str:
    """A slanted white line across the bar at ``y``, for one that leaves the scale."""
    return (
        f'<line x1="{x:.1f}" y1="{y + BAR}" x2="{x + 3:.1f}" y2="{y - 1}" stroke="white" stroke-width="2"/>'
    )
