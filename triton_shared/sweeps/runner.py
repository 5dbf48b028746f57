"""What a worker does with a task: run a case and compare, measure it, make its files, or measure the machine.

A task and its result are JSON: ``{"kind": "check", "case": {…}}`` and ``{"outcome": "passed", "detail": "", …}``.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from triton_shared.codegen import targets as target_rows
from triton_shared.errors import CompileError
from triton_shared.parameters import options_of
from triton_shared.runtime import compiler
from triton_shared.runtime.checks.findings import collected
from triton_shared.sweeps import backends, building, chips, kernels, spec, timing, tuning
from triton_shared.sweeps.backends import Job, root_of
from triton_shared.sweeps.cases import Case
from triton_shared.sweeps.spec import Draw, Launch, Skip, SpecError, Sweep
from triton_shared.tools.arguments import UsageError


@functools.lru_cache(4)
def loaded(path: str, digest: str) -> spec.Spec:
    """The spec of a task; its text is that of ``digest``."""
    return spec.load(path, digest)


def run(request: dict[str, Any]) -> dict[str, Any]:
    """The result of a request: a spec by its path and digest, and a task."""
    begin = time.monotonic()
    task = request["task"]
    try:
        result = KINDS[task["kind"]](loaded(request["spec"], request["digest"]), task)
    except Skip as reason:
        result = {"outcome": "skipped", "detail": str(reason) or "the sweep's function skips it"}
    except (SpecError, UsageError) as error:
        result = {"outcome": "error", "detail": str(error)}
    except CompileError as error:
        result = {"outcome": "refused", "detail": str(error)}
    except Exception as error:
        result = {"outcome": "error", "detail": f"{type(error).__name__}: {error}{_where(error)}"}
    return {"detail": "", **result, "seconds": round(time.monotonic() - begin, 4)}


def _where(error: BaseException) -> str:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})" if trace else ""


@dataclasses.dataclass(frozen=True)
class Prepared:
    """A case that can be launched."""

    sweep: Sweep
    case: Case
    launch: Launch
    draw: Draw
    job: Job

    @property
    def target(self) -> str:
        """What it runs on."""
        return self.case.at[spec.TARGET]


def prepared(found: spec.Spec, task: dict[str, Any], checks: bool) -> Prepared:
    """The case of ``task``, whose kernel is Triton IR now."""
    case = Case.from_json(task["case"])
    sweep = found.sweeps[case.sweep]
    kernel, configuration = sweep.kernel(case), sweep.configuration(case)
    launch, draw = sweep.launch(case)
    program = kernels.program(kernel, launch, configuration, sweep.place)
    options = _options(sweep, kernel, configuration, case.at[spec.TARGET])
    constants = {**launch.constants, **{n: v for n, v in configuration.items() if n not in _all_options()}}
    is_checked = checks and backends.can_check(case.at[spec.TARGET])
    job = Job(program, launch, kernel, constants, options, sweep.checks if is_checked else ())
    return Prepared(sweep, case, launch, draw, job)


@functools.cache
def _all_options() -> frozenset[str]:
    """Names of options that some target has, and of those that Triton's launches take."""
    return frozenset({*compiler.OPTIONS, "num_warps", "num_stages", "num_ctas", "maxnreg"})


def _options(sweep: Sweep, kernel: Any, configuration: dict[str, Any], target: str) -> dict[str, Any]:
    """The options of ``configuration`` that the target has; the others change nothing there."""
    taken = set(kernels.python_source.plain(kernel).arg_names) if kernels.is_triton(kernel) else set()
    given = {name: value for name, value in configuration.items() if name not in taken}
    if unknown := sorted(given.keys() - _all_options()):
        what = "is neither a parameter of the kernel nor" if taken else "is not"
        raise SpecError(f"{sweep.place}: option '{unknown[0]}' {what} an option of a target: make it an axis")
    row = "gpu" if target == "cuda" else "cpu"
    known = {*options_of(target_rows.module_of(row, "runtime").Options)}
    if target.startswith("emulator"):
        known = {"num_warps", "num_stages"}
    return {name: value for name, value in given.items() if name in known}


def fresh(arguments: dict[str, Any]) -> dict[str, Any]:
    """``arguments`` with copies of all memory; views of the same stay so."""
    roots: dict[int, np.ndarray] = {}

    def copy(array: np.ndarray) -> np.ndarray:
        base = root_of(array)
        made = roots.setdefault(id(base), base.copy())
        offset = array.ctypes.data - base.ctypes.data
        return np.ndarray(array.shape, array.dtype, made.reshape(-1).view(np.uint8), offset, array.strides)

    return {name: copy(v) if isinstance(v, np.ndarray) else v for name, v in arguments.items()}


def check(found: spec.Spec, task: dict[str, Any]) -> dict[str, Any]:
    """Run a case, and compare what it leaves with the oracle's."""
    one = prepared(found, task, checks=True)
    arguments = fresh(one.job.program.arguments)
    with collected() as findings, backends.prepared(one.target, one.job) as launch:
        launch(arguments)
    sizes = {"sizes": one.draw.sizes}
    if findings:
        return {"outcome": "findings", "detail": "\n".join(map(str, findings)), **sizes}
    differences = [
        text for name, a, b, exact in _pairs(one, arguments) if (text := _difference(name, a, b, exact))
    ]
    return {"outcome": "failed" if differences else "passed", "detail": "\n".join(differences), **sizes}


