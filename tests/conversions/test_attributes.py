"""Discardable attributes, those that are known and others, on every op: no program is refused or changed by them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import triton_shared
from examples.tutorials import cases
from triton_shared import dialects
from triton_shared.codegen import cpu, nvidia
from triton_shared.dialects import discardable
from triton_shared.dialects.discardable import NUMBERS
from triton_shared.errors import CompileError
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

TESTS = Path(__file__).parents[1]
SAMPLES = sorted((TESTS / "ttir/3.9").glob("*.mlir"))

#: one of each kind, numbers that no hint can mean, and what some hint does
VALUES = [
    *(
        "unit",
        "5 : i32",
        "-1 : i64",
        "0 : i32",
        "8589934592 : i64",
        "1.5 : f32",
        '"cg"',
        '"evict_last"',
        '"bf16"',
    ),
    *("array<i64: 16, 1>", "array<i32>", "dense<16> : tensor<1xi32>", "dense<-1> : tensor<2xi32>", "[1, 2]"),
    *("{a = 1 : i32}", "affine_map<(d0) -> (d0)>", "f32", "@symbol", "dense<1.0> : tensor<2xf32>", "false"),
]
HINTS = [
    *NUMBERS,
    *(f"tt.{name}" for name in ("cache", "eviction", "num_stages", "flatten", "warp_specialize")),
]
#: what conversions tell code generation, and is no hint: a program that says it wrongly is another program
TOLD = [
    f"tt.{name}"
    for name in ("sem", "scope", "wrapped", "scan", "reverse", "widens", "exact_as", "input_precision")
]
UNKNOWN = [
    "color",
    "some.thing",
    "tt.heard",
    "tts.product",
    "tts.access",
    "simt.producer",
    "llvm.linkage",
    "tt.block_shape",
]


def shared_form(path: Path) -> ir.Operation:
    """The shared form of a sample."""
    module = dialects.parse(path.read_text(), path.name)
    if any(op.operation.name == "tt.func" for op in module.regions[0].blocks[0]):
        run_pipeline(module, ["triton-to-linalg"])
    return module.operation


def decorated(
    module: ir.Operation, names: list[str], seed: object, of_arguments: bool = True
) -> ir.Operation:
    """A copy of ``module`` whose ops and arguments have each of ``names``, if they lack it, with one of `VALUES`."""
    copy, chosen = module.operation.clone(), random.Random(str(seed))
    with copy.context:
        values = [ir.Attribute.parse(value) for value in VALUES]
        for op in all_ops(copy):
            for name in names:
                if name not in op.attributes:
                    op.attributes[name] = chosen.choice(values)
            if of_arguments and op.name in ("tt.func", "func.func"):
                said = [{name: chosen.choice(values) for name in names} | known for known in arguments(op)]
                op.attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(known) for known in said])
    return copy


def arguments(function: ir.Operation) -> list[dict[str, ir.Attribute]]:
    """The attributes of the arguments of ``function``."""
    if "arg_attrs" in function.attributes:
        return [{entry.name: entry.attr for entry in known} for known in function.attributes["arg_attrs"]]
    return [{} for _ in ir.FunctionType(function.attributes["function_type"].value).inputs]


def bare(module: ir.Operation) -> str:
    """The text of ``module`` without all discardable attributes."""
    copy = module.operation.clone()
    for op in all_ops(copy):
        for name in list(op.attributes.keys()):
            if name == "arg_attrs" or not discardable.is_inherent(op, name):
                del op.attributes[name]
    return str(copy)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_attributes_of_samples(path):
    """Whatever ops say, in Triton IR and in the shared form, which says nothing that is not known there."""
    try:
        clean = shared_form(path)
    except CompileError:
        pytest.skip("refused without attributes, too")
    source = dialects.parse(path.read_text(), path.name)
    said = decorated(source, [*HINTS, *TOLD, *UNKNOWN], path.stem)
    run_pipeline(said, ["triton-to-linalg"])
    assert bare(said) == bare(clean)
    assert not list(discardable.unknown(said))
    said = decorated(clean, [*HINTS, *TOLD, *UNKNOWN], path.stem)
    run_pipeline(said, ["verify-shared-form", "drop-unknown-attributes"])
    assert bare(said) == bare(clean)
    assert not list(discardable.unknown(said))


def test_unknown_attributes_are_dropped_first():
    """So the code of what is said beside what is known is the same."""
    for stages in (cpu.STAGES, nvidia.STAGES):
        assert next(iter(stages.values()))[0] == "drop-unknown-attributes"
    clean = shared_form(TESTS / "codegen/matmul.mlir")
    said = decorated(clean, UNKNOWN, 0)
    assert str(said) != str(clean)
    discardable.strip(said)
    assert str(said) == str(clean)


@pytest.mark.parametrize("target", ["cpu", "gpu"])
@pytest.mark.parametrize(
    "name", ["codegen/matmul", "ttir/3.9/scan", "ttir/3.9/control_flow", "ttir/3.9/atomics"]
)
def test_code_is_made_whatever_ops_say(name, target):
    """Of hints and marks that are known, where they may stand, too."""
    clean = shared_form(TESTS / f"{name}.mlir")
    for seed in range(2):
        run_pipeline(decorated(clean, [*HINTS, *TOLD, *UNKNOWN], seed), [f"shared-to-{target}"])


@pytest.mark.parametrize("name", ["matmul", "softmax", "layer_norm_backward_dx", "dropout"])
def test_hints_change_no_result(name):
    """In Triton IR and in the shared form; of arguments they would be promises, which launches check."""
    case = next(c for c in cases() if c.name == name and c.element == "f32")
    source = dialects.parse(case.path.read_text(), case.path.name)
    for seed in range(3):
        said = decorated(source, [*HINTS, *UNKNOWN], seed, of_arguments=False)
        run_pipeline(said, ["triton-to-linalg"] if seed else [])
        if seed > 1:
            said = decorated(said, [*HINTS, *UNKNOWN], seed, of_arguments=False)
        launch = case.launch(seed=1)
        triton_shared.compile(dialects.print_module(said))[launch.grid](*launch.args)
        assert launch.errors()[1] <= 1
