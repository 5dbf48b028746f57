"""Each class of errors that the package raises has a row in the table of codes; errors get their own rows."""

import ast
import builtins
import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import triton_shared
from triton_shared import error_codes
from triton_shared.coded import PYTHONS
from triton_shared.error_codes import CODES, by_code, of
from triton_shared.tools import opt, requirements
from triton_shared.tools.arguments import UsageError

ROOT = Path(triton_shared.__file__).parent

#: classes that never reach a user -> where they end
INTERNAL = {
    "Refused": "runtime/remote_cache",
    "Unauthenticated": "runtime/remote_cache",
    "Expired": "runtime/remote_cache",
    "UnknownFormat": "conversions/triton_arith_to_linalg",
    "_Unknown": "ir/extrema.py",
    "Unreadable": "interop/importers/babylon.py",
    "Unexpected": "dialects/parser.py",
    "UnknownName": "dialects/parser.py",
    "ArgumentError": "runtime/arguments.py",
    "NoArguments": "validation/validator.py",
    "WorkerDied": "sweeps/workers.py",
    "NotAnalysed": "conversions",
    "TooLong": "analyses",
    "Misfit": "codegen",
    "Unfit": "codegen/simt/layouts",
    "CannotPipeline": "codegen/simt/pipeline",
    "_Refused": "codegen/nvidia/tma/tensor_maps.py",
    "NoObject": "runtime/elf.py",
    "Unknown": "runtime/elf_loader.py",
    "KeyError": "of mappings",
    "LookupError": "of mappings of symbols",
    "AttributeError": "of attributes that a module or an object does not have",
    "StopIteration": "of iterators",
    "OverflowError": "runtime/arguments.py",
    "NotImplementedError": "a method that a subclass has",
    "ArgumentTypeError": "argparse",
}


def raised() -> dict[str, str]:
    """The classes that ``raise`` names in the package, each with a file."""
    found = {}
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and node.exc:
                named = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
                name = ast.unparse(named).rpartition(".")[2]
                if re.fullmatch(r"_?[A-Z]\w*", name):
                    found[name] = str(path.relative_to(ROOT))
    return found


def classes() -> dict[str, type]:
    """Exceptions by name: those of Python, and those that modules of the package define."""
    found = {n: v for n, v in vars(builtins).items() if isinstance(v, type) and issubclass(v, BaseException)}
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"^class \w+\(.*(Error|Exception)", text, re.M):
            parts = path.relative_to(ROOT.parent).with_suffix("").parts
            module = import_module(".".join(part for part in parts if part != "__init__"))
            for name, value in vars(module).items():
                if isinstance(value, type) and issubclass(value, BaseException):
                    found.setdefault(name, value)
    return found


def test_each_raised_class_has_a_row():
    known = classes()
    named = {name for row in CODES for name in row.errors.split()} - {"Exception"}
    missing = {
        name: file
        for name, file in raised().items()
        if name not in INTERNAL
        and not named & {name, *(kind.__name__ for kind in known.get(name, Exception).__mro__)}
    }
    assert not missing


