"""Compilations: stages, dumps, overriding files, caches, hooks, sources."""

import gc
import json
import re
from pathlib import Path

import pytest
import torch
import triton
import triton.language as tl
from triton import knobs
from triton.compiler import ASTSource

from tests.triton_backend.kernels import add, fill
from triton_shared.errors import CompileError

STAGES = ("ttir", "linalg", "llir", "asm", "o")


@triton.jit
def store_seven(out_ptr, SIZE: tl.constexpr):
    tl.store(out_ptr + tl.arange(0, SIZE), 7)


@triton.jit
def rest_of_product(x_ptr, y_ptr, z_ptr, out_ptr, SIZE: tl.constexpr):
    i = tl.arange(0, SIZE)
    tl.store(out_ptr + i, tl.load(x_ptr + i) * tl.load(y_ptr + i) + tl.load(z_ptr + i))


def sevens():
    """What a fresh function writes: one that is compiled anew, or found on disk."""
    fn = triton.runtime.JITFunction(store_seven.fn)
    x = torch.zeros(8, dtype=torch.int32)
    kernel = fn[(1,)](x, SIZE=8)
    (value,) = set(x.tolist())
    return value, kernel


def check_add(launch, n=100):
    x, y, out = torch.randn(n), torch.randn(n), torch.zeros(n)
    launch(x, y, out)
    assert torch.equal(out, x + y)


@pytest.fixture
def compilation():
    with knobs.compilation.scope():
        yield knobs.compilation


def test_asm_has_every_stage():
    kernel = fill[(1,)](torch.zeros(16), 1.0, 16)
    assert set(STAGES) <= set(kernel.asm)
    marks = {
        "ttir": "tt.func public @fill",
        "linalg": "memref",
        "llir": "define ",
        "asm": "fill",
        "source": "tt.",
    }
    for stage, mark in marks.items():
        assert mark in kernel.asm[stage], stage
    assert "linalg.fill" in kernel.asm["linalg"] and "!tt.ptr" not in kernel.asm["linalg"]
    assert kernel.asm["o"] == kernel.kernel and isinstance(kernel.kernel, bytes)
    with pytest.raises(KeyError):
        kernel.asm["ptx"]
    assert kernel.name == kernel.metadata.name == "fill" and kernel.metadata.target.backend == "cpu"
    assert kernel.n_spills == 0 and kernel.n_regs == 0


@pytest.mark.parametrize("by_environment", [True, False])
def test_dump(fresh_triton_cache, compilation, monkeypatch, by_environment):
    directory = fresh_triton_cache / "elsewhere"
    if by_environment:
        monkeypatch.setenv("TRITON_KERNEL_DUMP", "1")
        monkeypatch.setenv("TRITON_DUMP_DIR", str(directory))
        del knobs.cache.dump_dir
    else:
        compilation.dump_ir, knobs.cache.dump_dir = True, str(directory)
    _, kernel = sevens()
    dumped = {path.suffix[1:]: path for path in directory.rglob("store_seven.*")}
    assert set(STAGES) <= set(dumped)
    assert all(dumped[stage].read_text() == kernel.asm[stage] for stage in STAGES[:-1])
    assert dumped["o"].read_bytes() == kernel.kernel


EDITS = {
    "ttir": (r"dense<7>", "dense<5>"),
    "linalg": (r"\b7 : i32", "5 : i32"),
    "llir": (r"i32 7\b", "i32 5"),
    "asm": (r"\b7$", "5"),
}


def dump_and_edit(directory, stage):
    """Write the file of ``stage`` where files that override are looked for, with 5 for 7."""
    compilation = knobs.compilation
    compilation.dump_ir = True
    assert sevens()[0] == 7
    compilation.dump_ir = False
    (file,) = (directory / "dump").rglob(f"store_seven.{stage}")
    target = directory / "override" / file.relative_to(directory / "dump")
    target.parent.mkdir(parents=True)
    text, count = re.subn(EDITS[stage][0], EDITS[stage][1], file.read_text(), flags=re.MULTILINE)
    assert count, file.read_text()
    target.write_text(text)
    return target


@pytest.mark.parametrize("stage", EDITS)
def test_override(fresh_triton_cache, compilation, stage, capfd):
    file = dump_and_edit(fresh_triton_cache, stage)
    compilation.override = compilation.always_compile = True
    value, kernel = sevens()
    assert value == 5
    assert f"Overriding kernel with file {file}" in capfd.readouterr().out
    if stage != "ttir":  # that one is parsed and printed
        assert kernel.asm[stage] == file.read_text()


def test_override_of_the_object_file(fresh_triton_cache, compilation):
    compilation.dump_ir = True
    dump_and_edit(fresh_triton_cache, "llir")
    compilation.override = compilation.always_compile = True
    changed = sevens()[1].kernel
    (other,) = (fresh_triton_cache / "override").rglob("store_seven.llir")
    other.unlink()
    other.with_suffix(".o").write_bytes(changed)
    value, kernel = sevens()
    assert value == 5 and kernel.kernel == changed


