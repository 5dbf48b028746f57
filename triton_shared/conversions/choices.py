"""What an embedder may choose: the options of the passes to the shared form.

``triton-to-linalg`` has them all, and without any gives the default form.  docs/choices.md shows the IR before and
after.
"""

from __future__ import annotations

from triton_shared.passes.options import Option

REFUSE_UNSTRUCTURED = Option(
    "refuse-unstructured", "refuse each access that is no strided copy, with the remark as the error"
)

BUFFER_MEMORY_SPACE = Option(
    "buffer-memory-space", "the memory space of the buffers of a program, a number or an attribute", "0"
)

KEEP_TTS = Option(
    "keep-tts",
    "accesses that stay tts ops: none, loads and stores without indirect dimensions, or all",
    "none",
    ("none", "structured", "all"),
)

POINTERS = Option(
    "pointers",
    "what a kernel's pointers are: memrefs of no rank, of rank 1, or of rank 1 with any offset and stride",
    "unranked",
    ("unranked", "ranked", "strided"),
)

PROGRAM = Option(
    "program",
    "how a program learns its place: arguments, calls, gpu ops, or an scf.parallel or scf.forall around the body",
    "arguments",
    ("arguments", "calls", "gpu", "parallel", "forall"),
)

LOADS = Option(
    "loads",
    "loads as copies into buffers, or as tensors of the memory where no write comes between",
    "copies",
    ("copies", "tensors"),
)

INDIRECT = Option(
    "indirect", "indirect accesses as loops, or as a gather or scatter each", "loops", ("loops", "gathers")
)

CLAMPED = Option(
    "clamped",
    "accesses along minima and maxima of a range: as a copy between edges, or element by element",
    "pieces",
    ("pieces", "elements"),
)

LANES = Option(
    "lanes",
    "what asks for the lanes of an access that may not be touched: a loop, or the threads that hold them",
    "loops",
    ("loops", "threads"),
)

SUMS = Option(
    "sums",
    "sums and products along an axis of f16 and bf16: in f32, or in the elements' type",
    "f32",
    ("f32", "element"),
)

NEUTRAL = Option(
    "neutral",
    "what sums, maxima and minima along an axis start from: what changes no result, or 0.0, -inf and inf",
    "exact",
    ("exact", "ordinary"),
)

UNDEFINED = Option(
    "undefined",
    "masked-off elements of a load without 'other': zero, or whatever the buffer holds",
    "zero",
    ("zero", "unwritten"),
)

KEEP_SCANS = Option("keep-scans", "scans stay one op each, tts.scan")

KEEP_PRODUCTS = Option("keep-products", "products start from zero, and accumulators are added to them")

FOLD_NAN_SELECT = Option(
    "fold-nan-select",
    "maxima and minima that hand on NaN, written as selects, are arith.maximumf and minimumf",
)

PAD = Option("pad", "blocks that are cut have static sizes: functions of a length move them")

LARGE_BLOCKS = Option(
    "large-blocks",
    "words of 32 bits from which on blocks of straight-line code are cut into tiles; 0: none are",
    0,
)

#: those that decide what `--verify-shared-form` allows
FORMS = (INDIRECT, KEEP_SCANS, KEEP_TTS, LOADS, PAD, POINTERS, PROGRAM)
