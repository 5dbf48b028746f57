"""The report of a sweep: one page of HTML, which needs no network and no script."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from html import escape
from typing import Any

from triton_shared import html, names
from triton_shared.sweeps import plots
from triton_shared.sweeps.campaign import Campaign, Entry
from triton_shared.sweeps.spec import TARGET, Sweep

#: series of one plot, and rows of a table of cases that are wrong
MOST_SERIES, MOST_ROWS = 10, 200

_STYLE = """
:root { color-scheme: light dark; --line: #8885; --soft: #8883; --good: #15803d; --bad: #b91c1c; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; margin: .8rem 0; } th, td { padding: .25rem .7rem; text-align: left; }
th, td { border-bottom: 1px solid var(--soft); vertical-align: top; }
caption { text-align: left; white-space: nowrap; } th, caption { font-weight: 600; }
pre { white-space: pre-wrap; margin: .3rem 0; font: 13px/1.45 ui-monospace, monospace; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; } figcaption { font-weight: 600; }
svg text { font: 12px system-ui, sans-serif; fill: currentColor; } .frame { fill: none; stroke: var(--line); }
.grid { stroke: var(--soft); } .roof { stroke: currentColor; stroke-width: 1.6; }
.bad { color: var(--bad); font-weight: 600; } .good { color: var(--good); font-weight: 600; }
@media (prefers-color-scheme: dark) { :root { --good: #4ade80; --bad: #f87171; } }
"""


def page(campaign: Campaign) -> str:
    """The page."""
    title = f"Sweep of {names.one_line(campaign.spec.path.name)}"
    parts = [f"<h1>{escape(title)}</h1>", _summary(campaign)]
    for sweep in campaign.spec.sweeps.values():
        entries = [entry for entry in campaign.entries if entry.case.sweep == sweep.name]
        if entries:
            parts += [
                f"<h2>{escape(sweep.name)}</h2>",
                _counts(sweep, entries),
                *_plots(sweep, entries, campaign),
            ]
    parts += _wrong(campaign)
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{"".join(parts)}\n</body></html>\n'


def _summary(campaign: Campaign) -> str:
    wrong = sum(entry.is_wrong for entry in campaign.entries)
    told = ", ".join(f"{count} {outcome}" for outcome, count in campaign.counts.most_common())
    verdict = (
        f'<span class="bad">{wrong} wrong</span>' if wrong else '<span class="good">nothing wrong</span>'
    )
    notes = "".join(f"<p>{escape(note)}</p>" for note in campaign.notes)
    return f"<p>{len(campaign.entries)} cases: {verdict} ({escape(told)}).</p>{notes}"


def _counts(sweep: Sweep, entries: list[Entry]) -> str:
    """Outcomes by target."""
    outcomes = sorted({entry.outcome for entry in entries})
    rows = []
    for target in sweep.targets:
        found = [entry.outcome for entry in entries if entry.case.at[TARGET] == target]
        rows.append([target, *(found.count(outcome) or "" for outcome in outcomes)])
    checks = f"; checked for {', '.join(sweep.checks)}" if sweep.checks else ""
    return html.table(["target", *outcomes], rows, f"Compared with: {sweep.oracle}{checks}")


def _plots(sweep: Sweep, entries: list[Entry], campaign: Campaign) -> Iterator[str]:
    timed = [entry for entry in entries if entry.time and entry.time["outcome"] == "measured"]
    if not timed:
        return
    yield '<div class="plots">'
    if axis := _size_axis(sweep):
        series = _by_series(timed, axis)
        shown = dict(sorted(series.items(), key=lambda pair: -len(pair[1]))[:MOST_SERIES])
        left = f" ({len(series) - len(shown)} more series in the table)" if len(shown) < len(series) else ""
        yield f"<figure><figcaption>Microseconds against {escape(axis)}{left}</figcaption>"
        yield plots.lines(shown, axis, "microseconds")
        yield "</figure>"
    roof = campaign.roofline
    if roof and roof["outcome"] == "measured" and any(entry.time["flops"] for entry in timed if entry.time):
        yield _roofline(timed, roof)
    yield "</div>"
    yield _times(timed)


def _size_axis(sweep: Sweep) -> str | None:
    """The axis of integers with the most values."""
    whole = {
        n: v
        for n, v in sweep.axes.items()
        if all(isinstance(x, int) and not isinstance(x, bool) and x > 0 for x in v)
    }
    return max(whole, key=lambda name: len(whole[name]), default=None)


def _series(entry: Entry, without: str) -> str:
    return " ".join(str(value) for name, value in entry.case.at.items() if name != without)


def _by_series(timed: list[Entry], axis: str) -> dict[str, list[tuple[float, float, float, float]]]:
    found = defaultdict(list)
    for entry in timed:
        assert entry.time is not None
        times = (entry.time[name] * 1e6 for name in ("median", "low", "high"))
        found[_series(entry, axis)].append((float(entry.case.at[axis]), *times))
    return {name: sorted(points) for name, points in found.items()}  # type: ignore[misc]


def _roofline(timed: list[Entry], roof: dict[str, Any]) -> str:
    found = defaultdict(list)
    for entry in timed:
        time = entry.time
        if time and time["flops"] and time["bytes"] and entry.case.at[TARGET] != "cuda":
            rate = time["flops"] / time["median"]
            found[str(entry.case.at[TARGET])].append((time["flops"] / time["bytes"], rate, entry.case.label))
    if not found:
        return ""
    picture = plots.roofline(found, roof["bandwidth"], roof["f32"])
    chip, memory, arithmetic = roof["chip"], roof["bandwidth"] / 1e9, roof["f32"] / 1e9
    told = f"{chip['name']}, {chip['cores']} cores: memory {memory:.1f} GB/s, f32 {arithmetic:.0f} GFLOP/s"
    return f"<figure><figcaption>Roofline ({escape(told)})</figcaption>{picture}</figure>"


def _times(timed: list[Entry]) -> str:
    rows = []
    for entry in timed:
        time = entry.time or {}
        gigabytes = f"{time['bytes'] / time['median'] / 1e9:.2f}" if time["bytes"] else ""
        spread = f"{time['low'] * 1e6:.1f} to {time['high'] * 1e6:.1f}"
        rows.append([entry.case.label, f"{time['median'] * 1e6:.1f}", spread, time["launches"], gigabytes])
    head = ["case", "median, µs", "quartiles, µs", "launches", "GB/s"]
    return f"<details><summary>{len(rows)} times</summary>{html.table(head, rows)}</details>"


def _wrong(campaign: Campaign) -> Iterator[str]:
    wrong = sorted(
        (entry for entry in campaign.entries if entry.is_wrong), key=lambda entry: entry.reduced is None
    )
    if not wrong:
        return
    yield f"<h2>Wrong: {len(wrong)}</h2>"
    if len(wrong) > MOST_ROWS:
        yield f"<p>The first {MOST_ROWS}; the journal has all.</p>"
    for entry in wrong[:MOST_ROWS]:
        result = entry.result or {}
        yield f'<p><span class="bad">{escape(entry.outcome)}</span> <code>{escape(entry.case.label)}</code></p>'
        yield f"<pre>{escape(names.lines(result['detail']))}</pre>"
        if entry.reduced and entry.reduced.get("case"):
            smaller = json.dumps(entry.reduced["case"], ensure_ascii=True)
            yield f"<p>Smaller, after {entry.reduced['tried']} tries:</p><pre>--case '{escape(smaller)}'\n"
            yield f"{escape(names.lines(entry.reduced['detail']))}</pre>"
