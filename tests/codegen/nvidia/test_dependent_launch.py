"""Kernels wait for the one before theirs before they touch memory, on chips where they may begin before its end."""

import itertools
import re
from pathlib import Path

import pytest

from triton_shared import dialects
from triton_shared.codegen.nvidia import stages
from triton_shared.codegen.nvidia.ptx import dependent_launch
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.passes.manager import run_pipeline

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = [
    "vector_add.f16",
    "softmax.f32",
    "layer_norm.f32",
    "matmul.f16",
    "attention.f16",
    "seeded_dropout.f32",
]
GRID_CONTROL = re.compile(r"^\t(?:@%last )?griddepcontrol\.(\w+);$", re.MULTILINE)
OWN = """define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.maxntid"="128" {
  call void asm sideeffect "griddepcontrol.wait;", "~{memory}"()
  store i32 1, ptr addrspace(1) %p
  ret void
}"""


def artifact(name: str, chip: str = "sm_90a", **options) -> stages.Artifact:
    module = dialects.parse((EXAMPLES / f"{name}.mlir").read_text(encoding="utf-8"))
    run_pipeline(module, ["triton-to-linalg"])
    return stages.compile_module(module, options=stages.Options(GpuTarget(chip, **options)))


@pytest.mark.parametrize("name", NAMES)
def test_all_ways_wait_before_they_touch_memory(name):
    made = artifact(name)
    assert made.launch_pdl and GRID_CONTROL.findall(made.ptx)[0] == "launch_dependents"
    check(made.ptx)


@pytest.mark.parametrize("chip, options", [("sm_80", {}), ("sm_89", {}), ("sm_90a", {"launch_pdl": False})])
def test_others_are_launched_one_after_the_other(chip, options):
    made = artifact("vector_add.f32", chip, **options)
    assert not made.launch_pdl and "griddepcontrol" not in made.ptx


@pytest.mark.parametrize("wanted, is_launched_so", [(None, False), (False, False), (True, True)])
def test_what_a_source_has_of_it_is_left_alone(wanted, is_launched_so):
    target = GpuTarget("sm_90a", launch_pdl=wanted)
    assert dependent_launch.is_launched_so(OWN, target) == is_launched_so
    ptx = ".entry k()\n{\n\tmov.u32 %r1, 1;\n\tgriddepcontrol.wait;\n\tst.global.b32 [%rd1], %r1;\n}\n"
    assert dependent_launch.waiting(ptx, target) == ptx


BRANCH = re.compile(r"\t(@!?%\w+ )?bra(?:\.uni)? +(\S+);")
#: what others see, or waits for them
SHARED = re.compile(r"\b(ld|st|atom|red|cp|call|membar|mbarrier\.(?!init)|wgmma|mma|tex|trap)\b(?!\.param)")


def check(ptx: str) -> None:
    """All ways through a kernel wait before what others see, before a loop, and before the end."""
    lines = ptx[ptx.index("\n{\n") :].split("\n")
    labels = {
        line[:-1]: n for n, line in enumerate(lines) if line.startswith("$L__BB") and line.endswith(":")
    }
    pending, seen = [0], set[int]()
    while pending:
        n = pending.pop()
        on_this_way: set[int] = set()
        while "griddepcontrol.wait" not in lines[n] and n not in seen:
            assert n not in on_this_way, f"a loop without a wait: {lines[n]}"
            assert not SHARED.search(lines[n]) and not re.search(r"\tret;|^\}", lines[n]), lines[n]
            on_this_way.add(n)
            branch = BRANCH.match(lines[n])
            if branch and branch[1]:
                pending.append(labels[branch[2]])
            n = labels[branch[2]] if branch and not branch[1] else n + 1
        seen |= on_this_way


HEAD = ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n\t.reg .b32 %r<4>;\n\n\t.loc 1 2 3\n$L__tmp0:\n"


