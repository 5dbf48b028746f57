"""Objects are mapped as LLVM's loader maps them: the same results, and nothing that is not understood is mapped."""

from __future__ import annotations

import ctypes
import gc
import os
import random
import re
import struct
import subprocess
import sys
import threading
from pathlib import Path

import llvmlite.binding as llvm
import pytest

import triton_shared
from triton_shared.runtime import elf, elf_loader, jit
from triton_shared.runtime.code import Code, registration_lock
from triton_shared.runtime.compilation import build
from triton_shared.runtime.cpu import native

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64", reason="objects of others are LLVM's to load"
)

# Of all that an object may need memory for and be told addresses of: functions of the process and its own, a table of
# cases, constants, data with addresses in it, memory of zeros, what is weak and what is missing.
PROGRAM = """
@table = internal constant [3 x ptr] [ptr @twice, ptr @thrice, ptr @table]
@count = internal global i64 40, align 64
@zeros = internal global [5000 x i64] zeroinitializer, align 32
@chosen = global ptr @thrice
@text = private constant [6 x i8] c"hello\\00"
@missing = extern_weak global i64
declare double @cos(double)
declare double @sin(double) nonlazybind
declare i64 @strlen(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

define internal i64 @twice(i64 %x) noinline {
  %r = mul i64 %x, 2
  ret i64 %r
}
define internal i64 @thrice(i64 %x) noinline {
  %r = mul i64 %x, 3
  ret i64 %r
}
define weak i64 @own(i64 %x) noinline {
  %r = add i64 %x, 1
  ret i64 %r
}
define double @f(double %x) {
  %c = call double @cos(double %x)
  %m = fmul double %c, 3.25
  %s = call double @sin(double %m)
  %r = fadd double %s, 0.1
  ret double %r
}
define i64 @g(i64 %x) {
  %old = load i64, ptr @count
  %new = add i64 %old, %x
  store i64 %new, ptr @count
  %which = and i64 %x, 1
  %at = getelementptr [3 x ptr], ptr @table, i64 0, i64 %which
  %function = load ptr, ptr %at
  %a = call i64 %function(i64 %new)
  %other = load ptr, ptr @chosen
  %b = call i64 %other(i64 %a)
  %zero = getelementptr [5000 x i64], ptr @zeros, i64 0, i64 %which
  %z = load i64, ptr %zero
  %z1 = add i64 %z, 7
  store i64 %z1, ptr %zero
  %n = call i64 @strlen(ptr @text)
  %is_missing = icmp eq ptr @missing, null
  %m = zext i1 %is_missing to i64
  %c = call i64 @own(i64 %m)
  %p = call ptr @malloc(i64 16)
  call void @free(ptr %p)
  %s0 = add i64 %b, %z1
  %s1 = add i64 %s0, %n
  %s2 = shl i64 %c, 32
  %s = add i64 %s1, %s2
  switch i64 %x, label %done [ CASES ]
BLOCKS
done:
  ret i64 %s
}
"""


def program() -> str:
    """`PROGRAM` with a switch of cases that becomes a table."""
    cases = " ".join(f"i64 {i}, label %case{i}" for i in range(12))
    blocks = "\n".join(f"case{i}:\n  %v{i} = mul i64 %s, {i * i + 3}\n  ret i64 %v{i}" for i in range(12))
    return PROGRAM.replace("CASES", cases).replace("BLOCKS", blocks)


def assembled(text: str, **options: object) -> bytes:
    jit.initialize()
    machine = llvm.Target.from_default_triple().create_target_machine(**options)
    return machine.emit_object(llvm.parse_assembly(text))


def load(object_code: bytes, **addresses: int) -> elf_loader.Mapped | None:
    parts = elf.read(object_code)
    return parts and elf_loader.load(parts, addresses)


#: the models that code generation uses for kernels and for native code, and one in which all calls are short
MODELS = {
    "small": {"reloc": "pic", "codemodel": "small"},
    "large": {"reloc": "pic", "codemodel": "large"},
    "jit": {"reloc": "pic", "codemodel": "jitdefault"},
    "static": {"reloc": "static", "codemodel": "large"},
}


def by_llvm(object_code: bytes, *symbols: str) -> jit.Linked:
    return jit.Linked(object_code, symbols, {})


