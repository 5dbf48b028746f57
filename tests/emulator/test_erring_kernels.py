"""Kernels that err: what the emulator says of them."""

import numpy as np
import pytest

from tests.emulator.kernels import BARRIER, element, kernel, reversal
from tests.support import emulator
from tests.support.emulator import emulate
from tests.support.emulator.ptx_bulk import tensor_map
from tests.support.memory import guarded


def fails(error, text, match, arguments=None, **options):
    x, y = np.arange(1024, dtype=np.int32), np.zeros(1024, np.int32)
    with pytest.raises(error, match=match):
        emulate(text, "k", (2,), [x, y] if arguments is None else arguments, **{"threads": 64, **options})


SEEDS = pytest.mark.parametrize("seed", [0, 1, 2, 3])


# ---- Memory ----


@pytest.mark.parametrize("shared_bytes", [0, 252, 255])
def test_shared_memory_ends_where_the_launch_says(shared_bytes):
    fails(
        emulator.OutOfBounds,
        reversal(64),
        rf"thread \d+ of block \(0, 0, 0\) writes 4 bytes at byte \d+ of shared memory, which has {shared_bytes}, "
        "at `store",
        shared_bytes=shared_bytes,
    )


def test_shared_memory_begins_where_it_begins():
    text = kernel(f"{element('p', '@shared', '-1', space=3)}store i32 1, ptr addrspace(3) %p")
    fails(emulator.OutOfBounds, text, "byte -4 of shared memory", shared_bytes=64)


@pytest.mark.parametrize("at_end", [False, True])
def test_arguments_end_where_their_arrays_do(at_end):
    """Within a guarded array all is well; a lane that a predicate switches off touches nothing."""
    load = 'asm sideeffect "mov.b32 $0, 0;\\0A@$2 ld.global.b32 $0, [$1];", "=r,l,b"'
    store = 'asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"'
    text = kernel(
        f"""%in = icmp ult i32 %t, 60
        {element("px", "%x")}%v = call i32 {load}(ptr addrspace(1) %px, i1 %in)
        {element("py", "%y")}call void {store}(ptr addrspace(1) %py, i32 %v, i1 %in)"""
    )
    x, y = guarded(np.arange(60, dtype=np.int32), at_end), guarded(np.zeros(60, np.int32), at_end)
    emulate(text, "k", (1,), [x, y], threads=64)
    np.testing.assert_array_equal(y, x)
    fails(emulator.OutOfBounds, text, "thread 59 .* byte 236 of argument 0, which has 236", [x[:59], y])
    before = kernel(f"{element('p', '%y', '-1')}store i32 1, ptr addrspace(1) %p")
    fails(emulator.OutOfBounds, before, "thread 0 .* byte -4 of argument 1, which has 240", [0, y])


def test_views_may_be_touched_between_their_ends():
    text = kernel(
        f"""{element("px", "%x", "%t")}%v = load i32, ptr addrspace(1) %px
        {element("py", "%y", "%t")}store i32 %v, ptr addrspace(1) %py"""
    )
    x = np.arange(8 * 8, dtype=np.int32).reshape(8, 8)
    y = np.zeros(64, np.int32)
    emulate(text, "k", (1,), [x[:, 4:], y], threads=60)
    np.testing.assert_array_equal(y[:60], np.arange(4, 64))
    fails(emulator.OutOfBounds, text, "argument 0, which has 240", [x[:, 4:], y], threads=61)


def test_pointers_in_memory_need_visible_arrays():
    text = kernel(
        """%p = load ptr addrspace(1), ptr addrspace(1) %x
        store i32 5, ptr addrspace(1) %p"""
    )
    y = np.zeros(4, np.int32)
    x = np.array([y.ctypes.data])
    emulate(text, "k", (1,), [x, 0], threads=1, visible={"y": y})
    assert y[0] == 5
    fails(emulator.OutOfBounds, text, "which no argument is near to|of argument", [x, 0])