@pytest.mark.parametrize(
    "computed, touches",
    [
        ("\tmov.u32 %r1, %tid.x;\n\tld.param.b64 %rd1, [k_param_0];\n", "\tld.global.b32 %r2, [%rd1];"),
        ("\tadd.s32 %r1, %r2, 1;\n", "\tmov.b32 %r1, 0; @%p1 ld.global.b32 %r1, [%rd1];"),
        ("\t{ .reg .pred %q; setp.lt.s64 %q, %rd1, 0; selp.b64 %rd2, %rd1, 0, %q; }\n", "\tret;"),
        ("\tmov.b64 {%r1, %r2}, %rd1;\n", "\t@%p1 trap;"),
        ("\tmov.u32 %r1, %r2;\n", "\tcall.uni (%r1), f, (%r2);"),
        ("\tbar.sync 0;\n\tfence.proxy.async;\n", "\tst.shared.b32 [%r1], %r2;"),
        # a branch over what others see, one over what they do not, one back
        ("\tmov.u32 %r1, 1;\n", "\t@%p1 bra $L__BB0_1;\n\tst.global.b32 [%rd1], %r1;\n$L__BB0_1:\n\tret;"),
        ("\t@%p1 bra $L__BB0_1;\n\tmbarrier.init.shared.b64 [%r1], 1;\n$L__BB0_1:\n\tbar.sync 0;\n", "\tret;"),
        ("\tmov.u32 %r1, 1;\n", "$L__BB0_1:\n\tadd.s32 %r1, %r1, 1;\n\t@%p1 bra $L__BB0_1;\n\tret;"),
        ("\tmov.u32 %r1, 1;\n", "again0: mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;\n\t@!%p1 bra again0;"),
    ],
)  # fmt: skip
def test_where_a_kernel_waits(computed, touches):
    made = dependent_launch.waiting(f"{HEAD}{computed}{touches}\n}}\n", GpuTarget("sm_90"))
    assert made == f"{HEAD}\t{dependent_launch.BEGIN}\n{computed}{dependent_launch.WAIT}\n{touches}\n}}\n"


def test_ways_wait_each_by_itself():
    sides = "\t@%p1 bra $L__BB0_2;\n\tld.global.b32 %r1, [%rd1];\n\tbra.uni $L__BB0_3;\n$L__BB0_2:\n"
    end = "\tmov.u32 %r1, 1;\n$L__BB0_3:\n\tst.global.b32 [%rd1], %r1;\n\tret;\n}\n"
    made = dependent_launch.waiting(HEAD + sides + end, GpuTarget("sm_90"))
    check(made)
    assert made.count(dependent_launch.WAIT) == 2
    with pytest.raises(AssertionError):
        check(made.replace(dependent_launch.WAIT, "\t", 1))


COMPUTES = {
    "mov": lambda a: a,
    "mad": lambda a, b, c: a * b + c,
    "mul": lambda a, b: a * b,
    "sub": lambda a, b: a - b,
    "setp": lambda a, b: int(a <= b),
}


def lets_in(ptx: str, grid: dict[str, int], block: dict[str, int]) -> bool:
    """Whether a block of a grid lets the next kernel in, by the instructions that decide it."""
    values = {f"%ctaid.{axis}": block[axis] for axis in "xyz"} | {
        f"%nctaid.{axis}": grid[axis] for axis in "xyz"
    }
    decides = ptx[: ptx.index(f"@%last {dependent_launch.BEGIN}")].rpartition("{")[2]
    for name, operands in re.findall(
        r"^\t(mov|mad\.lo|mul\.lo|sub|setp\.le)\.u32 (.*);$", decides, re.MULTILINE
    ):
        result, *given = operands.split(", ")
        numbers = [values[one] if one in values else int(one) for one in given]
        values[result] = COMPUTES[name.partition(".")[0]](*numbers) % 2**32
    return bool(values["%last"])


@pytest.mark.parametrize("warps, most", [(1, 132), (2, 132), (4, 2112), (8, 1056), (32, 264)])
@pytest.mark.parametrize("axes", ["x", "y", "xy", "xyz"])
def test_the_last_blocks_let_the_next_kernel_in(warps, most, axes):
    read = "".join(f"\tmov.u32 %r1, %ctaid.{axis};\n" for axis in axes)
    ptx = dependent_launch.waiting(
        HEAD.replace("{", f".maxntid {32 * warps}, 1, 1\n{{", 1) + read + "\tret;\n}\n", GpuTarget("sm_90")
    )
    sizes = {1: (5000,), 2: (70, 60), 3: (25, 20, 10)}[len(axes)]
    grid = dict.fromkeys("xyz", 1) | dict(zip(axes, sizes, strict=True))
    order = itertools.product(*(range(grid[axis]) for axis in "zyx"))  # in which the hardware starts them
    found = [lets_in(ptx, grid, dict(zip("zyx", place, strict=True))) for place in order]
    assert found == [number >= len(found) - most for number in range(len(found))]
    assert lets_in(ptx, dict.fromkeys("xyz", 2), dict.fromkeys("xyz", 0))


def test_a_kernel_of_one_program_lets_the_next_one_in_at_once():
    assert f"\n\t{dependent_launch.BEGIN}\n" in dependent_launch.waiting(
        f"{HEAD}\tret;\n}}\n", GpuTarget("sm_90")
    )
