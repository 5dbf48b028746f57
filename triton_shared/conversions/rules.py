"""Tables of rules by the name of the op that they lower: ``rule(op) -> replacement values``, emitted before the op."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from triton_shared import plugins
from triton_shared.errors import CompileError, LoweringError, place_near
from triton_shared.ir.builder import at
from triton_shared.ir.walk import all_ops
from triton_shared.mlir import ir

Rule = Callable[[ir.Operation], list[ir.Value]]


def merged(*tables: Mapping[str, Rule]) -> dict[str, Rule]:
    """All rows of ``tables``.  Raises ValueError where a name has two rules: one of them would say nothing."""
    rules: dict[str, Rule] = {}
    for table in tables:
        if twice := sorted(rules.keys() & table.keys()):
            raise ValueError(f"two rules for {', '.join(twice)}")
        rules.update(table)
    return rules


def apply(rule: Rule, op: ir.Operation) -> None:
    """Replace ``op`` by what ``rule`` emits."""
    with at(op):
        values = rule(op)
    for before, after in zip(op.results, values, strict=True):
        before.replace_all_uses_with(after)
    op.erase()


def apply_those_of_plugins(module: ir.Operation, ours: Container[str]) -> None:
    """Replace the ops inside ``module`` that plug-ins have rules for, innermost first.

    Raises:
        PluginError: a plug-in has a rule for one of ``ours``, or its rule is broken.
    """
    rules = plugins.tables().rules
    if not rules:
        return
    for name in filter(ours.__contains__, rules):
        raise plugins.PluginError(
            f"plug-in {plugins.described(rules[name][0])} has a rule for '{name}', and so has triton-shared: "
            "replace the op by one of your own in a pass before 'triton-to-structured'"
        )
    for op in reversed(all_ops(module, rules)):
        plugin, rule = rules[op.name]
        where = ":".join(map(str, place_near(op)))
        with plugins.blamed(plugin, f"the rule for '{op.name}', at {where},", CompileError):
            apply(_checked(rule), op)
    if left := all_ops(module, rules):
        whose = plugins.described(rules[left[0].name][0])
        raise LoweringError(left[0], f"is left by its rule, of plug-in {whose}")


def _checked(rule: Rule) -> Rule:
    """``rule``, which must give values of the types that the results have."""

    def checked(op: ir.Operation) -> list[ir.Value]:
        values = list(rule(op))
        given, expected = ([str(v.type) for v in values] for values in (values, op.results))
        if given != expected:
            raise TypeError(
                f"it gave {', '.join(given) or 'nothing'} in place of {', '.join(expected) or 'nothing'}"
            )
        return values

    return checked
