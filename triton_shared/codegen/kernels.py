"""Kernels of a module in the shared form, and what a launch must know of their arguments, which stands on the IR.

    func.func @add(%x: memref<*xf32> {tts.pointee = f32, tts.written}, %n: i32, %gridX: i32 {tts.role = "program"}, …)

An argument without a role is the user's.  The others are the grid and the program's place in it, ``program``; the
arena of the program's buffers, ``scratch``, with ``tts.scratch_bytes``; where a program is left before its end,
``escape``; and whether no other thread runs programs meanwhile, ``alone``.  An argument that holds the bits of another
type has that as ``tts.bits_of``; a kernel whose native entry is not to be called as `entry_symbol` has the name as
``tts.entry``.
"""

from __future__ import annotations

from triton_shared.abi import SITES, TOUCHES, Param
from triton_shared.codegen import entry_symbol
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.ir.walk import terminator
from triton_shared.mlir import ir

PROGRAM_ARGUMENTS = 6

ROLE, POINTEE, WRITTEN, SCRATCH_BYTES = "tts.role", "tts.pointee", "tts.written", "tts.scratch_bytes"
BITS_OF, ENTRY = "tts.bits_of", "tts.entry"
PROGRAM, SCRATCH, ESCAPE, ALONE = "program", "scratch", "escape", "alone"
#: the roles of the argument that says which maps of tensors a launch has made, and of these maps
MAPS_MADE, MAP = "tensor maps made", "tensor map"


def functions_of(module: ir.Operation) -> dict[str, ir.Operation]:
    """The functions of ``module`` by name, kernels and callees."""
    ops = [op.operation for op in module.regions[0].blocks[0].operations]
    return {op.attributes["sym_name"].value: op for op in ops if op.name in ("func.func", "llvm.func")}


def kernels_of(module: ir.Operation) -> dict[str, ir.Operation]:
    """The public functions of ``module`` that have a body, by name."""
    return {name: op for name, op in functions_of(module).items() if op.regions[0].blocks and _is_public(op)}


def _is_public(function: ir.Operation) -> bool:
    return (
        "sym_visibility" not in function.attributes or function.attributes["sym_visibility"].value == "public"
    )


def pick_kernel(module: ir.Operation, kernel: str | None) -> str:
    """The name of the kernel to compile: ``kernel``, or the only one of ``module``.

    Raises `CompileError` when there is no such kernel.
    """
    public = list(kernels_of(module))
    if kernel is None and len(public) == 1:
        return public[0]
    if kernel in public:
        return kernel
    asked = "name one" if kernel is None else f"there is no {kernel!r}"
    raise CompileError([Diagnostic(f"the module has the kernels {', '.join(public) or '(none)'}: {asked}")])


def keep_kernel(module: ir.Operation, kernel: str) -> None:
    """Let ``kernel`` be the only public function of ``module``."""
    for name, function in functions_of(module).items():
        if name != kernel:
            function.attributes["sym_visibility"] = ir.StringAttr.get("private")


def attributes_of(function: ir.Operation) -> list[dict[str, ir.Attribute]]:
    """The attributes of each argument of ``function``."""
    if "arg_attrs" not in function.attributes:
        return [{} for _ in function.regions[0].blocks[0].arguments]
    return [{a.name: a.attr for a in attributes} for attributes in function.attributes["arg_attrs"]]


def set_attributes(function: ir.Operation, attributes: list[dict[str, ir.Attribute]]) -> None:
    """Give the arguments of ``function`` these attributes, in place of those that they have."""
    function.attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(a) for a in attributes])


def add_argument(function: ir.Operation, type: ir.Type, attributes: dict[str, ir.Attribute]) -> ir.Value:
    """A new last argument of ``function``."""
    known = [*attributes_of(function), attributes]
    argument = function.regions[0].blocks[0].add_argument(type, function.location)
    update_signature(function)
    set_attributes(function, known)
    return argument


def update_signature(function: ir.Operation) -> None:
    """Let the type of ``function`` say what its arguments and results are."""
    blocks = list(function.regions[0].blocks)
    ends = [terminator(block) for block in blocks]
    results = next(([v.type for v in end.operands] for end in ends if end.name == "func.return"), [])
    types = [a.type for a in blocks[0].arguments]
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(types, results))


def params_of(function: ir.Operation) -> tuple[Param, ...]:
    """The user's arguments of a kernel whose arguments are annotated."""
    arguments = zip(function.regions[0].blocks[0].arguments, attributes_of(function), strict=True)
    return tuple(_param(argument, known) for argument, known in arguments if ROLE not in known)


def _param(argument: ir.Value, attributes: dict[str, ir.Attribute]) -> Param:
    known = {
        name: attribute.value if isinstance(attribute, ir.IntegerAttr) else list(attribute)
        for name, attribute in attributes.items()
        if isinstance(attribute, ir.IntegerAttr | ir.DenseI64ArrayAttr)
    }
    known |= {name: attributes[name].value for name in (TOUCHES, SITES) if name in attributes}
    if POINTEE in attributes:
        return Param("ptr", str(attributes[POINTEE].value), WRITTEN in attributes, known)
    return Param(str(attributes[BITS_OF].value if BITS_OF in attributes else argument.type), attributes=known)


def argument_with(function: ir.Operation, role: str) -> dict[str, ir.Attribute] | None:
    """The attributes of the argument of ``function`` that has ``role``; None where there is none."""
    for known in function.attributes.get("arg_attrs", ()):
        if ROLE in known and known[ROLE].value == role:
            return {a.name: a.attr for a in known}
    return None


def entry_of(function: ir.Operation) -> str:
    """The symbol of the native entry of the kernel ``function``."""
    if ENTRY in function.attributes:
        return function.attributes[ENTRY].value
    return entry_symbol(function.attributes["sym_name"].value)
