"""Every pass by name: those of this package, of targets, and of plug-ins."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module

from triton_shared import plugins
from triton_shared.codegen import targets
from triton_shared.passes.base import Pass, PipelineError, table

#: names of optional passes, with commas between, which are left out wherever something is compiled
WITHOUT = "TRITON_SHARED_WITHOUT"
#: what is optional of upstream's passes that pipelines of this package name; canonicalize is not: code for GPUs is made
#: of canonical loops, out of which ops on whole tensors are folded
UPSTREAM_OPTIONAL = {
    "cse": "Merge ops that compute the same value",
    "linalg-fold-unit-extent-dims": "Remove dimensions of size one",
    "linalg-fuse-elementwise-ops": "Fuse elementwise linalg ops on tensors",
    "loop-invariant-code-motion": "Hoist pure ops that do not vary out of loops",
    "symbol-dce": "Delete private symbols that nobody refers to",
}

#: the modules of this package that list passes, by what these are for; they are imported by name, as those of others
#: are, so that passes may run pipelines
LISTS = {
    "from Triton IR to the shared form": "triton_shared.conversions",
    "on the shared form, for accelerators": "triton_shared.building_blocks",
    "of code generation, for any target": "triton_shared.codegen.passes",
    **{f"of code generation, for {name}": package for name, package in targets.TARGETS.items()},
}
#: their passes
GROUPS: dict[str, tuple[Pass, ...]] = {what: import_module(name).PASSES for what, name in LISTS.items()}

PASSES = table(*(one for group in GROUPS.values() for one in group))


def groups() -> dict[str, tuple[Pass, ...]]:
    """`GROUPS`, and those of targets and plug-ins of other packages.  Raises `PluginError`."""
    found = dict(GROUPS)
    for entry in targets.elsewhere():
        found[f"of code generation, for {entry.name}"] = targets.package_of(entry.name).PASSES
    if others := [one for plugin in plugins.tables().plugins for one in plugin.passes]:
        found["of plug-ins"] = tuple(others)
    return found


def known() -> dict[str, Pass]:
    """The passes of `groups` by name.

    Raises:
        PluginError: a plug-in has a pass that is there already, or adds passes to one that is not.
    """
    others = _of_others(plugins.tables())
    return PASSES | others if others else PASSES


def optional() -> dict[str, str]:
    """The passes that may be left out, with a line each.  Raises `PluginError`."""
    ours = {one.name: one.summary for group in groups().values() for one in group if one.optional}
    return ours | UPSTREAM_OPTIONAL


def left_out(names: Iterable[str] | str = ()) -> tuple[str, ...]:
    """The optional passes that ``names``, or a text with commas between, and ``TRITON_SHARED_WITHOUT`` name, sorted.

    Raises:
        TypeError: ``names`` are no texts.
        PipelineError: a pass is unknown, or needed.
    """
    texts = [names] if isinstance(names, str) or not isinstance(names, Iterable) else [*names]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(f"without must be names of passes, got {names!r}")
    texts.append(os.environ.get(WITHOUT, ""))
    asked = {name for text in texts for name in text.replace(",", " ").split()}
    found = asked & UPSTREAM_OPTIONAL.keys()
    for name in sorted(asked and asked - UPSTREAM_OPTIONAL.keys()):
        one = known().get(name)
        if one is None or not one.optional:
            raise PipelineError(f"'{name}' {_why_not(one)}; --list-optional lists what can be left out", name)
        found.add(one.name)
    return tuple(sorted(found))


def _why_not(one: Pass | None) -> str:
    """Why a pass cannot be left out."""
    if one is None:
        return "is no pass of triton-shared, nor one of upstream's that is optional"
    return "stands for other passes: name these" if one.is_pipeline else "is needed"


@lru_cache(maxsize=1)
def _of_others(tables: plugins.Tables) -> dict[str, Pass]:
    """The passes of targets and plug-ins of other packages."""
    found: dict[str, Pass] = {}
    for entry in targets.elsewhere():
        rows = table(*targets.package_of(entry.name).PASSES)
        if twice := sorted((PASSES | found).keys() & rows.keys()):
            raise plugins.PluginError(
                f"target {entry} has the pass '{twice[0]}', which there is already; {entry.remedy}"
            )
        found |= rows
    for name, (plugin, one) in tables.passes.items():
        if name in PASSES | found:
            raise plugins.PluginError(
                f"plug-in {plugins.described(plugin)} has the pass '{name}', which there is already: rename it"
            )
        found[name] = one
    for point, added in (*tables.before.items(), *tables.after.items()):
        if point not in PASSES | found:
            raise plugins.PluginError(
                f"plug-in {plugins.described(added[0][0])} adds passes to '{point}', which is no pass of "
                "triton-shared, of targets or of plug-ins"
            )
    return found
