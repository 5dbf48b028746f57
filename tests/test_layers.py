"""Layers: an import never points back, and no two modules import each other, not even under a function.

Tests import what they share by its full name, and no test module imports another.
"""

import ast
import functools
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import triton_shared

ROOT = Path(triton_shared.__file__).parent

#: what the package of a target may import
TARGET = (
    "codegen.memory codegen.llvm codegen.tensors codegen.nests codegen.kernels codegen.passes codegen.target_attribute "
    "codegen passes.manager passes.base dialects ir errors mlir types abi interrupts compat parameters"
)
#: what may be asked to run passes
PASSES = "passes.registry passes.manager passes.base passes.options passes"
#: sub-rooms of what GPUs share, and of NVIDIA's: an import goes to rooms on the left
SIMT = [
    "heuristics",
    "target",
    "analysis",
    "layouts",
    "build",
    "peephole",
    "memory",
    "dot",
    "pipeline",
    "lower",
]
NVIDIA = ["options", "target", "launch_abi", "nvvm", "mma", "tma", "warp_specialization", "lower", "ptx"]
ALL_SIMT = " ".join(f"codegen.simt.{name}" for name in SIMT)


def rooms(package: str, names: list[str], below: str) -> dict[str, str]:
    """A row for each of the rooms ``names`` of ``package``, which may import those before it, and ``below``."""
    full = [f"{package}.{name}" for name in names]
    return {name: " ".join([*full[:place], below]) for place, name in enumerate(full)}


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
    "interop": "",
    "interop.importers": "dialects ir errors mlir types",
    "interop.releases": "dialects ir errors mlir interrupts compat",
    "reference": "dialects ir errors types abi mlir interrupts",
    "analyses": "dialects ir errors mlir types html",
    "proofs": "analyses dialects ir errors mlir types",
    "conversions": f"{PASSES} plugins proofs analyses dialects ir errors mlir types abi interrupts",
    "building_blocks": f"{PASSES} conversions codegen.memory codegen.kernels ir errors mlir types",
    "passes": "passes.registry",
    "passes.options": "",
    "passes.base": "passes.options",
    "passes.registry": "plugins passes.base codegen.targets",
    "passes.manager": "plugins passes.registry passes.base passes.options passes errors mlir interrupts",
    "codegen": "",
    "codegen.passes": "passes.base",
    "codegen.targets": "plugins",
    "codegen.target_attribute": "passes.base ir errors mlir",
    "codegen.kernels": "codegen ir mlir errors abi",
    "codegen.nests": "dialects ir mlir errors",
    "codegen.tensors": "codegen.nests codegen.kernels ir mlir errors types",
    "codegen.memory": "codegen.nests codegen.kernels ir mlir errors",
    "codegen.llvm": "ir mlir errors types interrupts compat",
    "codegen.cpu": TARGET,
    "codegen.simt": "",
    **rooms("codegen.simt", SIMT, TARGET),
    "codegen.simt.analysis": f"codegen.simt.heuristics codegen.simt.target analyses {TARGET}",
    **rooms("codegen.nvidia", NVIDIA, f"{ALL_SIMT} {TARGET}"),
    "codegen.nvidia": " ".join([*(f"codegen.nvidia.{name}" for name in NVIDIA), ALL_SIMT, TARGET]),
    "runtime": f"{PASSES} plugins proofs codegen.targets codegen.llvm codegen conversions dialects errors interrupts "
    "types abi mlir names parameters compat html",
    "triton": f"{PASSES} runtime codegen.targets codegen dialects errors interrupts types abi compat parameters "
    "progress",
    "torch": "triton runtime abi types compat progress",
    "validation": f"{PASSES} abi reference runtime codegen.targets codegen dialects ir errors mlir types",
    "explorer": f"{PASSES} reference ir codegen.targets codegen.llvm codegen.kernels codegen codegen.cpu dialects "
    "errors mlir",
    "interop.to_linalg": f"{PASSES} parameters interop.releases dialects ir errors mlir interrupts compat html",
    "tools": f"{PASSES} explorer validation reference plugins interop.releases interop.importers triton runtime "
    "conversions proofs analyses codegen.targets codegen.llvm codegen.kernels codegen dialects ir errors mlir types "
    "abi names interrupts parameters error_codes compat progress codegen.cpu codegen.nvidia.ptx",
    "sweeps": "tools validation reference runtime codegen.targets codegen.cpu errors types names parameters html",
    "tools.sweep": "sweeps tools validation names progress",
    "tools.tune": "tools.sweep sweeps tools validation names progress",
    "": "interrupts",
    "records": "",
    "coded": "error_codes",
    "parsers": "",
    "html": "",
    "progress": "",
    "__main__": "tools",
    "error_codes": "",
}
#: what any module may import
FOR_ALL = {"records", "coded", "parsers"}

#: the former names of modules that other programs know -> what they are now; each goes with the next release
FORMER = {
    "pass_options": "passes.options",
    "pass_manager": "passes.base passes.manager",
    "embedding": "interop.to_linalg",
    "importers": "interop.importers.babylon",
    "inductor": "torch.backend",
    "runtime.triton_backend": "",
    **{
        f"runtime.triton_backend.{name}": f"triton.{name}"
        for name in ("compiler", "driver", "cpu.compiler", "cpu.driver", "cuda.compiler", "cuda.driver")
    },
    "runtime.triton_backend.cpu": "",
    "runtime.triton_backend.cuda": "",
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


@functools.cache
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
    for name in MODULES.keys() - FORMER:
        here = layer(name)
        for target in imports(name):
            if layer(target) not in {here, *FOR_ALL, *LAYERS[here].split()}:
                wrong.append(f"{name or 'triton_shared'} imports {target or 'triton_shared'}")
    assert not wrong, "\n".join(wrong)


def test_former_names_stand_for_the_new_ones():
    """They import nothing else, and nobody here imports them."""
    assert {name: imports(name) for name in FORMER} == {
        name: set(new.split()) for name, new in FORMER.items()
    }
    assert not {name: set(FORMER) & imports(name) for name in MODULES if set(FORMER) & imports(name)}


def strings(path: Path) -> list[str]:
    """The strings of a module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in texts]
    return [node.value for node in nodes if isinstance(node.value, str)]


def test_simt_names_no_vendors_ops():
    """`codegen.simt` emits what upstream has for all GPUs, and what a target's `Instructions` emit."""
    names = [name for name in MODULES if name.startswith("codegen.simt.")]
    wrong = {
        f"{name}: {text}"
        for name in names
        for text in strings(MODULES[name])
        if re.search(r"nvvm|rocdl|%tid|ptx|\bsm_", text)
    }
    assert not wrong
    assert not {name for name in names if any(one.startswith("codegen.nvidia") for one in imports(name))}


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
