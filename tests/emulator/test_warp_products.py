"""Asynchronous copies, and matrices of a warp, against numpy."""

import ml_dtypes
import numpy as np
import pytest

from tests.emulator.kernels import BARRIER, element, fragment, kernel
from tests.support import emulator
from tests.support.emulator import emulate

COPY = "call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %s{0}, ptr addrspace(1) %x{0}, i32 {1})"
COMMIT = "call void @llvm.nvvm.cp.async.commit.group()"


def copies(*, waits: str, given: str = "16") -> str:
    """Each thread copies two neighbours of 16 bytes in two groups, waits, and reads what another thread copied."""
    vector = "<4 x i32>"
    addresses = "".join(
        element(f"x{k}", "%x", f"%i{k}", vector) + element(f"s{k}", "@shared", f"%i{k}", vector, 3)
        for k in (0, 1)
    )
    return kernel(
        f"""%i0 = add i32 %t, 0
        %i1 = add i32 %t, 64
        {addresses}{COPY.format(0, given)}
        {COMMIT}
        {COPY.format(1, 16)}
        {COMMIT}
        {waits}
        %o = xor i32 %t, 63
        {element("from", "@shared", "%o", vector, 3)}%v = load {vector}, ptr addrspace(3) %from, align 16
        {element("py", "%y", "%t", vector)}store {vector} %v, ptr addrspace(1) %py, align 16
        call void @llvm.nvvm.cp.async.wait.all()"""
    )


def wait(pending: int) -> str:
    return f"call void @llvm.nvvm.cp.async.wait.group(i32 {pending})\n"


def run_copies(text: str, **options) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.arange(512, dtype=np.int32), np.zeros(256, np.int32)
    emulate(text, "k", (1,), [x, y], threads=64, shared_bytes=2048, **options)
    return x.reshape(-1, 4)[:64][::-1], y.reshape(-1, 4)


@pytest.mark.parametrize("seed", range(3))
def test_copies_are_there_when_they_have_been_waited_for(seed):
    expected, got = run_copies(copies(waits=wait(1) + BARRIER), seed=seed)
    np.testing.assert_array_equal(got, expected)


def test_copies_are_filled_with_zeros():
    expected, got = run_copies(copies(waits=wait(1) + BARRIER, given="4"))
    np.testing.assert_array_equal(got, np.where(np.arange(4) < 1, expected, 0))


def test_copies_of_nothing_touch_no_memory():
    text = copies(waits=wait(0) + BARRIER, given="%none").replace(
        "%i1 = add", "%none = sub i32 %t, %t\n%i1 = add"
    )
    text = text.replace("ptr addrspace(1) %x0,", "ptr addrspace(1) null,")
    assert not run_copies(text)[1].any()


def test_copies_are_late_where_a_wait_is_too_weak():
    """The own copy is not there; that of another thread is a race."""
    weak = copies(waits=wait(2) + BARRIER)
    with pytest.raises(emulator.Race, match=r"cp\.async"):
        run_copies(weak)
    expected, got = run_copies(weak, check_races=False)
    assert (got != expected).any()
    own = weak.replace("xor i32 %t, 63", "add i32 %t, 0")
    assert (run_copies(own, check_races=False)[1].view(np.uint32) == 0xCBCBCBCB).all()
    with pytest.raises(emulator.Race, match=r"cp\.async"):
        run_copies(own)


def test_copies_into_what_others_read_are_races():
    text = copies(waits=wait(0))
    with pytest.raises(emulator.Race, match="shared memory"):
        run_copies(text)


@pytest.mark.parametrize("first", ["store", "load"])
def test_what_a_copy_is_to_write_is_touched_by_nobody_meanwhile(first):
    """Barriers order the others, but not the copy, which may be made at any time until it is waited for."""
    others = {
        "store": "store <4 x i32> zeroinitializer, ptr addrspace(3) %after, align 16",
        "load": "%early = load <4 x i32>, ptr addrspace(3) %after, align 16",
    }
    touch = f"""{BARRIER}%j = xor i32 %t, 63
        {element("after", "@shared", "%j", "<4 x i32>", 3)}{others[first]}
        {BARRIER}"""
    run_copies(copies(waits=wait(0) + touch))
    with pytest.raises(emulator.Race, match="shared memory"):
        run_copies(copies(waits=touch + wait(0) + BARRIER))


def test_copies_by_inline_assembly():
    text = copies(waits=wait(1) + BARRIER)
    asm = 'call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2;", "l,l,r"('
    start = "call void @llvm.nvvm.cp.async.cg.shared.global.16.s("
    text = text.replace(start, asm).replace(COMMIT, 'call void asm sideeffect "cp.async.commit_group;", ""()')
    text = text.replace(wait(1), 'call void asm sideeffect "cp.async.wait_group 1;", ""()\n')
    expected, got = run_copies(text)
    np.testing.assert_array_equal(got, expected)


