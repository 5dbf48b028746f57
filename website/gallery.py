"""Pages of the gallery: a kernel's program, what the analyses find, its shared form, and how fast it is.

A page is made of a program of examples/triton, which checks itself against torch or numpy (tests/triton_backend run
it), of the Triton IR that Triton 3.9 made of its kernel (examples/*.mlir, and samples/*.mlir here), and of rows of the
benchmarks' tables.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import ceil, floor, log2
from pathlib import Path
from typing import Any

import numpy as np

import triton_shared
from examples.tutorials import cases
from triton_shared import dialects
from triton_shared.explorer import accesses, svg
from triton_shared.records import dataclass
from triton_shared.runtime.kernel import parameter_names
from website.plots import Plot, rows_of

EXAMPLES = Path(__file__).parents[1] / "examples"
SAMPLES = Path(__file__).parent / "samples"


@dataclass(frozen=True)
class Entry:
    """A program of examples/triton, a sample of its IR if there is one, and rows of the tables on CPUs and GPUs.

    ``case`` is the number of the sample's case (`examples.tutorials.cases`) whose accesses are pictured; a sample of
    `SAMPLES` has its row of `LAUNCHES` for that.
    """

    title: str
    program: str
    sample: str | None = None
    on_cpus: tuple[str, ...] = ()
    on_gpus: tuple[str, ...] = ()
    case: int = 0


ENTRIES = (
    Entry(
        "Vector addition", "vector_add", "vector_add.f32", ("add f32", "add bf16"), ("add 2^27 f32",), case=3
    ),
    Entry(
        "Softmax",
        "softmax",
        "softmax.f32",
        ("softmax 781 f32", "softmax 1024 f32", "softmax 4096 f32"),
        ("softmax 781 f32", "softmax 1024 f32", "softmax 4096 f32", "softmax 8192 f32"),
        case=1,
    ),
    Entry(
        "Matrix product",
        "matmul",
        "matmul.f16",
        ("matmul 512 f32", "matmul 1024 f32", "matmul 512 bf16", "matmul 1024 bf16"),
        ("matmul f16 1024 rr", "matmul f16 4096 rr", "matmul f16 8192 rr", "matmul bf16 4096 rr"),
        case=2,
    ),
    Entry("Matrix product with block pointers", "matmul_block_ptr", "matmul_block_ptr.f16", case=2),
    Entry(
        "Persistent matrix product",
        "persistent_matmul",
        "persistent_matmul.f16",
        (),
        ("persistent matmul f16 8192",),
    ),
    Entry(
        "Grouped matrix products",
        "grouped_gemm",
        "grouped_gemm.f16",
        (),
        ("grouped matmul f16 512+1024+2048+4096",),
        case=1,
    ),
    Entry("Dropout", "dropout", "seeded_dropout.f32", ("dropout f32",), ("dropout f32 (Philox)",), case=3),
    Entry(
        "Layer norm",
        "layer_norm",
        "layer_norm.f32",
        ("layer norm 1024 f32", "layer norm 4096 f32", "layer norm dw, db f32"),
        ("layer norm 1024 f16", "layer norm backward 1024 f16", "layer norm 4096 f16"),
        case=1,
    ),
    Entry(
        "Fused attention",
        "attention",
        "attention_causal.f16",
        ("attention f32", "attention f16", "attention bf16"),
        ("attention f16 64", "attention f16 128", "attention f16 128 causal"),
        case=2,
    ),
    Entry("Functions of libdevice", "extern_functions", "arc_sine.f32"),
    Entry("Matrix product with scales", "block_scaled_matmul", "block_scaled_matmul.e2m1"),
    Entry("Dependent launches", "dependent_launch", "dependent_add.f32"),
    Entry("Norm of numpy arrays", "on_numpy", "rms_norm.f32"),
)


def _zeros(dtype: type, *shape: int) -> np.ndarray:
    return np.zeros(shape, dtype)


def _matrix(rows: int, columns: int, *block: int) -> tuple[Any, ...]:
    """A descriptor, and its shape and strides, which Triton passes as well."""
    array = _zeros(np.float16, rows, columns)
    return triton_shared.TensorDescriptor.from_array(array, block), rows, columns, columns, 1


#: by sample of `SAMPLES`: grid, arguments and what the picture says of them
LAUNCHES: dict[str, tuple[tuple[int, ...], tuple[Any, ...], str]] = {
    "block_scaled_matmul.e2m1": (
        (2, 3),
        (
            *(_zeros(np.uint8, size) for size in (128 * 64, 128 * 4, 192 * 64, 192 * 4)),
            _zeros(np.float32, 128 * 192),
            *(128, 192, 128),
        ),
        "M=128 N=192 K=128",
    ),
    "dependent_add.f32": ((3,), (*(_zeros(np.float32, 2500) for _ in range(3)), 2500), "n=2500"),
    "rms_norm.f32": (
        (5,),
        (_zeros(np.float32, 5 * 781), _zeros(np.float32, 781), _zeros(np.float32, 5 * 781), 781, 1e-6),
        "n_rows=5 n_cols=781",
    ),
    "arc_sine.f32": ((3,), (_zeros(np.float32, 2500), _zeros(np.float32, 2500), 2500), "n=2500"),
    "persistent_matmul.f16": (
        (5,),
        (*_matrix(200, 72, 64, 32), *_matrix(136, 72, 64, 32), *_matrix(200, 136, 64, 64), 200, 136, 72),
        "m=200 n=136 k=72",
    ),
}


def pages() -> dict[str, str]:
    """The text of each page and of each plot by its path below docs."""
    found = {f"gallery/{entry.program}.md": "\n".join(_page(entry)) for entry in ENTRIES}
    found |= {f"gallery/{e.program}_accesses.svg": accesses_of(e) for e in ENTRIES if e.sample}
    found |= {f"gallery/{name}": plot.svg() for entry in ENTRIES for name, plot in _plots(entry).items()}
    rows = (f"| [{e.title}]({e.program}.md) | {_summary(e)} |" for e in ENTRIES)
    head = (
        "# Gallery\n\nComplete programs: each has a kernel, a function that launches it, and a comparison with torch "
        "or numpy. Run one:\n\n```\nTRITON_DEFAULT_BACKEND=triton_shared python -m examples.triton.softmax\n```\n\n"
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
        yield f"## What a program touches\n\n![accesses]({entry.program}_accesses.svg)\n"
        yield (
            "A program in the middle of a launch, at the last execution of each access, with lines of the Triton IR; "
            "[a page on the kernel](../explain.md) has all of them.\n"
        )
        yield from _compiled(_sample(entry))
    if entry.on_cpus or entry.on_gpus:
        yield from _speed(entry)


def accesses_of(entry: Entry) -> str:
    """The picture of the accesses of one program, by the reference executor."""
    text = _sample(entry).read_text(encoding="utf-8")
    module = dialects.parse(text, _sample(entry).name)
    kernel = re.findall(r"tt\.func public @(\w+)", text)[0]
    shown = _launch(entry, parameter_names(text, kernel))
    program = (*(size // 2 for size in (*shown.grid, 1, 1)[:3]),)
    data = accesses.touched(module, kernel, shown, [program]).data
    return svg.picture(data, program, f"Program {program} of {entry.sample}, {shown.told}")


def _sample(entry: Entry) -> Path:
    return (SAMPLES if entry.sample in LAUNCHES else EXAMPLES) / f"{entry.sample}.mlir"


def _launch(entry: Entry, names: list[str]) -> accesses.Launch:
    if row := LAUNCHES.get(str(entry.sample)):
        grid, args, told = row
        return accesses.Launch(grid, args, names, told)
    case = [c for c in cases(str(entry.sample)) if c.path.stem == entry.sample][entry.case]
    launch = case.launch()
    return accesses.Launch(launch.grid, launch.args, names, case.shape, launch.keep)


def _compiled(sample: Path) -> Iterator[str]:
    remarks = "\n".join(
        f"line {r.location[1]}: {str(r).partition('remark: ')[2]}" for r in triton_shared.explain(sample)
    )
    path = sample.relative_to(EXAMPLES.parent).as_posix()
    yield (
        f"## What the analyses find\n\nOf the Triton IR in `{path}`:\n\n```text\n{remarks}\n```\n\n"
        f"## Shared form\n\n`triton-shared-opt --triton-to-linalg {path}` gives\n\n"
        f"```mlir\n{triton_shared.to_linalg(sample)}```\n"
    )


def _plots(entry: Entry) -> dict[str, Plot]:
    """The plots of an entry by the names of their files: times of others divided by ours."""
    found = {}
    if entry.on_cpus:
        cpu = rows_of("benchmarks.md", "## Beside torch")
        rows = tuple((name, (float(cpu[name][-1]),)) for name in entry.on_cpus)
        note = "two threads of an Intel Xeon with AMX, torch 2.13; longer is faster"
        found[f"{entry.program}_cpu.svg"] = _plot(
            "Speed on a CPU, as a multiple of the fastest of torch and numpy",
            note,
            ("the fastest = 1",),
            rows,
        )
    gpu = _on_gpus()
    three = {name: gpu[name][0][:3] for name in entry.on_gpus}  # ours, Triton's and torch's, if there is one
    ratios = tuple(
        (n, (float(o) / float(tri), float(o) / float(tor)))
        for n, (o, tri, tor) in three.items()
        if tri and tor
    )
    if ratios:
        title, series = "Speed on a GPU, as a multiple of Triton’s and torch’s", ("Triton = 1", "torch = 1")
        note = "NVIDIA H200, Triton 3.6, torch 2.11; longer is faster"
        found[f"{entry.program}_gpu.svg"] = _plot(title, note, series, ratios)
    return found


def _plot(
    title: str, note: str, series: tuple[str, ...], rows: tuple[tuple[str, tuple[float, ...]], ...]
) -> Plot:
    """A plot whose axis has room for all of its rows, and goes from a half to twice at least."""
    powers = [log2(ratio) for _, ratios in rows for ratio in ratios]
    return Plot(title, note, series, rows, min(-1, floor(min(powers))), max(1, ceil(max(powers))))


def _on_gpus() -> dict[str, tuple[list[str], str]]:
    """The rows of both tables on GPUs, with the unit of their numbers."""
    memory, dots = "## Kernels bound by memory", "## Matrix products and attention"
    table = {name: (row, "GB/s") for name, row in rows_of("gpu_benchmarks.md", memory).items()}
    return table | {name: (row, "TFLOP/s") for name, row in rows_of("gpu_benchmarks.md", dots).items()}


def _speed(entry: Entry) -> Iterator[str]:
    yield "## Speed\n"
    for name, plot in _plots(entry).items():
        yield f"![{plot.title}]({name})\n"
    if entry.on_cpus:
        table = rows_of("benchmarks.md", "## Beside torch")
        yield "On two threads of an Intel Xeon with AMX ([all rows](../benchmarks.md#beside-torch)):\n"
        yield "| kernel | ms | time of torch or numpy / ours |\n|---|---:|---:|"
        yield from (f"| {name} | {table[name][-3]} | {table[name][-1]} |" for name in entry.on_cpus)
        yield ""
    if entry.on_gpus:
        on_gpus = _on_gpus()
        yield "On an NVIDIA H200 ([all rows](../gpu_benchmarks.md)):\n"
        yield "| kernel | ours | Triton | torch | unit |\n|---|---:|---:|---:|---|"
        for name in entry.on_gpus:
            (ours, triton, torch, *_), unit = on_gpus[name]
            yield f"| {name} | {ours} | {triton} | {torch} | {unit} |"
        yield ""
