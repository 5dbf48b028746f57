"""Note on the module which CPU code is made for, this machine's unless it is noted already.

    module attributes {dlti.dl_spec = #dlti.dl_spec<…>}

becomes

    module attributes {tts.target = {cpu = "znver4", features = "+avx2,…", triple = "", abi = ""}}

What else the module says of machines, data layouts and triples, is dropped.

Promise: the module has a target, and it is one of `CpuTarget`'s.
"""

from __future__ import annotations

from triton_shared.codegen.cpu.target import CpuTarget, native_target
from triton_shared.codegen.kernels import functions_of
from triton_shared.codegen.target_attribute import TARGET
from triton_shared.mlir import ir

#: what else may speak of machines: data layouts and triples of modules, conventions and hints of functions
OTHERS = ("dlti.", "llvm.", "passthrough")
#: what declared functions promise
KEPT = ("llvm.readnone",)


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    if TARGET not in module.attributes:
        native_target().attach(module)
    CpuTarget.of(module)
    _forget_others(module)
    for function in functions_of(module).values():
        _forget_others(function)
        for of_values in ("arg_attrs", "res_attrs"):
            if of_values in function.attributes:
                function.attributes[of_values] = ir.ArrayAttr.get(
                    [_others_forgotten(entry) for entry in function.attributes[of_values]]
                )


def _forget_others(op: ir.Operation) -> None:
    for name in [name for name in op.attributes if name.startswith(OTHERS) and name not in KEPT]:
        del op.attributes[name]


def _others_forgotten(entry: ir.DictAttr) -> ir.DictAttr:
    return ir.DictAttr.get({a.name: a.attr for a in entry if not a.name.startswith(OTHERS)})
