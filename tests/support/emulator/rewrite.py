"""LLVM IR for NVPTX, rewritten for the host, so that each access and each intrinsic goes through the emulator.

    %6 = load <4 x float>, ptr addrspace(3) %5, align 16
    call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)

becomes

    %at.7 = call ptr @emu_shared(i64 %int.7, i32 4194320, i32 7)          ; 16 bytes, aligned to 1 << 4, at place 7
    %6 = load <4 x float>, ptr %at.7, align 1
    call void @"emu.llvm.nvvm.barrier.cta.sync.aligned.all"(i32 0, i32 8)

The text is LLVM's own print of the parsed module, one instruction a line, so that few forms need to be known.  There is
one address space on the host: an address in shared memory is an offset from `SHARED_BASE` up, as on the hardware.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import llvmlite.binding as llvm

from tests.support.emulator import inline_ptx, intrinsics, ptx_bulk, tensor_cores
from tests.support.emulator.ptx_body import PTXError
from tests.support.emulator.text import closing, split, store_bytes, take_type, without_spaces

SHARED_BASE = 1024
WRITE, STRONG, ALIGN_SHIFT = 1 << 16, 1 << 17, 20
ENTRY = "emu.entry"

_GLOBAL = re.compile(
    r"@(?P<name>\"[^\"]+\"|[\w.$-]+) = (?P<how>[\w ()]*?)(?:addrspace\((?P<space>\d+)\) )?"
    r"(?:externally_initialized )?(?P<kind>global|constant) (?P<rest>.*)"
)
_SHARED_NAME = r"@({})(?![\w.$-])"
_NAMED = re.compile(r"(?:(?P<result>%\"[^\"]+\"|%[\w.$-]+) = )?(?P<body>.*)")
_CALL = re.compile(r"(?:(?:tail|musttail|notail) )?call .*?@(?P<callee>[\w.$]+)\(")
_ASM = re.compile(
    r"(?:(?:tail|musttail|notail) )?call (?P<type>.*?) asm (?:sideeffect |alignstack |unwind )*"
    r'"(?P<text>[^"]*)", "(?P<constraints>[^"]*)"\('
)
# Intrinsics that do the same in each address space; LLVM declares them where they are called.
_OF_ANY_SPACE = re.compile(r"@llvm\.(ptrmask|prefetch)\.p\d")
_FLOAT = r"(?:<\d+ x )?(?:half|bfloat|float|double)>?"
#: arithmetic of floats, and conversions of them, with the type of the result
_ARITHMETIC = re.compile(rf"f(?:add|sub|mul|div|rem)(?: [a-z]+)*? (?P<type>{_FLOAT}) .*")
_CONVERSION = re.compile(
    rf"fp(?:trunc|ext)(?: [a-z]+)*? (?P<source>{_FLOAT}) .* to (?P<type>{_FLOAT})(?:,.*)?"
)
#: LLVM's intrinsics that are arithmetic
_COMPUTES = re.compile(
    rf"(?:tail )?call (?:[a-z]+ )*?(?P<type>{_FLOAT}) @llvm\."
    r"(?:fma|fmuladd|sqrt|floor|ceil|trunc|rint|nearbyint|round|roundeven)\..*"
)
_METADATA = re.compile(r",? ![\w.]+ !\d+")
_DEBUG = re.compile(r"!dbg (!\d+)")
_LOCATION = re.compile(r"^(!\d+) = (?:distinct )?!DILocation\(line: (\d+)", re.M)
_ATTRIBUTES = re.compile(r"(?<=\)) #\d+(?=$| )")
_ORDERED = re.compile(r"\b(?:acquire|release|acq_rel|seq_cst)\b")
#: what updates of floats by others compute
_FLOAT_UPDATES = {
    "fadd": "fadd float %wide, %other",
    "fmax": "call float @llvm.maxnum.f32(float %wide, float %other)",
    "fmin": "call float @llvm.minnum.f32(float %wide, float %other)",
}
#: a parameter that is a pointer to a copy: a launch gives a pointer
_BY_VALUE = re.compile(
    r" byval\(\[\d+ x i8\]\)| align \d+(?= (?:\"nvvm.grid_constant\" )?%)| \"nvvm.grid_constant\""
)
_SCOPE = re.compile(r' syncscope\("[^"]*"\)')


class Unsupported(Exception):
    """The program uses what the emulator does not have; the message quotes it."""


@dataclass(frozen=True)
class Place:
    """A place in the program that messages name: the instruction, and its line in the source, 0 where none is known."""

    text: str
    line: int

    def __str__(self) -> str:
        return f"`{self.text}`" + (f" (line {self.line})" if self.line else "")


@dataclass(frozen=True)
class Variable:
    """A variable in memory, ``size`` bytes long."""

    name: str
    size: int
    writable: bool


@dataclass
class HostProgram:
    """What comes of the rewriting.

    Attributes:
        text: LLVM IR for the host.
        places: what the numbers of places stand for.
        static_shared: bytes of shared memory in front of the dynamic part.
        variables: what the program has in memory.
        parameters: the types of the kernel's parameters.
        by_value: for each whether it is a pointer to what lies among the arguments.
    """

    text: str = ""
    places: list[Place] = field(default_factory=list)
    static_shared: int = 0
    variables: list[Variable] = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)
    by_value: list[bool] = field(default_factory=list)


def rewrite(text: str, kernel: str) -> HostProgram:
    """LLVM IR for the host, of LLVM IR for NVPTX.

    Raises:
        Unsupported: an instruction, an intrinsic or inline assembly that the emulator lacks.
        RuntimeError: LLVM does not read the text.
        ValueError: there is no function ``kernel``.
    """
    module = llvm.parse_assembly(text)
    module.verify()
    return _Rewriter(module, kernel).run()


class _Rewriter:
    def __init__(self, module: llvm.ModuleRef, kernel: str):
        self.module, self.kernel = module, kernel
        self.data = llvm.create_target_data(str(module.data_layout))
        self.variables = {variable.name: variable for variable in module.global_variables}
        self.lines = str(module).splitlines()
        self.source_lines = dict(_LOCATION.findall("\n".join(self.lines)))
        self.program = HostProgram(places=[Place("", 0)])
        self.definitions: dict[str, str] = {}  # of what is called in place of intrinsics and inline assembly
        self.shared: dict[str, int] = {}
        self.count = 0  # of arithmetic
        self.unknown = {f.name for f in module.functions if f.is_declaration and not _is_known(f.name)}

    def run(self) -> HostProgram:
        self._place_shared()
        body = [line for line in map(self._line, self.lines) if line is not None]
        parts = [*body, *self.definitions.values(), self._entry()]
        parts += [intrinsics.DECLARATIONS, tensor_cores.DECLARATIONS, ptx_bulk.DECLARATIONS]
        self.program.text = "\n".join(parts)
        return self.program

    # ---- Globals ----

    def _place_shared(self) -> None:
        """Give each variable in shared memory its address, the dynamic one the last."""
        at, dynamic = SHARED_BASE, []
        for variable in self.module.global_variables:
            match = _GLOBAL.match(str(variable).strip())
            if not match or match["space"] != "3":
                continue
            size = self.data.get_abi_size(variable.global_value_type)
            alignment = int(found[1]) if (found := re.search(r", align (\d+)", match["rest"])) else 16
            if size == 0:
                dynamic.append(match["name"])
                continue
            at = -(-at // alignment) * alignment
            self.shared[match["name"]] = at
            at += size
        at = -(-at // 1024) * 1024
        self.shared.update(dict.fromkeys(dynamic, at))
        self.program.static_shared = at - SHARED_BASE
        if self.shared:
            self.shared_names = re.compile(_SHARED_NAME.format("|".join(map(re.escape, self.shared))))

    def _global(self, match: re.Match) -> str | None:
        if match["space"] == "3":
            return None
        name = match["name"].strip('"')
        size = self.data.get_abi_size(self.variables[name].global_value_type)
        self.program.variables.append(Variable(name, size, match["kind"] == "global"))
        return self._plain(f"@{match['name']} = {match['kind']} {match['rest']}")

    # ---- Lines ----

    def _line(self, line: str) -> str | None:
        if line.startswith("@"):
            return self._global(_GLOBAL.match(line))
        if line.startswith("declare"):
            return self._declaration(line)
        if line.startswith("define"):
            return self._plain(_BY_VALUE.sub("", line.replace(" ptx_kernel ", " ")))
        if line.startswith(
            ("!", ";", "target ", "attributes ", "source_filename", "#", "    #dbg", "  #dbg")
        ):
            return None
        if not line.startswith("  "):
            return line
        return self._instruction(line)

    def _declaration(self, line: str) -> str | None:
        name = re.search(r"@([\w.$]+)", line)[1]
        if intrinsics.is_ours(name) or name in self.unknown or _OF_ANY_SPACE.match(f"@{name}"):
            return None
        if re.search(r"\.p[1-9]\b", name):
            raise Unsupported(f"the intrinsic {name} is not in the emulator")
        return self._plain(line)

    def _plain(self, line: str) -> str:
        """``line`` without attributes, metadata and address spaces, with addresses for names of shared memory."""
        line = _ATTRIBUTES.sub("", _METADATA.sub("", line))
        if re.search(r"addrspacecast \(ptr addrspace\(3\)", line):
            raise Unsupported(f"a constant of a generic address in shared memory: {line.strip()}")
        line = re.sub(r"addrspacecast \(ptr addrspace\(\d\) (@[\w.$]+) to ptr\)", r"\1", line)
        line = _OF_ANY_SPACE.sub(r"@llvm.\1.p0", without_spaces(line))
        if self.shared:
            line = self.shared_names.sub(lambda m: f"inttoptr (i64 {self.shared[m[1]]} to ptr)", line)
        return line

    def _place(self, line: str) -> int:
        """The number of a new place."""
        debug = _DEBUG.search(line)
        number = int(self.source_lines.get(debug[1], 0)) if debug else 0
        self.program.places.append(Place(_METADATA.sub("", line).strip(), number))
        return len(self.program.places) - 1

    def _instruction(self, line: str) -> str:
        stripped = line.strip()
        match = _NAMED.match(stripped)
        assert match
        result, body = match["result"], match["body"]
        opcode = body.split(" ", 1)[0]
        if rule := self._RULES.get(opcode):
            return "\n".join(f"  {new}" for new in rule(self, result, body, line))
        if type := _computed(body):
            return self._canonical(result, type, body)
        if asm := _ASM.match(body):
            return "  " + self._asm(result, asm, body, line)
        call = _CALL.match(body)
        if call and intrinsics.is_ours(call["callee"]):
            return "  " + self._call(result, call["callee"], body, call.end() - 1, line)
        if call and call["callee"] in self.unknown:
            raise Unsupported(f"no GPU has the function @{call['callee']}: {stripped}")
        return self._plain(line)

    def _canonical(self, result: str, type: str, body: str) -> str:
        """Arithmetic, whose NaN is always the same."""
        self.count += 1
        made = f"%made.{self.count}"
        one = intrinsics.canonical(type, made, f"{made}.one", is_root="@llvm.sqrt." in body)
        self._declare_used("\n".join(one))
        lines = [f"{made} = {self._plain(body)}", *one]
        lines[-1] = lines[-1].replace(f"{made}.one = ", f"{result} = ", 1)
        return "\n".join(f"  {line}" for line in lines)

    # ---- Memory ----

    def _how(self, type: str, tail: str, flags: int) -> int:
        alignment = int(found[1]) if (found := re.search(r"align (\d+)", tail)) else 1
        return store_bytes(type) | flags | (alignment.bit_length() - 1) << ALIGN_SHIFT

    def _address(self, pointer: str, how: int, place: int) -> list[str]:
        """Lines that give ``%at.<place>``, where the host has what ``pointer``, with its type, points to."""
        space, operand = _pointer(pointer)
        operand = self._plain(operand)
        if space == 3:
            return [
                f"%int.{place} = ptrtoint ptr {operand} to i64",
                f"%at.{place} = call ptr @emu_shared(i64 %int.{place}, i32 {how}, i32 {place})",
            ]
        return [f"%at.{place} = call ptr @emu_generic(ptr {operand}, i32 {how}, i32 {place})"]

    def _load(self, result: str, body: str, line: str) -> list[str]:
        place = self._place(line)
        words, strength = _operands(body.removeprefix("load "))
        type, pointer, *tail = split(words)
        how = self._how(type, ", ".join(tail), strength)
        pointer, order = _without_order(pointer)
        lines = [
            *self._address(pointer, how, place),
            f"{result} = load {without_spaces(type)}, ptr %at.{place}, align 1",
        ]
        return _fenced(lines, order)

    def _store(self, result: str | None, body: str, line: str) -> list[str]:
        place = self._place(line)
        words, strength = _operands(body.removeprefix("store "))
        value, pointer, *tail = split(words)
        type = take_type(value)[0]
        pointer, order = _without_order(pointer)
        how = self._how(type, ", ".join(tail), WRITE | strength)
        space, operand = _pointer(pointer)
        name = self._writer(without_spaces(type), space)
        call = f"call void @{name}(ptr {self._plain(operand)}, {self._plain(value)}, i32 {how}, i32 {place})"
        return _fenced([call], order)

    def _writer(self, type: str, space: int) -> str:
        """The name of a function that writes a value of ``type``."""
        name = f'"emu.write.{space}.{type}"'
        where = "shared(i64 %int" if space == 3 else "generic(ptr %0"
        self.definitions[name] = f"""define internal void @{name}(ptr %0, {type} %1, i32 %how, i32 %site) {{
  %slot = alloca {type}
  store {type} %1, ptr %slot
  %int = ptrtoint ptr %0 to i64
  call void @emu_write_{where}, ptr %slot, i32 %how, i32 %site)
  ret void
}}"""
        return name

    def _exchange(self, result: str, body: str, line: str) -> list[str]:
        """``atomicrmw`` and ``cmpxchg``."""
        place = self._place(line)
        body = _SCOPE.sub("", _METADATA.sub("", body))
        first, *rest = split(body)
        words, _, pointer = first.partition("ptr")
        pointer = f"ptr{pointer}"
        type = take_type(rest[0])[0]
        how = self._how(type, rest[-1], WRITE | STRONG)
        items = [self._plain(item) for item in rest]
        kind = words.split()[-1]
        if type in ("half", "bfloat") and kind in _FLOAT_UPDATES:
            value, _ = _without_order(items[0])
            update = f"call {type} @{self._update(kind, type)}(ptr %at.{place}, {value})"
        else:
            update = f"{words}ptr %at.{place}, {', '.join(items)}"
        lines = [*self._address(pointer, how, place), f"{result} = {update}"]
        return _fenced(lines, bool(_ORDERED.search(body)))

    def _update(self, kind: str, type: str) -> str:
        """The name of a function that updates a float of 16 bits: LLVM's code for the host may never end for a NaN."""
        name = f'"emu.update.{kind}.{type}"'
        self.definitions[name] = f"""define internal {type} @{name}(ptr %0, {type} %1) {{
  %bits = load i16, ptr %0, align 1
  %old = bitcast i16 %bits to {type}
  %wide = fpext {type} %old to float
  %other = fpext {type} %1 to float
  %new = {_FLOAT_UPDATES[kind]}
  %rounded = fptrunc float %new to {type}
  %word = bitcast {type} %rounded to i16
  store i16 %word, ptr %0, align 1
  ret {type} %old
}}"""
        self._declare_used(self.definitions[name])
        return name

    def _fence(self, result: str | None, body: str, line: str) -> list[str]:
        return ["call void @emu_fence()"]

    def _cast(self, result: str, body: str, line: str) -> list[str]:
        """``addrspacecast``."""
        value, _, target = _METADATA.sub("", body).removeprefix("addrspacecast ").partition(" to ")
        (source, operand), (to, _) = _pointer(value), _pointer(f"{target} x")
        operand = self._plain(operand)
        place = len(self.program.places)
        match source, to:
            case 3, 0:
                self._place(line)
                return [
                    f"%int.{place} = ptrtoint ptr {operand} to i64",
                    f"{result} = call ptr @emu_to_generic(i64 %int.{place})",
                ]
            case 0, 3:
                self._place(line)
                return [
                    f"%int.{place} = call i64 @emu_to_shared(ptr {operand})",
                    f"{result} = inttoptr i64 %int.{place} to ptr",
                ]
        return [f"{result} = getelementptr i8, ptr {operand}, i64 0"]

    _RULES = {
        "load": _load,
        "store": _store,
        "atomicrmw": _exchange,
        "cmpxchg": _exchange,
        "fence": _fence,
        "addrspacecast": _cast,
    }

    # ---- Calls ----

    def _call(self, result: str | None, callee: str, body: str, at: int, line: str) -> str:
        """A call of what goes to the emulator."""
        arguments = body[at + 1 : closing(body, at)]
        type = self._define(callee)
        place = self._place(line)
        called = f'call {type} @"emu.{callee}"({_with(self._plain(arguments), f"i32 {place}")})'
        return f"{result} = {called}" if result else called

    def _define(self, callee: str) -> str:
        """Define what stands for function ``callee``; returns the type of its result."""
        signature = without_spaces(str(self.module.get_function(callee).global_value_type))
        type, parameters = _signature(signature)
        if callee not in self.definitions:
            short = callee.removeprefix(intrinsics.PREFIX)
            body = intrinsics.body_of(callee) or tensor_cores.body_of(short, type, parameters)
            if body is None:
                raise Unsupported(f"the intrinsic {callee} of type {signature} is not in the emulator")
            self.definitions[callee] = _function(f"emu.{callee}", type, parameters, body)
            self._declare_used(body)
        return type

    def _declare_used(self, body: str) -> None:
        """Declare LLVM's intrinsics that ``body`` calls and the program does not."""
        known = {f.name for f in self.module.functions}
        for type, name, arguments in re.findall(r"call (.+) @(llvm\.[\w.]+)\((.*)\)", body):
            if name not in known:
                types = ", ".join(take_type(a)[0] for a in split(arguments))
                self.definitions[f"declare {name}"] = f"declare {type} @{name}({types})"

    def _asm(self, result: str | None, match: re.Match, body: str, line: str) -> str:
        at = match.end() - 1
        arguments = self._plain(body[at + 1 : closing(body, at)])
        types = [take_type(argument)[0] for argument in split(arguments)]
        type = without_spaces(match["type"])
        key = (match["text"], match["constraints"], type, *types)
        name = f"emu.asm.{'|'.join(key)}"
        if name not in self.definitions:
            try:
                body = inline_ptx.translate(match["text"], match["constraints"], type, types)
            except PTXError as error:
                raise Unsupported(f"inline assembly: {error}\nin {line.strip()}") from None
            label = f"emu.asm.{sum(n.startswith('emu.asm.') for n in self.definitions)}"
            self.definitions[name] = _function(label, type, types, body)
            self._declare_used(body)
        label = re.search(r'@"(emu\.asm\.\d+)"', self.definitions[name])[1]
        called = f'call {type} @"{label}"({_with(arguments, f"i32 {self._place(line)}")})'
        return f"{result} = {called}" if result else called

    # ---- The entry ----

    def _entry(self) -> str:
        """A function of one pointer, to the kernel's arguments as `arguments.pack` lays them out."""
        try:
            function = self.module.get_function(self.kernel)
        except NameError:
            raise ValueError(f"there is no function {self.kernel!r}") from None
        lines, values = [], []
        for number, argument in enumerate(function.arguments):
            type = without_spaces(str(argument.type))
            lines += [
                f"  %p{number} = getelementptr i8, ptr %0, i64 {8 * number}",
                f"  %a{number} = load {type}, ptr %p{number}, align 8",
            ]
            values.append(f"{type} %a{number}")
            self.program.parameters.append(type)
            self.program.by_value.append(str(argument.type) == "ptr")
        call = f'  call void @"{self.kernel}"({", ".join(values)})'
        return "\n".join([f'define void @"{ENTRY}"(ptr %0) {{', *lines, call, "  ret void", "}"])