@pytest.mark.parametrize("stage", ["ttir", "llir", "linalg"])
def test_ir_override_of_a_config(fresh_triton_cache, compilation, stage):
    file = dump_and_edit(fresh_triton_cache, stage)
    fn = triton.runtime.JITFunction(store_seven.fn)
    kernel = triton.autotune([triton.Config({"SIZE": 8}, ir_override=str(file))], [])(fn)
    x = torch.zeros(8, dtype=torch.int32)
    kernel[(1,)](x)
    assert x.tolist() == [5] * 8


@pytest.mark.parametrize(
    ("stage", "message"),
    [
        ("linalg", "store_seven.linalg:1:10: error: invalid SSA name"),
        ("llir", "expected top-level entity"),
        ("o", "not recognized as a valid object file"),
    ],
)
def test_an_overriding_file_of_nonsense_is_an_error(fresh_triton_cache, compilation, stage, message):
    file = dump_and_edit(fresh_triton_cache, "llir")
    file.rename(file.with_suffix(f".{stage}")).write_text("nonsense %\n")
    compilation.override = compilation.always_compile = True
    with pytest.raises((CompileError, RuntimeError), match=message):
        sevens()


def test_always_compile_and_the_cache(fresh_triton_cache, compilation):
    hits = []
    compilation.listener = lambda *, cache_hit, **_: hits.append(cache_hit)
    kernels = [sevens()[1], sevens()[1]]
    compilation.always_compile = True
    kernels.append(sevens()[1])
    assert hits == [False, True, False]
    assert len({kernel.hash for kernel in kernels}) == 1
    files = {path.name for path in (fresh_triton_cache / "cache").rglob("store_seven.*")}
    assert files >= {f"store_seven.{stage}" for stage in (*STAGES, "json")}


def test_listener_hears_of_every_stage(fresh_triton_cache, compilation):
    heard = {}
    compilation.listener = lambda **given: heard.update(given)
    sevens()
    assert [name for name, _ in heard["times"].lowering_stages] == list(STAGES)
    assert heard["metadata"]["name"] == "store_seven" and heard["src"].fn.__name__ == "store_seven"


def test_metadata_is_json(fresh_triton_cache):
    _, kernel = sevens()
    (file,) = (fresh_triton_cache / "cache").rglob("store_seven.json")
    stored = json.loads(file.read_text())
    assert stored["name"] == "store_seven" and stored["hash"] == kernel.hash and stored["shared"] == 0


def test_store_binary_only(fresh_triton_cache, compilation):
    """Only the machine code is kept, under the name that Triton stores; later processes find it."""
    compilation.store_binary_only = True
    hits = []
    compilation.listener = lambda *, cache_hit, **_: hits.append(cache_hit)
    for _ in range(2):
        value, kernel = sevens()
        assert value == 7 and set(kernel.asm) == {"source", "hsaco"}
    compilation.store_binary_only = False
    value, kernel = sevens()
    assert value == 7 and set(kernel.asm) == {"source", *STAGES}
    assert hits == [False, True, False]


def test_line_info(fresh_triton_cache, compilation):
    _, kernel = sevens()
    compilation.disable_line_info = True
    value, bare = sevens()
    assert value == 7 and bare.hash != kernel.hash
    assert all(Path(__file__).name in kernel.asm[stage] for stage in ("ttir", "linalg", "llir"))
    assert all(Path(__file__).name not in bare.asm[stage] for stage in ("linalg", "llir", "asm"))


def test_compile_of_a_function():
    source = ASTSource(
        add, {"x_ptr": "*fp32", "y_ptr": "*fp32", "out_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr"},
        {"BLOCK": 128},
    )  # fmt: skip
    kernel = triton.compile(source)
    check_add(lambda *tensors: kernel[(1, 1, 1)](*tensors, 100, 128))
    check_add(lambda *tensors: kernel[(1, 1, 1)](*tensors, 100, 128))
    assert (
        triton.compile(source, target=kernel.metadata.target, options={"num_warps": 8}).metadata.num_warps
        == 8
    )


def test_compile_of_a_file(tmp_path):
    compiled = add.warmup(*[torch.float32] * 3, 100, BLOCK=128, grid=(1,))
    file = tmp_path / "kernel.ttir"
    file.write_text(compiled.asm["ttir"])
    kernel = triton.compile(str(file))
    assert kernel.metadata.shared == 0 and kernel.name == "add"
    check_add(lambda *tensors: kernel[(1, 1, 1)](*tensors, 100))


def test_warmup():
    """Compiles and does not run, also with dtypes in place of tensors."""
    fn = triton.runtime.JITFunction(fill.fn)
    x = torch.zeros(64)
    kernel = fn.warmup(x, 1.0, BLOCK=64, grid=(1,))
    assert not x.any()
    assert fn.warmup(torch.float32, 1.0, BLOCK=64, grid=(1,)) is kernel
    assert fn.warmup(triton.MockTensor(torch.float32), 1.0, BLOCK=64, grid=(1,)) is kernel
    assert fn[(1,)](x, 2.0, 64) is kernel and (x == 2).all()
    kernel[(1, 1, 1)](x, 3.0, 64)
    assert (x == 3).all()


