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
    """One constant: what it ``decides``, by which ``figure``, and the ``pattern`` of the rows that show it."""

    value: int
    decides: str
    figure: str
    pattern: str


class Heuristics(NamedTuple):
    """The constants of one chip; TFLOP/s in figures are of f16 where no type is named."""

    produced_extent: Tuned
    produced_groups: Tuned
    persistent_elements: Tuned
    skewed_columns: Tuned
    skewed_stages: Tuned
    tma_producer_registers: Tuned
    cp_async_producer_registers: Tuned
    enough_registers: Tuned
    registers_beside: Tuned
    store_bytes: Tuned
    piece_bytes: Tuned
    prefetched_registers: Tuned
    loads_at_once: Tuned
    narrow_bytes: Tuned
    least_exchanged: Tuned
    multiply_add_steps: Tuned
    repeated_loads: Tuned
    neighbours_of_one: Tuned
    level: Tuned
    staged_level: Tuned


H200 = Heuristics(
    produced_extent=Tuned(
        128,
        "inner elements or columns of the first of two products from which on two warpgroups have a producer",
        "attention of 128 columns 572 TFLOP/s; by TMA alone 485, by cp.async 450",
        "attention",
    ),
    produced_groups=Tuned(
        4,
        "warpgroups from which on loops of two products have a producer in any case",
        "attention of 64 columns by 16 warps 481 TFLOP/s; of fewer warps, by TMA alone, 461",
        "attention",
    ),
    persistent_elements=Tuned(
        128 * 128,
        "elements of a product from which on a kernel is persistent",
        "bf16 4096 755 TFLOP/s, 744 by TMA alone; batched 619, 573",
        "matmul",
    ),
    skewed_columns=Tuned(
        128,
        "columns of the first of two products from which on the second is made in the next iteration",
        "with 64 columns and 64 keys an iteration it loses 4 %",
        "attention",
    ),
    skewed_stages=Tuned(3, "stages that this takes", NONE, "attention"),
    tma_producer_registers=Tuned(
        40, "registers of a thread of a producer that copies TMA tiles", "24 make no difference", "attention"
    ),
    cp_async_producer_registers=Tuned(
        104, "registers of a thread of a producer that copies by cp.async", NONE, "matmul"
    ),
    enough_registers=Tuned(
        200,
        "registers of a thread that computes, which a second block on a processor must leave it",
        NONE,
        "matmul",
    ),
    registers_beside=Tuned(32, "registers that a product wants beside its sums", NONE, "attention backward"),
    store_bytes=Tuned(
        64 << 10,
        "bytes of shared memory that a block is stored through by TMA, at most",
        "4096 672 TFLOP/s by tiles of all threads; by pieces of warps 1.8 % more; of the size " + NONE,
        "matmul",
    ),
    piece_bytes=Tuned(
        32 << 10,
        "the same where stages of a ring live on",
        "persistent 4096 671 TFLOP/s by tiles of all threads, by pieces of warps 2.0 % more; of the size "
        + NONE,
        "persistent",
    ),
    prefetched_registers=Tuned(
        16, "registers that a thread holds of what it has loaded for the next iteration", NONE, "int4"
    ),
    loads_at_once=Tuned(16, "loads through registers that are under way at once", NONE, "4095"),
    narrow_bytes=Tuned(
        128, "bytes of a row of B below which warpgroups do not share out its columns", NONE, "matmul"
    ),
    least_exchanged=Tuned(
        8 << 10, "bytes of a block below which it goes through shared memory at once", NONE, "softmax"
    ),
    multiply_add_steps=Tuned(
        4, "inner elements that an iteration of a product by multiply-adds takes", NONE, "matmul"
    ),
    repeated_loads=Tuned(
        4, "loads of a thread that repeats a block, at most, where one would do", UNMEASURED, "layer norm"
    ),
    neighbours_of_one=Tuned(4, "neighbours of one address that a thread holds", UNMEASURED, "int4"),
    level=Tuned(
        3,
        "LLVM's level for loops that only move memory, and with TMA for those of several products",
        "layer_norm_backward_dwdb by -O1 0.76 of the speed; int4 0.94",
        "layer norm",
    ),
    staged_level=Tuned(
        1,
        "LLVM's level for other loops whose loads are staged",
        "to -O3 as matmul 0.995 to 1.008, persistent 1.16, attention 1.00 to 1.05; PTX takes 9 to 19 % less time",
        "matmul",
    ),
)