def test_classes_that_end_inside_are_caught_inside():
    """Each is raised somewhere, and caught by its name somewhere."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    ours = {name for name in INTERNAL if not hasattr(builtins, name)} - {"ArgumentTypeError"}
    assert ours <= raised().keys()
    uncaught = {name for name in ours if not re.search(rf"except [^:\n]*\b{name}\b", text)}
    assert uncaught <= {"Misfit", "Unfit"}  # caught as ValueError


def test_rows_are_in_order_and_whole():
    assert len(by_code()) == len(CODES)
    for row in CODES:
        assert re.fullmatch(r"TS\d{4}", row.code) and row.errors
        re.compile(row.pattern)
        for text in (row.title, row.why, row.remedy):
            assert text.endswith(".") and text[0].isupper() | text.startswith("`") | text.startswith("[")
    last = [row for row in CODES if row.errors.split() == ["Exception"]]
    assert last == [CODES[-1]]


def test_every_row_can_be_reached():
    """No row stands behind one that fits all of its errors."""
    for number, row in enumerate(CODES):
        for before in CODES[:number]:
            assert before.pattern or not set(row.errors.split()) <= set(before.errors.split()), row.code


LOOP = """\
tt.func @f(%p: !tt.ptr<f32>) {
  tt.call @g(%p) : (!tt.ptr<f32>) -> ()
  tt.return
}
tt.func private @g(%p: !tt.ptr<f32>) {
  tt.call @g(%p) : (!tt.ptr<f32>) -> ()
  tt.return
}
"""
KERNEL = """\
tt.func public @f(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %x = arith.sitofp %n : i32 to f32
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}
"""
WRITES = np.zeros(4, np.float32)


def launched(*args, grid=(1,)):
    triton_shared.compile(KERNEL)[grid](*args)


def frozen():
    array = np.zeros(4, np.float32)
    array.flags.writeable = False
    launched(array, 16)


def command(*argv):
    code, _, err = opt.run([*argv], KERNEL)
    assert code == 1
    raise UsageError(err.rstrip().removeprefix("triton-shared-opt: "))


#: a code, and what raises an error that has it
EXAMPLES = {
    "TS0001": lambda: command("--no-such-pass"),
    "TS0002": lambda: command("/no/such/file.mlir"),
    "TS0010": lambda: triton_shared.to_linalg(KERNEL, options={"no-such-option": True}),
    "TS0011": lambda: triton_shared.to_linalg(KERNEL, options=["func.func(rename)"]),
    "TS0100": lambda: triton_shared.to_linalg(KERNEL.replace("%x :", "%y :")),
    "TS0101": lambda: triton_shared.to_linalg(KERNEL.replace("tt.store", "tt.stor")),
    "TS0102": lambda: triton_shared.to_linalg(
        f"func.func @f() attributes {{a = {'[' * 200}{']' * 200}}} {{\n return }}"
    ),
    "TS0204": lambda: triton_shared.to_linalg(LOOP),
    "TS0210": lambda: triton_shared.to_linalg(SINH, mlir_version=16),
    "TS0304": lambda: launched(
        type("T", (), {"device": "cuda:0", "data_ptr": int, "__cuda_array_interface__": {}})(), 16
    ),
    "TS0305": lambda: launched(np.zeros(4, np.int8), 16),
    "TS0306": frozen,
    "TS0307": lambda: launched(WRITES, 17),
    "TS0308": lambda: launched(WRITES),
    "TS0309": lambda: launched(WRITES, 16, grid=(1, 2, 3, 4)),
    "TS0310": lambda: triton_shared.TensorDescriptor(WRITES, [4], [2], [4]),
    "TS0311": lambda: triton_shared.compile(KERNEL, target="vax"),
    "TS0312": lambda: pickle.dumps(triton_shared.compile(KERNEL)),
    "TS0314": lambda: triton_shared.compile("no_such_file.mlir"),
}
SINH = KERNEL.replace("  tt.store %p, %x", "  %y = math.sinh %x : f32\n  tt.store %p, %y")


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_error_has_its_code(code):
    with pytest.raises(Exception) as caught:
        EXAMPLES[code]()
    assert of(caught.value).code == code, caught.value


def test_a_traceback_ends_with_the_code():
    with pytest.raises(triton_shared.CompileError) as caught:
        triton_shared.to_linalg(LOOP)
    assert (
        caught.value.__notes__ == [error_codes.note(caught.value)] and "TS0204" in caught.value.__notes__[0]
    )
    assert "TS0204" not in str(caught.value)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is type(caught.value) and str(copy) == str(caught.value)
    assert copy.diagnostics == caught.value.diagnostics and copy.__notes__ == caught.value.__notes__
    if sys.version_info >= (3, 11):
        caught.value.add_note("more")
        assert len(caught.value.__notes__) == 2
    program = f"import triton_shared\ntriton_shared.to_linalg({LOOP!r})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if sys.version_info >= (3, 11):
        assert done.stderr.splitlines()[-1].startswith("TS0204: ")


def test_what_messages_install_is_what_the_metadata_asks_for():
    """A package with bounds in a message is a line of pyproject.toml: none names an extra of another project."""
    texts = [path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")]
    wanted = set(
        re.findall(r'"([\w-]+[<>=][^"]*)"', (ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))
    )
    named = {name for text in texts for name in re.findall(r"pip install '([^'{]+)'", text)}
    assert named and named <= wanted


def test_no_message_and_no_page_installs_the_package_of_another_project():
    """PyPI's `triton-shared` is of others; messages, pages and metadata have one name for this distribution."""
    metadata = (ROOT.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^name = "(.*?)"', metadata, re.M)[1] == requirements.NAME
    paths = [path for folder in (ROOT, ROOT.parent / "docs") for path in folder.rglob("*.*")]
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in (*paths, *ROOT.parent.glob("*.md"))
        if path.suffix in (".py", ".md")
    }
    wrong = re.compile(rf"(?<!un)install [^`\n]*\b{requirements.FOREIGN}(?![\w-])|{requirements.FOREIGN}\[")
    found = {path.name: hit[0] for path, text in texts.items() if (hit := wrong.search(text))}
    assert not found
    spelled = [
        path for path, text in texts.items() if path.suffix == ".py" and f'"{requirements.NAME}"' in text
    ]
    assert [path.name for path in spelled] == ["requirements.py"]


