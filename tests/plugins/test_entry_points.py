"""Plug-ins that packages name by entry points: throw-away distributions, each in a process that finds them."""

import subprocess

import pytest

from tests.support.distributions import Site, printed
from triton_shared import plugins

SOFTSIGN = '''
from typing import Any
from triton_shared import Plugin
from triton_shared.dialects.syntax import same_as
from triton_shared.ir.builder import build
from triton_shared.mlir import ext

class Acme(ext.Dialect, name="acme"):
    """A dialect."""

class SoftsignOp(Acme.Operation, name="softsign", traits=[ext.Pure]):
    """x / (1 + |x|)."""
    x: ext.Operand[Any]
    result: ext.Result[Any]
    assembly_format = "$x attr-dict `:` type($x)"
    inferred_types = {"result": same_as("x")}

def softsign(op):
    x = op.operands[0]
    one = build.constant(x.type, 1.0)
    return [build.apply("arith.divf", x, build.apply("arith.addf", build.apply("math.absf", x), one))]

plugin = Plugin("softsign", dialects=(Acme,), rules={"acme.softsign": softsign})
'''
KERNEL = """
import sys, numpy as np, triton_shared
kernel = triton_shared.compile('''
tt.func public @k(%x: !tt.ptr<f32>) {
  %0 = tt.load %x : !tt.ptr<f32>
  %1 = acme.softsign %0 : f32
  tt.store %x, %1 : !tt.ptr<f32>
  tt.return
}
''')
x = np.full(1, -3, np.float32)
kernel[1](x)
assert x[0] == -0.75, x
print([name for name in ("torch_mlir", "acme_ops") if name in sys.modules])
"""


@pytest.fixture
def site(tmp_path):
    """A directory of distributions of this test."""
    return Site(tmp_path)


def reason_of(ran: subprocess.CompletedProcess[str]) -> str:
    """The last line that a process wrote, but for that of the error's code."""
    return [line for line in ran.stderr.splitlines() if line.strip() and not line.startswith("TS")][-1]


def test_a_plugin_runs_and_a_cached_kernel_imports_it_not(site):
    site.install("acme-ops", {"acme_ops": SOFTSIGN}, {plugins.PLUGINS: {"softsign": "acme_ops:plugin"}})
    assert printed(site.python(KERNEL)) == "['torch_mlir', 'acme_ops']"
    assert printed(site.python(KERNEL)) == "[]"
    ran = site.python(KERNEL, TRITON_SHARED_PLUGINS="")
    assert "acme" in ran.stderr and "CompileError" in ran.stderr


KEY = "from triton_shared.runtime import cache; print(cache.key('x'))"


def test_keys_of_caches_tell_the_packages(site):
    keys = [printed(site.python(KEY))]
    assert printed(site.python(KEY)) == keys[0]
    site.install("acme-ops", {"acme_ops": SOFTSIGN}, {plugins.PLUGINS: {"softsign": "acme_ops:plugin"}})
    keys.append(printed(site.python(KEY)))
    (site.path / "acme_ops.py").write_text(SOFTSIGN + "\n")
    keys.append(printed(site.python(KEY)))
    site.install("gone", {}, {plugins.TARGETS: {"gone": "no_such_package.gone"}})
    keys.append(printed(site.python(KEY)))
    assert len(set(keys)) == 4
    assert printed(site.python(KEY, TRITON_SHARED_PLUGINS="others")) == keys[0]


