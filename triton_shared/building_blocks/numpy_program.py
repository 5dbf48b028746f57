"""Programs of the shared form on numpy's arrays: what ops on values are, in a machine of which `Blocks` is a base."""

from __future__ import annotations

import re

from triton_shared.building_blocks.numpy_blocks import DTYPES
from triton_shared.building_blocks.python_program import PythonProgram
from triton_shared.errors import LoweringError
from triton_shared.mlir import ir

#: what an op is: {0}, {1} are operands, {t} is the type of the result's elements, {u} operand 0's without a sign
FORMS = {
    "arith.addf, arith.addi": "{0} + {1}", "arith.subf, arith.subi": "{0} - {1}",
    "arith.mulf, arith.muli": "{0} * {1}", "arith.divf": "{0} / {1}", "arith.negf": "-{0}",
    "arith.remsi": "np.fmod({0}, {1})", "arith.divsi": "({0} - np.fmod({0}, {1})) // {1}", "arith.andi": "{0} & {1}",
    "arith.ori": "{0} | {1}", "arith.xori": "{0} ^ {1}", "arith.shrui": "({0}.view({u}) >> {1}.view({u})).view({t})",
    "arith.divui": "{0} // {1}", "arith.remui": "{0} % {1}", "arith.ceildivui": "-(-{0} // {1})",
    "arith.minsi": "np.minimum({0}, {1})", "arith.maxsi": "np.maximum({0}, {1})", "arith.maxnumf": "np.fmax({0}, {1})",
    "arith.minui": "np.minimum({0}.view({u}), {1}.view({u})).view({t})",
    "arith.maxui": "np.maximum({0}.view({u}), {1}.view({u})).view({t})", "arith.select": "np.where({0}, {1}, {2})[()]",
    "arith.extui": "{0}.view({u}).astype({t})",
    "arith.extf, arith.truncf, arith.sitofp, arith.index_cast, arith.extsi, arith.trunci": "{0}.astype({t})",
    "arith.cmpi 0": "{0} == {1}", "arith.cmpi 1": "{0} != {1}", "arith.cmpi 2": "{0} < {1}",
    "arith.cmpi 4": "{0} > {1}", "arith.cmpi 3": "{0} <= {1}", "arith.cmpi 5": "{0} >= {1}",
    "arith.cmpi 6": "{0}.view({u}) < {1}.view({u})", "arith.cmpi 8": "{0}.view({u}) > {1}.view({u})",
    "arith.cmpf 2": "{0} > {1}", "arith.cmpf 4": "{0} < {1}", "math.exp": "np.exp({0})", "math.exp2": "np.exp2({0})",
    "math.log2": "np.log2({0})", "math.sqrt": "np.sqrt({0})",
    "linalg.reduce": "{combiner}({1}, {combiner}.reduce({0}, tuple({dimensions})))",
    "linalg.fill": "np.full_like({1}, {0})", "tensor.extract": "{0}[{rest}]", "tensor.empty": "np.empty({shape}, {t})",
    "linalg.matmul, linalg.batch_matmul": "{2} + {0}.astype({t}) @ {1}.astype({t})",
    "tensor.expand_shape, tensor.collapse_shape": "{0}.reshape({shape})",
    "arith.constant": "np.full({shape}, {value!r}, {t})[()]", "linalg.transpose": "{0}.transpose({permutation})",
    "linalg.index": "np.indices(shape, sparse=True)[{dim}]",
    "tensor.insert_slice, tensor.parallel_insert_slice": "m.inserted({0}, {1}, {window})",
    "tensor.extract_slice": "m.window({0}, {window})",
}  # fmt: skip
COMBINERS = {"arith.addf": "np.add", "arith.addi": "np.add", "arith.maxnumf": "np.fmax"}
#: what numpy does otherwise on booleans, by op, type of operand 0 and type of the result
UNFIT = re.compile(
    r"arith\.((add|sub|mul|min.|max.|shru|exts|cmp)i( [2-8])?|sitofp|index_cast) bool .*|arith.trunci \w+ bool"
)


class NumpyProgram(PythonProgram):
    """Writes programs; a machine's class adds the forms of what reaches memory."""

    forms, dtypes, combiners = FORMS, DTYPES, COMBINERS

    def check(self, op: ir.Operation, described: str) -> None:
        """Refuse what numpy does otherwise on booleans."""
        if UNFIT.fullmatch(described):
            raise LoweringError(op, "is not for booleans")