#: files whose errors of Python's classes no program meets -> why
UNSEEN = {
    "analyses": "of ops that the verifier has refused before",
    "codegen/nvidia/distribute_tensors.py": "of tables of this package",
    "conversions/rules.py": "of tables of this package, and inside of a PluginError",
    "conversions/triton_arith_to_linalg/directed_rounding.py": "of tables of this package",
    "dialects/assembly.py": "of tables of this package, and read as a diagnostic",
    "explorer/profile.py": "ends as a UsageError",
    "passes/base.py": "of tables of this package",
    "runtime/cpu/cpu_kernel.py": "a file of the cache that is damaged, and is made anew",
    "runtime/cuda/header.py": "a file of the cache that is damaged, and is made anew",
    "runtime/elf_loader.py": "of functions of the C library, or a file of the cache that is damaged, and is made anew",
    "runtime/header.py": "a file of the cache that is damaged, and is made anew",
    "sweeps": "ends as a SpecError, or as a failed case",
    "tools/launch_file.py": "ends as a UsageError",
    "validation/reduction.py": "ends as a UsageError",
}


def messages():
    """File, line, class and message, with 7 for what is filled in, of errors of Python's that the package raises."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                kind = getattr(builtins, ast.unparse(node.exc.func), None)
                if kind in PYTHONS and node.exc.args:
                    yield str(path.relative_to(ROOT)), node.lineno, kind, spelled(node.exc.args[0])


def spelled(node):
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(map(spelled, parts))
        case ast.BinOp(left, ast.Add(), right):
            return spelled(left) + spelled(right)
    return "7"


def test_each_message_of_pythons_errors_has_a_row():
    """Errors of Python's classes are told apart by what they say, so each has words that a pattern knows."""
    found = list(messages())
    unknown = [
        f"{file}:{line}: {kind.__name__}: {text}"
        for file, line, kind, text in found
        if re.search("[a-z]", text)
        and of(kind(text)).errors in ("Exception", "NotImplementedError")
        and not any(Path(file).is_relative_to(place) for place in UNSEEN)
    ]
    assert len(found) > 100 and not unknown
    assert {place for place in UNSEEN if not any(Path(f).is_relative_to(place) for f, *_ in found)} == set()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="notes came with Python 3.11")
@pytest.mark.parametrize("code", sorted(code for code in EXAMPLES if code.startswith("TS03")))
def test_errors_of_pythons_classes_have_notes(code):
    with pytest.raises(Exception) as caught:
        EXAMPLES[code]()
    expected = [] if code == "TS0312" else [code]  # pickle's error
    assert [note[:6] for note in getattr(caught.value, "__notes__", [])] == expected


def test_errors_of_others_have_no_note():
    """An error of a function that the user gives, or of numpy, is not this package's."""

    def grid(_):
        raise ValueError("a grid must be something else")

    with pytest.raises(ValueError) as caught:
        launched(WRITES, 16, grid=grid)
    assert not getattr(caught.value, "__notes__", [])
