"""The grid, functions and debugging aids."""

from collections.abc import Sequence
from typing import Any

from triton_shared.dialects.effects import ReadsWrites, Writes
from triton_shared.dialects.function import print_function, read_function
from triton_shared.dialects.mixed import Mixed
from triton_shared.dialects.syntax import BOOL, INTEGER, LIST, NUMBERS, STRING, SYMBOL, TEXT
from triton_shared.dialects.tt import checks, verifiers
from triton_shared.dialects.tt.base import TT, ProgramIDDim
from triton_shared.dialects.verifier import verifier
from triton_shared.mlir import ext, ir

Operand = ext.Operand
Result = ext.Result
Pure = ext.Pure


class GetProgramIdOp(TT.Operation, name="get_program_id", traits=[Pure]):
    """The index of this program along ``axis`` of the grid."""

    result: Result[Any]
    assembly_format = "$axis attr-dict `:` type($result)"
    older_formats = ("attr-dict `:` type($result)",)
    attribute_kinds = {"axis": ProgramIDDim}
    verify_invariants = verifier(verifiers.program_id)


class GetNumProgramsOp(TT.Operation, name="get_num_programs", traits=[Pure]):
    """The number of programs along ``axis`` of the grid."""

    result: Result[Any]
    assembly_format = "$axis attr-dict `:` type($result)"
    older_formats = ("attr-dict `:` type($result)",)
    attribute_kinds = {"axis": ProgramIDDim}
    verify_invariants = verifier(verifiers.program_id)


class PrintOp(Mixed, dialect=TT, name="print", traits=[Writes]):
    """Prints ``args`` behind ``prefix``."""

    args: Sequence[Operand[Any]]
    prefix: ir.StringAttr
    assembly_format = "$prefix attr-dict (`:` $args^ `:` type($args))?"
    attribute_kinds = {"prefix": STRING, "hex": BOOL, "isSigned": NUMBERS}
    verify_invariants = verifier(checks.attributes_only)


class AssertOp(TT.Operation, name="assert", traits=[Writes]):
    """Stops with ``message`` unless ``condition`` holds everywhere."""

    condition: Operand[Any]
    message: ir.StringAttr
    assembly_format = "$condition `,` $message attr-dict `:` type($condition)"
    older_formats = ("$condition `,` $message `,` $file `,` $func `,` $line attr-dict `:` type($condition)",)
    attribute_kinds = {"message": STRING, "file": STRING, "func": STRING, "line": INTEGER}
    verify_invariants = verifier(verifiers.assert_)


class GridDependencyWaitOp(TT.Operation, name="grid_dependency_wait", traits=[ReadsWrites]):
    """Waits for the grids before this one."""

    assembly_format = "attr-dict"


class GridDependencyLaunchOp(TT.Operation, name="grid_dependency_launch_dependents", traits=[ReadsWrites]):
    """Lets the grids behind this one begin."""

    assembly_format = "attr-dict"


class FuncOp(TT.Operation, name="func", traits=[ir.IsIsolatedFromAboveTrait]):
    """A kernel (public) or a function that kernels call."""

    body: ext.Region
    sym_name: ir.StringAttr
    function_type: ir.TypeAttr
    attribute_kinds = {"sym_visibility": TEXT, "arg_attrs": LIST, "res_attrs": LIST}
    read_custom = staticmethod(read_function)
    print_custom = staticmethod(print_function)
    verify_invariants = verifier(verifiers.function)


class CallOp(Mixed, dialect=TT, name="call"):
    """A call of a function of this module."""

    args: Sequence[Operand[Any]]
    outputs: Sequence[Result[Any]]
    callee: ir.FlatSymbolRefAttr
    assembly_format = "$callee `(` $args `)` attr-dict `:` functional-type($args, $outputs)"
    attribute_kinds = {"callee": SYMBOL}
    verify_invariants = verifier(verifiers.call)


class ReturnOp(Mixed, dialect=TT, name="return", traits=[Pure, ir.IsTerminatorTrait]):
    """Ends a function."""

    srcs: Sequence[Operand[Any]]
    assembly_format = "attr-dict ($srcs^ `:` type($srcs))?"
    verify_invariants = verifier(verifiers.return_)
