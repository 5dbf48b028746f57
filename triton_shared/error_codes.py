"""The codes of errors: one table, from which ``triton-shared explain-error`` and the pages of the reference are made.

A code belongs to a class of errors and a pattern of its message.  Of the rows that fit an error the first counts, so
rows with a pattern stand before the row of the class as a whole.  A code is never used again for something else.

=======  ==========================================
TS00..   command lines, passes, options, plug-ins
TS01..   programs that are not valid
TS02..   programs that cannot be lowered
TS03..   launches and their arguments
TS04..   GPUs, their driver and assembler
TS05..   the reference executor
TS06..   packages and programs that are not installed
TS09..   errors of this package
=======  ==========================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from triton_shared.records import dataclass


@dataclass(frozen=True)
class Code:
    """A row of the table.

    Attributes:
        code: ``TS`` and four digits.
        title: what is wrong, as a sentence.
        errors: the names of the classes, with spaces between.
        pattern: a regular expression that the message has; nothing fits every message.
        why: why it is refused.
        remedy: what to do.
    """

    code: str
    title: str
    errors: str
    pattern: str
    why: str
    remedy: str

    def fits(self, error: BaseException) -> bool:
        """Whether ``error`` is of one of the classes, and its message has the pattern."""
        names = self.errors.split()
        is_one = any(kind.__name__ in names for kind in type(error).__mro__)
        return is_one and bool(re.search(self.pattern, str(error), re.S))


CODES = (
    # command lines, passes, options, plug-ins
    Code(
        "TS0001",
        "The command line has an unknown flag or pass.",
        "UsageError PipelineError",
        r"unknown (flag|pass|option)|no such pass|there is no pass|no pass '",
        "Passes and options are known by their exact names. Plug-ins add passes only where they are loaded.",
        "Take the name that the message suggests, or one of `triton-shared opt --help`. "
        "`triton-shared doctor` lists the plug-ins that are loaded.",
    ),
    Code(
        "TS0002",
        "A file cannot be read or written.",
        "UsageError",
        r"cannot (read|write)",
        "The system refused the file, or it is not UTF-8 text.",
        "Check path and permissions. The message has the system's reason.",
    ),
    Code(
        "TS0003",
        "A Python file takes Triton to read.",
        "UsageError",
        r"takes Triton to read",
        "Triton makes the IR of a `@triton.jit` function, and it is not installed.",
        "Run `pip install 'triton>=3.6,<3.10'`, or give a file of Triton IR.",
    ),
    Code(
        "TS0004",
        "The signature does not fit the kernel.",
        "UsageError ValueError",
        r"--signature|--kernel-name|is no type, no constant|^signature lacks",
        "Ahead of time a kernel has no arguments, so each parameter needs an entry: a type, or the value of "
        "a `tl.constexpr`.",
        "Write an entry for each parameter that the message lists, such as `*fp32,i32,1024`. [Ahead of "
        "time](../aot.md) has the notation.",
    ),
    Code(
        "TS0005",
        "Triton refuses the kernel.",
        "UsageError",
        r"Triton refuses|importing '",
        "The Python file does not import, or Triton's front end does not compile the kernel.",
        "The message has Triton's or Python's own error. It is the same without this package.",
    ),
    Code(
        "TS0006",
        "The command line cannot be used.",
        "UsageError",
        "",
        "Options exclude each other, miss a value, or are for another target.",
        "The message names the option. `--help` of the command lists what it takes.",
    ),
    Code(
        "TS0010",
        "A pass has no such option.",
        "OptionError PipelineError",
        r"option|has no '|value",
        "The name of the option, or its value, is not one of those that the pass declares.",
        "[Passes in detail](passes.md) lists the options of each pass with their values.",
    ),
    Code(
        "TS0011",
        "The pipeline cannot be run.",
        "PipelineError OptionError",
        "",
        "The text of the pipeline is malformed, or nests a pass in an op that the pass does not run on.",
        "Write `builtin.module(pass,func.func(pass))`; the message names the pass and what it runs on.",
    ),
    Code(
        "TS0030",
        "A constraint cannot be read.",
        "ConstraintError",
        "",
        "`prove` takes constraints as comparisons of integer parameters and sizes.",
        "The message names the part that is not read. [Proofs](../validation.md#proofs) has the notation.",
    ),
    Code(
        "TS0040",
        "A spec of a sweep cannot be used.",
        "SpecError",
        "",
        "A spec is a Python file that can be imported, with functions that `sweep` decorates.",
        "The message begins with file and line, and says what to change. [Sweeps](../sweeps.md) has an example.",
    ),
    Code(
        "TS0041",
        "A cluster cannot be reached.",
        "ClusterError",
        "",
        "Nobody answers at the address, its package is not installed, or the cluster has ended.",
        "Start its scheduler and workers, and try again; `--resume` goes on with what is known.",
    ),
    Code(
        "TS0042",
        "A file is no database of tuned configurations.",
        "DatabaseError",
        "",
        "The file was changed by hand, or another release of this package wrote it.",
        "Write it anew by `triton-shared tune`, or restore it.",
    ),
    Code(
        "TS0020",
        "A plug-in is broken, or two plug-ins are at odds.",
        "PluginError",
        "",
        "An entry point of another package cannot be imported, raised an error, or has the name of another "
        "one.",
        "`TRITON_SHARED_PLUGINS` names the plug-ins that count, so one can be left out. Report the error to "
        "the author of the plug-in.",
    ),
    # the reference executor, whose errors are CompileErrors
    Code(
        "TS0501",
        "An access is out of bounds.",
        "OutOfBounds",
        "",
        "The reference executor checks each access against the array, the buffer or the tensor that it "
        "belongs to.",
        "Mask the access. If a pass has made it, `--validate-passes` names the pass.",
    ),
    Code(
        "TS0502",
        "A buffer is used after its end.",
        "DeadBuffer",
        "",
        "The program reads or writes a buffer that was freed, or whose scope has ended.",
        "A pass is wrong: run `triton-shared opt --validate-passes`, and report the pass that it names.",
    ),
    Code(
        "TS0503",
        "An address is not aligned.",
        "Misaligned",
        "",
        "The op promises an alignment that the address does not have.",
        "Correct `tt.divisibility` or `tl.multiple_of` in the program.",
    ),
    Code(
        "TS0504",
        "An op would end the process.",
        "Trap",
        "",
        "On some machine the op ends the process, as an integer division by zero does.",
        "Exclude the case in the program.",
    ),
    Code(
        "TS0505",
        "The program executes too many ops.",
        "LimitExceeded",
        "",
        "The reference executor has a limit, so a loop without an end is found.",
        "Make the grid or the arrays smaller, or raise the limit ([the reference executor](../reference.md)).",
    ),
    Code(
        "TS0506",
        "The reference executor has no rule for an op.",
        "NoRule",
        "",
        "The op is for one machine, or has types or attributes that nothing in this package makes.",
        "Execute the module at an earlier stage. Report an op that a pass of this package makes.",
    ),
    Code(
        "TS0507",
        "An op cannot be executed.",
        "ExecutionError",
        "",
        "Its operands contradict what the op promises.",
        "The message names op, reason and line.",
    ),
    Code(
        "TS0508",
        "A program's assertion has failed in the reference executor.",
        "AssertionFailed",
        "",
        "`tl.device_assert` was false.",
        "The message has the text of the assertion.",
    ),
    # programs that cannot be lowered
    Code(
        "TS0201",
        "A block needs more shared memory than the GPU has.",
        "SharedMemoryError",
        "",
        "Operands of dots, and loads that are in flight, lie in shared memory, which each block has only so "
        "much of.",
        "Take smaller blocks, a lower `num_stages`, or a smaller element type. "
        "[GPUs](../gpu.md#kernels-that-do-not-fit) tells what is tried before.",
    ),
    Code(
        "TS0202",
        "Nothing is known of an op's effects.",
        "UnknownEffects",
        "",
        "An analysis must know which memory an op reads and writes, and the table of effects has no row for "
        "it.",
        "Add `effects` for the op to your plug-in. For an op of MLIR or Triton, report it.",
    ),
    Code(
        "TS0203",
        "The kernel calls an unknown function.",
        "LoweringError",
        r"calls '|no function that this target knows",
        "An `extern_elementwise` names a function of another library, or one that the target does not have.",
        "Call a function of `tl.extra.libdevice`, or write it with `tl` operations.",
    ),
    Code(
        "TS0204",
        "A function calls itself.",
        "LoweringError",
        r"cannot recurse",
        "Calls are inlined, so a kernel cannot recurse.",
        "Write a loop in place of the recursion.",
    ),
    Code(
        "TS0205",
        "A block's extents do not fit a GPU.",
        "LoweringError",
        r"powers of two|blocks on GPUs have at most|size is no power of two",
        "Threads and registers divide blocks by powers of two, and the block has another extent or too many "
        "elements.",
        "Take extents that are powers of two, and smaller blocks.",
    ),
    Code(
        "TS0206",
        "Bounds of an access cannot be checked.",
        "LoweringError",
        r"bounds cannot be checked|of which no address is known",
        "A check was asked for, and an op reaches memory in a way that the check cannot follow.",
        "Leave out `bounds` for this kernel, and report the kernel.",
    ),
    Code(
        "TS0207",
        "A decision on the IR cannot be obeyed.",
        "LoweringError",
        r"has (a|the|no) '(simt|nvidia|tts|tt)?[\w.]*'|is no nest",
        "An attribute of a plan (instruction, layout, pipeline, copy) was written by hand or by another pass, "
        "and the reason in the message excludes it.",
        "Change the attribute, or drop it: the pass that decides writes its own. [GPU "
        "plans](../gpu_plans.md) has the values.",
    ),
    Code(
        "TS0208",
        "A name is reserved.",
        "LoweringError",
        r"is kept for the runtime|which a function has already|has no name",
        "Names that begin with `llvm.` or `triton_shared_` belong to LLVM and to the runtime.",
        "Rename the function.",
    ),
    Code(
        "TS0209",
        "A type has no code.",
        "LoweringError ValueError TypeError",
        r"^cannot convert \S+ to|takes in memory is not known"
        r"|value of type|elements of type|no such elements|6-bit floats|products of"
        r"|parameters: more than|returns values",
        "The target has no elements of the type, or the combination of types does not exist in Triton either.",
        "Convert to a type that [Operations and types](../ops.md) has in the row of the op.",
    ),
    Code(
        "TS0210",
        "The IR is for another release of MLIR.",
        "LoweringError ValueError",
        r"release of MLIR|not known to MLIR|since release|for which MLIR|^MLIR \d+[: ]|^bytecode version",
        "`mlir_version` asked for the text of a release that does not have the op or the type.",
        "Ask for the release that the message names, or a newer one.",
    ),
    Code(
        "TS0211",
        "A target has no atomic operation of that kind.",
        "LoweringError",
        r"for which GPUs have no instruction|cannot combine elements|in a way that no GPU has"
        r"|whether an exchange",
        "The instruction set has no such update of memory for the element type.",
        "Use `tl.atomic_cas`, or another element type.",
    ),
    Code(
        "TS0212",
        "Inline assembly cannot be run on the target.",
        "LoweringError",
        r"assembly|registers of results|elements at once",
        "Assembly is for one machine. PTX runs on a CPU only where all it does is to compute.",
        "Write the same with `tl` operations, or run the kernel on the GPU that it is for.",
    ),
    Code(
        "TS0213",
        "A place or a size is known at run time only.",
        "LoweringError",
        r"only (its|the program's) run tells|static shape|without a buffer between|window of",
        "Threads of a GPU hold parts of blocks that are known when the kernel is compiled.",
        "Make the extent a `tl.constexpr`, and mask what is outside.",
    ),
    Code(
        "TS0214",
        "An op has no rule.",
        "LoweringError",
        r"has no lowering|is left by|has no form on a GPU|which no GPU has|it has no rule|between passes",
        "No pass lowers the op for these types or this target.",
        "Rewrite the op, or add a rule by a [plug-in](../embedding.md#ops-and-passes-of-your-own). The "
        "message names op, reason and line.",
    ),
    Code(
        "TS0215",
        "An op cannot be lowered here.",
        "LoweringError",
        "",
        "A pass met a form of the op that it does not handle.",
        "The message names op, reason and source line. Rewrite that line, or report it with the output of "
        "`triton-shared doctor`.",
    ),
    # programs that are not valid
    Code(
        "TS0101",
        "An op, a type or an attribute is unknown.",
        "CompileError",
        r"unknown (op|type|attribute)|is unknown|unregistered|not registered"
        r"|created with unregistered dialect",
        "The text names what neither Triton nor MLIR has in the releases that are read, or a dialect of a "
        "plug-in that is not loaded.",
        "Correct the name; the message suggests near ones. `--allow-unregistered-dialect` reads ops of other "
        "dialects.",
    ),
    Code(
        "TS0102",
        "The IR is nested too deeply, or is too large.",
        "CompileError",
        r"nest(s|ed)? (at most|more than|deeper)|levels deep|too (deep|long|large|many)"
        r"|more than \d+ (digits|characters|levels|parameters|dimensions|elements)",
        "MLIR's parser and printer recurse without a bound, so input beyond fixed limits is refused before "
        "they see it.",
        "[Architecture](../architecture.md#limits) lists the limits. Programs of Triton stay far below them.",
    ),
    Code(
        "TS0103",
        "The file has several kernels.",
        "CompileError",
        r"modules with the kernels|has the kernels",
        "A kernel has to be chosen, since a launch runs one.",
        "Give `kernel=` or `--kernel-name`, with a name of those in the message.",
    ),
    Code(
        "TS0100",
        "The program is not valid.",
        "CompileError",
        "",
        "The text cannot be parsed, or an op breaks a rule of its dialect.",
        "Look at the line that the message quotes. Python has message, file, line and column in "
        "`error.diagnostics`.",
    ),
    # GPUs
    Code(
        "TS0401",
        "The package cuda-bindings is missing.",
        "CudaError",
        r"needs the package cuda-bindings",
        "Launches on a GPU call NVIDIA's driver by this package.",
        "Run `pip install 'cuda-bindings>=12.9,<14'`.",
    ),
    Code(
        "TS0402",
        "There is no NVIDIA driver.",
        "CudaError",
        r"no NVIDIA driver",
        "`libcuda` cannot be loaded: the machine has no GPU, or a container does not pass the driver on.",
        "Install the driver, or start the container with GPUs. Kernels for CPUs need neither.",
    ),
    Code(
        "TS0403",
        "The NVIDIA driver is too old.",
        "CudaError",
        r"driver is too old|UNSUPPORTED_PTX_VERSION",
        "The driver knows an older CUDA than the code is for.",
        "Update the driver. `nvidia-smi` prints its release.",
    ),
    Code(
        "TS0404",
        "No GPU may be used.",
        "CudaError",
        r"CUDA_ERROR_NO_DEVICE",
        "The driver shows no GPU to this process.",
        "Look at `nvidia-smi` and at `CUDA_VISIBLE_DEVICES`.",
    ),
    Code(
        "TS0405",
        "A GPU is used after a fork.",
        "CudaError",
        r"NOT_INITIALIZED",
        "A process that was forked cannot use the GPUs of its parent.",
        "Start processes by `spawn`: `multiprocessing.set_start_method('spawn')`.",
    ),
    Code(
        "TS0406",
        "The GPU's memory is full.",
        "CudaError",
        r"OUT_OF_MEMORY",
        "Another program or another tensor holds the memory.",
        "Free tensors, or take smaller ones. `nvidia-smi` lists the processes.",
    ),
    Code(
        "TS0407",
        "A graph captures a launch that is the kernel's first.",
        "CudaError",
        r"STREAM_CAPTURE",
        "The first launch loads the code, which a capture excludes.",
        "Launch the kernel once before the capture.",
    ),
    Code(
        "TS0408",
        "A kernel failed on the GPU.",
        "CudaError",
        r"failed on the GPU",
        "The kernel accessed memory that is not its own, or trapped. Launches do not wait, so a later call "
        "tells it.",
        "Set `CUDA_LAUNCH_BLOCKING=1` to learn which launch it is. Run the program by `triton-shared check` "
        "on the CPU, which names the line.",
    ),
    Code(
        "TS0409",
        "A kernel does not fit the GPU.",
        "ResourceError OutOfResources",
        "",
        "A block needs more shared memory or more registers than the GPU has.",
        "Take smaller blocks, fewer warps, or a lower `num_stages`.",
    ),
    Code(
        "TS0410",
        "A kernel is compiled for another GPU.",
        "CudaError",
        r"is compiled for",
        "Code for `sm_90a` runs on that chip only.",
        "Compile with `target='cuda'` where the GPU is the current device.",
    ),
    Code(
        "TS0411",
        "The driver returned an error.",
        "CudaError",
        "",
        "A call of NVIDIA's driver failed.",
        "The message has the call, the code and the driver's own text.",
    ),
    Code(
        "TS0412",
        "The assembler refuses the code for its resources.",
        "PtxasRefusal",
        "",
        "The block needs more registers or memory than the chip has, or the assembler crashed.",
        "Take smaller blocks or more warps, or set `maxnreg`.",
    ),
    Code(
        "TS0413",
        "There is no ptxas, or it refuses the code.",
        "PtxasError PTXASError",
        "",
        "Machine code of PTX is made by NVIDIA's assembler, which is a program of its own.",
        "Run `pip install 'nvidia-cuda-nvcc-cu12>=12.9'`, or name a ptxas in `TRITON_SHARED_PTXAS`. If it "
        "refuses the code, report the message.",
    ),
    # launches
    Code(
        "TS0301",
        "A check found a mistake in the kernel.",
        "CheckError",
        "",
        "A checked launch accessed memory out of bounds, raced, read what was never written, or broke a "
        "promise.",
        "`findings` has line, argument, program, lane and index. [Check and "
        "validate](../validation.md#checks) explains each check.",
    ),
    Code(
        "TS0302",
        "An assertion of the kernel failed.",
        "DeviceAssertionError AssertionError",
        "",
        "`tl.device_assert` was false, or an integer overflowed in a launch with `debug=True`.",
        "The message has text, line and program.",
    ),
    Code(
        "TS0303",
        "All programs wait for each other.",
        "TimeoutError",
        "",
        "Every program that has begun waits in a loop, and no program ends.",
        "Give the grid no more programs than threads if they wait for each other. "
        "`TRITON_SHARED_WAIT_SECONDS` sets how long a wait may last.",
    ),
    Code(
        "TS0304",
        "An argument is in memory of another device.",
        "ValueError ArgumentError",
        r"runs on (a|the) (GPU|CPU)",
        "A kernel for the CPU reads memory of the host, one for a GPU memory of that GPU.",
        "Move the tensor, or make the driver of its device active.",
    ),
    Code(
        "TS0305",
        "An array has another element type.",
        "TypeError ArgumentError",
        r"expected an array|element type|DLPack|no memory to point to|does not tell its memory|masked arrays",
        "The kernel was compiled for a pointer of one element type, and nothing is converted silently.",
        "Convert the array, or compile for its type.",
    ),
    Code(
        "TS0306",
        "An array is read-only, or its memory is gone.",
        "ValueError ArgumentError",
        r"read-only|was freed|negated|resolve_neg|is no address",
        "The kernel writes to the array, or the tensor has no plain memory.",
        "Pass a copy.",
    ),
    Code(
        "TS0307",
        "A number does not fit the parameter.",
        "ValueError ArgumentError",
        r"does not fit|assumes a multiple|that is a multiple of",
        "The kernel was compiled for a type or a divisor that the number does not have.",
        "Pass a number in range, or compile without `tt.divisibility`.",
    ),
    Code(
        "TS0308",
        "The arguments do not fit the kernel's parameters.",
        "TypeError",
        r"takes \d+ arguments|no parameter|two values|expected a number|the parameter is a",
        "An argument is missing, is given twice, or has a name that the kernel does not have.",
        "The message lists the parameters.",
    ),
    Code(
        "TS0309",
        "The grid is not valid.",
        "ValueError TypeError",
        r"\bgrid\b|persistent kernel",
        "A grid has 1 to 3 sizes in [0, 2^31), on a GPU at most 65535 in y and z.",
        "Correct the sizes; a function for the grid must return such a tuple.",
    ),
    Code(
        "TS0310",
        "A tensor descriptor is not valid.",
        "ValueError TypeError",
        r"descriptor|block_shape|padding",
        "Sizes, strides and the shape of blocks must agree with each other, and the last stride is 1.",
        "The message names the field. Pass a copy of an array whose last dimension is not contiguous.",
    ),
    Code(
        "TS0311",
        "An option has a wrong value.",
        "ValueError TypeError",
        r"must (not )?be|unknown (target|GPU)|there is no (check|option|proof)|name a check|checks=|excludes|expected "
        r"|is no machine that LLVM|ends at --|not an option of target|is no text",
        "Options are checked when they are given, by name, type and range.",
        "The message lists the values. [Options of targets](options.md) has all options.",
    ),
    Code(
        "TS0312",
        "Machine code cannot leave its process.",
        "TypeError",
        r"machine code of this process|compiled without checks",
        "A kernel cannot be pickled or compiled again from its code.",
        "Compile where the kernel is needed: the cache has its code.",
    ),
    Code(
        "TS0313",
        "There is not enough memory for the launch.",
        "MemoryError",
        "",
        "A program needs memory of its own for each thread, and the system has no more.",
        "Take smaller blocks, or fewer threads by `TRITON_SHARED_NUM_THREADS`.",
    ),
    Code(
        "TS0314",
        "A file cannot be used.",
        "OSError",
        "",
        "The system refused a file or a directory.",
        "Check path and permissions. `triton-shared doctor` shows the caches.",
    ),
    # packages and programs that are not installed
    Code(
        "TS0601",
        "The MLIR bindings are missing, or lack what is needed.",
        "ImportError",
        r"MLIR Python bindings|TRITON_SHARED_MLIR",
        "The compiler is built on the Python bindings of MLIR, by default those of torch-mlir.",
        "Install this package again by pip, and leave `TRITON_SHARED_MLIR` unset.",
    ),
    Code(
        "TS0602",
        "Triton is missing for torch.compile.",
        "RuntimeError",
        r"needs Triton",
        "Inductor writes Triton kernels, and Triton is not installed.",
        "Run `pip install 'triton>=3.6,<3.10'`.",
    ),
    Code(
        "TS0603",
        "Triton does not find the back end for CPUs, or finds another.",
        "RuntimeError",
        r"back end 'cpu'",
        "Triton reads back ends from entry points of installed packages. The package is not installed, or "
        "another one has the name `cpu`.",
        "Install this package again, unset `TRITON_BACKENDS_IN_TREE`, and uninstall the other back end. "
        "`triton-shared doctor` lists both.",
    ),
    Code(
        "TS0604",
        "There is no C++ compiler, or linking failed.",
        "RuntimeError",
        r"no C\+\+ compiler|linking failed",
        "A shared library is linked by a compiler of the machine. Kernels that run in this process need none.",
        "Install `g++` or `clang`, or emit an object file.",
    ),
    Code(
        "TS0605",
        "A kernel cannot be called from C++.",
        "RuntimeError ValueError",
        r"from C\+\+|C\+\+ that calls|takes .* but is called with",
        "Inductor's C++ wrapper calls kernels without Python, which some kernels need.",
        "Leave `cpp_wrapper` off for this model.",
    ),
    Code(
        "TS0606",
        "Options of torch.compile exclude each other.",
        "RuntimeError",
        r"excludes the option",
        "The back end sets the option itself.",
        "Leave the option out.",
    ),
    Code(
        "TS0607",
        "A kernel is for the driver of another back end.",
        "RuntimeError",
        r"was compiled by Triton's back end",
        "The kernel was compiled for one driver, and another one is active.",
        "Activate the driver that the kernel was compiled for.",
    ),
    Code(
        "TS0608",
        "Triton's tool for kernels ahead of time has no text for this back end.",
        "RuntimeError",
        r"triton\.tools\.compile",
        "`triton.tools.compile` fills in C files that come with Triton, for the launches of its own back ends.",
        "Run `triton-shared compile` with the same file, `--kernel-name` and `--signature`. [Ahead of "
        "time](../aot.md) has the notation and the C interface.",
    ),
    # errors of this package
    Code(
        "TS0901",
        "A form is not implemented.",
        "NotImplementedError",
        "",
        "A part of an interface has no implementation.",
        "Report it with the program and the output of `triton-shared doctor`.",
    ),
    Code(
        "TS0902",
        "This package is wrong.",
        "Exception",
        "",
        "An error that no part of the package raises on purpose has reached you.",
        "Report it with the program, the traceback, and the outputs of `triton-shared doctor` and "
        "`triton-shared opt --bisect`.",
    ),
)


def of(error: BaseException) -> Code:
    """The row of ``error``; that of errors of this package where no other fits."""
    return next((row for row in CODES if row.fits(error)), CODES[-1])


@cache
def by_code() -> dict[str, Code]:
    """The rows by their codes, in the order of these."""
    return {row.code: row for row in sorted(CODES, key=lambda row: row.code)}


def note(error: BaseException) -> str:
    """The line below a traceback."""
    row = of(error)
    return f"{row.code}: {row.title}  `triton-shared explain-error {row.code}` says what to do."


def page(row: Code) -> Iterator[str]:
    """The lines of Markdown that explain ``row``, without a heading."""
    yield f"**{row.title}**"
    yield ""
    yield f"Raised as {' or '.join(f'`{name}`' for name in row.errors.split())}."
    yield ""
    yield f"Why: {row.why}"
    yield ""
    yield f"What to do: {row.remedy}"
