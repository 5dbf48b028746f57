"""What the first compilation of a model leaves to later processes, and what it starts and asks for."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from torch._inductor import async_compile, config
from torch._inductor.codegen.block_analysis import BlockPatternMatcher
from torch._inductor.virtualized import V
from torch.utils._sympy.functions import FloorDiv, ModularIndexing

from triton_shared.torch import few_kernels, index_matches

CACHES = ("TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR", "TRITON_SHARED_CACHE_DIR")
#: runs a model forward and backward once, and prints how often anything was compiled and which processes were started
PROGRAM = """
import json, subprocess, sys
from collections import Counter

done = Counter()

def counted(owner, name):
    known = getattr(owner, name)
    def count(*args, **named):
        done[name] += 1
        return known(*args, **named)
    setattr(owner, name, count)

import torch
from torch._inductor.async_compile import AsyncCompile
from triton.compiler import ASTSource
from triton_shared.runtime.cpu import cpu_stages
from tests.inductor.models import Net, gradients

for stage in ("shared_form", "llvm_ir", "assembly", "object_file"):
    counted(cpu_stages, stage)
counted(ASTSource, "make_ir")
counted(AsyncCompile, "triton")
torch.manual_seed(0)
counted(subprocess, "Popen")
net = torch.nn.Sequential(Net(), torch.nn.Softmax(-1), torch.nn.LayerNorm(Net()(torch.randn(5, 24)).shape[-1]))
found = gradients(torch.compile(net, backend="triton_shared", dynamic=(sys.argv[1] == "dynamic")), torch.randn(5, 24))
print(json.dumps([done, [float(t.double().sum()) for t in found]]))
"""


@pytest.mark.parametrize("shapes", ["static", "dynamic"])
def test_a_second_process_compiles_nothing(tmp_path, shapes):
    """Neither Triton's front end nor a stage of this package's, forward or backward; no process starts another."""

    def run():
        environment = os.environ | {name: str(tmp_path / name) for name in CACHES}
        environment |= {"TORCHINDUCTOR_COMPILE_THREADS": "2"}
        command = [sys.executable, "-c", PROGRAM, shapes]
        root = Path(__file__).parents[2]
        out = subprocess.run(command, env=environment, cwd=root, stdout=subprocess.PIPE, check=True).stdout
        return json.loads(out.splitlines()[-1])

    (first, found), (second, found_again) = run(), run()
    kernels = first.pop("triton")
    assert kernels > 3 and set(first) == {"make_ir", "shared_form", "llvm_ir", "assembly", "object_file"}
    assert all(0 < count <= kernels for count in first.values())
    assert second == {"triton": kernels}
    assert found == found_again


def test_many_kernels_are_for_workers(monkeypatch):
    """Few are compiled here, and what is tuned, or is not this back end's, goes where Inductor says."""
    asked = []

    class Pool:
        def submit(self, work):
            asked.append(work)
            return async_compile.Future()

    kind = async_compile.AsyncCompile
    monkeypatch.setattr(kind, "process_pool", Pool)
    monkeypatch.setattr(kind, "_ready_future", None)

    class Graph:
        class wrapper_code:
            src_to_kernel = dict.fromkeys(range(few_kernels.MANY))

    def workers(*kernels):
        asked.clear()
        kind._ready_future = None
        Graph.wrapper_code.src_to_kernel = dict.fromkeys(range(*kernels))
        kind.use_process_pool()
        return bool(asked)

    with config.patch(compile_threads=2), V.set_graph_handler(Graph):
        assert workers(0)
        with few_kernels.compiled_here():
            assert not workers(0) and not workers(few_kernels.MANY - 1)
            assert workers(few_kernels.MANY)
            with config.patch(max_autotune_pointwise=True):
                assert workers(0)
            with config.patch(compile_threads=32):
                assert not workers(3) and workers(4)
        assert workers(0)


NUMBERS = st.sampled_from([1, 2, 3, 4, 6, 8, 12])


@given(
    st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS, st.sampled_from("xfm")), max_size=3),
    NUMBERS,
    st.integers(2, 3),
)
def test_matches_are_inductors(terms, numel, dims):
    """Of sums of multiples of a variable, its quotients and remainders, asked for twice."""
    index_matches.remember()
    x = sympy.Symbol("d0", integer=True, nonnegative=True)
    forms = {"x": lambda *_: x, "f": lambda a, _: FloorDiv(x, a), "m": lambda a, b: ModularIndexing(x, a, b)}
    index = sum((stride * forms[form](a, b) for stride, a, b, form in terms), sympy.S.Zero)

    class Sizes:
        """What a graph knows of numbers."""

        statically_known_multiple_of = staticmethod(lambda a, b: a % b == 0)
        statically_known_equals = staticmethod(lambda a, b: True)

    class Graph:
        sizevars = Sizes

    arguments = index, x, sympy.Integer(numel), dims
    with V.set_graph_handler(Graph):
        wanted = BlockPatternMatcher.match_mod_div_block_expr.__wrapped__(*arguments)
        for _ in range(2):
            found = BlockPatternMatcher.match_mod_div_block_expr(*arguments)
            assert found == wanted
            if found:
                found[0].clear()
