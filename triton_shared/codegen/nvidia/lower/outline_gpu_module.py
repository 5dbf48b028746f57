"""Put the kernels of a module into a `gpu.module`, from where upstream's passes lower them.

    func.func @add(%x: !llvm.ptr<1> {tt.divisibility = 16, …}) {…}

becomes

    gpu.module @kernels {
      llvm.mlir.global external @shared() {addr_space = 3, alignment = 16} : !llvm.array<0 x i8>
      gpu.func @add(%x: !llvm.ptr<1> {llvm.align = 16, …}) kernel
          attributes {known_block_size = array<i32: 128, 1, 1>} {…}
    }

Regions of shared memory become addresses behind ``@shared``.  `inline_gpu_module.py` takes what has become
of them out again.
"""

from __future__ import annotations

from triton_shared.abi import DIVISIBILITY
from triton_shared.codegen.kernels import attributes_of, functions_of, kernels_of
from triton_shared.codegen.nvidia.target import GpuTarget
from triton_shared.codegen.nvidia.warp_specialization import producer_slice
from triton_shared.codegen.simt.analysis.divisibility import alignment_of
from triton_shared.codegen.simt.build.emitter import Emitter
from triton_shared.codegen.simt.memory.allocate_shared_memory import OFFSET, SHARED_ALLOC
from triton_shared.ir.builder import Builder, i64_attr, integer
from triton_shared.ir.walk import all_ops, substitute, terminator
from triton_shared.mlir import ir

SHARED = "shared"
#: on a function: the attributes of its arguments, of which upstream keeps those that LLVM knows
ARGUMENTS = "tts.arguments"
ALIGNMENT = 1024


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    target = GpuTarget.of(module)
    kernels = kernels_of(module)
    b = Builder(ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]), module.location)
    outer = b.op("gpu.module", (), (), {"sym_name": ir.StringAttr.get("kernels")}, regions=1)
    block = outer.regions[0].blocks.append()
    attributes = {
        "sym_name": ir.StringAttr.get(SHARED),
        "global_type": ir.TypeAttr.get(ir.Type.parse("!llvm.array<0 x i8>")),
        "linkage": ir.Attribute.parse("#llvm.linkage<external>"),
        "addr_space": ir.IntegerAttr.get(integer(32), 3),
        "alignment": i64_attr(ALIGNMENT),
    }
    with b.inside(block):
        b.op("llvm.mlir.global", (), (), attributes, regions=1)
    for name, function in functions_of(module).items():
        if name in kernels:
            _regions(function)
            _outline(function, target, block)
        else:
            function.detach_from_parent()
            block.append(function)


def _regions(kernel: ir.Operation) -> None:
    for op in all_ops(kernel, {SHARED_ALLOC}):
        b = Emitter(op, op.location)
        base = b.one("llvm.mlir.addressof", b.shared_pointer, global_name=ir.FlatSymbolRefAttr.get(SHARED))
        substitute(op, b.advance(base, op.attributes[OFFSET].value))


def _outline(kernel: ir.Operation, target: GpuTarget, block: ir.Block) -> None:
    known = attributes_of(kernel)
    for attributes in known:
        if DIVISIBILITY in attributes and "tts.pointee" in attributes:
            attributes["llvm.align"] = i64_attr(alignment_of(attributes[DIVISIBILITY].value))
    attributes = {name: kernel.attributes[name] for name in kernel.attributes if name != "arg_attrs"}
    arguments = ir.ArrayAttr.get([ir.DictAttr.get(a) for a in known])
    attributes |= {
        "arg_attrs": arguments,
        ARGUMENTS: arguments,
        "known_block_size": ir.DenseI32ArrayAttr.get([producer_slice.threads(kernel, target), 1, 1]),
        "kernel": ir.UnitAttr.get(),
    }
    if target.maxnreg is not None:
        attributes["nvvm.maxnreg"] = ir.IntegerAttr.get(integer(32), target.maxnreg)
    b = Builder(ir.InsertionPoint(block), kernel.location)
    new = b.op("gpu.func", (), (), attributes, regions=1)
    body = kernel.regions[0].blocks[0]
    body.append_to(new.regions[0])
    end = terminator(body)
    Builder.before(end).op("gpu.return", (), ())
    end.erase()
    kernel.erase()
