"""Pictures of a report: time against size, and rates under the roof of a machine, as SVG on logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 560, 320, 64, 44, 14
RIGHT = 190  # where names stand
COLOURS = (
    "#2563eb",
    "#d97706",
    "#059669",
    "#db2777",
    "#7c3aed",
    "#0891b2",
    "#65a30d",
    "#dc2626",
    "#475569",
    "#a16207",
)
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

Point = tuple[float, float]


@dataclass(frozen=True)
class Axes:
    """Logarithmic axes over ``points``, and the words beside them."""

    points: Sequence[Point]
    x_label: str
    y_label: str

    def _span(self, which: int) -> tuple[float, float]:
        numbers = [math.log10(point[which]) for point in self.points]
        low, high = min(numbers), max(numbers)
        margin = max((high - low) * 0.06, 0.15)
        return low - margin, high + margin

    def place(self, point: Point) -> Point:
        """Where ``point`` is in the picture."""
        (x0, x1), (y0, y1) = self._span(0), self._span(1)
        x = LEFT + (math.log10(point[0]) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)
        y = HEIGHT - BOTTOM - (math.log10(point[1]) - y0) / (y1 - y0) * (HEIGHT - BOTTOM - TOP)
        return x, y

    def drawn(self) -> list[str]:
        """The frame, lines at powers of ten, and words."""
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        parts = [f'<rect x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{bottom - TOP}" class="frame"/>']
        for number in _ticks(*self._span(0)):
            x, _ = self.place((number, self.points[0][1]))
            parts.append(f'<path d="M{x:.1f} {TOP}V{bottom}" class="grid"/>')
            parts.append(
                f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{_spelled(number)}</text>'
            )
        for number in _ticks(*self._span(1)):
            _, y = self.place((self.points[0][0], number))
            parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" class="grid"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_spelled(number)}</text>')
        middle = (TOP + bottom) / 2
        parts.append(
            f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(self.x_label)}</text>'
        )
        parts.append(f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">'
                     f"{escape(self.y_label)}</text>")  # fmt: skip
        return parts


def _ticks(low: float, high: float) -> list[float]:
    """Numbers between two powers of ten: powers, or with twice and five times these where there are few."""
    step = max(1, round((high - low) / 6))
    powers = range(math.floor(low), math.ceil(high) + 1, step)
    factors = (1, 2, 5) if high - low < 2 else (1,)
    numbers = [factor * 10.0**power for power in powers for factor in factors]
    return [number for number in numbers if low <= math.log10(number) <= high]


def _spelled(number: float) -> str:
    """``5·10³``."""
    power = math.floor(math.log10(number) + 1e-9)
    factor = round(number / 10.0**power)
    return f"{f'{factor}·' * (factor > 1)}10{str(power).translate(_SUPERSCRIPT)}"


def lines(
    series: Mapping[str, Sequence[tuple[float, float, float, float]]], x_label: str, y_label: str
) -> str:
    """A line for each of ``series``: x, y, and the quartiles around y."""
    axes = Axes([(x, y) for points in series.values() for x, *ys in points for y in ys], x_label, y_label)
    parts = axes.drawn()
    for number, (name, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (axes.place((x, y)) for x, y, _, _ in points))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        for x, y, low, high in points:
            (at, top), (_, foot), (_, middle) = (
                axes.place((x, high)),
                axes.place((x, low)),
                axes.place((x, y)),
            )
            told = escape(f"{name}: {x:g}, {y:g} ({low:g} to {high:g})")
            parts.append(f'<path d="M{at:.1f} {top:.1f}V{foot:.1f}" stroke="{colour}"/>')
            parts.append(
                f'<circle cx="{at:.1f}" cy="{middle:.1f}" r="3" fill="{colour}"><title>{told}</title></circle>'
            )
    return _svg([*parts, *_legend(list(series))])


def roofline(series: Mapping[str, Sequence[tuple[float, float, str]]], bandwidth: float, peak: float) -> str:
    """Operations a second against operations a byte, under what memory and arithmetic allow; a label for each point."""
    points = [(x, y) for found in series.values() for x, y, _ in found]
    ridge = peak / bandwidth
    ends = [min(x for x, _ in points) / 2, max(ridge * 2, *(x for x, _ in points))]
    roof = [(ends[0], ends[0] * bandwidth), (ridge, peak), (ends[1], peak)]
    axes = Axes([*points, *roof], "operations a byte", "operations a second")
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(axes.place, roof))
    parts = [*axes.drawn(), f'<polyline points="{path}" fill="none" class="roof"/>']
    for number, (name, found) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        for x, y, label in found:
            at, height = axes.place((x, y))
            told = escape(f"{name}, {label}: {y:.3g} operations a second")
            parts.append(
                f'<circle cx="{at:.1f}" cy="{height:.1f}" r="3.5" fill="{colour}"><title>{told}</title></circle>'
            )
    return _svg([*parts, *_legend(list(series))])


def _legend(names: Iterable[str]) -> list[str]:
    parts = []
    for number, name in enumerate(names):
        x, y, colour = WIDTH - RIGHT + 12, TOP + 14 + number * 17, COLOURS[number % len(COLOURS)]
        parts.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        shown = name if len(name) <= 27 else f"{name[:26]}…"
        parts.append(f'<text x="{x + 15}" y="{y}">{escape(shown)}<title>{escape(name)}</title></text>')
    return parts


def _svg(parts: Iterable[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">{"".join(parts)}</svg>'
