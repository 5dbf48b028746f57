"""Code is a function of the source: each stage is the same whatever the process has compiled before."""

import random
from pathlib import Path

import pytest

from tests.support.stages import SAMPLES
from triton_shared import dialects
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.targets import TARGETS, conversion_for, module_of
from triton_shared.errors import CompileError
from triton_shared.passes.manager import run_pipeline

HERE = Path(__file__).parents[1]
FILES = [path for path in (*sorted(HERE.glob("*.mlir")), *SAMPLES) if "FUNCTION" not in path.read_text()]
CHIPS = ("sm_80", "sm_90a", "sm_120")


def made(path: Path, target: str, chip: str) -> list[tuple[str, str]]:
    """The text of each stage of the kernel at ``path``, and its object code or why it was refused."""
    stages, texts = module_of(target, "stages"), []
    module = dialects.parse(path.read_text(), path.name)
    options = {"options": stages.Options(GpuTarget(chip))} if target == "gpu" else {}
    try:
        if path in SAMPLES:
            run_pipeline(module, [conversion_for(target)])
        artifact = stages.compile_module(module, dump=lambda *text: texts.append(text), **options)
    except CompileError as error:
        return [*texts, ("refused", str(error))]
    return [*texts, ("made", artifact.ptx if target == "gpu" else artifact.object_code.hex())]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_depends_on_what_was_compiled_before(path, target):
    choice = random.Random(f"{path.name} {target}")
    chip = choice.choice(CHIPS)
    first = made(path, target, chip)
    for other in choice.sample(FILES, 3):
        made(other, choice.choice(list(TARGETS)), choice.choice(CHIPS))
    assert made(path, target, chip) == first
