"""Layers: an import never points back, and no two modules import each other, not even under a function.

Tests import what they share by its full name, and no test module imports another.
"""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import triton_shared
from triton_shared.codegen.targets import TARGETS

ROOT = Path(triton_shared.__file__).parent

#: what the package of a target may import
TARGET = (
    "codegen.memory codegen.llvm codegen.tensors codegen.nests codegen.kernels codegen.passes codegen.target_attribute "
    "codegen pass_manager dialects ir errors mlir types abi interrupts compat"
)

#: a module or package -> what of ours it may import besides itself; of several entries the longest that fits holds
LAYERS = {
    "interrupts": "",
    "plugins": "interrupts",
    "types": "",
    "compat": "",
    "names": "",
    "parameters": "",
    "abi": "types",
    "mlir": "interrupts compat",
    "errors": "mlir names",
    "ir": "mlir types compat errors",
    "dialects": "plugins ir errors mlir types interrupts compat",
    "importers": "dialects ir errors mlir types",
    "releases": "dialects ir errors mlir interrupts compat",
    "reference": "dialects ir errors types abi mlir interrupts",
    "analyses": "dialects ir errors mlir types",
    "conversions": "plugins pass_manager pass_options analyses dialects ir errors mlir types abi interrupts",
    "pass_options": "",
    "pass_manager": "plugins pass_options errors mlir interrupts",
    "codegen": "",
    "codegen.passes": "pass_manager",
    "codegen.targets": "plugins",
    "codegen.target_attribute": "pass_manager ir errors mlir",
    "codegen.kernels": "codegen ir mlir errors abi",
    "codegen.nests": "dialects ir mlir errors",
    "codegen.tensors": "codegen.nests codegen.kernels ir mlir errors types",
    "codegen.memory": "codegen.nests codegen.kernels ir mlir errors",
    "codegen.llvm": "ir mlir errors types interrupts compat",
    **{package.removeprefix("triton_shared."): TARGET for package in TARGETS.values()},
    "passes": "plugins conversions codegen.passes codegen.targets codegen pass_manager",
    "runtime": "plugins passes pass_manager codegen.targets codegen.llvm codegen conversions dialects errors "
    "interrupts types abi mlir names parameters compat",
    "validation": "abi reference runtime passes pass_manager codegen.targets codegen dialects ir errors mlir types",
    "embedding": "parameters releases passes pass_manager pass_options dialects ir errors mlir interrupts compat",
    "inductor_choices": "runtime",
    "inductor_wrapper": "runtime abi types",
    "inductor_flex": "",
    "inductor": "inductor_choices inductor_flex inductor_wrapper runtime compat",
    "tools": "validation reference plugins releases passes pass_manager runtime importers conversions analyses "
    "codegen.targets codegen.llvm codegen.kernels codegen dialects ir errors mlir types abi names interrupts",
    "": "interrupts",
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


def imports(name: str) -> set[str]:
    """The modules of ours that module ``name`` imports, by names below ``triton_shared``; for types as for values."""
    found = set()
    work: list[ast.AST] = [ast.parse(MODULES[name].read_text(encoding="utf-8"))]
    while work:
        node = work.pop()
        match node:
            case ast.Import(names=aliases):
                targets = [alias.name for alias in aliases]
            case ast.ImportFrom(module=module, names=aliases, level=level):
                assert not level, f"{name}: relative import"
                targets = [f"{module}.{alias.name}" for alias in aliases]
            case _:
                targets = []
        for target in targets:
            package, _, inside = target.partition(".")
            if package == "triton_shared":
                found.add(inside if inside in MODULES else inside.rpartition(".")[0])
        work += ast.iter_child_nodes(node)
    return found - {name}


def layer(name: str) -> str:
    """The entry of `LAYERS` that holds for module ``name``."""
    while name not in LAYERS:
        name = name.rpartition(".")[0]
    return name


def test_imports_never_point_back():
    wrong = []
    for name in MODULES:
        here = layer(name)
        for target in imports(name):
            if layer(target) != here and layer(target) not in LAYERS[here].split():
                wrong.append(f"{name or 'triton_shared'} imports {target or 'triton_shared'}")
    assert not wrong, "\n".join(wrong)


def test_layers_have_no_circle():
    TopologicalSorter({name: allowed.split() for name, allowed in LAYERS.items()}).prepare()


def test_modules_have_no_circle():
    graph = {name: imports(name) for name in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = " -> ".join(error.args[1])
        raise AssertionError(f"modules import each other: {circle}") from None


TESTS = Path(__file__).parent


def test_what_tests_share_is_no_test_module():
    wrong = []
    for path in TESTS.rglob("*.py"):
        if path.parent.name in ("conformance", "public"):  # plugins of the pytest that runs in a checkout
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=aliases):
                    targets = [alias.name for alias in aliases]
                case ast.ImportFrom(module=module):
                    targets = [module]
                case _:
                    continue
            wrong += [
                f"{path.relative_to(TESTS)} imports {target}"
                for target in targets
                if (target.startswith("tests.") and target.rpartition(".")[2].startswith("test_"))
                or (path.parent / f"{target}.py").exists()
            ]
    assert not wrong, "\n".join(wrong)
