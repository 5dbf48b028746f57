"""A kernel's arguments are in PTX where a launch packs them: sizes and places of each type."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triton_shared import dialects
from triton_shared.abi import layout
from triton_shared.codegen.nvidia import stages
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.passes.manager import run_pipeline
from triton_shared.types import ARGUMENTS

SCALARS = [name for name in ARGUMENTS if name != "ptr"]
_PARAM = re.compile(r"\.param (?:\.align \d+ )?\.[bsuf](\d+)(?: \.ptr[^\n]*)? \w+_param_\d+")


def compiled(types: list[str]) -> stages.Artifact:
    """A kernel that stores each of its scalars to a pointer of its own."""
    parameters, body = [], []
    for number, type_ in enumerate(types):
        parameters += [f"%p{number}: !tt.ptr<{type_}>", f"%v{number}: {type_}"]
        body.append(f"  tt.store %p{number}, %v{number} : !tt.ptr<{type_}>")
    text = f"tt.func public @k({', '.join(parameters)}) {{\n" + "\n".join(body) + "\n  tt.return\n}"
    module = dialects.parse(text, "k.mlir")
    run_pipeline(module, ["triton-to-linalg"])
    return stages.compile_module(module, "k", options=stages.Options(GpuTarget("sm_90a")))


def places(ptx: str) -> list[int]:
    """Where PTX has a kernel's arguments: each at the next multiple of its size."""
    found, at = [], 0
    for bits in _PARAM.findall(ptx[: ptx.index(".maxntid")]):
        size = int(bits) // 8
        at = -(-at // size) * size
        found.append(at)
        at += size
    return found


@pytest.mark.parametrize("type_", SCALARS)
def test_each_type(type_):
    artifact = compiled([type_, "i8", type_])
    assert [param.type for param in artifact.params] == ["ptr", type_, "ptr", "i8", "ptr", type_]
    assert places(artifact.ptx) == layout(artifact.params)[0]


@settings(max_examples=6, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(SCALARS), min_size=1, max_size=6))
def test_any_types(types):
    artifact = compiled(types)
    assert places(artifact.ptx) == layout(artifact.params)[0]