def test_copies_stay_within_their_memory():
    with pytest.raises(emulator.OutOfBounds, match="argument 0"):
        run_copies(copies(waits="").replace("add i32 %t, 64", "add i32 %t, 65"), check_races=False)
    with pytest.raises(emulator.Misaligned, match="16 bytes at byte 8 of shared"):
        run_copies(
            copies(waits="").replace(
                "@shared, i32 %i0", "getelementptr (i8, ptr addrspace(3) @shared, i32 8), i32 0"
            )
        )


# ---- Matrices ----


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("way", ["intrinsic", "asm"])
def test_matrices_go_to_registers_and_back(count, transposed, way):
    """Rows from shared memory, at addresses of the threads; what the registers hold; rows back, one matrix a store."""
    suffix = ".trans" if transposed else ""
    type = "i32" if count == 1 else f"{{ {', '.join(['i32'] * count)} }}"
    names = ", ".join(f"${k}" for k in range(count))
    load = f"call {type} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{suffix}.b16.p3(ptr addrspace(3) %row)"
    if way == "asm":
        text = f"ldmatrix.sync.aligned.m8n8.x{count}{suffix}.shared.b16 {{{names}}}, [${count}];"
        load = f'call {type} asm sideeffect "{text}", "{"=r," * count}l"(ptr addrspace(3) %row)'
    stores = []
    for k in range(count):
        value = "%m" if count == 1 else f"%e{k}"
        if count > 1:
            stores.append(f"%e{k} = extractvalue {type} %m, {k}")
        stores.append(f"%at{k} = add i32 %t, {32 * k}")
        stores.append(element(f"py{k}", "%y", f"%at{k}") + f"store i32 {value}, ptr addrspace(1) %py{k}")
    body = "\n".join(stores)
    text = kernel(
        f"""{element("px", "%x", type="[16 x i8]")}%v = load <4 x i32>, ptr addrspace(1) %px
        {element("row", "@shared", type="[16 x i8]", space=3)}store <4 x i32> %v, ptr addrspace(3) %row
        call void @llvm.nvvm.bar.warp.sync(i32 -1)
        %m = {load}
        {body}"""
    )
    x = np.arange(32 * 8, dtype=np.uint16)
    y = np.zeros((count, 32), np.uint32)
    emulate(text, "k", (1,), [x, y], threads=32, shared_bytes=512)
    matrices = x.reshape(4, 8, 8)[:count]
    expected = matrices.transpose(0, 2, 1) if transposed else matrices
    np.testing.assert_array_equal(y.view(np.uint16).reshape(count, 8, 8), expected)


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("way", ["intrinsic", "asm"])
def test_matrices_are_stored(count, transposed, way):
    """Registers to rows in shared memory, the last ones first; each thread reads and writes out a row."""
    suffix = ".trans" if transposed else ""
    words = ", ".join(f"i32 %w{k}" for k in range(count))
    store = f"call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x{count}{suffix}.b16.p3(ptr addrspace(3) %row, {words})"
    if way == "asm":
        names = ", ".join(f"${k + 1}" for k in range(count))
        text = f"stmatrix.sync.aligned.m8n8.x{count}{suffix}.shared.b16 [$0], {{{names}}};"
        store = f'call void asm sideeffect "{text}", "l{",r" * count}"(ptr addrspace(3) %row, {words})'
    loads = "\n".join(f"%w{k} = extractelement <4 x i32> %v, i32 {k}" for k in range(count))
    text = kernel(
        f"""{element("px", "%x", type="[16 x i8]")}%v = load <4 x i32>, ptr addrspace(1) %px
        {loads}
        %last = sub i32 31, %t
        {element("row", "@shared", "%last", type="[16 x i8]", space=3)}{store}
        call void @llvm.nvvm.bar.warp.sync(i32 -1)
        %some = icmp ult i32 %t, {8 * count}
        br i1 %some, label %read, label %end
      read:
        %r = load <4 x i32>, ptr addrspace(3) %row
        {element("py", "%y", type="[16 x i8]")}store <4 x i32> %r, ptr addrspace(1) %py
        br label %end
      end:"""
    )
    x = np.arange(32 * 8, dtype=np.uint16)
    y = np.zeros((4, 8, 8), np.uint16)
    emulate(text, "k", (1,), [x, y], threads=32, shared_bytes=512)
    matrices = x.reshape(32, 4, 2).transpose(1, 0, 2).reshape(4, 8, 8)[:count]
    np.testing.assert_array_equal(y[:count], matrices.transpose(0, 2, 1) if transposed else matrices)


