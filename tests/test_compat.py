"""What `triton_shared.compat` takes for granted of other packages holds, and nobody else takes more."""

import ast
import gc
import re
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest

import triton_shared
from triton_shared import compat, dialects
from triton_shared.dialects.tt.memory import LoadOp
from triton_shared.dialects.tt.program import CallOp
from triton_shared.dialects.tts import TTS
from triton_shared.mlir import PACKAGE, ext, ir, translate_module_to_llvmir

ROOT = Path(triton_shared.__file__).parent
#: made of Inductor's own modules as a whole
INDUCTOR = set((ROOT / "torch").glob("*.py"))
PACKAGES = ("torch", "triton", "llvmlite", "numpy", "torch_mlir", "mlir")


def ran(program: str) -> str:
    """What a process of its own prints."""
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout


def test_translation():
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse("llvm.func @f() { llvm.return }")
        assert "define void @f()" in translate_module_to_llvmir(module)


def test_dialects_are_found_without_a_search():
    for name in ("tt", "tts", "ttg"):
        assert sys.modules[f"{PACKAGE}.dialects.{name}"].__name__.startswith("triton_shared.dialects")


def test_ops_of_linalg_are_plain_until_someone_asks():
    program = f"""
import sys
from triton_shared.ir import builder
from triton_shared.mlir import ir
with ir.Context(), ir.Location.unknown():
    module = ir.Module.parse("func.func @f(%x: f32, %m: memref<4xf32>) {{ linalg.fill ins(%x : f32) "
        "outs(%m : memref<4xf32>) return }}")
    op = module.body.operations[0].regions[0].blocks[0].operations[0]
    print(op.operation.name, "{PACKAGE}.dialects.linalg" in sys.modules)
"""
    assert ran(program).split() == ["linalg.fill", "False"]


def test_compiling_imports_no_classes_of_plain_ops():
    program = f"""
import sys
from pathlib import Path
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia import stages
from triton_shared.ir.builder import PLAIN
from triton_shared.runtime.compilation import build
text = Path("{ROOT.parent}/examples/softmax.f32.mlir").read_text()
build(text, "k.mlir", None)
build(text, "k.mlir", None, target="gpu", options={{"options": stages.Options(GpuTarget("sm_90"))}})
print([name for name in PLAIN if f"{PACKAGE}.dialects.{{name}}" in sys.modules])
"""
    assert ran(program).split() == ["[]"]


def test_dialects_are_loaded_without_passes(monkeypatch):
    """Meanwhile other threads find the bindings' own pass manager."""
    managers, meanwhile, declare = ext.PassManager, [], TTS._emit_module
    monkeypatch.setattr(TTS, "_emit_module", lambda: (meanwhile.append(ext.PassManager), declare())[1])
    with ir.Context() as context, ir.Location.unknown():
        compat.load_dialect(TTS)
        assert context.is_dialect_loaded("tts")
        with pytest.raises(ir.MLIRError):
            ir.Operation.create("tts.load").verify()
        with pytest.raises(ext.DialectAlreadyLoadedError):
            compat.load_dialect(TTS)
    assert meanwhile == [managers]


def test_op_classes():
    assert {f.name for f in compat.fields_of(LoadOp)} >= {"ptr", "mask", "other", "result"}
    assert compat.regions_of(LoadOp) == (0, True)
    assert compat.traits_of(LoadOp)


def test_hooks():
    assert issubclass(CallOp, ext.Operation)
    module = dialects.parse(
        "tt.func private @f(%x: i32, %y: f32) -> (f32, i32) { tt.return %y, %x : f32, i32 }\n"
        "tt.func @k(%x: i32, %y: f32) { %z:2 = tt.call @f(%x, %y) : (i32, f32) -> (f32, i32)\n tt.return }"
    )
    call = module.regions[0].blocks[0].operations[1].regions[0].blocks[0].operations[0]
    sorts = (ext.OperandDef, ext.ResultDef)
    operands, results = (
        next(f.name for f in compat.fields_of(CallOp) if isinstance(f, sort)) for sort in sorts
    )
    assert [str(v.type) for v in getattr(call, operands)] == ["i32", "f32"]
    assert [str(v.type) for v in getattr(call, results)] == ["f32", "i32"]


def test_llvmlite_lock_is_held_in_every_call():
    lock = compat.llvmlite_lock()
    with lock, lock:
        llvm.get_default_triple()
    assert lock is compat.llvmlite_lock()


def test_pass_managers_are_freed():
    llvm.initialize_native_target()
    machine = llvm.Target.from_default_triple().create_target_machine()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    manager = builder.getModulePassManager()
    compat.dispose_pass_manager(manager)
    manager.detach()
    del manager
    gc.collect()


def test_overriding_files(tmp_path, monkeypatch):
    compiler = pytest.importorskip("triton.compiler.compiler", reason="Triton is not installed")
    monkeypatch.setattr(compiler, "parse", lambda file, extension, context: ("Triton's own", extension))
    compat.read_overriding_files({"x": lambda file: f"read {file}"})
    assert compiler.parse("f", "x", None) == "read f"
    assert compiler.parse("f", "ttir", None) == ("Triton's own", "ttir")


def test_dtype_names(monkeypatch):
    utils = pytest.importorskip("triton._utils", reason="Triton is not installed")
    monkeypatch.setattr(utils, "type_canonicalisation_dict", {"float32": "fp32"})

    class Table(dict):
        pass

    compat.replace_dtype_names(Table)
    found = utils.type_canonicalisation_dict
    compat.replace_dtype_names(Table)
    assert type(found) is Table and found is utils.type_canonicalisation_dict and found["float32"] == "fp32"