def test_preload(fresh_triton_cache):
    """What a hook was told of a specialization suffices to compile it in another process."""
    described = []
    with knobs.runtime.scope():
        knobs.runtime.jit_cache_hook = lambda **given: described.append(given["compile"]) and False
        _, kernel = sevens()
    fn = triton.runtime.JITFunction(store_seven.fn)
    loaded = fn.preload(described[0]["specialization_data"])
    assert loaded.hash == kernel.hash


def test_hooks_of_compilation():
    seen = []
    fn = triton.runtime.JITFunction(fill.fn)
    with knobs.runtime.scope():
        knobs.runtime.jit_cache_hook = lambda **given: seen.append(("before", given["repr"])) and False
        knobs.runtime.jit_post_compile_hook = lambda **given: seen.append(("after", given["repr"]))
        for _ in range(2):
            fn[(1,)](torch.zeros(32), 1.0, 32)
    assert [moment for moment, _ in seen] == ["before", "after"]
    assert all(text.startswith("fill[") and "num_threads" not in text for _, text in seen)


def test_hooks_of_launches():
    calls = []
    x = torch.zeros(16)

    def enter(metadata):
        calls.append(("enter", metadata.get()["name"], x[0].item()))

    def leave(metadata):
        calls.append(("exit", metadata.get()["name"], x[0].item()))

    with knobs.runtime.scope():
        knobs.runtime.launch_enter_hook.add(enter)
        knobs.runtime.launch_exit_hook.add(leave)
        try:
            fill[(1,)](x, 4.0, 16)
        finally:
            knobs.runtime.launch_enter_hook.remove(enter)
            knobs.runtime.launch_exit_hook.remove(leave)
        fill[(1,)](x, 5.0, 16)
        for hook in (enter, None):
            knobs.runtime.launch_enter_hook = knobs.runtime.launch_exit_hook = hook
            fill[(1,)](x, 6.0, 16)
    assert calls == [("enter", "fill", 0), ("exit", "fill", 4), ("enter", "fill", 5), ("enter", "fill", 6)]
    assert (x == 6).all()


def test_metadata_of_launches(fresh_triton_cache):
    """A kernel may say what a profiler shall know of a launch."""
    found = []

    def describe(grid, kernel, args):
        return {"name": f"{kernel.name}_{args['value']}", "bytes": args["out_ptr"].nbytes, "grid": grid}

    fn = triton.jit(fill.fn, launch_metadata=describe, repr=lambda specialization: "renamed")
    with knobs.runtime.scope():
        knobs.runtime.launch_enter_hook = lambda metadata: found.append(metadata.get())
        fn[(1,)](torch.zeros(16), 4.0, 16)
    (seen,) = found
    assert (seen["name"], seen["bytes"], seen["grid"][0]) == ("renamed_4.0", 64, 1)


def test_pre_run_hook_and_grid_functions():
    calls = []
    fn = triton.runtime.JITFunction(fill.fn)
    fn.add_pre_run_hook(lambda *args, **kwargs: calls.append(kwargs["BLOCK"]))
    x = torch.zeros(64)
    fn[lambda meta: (64 // meta["BLOCK"],)](x, 1.0, BLOCK=16)
    assert calls == [16] and (x == 1).all()


@pytest.mark.skipif(not hasattr(knobs.runtime, "kernel_unload_hook"), reason="this Triton has no such hook")
def test_load_and_unload_hooks():
    events = []
    fn = triton.runtime.JITFunction(fill.fn)
    gc.collect()
    with knobs.runtime.scope():
        knobs.runtime.kernel_load_start_hook = lambda *given: events.append(("start", given[2]))
        knobs.runtime.kernel_load_end_hook = lambda *given: events.append(("end", given[2]))
        knobs.runtime.kernel_unload_hook = lambda *given: events.append(("unload", given[2]))
        fn[(1,)](torch.zeros(8), 1.0, 8)
        fn.device_caches.clear()
        del fn
        gc.collect()
    assert events == [("start", "fill"), ("end", "fill"), ("unload", "fill")]


def test_fusion_is_an_option():
    x, y = torch.randn(2, 64, generator=torch.Generator().manual_seed(3))
    out = torch.empty(64)
    kernel = rest_of_product[(1,)](x, y, -(x * y), out, 64, enable_fp_fusion=False)
    assert (out == 0).all() and "contract" not in kernel.asm["linalg"]
    assert "fastmath<contract>" in rest_of_product[(1,)](x, y, -(x * y), out, 64).asm["linalg"]


def test_stages_can_be_inspected(fresh_triton_cache):
    def change(self=None, stages=None, options=None, language=None, capability=None):
        if stages is None:
            return "inspected", "inspected"  # a part of the cache's key
        linalg, seen[:] = stages["linalg"], stages
        stages["linalg"] = lambda *given: linalg(*given).replace("7 : i32", "9 : i32")

    seen = []
    with knobs.runtime.scope():
        knobs.runtime.add_stages_inspection_hook = change
        value, _ = sevens()
    assert value == 9 and seen == list(STAGES)
