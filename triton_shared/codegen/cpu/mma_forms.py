"""Instructions that multiply neighbours and add up their products: which machines have them, and what they take.

    %acc[i] += %x[2 i] * %y[2 i] + %x[2 i + 1] * %y[2 i + 1]            dpbf16ps, 16 lanes of f32, 32 of bf16

A `Form` of a matrix product reads ``group`` neighbours of a row of the left operand as they lie, and as many rows of
the right operand side by side in words of 32 bits.  Vectors multiply one such word, in all lanes, by a row of words;
matrix units multiply tiles of 16 rows of 16 words.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget
from triton_shared.mlir import ir
from triton_shared.records import dataclass

#: bits of a word, which holds a group of elements
WORD = 32
#: rows of a tile of a matrix unit, and words of a row
TILE = 16


@dataclass(frozen=True)
class Form:
    """One way of multiplying matrices of elements of 8 or 16 bits, added up in elements of 32 bits.

    Attributes:
        name: marks products that are to be computed so.
        kind: what both operands hold: ``bf16``, or integers with a sign (``s8``) or without (``u8``).
        element: the type that both are packed as.
        vectors: rows of lanes, the features that a machine needs, the intrinsic; widest first.
        tiles: the features of a matrix unit that multiplies tiles so, in place of ``vectors``, if any.
        of_tiles: its intrinsic.
        flips: whether it takes left elements without a sign, so that copies have them (`tile_products.FLIP`).
        adds: whether the intrinsic adds to sums, and does not only multiply.
    """

    name: str
    kind: str
    element: str
    vectors: tuple[tuple[int, str, str], ...] = ()
    tiles: str = ""
    of_tiles: str = ""
    flips: bool = False
    adds: bool = True

    @property
    def group(self) -> int:
        """How many elements a word holds."""
        return WORD // ir.Type.parse(self.element).width

    def lanes(self, target: CpuTarget) -> list[int]:
        """The lanes that vectors of ``target`` may have, most first."""
        most = target.lanes(WORD)
        return [lanes for lanes, features, _ in self.vectors if lanes <= most and target.has(features)]

    def suits(self, target: CpuTarget, m: int, n: int, k: int) -> bool:
        """Whether ``target`` can multiply ``m`` x ``k`` by ``k`` x ``n`` elements in this way."""
        if self.tiles:
            whole = m % TILE == n % TILE == k % (TILE * self.group) == 0
            return whole and target.has_tiles and target.has(self.tiles)
        lanes = self.lanes(target)
        return bool(lanes) and n % lanes[-1] == 0 and k % self.group == 0

    def intrinsic(self, lanes: int, target: CpuTarget) -> str:
        """The intrinsic of ``target`` for so many lanes."""
        return next(name for n, features, name in self.vectors if n == lanes and target.has(features))


_DPBF16PS = (
    (16, "avx512bf16", "llvm.x86.avx512bf16.dpbf16ps.512"),
    (8, "avx512bf16 avx512vl", "llvm.x86.avx512bf16.dpbf16ps.256"),
    (4, "avx512bf16 avx512vl", "llvm.x86.avx512bf16.dpbf16ps.128"),
)
_VPDPBUSD = (
    (16, "avx512vnni", "llvm.x86.avx512.vpdpbusd.512"),
    (8, "avx512vnni avx512vl", "llvm.x86.avx512.vpdpbusd.256"),
    (8, "avxvnni", "llvm.x86.avx512.vpdpbusd.256"),
    (4, "avx512vnni avx512vl", "llvm.x86.avx512.vpdpbusd.128"),
    (4, "avxvnni", "llvm.x86.avx512.vpdpbusd.128"),
)
_PMADDWD = (
    (16, "avx512bw", "llvm.x86.avx512.pmaddw.d.512"),
    (8, "avx2", "llvm.x86.avx2.pmadd.wd"),
    (4, "sse2", "llvm.x86.sse2.pmadd.wd"),
)

#: the best first
FORMS = (
    Form("tiles.bf16", "bf16", "bf16", tiles="amx-bf16", of_tiles="llvm.x86.tdpbf16ps"),
    Form("tiles.s8", "s8", "i8", tiles="amx-int8", of_tiles="llvm.x86.tdpbssd"),
    Form("tiles.u8", "u8", "i8", tiles="amx-int8", of_tiles="llvm.x86.tdpbuud"),
    Form("dpbf16ps", "bf16", "bf16", _DPBF16PS),
    Form("bfdot", "bf16", "bf16", ((4, "neon bf16", "llvm.aarch64.neon.bfdot.v4f32.v8bf16"),)),
    Form("vpdpbusd", "s8", "i8", _VPDPBUSD, flips=True),
    Form("sdot", "s8", "i8", ((4, "neon dotprod", "llvm.aarch64.neon.sdot.v4i32.v16i8"),)),
    Form("udot", "u8", "i8", ((4, "neon dotprod", "llvm.aarch64.neon.udot.v4i32.v16i8"),)),
    Form("pmaddwd.s8", "s8", "i16", _PMADDWD, adds=False),
    Form("pmaddwd.u8", "u8", "i16", _PMADDWD, adds=False),
)
NAMED = {form.name: form for form in FORMS}


def form_for(target: CpuTarget, kind: str, shape: tuple[int, int, int]) -> Form | None:
    """The best form in which ``target`` multiplies operands of ``kind``, if any; ``shape`` is m, n and k."""
    return next((form for form in FORMS if form.kind == kind and form.suits(target, *shape)), None)
