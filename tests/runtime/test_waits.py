"""Programs that wait for each other all end, or the launch ends with an error that names the loop."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import triton_shared
from triton_shared.runtime.compilation import build

HEADER = """
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %pid = tt.get_program_id x : i32
  %n = tt.get_num_programs x : i32
"""


def kernel(body: str) -> str:
    """A kernel whose body may use `HEADER`'s values and the program's own elements, ``%at.flags`` and ``%at.out``."""
    return f"""
tt.func public @waits(%flags: !tt.ptr<i32>, %out: !tt.ptr<i32>, %x: !tt.ptr<i32>) {{
  {HEADER}
  %at.flags = tt.addptr %flags, %pid : !tt.ptr<i32>, i32
  %at.out = tt.addptr %out, %pid : !tt.ptr<i32>, i32
  {body}
  tt.return
}}
"""


#: ways to read the i32 at %where until it is not 0
READS = {
    "cas": "%v = tt.atomic_cas acq_rel, gpu, %where, %c1, %c1 : (!tt.ptr<i32>, i32, i32) -> i32",
    "add": "%v = tt.atomic_rmw add, acq_rel, gpu, %where, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32",
    "or": "%v = tt.atomic_rmw or, acq_rel, gpu, %where, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32",
    "volatile": "%v = tt.load %where {isVolatile = true} : !tt.ptr<i32>",
    "atomic_load": "%v = tt.atomic_load acquire, gpu, %where : (!tt.ptr<i32>) -> i32",
}

#: shapes of the loop around such a read
LOOPS = {
    "before": """
  scf.while : () -> () {{
    {read}
    %go = arith.cmpi eq, %v, %c0 : i32
    scf.condition(%go)
  }} do {{
    scf.yield
  }}""",
    "after": """
  %last = scf.while (%seen = %c0) : (i32) -> i32 {{
    %go = arith.cmpi eq, %seen, %c0 : i32
    scf.condition(%go) %seen : i32
  }} do {{
  ^bb0(%unused: i32):
    {read}
    scf.yield %v : i32
  }}""",
    "counted": """
  %last:2 = scf.while (%seen = %c0, %turns = %c0) : (i32, i32) -> (i32, i32) {{
    %go = arith.cmpi eq, %seen, %c0 : i32
    scf.condition(%go) %seen, %turns : i32, i32
  }} do {{
  ^bb0(%unused: i32, %before: i32):
    {read}
    %more = arith.addi %before, %c1 : i32
    scf.yield %v, %more : i32, i32
  }}""",
}


def wait(where: str, read: str = "cas", loop: str = "before") -> str:
    """Code that waits until the flag number ``where`` is set."""
    return f"%where = tt.addptr %flags, {where} : !tt.ptr<i32>, i32\n" + LOOPS[loop].format(read=READS[read])


SET = "%old = tt.atomic_rmw exch, acq_rel, gpu, %at.flags, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32\n"
MARK = "tt.store %at.out, %pid : !tt.ptr<i32>\n"


def later(read: str = "cas", loop: str = "before") -> str:
    """Every program but the last waits for the one after it."""
    return kernel(f"""
  %next = arith.addi %pid, %c1 : i32
  %has_next = arith.cmpi slt, %next, %n : i32
  scf.if %has_next {{
    {wait("%next", read, loop)}
  }}
  {MARK}{SET}""")


def launch(source: str, programs: int, num_threads: int | None = None, checks: str = "") -> None:
    """Run ``source`` and check that every program has written its number."""
    flags, out, x = np.zeros(programs + 1, np.int32), np.full(programs, -1, np.int32), np.zeros(4, np.int32)
    triton_shared.compile(source, num_threads=num_threads, checks=checks)[(programs,)](flags, out, x)
    np.testing.assert_array_equal(out, np.arange(programs))


@pytest.mark.parametrize("checks", ["", "bounds"])
@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("read", READS)
def test_a_program_waits_for_the_next_one(read, loop, checks):
    launch(later(read, loop), 20, checks=checks)


@pytest.mark.parametrize("num_threads", [1, 2, 5])
@pytest.mark.parametrize("programs", [1, 2, 3, 64, 200])
def test_any_number_of_programs_and_threads(programs, num_threads):
    for _ in range(2):  # the second launch knows what a program costs
        launch(later(), programs, num_threads)


@pytest.mark.parametrize("num_threads", [1, 3])
def test_all_programs_meet_twice(num_threads):
    """A barrier over the whole grid: nobody goes on before everybody has arrived."""
    meet = """
  %arrived{k} = tt.atomic_rmw add, acq_rel, gpu, %x{k}, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
  scf.while : () -> () {{
    %now = tt.atomic_rmw add, acq_rel, gpu, %x{k}, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %go = arith.cmpi slt, %now, %n : i32
    scf.condition(%go)
  }} do {{
    scf.yield
  }}