BROKEN = {
    "raises": (
        "raise ValueError('out of cheese')",
        "broken:plugin",
        "cannot be loaded: ValueError: out of cheese",
    ),
    "needs": (
        "import no_such_module",
        "broken:plugin",
        "cannot be loaded: ModuleNotFoundError: No module named 'no_s",
    ),
    "nothing": (
        "",
        "broken:plugin",
        "cannot be loaded: AttributeError: module 'broken' has no attribute 'plugin'",
    ),
    "missing": ("", "not_there:plugin", "cannot be loaded: ModuleNotFoundError: No module named 'not_there'"),
    "another": ("plugin = 3", "broken:plugin", "names no triton_shared.Plugin but int"),
    "reentrant": (
        "from triton_shared import plugins\nplugins.tables()",
        "broken:plugin",
        "PluginError: a plug-in compiles while it is imported",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_plugin_is_named(site, case):
    text, value, reason = BROKEN[case]
    site.install("acme-ops", {"broken": text}, {plugins.PLUGINS: {"softsign": value}})
    ran = site.python("from triton_shared import plugins; plugins.tables()")
    last = reason_of(ran)
    assert (
        f"plug-in 'softsign' (entry point softsign = {value} in triton_shared.plugins, of acme-ops 1.5)"
        in last
    )
    assert reason in last
    assert "mend or uninstall acme-ops, or leave 'softsign' out of TRITON_SHARED_PLUGINS" in last
    printed(site.python("from triton_shared import plugins; plugins.tables()", TRITON_SHARED_PLUGINS=""))
    # what does not come near a plug-in does not ask for it
    printed(site.python("import triton_shared; triton_shared.compile"))


def test_two_packages_claim_one_op(site):
    text = "from triton_shared import Plugin\nplugin = Plugin('p', rules={'acme.softsign': id})"
    for name in ("one", "two"):
        site.install(f"acme-{name}", {f"acme_{name}": text}, {plugins.PLUGINS: {name: f"acme_{name}:plugin"}})
    ran = site.python("from triton_shared import plugins; plugins.tables()")
    last = reason_of(ran)
    assert (
        "two plug-ins have the op 'acme.softsign'" in last
        and "of acme-one 1.5" in last
        and "of acme-two 1.5" in last
    )
    assert "TRITON_SHARED_PLUGINS" in last
    printed(site.python("from triton_shared import plugins; plugins.tables()", TRITON_SHARED_PLUGINS="two"))


TARGETS = "from triton_shared.codegen import targets; print(targets.names()); print(targets.makes_code({!r}))"


def test_targets_that_do_not_fit(site):
    site.install(
        "acme-one", {"one": "PASSES = ()"}, {plugins.TARGETS: {"one": "one", "none": "os", "gone": "gone"}}
    )
    assert printed(site.python(TARGETS.format("one"))).split("\n") == [
        "['cpu', 'gpu', 'gone', 'none', 'one']",
        "False",
    ]
    for name, reason in {"none": "names no package with PASSES", "gone": "cannot be loaded"}.items():
        last = reason_of(site.python(TARGETS.format(name)))
        assert f"'{name}' (entry point {name} = " in last and reason in last and "uninstall acme-one" in last
    site.install("acme-two", {}, {plugins.TARGETS: {"one": "two", "gpu": "two"}})
    last = reason_of(site.python(TARGETS.format("one")))
    assert "target 'gpu' is there twice: 'gpu' (entry point" in last and "triton-shared itself" in last
    last = reason_of(site.python(TARGETS.format("one"), TRITON_SHARED_PLUGINS="one"))
    assert "target 'one' is there twice" in last and "acme-one" in last and "acme-two" in last


LISTED = """
import importlib.metadata
from triton_shared import plugins
found = [(e.group, e.name, e.value) for g in (plugins.PLUGINS, plugins.TARGETS) for e in plugins.entry_points(g)]
known = [(e.group, e.name, e.value.partition(" ")[0]) for g in (plugins.PLUGINS, plugins.TARGETS)
         for e in importlib.metadata.entry_points(group=g)]
assert sorted(found) == sorted(known), (found, known)
print(len(found))
"""


def test_what_is_found_is_what_importlib_finds(site, tmp_path):
    site.install(
        "a-b", {}, {"console_scripts": {"x": "y:z"}, plugins.PLUGINS: {"one": "a.b.c:d.e", "t.w-o": "f"}}
    )
    site.install("c", {}, {plugins.TARGETS: {"three": "g:h [extra]"}}, suffix="egg-info", version="0")
    (tmp_path / "site" / "odd-1.dist-info").mkdir()
    (tmp_path / "site" / "odd-1.dist-info" / "entry_points.txt").write_text(
        "# a comment\n\n[triton_shared.plugins]\n  four=i:j\n# another\n[triton_shared.pluginsx]\nfive = k\n"
    )
    (tmp_path / "site" / "binary-1.dist-info").mkdir()
    assert printed(site.python(LISTED)) == "4"
