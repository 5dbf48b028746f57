"""ptxas: where it is looked for, what it says of a kernel, and what is said of it where it fails."""

import os
import stat

import pytest

from tests.support.gpu_kernels import needs_ptxas
from triton_shared.codegen.nvidia.ptx import ptxas
from triton_shared.codegen.nvidia.ptx.ptxas import RESIDENT, PtxasError, assemble, find, has_loading_loop
from triton_shared.codegen.nvidia.target import GpuTarget

HEAD = ".version 8.0\n.target sm_90a\n.address_size 64\n"
TARGET = GpuTarget("sm_90a")


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """No ptxas is installed; returns a function that installs one, a file at a path, and returns it."""
    monkeypatch.delenv(ptxas.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(ptxas, "_SYSTEM", (str(tmp_path / "system" / "ptxas"),))
    monkeypatch.setattr(ptxas, "_in_package", lambda name, path: str(tmp_path / name / path))

    def install(place: str, program: str = "#!/bin/sh\n") -> str:
        file = tmp_path / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(program)
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return str(file)

    return install


def test_the_places_in_their_order(nowhere, monkeypatch):
    places = [
        "triton/backends/nvidia/bin/ptxas",
        "system/ptxas",
        "path/ptxas",
        "nvidia.cu13/bin/ptxas",
        "nvidia.cuda_nvcc/bin/ptxas",
    ]
    for place in places:
        installed = nowhere(place)
        assert find() == installed
    os.chmod(installed, 0o644)  # which is no program
    assert find().endswith(places[-2])
    monkeypatch.setenv(ptxas.VARIABLE, "/one/of/mine")
    assert find() == "/one/of/mine"


def test_none_is_installed(nowhere):
    with pytest.raises(
        PtxasError,
        match=r"there is no ptxas, .*: pip install 'nvidia-cuda-nvcc-cu12>=.*', or let TRITON_SHARED_PTXAS",
    ):
        assemble(HEAD, TARGET)


def test_one_that_cannot_be_run(monkeypatch):
    monkeypatch.setenv(ptxas.VARIABLE, "/no/such/ptxas")
    with pytest.raises(PtxasError, match="cannot run ptxas: /no/such/ptxas: No such file"):
        assemble(HEAD, TARGET)


def test_one_that_fails_or_writes_nothing(nowhere):
    nowhere("path/ptxas", "#!/bin/sh\necho 'ptxas fatal : out of order' >&2\nexit 3\n")
    with pytest.raises(
        PtxasError, match=r"path/ptxas makes no code for sm_90a of this PTX:\nptxas fatal : out of order"
    ):
        assemble(HEAD, TARGET)
    nowhere("path/ptxas")
    with pytest.raises(PtxasError, match="makes no code for sm_90a"):
        assemble(HEAD, TARGET)


@needs_ptxas
def test_what_it_refuses_is_shown_with_its_line():
    with pytest.raises(PtxasError, match=r"ptxas kernel\.ptx, line 5; (fatal|error)"):
        assemble(HEAD + ".visible .entry k()\n{ no.such.op; }\n", TARGET)


@needs_ptxas
def test_what_it_says_of_registers_spills_and_shared_memory():
    registers = "\n".join(f"ld.volatile.global.f32 %f{i}, [%p+{4 * i}];" for i in range(100))
    stores = "\n".join(f"st.volatile.global.f32 [%p+{4 * i}], %f{99 - i};" for i in range(100))
    body = f".reg .b64 %p;\n.reg .f32 %f<100>;\nld.param.b64 %p, [a];\n{registers}\n{stores}\nret;"
    shared = ".shared .align 4 .b8 s[400]; .reg .b32 %q; mov.b32 %q, s; st.volatile.shared.b32 [%q], %q;"
    kernel = f"{HEAD}.visible .entry k(.param .u64 a)\n.maxntid 128\n%s{{ {shared}\n{body} }}\n"
    free, bound = (
        assemble(kernel.replace("%s", ""), TARGET),
        assemble(kernel.replace("%s", ".maxnreg 32\n"), TARGET),
    )
    assert free.registers > 100 and free.spills == 0 and free.shared == bound.shared == 400
    assert bound.registers <= 32 and bound.spills > 0


SUMMING = """.visible .entry k(.param .u64 a, .param .u32 n)
.maxntid 256
{ .reg .b64 %p; .reg .b32 %i, %n; .reg .f32 %f, %s<8>; .reg .pred %c;
ld.param.b64 %p, [a]; ld.param.b32 %n, [n]; mov.b32 %i, 0; SETUP
$L__BB0_1:
BODY
add.s64 %p, %p, 4096; add.s32 %i, %i, 1; setp.lt.s32 %c, %i, %n;
@%c bra $L__BB0_1;
AFTER
ret; }
"""
SUMS = "\n".join(f"ld.global.f32 %f, [%p+{4 * i}]; add.f32 %s{i}, %s{i}, %f;" for i in range(8))
STORES = "\n".join(f"st.global.f32 [%p+{4 * i}], %s{i};" for i in range(8))


def summing(body: str = SUMS, after: str = STORES) -> str:
    """PTX of a loop of ``body``, and what comes ``after`` it."""
    zeros = "\n".join(f"mov.b32 %s{i}, 0f00000000;" for i in range(8))
    return HEAD + SUMMING.replace("SETUP", zeros).replace("BODY", body).replace("AFTER", after)


@pytest.mark.parametrize(
    ("body", "loads"),
    [
        (SUMS, True),
        (SUMS + "st.global.f32 [%p], %s0;", True),
        ("setp.lt.s32 %c, %i, 7; @%c ld.global.v2.f32 {%s2, %s3}, [%p];", True),
        ("ex2.approx.ftz.f32 %s0, %s0; ld.global.f32 %f, [%p];", True),
        (SUMS.replace("ld.global", "ld.shared"), False),
        ("cp.async.commit_group;", False),
    ],
)
def test_loops_that_load(body, loads):
    assert has_loading_loop(summing(body)) == loads
    assert not has_loading_loop(summing("", body))


@needs_ptxas
def test_loads_of_such_loops_are_in_flight_together():
    """By more registers, of which all threads that a processor should have find enough."""
    text = summing()
    free, one = (
        assemble(t, TARGET) for t in (text, text.replace(".maxntid 256", ".maxntid 256\n.minnctapersm 8"))
    )
    assert one.registers < free.registers <= TARGET.facts.registers // RESIDENT
    assert free.spills == 0
