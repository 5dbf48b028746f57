"""From the shared form to a program of the simulator: Python, about a line an op; ``m`` is the machine."""

import re
from typing import NamedTuple

from scratchpad import STAGES
from scratchpad.runtime import DTYPES
from triton_shared.codegen.kernels import functions_of, keep_kernel, params_of, pick_kernel
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import DYNAMIC, element_of
from triton_shared.mlir import ir
from triton_shared.passes.manager import run_pipeline

#: what an op is: {0}, {1} are operands, {t} is the type of the result's elements, {u} operand 0's without a sign
FORMS = {
    "arith.addf arith.addi": "{0} + {1}", "arith.subf arith.subi": "{0} - {1}", "arith.mulf arith.muli": "{0} * {1}",
    "arith.divf": "{0} / {1}", "arith.negf": "-{0}", "arith.remsi": "np.fmod({0}, {1})",
    "arith.divsi": "({0} - np.fmod({0}, {1})) // {1}", "arith.andi": "{0} & {1}", "arith.ori": "{0} | {1}",
    "arith.xori": "{0} ^ {1}", "arith.shrui": "({0}.view({u}) >> {1}.view({u})).view({t})",
    "arith.minsi": "np.minimum({0}, {1})", "arith.maxsi": "np.maximum({0}, {1})", "arith.maxnumf": "np.fmax({0}, {1})",
    "arith.minui": "np.minimum({0}.view({u}), {1}.view({u})).view({t})",
    "arith.maxui": "np.maximum({0}.view({u}), {1}.view({u})).view({t})",
    "arith.select": "np.where({0}, {1}, {2})[()]", "arith.extui": "{0}.view({u}).astype({t})",
    "arith.extf arith.truncf arith.sitofp arith.index_cast arith.extsi arith.trunci": "{0}.astype({t})",
    "arith.cmpi 0": "{0} == {1}", "arith.cmpi 1": "{0} != {1}", "arith.cmpi 2": "{0} < {1}",
    "arith.cmpi 4": "{0} > {1}", "arith.cmpi 3": "{0} <= {1}", "arith.cmpi 5": "{0} >= {1}",
    "arith.cmpi 6": "{0}.view({u}) < {1}.view({u})", "arith.cmpf 2": "{0} > {1}", "arith.cmpf 4": "{0} < {1}",
    "math.exp": "np.exp({0})", "math.exp2": "np.exp2({0})", "math.log2": "np.log2({0})", "math.sqrt": "np.sqrt({0})",
    "linalg.fill": "np.full_like({1}, {0})", "tensor.extract": "{0}[{rest}]", "tensor.empty": "np.empty({shape}, {t})",
    "linalg.matmul linalg.batch_matmul": "{2} + {0}.astype({t}) @ {1}.astype({t})",
    "tensor.expand_shape tensor.collapse_shape": "{0}.reshape({shape})",
    "arith.constant": "np.full({shape}, {value!r}, {t})[()]", "linalg.transpose": "{0}.transpose({permutation})",
    "linalg.index": "np.indices(shape, sparse=True)[{dim}]", "memref.alloc": "m.buffer({scratchpad_at}, {shape}, {t})",
    "memref.reinterpret_cast": "m.block({0}, {window})", "memref.cast": "{0}",
    "memref.subview tensor.extract_slice": "m.window({0}, {window})",
    "memref.copy": "m.write(m.read({0}), {1})", "bufferization.to_tensor": "m.read({0})",
    "bufferization.materialize_in_destination": "m.write({0}, {1})",
    "memref.store": "m.write({0}, m.window({1}, [{indices}], *2 * [len([{indices}]) * [1]]))",
}  # fmt: skip
FORMS = {name: form for names, form in FORMS.items() for name in re.split(r" (?=[a-z])", names)}
COMBINERS = {"arith.addf": "np.add", "arith.addi": "np.add", "arith.maxnumf": "np.fmax"}
#: what numpy does otherwise on booleans, by op, type of operand 0 and type of the result
UNFIT = re.compile(
    r"arith\.((add|sub|mul|min.|max.|shru|exts|cmp)i( [2-6])?|sitofp|index_cast) bool .*|arith.trunci \w+ bool"
)
#: what may stand in an elementwise op
BY_ELEMENT = re.compile(r"arith\..*|math\..*|linalg\.(index|yield)")


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
        emitter = Emitter()
        parameters = map(emitter.name, function.regions[0].blocks[0].arguments)
        emitter.line(f"def program(m, {', '.join(parameters)}):")
        emitter.region(function.regions[0], [])
        return Program(name, params_of(function), "\n".join(emitter.lines))