def behaviour(loaded, seed: int) -> list:
    """What the functions of `program` return for many arguments."""
    f = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(loaded["f"])
    g = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(loaded["g"])
    drawn = random.Random(seed)
    return [f(drawn.uniform(-9, 9)) for _ in range(20)] + [g(drawn.randrange(-3, 15)) for _ in range(60)]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("level", [0, 3])
def test_a_program_does_what_it_does_where_llvm_loads_it(model, level):
    object_code = assembled(program(), opt=level, **MODELS[model])
    mapped = load(object_code)
    assert mapped is not None
    other = by_llvm(object_code, "f", "g")
    assert behaviour(mapped, level) == behaviour(other, level)
    mapped.close()
    other.close()


def test_each_row_of_the_table_is_tried():
    """By the programs above and by prepared code; none is there that nothing tries."""
    codes = [assembled(program(), opt=level, **model) for model in MODELS.values() for level in (0, 3)]
    codes += [path.read_bytes() for path in _prepared()]
    used = {id(patch.how) for code in codes for patch in elf_loader._patches(elf.Object(code))}
    untried = [number for number, how in elf_loader.RELOCATIONS.items() if id(how) not in used]
    assert not untried


def _prepared() -> list[Path]:
    return sorted(native.OBJECTS.glob("*-x86_64-*.o"))


