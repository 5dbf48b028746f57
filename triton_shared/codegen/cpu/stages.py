"""The stages from the shared form to an object file, and what comes out: an `Artifact`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from triton_shared import interrupts
from triton_shared.abi import Param
from triton_shared.codegen import entry_symbol
from triton_shared.codegen.build import Builder
from triton_shared.codegen.cpu import bf16, checks, escape, folded, matmul, pipeline, vectorize, waits
from triton_shared.codegen.cpu.entry import entry_text
from triton_shared.codegen.cpu.target import CpuTarget, native_target
from triton_shared.codegen.llvm import debug_scopes, division, elementary_functions, lowering, machine
from triton_shared.codegen.memory import assignment, copy_elision, destinations, types, uses
from triton_shared.codegen.nests import coalesce, nest
from triton_shared.codegen.tensors import first_slice, products, ranges, short_reductions
from triton_shared.codegen.walk import all_ops
from triton_shared.errors import CompileError, Diagnostic
from triton_shared.mlir import ir

PROGRAM_ARGUMENTS = 6

STRUCTURED = ("lift-cf-to-scf",)
INLINING = ("inline", "symbol-dce")
UNIT_DIMS = ("linalg-fold-unit-extent-dims",)
FUSION = ("linalg-fuse-elementwise-ops", "canonicalize", "cse")
BUFFERIZATION = ("one-shot-bufferize", "lower-affine", "canonicalize", "cse")


@dataclass(frozen=True)
class Options:
    """What may differ between compilations; part of a cache's key.

    Attributes:
        target: the machine that code is made for; None for this one.
        entry: the symbol of the native entry; None for `entry_symbol` of the kernel's name.
        waits: whether loops that wait for other programs tell the runtime so (see `waits.py`).
    """

    target: CpuTarget | None = None
    entry: str | None = None
    waits: bool = True


@dataclass(frozen=True)
class Artifact:
    """A compiled kernel: ``object_code`` exports ``entry`` (see `entry.py` for its ABI).

    Attributes:
        escapes: whether a program may be left before its end (see `escape.py`).
        waits: where in the source programs wait for others, by the wait's number.
    """

    object_code: bytes
    entry: str
    name: str
    params: tuple[Param, ...]
    scratch_bytes: int
    escapes: bool
    waits: tuple[str, ...]
    host: tuple[str, str]


class Compilation:
    """One kernel on its way down; each of `STAGES` moves it one step."""

    def __init__(self, module: ir.Operation, kernel: str | None, options: Options):
        self.module = module
        self.options = options
        self.target = options.target or native_target()
        self.name = pick_kernel(module, kernel)
        self.entry = options.entry or entry_symbol(self.name)
        self.params: tuple[Param, ...] = ()
        self.scratch_bytes = 0
        self.escapes = False
        self.waits: tuple[str, ...] = ()
        self.text = ""

    @property
    def function(self) -> ir.Operation:
        """The kernel's function."""
        return _functions(self.module)[self.name]


def fuse(c: Compilation) -> None:
    """Inline callees and fuse chains of elementwise ops."""
    checks.admit(c.module, c.function)
    for name, function in _functions(c.module).items():
        if name != c.name:
            function.attributes["sym_visibility"] = ir.StringAttr.get("private")
            if "no_inline" in function.attributes:
                del function.attributes["no_inline"]
    branches = any(len(list(f.regions[0].blocks)) > 1 for f in _functions(c.module).values())
    lowering.run(c.module, (*STRUCTURED, *INLINING) if branches else INLINING)
    first_slice.reduce_whole_tensors(c.function)
    short_reductions.as_generic(c.function)
    outlined = products.outline(c.function)
    lowering.run(c.module, UNIT_DIMS)
    ranges.repeat_ranges(c.function)
    lowering.run(c.module, FUSION)
    if short_reductions.unroll(c.function):
        lowering.run(c.module, FUSION)
    if outlined:
        lowering.run(c.module, INLINING)
    if c.options.waits:
        c.waits = waits.insert(c.module, c.function)


def bufferize(c: Compilation) -> None:
    """Tensors become buffers, updated in place."""
    for step in destinations.STEPS:
        step(c.function)
    lowering.run(c.module, BUFFERIZATION)
    c.params = _params(c.function)


def vectorize_loops(c: Compilation) -> None:
    """Linalg ops become loops over vectors, and buffers parts of the scratch arena."""
    function = c.function
    for prepare in types.PREPARATIONS:
        prepare(function)
    products = all_ops(function, matmul.OPS)
    for op in products:
        matmul.prepare(op, c.target.has_bf16_dot)
    places = copy_elision.forward(function, c.target.vector_bits)
    c.scratch_bytes = assignment.place(function)
    c.escapes = escape.pass_escape(c.module, function)
    for op in products:
        matmul.emit(op, c.target.vector_bits, c.target.registers)
    for op in all_ops(function, nest.READERS):
        b = Builder.before(op)
        loop_nest = coalesce.coalesced(b, copy_elision.apply(nest.nest_of(b, op), places.of(op)))
        if fold := folded.fold_of(loop_nest, c.target.vector_bits):
            folded.emit(loop_nest, fold)
        else:
            vectorize.emit(loop_nest, c.target.vector_bits)
    for op in all_ops(function, elementary_functions.EXPANSIONS):
        elementary_functions.expand(op)
    for op in all_ops(function, division.OPS):
        division.expand(op)


