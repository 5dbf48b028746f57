"""Every pass by name: those of this package, of targets, and of plug-ins."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from triton_shared import conversions, plugins
from triton_shared.codegen import passes, targets
from triton_shared.codegen.targets import TARGETS
from triton_shared.pass_manager import Pass, table

#: the passes of this package by what they are for
GROUPS: dict[str, tuple[Pass, ...]] = {
    "from Triton IR to the shared form": conversions.PASSES,
    "of code generation, for any target": passes.PASSES,
    **{f"of code generation, for {name}": import_module(package).PASSES for name, package in TARGETS.items()},
}

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
