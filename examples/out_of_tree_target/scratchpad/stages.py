"""From the shared form to a program of the simulator: Python, about a line an op; ``m`` is the machine."""

from typing import NamedTuple

from scratchpad import STAGES
from triton_shared.building_blocks.numpy_program import NumpyProgram
from triton_shared.codegen.kernels import functions_of, keep_kernel, params_of, pick_kernel
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline


class Program(NamedTuple):
    """A compiled kernel: its name, its parameters, and what `SimulatedKernel` runs."""

    name: str
    params: tuple
    text: str


def compile_module(module, kernel=None, *, dump=None):
    """The `Program` of the function ``kernel`` of ``module``, which is consumed."""
    with module.context, ir.Location.unknown():
        name = pick_kernel(module, kernel)
        keep_kernel(module, name)
        for stage, passes in STAGES.items():
            run_pipeline(module, passes)
            if dump:
                dump(stage, str(module))
        function = functions_of(module)[name]
        return Program(name, params_of(function), Emitter().function(function, "program", "m"))


class Emitter(NumpyProgram):
    """Writes the program: ops on values are numpy's, and these reach memory."""

    refusal = "has no instruction on a machine that moves blocks by DMA"
    forms = NumpyProgram.forms | {
        "memref.alloc": "m.buffer({tts_place}, {shape}, {t})", "memref.reinterpret_cast": "m.block({0}, {window})",
        "memref.cast": "{0}", "memref.copy": "m.write(m.read({0}), {1})", "bufferization.to_tensor": "m.read({0})",
        "bufferization.materialize_in_destination": "m.write({0}, {1})", "triton_shared_start": "m.start({operands})",
        "triton_shared_wait_for": "m.wait({0})",
        "memref.load": "m.read(m.window({0}, [{rest}], *2 * [len([{rest}]) * [1]])).reshape(())[()]",
        "memref.store": "m.write({0}, m.window({1}, [{indices}], *2 * [len([{indices}]) * [1]]))",
        "memref.subview": "m.window({0}, {window})", "linalg.fill in memory": "m.write({0}, {1})",
    }  # fmt: skip
