"""The picture of the pipeline, with the names of the IRs: ``python -m website.pipeline`` writes docs/pipeline.svg."""

from __future__ import annotations

from html import escape
from pathlib import Path

from triton_shared.records import dataclass

FILE = Path(__file__).parents[1] / "docs" / "pipeline.svg"
WIDTH, HEIGHT = 980, 330
GREY, BLUE, GREEN, ORANGE = "#f3f4f6", "#dbeafe", "#dcfce7", "#ffedd5"


@dataclass(frozen=True)
class Box:
    """A rectangle at ``x, y`` (its upper left corner, in pixels) with a title and lines below it."""

    x: int
    y: int
    width: int
    height: int
    fill: str
    title: str
    lines: tuple[str, ...] = ()

    def svg(self) -> str:
        """The rectangle and its text, centred."""
        middle = self.x + self.width // 2
        top = self.y + self.height // 2 - 8 * len(self.lines) + 5
        texts = [f'<text x="{middle}" y="{top}" class="title">{escape(self.title)}</text>']
        texts += [
            f'<text x="{middle}" y="{top + 17 * n}">{escape(line)}</text>'
            for n, line in enumerate(self.lines, 1)
        ]
        return (
            f'<rect x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}" rx="8" '
            f'fill="{self.fill}" stroke="#64748b"/>\n' + "\n".join(texts)
        )

    @property
    def left(self) -> tuple[int, int]:
        """Where arrows end."""
        return self.x, self.y + self.height // 2

    @property
    def right(self) -> tuple[int, int]:
        """Where arrows begin."""
        return self.x + self.width, self.y + self.height // 2


INPUTS = (
    Box(10, 40, 188, 64, GREY, "@triton.jit kernel", ("Triton 3.6 – 3.9",)),
    Box(10, 134, 188, 64, GREY, "torch.compile model", ("Inductor’s kernels",)),
    Box(10, 228, 188, 64, GREY, "file.mlir", ("TTIR of Triton 2.1 – 3.9",)),
)
TTIR = Box(232, 126, 96, 80, BLUE, "TTIR", ("tt dialect",))
TTS = Box(362, 126, 152, 80, BLUE, "tts dialect", ("accesses as blocks:", "base, strides, mask"))
SHARED = Box(548, 116, 152, 100, GREEN, "shared form", ("Linalg + MemRef", "upstream MLIR", "a contract"))
OUTPUTS = (
    Box(744, 40, 226, 64, ORANGE, "CPU", ("vector → LLVM IR → object code",)),
    Box(744, 134, 226, 64, ORANGE, "NVIDIA GPU", ("simt → NVVM → PTX → cubin",)),
    Box(744, 228, 226, 64, GREY, "your compiler", ("to_linalg, mlir-opt, a plug-in",)),
)


def _arrow(start: Box, end: Box) -> str:
    (x0, y0), (x1, y1) = start.right, end.left
    middle = (x0 + x1) // 2
    return (
        f'<path d="M{x0},{y0} C{middle},{y0} {middle},{y1} {x1 - 7},{y1}" fill="none" stroke="#475569" '
        'stroke-width="1.6" marker-end="url(#head)"/>'
    )


def draw() -> str:
    """The picture as SVG text."""
    boxes = (*INPUTS, TTIR, TTS, SHARED, *OUTPUTS)
    arrows = [(i, TTIR) for i in INPUTS] + [(TTIR, TTS), (TTS, SHARED)] + [(SHARED, o) for o in OUTPUTS]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            'font-family="Helvetica, Arial, sans-serif" font-size="12.5" text-anchor="middle" fill="#1e293b">',
            "<title>Triton kernels become TTIR, the tts dialect, the shared form, and code of a target</title>",
            '<defs><marker id="head" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="6" markerHeight="6" '
            'orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#475569"/></marker></defs>',
            "<style>.title { font-weight: bold; font-size: 14.5px; }"
            " .note { fill: #475569; font-style: italic; }</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            *(_arrow(*pair) for pair in arrows),
            *(box.svg() for box in boxes),
            '<text x="280" y="232" class="note">pointer, mask, use</text>',
            '<text x="280" y="249" class="note">analyses</text>',
            '<text x="970" y="318" text-anchor="end" class="note">'
            "run as kernel[grid](args), or write files ahead of time</text>",
            "</svg>\n",
        )
    )


if __name__ == "__main__":
    FILE.write_text(draw(), encoding="utf-8")
