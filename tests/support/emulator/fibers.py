"""The emulator's native code in this process, and the structures that both share (native/emulator.h)."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import platform
import re
from collections.abc import Iterator
from ctypes import POINTER, Structure, c_int64, c_uint32, c_void_p
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

NATIVE = Path(__file__).parent / "native"
SOURCES = sorted(NATIVE.glob("*.c"))

STATUS = (
    *(
        "FINISHED",
        "PRINT",
        "NO_MEMORY",
        "OUT_OF_BOUNDS",
        "MISALIGNED",
        "READ_ONLY",
        "RACE",
        "DEADLOCK",
        "DIVERGENT",
    ),
    *("TRAP", "ASSERTION", "STACK_OVERFLOW", "STALLED", "BAD_OPERAND", "UNEXPECTED", "UNFINISHED"),
)
STATES = ("is ready", "waits", "has ended")
OPERATIONS = (
    *("barrier", "bar.warp.sync", "shfl.sync", "vote.sync", "redux.sync", "match.sync", "elect.sync"),
    *("ldmatrix", "mma.sync", "wgmma", "mbarrier", "bar.arrive", "setmaxnreg"),
)


class Region(Structure):
    """Memory that kernels may touch; ``cells`` note its accesses, where races are looked for."""

    _fields_ = [("begin", c_void_p), ("end", c_void_p), ("cells", c_void_p), ("writable", c_int64)]


def _numbers(*names: str) -> list[tuple]:
    return [(name, c_int64) for name in names]


class Launch(Structure):
    """What is to run, and what it ended with."""

    _fields_ = [
        ("kernel", c_void_p),
        ("arguments", c_void_p),
        ("grid", c_int64 * 3),
        *_numbers(
            "first",
            "last",
            "threads",
            "shared_bytes",
            "stack_bytes",
            "seed",
            "resident",
            "cluster",
            "check_races",
            "overlaps",
            "registers",
            "without",
        ),
        *_numbers("frame_words", "frame_return", "stall_limit"),
        ("regions", POINTER(Region)),
        ("region_count", c_int64),
        *_numbers("status", "thread", "site", "other_thread", "other_site", "address", "in_shared", "size"),
        *_numbers("other_write", "written"),
        ("block", c_int64 * 3),
        ("format", c_int64),
        ("values", c_int64),
    ]


CELL_BYTES = 24
_EXPORTED = re.compile(r"^define (?!internal).*@((?:emu_|__trunc)\w+)\(", re.M)

# How a thread's stack is left for another one: what calls keep is pushed, the stack changed, and popped from there.
# By machine: the words that are popped, which of them is the address to go on at, and the instructions.
_KEPT = {
    "x86_64": ["rbp", "rbx", "r12", "r13", "r14", "r15"],
    "aarch64": [
        *(f"x{k}, x{k + 1}, [sp, #{8 * (k - 19)}]" for k in range(19, 31, 2)),
        *(f"d{k}, d{k + 1}, [sp, #{96 + 8 * (k - 8)}]" for k in range(8, 16, 2)),
    ],
}
_SWITCHES = {
    "x86_64": (
        8,
        6,
        [
            *(f"pushq %{register}" for register in _KEPT["x86_64"]),
            *("movq %rsp, (%rdi)", "movq %rsi, %rsp"),
            *(f"popq %{register}" for register in reversed(_KEPT["x86_64"])),
            "retq",
        ],
    ),
    "aarch64": (
        20,
        11,
        [
            *("sub sp, sp, #160", *(f"stp {pair}" for pair in _KEPT["aarch64"])),
            *("mov x9, sp", "str x9, [x0]", "mov sp, x1"),
            *(*(f"ldp {pair}" for pair in _KEPT["aarch64"]), "add sp, sp, #160", "ret"),
        ],
    ),
}

# What the host may have, and takes subnormal bfloats for zeros.
_FLUSHING = ("avx512bf16", "avxneconvert") if platform.machine() == "x86_64" else ()

# LLVM's names of conversions that the machine may not have.
_CONVERSIONS = """
declare i32 @emu_to_bfloat(float)
define bfloat @__truncsfbf2(float %x) {
  %word = call i32 @emu_to_bfloat(float %x)
  %half = trunc i32 %word to i16
  %y = bitcast i16 %half to bfloat
  ret bfloat %y
}
define float @emu_to_odd(double %x) {
  %narrow = fptrunc double %x to float
  %back = fpext float %narrow to double
  %exact = fcmp oeq double %back, %x
  %word = bitcast float %narrow to i32
  %odd = or i32 %word, 1
  %size = call double @llvm.fabs.f64(double %x)
  %near = call double @llvm.fabs.f64(double %back)
  %grew = fcmp ogt double %near, %size
  %less = sub i32 %word, 1
  %toward = select i1 %grew, i32 %less, i32 %word
  %sticky = or i32 %toward, 1
  %nan = fcmp uno double %x, %x
  %keep = or i1 %exact, %nan
  %bits = select i1 %keep, i32 %word, i32 %sticky
  %value = bitcast i32 %bits to float
  ret float %value
}
define bfloat @__truncdfbf2(double %x) {
  %value = call float @emu_to_odd(double %x)
  %y = call bfloat @__truncsfbf2(float %value)
  ret bfloat %y
}
define half @__truncdfhf2(double %x) {
  %value = call float @emu_to_odd(double %x)
  %y = fptrunc float %value to half
  ret half %y
}
declare double @llvm.fabs.f64(double)
"""


class Native:
    """The functions of the native code, which is loaded once a process."""

    def __init__(self):
        llvm.set_option(
            "", "-fast-isel=false"
        )  # LLVM's quickest selection hands bfloats to functions as floats
        machine = platform.machine().replace("arm64", "aarch64")
        if machine not in _SWITCHES:
            raise OSError(
                f"the emulator cannot switch stacks on {machine}: add a row to {__name__}._SWITCHES"
            )
        self.frame_words, self.frame_return, instructions = _SWITCHES[machine]
        text = "\\0A".join(instructions).replace("$", "$$")
        switch = f"""define void @switch_stack(ptr %from, ptr %to) naked noinline {{
  call void asm sideeffect "{text}", ""()
  unreachable
}}"""
        texts = [source.with_suffix(".ll").read_text() for source in SOURCES]
        self._engine = engine_of(*texts, switch, _CONVERSIONS, runs_often=True)
        for name in _EXPORTED.findall("\n".join([*texts, _CONVERSIONS])):
            llvm.add_symbol(name, self._engine.get_function_address(name))
        assert self._function("emu_launch_bytes", c_int64)() == ctypes.sizeof(Launch)
        self.begin = self._function("emu_begin", None, POINTER(Launch))
        self.run = self._function("emu_run", c_int64)
        self.end = self._function("emu_end", None)
        self.thread = self._function("emu_thread", None, c_uint32, POINTER(c_uint32 * 4))

    def _function(self, name: str, *types):
        return ctypes.CFUNCTYPE(*types)(self._engine.get_function_address(name))


def engine_of(*texts: str, runs_often: bool = False) -> llvm.ExecutionEngine:
    """Machine code of LLVM IR, all of ``texts`` as one module: made quickly, or well where it ``runs_often``.

    What runs often is kept for other processes, beside the bytecode of this module.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    triple, cpu = llvm.get_process_triple(), llvm.get_host_cpu_name()
    having = {**llvm.get_host_cpu_features(), **dict.fromkeys(_FLUSHING, False)}
    features = ",".join(f"{'+' if on else '-'}{name}" for name, on in having.items())
    target = llvm.Target.from_triple(triple)
    machine = target.create_target_machine(cpu=cpu, features=features, opt=int(runs_often), jit=True)
    kept = Kept(*texts, triple, cpu, features, llvmlite.__version__) if runs_often else None
    module, *others = map(llvm.parse_assembly, texts)
    for other in others:
        module.link_in(other)
    module.triple, module.data_layout = triple, str(machine.target_data)
    module.verify()
    if kept is None or kept.code is None:
        _optimize(module, machine, runs_often)
    engine = llvm.create_mcjit_compiler(module, machine)
    if kept:
        engine.set_object_cache(kept.keep, lambda module: kept.code)
    engine.finalize_object()
    return engine


