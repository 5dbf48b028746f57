"""Pictures of which elements of memory a block reads: ``python -m website.accesses`` writes docs/concepts/*.svg."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path

from triton_shared.records import dataclass

FOLDER = Path(__file__).parents[1] / "docs" / "concepts"
CELL, LEFT, TOP = 26, 14, 42
PALETTE = ("#93c5fd", "#86efac", "#fdba74", "#d8b4fe")


@dataclass(frozen=True)
class Picture:
    """Memory of ``rows`` x ``columns`` elements; ``piece`` numbers those that one copy reads together, from 0."""

    name: str
    title: str
    note: str
    rows: int
    columns: int
    piece: Callable[[int, int], int | None]

    def _cells(self) -> Iterable[str]:
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = LEFT + column * CELL, TOP + row * CELL
                piece = self.piece(row, column)
                fill = "white" if piece is None else PALETTE[piece % len(PALETTE)]
                yield (
                    f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#94a3b8"/>'
                    f'<text x="{x + CELL // 2}" y="{y + 17}" text-anchor="middle" font-size="10">'
                    f"{row * self.columns + column}</text>"
                )

    def svg(self) -> str:
        """The picture as SVG text."""
        width, height = max(LEFT * 2 + self.columns * CELL, 480), TOP + self.rows * CELL + 34
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
                'font-family="Helvetica, Arial, sans-serif" font-size="12.5" fill="#1e293b">',
                f'<rect width="{width}" height="{height}" fill="white"/>',
                f'<text x="{LEFT}" y="24" font-size="14" font-weight="bold">{escape(self.title)}</text>',
                *self._cells(),
                f'<text x="{LEFT}" y="{height - 12}" fill="#475569">{escape(self.note)}</text>',
                "</svg>\n",
            )
        )


def _in_table(row: int, column: int) -> int | None:
    picked = (4, 1, 3)
    return picked.index(row) if row in picked and 2 <= column < 10 else None


PICTURES = (
    Picture(
        "strided",
        "strided: offset 18, sizes [3, 4], strides [16, 1]",
        "one copy of a box; a mask [0, 3) x [0, 4) would keep all of it",
        5,
        16,
        lambda r, c: 0 if 1 <= r < 4 and 2 <= c < 6 else None,
    ),
    Picture(
        "masked",
        "strided and masked: 12 of 16 columns are below the bound",
        "one copy of the elements that the mask keeps; the others are not touched",
        2,
        16,
        lambda r, c: 0 if r == 0 and c < 12 else None,
    ),
    Picture(
        "segmented",
        "wrapped: (start + i) % 16 for start = 11, 12 elements",
        "two segments, each one copy: [11, 16) and [0, 7)",
        1,
        16,
        lambda r, c: 0 if c >= 11 else 1 if c < 7 else None,
    ),
    Picture(
        "indirect",
        "indirect rows: rows idx[i] = 4, 1, 3, columns [2, 10)",
        "a loop over the rows, with one strided copy in each iteration",
        6,
        16,
        _in_table,
    ),
)


if __name__ == "__main__":
    for picture in PICTURES:
        (FOLDER / f"{picture.name}.svg").write_text(picture.svg(), encoding="utf-8")