EXAMPLES = sorted(Path(triton_shared.__file__).parents[1].glob("examples/*.f32.mlir"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_kernels_are_mapped_as_llvm_maps_them(path):
    """Byte by byte, but for the addresses in them."""
    built = build(path.read_text(), str(path), None)
    parts = elf.Object(built.object_code)
    entry = next(s for s in parts.symbols if s.name and parts.name_of(s) == built.entry)
    mapped, linked = load(built.object_code), by_llvm(built.object_code, built.entry)
    assert mapped is not None
    size = parts.sections[entry.shndx].size
    ours, theirs = (bytearray(ctypes.string_at(x[built.entry] - entry.value, size)) for x in (mapped, linked))
    for patch in elf_loader._patches(parts):
        if patch.section == entry.shndx:
            end = patch.offset + struct.calcsize(patch.how.format)
            ours[patch.offset : end] = theirs[patch.offset : end] = bytes(end - patch.offset)
    assert ours == theirs
    mapped.close()
    linked.close()


def test_what_the_process_lacks_is_an_error_that_names_it():
    text = "declare i64 @nobody_has_this(i64)\n"
    text += "define i64 @f(i64 %x) {\n%r = call i64 @nobody_has_this(i64 %x)\nret i64 %r\n}"
    object_code = assembled(text, reloc="pic", codemodel="small")
    with pytest.raises(RuntimeError, match="nobody_has_this"):
        Code(object_code, "f")
    with pytest.raises(RuntimeError):
        by_llvm(object_code, "f")
    function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(lambda x: x + 5)
    code = Code(object_code, "f", provided={"nobody_has_this": ctypes.cast(function, ctypes.c_void_p).value})
    assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(code["f"])(37) == 42
    with pytest.raises(LookupError, match="'g'"):
        code["g"]


def test_functions_may_lie_anywhere():
    """A call reaches 2 GiB; one that goes further has a stub."""
    text = "declare void @far()\ndefine void @f() {\ncall void @far()\nret void\n}"
    code = assembled(text, reloc="pic", codemodel="small")
    assert all(load(code, far=address) is not None for address in (1, 1 << 46))


@pytest.mark.parametrize(
    "text",
    [
        "@x = thread_local global i64 3\ndefine void @f() {\nret void\n}",
        "@x = external thread_local global i64\ndefine i64 @f() {\n%r = load i64, ptr @x\nret i64 %r\n}",
        "@x = common global i64 0\ndefine ptr @f() {\nret ptr @x\n}",
    ],
    ids=["of threads", "of other threads", "common"],
)
def test_what_needs_more_than_memory_is_left_to_llvm(text):
    assert load(assembled(text, reloc="pic", codemodel="small")) is None


def test_other_files_are_left_to_llvm():
    good = assembled("define void @f() {\nret void\n}", reloc="pic")
    other = bytearray(good)
    struct.pack_into("<H", other, 18, 183)  # of AArch64
    for code in (b"", b"no object", bytes(other), *(good[:n] for n in range(1, len(good), 97))):
        assert load(code) is None
    with pytest.raises(RuntimeError):
        Code(b"no object", "f")


@pytest.mark.parametrize("seed", range(60))
def test_a_broken_file_ends_in_an_error(seed):
    """Headers and tables of random bytes: an error of Python, or LLVM's turn; never a crash."""
    drawn = random.Random(seed)
    code = bytearray(assembled(program(), reloc="pic", codemodel="small"))
    first = struct.unpack_from("<Q", code, 40)[0]
    for _ in range(drawn.randrange(1, 9)):
        code[drawn.choice([drawn.randrange(64), drawn.randrange(first, len(code))])] = drawn.randrange(256)
    try:
        mapped = load(bytes(code))
    except (RuntimeError, OSError):
        return
    if mapped is not None:
        mapped.close()


def maps() -> list[tuple[int, int, str]]:
    """Begin, end and protection of what is mapped."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    found = (re.match(r"(\w+)-(\w+) (\S+)", line) for line in lines)
    return [(int(m[1], 16), int(m[2], 16), m[3]) for m in found if m]


def protection(address: int) -> str:
    return next((r for begin, end, r in maps() if begin <= address < end), "")


def test_no_page_may_be_written_and_run():
    """Code runs, constants are read, data is written, and each ends with the instance."""
    text = program().replace("internal ", "") + "@limits = constant [2 x i64] [i64 1, i64 2]\n"
    code = Code(assembled(text, reloc="pic", codemodel="small"), "f")
    assert protection(code["f"]) == "r-xp"
    assert protection(code["limits"]) == "r--p"
    assert protection(code["count"]) == protection(code["zeros"]) == "rw-p"
    assert code["count"] % 64 == 0 and code["zeros"] % 32 == 0
    address = code["f"]
    del code
    gc.collect()
    assert "x" not in protection(address)


def test_a_child_has_data_of_its_own():
    text = "@x = global i64 1\ndefine void @f(i64 %v) {\nstore i64 %v, ptr @x\nret void\n}"
    code = Code(assembled(text, reloc="pic", codemodel="small"), "f")
    store = ctypes.CFUNCTYPE(None, ctypes.c_int64)(code["f"])
    pid = os.fork()
    if not pid:
        store(2)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    assert ctypes.c_int64.from_address(code["x"]).value == 1


def test_code_that_dies_while_code_is_registered_is_unmapped_later():
    """By whoever holds the lock, in any thread; a collection never waits for it."""
    text = "define void @f() {\nret void\n}"
    codes = [Code(assembled(text, reloc="pic"), "f") for _ in range(3)]
    addresses = [code["f"] for code in codes]
    with registration_lock:
        codes.pop()
        other = threading.Thread(target=codes.pop)
        other.start()
        other.join(10)
        assert not other.is_alive()
        gc.collect()
        assert all("x" in protection(address) for address in addresses)
    assert "x" in protection(addresses[0])
    assert not any("x" in protection(address) for address in addresses[1:])


def test_a_child_of_a_fork_finds_the_lock_free():
    entered, leave = threading.Event(), threading.Event()

    def hold():
        with registration_lock:
            entered.set()
            leave.wait(0.2)

    holder = threading.Thread(target=hold)
    holder.start()
    entered.wait()
    pid = os.fork()
    if not pid:
        os._exit(0 if registration_lock._lock.acquire(timeout=5) else 1)
    leave.set()
    holder.join()
    assert os.waitpid(pid, 0)[1] == 0


def test_a_launch_from_the_cache_imports_no_llvm(tmp_path):
    """LLVM's bindings take longer to import than all else that a launch needs."""
    program = (
        "import sys, numpy, triton_shared\n"
        f"k = triton_shared.compile({str(EXAMPLES[0])!r})\n"
        "x = numpy.ones(4, numpy.float32)\n"
        "names = 'llvmlite', 'triton_shared.mlir', 'triton_shared.codegen.llvm', 'tempfile', '_hashlib'\n"
        "print([name for name in names if name in sys.modules])\n"
    )
    environment = {**os.environ, "TRITON_SHARED_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", program]
    first, second = (subprocess.check_output(command, env=environment, text=True) for _ in range(2))
    assert "llvmlite" in first
    assert second.strip() == "[]"