def _pairs(one: Prepared, arguments: dict[str, Any]) -> list[tuple[str, np.ndarray, np.ndarray, Any]]:
    """Name, what there is, what there ought to be, and tolerances, of each array; and of the gaps between elements."""
    before = one.job.program.arguments
    arrays = [name for name, value in before.items() if isinstance(value, np.ndarray)]
    tolerances = [_number(one, tolerance) for tolerance in (one.sweep.rtol, one.sweep.atol)]
    if one.sweep.oracle != "expected":
        oracle = fresh(before)
        with backends.prepared(one.sweep.oracle, dataclasses.replace(one.job, checks=())) as launch:
            launch(oracle)
        return [(name, arguments[name], oracle[name], tolerances) for name in arrays]
    whole = fresh(before)
    for name, values in one.launch.expected.items():
        if np.shape(values) != whole[name].shape:
            raise SpecError(f"{one.sweep.place}: expected['{name}'] has the shape {list(np.shape(values))}, and the "
                            f"argument {list(whole[name].shape)}: make them the same")  # fmt: skip
        whole[name][...] = np.asarray(values).astype(whole[name].dtype)
    found = [
        (name, arguments[name], whole[name], tolerances) for name in arrays if name in one.launch.expected
    ]
    for name in arrays:
        actual, wanted = root_of(arguments[name]).copy(), root_of(whole[name]).copy()
        for other in one.launch.expected:  # its elements have been compared
            for pair in ((actual, arguments), (wanted, whole)):
                _blank(pair[0], pair[1][name], pair[1][other])
        found.append((f"memory of {name} outside of what is expected", actual, wanted, [0.0, 0.0]))
    return found


def _blank(root: np.ndarray, array: np.ndarray, other: np.ndarray) -> None:
    """Zero the elements of ``other`` in ``root``, a copy of what ``array`` is a view of, where they share it."""
    if root_of(other) is root_of(array):
        offset = other.ctypes.data - root_of(array).ctypes.data
        view = np.ndarray(other.shape, other.dtype, root.reshape(-1).view(np.uint8), offset, other.strides)
        view[...] = 0


def _number(one: Prepared, tolerance: Any) -> float:
    if isinstance(tolerance, dict):
        return float(tolerance.get(one.case.at.get("dtype"), 0.0))
    return float(tolerance)


def _difference(name: str, actual: np.ndarray, wanted: np.ndarray, tolerances: Any) -> str:
    """How two arrays differ, "" where they do not; NaNs are equal, and so are 0.0 and -0.0."""
    rtol, atol = tolerances
    a, b = (x.astype(np.float64) if x.dtype.kind not in "iub" else x for x in (actual, wanted))
    with np.errstate(all="ignore"):
        same = a == b
        if a.dtype.kind == "f":
            same |= np.isnan(a) & np.isnan(b)
            same |= np.isfinite(a) & np.isfinite(b) & (np.abs(a - b) <= atol + rtol * np.abs(b))
    if same.all():
        return ""
    wrong = np.argwhere(~same)
    first = tuple(map(int, wrong[0]))
    return f"{name}{list(first)} is {a[first]}, expected {b[first]}; {len(wrong)} of {a.size} elements differ"


def measure(found: spec.Spec, task: dict[str, Any]) -> dict[str, Any]:
    """Time the launches of a case, without checks, while nobody else measures here."""
    one = prepared(found, task, checks=False)
    arguments = fresh(one.job.program.arguments)
    with backends.prepared(one.target, one.job) as launch, timing.alone():
        times = timing.measured(lambda: launch(arguments))
    flops = {"flops": one.launch.flops, "bytes": one.launch.moved}
    return {"outcome": "measured", **times, **flops, "chip": chips.of(one.target), "tuned": _tuned(one)}


def _tuned(one: Prepared) -> dict[str, Any]:
    """What the database of configurations calls the launch."""
    kernel, arguments = one.sweep.kernel(one.case), one.launch.arguments
    return {
        "kernel": one.job.program.name or one.sweep.name,
        "source": one.job.program.digest,
        "signature": kernels.signature(arguments),
        "bucket": tuning.bucket_of(arguments),
        "configuration": one.sweep.configuration(one.case) if kernels.is_triton(kernel) else one.job.options,
    }


def roofline(found: spec.Spec, task: dict[str, Any]) -> dict[str, Any]:
    """What the machine reaches at most."""
    with timing.alone():
        return {"outcome": "measured", "chip": chips.of("cpu"), **timing.roof(len(os.sched_getaffinity(0)))}


def build(found: spec.Spec, task: dict[str, Any]) -> dict[str, Any]:
    """Make the files of a case for the task's target, by name, in base64."""
    one = prepared(found, task, checks=False)
    target = task["target"] or building.TARGETS.get(one.target, one.target)
    options = _options(one.sweep, one.sweep.kernel(one.case), one.sweep.configuration(one.case), "cuda")
    return {
        "outcome": "built",
        "target": target,
        "files": building.files(one.job.program, one.case, target, options),
    }


#: what a task is, to what is done with it
KINDS: dict[str, Callable[[spec.Spec, dict[str, Any]], dict[str, Any]]] = {
    "check": check,
    "time": measure,
    "build": build,
    "roofline": roofline,
}
