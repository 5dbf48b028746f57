"""Kernels as shared libraries: the launcher runs every program once, on any threads, and says what went wrong."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.programs import COUNT, PROGRAM, many_scalars
from triton_shared.abi import Param
from triton_shared.runtime.compilation import build
from triton_shared.runtime.cpu import library, linker
from triton_shared.runtime.cpu.cpu_kernel import CPUHeader

try:
    CXX = linker.compiler()
except RuntimeError as missing:
    pytest.skip(str(missing), allow_module_level=True)

DTYPES = {t: np.dtype(f"{t[0]}{int(t[1:]) // 8}") for t in ("i8", "i16", "i32", "i64", "f32", "f64")}
DTYPES["i1"] = np.dtype(bool)


@pytest.fixture(scope="module")
def launcher(tmp_path_factory):
    path = tmp_path_factory.mktemp("launcher") / "launcher.so"
    path.write_bytes(library.launcher_library())
    return path


def kernel_at(directory, text: str, threads: int = 0):
    """The path of the library of the kernel in ``text``, and what it exports; every third argument is a constexpr."""
    artifact = build(text, "kernel.mlir", None)
    header = CPUHeader.of(artifact, []).to_json()
    signature = [
        library.Argument(i + i // 2, f"argument {i}", Param(*fields))
        for i, fields in enumerate(header["params"])
    ]
    path = directory / f"{artifact.name}.so"
    path.write_bytes(library.kernel_library(artifact.object_code, header, signature, threads))
    return path, library.symbol(artifact.name)


def caller(launcher, path, name):
    """A function of grid, number of threads, and arguments: arrays, or numpy's scalars."""
    run, kernel = ctypes.CDLL(launcher)[library.LAUNCHER], ctypes.CDLL(path)
    address = ctypes.addressof(ctypes.c_char.in_dll(kernel, name))

    def call(grid, threads, *arguments):
        kept = [np.array(a) if np.isscalar(a) else a for a in arguments]
        given = []
        for i, array in enumerate(kept):
            given += [array.ctypes.data] if i % 2 == 0 else [array.ctypes.data, None]
        run(
            *map(ctypes.c_uint32, grid),
            threads,
            (ctypes.c_void_p * len(given))(*given),
            ctypes.c_void_p(address),
        )

    return call


@pytest.fixture(scope="module")
def count(launcher, tmp_path_factory):
    return caller(launcher, *kernel_at(tmp_path_factory.mktemp("count"), COUNT))


def check_count(count, grid, work, threads=0, launches=1):
    programs = int(np.prod(grid))
    counts, result = np.zeros(programs + 1, np.int32), np.zeros(programs + 1, np.int32)
    for _ in range(launches):
        count(grid, threads, counts, result, np.int32(work))
    assert (counts[:-1] == launches).all() and counts[-1] == 0
    expected = np.arange(programs, dtype=np.uint32)
    for _ in range(work):
        expected = expected * np.uint32(1664525) + np.uint32(1)
    assert (result[:-1].view(np.uint32) == expected).all()


@pytest.mark.parametrize("threads", [-1, 0, 1, 3, 5000])
@pytest.mark.parametrize("grid", [(1, 1, 1), (0, 3, 1), (1000, 1, 1), (2, 3, 7)])
def test_every_program_runs_once(count, grid, threads):
    for work in (0, 3000):
        check_count(count, grid, work, threads, launches=3)


def test_launches_that_overlap(count):
    failures = []

    def work():
        try:
            check_count(count, (64, 1, 1), 2000, launches=10)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(600)
    assert not failures, failures


@settings(max_examples=12, deadline=None)
@given(st.lists(st.sampled_from(sorted(DTYPES)), min_size=1, max_size=9), st.integers(0, 2**32 - 1))
def test_scalars_of_any_types_arrive(launcher, tmp_path_factory, types, seed):
    call = caller(launcher, *kernel_at(tmp_path_factory.mktemp("scalars"), many_scalars(types)))
    bits = np.random.default_rng(seed).integers(0, 256, (len(types), 8), np.uint8)
    sent = [
        np.bool_(b[0] & 1) if t == "i1" else b.view(DTYPES[t])[0] for t, b in zip(types, bits, strict=True)
    ]
    found = [np.zeros(1, DTYPES[t]) for t in types]
    call((1, 1, 1), 1, *sent, *found)
    assert [a.tobytes() for a in found] == [np.asarray(s).tobytes() for s in sent]