PRODUCTS = {  # shape, types in the intrinsic's name, kinds of A, B, C, D
    "f16": ((16, 8, 16), "f32.f32", np.float16, np.float32),
    "f16 k8": ((16, 8, 8), "f32.f32", np.float16, np.float32),
    "f16 sums": ((16, 8, 16), "f16.f16", np.float16, np.float16),
    "bf16": ((16, 8, 16), "bf16", ml_dtypes.bfloat16, np.float32),
    "tf32": ((16, 8, 8), "tf32", np.float32, np.float32),
    "s8": ((16, 8, 32), "s8", np.int8, np.int32),
    "f64": ((8, 8, 4), "f64", np.float64, np.float64),
    "e4m3": ((16, 8, 32), None, ml_dtypes.float8_e4m3fn, np.float32),
}


@pytest.mark.parametrize(
    ("name", "way"),
    [(name, way) for name, row in PRODUCTS.items() for way in ("intrinsic", "asm")[row[1] is None :]],
)
def test_products_of_matrices(name, way):
    (m, n, k), types, dtype, result = PRODUCTS[name]
    rng = np.random.default_rng(0)
    a, b, c = (
        rng.integers(-4, 5, shape).astype(t)
        for shape, t in (((m, k), dtype), ((k, n), dtype), ((m, n), result))
    )
    word = 8 if dtype == np.float64 else 4
    packed = word // np.dtype(dtype).itemsize
    pieces = [fragment(a, packed), fragment(b.T, packed), fragment(c, 2)]
    counts = [piece.nbytes // 32 // word for piece in pieces]
    letters = {np.float16: "<2 x half>", np.float64: "double"}
    plain = {
        "<2 x half>": ("r", "i32"),
        "double": ("d", "double"),
        "i32": ("r", "i32"),
        "float": ("f", "float"),
    }
    operand = letters.get(dtype, "i32") if way == "intrinsic" else plain[letters.get(dtype, "i32")][1]
    accumulator = {np.float32: "float", np.int32: "i32", np.float64: "double", np.float16: "<2 x half>"}[
        result
    ]
    if way == "asm":
        accumulator = plain[accumulator][1]
    kinds = [operand, operand, accumulator]
    lines, values = [], []
    for which, (type, count) in enumerate(zip(kinds, counts, strict=True)):
        lines.append(f"%base{which} = mul i32 %t, {count}")
        for index in range(count):
            tag = f"{which}_{index}"
            lines.append(f"%i{tag} = add i32 %base{which}, {index}")
            lines.append(f"%p{tag} = getelementptr [{word} x i8], ptr addrspace(1) %x{which}, i32 %i{tag}")
            lines.append(f"%v{tag} = load {type}, ptr addrspace(1) %p{tag}")
            values.append(f"{type} %v{tag}")
    struct = f"{{ {', '.join([accumulator] * counts[2])} }}"
    shape = f"m{m}n{n}k{k}"
    if way == "intrinsic":
        call = f"@llvm.nvvm.mma.{shape}.row.col.{types}({', '.join(values)})"
    else:
        short = {ml_dtypes.bfloat16: "bf16", np.int8: "s8", ml_dtypes.float8_e4m3fn: "e4m3"}
        short = short.get(dtype, "tf32" if name == "tf32" else np.dtype(dtype).name.replace("float", "f"))
        total = {np.int32: "s32"}.get(result, np.dtype(result).name.replace("float", "f"))
        numbers = iter(range(sum(counts) + counts[2]))
        groups = [
            "{" + ", ".join(f"${next(numbers)}" for _ in range(size)) + "}" for size in (counts[2], *counts)
        ]
        asm = f"mma.sync.aligned.{shape}.row.col.{total}.{short}.{short}.{total} {', '.join(groups)};"
        constraints = [f"={plain[accumulator][0]}"] * counts[2]
        constraints += [
            plain[type][0] for type, count in zip(kinds, counts, strict=True) for _ in range(count)
        ]
        call = f'asm sideeffect "{asm}", "{",".join(constraints)}"({", ".join(values)})'
    lines.append(f"%d = call {struct} {call}")
    for index in range(counts[2]):
        lines.append(f"%e{index} = extractvalue {struct} %d, {index}")
        lines.append(f"%q{index} = getelementptr [{word} x i8], ptr addrspace(1) %y, i32 %i2_{index}")
        lines.append(f"store {accumulator} %e{index}, ptr addrspace(1) %q{index}")
    parameters = ", ".join(f"ptr addrspace(1) %{p}" for p in ("x0", "x1", "x2", "y"))
    out = np.zeros_like(pieces[2])
    emulate(kernel("\n".join(lines), parameters), "k", (1,), [*pieces, out], threads=32)
    expected = a.astype(np.float64) @ b.astype(np.float64) + c
    np.testing.assert_array_equal(out.astype(np.float64), fragment(expected, 2))