"""
    source = kernel(f"""
  %x0 = tt.addptr %x, %c0 : !tt.ptr<i32>, i32
  %x1 = tt.addptr %x, %c1 : !tt.ptr<i32>, i32
  {meet.format(k=0)}{meet.format(k=1)}{MARK}""")
    launch(source, 100, num_threads)


def test_a_lock_is_held_by_one_program_at_a_time():
    source = kernel(f"""
  %lock = tt.addptr %x, %c0 : !tt.ptr<i32>, i32
  %sum = tt.addptr %x, %c1 : !tt.ptr<i32>, i32
  scf.while : () -> () {{
    %taken = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
    %go = arith.cmpi ne, %taken, %c0 : i32
    scf.condition(%go)
  }} do {{
    scf.yield
  }}
  %old = tt.load %sum : !tt.ptr<i32>
  %new = arith.addi %old, %c1 : i32
  tt.store %sum, %new : !tt.ptr<i32>
  %freed = tt.atomic_rmw exch, acq_rel, gpu, %lock, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32
  {MARK}""")
    x, out = np.zeros(4, np.int32), np.zeros(5000, np.int32)
    triton_shared.compile(source, num_threads=4)[(5000,)](x, out, x)
    assert x[1] == 5000 and (out == np.arange(5000)).all()


def test_a_tensor_of_flags_is_waited_for():
    source = kernel(f"""
  %set = tt.atomic_rmw exch, acq_rel, gpu, %at.flags, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %range = tt.make_range {{start = 0 : i32, end = 16 : i32}} : tensor<16xi32>
  %base = tt.splat %flags : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %where = tt.addptr %base, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  scf.while : () -> () {{
    %v = tt.load %where {{isVolatile = true}} : tensor<16x!tt.ptr<i32>>
    %sum = "tt.reduce"(%v) <{{axis = 0 : i32}}> ({{
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      tt.reduce.return %s : i32
    }}) : (tensor<16xi32>) -> i32
    %go = arith.cmpi slt, %sum, %n : i32
    scf.condition(%go)
  }} do {{
    scf.yield
  }}
  {MARK}""")
    flags, out = np.zeros(17, np.int32), np.zeros(16, np.int32)
    triton_shared.compile(source, num_threads=2)[(16,)](flags, out, flags)
    assert (out == np.arange(16)).all()


def test_many_threads_launch_at_once():
    failures = []

    def body():
        try:
            for _ in range(5):
                launch(later(), 50, num_threads=2)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=body) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize("num_threads", [1, 3])
@pytest.mark.parametrize("programs", [1, 7])
def test_a_wait_without_end_is_an_error_that_names_the_loop(programs, num_threads, monkeypatch):
    source = kernel(f"{MARK}\n{wait('%n')}")
    line = source.splitlines().index("  scf.while : () -> () {") + 1
    flags, out = np.zeros(programs + 1, np.int32), np.full(programs, -1, np.int32)
    waiting = triton_shared.compile(source, num_threads=num_threads)
    told = rf"program \(\d, 0, 0\) of kernel 'waits' waits in the loop at -:{line}:3"
    for seconds in (0.2, 2, 20):  # in which all of them begin, though a busy machine gives them few cores
        monkeypatch.setenv("TRITON_SHARED_WAIT_SECONDS", str(seconds))
        with pytest.raises(TimeoutError, match=told):
            waiting[(programs,)](flags, out, flags)
        if (begun := out == np.arange(programs)).all():
            break
    assert begun.all()
    flags[programs] = 1
    waiting[(programs,)](flags, out, flags)


def test_who_waits_for_the_host_has_time(monkeypatch):
    monkeypatch.setenv("TRITON_SHARED_WAIT_SECONDS", "600")
    flags, out = np.zeros(3, np.int32), np.full(2, -1, np.int32)
    waiting = triton_shared.compile(kernel(f"{wait('%n')}\n{MARK}"))
    thread = threading.Thread(target=lambda: waiting[(2,)](flags, out, flags))
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive() and (out == -1).all()
    flags[2] = 1
    thread.join(600)
    assert not thread.is_alive() and (out == [0, 1]).all()


@pytest.mark.parametrize("text", ["0", "-1", "soon", "nan", ""])
def test_a_time_that_is_none(text, monkeypatch):
    monkeypatch.setenv("TRITON_SHARED_WAIT_SECONDS", text)
    with pytest.raises(ValueError, match="TRITON_SHARED_WAIT_SECONDS must be a positive number"):
        launch(later(), 2)


#: loops that end by themselves
BUSY = {
    "a linked list": """
  %last = scf.while (%i = %pid) : (i32) -> i32 {
    %go = arith.cmpi ne, %i, %c0 : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %p = tt.addptr %flags, %i : !tt.ptr<i32>, i32
    %next = tt.load %p : !tt.ptr<i32>
    scf.yield %next : i32
  }""",
    "a bounded number of tries": """
  %last = scf.while (%i = %c0) : (i32) -> i32 {
    %v = tt.atomic_cas acq_rel, gpu, %flags, %c1, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
    %unset = arith.cmpi eq, %v, %c0 : i32
    %few = arith.cmpi slt, %i, %n : i32
    %go = arith.andi %unset, %few : i1
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %more = arith.addi %i, %c1 : i32
    scf.yield %more : i32
  }""",
    "a queue of work": """
  scf.while : () -> () {
    %v = tt.atomic_rmw add, acq_rel, gpu, %x, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %go = arith.cmpi slt, %v, %n : i32
    scf.condition(%go)
  } do {
    scf.yield
  }""",
    "one that writes": """
  scf.while : () -> () {
    %v = tt.load %flags : !tt.ptr<i32>
    %less = arith.subi %v, %c1 : i32
    tt.store %flags, %less : !tt.ptr<i32>
    %go = arith.cmpi sgt, %v, %c0 : i32
    scf.condition(%go)
  } do {
    scf.yield
  }""",
    "one that reads nothing": """
  %last = scf.while (%i = %c0) : (i32) -> i32 {
    %go = arith.cmpi slt, %i, %n : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %more = arith.addi %i, %c1 : i32
    scf.yield %more : i32
  }""",
}


@pytest.mark.parametrize("name", BUSY)
def test_a_loop_that_ends_by_itself_is_no_wait(name):
    assert build(kernel(BUSY[name]), "busy.mlir", None).waits == ()


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("read", READS)
def test_a_wait_is_found_with_its_place(read, loop):
    source = later(read, loop)
    line = next(i for i, text in enumerate(source.splitlines(), 1) if "scf.while" in text)
    (place,) = build(source, "later.mlir", None).waits
    assert place.startswith(f"later.mlir:{line}:")
