"""Outcomes as JUnit's XML: a suite for each sweep, a test for each case."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from xml.etree import ElementTree

from triton_shared import names
from triton_shared.sweeps.campaign import Campaign, Entry


def xml(campaign: Campaign) -> bytes:
    """The file."""
    root = ElementTree.Element("testsuites", name=clean(campaign.spec.path.name))
    for sweep, entries in groupby(campaign.entries, key=lambda entry: entry.case.sweep):
        root.append(_suite(sweep, list(entries)))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _suite(name: str, entries: list[Entry]) -> ElementTree.Element:
    def count(outcomes: Iterable[str]) -> str:
        return str(sum(entry.outcome in outcomes for entry in entries))

    wrong = sum(entry.is_wrong and entry.outcome not in FAILURES for entry in entries)
    suite = ElementTree.Element(
        "testsuite",
        name=name,
        tests=str(len(entries)),
        failures=count(FAILURES),
        errors=str(wrong),
        skipped=count(SKIPPED),
    )
    for entry in entries:
        seconds = entry.result["seconds"] if entry.result else 0.0
        test = ElementTree.SubElement(
            suite, "testcase", classname=name, name=clean(entry.case.label), time=f"{seconds:.4f}"
        )
        detail = clean(entry.result["detail"]) if entry.result else "the sweep ended before it"
        kind = "skipped" if entry.outcome in SKIPPED else "failure" if entry.outcome in FAILURES else "error"
        if entry.outcome in SKIPPED or entry.is_wrong:
            told = ElementTree.SubElement(test, kind, message=detail.partition("\n")[0], type=entry.outcome)
            told.text = "\n".join([detail, *_smaller(entry)])
    return suite


def _smaller(entry: Entry) -> list[str]:
    if not entry.reduced:
        return []
    return [f"smaller: {entry.reduced['case']}", clean(entry.reduced["detail"])]


#: outcomes of a wrong result; other wrong ones are errors
FAILURES = ("failed", "findings")
SKIPPED = ("skipped", "not run")


def clean(text: str) -> str:
    """``text`` without what XML cannot hold."""
    return "\n".join(map(names.one_line, text.split("\n")))