def _computed(body: str) -> str | None:
    """The type of the float that arithmetic makes; None of anything else: negations keep what NaN there is."""
    if match := _CONVERSION.fullmatch(body):
        return None if "bfloat" in match["source"] else match["type"]
    match = _ARITHMETIC.fullmatch(body) or _COMPUTES.fullmatch(body)
    return match["type"] if match else None


def _is_known(name: str) -> bool:
    return name.startswith("llvm.") or intrinsics.is_ours(name)


def _pointer(text: str) -> tuple[int, str]:
    """Address space and operand of a pointer with its type."""
    match = re.match(r"ptr(?: addrspace\((\d+)\))? (.*)", text)
    if not match:
        raise Unsupported(f"a vector of pointers: {text}")
    return int(match[1] or 0), match[2]


def _operands(words: str) -> tuple[str, int]:
    """The operands of a load or store, whose name is taken off, and `STRONG` where it is atomic or volatile."""
    plain = re.sub(r"^(?:atomic )?(?:volatile )?", "", _METADATA.sub("", words))
    return plain, STRONG if words.startswith(("atomic ", "volatile ")) else 0


def _without_order(pointer: str) -> tuple[str, bool]:
    """A pointer operand without the scope and order that follow it, and whether the order asks for a fence."""
    pointer = _SCOPE.sub("", pointer)
    bare = re.sub(r" (?:unordered|monotonic|acquire|release|acq_rel|seq_cst)$", "", pointer)
    return bare, bool(_ORDERED.search(pointer[len(bare) :]))


def _fenced(lines: list[str], ordered: bool) -> list[str]:
    fence = ["call void @emu_fence()"] if ordered else []
    return [*fence, *lines, *fence]


def _with(arguments: str, last: str) -> str:
    return f"{arguments}, {last}" if arguments.strip() else last


def _signature(type: str) -> tuple[str, list[str]]:
    """Result and parameters of a function type."""
    result, rest = take_type(type)
    return result, split(rest[1 : closing(rest, 0)])


def _function(name: str, type: str, parameters: list[str], body: str) -> str:
    named = ", ".join([*(f"{t} %{k}" for k, t in enumerate(parameters)), "i32 %site"])
    lines = "\n".join(f"  {line}" for line in body.splitlines())
    return f'define internal {type} @"{name}"({named}) {{\n{lines}\n}}'
