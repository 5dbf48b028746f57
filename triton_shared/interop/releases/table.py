"""What releases of MLIR know, and how they call it; each row names the first release that holds it.

Found by asking the mlir-opt of every release, which tests/releases repeat with those that are installed.
"""

from __future__ import annotations

#: the releases that text is written for
OLDEST, NEWEST = 16, 24

#: releases before which something is written otherwise, newest first: the last that reads each spelling
BREAKS = (22, 21, 20, 19, 18, 17, 16)

#: the first release that reads the bytecode that the bindings write for affine maps and layouts, in any format
BYTECODE = 23

#: op -> the first release that has it, where `rewrites` has no way to do without
OPS = {
    **dict.fromkeys(("scf.forall", "scf.forall.in_parallel"), 17),
    **dict.fromkeys(("math.acos", "math.acosh", "math.asin", "math.asinh"), 18),
    **dict.fromkeys(("math.atanh", "math.cosh", "math.sinh"), 18),
    **dict.fromkeys(("math.erfc", "math.isnormal", "arith.scaling_extf", "arith.scaling_truncf"), 21),
    **dict.fromkeys(("math.clampf", "math.sincos"), 22),
    **dict.fromkeys(("arith.convertf", "arith.flush_denormals", "arith.subui_extended"), 23),
}

#: element type -> the first release that has it
TYPES = {
    **dict.fromkeys(("f8E4M3B11FNUZ", "f8E5M2FNUZ", "f8E4M3FNUZ", "tf32"), 17),
    **dict.fromkeys(("f8E4M3",), 19),
    **dict.fromkeys(("f8E3M4", "f8E8M0FNU", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN"), 20),
}

#: (op, the release that gave it its name, its name before); None stands for every op
NAMES = {
    "arith.maximumf": (18, "arith.maxf"),
    "arith.minimumf": (18, "arith.minf"),
    "scf.reduce": (18, "scf.yield"),
    "bufferization.to_buffer": (21, "bufferization.to_memref"),
    "llvm.mlir.poison": (17, "llvm.mlir.undef"),
}

#: (op, attribute) -> the first release whose op has it; before, it is left out, since it promises or repeats something
ATTRIBUTES = {
    ("arith.trunci", "overflowFlags"): 20,
    **{(f"arith.{op}", "overflowFlags"): 18 for op in ("addi", "subi", "muli", "shli")},
    **{(f"linalg.{op}", "indexing_maps"): 21 for op in ("matmul", "batch_matmul")},
    ("tensor.expand_shape", "static_output_shape"): 19,
    **{("bufferization.to_tensor", flag): 17 for flag in ("restrict", "writable")},
    ("llvm.inline_asm", "tail_call_kind"): 21,
    ("llvm.intr.assume", "op_bundle_sizes"): 20,
    ("llvm.intr.assume", "op_bundle_tags"): 20,
    **{(f"memref.{op}", "alignment"): 22 for op in ("load", "store")},
}

#: attribute -> the release that gave it its name, its name before
ATTRIBUTE_NAMES = {"operandSegmentSizes": (17, "operand_segment_sizes")}

#: dialects of this package whose ops an embedder may keep: a release reads them in generic form, where it allows
#: unregistered dialects
KEPT = {"tts"}

#: op -> the first release that reads the custom syntax that the bindings print; before, it is written in generic form
SYNTAX = {
    "builtin.unrealized_conversion_cast": NEWEST + 1,  # by itself MLIR prints it without its dialect
    "bufferization.to_tensor": 20,
    "bufferization.to_buffer": 21,
    "llvm.intr.assume": 20,
    "tensor.expand_shape": 19,
    "arith.maximumf": 18,
    "arith.minimumf": 18,
    **dict.fromkeys(("llvm.mlir.poison", "llvm.cmpxchg", "llvm.atomicrmw", "llvm.load", "llvm.store"), 17),
}

#: kinds of memref.atomic_rmw in the order of their numbers, by the last release that counts so
ATOMIC_KINDS = {
    17: (
        "addf",
        "addi",
        "assign",
        "maxf",
        "maxs",
        "maxu",
        "minf",
        "mins",
        "minu",
        "mulf",
        "muli",
        "ori",
        "andi",
    ),
    21: (
        *("addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins", "minu", "mulf", "muli"),
        *("ori", "andi", "maxnumf", "minnumf"),
    ),
}
