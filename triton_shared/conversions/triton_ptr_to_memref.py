"""Give kernels their ABI: pointers become memrefs and addresses, program ids become arguments.

::

    tt.func public @k(%x: !tt.ptr<f32>, %n: i32) {      func.func @k(%x: memref<*xf32>, %n: i32, … %pidZ: i32) {
      %pid = tt.get_program_id x               ->         (uses of %pid read %pidX)
      tt.return                                           return

A pointer argument of a kernel (a public function) is ``memref<*xT>``; any other pointer value is its 64-bit
address, tensors of pointers are tensors of such, and an access through an address makes its memref from a bare pointer.
Private functions take addresses; of a kernel that is called there is a private copy, ``@k.callee``.  All functions get
the six program arguments appended.  That is the default; `kernel_abi.py` says what else ``pointers`` and ``program``
choose.  The pass promises that neither ops nor types of the tt dialect are left.
"""

from __future__ import annotations

from collections.abc import Callable

from triton_shared.conversions.kernel_abi import POINTERS, PROGRAMS, Program, address_of, count_from
from triton_shared.conversions.promises import none_left
from triton_shared.conversions.raw_addresses import CAST, memref_at
from triton_shared.dialects.tt.types import address_type, byte_size, element_type, is_pointer, pointee_of
from triton_shared.errors import LoweringError
from triton_shared.ir.builder import at, bit_width, build, element_of, integer
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

MEMREFS = (ir.UnrankedMemRefType, ir.MemRefType)
#: dialects whose ops take memrefs as they are
VIEWERS = ("memref.", "tts.")


def run(module: ir.Operation, pointers: str = "unranked", program: str = "arguments") -> None:
    """Run the pass on ``module``."""
    body = module.regions[0].blocks[0]
    with module.location:
        _check_calls(body)
        _copy_called_kernels(body)
        for op in list(body.operations):
            if op.operation.name == "tt.func":
                _Function(op.operation, POINTERS[pointers], PROGRAMS[program]).convert()
    none_left(module, "triton-ptr-to-memref", _speaks_of_pointers)


def _speaks_of_pointers(op: ir.Operation) -> bool:
    """Whether ``op`` is of the tt dialect, has a value of it, or takes for a memref what is none."""
    if op.name == CAST:
        return not _is_memory(op)
    return op.name.startswith("tt.") or any(
        isinstance(element_type(r.type), ir.DynamicType) for r in op.results
    )


def _is_memory(op: ir.Operation) -> bool:
    """Whether ``op`` makes a memref of a descriptor."""
    return op.name == CAST and isinstance(op.results[0].type, ir.MemRefType)


def _check_calls(body: ir.Block) -> None:
    """Refuse calls of functions that are being called already: a program has no stack."""
    calls = {name: _calls(function) for name, function in _functions(body).items()}
    finished: set[str] = set()

    def visit(name: str, active: tuple[str, ...]) -> None:
        for op in calls[name]:
            callee = op.attributes["callee"].value
            if callee in active:
                raise LoweringError(op, f"calls @{callee}, which is running already: kernels cannot recurse")
            if callee not in finished:
                visit(callee, (*active, callee))
        finished.add(name)

    for name in calls:
        visit(name, (name,))


def _copy_called_kernels(body: ir.Block) -> None:
    """Let calls of kernels call private copies of them: a kernel's own signature is for launches."""
    functions = _functions(body)
    calls = [call for function in functions.values() for call in _calls(function)]
    called = {call.attributes["callee"].value: None for call in calls}
    copies: dict[str, str] = {}
    for name in filter(lambda name: is_kernel(functions[name]), called):
        copies[name] = f"{name}.callee"
        while copies[name] in functions:
            copies[name] += "_"
        copy = functions[name].clone(ip=ir.InsertionPoint(functions[name]))
        copy.attributes["sym_name"] = ir.StringAttr.get(copies[name])
        copy.attributes["sym_visibility"] = ir.StringAttr.get("private")
        calls += _calls(copy)
    for call in calls:
        if copy := copies.get(call.attributes["callee"].value):
            call.attributes["callee"] = ir.FlatSymbolRefAttr.get(copy)


def _functions(body: ir.Block) -> dict[str, ir.Operation]:
    return {
        op.operation.attributes["sym_name"].value: op.operation
        for op in body
        if op.operation.name == "tt.func"
    }


def _calls(function: ir.Operation) -> list[ir.Operation]:
    return all_ops(function, {"tt.call"})


def is_kernel(function: ir.Operation) -> bool:
    """Whether ``function`` can be launched."""
    attributes = function.attributes
    return "sym_visibility" not in attributes or attributes["sym_visibility"].value != "private"


