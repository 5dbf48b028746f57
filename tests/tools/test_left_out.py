"""Optional passes are left out where that is asked for, and are in keys of caches; needed passes are not left out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import triton_shared
from triton_shared import dialects
from triton_shared.codegen.targets import TARGETS, package_of
from triton_shared.passes.base import PipelineError
from triton_shared.passes.manager import expand, leaving_out, run_pipeline
from triton_shared.passes.registry import PASSES, UPSTREAM_OPTIONAL, WITHOUT, left_out, optional
from triton_shared.runtime import compiler, workers
from triton_shared.tools import opt
from triton_shared.tools.upstream_passes import UPSTREAM

SOFTMAX = Path(__file__).parents[2] / "examples" / "softmax.f32.mlir"


def names_run(*names: str) -> list[str]:
    """The passes that an example is taken through, to machine code but for LLVM's."""
    module, ran = dialects.parse(SOFTMAX.read_text()), []
    with leaving_out(names):
        run_pipeline(
            module, ["triton-to-linalg", "shared-to-cpu"], print_before=lambda name, _: ran.append(name)
        )
    return ran


def test_what_is_left_out_is_not_run_also_where_it_follows_another_pass():
    everything = names_run()
    assert everything.count("cse") > 3, "one follows 'clone-cheap-producers'"
    assert names_run("cse") == [name for name in everything if name != "cse"]
    assert not set(names_run(*optional())) & optional().keys()
    assert names_run() == everything


def test_each_optional_pass_is_in_a_pipeline_and_has_a_line():
    stages = [name for target in TARGETS for names in package_of(target).STAGES.values() for name in names]
    steps = expand(["triton-to-linalg", "allow-contraction", *stages])
    ours = {name for step in steps for name in (step.name, *getattr(PASSES.get(step.name), "then", ()))}
    assert optional().keys() <= ours
    assert all(optional().values())
    assert UPSTREAM_OPTIONAL.items() <= {row for group in UPSTREAM.values() for row in group.items()}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("vectorize-nests", "'vectorize-nests' is needed"),
        (
            "canonicalize",
            "'canonicalize' is no pass of triton-shared, nor one of upstream's that is optional",
        ),
        ("cs", "'cs' is no pass"),
        ("triton-to-linalg", "'triton-to-linalg' stands for other passes: name these"),
    ],
)
def test_what_is_needed_or_unknown_is_refused_by_name(name, message, monkeypatch):
    with pytest.raises(PipelineError, match=message):
        left_out(["cse", name])
    with pytest.raises(ValueError, match=message):
        triton_shared.compile(SOFTMAX, without=name)
    code, _, err = opt.run([f"--without=cse,{name}"], "")
    assert (code, message in err) == (1, True)
    monkeypatch.setenv(WITHOUT, name)
    with pytest.raises(ValueError, match=message):
        triton_shared.compile(SOFTMAX)
    with pytest.raises(ValueError, match=message):
        triton_shared.to_linalg(SOFTMAX)


def test_names_are_joined_and_sorted(monkeypatch):
    monkeypatch.setenv(WITHOUT, "symbol-dce, cse")
    assert left_out() == ("cse", "symbol-dce")
    assert left_out("move-rows cse,reuse-inputs") == ("cse", "move-rows", "reuse-inputs", "symbol-dce")
    assert left_out(["move-rows"]) == ("cse", "move-rows", "symbol-dce")


def test_opt_leaves_out():
    whole, less = (
        opt.run([*f, "--triton-to-linalg", "--mlir-print-ir-before-all"], SOFTMAX.read_text())
        for f in ((), ("--without=cse",))
    )
    assert whole[0] == less[0] == 0
    assert "IR Dump Before cse" in whole[2]
    assert "IR Dump Before cse" not in less[2]


def test_opt_lists_what_is_optional():
    code, out, _ = opt.run(["--list-optional"])
    listed = [line.split()[0] for line in out.splitlines() if line[2:3].strip() and line.startswith("  ")]
    assert (code, listed) == (0, list(optional()))


