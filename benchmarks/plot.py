"""Ratios as bars, in SVG: a group of bars a row, one a series, and a line at 1."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

COLOURS = ("#1b6ca8", "#f2a541", "#3d9970", "#b8336a", "#7d5ba6")
LEFT, WIDTH, BAR, GAP, TOP = 250, 460, 9, 8, 56


def bars(
    path: Path, title: str, series: Sequence[str], rows: Sequence[tuple[str, Sequence[float | None]]]
) -> None:
    """Write to ``path`` a bar for each number of ``rows`` (name, a ratio a series; None where there is none).

    The axis ends at twice the speed, or at the largest ratio where that is less; longer bars are cut and say their
    number.
    """
    largest = max((n for _, numbers in rows for n in numbers if n is not None), default=1.0)
    end = min(2.0, max(1.2, largest))
    scale = WIDTH / end
    parts, y = [], TOP
    for name, numbers in rows:
        middle = y + BAR * len(series) / 2
        parts.append(f'<text x="{LEFT - 8}" y="{middle + 4:.0f}" text-anchor="end">{escape(name)}</text>')
        for number, colour in zip(numbers, COLOURS, strict=False):
            if number is not None:
                length = min(number, end) * scale
                parts.append(
                    f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR - 1}" fill="{colour}"/>'
                    f'<text x="{LEFT + length + 4:.1f}" y="{y + BAR - 1}" font-size="9">{number:.2f}</text>'
                )
            y += BAR
        y += GAP
    legend = "".join(
        f'<rect x="{LEFT + 110 * i}" y="32" width="10" height="10" fill="{colour}"/>'
        f'<text x="{LEFT + 110 * i + 14}" y="41">{escape(name)}</text>'
        for i, (name, colour) in enumerate(zip(series, COLOURS, strict=False))
    )
    one = f'<line x1="{LEFT + scale:.1f}" x2="{LEFT + scale:.1f}" y1="{TOP - 6}" y2="{y}"'
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 50}" height="{y + 10}" '
        'font-family="sans-serif" font-size="11">\n'
        '<rect width="100%" height="100%" fill="white"/>\n'
        f'<text x="{LEFT}" y="20" font-size="13" font-weight="bold">{escape(title)}</text>\n{legend}\n'
        + "\n".join(parts)
        + f'\n{one} stroke="#444" stroke-dasharray="4 3"/>\n</svg>\n',
        encoding="utf-8",
    )