RUNNER = r"""
#include <dlfcn.h>
#include <unistd.h>
#include <sys/wait.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#define BYTES (1 << 16)
// runner launcher.so kernel.so name grid threads offset n: calls name(x + offset, out, n), before and after a fork
int main(int argc, char **argv) {
  void *launcher = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), *kernel = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  if (!launcher || !kernel) { puts(dlerror()); return 1; }
  auto run = (void (*)(uint32_t, uint32_t, uint32_t, int, void **, void *))dlsym(launcher, "run_from_nativert");
  void *name = dlsym(kernel, argv[3]);
  int grid = atoi(argv[4]);
  int32_t *x = (int32_t *)aligned_alloc(64, BYTES), *out = (int32_t *)aligned_alloc(64, BYTES);
  int64_t n = atoi(argv[7]);
  void *arguments[] = {x + atoi(argv[6]), out, nullptr, &n};
  bool child = false;
  for (int turn = 0; turn < 3; turn++) {
    memset(x, 0, BYTES), memset(out, 0, BYTES);
    try {
      run(grid, 1, 1, atoi(argv[5]), arguments, name);
      int64_t sum = 0;
      for (int i = 0; i < grid; i++) sum += x[i];
      printf("%d %lld\n", turn, (long long)sum);
      fflush(stdout);
      if (getenv("COUNT_THREADS")) system("grep Threads /proc/$PPID/status");
    } catch (const std::exception &error) {
      printf("%d %s\n", turn, error.what());
    }
    fflush(stdout);
    if (turn == 1) {
      pid_t pid = fork();
      child = !pid;
      if (pid) { int status; waitpid(pid, &status, 0); return status; }
    }
  }
  return 0;
}
"""


@pytest.fixture(scope="module")
def runner(tmp_path_factory):
    """A program in C++ that launches a kernel twice, forks, and launches it in the child."""
    directory = tmp_path_factory.mktemp("runner")
    source, program = directory / "runner.cpp", directory / "runner"
    source.write_text(RUNNER)
    subprocess.run([CXX, "-w", source, "-o", program, "-ldl"], check=True)
    return program


def run(runner, launcher, kernel, grid, threads=0, offset=0, n=0, **environment):
    """What the runner prints, by line."""
    command = [runner, launcher, *kernel, *map(str, (grid, threads, offset, n))]
    variables = {k: v for k, v in os.environ.items() if not k.startswith("TRITON_SHARED")} | environment
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=600)
    assert not done.returncode and not done.stderr, done
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    return kernel_at(tmp_path_factory.mktemp("counted"), COUNT)


@pytest.mark.parametrize("threads", [1, 4])
def test_a_program_without_python_before_and_after_a_fork(runner, launcher, counted, threads):
    assert run(runner, launcher, counted, 500, threads, n=20000) == ["0 500", "1 500", "2 500"]


@pytest.mark.skipif(
    not os.path.exists("/proc/self/status"), reason="nothing tells how many threads there are"
)
@pytest.mark.parametrize(
    "asked, variable, width", [(1, "3", 1), (3, "1", 3), (0, "2", 2), (-1, "5", 5), (2, None, 2)]
)
def test_as_many_threads_as_are_asked_for(runner, launcher, counted, asked, variable, width):
    environment = {"COUNT_THREADS": "1"} | ({"TRITON_SHARED_NUM_THREADS": variable} if variable else {})
    found = run(runner, launcher, counted, 2000, asked, n=20000, **environment)
    assert found == [line for turn in range(3) for line in (f"{turn} 2000", f"Threads:\t{width}")]


def test_a_kernel_with_threads_of_its_own(runner, launcher, tmp_path):
    kernel = kernel_at(tmp_path, COUNT, threads=3)
    found = run(runner, launcher, kernel, 2000, n=20000, COUNT_THREADS="1", TRITON_SHARED_NUM_THREADS="1")
    assert found[1] == "Threads:\t3"


@pytest.mark.parametrize("text", ["0", "-3", "many", "", "1.5"])
def test_a_number_of_threads_that_is_none(runner, launcher, counted, text):
    found = run(runner, launcher, counted, 5, TRITON_SHARED_NUM_THREADS=text)
    message = f"TRITON_SHARED_NUM_THREADS must be a positive integer, got '{text}'"
    assert found == [f"{turn} {message}" for turn in range(3)]
    assert run(runner, launcher, counted, 5, threads=2, TRITON_SHARED_NUM_THREADS=text)[0] == "0 5"