class Emitter:
    """Writes the program."""

    def __init__(self):
        self.lines, self.names, self.depth = [], {}, 0

    def name(self, value):
        return self.names.setdefault(value, f"v{len(self.names)}")

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def region(self, region, results):
        """The ops of a region, which hands on ``results``."""
        self.depth += 1
        self.line("pass")
        for op in region.blocks[0].operations:
            if op.operation.name in ("scf.yield", "linalg.yield"):
                self.assign(results, map(self.name, op.operands))
            elif op.operation.name != "func.return":
                self.op(op.operation)
        self.depth -= 1

    def assign(self, results, values):
        if results:
            self.line(f"{', '.join(results)}, = {', '.join(values)},")

    def op(self, op):
        """One op; raises `LoweringError` where the machine has nothing for it."""
        values, results = [*map(self.name, op.operands)], [*map(self.name, op.results)]
        match op.name:
            case "linalg.fill" if not results:
                self.line(f"m.write({values[0]}, {values[1]})")
            case "scf.for":
                number, *carried = map(self.name, op.regions[0].blocks[0].arguments)
                self.assign(carried, values[3:])
                self.line(f"for {number} in np.arange({', '.join(values[:3])}):")
                self.region(op.regions[0], carried)
                self.assign(results, carried)
            case "scf.if":
                for word, region in zip((f"if {values[0]}:", "else:"), op.regions, strict=True):
                    if region.blocks:
                        self.line(word)
                        self.region(region, results)
            case "linalg.generic":
                self.generic(op, values, results)
            case "linalg.reduce" if ufunc := self.combiner(op):
                (axis,) = op.attributes["dimensions"]
                self.line(f"{results[0]} = {ufunc}({values[1]}, {ufunc}.reduce({values[0]}, {axis}))")
            case _:
                self.line(" = ".join([*results, self.form(op, values)]))

    def combiner(self, op):
        """What combines two elements, if numpy has it."""
        (first, *rest), arguments = op.regions[0].blocks[0].operations, op.regions[0].blocks[0].arguments
        is_one = len(rest) == 1 and {*first.operands} == {*arguments} and len(arguments) == 2
        return COMBINERS.get(first.operation.name) if is_one else None

    def generic(self, op, values, results):
        """All elements at once: operands are spread over the iteration space."""
        block, shape = op.regions[0].blocks[0], op.results[0].type.shape
        if bad := [o for o in block.operations if not BY_ELEMENT.fullmatch(o.operation.name)]:
            raise LoweringError(bad[0].operation, "is not for every element by itself")
        for argument, value, attr in zip(
            block.arguments, values, op.attributes["indexing_maps"], strict=True
        ):
            dims = [e.position if isinstance(e, ir.AffineDimExpr) else None for e in attr.value.results]
            self.line(f"{self.name(argument)} = m.spread({value}, {dims}, {len(shape)})")
        self.line(f"shape = {shape}")
        self.line("if True:")
        self.region(op.regions[0], results)
        self.assign(results, [f"np.broadcast_to({name}, {shape})" for name in results])

    def form(self, op, values):
        """A row of `FORMS`."""
        numbers = {name.replace(".", "_"): self.numbers(op.attributes[name]) for name in op.attributes}
        key = f"{op.name} {numbers['predicate']}" if "predicate" in numbers else op.name
        if key not in FORMS or numbers.get("value", 0) is None:
            raise LoweringError(op, "has no instruction on a machine that moves blocks by DMA")
        source, target = (self.dtype(op, list(v)[:1]) for v in (op.operands, op.results))
        if UNFIT.fullmatch(f"{key} {source} {target}"):
            raise LoweringError(op, "is not for booleans")
        rest = iter(values[1:])
        window = [
            numbers[f"static_{name}"]
            for name in ("offsets", "sizes", "strides")
            if f"static_{name}" in numbers
        ]
        return FORMS[key].format(
            *values,
            **numbers,
            t=repr(target),
            u=repr(source.replace("int", "uint")),
            shape=[size for result in op.results for size in getattr(result.type, "shape", ())],
            rest=", ".join(values[1:]) or "()",
            indices=", ".join(values[2:]),
            window=", ".join(
                f"[{', '.join(next(rest) if n == DYNAMIC else str(n) for n in part)}]" for part in window
            ),
        )

    @staticmethod
    def numbers(attribute):
        """The number or the numbers that an attribute holds; None for any other."""
        if isinstance(attribute, ir.DenseI64ArrayAttr):
            return list(attribute)
        if isinstance(attribute, ir.DenseElementsAttr) and attribute.is_splat:
            attribute = attribute.get_splat_value()
        return getattr(attribute, "value", None)

    @staticmethod
    def dtype(op, values):
        """numpy's name of the elements of ``values``, of which there are one or none."""
        type_ = element_of(values[0].type) if values else "i1"
        if str(type_) not in DTYPES:
            raise LoweringError(op, f"has elements of type {type_}, which the machine has not")
        return DTYPES[str(type_)]
