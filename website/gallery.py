"""Pages of the gallery: a kernel's program, what the analyses find, its shared form, and how fast it is.

A page is made of a program of examples/triton, which checks itself against torch (tests/triton_backend run it), of the
Triton IR that Triton made of its kernel (examples/*.mlir), and of rows of the benchmarks' tables.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import triton_shared
from triton_shared.records import dataclass
from website.plots import rows_of

EXAMPLES = Path(__file__).parents[1] / "examples"


@dataclass(frozen=True)
class Entry:
    """A program of examples/triton, a sample of its IR if there is one, and rows of the tables on CPUs and GPUs."""

    title: str
    program: str
    sample: str | None = None
    on_cpus: tuple[str, ...] = ()
    on_gpus: tuple[str, ...] = ()


ENTRIES = (
    Entry("Vector addition", "vector_add", "vector_add.f32", ("add f32", "add bf16"), ("add 2^27 f32",)),
    Entry(
        "Softmax",
        "softmax",
        "softmax.f32",
        ("softmax 781 f32", "softmax 1024 f32", "softmax 4096 f32"),
        ("softmax 781 f32", "softmax 1024 f32", "softmax 4096 f32", "softmax 8192 f32"),
    ),
    Entry(
        "Matrix product",
        "matmul",
        "matmul.f16",
        ("matmul 512 f32", "matmul 1024 f32", "matmul 512 bf16", "matmul 1024 bf16"),
        ("matmul f16 1024 rr", "matmul f16 4096 rr", "matmul f16 8192 rr", "matmul bf16 4096 rr"),
    ),
    Entry("Matrix product with block pointers", "matmul_block_ptr", "matmul_block_ptr.f16"),
    Entry(
        "Persistent matrix product",
        "persistent_matmul",
        None,
        (),
        ("persistent matmul f16 8192",),
    ),
    Entry(
        "Grouped matrix products",
        "grouped_gemm",
        "grouped_gemm.f16",
        (),
        ("grouped matmul f16 512+1024+2048+4096",),
    ),
    Entry("Dropout", "dropout", "seeded_dropout.f32", ("dropout f32",), ("dropout f32 (Philox)",)),
    Entry(
        "Layer norm",
        "layer_norm",
        "layer_norm.f32",
        ("layer norm 1024 f32", "layer norm 4096 f32", "layer norm dw, db f32"),
        ("layer norm 1024 f16", "layer norm backward 1024 f16", "layer norm 4096 f16"),
    ),
    Entry(
        "Fused attention",
        "attention",
        "attention_causal.f16",
        ("attention f32", "attention f16", "attention bf16"),
        ("attention f16 64", "attention f16 128", "attention f16 128 causal"),
    ),
    Entry("Functions of libdevice", "extern_functions"),
)


def pages() -> dict[str, str]:
    """The text of each page by its path below docs."""
    found = {f"gallery/{entry.program}.md": "\n".join(_page(entry)) for entry in ENTRIES}
    rows = (f"| [{e.title}]({e.program}.md) | {_summary(e)} |" for e in ENTRIES)
    head = (
        "# Gallery\n\nComplete programs: each has a kernel, a function that launches it, and a comparison with torch. "
        "Run one by\n\n```\nTRITON_DEFAULT_BACKEND=triton_shared python -m examples.triton.softmax\n```\n\n"
        "| program | what it shows |\n|---|---|"
    )
    found["gallery/index.md"] = "\n".join((head, *rows, ""))
    return found


def _source(entry: Entry) -> str:
    return (EXAMPLES / "triton" / f"{entry.program}.py").read_text(encoding="utf-8")


def _summary(entry: Entry) -> str:
    docstring = ast.get_docstring(ast.parse(_source(entry))) or ""
    return docstring.split("\n\n")[0].replace("\n", " ").replace("``", "`")


def _page(entry: Entry) -> Iterator[str]:
    yield f"# {entry.title}\n\n{_summary(entry)}\n"
    source = _source(entry)
    yield f"## Program\n\n`examples/triton/{entry.program}.py`\n\n```py\n{source}```\n"
    if entry.sample:
        yield from _compiled(EXAMPLES / f"{entry.sample}.mlir")
    if entry.on_cpus or entry.on_gpus:
        yield from _speed(entry)


def _compiled(sample: Path) -> Iterator[str]:
    remarks = "\n".join(
        f"line {r.location[1]}: {str(r).partition('remark: ')[2]}" for r in triton_shared.explain(sample)
    )
    yield (
        f"## What the analyses find\n\nOf the Triton IR in `examples/{sample.name}`:\n\n```text\n{remarks}\n```\n\n"
        f"## Shared form\n\n`triton-shared-opt --triton-to-linalg examples/{sample.name}` gives\n\n"
        f"```mlir\n{triton_shared.to_linalg(sample)}```\n"
    )


def _speed(entry: Entry) -> Iterator[str]:
    yield "## Speed\n"
    if entry.on_cpus:
        table = rows_of("benchmarks.md", "## Beside torch")
        yield "On two threads of an AMD EPYC ([all rows](../benchmarks.md#beside-torch)):\n"
        yield "| kernel | ms | torch's time / ours |\n|---|---:|---:|"
        yield from (f"| {name} | {table[name][2]} | {table[name][3]} |" for name in entry.on_cpus)
        yield ""
    if entry.on_gpus:
        memory, dots = "## Kernels bound by memory", "## Matrix products and attention"
        table = {name: (row, "GB/s") for name, row in rows_of("gpu_benchmarks.md", memory).items()}
        table |= {name: (row, "TFLOP/s") for name, row in rows_of("gpu_benchmarks.md", dots).items()}
        yield "On an NVIDIA H200 ([all rows](../gpu_benchmarks.md)):\n"
        yield "| kernel | ours | Triton | torch | unit |\n|---|---:|---:|---:|---|"
        for name in entry.on_gpus:
            (ours, triton, torch, *_), unit = table[name]
            yield f"| {name} | {ours} | {triton} | {torch} | {unit} |"
        yield ""