def test_what_is_left_out_is_part_of_the_key(monkeypatch, tmp_path):
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiler, "_alive", {})  # kernels of other tests
    made = []
    monkeypatch.setattr(compiler.workers, "run", lambda f, *a: made.append(a[-2]) or workers.here(f, *a))
    kernels = [triton_shared.compile(SOFTMAX, without=w) for w in ("", "cse", ["cse"], "reuse-inputs,cse")]
    monkeypatch.setenv(WITHOUT, "cse")
    kernels.append(triton_shared.compile(SOFTMAX))
    assert made == [(), ("cse",), ("cse", "reuse-inputs")]
    assert kernels[4] is kernels[1] is kernels[2]


def test_a_worker_is_told_whatever_its_environment_is(monkeypatch):
    request = "cpu", {}, SOFTMAX.read_text(), "f", None, True
    here = [workers.here(compiler.build, *request, names) for names in ([], ["linalg-fuse-elementwise-ops"])]
    assert here[0][1] != here[1][1]
    monkeypatch.setenv(WITHOUT, "cse")  # of a worker that was started meanwhile
    assert json.dumps(workers.here(compiler.build, *request, [])[0]) == json.dumps(here[0][0])
    assert workers.here(compiler.build, *request, [])[1] == here[0][1]


def test_compile_leaves_out(tmp_path):
    command = [sys.executable, "-m", "triton_shared.tools.compile", str(SOFTMAX), "--emit", "llvm"]
    texts = [
        subprocess.run([*command, *flags], capture_output=True, text=True, check=True).stdout
        for flags in ((), ("--without", "linalg-fuse-elementwise-ops"))
    ]
    assert all("define" in text for text in texts)
    assert texts[0] != texts[1]


@pytest.mark.cpu("options of the launch are those of the CPU")
def test_a_launch_of_triton_leaves_out(monkeypatch):
    pytest.importorskip("triton")
    from triton_shared.triton.options import CPUOptions, parse

    monkeypatch.setenv(WITHOUT, "cse")
    assert parse({"without": "move-rows"}) == CPUOptions(without=("cse", "move-rows"))
    assert parse({}).hash() != CPUOptions().hash()
    with pytest.raises(ValueError, match="'mark-waits' is needed"):
        parse({"without": ["mark-waits"]})


def test_a_kernel_without_any_of_them_is_right():
    x, y = np.random.default_rng(0).random((3, 100), np.float32), np.zeros((3, 100), np.float32)
    triton_shared.compile(SOFTMAX, without=optional())[3](y, x, 100, 100, 3, 100)
    powers = np.exp(x - x.max(1, keepdims=True))
    np.testing.assert_allclose(y, powers / powers.sum(1, keepdims=True), rtol=1e-5)


def test_passes_say_what_they_are():
    assert not any(one.optional for one in PASSES.values() if one.is_pipeline)


def test_only_the_first_optional_passes_run_up_to_a_limit():
    """Each run of a pass counts by itself, also of one that follows another; a limit beyond all changes nothing."""
    passes = ["--triton-to-linalg", "--shared-to-cpu", str(SOFTMAX)]
    _, everything, _ = opt.run(passes)
    code, text, lines = opt.run(["--bisect-limit=100000", *passes])
    runs = [line.split()[-1] for line in lines.splitlines()]
    assert (code, text) == (0, everything)
    assert set(runs) <= optional().keys() and runs.count("cse") > 3
    assert lines.splitlines() == [f"BISECT: running pass ({n}) {name}" for n, name in enumerate(runs, 1)]
    found = []
    for limit in (0, 5, len(runs) - 1):
        code, text, lines = opt.run([f"--bisect-limit={limit}", *passes])
        assert code == 0
        assert [" NOT " in line for line in lines.splitlines()][: limit + 1] == [False] * limit + [True]
        found.append(text)
    assert found[0] == opt.run([f"--without={','.join(optional())}", *passes])[1]
    assert opt.run(["--bisect-limit=x", *passes])[0] == 1