def test_constants_are_not_written():
    text = "@c = private constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n"
    load = kernel(f"%v = load i32, ptr @c\n{element('py', '%y')}store i32 %v, ptr addrspace(1) %py")
    y = np.zeros(32, np.int32)
    emulate(text + load, "k", (1,), [y, y], threads=32)
    assert (y == 1).all()
    fails(emulator.ReadOnly, text + kernel("store i32 1, ptr @c"), "writes 4 bytes at byte 0 of @c")


def test_vectors_are_aligned():
    text = kernel(f"{element('p', '%x', '1')}%v = load <4 x i32>, ptr addrspace(1) %p, align 16\n")
    fails(emulator.Misaligned, text, "reads 16 bytes at byte 4 of argument 0")
    asm = 'call { i32, i32 } asm sideeffect "ld.shared.v2.b32 {$0, $1}, [$2];", "=r,=r,r"(i32 %at)'
    text = kernel(f"%i = ptrtoint ptr addrspace(3) @shared to i32\n%at = add i32 %i, 4\n%v = {asm}")
    fails(emulator.Misaligned, text, "reads 8 bytes at byte 4 of shared memory", shared_bytes=64)


#: what touches memory by one instruction: where $0 points in shared memory or $1 in %x, and bytes of it
ACCESSES = [
    ("st.global.b32 [$1], 0;", 4),
    ("st.global.v2.b32 [$1], {0, 0};", 8),
    ("st.global.v4.b32 [$1], {0, 0, 0, 0};", 16),
    ("st.global.v2.b64 [$1], {0, 0};", 16),
    ("st.shared.b64 [$0], 0;", 8),
    ("st.shared.v4.b32 [$0], {0, 0, 0, 0};", 16),
    ("red.global.add.u32 [$1], 1;", 4),
    ("red.global.add.u64 [$1], 1;", 8),
    ("red.shared.add.u32 [$0], 1;", 4),
    ("{ .reg .b32 %v; mov.b32 %v, 0; red.relaxed.gpu.global.add.v4.f32 [$1], {%v, %v, %v, %v}; }", 16),
    ("{ .reg .b32 %v; mov.b32 %v, 0; red.global.add.noftz.v4.bf16x2 [$1], {%v, %v, %v, %v}; }", 16),
    *((f"cp.async.{'cg' if n == 16 else 'ca'}.shared.global [$0], [$1], {n};", n) for n in (4, 8, 16)),
    # of which nothing is read: the address counts all the same
    *((f"cp.async.{'cg' if n == 16 else 'ca'}.shared.global [$0], [$1], {n}, 0;", n) for n in (4, 8, 16)),
    ("mbarrier.init.shared.b64 [$0], 1;", 8),
    *(
        (f"{{ .reg .b{8 * n} %v; ld.{space}.b{8 * n} %v, [{at}]; }}", n)
        for n in (2, 4, 8)
        for space, at in (("shared", "$0"), ("global", "$1"))
    ),
    ("{ .reg .b32 %v<4>; ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [$1]; }", 16),
    ("{ .reg .b32 %v<2>; ld.shared.v2.b32 {%v0, %v1}, [$0]; }", 8),
    ("{ .reg .b64 %v; atom.global.exch.b64 %v, [$1], 1; }", 8),
    ("{ .reg .b32 %v; atom.shared.cas.b32 %v, [$0], 1, 2; }", 4),
]


