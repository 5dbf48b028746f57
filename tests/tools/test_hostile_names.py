"""What a program calls its kernels, arguments, files and texts becomes no path, no code and no command to a terminal.

Each hostile text stands in turn at every place where a program can have one; whatever is made of it lies in the
current directory, and is but for comments what is made of a plain name.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import triton_shared
from triton_shared import dialects, names
from triton_shared.codegen.nvidia.launch_abi import symbol
from triton_shared.dialects.lexer import quoted
from triton_shared.errors import CompileError, source_of
from triton_shared.tools import c_launcher, opt
from triton_shared.tools import compile as tool

#: a text, and what is left of it in C and in PTX, which have names of their own for other texts
HOSTILE = (
    *("../../escaped", "/tmp/escaped", "..", ".", "-o", "~root", "a/../../b", "CON", ".hidden"),
    *(
        "k */ int injected(void){return 1;} /*",
        "*/",
        "/*",
        "*//*/",
        "*\\",
        "// \\",
        "??/",
        "k\n#error injected\n",
    ),
    *('k"; system("id"); //', "k' + __import__('os').getpid() + '", "%s%n", "{0}{name}", "${HOME}`id`$(id)"),
    *(".visible .entry k2() { ret; } //", "k;\n\tret;\n}", "x() { ret void }", 'attributes #0 = { "a" }'),
    *("\x1b[2Jk", "a\tb", "a\rb", "a\x85b", "a\u2028b", "\u202egpj.k", "é", "名", "\U0001f4a5", "a" * 300),
    *("int", "malloc", "main", "WARP_SZ", "3d", "a b", "$", "_"),
)
#: names that no kernel can have
REFUSED = ("", "llvm.trap")
BODY = "  %0 = tt.load %x : !tt.ptr<f32>\n  tt.store %x, %0 : !tt.ptr<f32>\n  tt.return\n}\n"
#: programs with a text at one place; braces of the program are those of MLIR
PLACES = {
    "kernel": "tt.func public @TEXT(%x: !tt.ptr<f32>) {\n" + BODY,
    "file": "tt.func public @k(%x: !tt.ptr<f32> loc(TEXT:1:2)) {\n"
    + BODY.replace("f32>\n", "f32> loc(TEXT:3:4)\n"),
    "location": "tt.func public @k(%x: !tt.ptr<f32> loc(TEXT)) {\n"
    + BODY.replace("f32>\n", "f32> loc(TEXT)\n"),
    "attribute": "tt.func public @k(%x: !tt.ptr<f32> {a.b = TEXT}) attributes {c.d = TEXT} {\n" + BODY,
    "module": "module @TEXT attributes {a.b = TEXT} {\ntt.func public @k(%x: !tt.ptr<f32>) {\n"
    + BODY
    + "}\n",
    "function": "tt.func public @k(%x: !tt.ptr<f32>) {\n  tt.call @TEXT() : () -> ()\n"
    + BODY
    + "tt.func private @TEXT() attributes {noinline = true} {\n  tt.return\n}\n",
}
FORMS = {"x86-64": ("obj", "ttir", "linalg", "llvm", "asm"), "sm_80": ("ttir", "linalg", "llvm", "ptx")}


@pytest.fixture
def inside(tmp_path, monkeypatch) -> Path:
    """The current directory, which is in an empty one that is in an empty one."""
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    monkeypatch.setenv("TRITON_SHARED_CACHE_DIR", str(inner / "cache"))
    return inner


def written(inside: Path) -> dict[str, bytes]:
    """What lies in ``inside``, where everything must lie, under plain names; afterwards nothing does."""
    outside = [
        p for p in inside.parents[1].rglob("*") if inside not in (p, *p.parents) and p not in inside.parents
    ]
    assert not outside
    found = {}
    for path in inside.rglob("*"):
        assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", path.name) and not path.is_symlink(), path
        if path.is_file():
            found[path.name] = path.read_bytes()
    for path in inside.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return found


def code_of(text: str, comment: str) -> str:
    return re.sub(comment, "", text, flags=re.DOTALL)


def test_everything_lies_here_under_plain_names(inside, capsys):
    for text in (*HOSTILE, *REFUSED):
        Path("k.mlir").write_text(PLACES["kernel"].replace("TEXT", quoted(text)), encoding="utf-8")
        for target in FORMS:
            code = tool.run(
                ["k.mlir", "--target", target, *(["--emit", "cubin"] if target == "sm_80" else [])]
            )
            said = capsys.readouterr().err
            assert code in (0, 1) and "Traceback" not in said, said
            assert not code or "ptxas" in said or "k.mlir:1:" in said, said
        for name, data in written(inside).items():
            if name.endswith(".json"):
                assert json.loads(data)["name"] == text


C_COMMENT, PTX_COMMENT = r"/\*.*?\*/", r"//[^\n]*"


def test_headers_are_those_of_plain_names_but_for_comments(inside):
    def header(name: str) -> str:
        Path("k.mlir").write_text(PLACES["kernel"].replace("TEXT", quoted(name)), encoding="utf-8")
        assert tool.run(["k.mlir", "--target", "x86-64"]) == 0
        return next(data for file, data in written(inside).items() if file.endswith(".h")).decode()

    plain = code_of(header("plain_name"), C_COMMENT)
    for text in HOSTILE:
        name, whole = c_launcher.c_name(text), re.sub(r"\barg0\b", "x", header(text))
        wanted = plain.replace("plain_name", name).replace("PLAIN_NAME", name.upper())
        assert code_of(whole, C_COMMENT) == wanted
        assert not any(
            re.search(r"/\*|[^\x20-\x7e\n]", c[2:-2])
            for c in re.findall(C_COMMENT, ascii_of(whole), re.DOTALL)
        )
        if shutil.which("cc"):
            command = ["cc", "-std=c11", "-Wall", "-Werror", "-fsyntax-only", "-x", "c", "-"]
            subprocess.run(command, input=whole.encode(), check=True)


def ascii_of(text: str) -> str:
    return "".join(c if ord(c) < 128 or not c.isprintable() else "_" for c in text)


def test_ptx_is_that_of_a_plain_name(inside, capsys):
    def ptx(name: str) -> str:
        Path("k.mlir").write_text(PLACES["kernel"].replace("TEXT", quoted(name)), encoding="utf-8")
        assert tool.run(["k.mlir", "--target", "sm_80", "--emit", "ptx"]) == 0
        return code_of(capsys.readouterr().out, PTX_COMMENT)

    plain = ptx("plain_name")
    for text in HOSTILE:
        assert ptx(text) == plain.replace("plain_name", symbol(text))


@pytest.mark.parametrize("place", PLACES)
def test_every_form_holds_every_text(inside, capsys, place):
    for text in HOSTILE[list(PLACES).index(place) % 3 :: 3]:
        Path("k.mlir").write_text(PLACES[place].replace("TEXT", quoted(text)), encoding="utf-8")
        for target, forms in FORMS.items():
            for form in forms:
                code = tool.run(["k.mlir", "--target", target, "--emit", form, "-o", "made"])
                said = capsys.readouterr().err
                assert not code or (code == 1 and "k.mlir:" in said and "Traceback" not in said), (
                    text,
                    form,
                    said,
                )
        written(inside)


def test_programs_are_printed_as_they_were_read():
    for text in HOSTILE:
        plain = text.isascii() and quoted(text) == f'"{text}"'
        name = text if plain else "a.b"  # names of attributes have no escapes
        said = f"attributes {{{quoted(name)} = {quoted(text)}}} {{\n"
        source = PLACES["kernel"].replace("{\n", said).replace("TEXT", quoted(text))
        code, out, err = opt.run([], source)
        assert code == 0, err
        function = dialects.parse(out, "again.mlir").regions[0].blocks[0].operations[0]
        assert function.attributes["sym_name"].value == function.attributes[name].value == text


@pytest.mark.parametrize("version", [16, 24])
@pytest.mark.parametrize("flags", [(), ("--mlir-print-debuginfo",), ("--mlir-print-op-generic",)])
def test_every_release_is_given_every_name(version, flags):
    for text in HOSTILE:
        source = PLACES["kernel"].replace("TEXT", quoted(text))
        code, out, err = opt.run(["--triton-to-linalg", f"--mlir-version={version}", *flags], source)
        assert code == 0, err
        function = dialects.parse(out, "again.mlir").regions[0].blocks[0].operations[0]
        assert function.attributes["sym_name"].value == text


@pytest.mark.parametrize("text", REFUSED)
def test_names_that_no_kernel_can_have(text):
    with pytest.raises(CompileError, match=r"has (no|the) name"):
        triton_shared.compile(PLACES["kernel"].replace("TEXT", quoted(text)))


def test_stages_and_cache_lie_where_they_should(inside, monkeypatch):
    for text in HOSTILE[::3]:
        monkeypatch.setenv("TRITON_SHARED_DUMP_PATH", "stages")
        source = PLACES["kernel"].replace("TEXT", quoted(text))
        kernel = triton_shared.compile(source)
        kernel[1](np.zeros(1, np.float32))
        assert kernel.name == text and repr(kernel).isprintable()
        assert triton_shared.compile(source, kernel=text, num_threads=1).name == text
        monkeypatch.delenv("TRITON_SHARED_DUMP_PATH")
        assert triton_shared.compile(source, num_threads=1).name == text
        assert len(written(inside)) > 8


def test_errors_say_nothing_to_terminals():
    for text in HOSTILE:
        call = f"  tt.call @{quoted(text)}() : () -> () // {text.splitlines()[0] if text else ''}"
        with pytest.raises(CompileError) as caught:
            triton_shared.compile(f"tt.func public @k() {{\n{call}\n  tt.return\n}}")
        for line in str(caught.value).split("\n"):
            assert line.replace("\t", "").isprintable()
            assert line.startswith((" ", "-:")), line


def test_places_are_read_from_python_files_alone(tmp_path):
    good, link = tmp_path / "k.py", tmp_path / "link.py"
    good.write_text("x = 1\n")
    link.symlink_to("/dev/zero")
    (tmp_path / "pipe.py").touch()
    (tmp_path / "directory.py").mkdir()
    assert source_of(str(good)) == "x = 1\n"
    for other in (
        link,
        tmp_path / "directory.py",
        "/dev/zero",
        "/etc/passwd",
        "a\0.py",
        tmp_path / "none.py",
    ):
        assert source_of(str(other)) is None


@given(st.text(), st.text())
def test_names_of_files_are_plain_and_differ(one, other):
    made = names.file_name(one)
    assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", made) and len(made) <= names.LONGEST
    assert (made == names.file_name(other)) == (one == other)


@given(st.text())
def test_other_forms_of_names(text):
    assert re.fullmatch(r"[A-Za-z_]\w*", names.c_identifier(text), re.ASCII)
    assert names.one_line(text).isprintable()
    assert not re.search(r"\*/|/\*|//", names.c_comment(text))
    assert names.file_name("softmax_v2.f32") == "softmax_v2.f32" and names.one_line("añ b") == "añ b"