def _optimize(module: llvm.ModuleRef, machine: llvm.TargetMachine, runs_often: bool) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=int(runs_often))
    options.loop_unrolling = options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager() if runs_often else llvm.create_new_module_pass_manager()
    if not runs_often:
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
    passes.run(module, builder)


class Kept:
    """The machine code that a process has made of ``texts``, of which its target is one; None before."""

    def __init__(self, *texts: str):
        made_by = Path(__file__).read_text(encoding="utf-8")
        digest = hashlib.sha256("\0".join([made_by, *texts]).encode()).hexdigest()
        self._place = NATIVE / "__pycache__" / f"{digest[:32]}.o"
        self.code = self._place.read_bytes() if self._place.exists() else None

    def keep(self, module: llvm.ModuleRef, code: bytes) -> None:
        """Write it for others, who see all of it or nothing; not where the directory is only for reading."""
        with contextlib.suppress(OSError):
            self._place.parent.mkdir(exist_ok=True)
            partial = self._place.with_suffix(f".{os.getpid()}")
            partial.write_bytes(code)
            partial.replace(self._place)


@functools.cache
def native() -> Native:
    """The native code."""
    return Native()


#: glibc's name of what `MALLOC_PERTURB_` sets
_M_PERTURB = -6


@contextlib.contextmanager
def unfilled() -> Iterator[None]:
    """glibc fills no memory meanwhile, whatever `MALLOC_PERTURB_` says: of large stacks, little is used."""
    fills, libc = os.environ.get("MALLOC_PERTURB_", ""), ctypes.CDLL(None)
    if not fills.isdigit() or not hasattr(libc, "mallopt"):
        yield
        return
    libc.mallopt(_M_PERTURB, 0)
    try:
        yield
    finally:
        libc.mallopt(_M_PERTURB, int(fills))
