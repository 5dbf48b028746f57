"""The constants of code for GPUs that measurements have set: one record for each chip that was measured.

All chips are compiled by `H200`, the only one yet.  To set a value again, change it here, and compare rows::

    python -m benchmarks.gpu PATTERN --rounds 5 --json new.json

on the chip, with the record's ``pattern``; docs/gpu_benchmarks.md has the rows as they were.
"""

from __future__ import annotations

from typing import NamedTuple

#: of a constant whose measurement was not kept
NONE = "none is kept"
#: of one that was set by what the code looks like
UNMEASURED = "not measured by itself"


class Tuned(NamedTuple):
    """One constant: what it ``decides``, the ``pattern`` of the rows that show it, and by which ``figure``."""

    value: int
    decides: str
    pattern: str
    figure: str = NONE


class H200:
    """The constants of this chip; TFLOP/s in figures are of f16 where no type is named."""

    produced_extent = Tuned(
        128,
        "inner elements or columns of the first of two products from which on two warpgroups have a producer",
        "attention",
        "attention of 128 columns 572 TFLOP/s; by TMA alone 485, by cp.async 450",
    )
    produced_groups = Tuned(
        4,
        "warpgroups from which on loops of two products have a producer in any case",
        "attention",
        "attention of 64 columns by 16 warps 481 TFLOP/s; of fewer warps, by TMA alone, 461",
    )
    few_iterations = Tuned(
        4,
        "iterations, at most, of loops of two products of what is loaded that are copied by cp.async",
        "chunk outputs",
        "two of 128 x 128 bf16 take 198 and 228 µs, by TMA 204 and 242; four of 256 x 128 f16 313, by TMA 317",
    )
    whole_row_bytes = Tuned(
        128,
        "bytes of a row of the left operand from which this is so",
        "chunk outputs",
        "by rows of 64 bytes TMA is faster: 237 µs in place of 268, 189 in place of 200",
    )
    persistent_elements = Tuned(
        128 * 128,
        "elements of a product from which on a kernel is persistent, by pairs of blocks where rows may split sectors",
        "matmul",
        "bf16 4096 755 TFLOP/s, 744 by TMA alone; batched 619, 573; 8200x4104x1000 by pairs 553, 471 without",
    )
    transposing_sums = Tuned(
        128,
        "elements of a product for each thread from which on one that transposes words is not persistent",
        "matmul tf32 4096 rr",
        "tiles of 256 x 128 371 TFLOP/s, 279 persistently; of 128 x 256 343, 277",
    )
    skewed_columns = Tuned(
        128,
        "columns of the first of two products from which on the second is made in the next iteration",
        "attention",
        "with 64 columns and 64 keys an iteration it loses 4 %",
    )
    skewed_stages = Tuned(3, "stages that this takes", "attention")
    tma_producer_registers = Tuned(
        40, "registers of a thread of a producer that copies TMA tiles", "attention", "24 make no difference"
    )
    cp_async_producer_registers = Tuned(
        104, "registers of a thread of a producer that copies by cp.async", "matmul"
    )
    enough_registers = Tuned(
        200,
        "registers of a thread that computes, which a second block on a processor must leave it",
        "matmul",
    )
    registers_beside = Tuned(32, "registers that a product wants beside its sums", "attention backward")
    store_bytes = Tuned(
        64 << 10,
        "bytes of shared memory that a block is stored through by TMA, at most",
        "matmul",
        "4096 672 TFLOP/s by tiles of all threads; by pieces of warps 1.8 % more; of the size " + NONE,
    )
    piece_bytes = Tuned(
        32 << 10,
        "the same where stages of a ring live on",
        "persistent",
        "persistent 4096 671 TFLOP/s by tiles of all threads, by pieces of warps 2.0 % more; of the size "
        + NONE,
    )
    prefetched_registers = Tuned(
        16, "registers that a thread holds of what it has loaded for the next iteration", "int4"
    )
    loads_at_once = Tuned(16, "loads through registers that are under way at once", "4095")
    narrow_bytes = Tuned(
        128, "bytes of a row of B below which warpgroups do not share out its columns", "matmul"
    )
    least_exchanged = Tuned(
        8 << 10, "bytes of a block below which it goes through shared memory at once", "softmax"
    )
    multiply_add_steps = Tuned(
        4, "inner elements that an iteration of a product by multiply-adds takes", "matmul"
    )
    repeated_loads = Tuned(
        4, "loads of a thread that repeats a block, at most, where one would do", "layer norm", UNMEASURED
    )
    neighbours_of_one = Tuned(4, "neighbours of one address that a thread holds", "int4", UNMEASURED)
    level = Tuned(
        3,
        "LLVM's level for loops that only move memory, and with TMA for those of several products",
        "layer norm",
        "layer_norm_backward_dwdb by -O1 0.76 of the speed; int4 0.94",
    )
    staged_level = Tuned(
        1,
        "LLVM's level for other loops whose loads are staged",
        "matmul",
        "to -O3 as matmul 0.995 to 1.008, persistent 1.16, attention 1.00 to 1.05; PTX takes 9 to 19 % less time",
    )