TRITON = """
tt.func public @checks(%flags: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %pid = tt.get_program_id x : i32
  %own = tt.addptr %flags, %pid : !tt.ptr<i32>, i32
  {body}
  tt.return
}}
"""
WAIT = """
  %next = arith.addi %pid, %c1 : i32
  %waits = arith.cmpi slt, %next, %n : i32
  scf.if %waits {
    %where = tt.addptr %flags, %next : !tt.ptr<i32>, i32
    scf.while : () -> () {
      %v = tt.atomic_cas acq_rel, gpu, %where, %c1, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
      %go = arith.cmpi eq, %v, %c0 : i32
      scf.condition(%go)
    } do {
      scf.yield
    }
  }
  %old = tt.atomic_rmw exch, acq_rel, gpu, %own, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
"""
ASSERT = """
  %less = arith.cmpi slt, %pid, %n : i32
  %all = tt.splat %less : i1 -> tensor<4xi1>
  tt.assert %all, "too many" : tensor<4xi1>
  tt.store %own, %c1 : !tt.ptr<i32>
"""


@pytest.mark.parametrize("threads", [1, 3])
def test_programs_that_wait_and_programs_that_fail(runner, launcher, tmp_path, threads):
    waits = kernel_at(tmp_path, TRITON.format(body=WAIT))
    assert run(runner, launcher, waits, 20, threads, n=20) == ["0 20", "1 20", "2 20"]
    (first, *_) = run(runner, launcher, waits, 20, threads, n=21, TRITON_SHARED_WAIT_SECONDS="0.2")
    assert re.match(
        r"0 program \(\d+, 0, 0\) of kernel 'checks' waits in the loop at \S+:\d+:\d+ for what no", first
    )
    (first, *_) = run(runner, launcher, waits, 2, threads, TRITON_SHARED_WAIT_SECONDS="soon")
    assert first == "0 TRITON_SHARED_WAIT_SECONDS must be a positive number, got 'soon'"
    asserts = kernel_at(tmp_path, TRITON.format(body=ASSERT))
    assert run(runner, launcher, asserts, 20, threads, n=20) == ["0 20", "1 20", "2 20"]
    (first, *_) = run(runner, launcher, asserts, 20, threads, n=19)
    assert re.match(r"0 device-side assert: too many.*: program \(19, 0, 0\) of kernel 'checks'$", first)


def test_an_address_that_is_not_aligned(runner, launcher, tmp_path):
    text = COUNT.replace("memref<*xi32>,", "memref<*xi32> {tt.divisibility = 16 : i32},", 1)
    found = run(runner, launcher, kernel_at(tmp_path, text), 5, offset=1)
    assert (
        found[0] == "0 argument 0: expected an address that is a multiple of 16 bytes; pass an aligned copy"
    )


def test_a_kernel_that_prints(tmp_path):
    call = """func.call @triton_shared_print(%px, %py, %pz, %bits, %bits, %bits)
    : (i32, i32, i32, i64, i64, i64) -> ()"""
    text = COUNT.replace("%c0 =", f"%bits = arith.constant 0 : i64\n  {call}\n  %c0 =", 1)
    text += "func.func private @triton_shared_print(i32, i32, i32, i64, i64, i64)\n"
    with pytest.raises(RuntimeError, match="'count' prints, which needs Python: it cannot be called from C"):
        kernel_at(tmp_path, text)


def test_a_kernel_may_have_any_name(launcher, tmp_path):
    text = f"""
func.func @kernel(%out: memref<*xf32>, %x: f32, {PROGRAM}) {{
  %c0 = arith.constant 0 : index
  %y = math.acosh %x : f32
  %to = memref.reinterpret_cast %out to offset: [0], sizes: [1], strides: [1]
      : memref<*xf32> to memref<1xf32, strided<[1]>>
  memref.store %y, %to[%c0] : memref<1xf32, strided<[1]>>
  return
}}
"""
    out = np.zeros(1, np.float32)
    for name in ("acosh", "memcpy", "name", "run"):
        call = caller(launcher, *kernel_at(tmp_path, text.replace("@kernel", f"@{name}")))
        call((1, 1, 1), 1, out, np.float32(2.5))
        np.testing.assert_allclose(out, np.arccosh(np.float32(2.5)), rtol=1e-6)


def test_no_compiler(monkeypatch):
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(RuntimeError, match="shared libraries: CXX='no-such-compiler' names none"):
        linker.compiler()
    monkeypatch.delenv("CXX")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeError, match=re.escape("there is no c++, g++, clang++")):
        linker.compiler()