@pytest.mark.parametrize(("access", "size"), ACCESSES)
def test_every_access_is_aligned(access, size):
    """To the bytes that it moves, in shared memory and elsewhere."""
    for pointer in ("$0", "$1"):
        if pointer not in access:
            continue
        for off in (0, size // 2):
            shared, memory = (off if pointer == p else 0 for p in ("$0", "$1"))
            text = kernel(
                f"""%i = ptrtoint ptr addrspace(3) @shared to i32
                %at = add i32 %i, {shared}
                %p = getelementptr i8, ptr addrspace(1) %x, i64 {memory}
                call void asm sideeffect "{access}", "r,l"(i32 %at, ptr addrspace(1) %p)"""
            )
            if off:
                fails(
                    emulator.Misaligned, text, f"{size} bytes at", [np.zeros(8, np.int64), 0], shared_bytes=64
                )
            else:
                emulate(text, "k", (1,), [np.zeros(8, np.int64), 0], threads=1, shared_bytes=64)


#: what LLVM IR does to memory at %p, in an address space, and bytes of it
OF_LLVM = [
    (
        "%v = load {type}, ptr{space} %p, align {size}",
        ("i16", "i32", "i64", "<2 x i32>", "<4 x float>", "<8 x half>"),
    ),
    ("store {type} zeroinitializer, ptr{space} %p, align {size}", ("i16", "i64", "<2 x float>", "<16 x i8>")),
    ("%v = atomicrmw add ptr{space} %p, {type} 1 monotonic, align {size}", ("i32", "i64")),
    ("%v = cmpxchg ptr{space} %p, {type} 1, {type} 2 monotonic monotonic, align {size}", ("i32", "i64")),
]
BITS = {"i16": 16, "i32": 32, "i64": 64, "<2 x i32>": 64, "<2 x float>": 64}
SPACES = {"": "%generic", " addrspace(1)": "%x", " addrspace(3)": "@shared"}


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize(("op", "type"), [(op, type) for op, types in OF_LLVM for type in types])
def test_every_access_of_llvm_is_aligned(op, type, space):
    size = BITS.get(type, 128) // 8
    for off in (0, size // 2):
        text = kernel(
            f"""%generic = addrspacecast ptr addrspace(3) @shared to ptr
            %p = getelementptr i8, ptr{space} {SPACES[space]}, i64 {off}
            {op.format(type=type, space=space, size=size)}"""
        )
        if off:
            fails(emulator.Misaligned, text, f"{size} bytes at", [np.zeros(8, np.int64), 0], shared_bytes=64)
        else:
            emulate(text, "k", (1,), [np.zeros(8, np.int64), 0], threads=1, shared_bytes=64)


@pytest.mark.parametrize("stores", [False, True])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_rows_of_matrices_are_aligned(count, stores):
    """Each row to its 16 bytes."""
    names = [f"%v{k}" for k in range(count)]
    words = "{" + ", ".join(names) + "}"
    moved = f"stmatrix.sync.aligned.m8n8.x{count}.shared.b16 [$0], {words};"
    if not stores:
        moved = f"ldmatrix.sync.aligned.m8n8.x{count}.shared.b16 {words}, [$0];"
    given = "".join(f" mov.b32 {name}, 0;" for name in names)
    for off in (0, 8):
        text = kernel(
            f"""%i = ptrtoint ptr addrspace(3) @shared to i32
            %row = mul i32 %t, 16
            %from = add i32 %i, {off}
            %at = add i32 %from, %row
            call void asm sideeffect "{{ .reg .b32 %v<{count}>;{given} {moved} }}", "r"(i32 %at)"""
        )
        if off:
            fails(
                emulator.Misaligned,
                text,
                "16 bytes at byte 8 of shared",
                [0, 0],
                threads=32,
                shared_bytes=1024,
            )
        else:
            emulate(text, "k", (1,), [0, 0], threads=32, shared_bytes=1024)


@pytest.mark.parametrize(("tile", "mbarrier", "error"), [(0, 0, None), (16, 0, "Trap"), (0, 4, "Misaligned")])
def test_boxes_and_their_mbarriers_are_aligned(tile, mbarrier, error):
    """Boxes to 128 bytes."""
    copy = (
        "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$2, {$3}], [$1];"
    )
    waits = "{ .reg .pred %p; again: mbarrier.try_wait.parity.shared.b64 %p, [$0], 0; @!%p bra again; }"
    text = kernel(
        f"""%i = ptrtoint ptr addrspace(3) @shared to i32
        %tile = add i32 %i, {tile}
        %first = add i32 %i, 512
        %arrives = add i32 %first, {mbarrier}
        call void asm sideeffect "mbarrier.init.shared.b64 [$0], 1;", "r"(i32 %first)
        call void asm sideeffect "mbarrier.arrive.expect_tx.shared.b64 _, [$0], 128;", "r"(i32 %first)
        call void asm sideeffect "{copy}", "r,r,l,r"(i32 %tile, i32 %arrives, ptr %map, i32 0)
        call void asm sideeffect "{waits}", "r"(i32 %first)""",
        "ptr addrspace(1) %x, ptr byval([128 x i8]) align 64 %map",
    )
    x = np.zeros(64, np.int32)
    arguments = [x, tensor_map(x.ctypes.data, 4, (64,), [], (32,), 0)]
    if error:
        fails(getattr(emulator, error), text, "thread 0", arguments, threads=1, shared_bytes=1024)
    else:
        emulate(text, "k", (1,), arguments, threads=1, shared_bytes=1024)


def test_stacks_end():
    text = kernel(
        """%room = alloca [100000 x i32]
        %p = getelementptr i32, ptr %room, i32 %t
        call void asm sideeffect "st.b32 [$0], 1;", "l"(ptr %p)
        call void @llvm.nvvm.bar.warp.sync(i32 1)"""
    )
    emulate(text, "k", (1,), [0, 0], threads=1, stack_bytes=1 << 20)


# ---- Races ----


@SEEDS
def test_a_missing_barrier_is_a_race(seed):
    text = reversal(64).replace(BARRIER, "")
    message = r"thread \d+ of block \(0, 0, 0\) \w+ what thread \d+ \w+, .*: byte \d+ of shared memory"
    fails(emulator.Race, text, message, shared_bytes=256, seed=seed)


def test_results_of_a_racy_kernel_depend_on_the_seed():
    text, results = reversal(64).replace(BARRIER, ""), set()
    for seed in range(4):
        x, y = np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
        emulate(text, "k", (1,), [x, y], threads=64, shared_bytes=256, seed=seed, check_races=False)
        results.add(y.tobytes())
    assert len(results) > 1


@SEEDS
def test_a_missing_second_barrier_is_a_race(seed):
    """Shared memory is filled again while others may still read what was there."""
    text = reversal(64).replace("ret void", "store i32 0, ptr addrspace(3) %mine\nret void")
    fails(emulator.Race, text, "writes what thread|reads what thread", shared_bytes=256, seed=seed)


@SEEDS
def test_a_barrier_of_the_warp_orders_the_warp_only(seed):
    text = reversal(64).replace(BARRIER, "call void @llvm.nvvm.bar.warp.sync(i32 -1)")
    fails(emulator.Race, text, "shared memory", shared_bytes=256, seed=seed)
    inside = reversal(32).replace(BARRIER, "call void @llvm.nvvm.bar.warp.sync(i32 -1)")
    x, y = np.arange(32, dtype=np.int32), np.zeros(32, np.int32)
    emulate(inside, "k", (1,), [x, y], threads=32, shared_bytes=128, seed=seed)
    np.testing.assert_array_equal(y, x[::-1])


@SEEDS
def test_global_memory_has_races(seed):
    body = f"""{element("mine", "%x")}store i32 %t, ptr addrspace(1) %mine
    {{}}
    %o = xor i32 63, %t
    {element("other", "%x", "%o")}%w = load i32, ptr addrspace(1) %other
    {element("py", "%y")}store i32 %w, ptr addrspace(1) %py"""
    fails(emulator.Race, kernel(body.format("")), "of argument 0", seed=seed)
    x, y = np.zeros(64, np.int32), np.zeros(64, np.int32)
    emulate(kernel(body.format(BARRIER)), "k", (2,), [x, y], threads=64, seed=seed)
    np.testing.assert_array_equal(y, 63 - np.arange(64))


@SEEDS
def test_atomic_operations_do_not_race_with_each_other(seed):
    fill = f"{element('p', '@shared', space=3)}store i32 0, ptr addrspace(3) %p\n"
    count = '%old = atomicrmw add ptr addrspace(3) @shared, i32 1 syncscope("block") monotonic\n'
    read = f"%n = load i32, ptr addrspace(3) @shared\n{element('py', '%y')}store i32 %n, ptr addrspace(1) %py"
    y = np.zeros(64, np.int32)
    whole = kernel(f"{fill}{BARRIER}\n{count}{BARRIER}\n{read}")
    emulate(whole, "k", (1,), [y, y], threads=64, shared_bytes=256, seed=seed)
    assert (y == 64).all()
    for text in (f"{fill}{count}{BARRIER}\n{read}", f"{fill}{BARRIER}\n{count}{read}"):
        fails(emulator.Race, kernel(text), "byte 0 of shared memory", shared_bytes=256, seed=seed)


def test_threads_may_write_the_same():
    text = kernel(
        f"store i32 5, ptr addrspace(3) @shared\n{BARRIER}\n%v = load i32, ptr addrspace(3) @shared"
    )
    emulate(text, "k", (1,), [0, 0], threads=64, shared_bytes=4)
    fails(emulator.Race, text.replace("i32 5", "i32 %t"), "writes what thread 0 wrote", shared_bytes=4)


# ---- Waits ----


def test_threads_that_end_are_missed_at_a_barrier():
    text = kernel(
        f"""%go = icmp ult i32 %t, 40
        br i1 %go, label %stay, label %end
      stay:
        {BARRIER}
        br label %end
      end:"""
    )
    fails(
        emulator.Deadlock, text, r"threads 0-39: waits at barrier 0, at `call .*\n.*threads 40-63: has ended"
    )
    fails(
        emulator.Deadlock,
        text.replace("ult i32 %t, 40", "ugt i32 %t, 40"),
        r"threads 41-63: waits at barrier 0",
    )


def test_threads_that_wait_at_different_barriers():
    text = kernel(
        """%low = icmp ult i32 %t, 32
        br i1 %low, label %a, label %b
      a:
        call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
        br label %end
      b:
        call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 2)
        br label %end
      end:"""
    )
    fails(
        emulator.Deadlock, text, r"threads 0-31: waits at barrier 1, .*\n.*threads 32-63: waits at barrier 2"
    )


def test_an_aligned_barrier_is_one_instruction_a_warp():
    text = kernel(
        f"""%low = icmp ult i32 %t, 40
        br i1 %low, label %a, label %b
      a:
        {BARRIER}
        %p = getelementptr i32, ptr addrspace(1) %x, i32 0
        br label %end
      b:
        {BARRIER}
        br label %end
      end:"""
    )
    fails(emulator.Divergent, text, "thread 40 of block .* and thread 32 of its warp")
    whole = text.replace("%t, 40", "%t, 32")
    emulate(whole, "k", (1,), [0, 0], threads=64)


def test_shuffles_wait_for_all_lanes_of_the_mask():
    shuffle = "%r = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 {}, i32 %t, i32 1, i32 31)"
    text = kernel(
        f"""%go = icmp ult i32 %t, 24
        br i1 %go, label %stay, label %end
      stay:
        {shuffle.format(-1)}
        br label %end
      end:"""
    )
    message = r"threads 0-23: waits at shfl.sync of the lanes 0xffffffff, .*\n.*threads 24-31: has ended"
    fails(emulator.Deadlock, text, message, threads=32)
    fails(emulator.Trap, kernel(shuffle.format(255)), "thread 8 .* is not in the mask")
    fails(emulator.Deadlock, kernel(shuffle.format(-1)), "of the lanes 0xffffffff", threads=20)
    fails(
        emulator.Trap,
        kernel(shuffle.format(2**24 - 1).replace("i32 1, i32 31", "i32 24, i32 31")),
        "takes a value",
    )


def test_a_flag_that_nobody_sets():
    text = kernel(
        """br label %look
      look:
        %f = load volatile i32, ptr addrspace(1) %y
        %on = icmp eq i32 %f, 1
        br i1 %on, label %done, label %look
      done:"""
    )
    fails(emulator.Stalled, text, "none changes it")


def test_traps_and_assertions():
    fails(emulator.Trap, kernel("call void @llvm.trap()"), r"thread 0 of block \(0, 0, 0\) trapped at `call")
    fails(emulator.Trap, kernel('call void asm sideeffect "trap;", ""()'), "trapped")
    strings = """@m = private constant [5 x i8] c"oh x\\00"
    @f = private constant [5 x i8] c"a.py\\00"
    @n = private constant [2 x i8] c"g\\00"
    declare void @__assertfail(ptr, ptr, i32, ptr, i64)
    """
    text = strings + kernel("call void @__assertfail(ptr @m, ptr @f, i32 7, ptr @n, i64 1)")
    fails(AssertionError, text, r"thread 0 of block \(0, 0, 0\): oh x \(a.py:7, in g\)")


def test_what_the_emulator_lacks_is_named():
    fails(
        emulator.Unsupported, kernel('call void asm sideeffect "frob.b32 $0;", "r"(i32 1)'), "know `frob.b32"
    )
    fails(
        emulator.Unsupported,
        kernel("call void @llvm.nvvm.barrier.cluster.arrive.relaxed()"),
        "llvm.nvvm.barrier.cluster.arrive.relaxed",
    )
    unknown = "declare float @__nv_roundf(float)\n" + kernel("%r = call float @__nv_roundf(float 0.5)")
    fails(emulator.Unsupported, unknown, "no GPU has the function @__nv_roundf")
    unused = unknown.replace("%r = call float @__nv_roundf(float 0.5)", "")
    emulate(unused, "k", (1,), [0, 0], threads=1)
    fails(ValueError, kernel("").replace("@k", "@other"), "no function 'k'")
    fails(TypeError, kernel(""), "2 parameters, not 1", [1])


def test_the_line_of_the_source_is_named():
    text = kernel("store i32 1, ptr addrspace(3) @shared, !dbg !4").replace("{\n", "!dbg !3 {\n", 1)
    text += """
    !llvm.dbg.cu = !{!1}
    !llvm.module.flags = !{!5}
    !0 = !DIFile(filename: "k.mlir", directory: "")
    !1 = distinct !DICompileUnit(language: DW_LANG_C, file: !0, emissionKind: LineTablesOnly)
    !2 = !DISubroutineType(types: !6)
    !3 = distinct !DISubprogram(name: "k", file: !0, line: 1, type: !2, unit: !1, spFlags: DISPFlagDefinition)
    !4 = !DILocation(line: 12, column: 3, scope: !3)
    !5 = !{i32 2, !"Debug Info Version", i32 3}
    !6 = !{}
    """
    fails(emulator.OutOfBounds, text, r"`store .*` \(line 12\)")


def test_threads_may_write_the_same_element_where_that_is_said():
    text = kernel("store i32 %t, ptr addrspace(1) %y")
    fails(emulator.Race, text, "thread 1 .* writes what thread 0 wrote, .*byte 0 of argument 1")
    emulate(text, "k", (1,), [0, np.zeros(1, np.int32)], threads=64, overlaps=True)
    read = text.replace("ret void", "%v = load i32, ptr addrspace(1) %y\nret void")
    fails(emulator.Race, read, "reads what thread|writes what thread", overlaps=True)
