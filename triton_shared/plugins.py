"""Plug-ins: dialects, rules, passes and targets of other packages.

A package names its `Plugin`, and its targets, by entry points::

    [project.entry-points."triton_shared.plugins"]
    gelu = "my_package.gelu:plugin"           # a `Plugin`

    [project.entry-points."triton_shared.targets"]
    scratchpad = "my_package.scratchpad"      # a package as `codegen.targets` describes it

or a program calls `register`.  Plug-ins are imported when MLIR is first at work, targets when they are asked for; a
kernel that comes from the cache imports neither.  Of the metadata of packages the files ``entry_points.txt`` are read,
in the directories of ``sys.path``, once.

``TRITON_SHARED_PLUGINS`` lists the names of the entry points that count, separated by commas; without it all do.
docs/embedding.md shows how plug-ins are written.
"""

from __future__ import annotations

import importlib
import itertools
import os
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from triton_shared import interrupts
from triton_shared.coded import Coded

PLUGINS, TARGETS = "triton_shared.plugins", "triton_shared.targets"
CHOICE = "TRITON_SHARED_PLUGINS"


class PluginError(Coded, Exception):
    """A plug-in is broken, or two of them are at odds: the message names them, and says what to do."""


@dataclass(frozen=True, eq=False)
class Plugin:
    """What a package adds.

    Attributes:
        name: what errors call it.
        dialects: classes of `triton_shared.mlir.ext.Dialect` whose ops kernels may hold; `dialects.tt.TT` is one, to
            which a class ``MyOp(TT.Operation, name="my_op")`` adds an op.
        rules: by the name of an op, what lowers it: ``rule(op) -> values`` for its results, made of ops that MLIR's
            insertion point puts before it.  They may be any that Triton has, arith and math ops on tensors included, or
            those of the shared form.  ``triton-arith-to-linalg`` begins with these rules.
        kept: names of ops that the shared form may hold, which a later pass of the embedder's own lowers.
        effects: by their names, what ops of its dialects do to memory, each a `triton_shared.ir.effects.Effects` or a
            function from the op to one.  An op that has none computes if its class has the trait `ext.Pure`, else it
            may do anything.
        passes: more passes, by whose names pipelines and ``triton-shared-opt`` know them.
        before, after: by the name of a pass of `triton_shared.passes.registry`, pipeline texts to run before and after
            it, wherever a pipeline names it.
        version: what determines, beside ``name``, the code that comes of a plug-in given to `register`: part of the
            keys of caches.  Without one, kernels are kept on disk for this process alone.  A plug-in that an entry
            point names needs none: the files of its package count.
    """

    name: str
    dialects: Sequence[Any] = ()
    rules: Mapping[str, Callable] = field(default_factory=dict)
    kept: Collection[str] = ()
    effects: Mapping[str, Any] = field(default_factory=dict)
    passes: Sequence[Any] = ()
    before: Mapping[str, Sequence[str]] = field(default_factory=dict)
    after: Mapping[str, Sequence[str]] = field(default_factory=dict)
    version: str | None = None


class EntryPoint(NamedTuple):
    """One line of a package's ``entry_points.txt``."""

    group: str
    name: str
    value: str
    distribution: str

    def __str__(self) -> str:
        return (
            f"'{self.name}' (entry point {self.name} = {self.value} in {self.group}, of {self.distribution})"
        )

    @property
    def remedy(self) -> str:
        """What a user may do where it is broken."""
        package = self.distribution.partition(" ")[0]
        return f"mend or uninstall {package}, or leave {self.name!r} out of {CHOICE}, the names that count"

    @property
    def package(self) -> str:
        """The outermost package that it names."""
        return self.value.partition(":")[0].partition(".")[0]

    def load(self, inside: str = "") -> Any:
        """The object that it names, or the module ``inside`` the package that it names.  Raises `PluginError`."""
        module, _, names = (self.value + inside).partition(":")
        try:
            with interrupts.deferred:
                found = importlib.import_module(module)
            for name in filter(None, names.split(".")):
                found = getattr(found, name)
        except Exception as error:
            raise PluginError(
                f"plug-in {self} cannot be loaded: {type(error).__name__}: {error}; {self.remedy}"
            ) from error
        return found