def lower_to_llvm(c: Compilation) -> None:
    """Upstream lowerings down to the llvm dialect."""
    function = c.function
    function.attributes["llvm.linkage"] = ir.Attribute.parse("#llvm.linkage<internal>")
    function.attributes["passthrough"] = ir.Attribute.parse('["nounwind", ["prefer-vector-width", "512"]]')
    if not c.target.has_bf16_dot:
        bf16.extend_in_steps(function)
    pipeline.to_llvm_dialect(c.module)
    if c.escapes:
        escape.define(c.module)


def translate(c: Compilation) -> None:
    """LLVM IR with the entry point."""
    text = lowering.to_llvm_ir(c.module)
    text = debug_scopes.extend(text, entry_text(c.entry, c.name, c.params, c.scratch_bytes > 0, c.escapes))
    c.text = text if c.target.has_bf16_dot else bf16.as_bits(text)


STAGES: tuple[tuple[str, Callable[[Compilation], None]], ...] = (
    ("fused", fuse),
    ("bufferized", bufferize),
    ("vector", vectorize_loops),
    ("llvm", lower_to_llvm),
    ("ll", translate),
)


def to_llvm_ir(
    module: ir.Operation,
    kernel: str | None = None,
    *,
    options: Options = Options(),
    dump: Callable[[str, str], None] | None = None,
) -> Compilation:
    """Take the function ``kernel`` of ``module``, which is consumed, through all of `STAGES`.

    The LLVM IR is the ``text`` of what is returned.  Arguments and errors are those of `compile_module`.
    """
    with interrupts.deferred, module.context, ir.Location.unknown():
        c = Compilation(module.operation, kernel, options)
        if dump:
            dump("shared", str(module))
        for name, stage in STAGES:
            interrupts.check()
            stage(c)
            if dump:
                dump(name, c.text or str(module))
    return c


def compile_module(
    module: ir.Operation,
    kernel: str | None = None,
    *,
    options: Options = Options(),
    dump: Callable[[str, str], None] | None = None,
) -> Artifact:
    """Compile the function ``kernel`` of ``module``, which is consumed.

    ``kernel`` may be None when the module has one public function.  ``dump(stage, text)`` is called
    with every stage's result.  Raises `CompileError` when the program cannot be compiled.
    """
    c = to_llvm_ir(module, kernel, options=options, dump=dump)
    optimized = machine.optimize(c.text, c.target)
    if dump:
        dump("opt.ll", str(optimized))
        dump("s", machine.to_assembly(optimized, c.target))
    return Artifact(
        machine.to_object(optimized, c.target),
        c.entry,
        c.name,
        c.params,
        c.scratch_bytes,
        c.escapes,
        c.waits,
        (c.target.cpu, c.target.features),
    )


def _functions(module: ir.Operation) -> dict[str, ir.Operation]:
    ops = [op.operation for op in module.regions[0].blocks[0].operations]
    return {op.attributes["sym_name"].value: op for op in ops if op.name in ("func.func", "llvm.func")}


def _is_public(function: ir.Operation) -> bool:
    return (
        "sym_visibility" not in function.attributes or function.attributes["sym_visibility"].value == "public"
    )


def pick_kernel(module: ir.Operation, kernel: str | None) -> str:
    """The name of the kernel to compile: ``kernel``, or the only one of ``module``.

    Raises `CompileError` when there is no such kernel.
    """
    public = [name for name, op in _functions(module).items() if _is_public(op)]
    if kernel is None and len(public) == 1:
        return public[0]
    if kernel in public:
        return kernel
    asked = "name one" if kernel is None else f"there is no {kernel!r}"
    raise CompileError([Diagnostic(f"the module has the kernels {', '.join(public) or '(none)'}: {asked}")])


def _params(function: ir.Operation) -> tuple[Param, ...]:
    """The user's arguments of a bufferized kernel."""
    arguments = list(function.regions[0].blocks[0].arguments)[:-PROGRAM_ARGUMENTS]
    attributes = [{}] * len(arguments)
    if "arg_attrs" in function.attributes:
        attributes = [
            {
                a.name: _known(a.attr)
                for a in attrs
                if isinstance(a.attr, ir.IntegerAttr | ir.DenseI64ArrayAttr)
            }
            for attrs in function.attributes["arg_attrs"]
        ]
    return tuple(
        Param("ptr", str(a.type.element_type), uses.may_be_written(a), known)
        if isinstance(a.type, ir.UnrankedMemRefType)
        else Param(str(a.type), attributes=known)
        for a, known in zip(arguments, attributes, strict=False)
    )


def _known(attribute: ir.IntegerAttr | ir.DenseI64ArrayAttr) -> int | list[int]:
    return attribute.value if isinstance(attribute, ir.IntegerAttr) else list(attribute)