class _Function:
    """One function on its way from ``tt.func`` to ``func.func``."""

    def __init__(self, op: ir.Operation, pointer: str, program: Program):
        self.op, self.pointer, self.program = op, pointer, program
        self.is_kernel = is_kernel(op)
        self.pointees: dict[ir.Value, ir.Type] = {}
        self.addresses: dict[ir.Value, ir.Value] = {}
        self.memrefs: list[ir.Value] = []
        self.told: dict[str, ir.Value] = {}

    def convert(self) -> None:
        """Replace the function by its converted form."""
        old = self.op
        function_type = ir.FunctionType(old.attributes["function_type"].value)
        inputs = [self._argument_type(t) for t in function_type.inputs]
        inputs += [integer(32)] * len(self.program.names)
        results = [address_type(t) for t in function_type.results]
        with at(old):
            new = build.op("func.func", (), (), self._attributes(inputs, results), regions=1)
        for block in list(old.regions[0].blocks):
            block.append_to(new.regions[0])
        if new.regions[0].blocks:
            self._convert_body(new, inputs)
        old.erase()

    def _argument_type(self, type_: ir.Type) -> ir.Type:
        if isinstance(type_, ir.RankedTensorType) or not is_pointer(type_) or not self.is_kernel:
            return address_type(type_)
        return ir.Type.parse(self.pointer.format(address_type(pointee_of(type_))))

    def _attributes(self, inputs: list[ir.Type], results: list[ir.Type]) -> dict[str, ir.Attribute]:
        old = self.op.attributes
        attributes = {
            "sym_name": old["sym_name"],
            "function_type": ir.TypeAttr.get(ir.FunctionType.get(inputs, results)),
        }
        if not self.is_kernel:
            attributes["sym_visibility"] = old["sym_visibility"]
        nothing = ir.DictAttr.get({})
        arguments = list(old["arg_attrs"]) if "arg_attrs" in old else []
        rest = [nothing] * (len(inputs) - len(arguments))
        attributes["arg_attrs"] = ir.ArrayAttr.get([*arguments, *rest])
        if "noinline" in old and old["noinline"].value:
            attributes["no_inline"] = ir.UnitAttr.get()
        return attributes

    def _convert_body(self, new: ir.Operation, inputs: list[ir.Type]) -> None:
        self.entry = entry = new.regions[0].blocks[0]
        program = all_ops(new)
        self._retype(new, program)
        for argument, type_ in zip(entry.arguments, inputs, strict=False):
            argument.set_type(type_)
        self.memrefs = [a for a in entry.arguments if isinstance(a.type, MEMREFS)]
        self.told = {name: entry.add_argument(integer(32), new.location) for name in self.program.names}
        for op in program:
            if (rule := RULES.get(op.name)) and not _is_memory(op):
                with at(op):
                    self._replace(op, rule(self, op))
            else:
                self._read_addresses(op)
        for pointer in self.memrefs:
            count_from(pointer)

    def place(self, name: str) -> ir.Value:
        """What the program is told under ``name``, ``pidX`` or ``gridX``, as an i32."""
        if name not in self.told:
            new = self.entry.owner
            assert self.program.ask is not None
            with ir.InsertionPoint.at_block_begin(self.entry), new.location:
                self.told[name] = self.program.ask(new, name)
        return self.told[name]

    def _retype(self, new: ir.Operation, program: list[ir.Operation]) -> None:
        """Every pointer becomes an integer in type; what it pointed to is remembered."""
        blocks = [b for op in (new, *program) for region in op.regions for b in region.blocks]
        values = [v for b in blocks for v in b.arguments] + [r for op in program for r in op.results]
        for value in values:
            if is_pointer(value.type):
                self.pointees[value] = pointee_of(value.type)
                value.set_type(address_type(value.type))

    def _replace(self, op: ir.Operation, values: list[ir.Value]) -> None:
        for before, after in zip(op.results, values, strict=True):
            before.replace_all_uses_with(after)
        op.erase()

    def _read_addresses(self, op: ir.Operation) -> None:
        """An op that takes a pointer argument as a value takes its address."""
        for number, operand in enumerate(op.operands):
            if operand in self.memrefs and not op.name.startswith(VIEWERS):
                op.operands[number] = self.address(operand)

    def address(self, value: ir.Value) -> ir.Value:
        """The address of a pointer value as i64; that of a memref argument is read once, at the entry."""
        if value not in self.memrefs:
            return value
        if value not in self.addresses:
            with ir.InsertionPoint.at_block_begin(value.owner):
                index = address_of(value)
                self.addresses[value] = build.one("arith.index_cast", integer(64), index)
        return self.addresses[value]


def _cast(function: _Function, op: ir.Operation) -> list[ir.Value]:
    """A pointer as a memref: the argument itself, or a rank-0 memref at the address."""
    source = op.operands[0]
    element = ir.UnrankedMemRefType(op.results[0].type).element_type
    if source in function.memrefs and element_of(source.type) == element:
        return [source]
    return [memref_at(function.address(source), element)]


def _addptr(function: _Function, op: ir.Operation) -> list[ir.Value]:
    pointer, offset = op.operands
    if _width(offset.type) < 64:
        offset = build.one("arith.extsi", integer(64), offset)
    steps = build.apply("arith.muli", offset, byte_size(function.pointees[op.results[0]]))
    return [build.add(function.address(pointer), steps)]


def _same(function: _Function, op: ir.Operation) -> list[ir.Value]:
    """An address is its own integer, of whatever width is asked for."""
    source, result = function.address(op.operands[0]), op.results[0].type
    return [build.resize(source, result)] if _width(result) != _width(source.type) else [source]


def _width(type_: ir.Type) -> int:
    return bit_width(element_of(type_))


def _program(prefix: str) -> Callable[[_Function, ir.Operation], list[ir.Value]]:
    return lambda function, op: [function.place(prefix + "XYZ"[op.attributes["axis"].value])]


def _call(function: _Function, op: ir.Operation) -> list[ir.Value]:
    operands = [function.address(v) for v in op.operands] + list(map(function.place, function.program.names))
    return list(
        build.op(
            "func.call", [r.type for r in op.results], operands, {"callee": op.attributes["callee"]}
        ).results
    )


def _return(function: _Function, op: ir.Operation) -> list[ir.Value]:
    build.op("func.return", (), [function.address(v) for v in op.operands])
    return []


RULES = {
    CAST: _cast,
    "tt.addptr": _addptr,
    "tt.int_to_ptr": _same,
    "tt.ptr_to_int": _same,
    "tt.bitcast": _same,
    "tt.get_program_id": _program("pid"),
    "tt.get_num_programs": _program("grid"),
    "tt.call": _call,
    "tt.return": _return,
}