def test_parameters_of_a_launch():
    jit = pytest.importorskip("triton.runtime.jit", reason="Triton is not installed")
    assert compat.launch_parameters() == {}
    assert compat._BINDER in Path(jit.__file__).read_text(encoding="utf-8")

    def dynamic_func(x):
        params = {"x": x}
        return compat.launch_parameters(), params

    assert dynamic_func(5)[0] == {"x": 5}


def test_binaries_have_a_name_that_triton_reads_as_such():
    compiler = pytest.importorskip("triton.compiler.compiler", reason="Triton is not installed")
    source = Path(compiler.__file__).read_text(encoding="utf-8")
    assert f'"{compat.binary_stage(True)}"' in source and compat.binary_stage(False) == "o"


def test_drivers_set_aside():
    pytest.importorskip("triton", reason="Triton is not installed")
    program = """
from triton_shared import compat
compat.set_drivers_aside(["nvidia", "amd", "none"])
from triton.backends.nvidia.driver import CudaDriver
print(CudaDriver.is_active())
"""
    assert ran(program).split() == ["False"]


def test_a_back_end_leaves_targets():
    """In a process of its own, which knows nothing of other such kinds."""
    pytest.importorskip("triton", reason="Triton is not installed")
    program = """
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.compiler import CUDABackend
from triton_shared import compat
class Kind(GPUTarget):
    pass
compat.leave_targets("nvidia", Kind)
compat.leave_targets("none", Kind)
print(*(CUDABackend.supports_target(kind("cuda", 90, 32)) for kind in (GPUTarget, Kind)))
print(CUDABackend.supports_target(GPUTarget("hip", 90, 32)))
"""
    assert ran(program).split() == ["True", "False", "False"]


def test_targets_are_restored():
    pytest.importorskip("triton", reason="Triton is not installed")
    program = """
from collections import namedtuple
from triton.backends.compiler import GPUTarget
from triton.compiler import compiler
from triton_shared import compat
class Kind(GPUTarget):
    pass
def initialize(self, target):
    self.metadata = namedtuple("Metadata", "target")(target)
compiler.CompiledKernel.__init__ = initialize
compiler.CompiledKernel.__del__ = lambda self: None
for _ in range(2):
    compat.restore_targets("here", Kind)
for backend in ("here", "there"):
    print(repr(compiler.CompiledKernel(GPUTarget(backend, 90, 32)).metadata.target))
"""
    assert ran(program).split("\n")[:2] == [
        "Kind(backend='here', arch=90, warp_size=32)",
        "GPUTarget(backend='there', arch=90, warp_size=32)",
    ]


def test_what_is_kept_by_driver_is_found_where_it_is_frozen():
    pytest.importorskip("triton", reason="Triton is not installed")
    program = """
import gc
from triton.runtime import JITFunction, driver
from triton_shared import compat
class First: pass
class Second: pass
function = JITFunction.__new__(JITFunction)
function.device_caches = {0: "first"}
unfinished = JITFunction.__new__(JITFunction)  # as where its signature was refused
compat.keep_kernels_of_each_driver()
driver.set_active(First())
gc.freeze()
for kind in (Second, First, First, Second, First):
    driver.set_active(kind())
    print(len(function.device_caches), gc.get_freeze_count() > 0)
"""
    assert ran(program).split() == ["0", "True", "1", "True", "1", "True", "0", "True", "1", "True"]


def test_what_launches_kernels_of_tritons_own_back_end():
    """What else it needs, it asks of the active driver."""
    nvidia = pytest.importorskip("triton.backends.nvidia.driver", reason="Triton is not installed")
    assert compat.nvidia_launcher() is nvidia.CudaLauncher
    source = Path(nvidia.__file__).read_text(encoding="utf-8")
    assert "self.load_binary = mod.load_binary" in source and "cls.instance" in source


def test_the_active_driver_is_put_back():
    driver = pytest.importorskip("triton.runtime", reason="Triton is not installed").driver
    before = driver._active
    with compat.active_driver_put_back():
        driver.set_active(object())
    assert driver._active is before


def private_uses(path: Path) -> list[str]:
    """Where the module at ``path`` uses a private name of another package."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    foreign, found = {"ir", "ext", "irdl", "arith", "scf"}, []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                modules = [n.name for n in names]
                foreign |= {
                    (n.asname or n.name).split(".")[0] for n in names if n.name.split(".")[0] in PACKAGES
                }
            case ast.ImportFrom(module=str(module), names=names) if module.split(".")[0] in PACKAGES:
                modules = [f"{module}.{n.name}" for n in names]
                foreign |= {n.asname or n.name for n in names}
            case _:
                continue
        found += [
            m for m in modules if m.split(".")[0] in PACKAGES and re.search(r"\._(?!C\b|inductor\b)", m)
        ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and re.match(r"_[a-zA-Z]", node.attr):
            root = node.value
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(root, ast.Name) and root.id in foreign:
                found.append(f"{root.id}….{node.attr}")
            elif node.attr in ("_fields", "_traits", "_ODS_REGIONS", "_op_name", "_emit_operation"):
                found.append(node.attr)
    return [f"{path.relative_to(ROOT)}: {use}" for use in found]


def test_nobody_else_uses_what_is_private():
    paths = [p for p in sorted(ROOT.rglob("*.py")) if p not in INDUCTOR and p != ROOT / "compat.py"]
    found = [use for path in paths for use in private_uses(path)]
    assert not found, "\n".join(found)
    assert private_uses(ROOT / "compat.py")


def test_functions_that_stubs_lack_are_declared_among_them():
    stubs = pytest.importorskip("triton.language.extra.libdevice")
    compat.declare_functions(["tanh", "of_a_test"])
    try:
        assert stubs.of_a_test.__module__ == stubs.tanh.__module__ and stubs.of_a_test.__name__ == "of_a_test"
    finally:
        del stubs.of_a_test
