"""triton-shared-opt: flags, output, and what it says about bad input."""

import os
import re
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from triton_shared.errors import LoweringError
from triton_shared.passes import registry
from triton_shared.passes.base import Pass, table
from triton_shared.tools import opt
from triton_shared.tools.upstream_passes import UPSTREAM

FOLDABLE = """\
func.func @f(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  %sum = arith.addi %x, %two : i32
  return %sum : i32
}
"""
INVALID = FOLDABLE.replace("%x, %two", "%x, %missing")
LOOP = """\
func.func @f(%n: index, %m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "f.mlir"
    path.write_text(FOLDABLE)
    return str(path)


def ok(argv, stdin=None) -> str:
    code, out, err = opt.run(argv, stdin)
    assert (code, err) == (0, "")
    return out


def refused(argv, stdin=None) -> str:
    code, out, err = opt.run(argv, stdin)
    assert (code, out) == (1, "")
    assert "Traceback" not in err
    return err


def process(*argv, **keywords):
    return subprocess.run(
        [sys.executable, "-m", "triton_shared.tools.opt", *argv],
        capture_output=True,
        text=True,
        timeout=600,
        **keywords,
    )


# Input and output


def test_file_and_stdin_give_the_same(file):
    assert ok([file]) == ok(["-"], FOLDABLE) == ok([], FOLDABLE)
    assert ok([file]).startswith("module {\n") and ok([file]).endswith("}\n")


def test_output_is_input(file):
    once = ok([file, "--canonicalize"])
    assert ok(["-"], once) == once


def test_output_file(file, tmp_path):
    target = tmp_path / "out.mlir"
    assert ok([file, "-o", str(target)]) == ""
    assert target.read_text() == ok([file]) == ok([file, "-o", "-"])
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~mask


def test_output_keeps_mode_and_links(file, tmp_path):
    target, link = tmp_path / "out.mlir", tmp_path / "link.mlir"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    ok([file, "-o", str(link)])
    assert link.is_symlink()
    assert target.read_text() == ok([file])
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_output_to_a_device(file):
    assert ok([file, "-o", os.devnull]) == ""
    assert not os.path.isfile(os.devnull)


def test_failure_writes_nothing(tmp_path):
    target = tmp_path / "out.mlir"
    target.write_text("old")
    refused(["-", "-o", str(target)], INVALID)
    refused(["-", "-o", str(target), "--no-such-pass"], FOLDABLE)
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.mlir"]


def test_split_input(file):
    parts = ok(["--split-input-file", "--canonicalize"], f"{FOLDABLE}// -----\n{FOLDABLE}")
    first, second = parts.split("// -----\n")
    assert first == second == ok([file, "--canonicalize"])
    assert ok(["--split-input-file=// cut"], f"{FOLDABLE}// cut\n{FOLDABLE}").count("// cut\n") == 1


def test_split_input_reports_every_part_on_its_own_lines():
    err = refused(["--split-input-file"], f"{INVALID}// -----\n{FOLDABLE}// -----\n{INVALID}")
    assert re.findall(r"^<stdin>:(\d+):25: error:", err, re.M) == ["4", "18"]
    assert err.count("%sum = arith.addi %x, %missing : i32\n                        ^") == 2


# Passes


def test_passes_run_in_order():
    lowered = ok(["--convert-scf-to-cf", "--convert-cf-to-llvm"], LOOP)
    assert "llvm.cond_br" in lowered
    assert "cf.cond_br" in ok(["--convert-cf-to-llvm", "--convert-scf-to-cf"], LOOP)


@pytest.mark.parametrize("flag", ["--canonicalize=max-iterations=3", "-canonicalize", "--canonicalize"])
def test_pass_flags(flag, file):
    assert "arith.constant 2" in ok([file, flag])


def test_pass_options_matter():
    call = "func.func @g(%t: tensor<4xf32>) -> tensor<4xf32> { return %t : tensor<4xf32> }"
    assert "tensor<4xf32>" in ok(["--one-shot-bufferize"], call)
    bufferized = ok(["--one-shot-bufferize=bufferize-function-boundaries"], call)
    assert "tensor" not in bufferized and "memref<4xf32" in bufferized


@pytest.mark.parametrize("name", ["promote-buffers-to-stack", "affine-loop-unroll", "scf-for-loop-peeling"])
def test_passes_over_functions_nest(name, file):
    assert "func.func @f" in ok([file, f"--{name}"])


def test_pipeline_text(file):
    nested = "builtin.module(canonicalize{max-iterations=2},func.func(cse,any(canonicalize)), inline)"
    assert ok([file, f"--pass-pipeline={nested}"]) == ok([file, "--canonicalize"])
    assert ok([file, "--pass-pipeline", "any(canonicalize)"]) == ok([file, "--canonicalize"])


def test_unlisted_registered_passes_work(monkeypatch, file):
    monkeypatch.setitem(UPSTREAM, "General", {})
    assert ok([file, "--cse"]).count("arith.addi") == 2


@pytest.fixture
def ours(monkeypatch):
    """Passes of our own: one that renames functions, one that refuses arith.addi, one that crashes."""

    def functions(module):
        return [op.operation for op in module.regions[0].blocks[0].operations]

    def rename(module):
        from triton_shared.mlir import ir

        for function in functions(module):
            name = ir.StringAttr(function.attributes["sym_name"]).value
            function.attributes["sym_name"] = ir.StringAttr.get(name + "_x")

    def refuse(module):
        for function in functions(module):
            for op in function.regions[0].blocks[0].operations:
                if op.operation.name == "arith.addi":
                    raise LoweringError(op.operation, "adds; subtract instead")

    def crash(module):
        raise ZeroDivisionError("no")

    def invalid(module):
        list(functions(module)[0].regions[0].blocks[0].operations)[-1].erase()

    passes = table(
        Pass("rename", rename, aliases=("rename-alias",)),
        Pass("refuse", refuse),
        Pass("crash", crash),
        Pass("invalid", invalid),
        Pass("twice", ("rename", "canonicalize", Pass("again", rename))),
    )
    monkeypatch.setattr(registry, "PASSES", passes, raising=False)


@pytest.mark.usefixtures("ours")
class TestOurPasses:
    def test_flag_alias_and_pipeline(self, file):
        assert "@f_x(" in ok([file, "--rename"])
        assert "@f_x(" in ok([file, "--rename-alias"])
        assert "@f_x_x(" in ok([file, "--twice"])
        assert "@f_x_x_x(" in ok([file, "--pass-pipeline=builtin.module(rename,func.func(cse),twice)"])

    def test_refusal_shows_the_line(self, file):
        assert refused([file, "--cse", "--refuse"]) == (
            f"{file}:3:10: error: 'arith.addi' op adds; subtract instead [TS0215]\n"
            "  %two = arith.addi %one, %one : i32\n         ^\n"
        )

    def test_crash_is_a_bug_report(self, file):
        code, out, err = opt.run([file, "--crash"])
        assert (code, out) == (2, "")
        assert "ZeroDivisionError: no" in err and err.endswith("report it with the input and the above\n")

    def test_invalid_ir_is_found_after_the_pass(self, file):
        err = refused([file, "--canonicalize", "--invalid", "--mlir-timing"])
        assert "error: block with no terminator" in err
        assert f"{file}: note: while running 'invalid'\n" in err

    def test_verify_each_can_be_off(self, file):
        code, _, err = opt.run([file, "--invalid", "--verify-each=false", "--mlir-print-op-generic"])
        assert (code, err) == (0, "")

    def test_nesting_and_options_are_refused(self, file):
        err = refused([file, "--pass-pipeline=builtin.module(func.func(rename))"])
        assert err == (
            "triton-shared-opt: pass 'rename' runs on the whole module, not inside 'func.func' [TS0011]\n"
        )
        assert "pass 'rename' has no option 'a'; it has none" in refused([file, "--rename=a=1"])

    def test_dumps_of_a_pass_that_stands_for_others(self, file):
        _, _, err = opt.run([file, "--twice", "--mlir-print-ir-after=twice", "--mlir-print-ir-before=twice"])
        assert re.findall("IR Dump .*? //", err) == ["IR Dump Before rename //", "IR Dump After again //"]


# What is printed along the way


def test_dump_after_all(file):
    code, out, err = opt.run([file, "--canonicalize", "--cse", "--mlir-print-ir-after-all"])
    assert code == 0
    dumps = re.split(r"// -----// IR Dump After (.*) //----- //\n", err)[1:]
    assert dumps[::2] == ["canonicalize", "cse"]
    assert [dump.strip() for dump in dumps[1::2]] == [ok([file, "--canonicalize"]).strip(), out.strip()]


def test_dump_before_all_and_nested(file):
    text = "--pass-pipeline=builtin.module(func.func(canonicalize,cse))"
    _, _, err = opt.run([file, text, "--mlir-print-ir-before-all"])
    dumps = re.split(r"// -----// IR Dump Before (.*) //----- //\n", err)[1:]
    assert dumps[::2] == ["canonicalize", "cse"]
    assert dumps[1].strip() == ok([file]).strip()


def test_dump_of_chosen_passes(file):
    _, _, err = opt.run([file, "--canonicalize", "--cse", "--sccp", "--mlir-print-ir-after=cse,sccp"])
    assert re.findall("After (.*) //--", err) == ["cse", "sccp"]
    assert refused([file, "--cse", "--mlir-print-ir-after=sccp"]).endswith("no pass 'sccp' is run [TS0001]\n")


def test_timing(file):
    code, _, err = opt.run([file, "--canonicalize", "--cse", "--mlir-timing"])
    assert code == 0
    rows = [line.split() for line in err.splitlines()[1:]]
    assert [row[2] for row in rows] == [
        "(start)",
        "(parse)",
        "canonicalize",
        "cse",
        "(print)",
        "(rest)",
        "total",
    ]
    assert sum(float(row[0]) for row in rows[:-1]) == pytest.approx(float(rows[-1][0]), abs=0.01)


def test_generic_and_locations(file):
    assert '"arith.addi"' in ok([file, "--mlir-print-op-generic"])
    located = ok([file, "--mlir-print-debuginfo"])
    assert re.search(rf'loc\("{re.escape(file)}":3:10\)', located)
    assert "loc(" not in ok([file])


def test_unregistered_dialects_need_the_flag():
    text = '"not.there"() : () -> ()\n'
    assert re.match(r"<stdin>:1:\d+: error: .*unregistered dialect", refused([], text))
    assert '"not.there"()' in ok(["--allow-unregistered-dialect"], text)
    refused([], text)


# Diagnostics


def test_error_shows_place_line_and_caret(tmp_path):
    path = tmp_path / "bad.mlir"
    path.write_text(INVALID)
    assert refused([str(path)]) == textwrap.dedent(f"""\
        {path}:4:25: error: use of undeclared SSA value name [TS0100]
          %sum = arith.addi %x, %missing : i32
                                ^
        """)


def test_upstream_failure_names_the_pass():
    text = 'func.func @f() {\n  "x.y"() : () -> ()\n  return\n}\n'
    err = refused(
        ["--allow-unregistered-dialect", "--convert-memref-to-spirv", "--transform-interpreter"], text
    )
    assert "error: could not find a nested named sequence" in err
    assert "note: while running 'transform-interpreter'\n" in err


def test_python_lines_are_shown(tmp_path, ours):
    source = tmp_path / "kernel.py"
    source.write_text("one\nlet_me = a + b\n")
    text = FOLDABLE.replace("%one, %one : i32", f'%one, %one : i32 loc("{source}":2:10)')
    assert refused(["--refuse"], text).startswith(
        f"{source}:2:10: error: 'arith.addi' op adds; subtract instead [TS0215]\nlet_me = a + b\n         ^\n"
    )


def test_verify_diagnostics():
    commented = "// expected-error @+4 {{use of undeclared}}\n" + INVALID
    assert ok(["--verify-diagnostics"], commented) == ""
    both = ok(["--verify-diagnostics", "--split-input-file"], f"{commented}// -----\n{FOLDABLE}")
    assert both.startswith("// -----\n") and both.count("func.func @f") == 1
    err = refused(["--verify-diagnostics"], INVALID)
    assert "<stdin>:4:25: error: unexpected error: use of undeclared SSA value name" in err
    err = refused(["--verify-diagnostics"], "// expected-remark @below {{hello}}\n" + FOLDABLE)
    assert '<stdin>:1:4: error: expected remark "hello" was not produced' in err


# Wrong command lines


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["no/such.mlir"], "cannot read 'no/such.mlir': No such file or directory"),
        (["/"], "cannot read '/': Is a directory"),
        (["a.mlir", "b.mlir"], "one input file at a time, not 2: a.mlir, b.mlir"),
        (["--cannonicalise"], "unknown flag '--cannonicalise'; did you mean --canonicalize"),
        (["--qqqqqqq"], "unknown flag '--qqqqqqq' (see triton-shared-opt --help)"),
        (["--canonicalize=nope=1"], "pass 'canonicalize' has no option 'nope'"),
        (
            ["--canonicalize=max-iterations=x"],
            "pass 'canonicalize' does not accept the options '{max-iterations=x}'",
        ),
        (["--pass-pipeline"], "--pass-pipeline needs a value: PIPELINE"),
        (["-o"], "-o needs a value: FILE"),
        (["--verify-each=maybe"], "--verify-each is a switch: true or false, not 'maybe'"),
        (["--ca(n"], "cannot read the flag '--ca(n'"),
        (
            ["--cse", "--pass-pipeline=any(cse)"],
            "passes come from flags (--cse) or from --pass-pipeline, not from both",
        ),
        (["--pass-pipeline=any(nope)"], "no pass is called 'nope'"),
        (
            ["--pass-pipeline=any(cse"],
            "expected ',' or ')' at column 8 of the pipeline [TS0011]:\nany(cse\n       ^",
        ),
        (["--pass-pipeline=any(cse))"], "expected ',' or the end at column 9"),
        (["--pass-pipeline=any()"], "expected the name of a pass at column 5"),
        (["--pass-pipeline=any(cse{)"], "expected a closing '}' for the '{' at column 8"),
    ],
)
def test_wrong_command_line(argv, message):
    assert refused(argv, FOLDABLE).startswith(f"triton-shared-opt: {message}")


def test_unwritable_output(file, tmp_path):
    missing = str(tmp_path / "no" / "out.mlir")
    assert refused([file, "-o", missing]) == (
        f"triton-shared-opt: cannot write '{missing}': No such file or directory [TS0002]\n"
    )
    assert "cannot write" in refused([file, "-o", str(tmp_path)])


@pytest.mark.parametrize("text", ["hello world\n", "func.func @f() {", "\x00\x01", "%", "module { module }"])
def test_not_mlir(text):
    assert re.match(r"<stdin>:\d+:\d+: error: ", refused([], text))


def test_not_text(tmp_path):
    path = tmp_path / "x.mlir"
    path.write_bytes(b"ab\xff")
    said = f"triton-shared-opt: cannot read '{path}': not UTF-8 text from byte 2 on [TS0002]\n"
    assert refused([str(path)]) == said


# Help, and the tool as a process


def test_help_lists_everything():
    text = ok(["--help"])
    assert text == ok(["-h"])
    for name in [*registry.PASSES, *(n for group in UPSTREAM.values() for n in group)]:
        assert re.search(rf"^  --{re.escape(name)} +\S", text, re.M), name
    assert max(map(len, text.splitlines())) <= 120


def test_help_does_not_import_mlir():
    code = textwrap.dedent("""
        import sys
        from triton_shared.tools import opt

        opt.run(["--help"])
        print([name for name in sys.modules if "mlir" in name])
        """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_version():
    assert re.fullmatch(r"triton-shared-opt .+\nshared form \d+\.\d+\ntorch-mlir \d+\n", ok(["--version"]))


def test_process():
    done = process("--canonicalize", input=FOLDABLE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ok(["--canonicalize"], FOLDABLE)
    done = process(input=INVALID)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == refused([], INVALID)


def test_broken_pipe_is_silent():
    with subprocess.Popen(
        [sys.executable, "-m", "triton_shared.tools.opt"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as tool:
        tool.stdout.close()
        tool.stdin.write(FOLDABLE)
        tool.stdin.close()
        assert tool.stderr.read() == ""
    assert tool.returncode == 141


@pytest.mark.parametrize("tool", ["opt", "compile"])
def test_a_full_disk_is_told(tmp_path, tool):
    (tmp_path / "k.mlir").write_text("tt.func public @k(%x: !tt.ptr<f32>) {\n  tt.return\n}\n")
    command = [sys.executable, "-m", f"triton_shared.tools.{tool}", "k.mlir"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*command, *(["--emit", "linalg"] if tool == "compile" else [])],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            check=False,
        )
    program = f"triton-shared-{tool}"
    assert (done.returncode, done.stderr) == (
        1,
        f"{program}: cannot write '-': No space left on device\n",
    )


NUMPY_COMES_LATER = """
import contextlib, io, sys
from triton_shared.tools import opt

sys.argv = ["triton-shared-opt", "--triton-to-linalg", sys.argv[1]]
with contextlib.redirect_stdout(io.StringIO()) as out:
    assert opt.main() == 0
assert "memref.reinterpret_cast" in out.getvalue() and "numpy" not in sys.modules

from triton_shared.mlir import ir
with ir.Context() as context:
    print(ir.AttrBuilder.get("I64ElementsAttr")([1, 2], context))
assert "numpy" in sys.modules
"""


def test_numpy_is_imported_by_builders_that_use_it_alone():
    command = [
        sys.executable,
        "-c",
        NUMPY_COMES_LATER,
        Path(__file__).parents[2] / "examples" / "vector_add.f32.mlir",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (done.stdout, done.stderr) == ("dense<[1, 2]> : tensor<2xi64>\n", "")