@cache
def entry_points(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of ``group`` in all packages that are installed, in the order of their names."""
    chosen = os.environ.get(CHOICE)
    names = None if chosen is None else {name.strip() for name in chosen.split(",")}
    found = [e for e in _installed() if e.group == group and (names is None or e.name in names)]
    return tuple(sorted(found, key=lambda e: (e.name, e.distribution)))


@cache
def _installed() -> tuple[EntryPoint, ...]:
    """All entry points of groups of this package; `importlib.metadata`, which is slow to import, is not asked."""
    found: list[EntryPoint] = []
    seen: set[str] = set()
    for place in dict.fromkeys(sys.path):
        for directory in _metadata_in(place or "."):
            name, _, version = os.path.basename(directory).rpartition(".")[0].partition("-")
            if name.lower() not in seen:  # the first of two is the one that is imported
                seen.add(name.lower())
                found += _read(directory, f"{name.replace('_', '-')} {version}".strip())
    return tuple(found)


def _metadata_in(place: str) -> list[str]:
    try:
        return [
            os.path.join(place, name)
            for name in os.listdir(place)
            if name.endswith((".dist-info", ".egg-info"))
        ]
    except OSError:  # no directory
        return []


def _read(directory: str, distribution: str) -> Iterator[EntryPoint]:
    try:
        with open(os.path.join(directory, "entry_points.txt"), "rb", buffering=0) as file:
            data = file.read()
    except OSError:
        return
    if b"[triton_shared." not in data:
        return
    group = ""
    for line in map(str.strip, data.decode(errors="replace").splitlines()):
        name, has_value, value = line.partition("=")
        if line.startswith("["):
            group = line.strip("[] ")
        elif group in (PLUGINS, TARGETS) and has_value and not line.startswith("#"):
            yield EntryPoint(group, name.strip(), value.partition("[")[0].strip(), distribution)


class Tables:
    """What all ``plugins`` add together.  Each row knows the plug-in that it is of.

    Raises `PluginError` where two claim one thing.
    """

    def __init__(self, plugins: Sequence[Plugin]):
        self.plugins = tuple(plugins)
        self.rules: dict[str, tuple[Plugin, Callable]] = {}
        self.passes: dict[str, tuple[Plugin, Any]] = {}
        self.before: dict[str, list[tuple[Plugin, str]]] = {}
        self.after: dict[str, list[tuple[Plugin, str]]] = {}
        for plugin in self.plugins:
            _claim(self.rules, "op", plugin, plugin.rules)
            passes = {name: one for one in plugin.passes for name in (one.name, *one.aliases)}
            _claim(self.passes, "pass", plugin, passes)
            for table, points in ((self.before, plugin.before), (self.after, plugin.after)):
                for point, texts in points.items():
                    table.setdefault(point, []).extend((plugin, text) for text in texts)

    @property
    def dialects(self) -> list[tuple[Plugin, Any]]:
        """The dialects of all, which may be the same."""
        return [(plugin, dialect) for plugin in self.plugins for dialect in plugin.dialects]

    @property
    def effects(self) -> dict[str, Any]:
        """What the ops of all do to memory."""
        return {name: row for plugin in self.plugins for name, row in plugin.effects.items()}

    @property
    def kept(self) -> set[str]:
        """The ops that the shared form may hold."""
        return {name for plugin in self.plugins for name in plugin.kept}


def _claim(table: dict[str, tuple[Plugin, Any]], kind: str, plugin: Plugin, rows: Mapping[str, Any]) -> None:
    for name, row in rows.items():
        if name in table:
            others = f"{described(table[name][0])} and {described(plugin)}"
            raise PluginError(
                f"two plug-ins have the {kind} '{name}': {others}; uninstall one of their packages, or name the "
                f"one that counts in {CHOICE}"
            )
        table[name] = plugin, row


#: what no plug-ins add
NONE = Tables(())

_lock = threading.RLock()
_is_loading = False
_loaded: dict[Plugin, EntryPoint] = {}
_registered: dict[Plugin, int] = {}  # with a number of its own
_tables: Tables | None = None
_numbers = itertools.count()
_STARTED = os.urandom(8).hex()  # no other process has it, but for children


def tables() -> Tables:
    """What all plug-ins add; the first call imports those that entry points name.  Raises `PluginError`."""
    global _tables, _is_loading
    if _tables is None:
        with _lock:
            if _is_loading:
                raise PluginError("a plug-in compiles while it is imported: move that into a function")
            _is_loading = True
            try:
                for entry in entry_points(PLUGINS):
                    _loaded[_plugin_of(entry)] = entry
                _tables = Tables((*_loaded, *_registered))
            finally:
                _is_loading = False
    return _tables


def _plugin_of(entry: EntryPoint) -> Plugin:
    found = entry.load()
    if not isinstance(found, Plugin):
        what = f"names no triton_shared.Plugin but {type(found).__name__}"
        raise PluginError(f"plug-in {entry} {what}; {entry.remedy}")
    return found


def register(plugin: Plugin) -> Plugin:
    """Let ``plugin`` count in this process from now on; returns it.

    Contexts that exist know none of its ops until `triton_shared.dialects.register` is called on them again.

    Raises:
        PluginError: it claims what another one has.
    """
    global _tables
    with _lock:
        _tables = Tables((*tables().plugins, plugin))
        _registered[plugin] = next(_numbers)
    return plugin


def unregister(plugin: Plugin) -> None:
    """Let a plug-in that was given to `register` no longer count; raises KeyError for any other."""
    global _tables
    with _lock:
        del _registered[plugin]
        _tables = Tables((*_loaded, *_registered))


def identity() -> str:
    """A text that differs for processes with other plug-ins registered; part of the keys of caches."""
    return "\n".join(f"{p.name} {p.version or f'{_STARTED} {number}'}" for p, number in _registered.items())


def owner(one: Any) -> Plugin | None:
    """The plug-in that has the pass ``one``; None where none has."""
    plugin, its = tables().passes.get(one.name, (None, None))
    return plugin if its is one else None


def described(plugin: Plugin) -> str:
    """``plugin`` as messages call it."""
    entry = _loaded.get(plugin)
    return str(entry) if entry else f"'{plugin.name}' (given to triton_shared.plugins.register)"


@contextmanager
def blamed(plugin: Plugin | None, doing: str, *passing: type[Exception]) -> Iterator[None]:
    """Raise a `PluginError` that names ``plugin``, if any, for what it raises meanwhile, but for errors ``passing``."""
    try:
        yield
    except Exception as error:
        if plugin is None or isinstance(error, (PluginError, *passing)):
            raise
        entry = _loaded.get(plugin)
        remedy = entry.remedy if entry else "mend it, or do not register it"
        raise PluginError(
            f"plug-in {described(plugin)}: {doing} raised {type(error).__name__}: {error}; {remedy}"
        ) from error
