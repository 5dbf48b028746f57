"""Names that programs know from before modules moved are those of the new modules, for one release."""

import importlib
import importlib.util

import pytest

FORMER = {
    "triton_shared.pass_manager.Pass": "triton_shared.passes.base.Pass",
    "triton_shared.pass_manager.run_pipeline": "triton_shared.passes.manager.run_pipeline",
    "triton_shared.pass_options.Option": "triton_shared.passes.options.Option",
    "triton_shared.passes.left_out": "triton_shared.passes.registry.left_out",
    "triton_shared.passes.PASSES": "triton_shared.passes.registry.PASSES",
    "triton_shared.embedding.to_linalg": "triton_shared.interop.to_linalg.to_linalg",
    "triton_shared.importers.babylon": "triton_shared.interop.importers.babylon",
    "triton_shared.inductor.DEFAULTS": "triton_shared.torch.backend.DEFAULTS",
    "triton_shared.inductor.triton_shared": "triton_shared.torch.backend.triton_shared",
    "triton_shared.inductor.aoti_compile_and_package": "triton_shared.torch.backend.aoti_compile_and_package",
}


def named(path: str):
    module, _, name = path.rpartition(".")
    if not hasattr(importlib.import_module(module), name):
        return importlib.import_module(path)
    return getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("name", FORMER)
def test_a_former_name_is_the_new_one(name):
    assert named(name) is named(FORMER[name])


@pytest.mark.skipif(not importlib.util.find_spec("triton"), reason="Triton is not installed")
@pytest.mark.parametrize("inside", ["", ".cpu", ".cuda"])
def test_triton_finds_the_same_classes_by_former_entry_points(inside):
    from triton.backends import BaseBackend, DriverBase, _find_concrete_subclasses

    for module, base in (("compiler", BaseBackend), ("driver", DriverBase)):
        before, now = (
            _find_concrete_subclasses(importlib.import_module(f"{package}{inside}.{module}"), base)
            for package in ("triton_shared.runtime.triton_backend", "triton_shared.triton")
        )
        assert before is now
