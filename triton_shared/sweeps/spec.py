"""What a spec says: `sweep` on a function from drawn arrays and axes to a `Launch`.

::

    @sweep(kernel=add, axes={"n": [1, 1000], "dtype": ["f32", "bf16"]}, options={"BLOCK": [128, 1024]})
    def vector_add(draw, n, dtype, BLOCK):
        x, y, out = draw(n, dtype), draw(n, dtype), draw.empty(n, dtype)
        return Launch((-(-n // BLOCK),), {"x_ptr": x, "y_ptr": y, "out_ptr": out, "n": n}, {"out_ptr": x + y})

A spec is code of the user's, which each worker imports by its path.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import itertools
import json
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from triton_shared.coded import Coded
from triton_shared.runtime.checks import kinds
from triton_shared.sweeps import imports
from triton_shared.sweeps.cases import Case
from triton_shared.types import ELEMENTS
from triton_shared.validation.cases import dtype_of

#: what may give the results that are compared with, besides the name of a target
ORACLES = ("expected", "interpreter", "reference")
#: axes that every sweep has
KERNEL, TARGET = "kernel", "target"
GARBAGE = 0xA5


class SpecError(Coded, Exception):
    """A spec that cannot be used; the message begins with its file and line and says what to do."""


class Skip(Exception):
    """What a sweep's function raises for a combination that is no case; the message says why."""


@dataclass(frozen=True)
class Launch:
    """A launch, and what it must leave.

    Attributes:
        grid: one to three sizes.
        arguments: arrays and numbers by parameter, without constants; of Triton IR in its parameters' order.
        expected: what arrays are to hold, by parameter; all others are to be as they were.
        constants: values of ``tl.constexpr`` parameters, beside those that are options of the sweep.
        flops: operations on numbers, for the roofline.
        bytes: of memory read and written; each array once where it is None.
    """

    grid: tuple[int, ...]
    arguments: Mapping[str, Any]
    expected: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[str, Any] = field(default_factory=dict)
    flops: int = 0
    bytes: int | None = None

    @property
    def moved(self) -> int:
        """Bytes of memory read and written."""
        arrays = [value for value in self.arguments.values() if isinstance(value, np.ndarray)]
        return sum(array.nbytes for array in arrays) if self.bytes is None else self.bytes


class Draw:
    """Arrays of a case: normal numbers, or small integers, by its seed; their sizes are in ``sizes``."""

    def __init__(self, case: Case):
        self._case = case
        self.sizes: list[int] = []

    def __call__(self, shape: Any, dtype: str = "f32", strides: Sequence[int] | None = None) -> np.ndarray:
        """An array of normal numbers, or of integers from -8 to 8; ``strides`` count elements."""
        return self._drawn(shape, dtype, strides, whole=False)

    def integers(self, shape: Any, dtype: str = "f32", strides: Sequence[int] | None = None) -> np.ndarray:
        """An array of integers from -8 to 8, whose sums are exact."""
        return self._drawn(shape, dtype, strides, whole=True)

    def empty(self, shape: Any, dtype: str = "f32", strides: Sequence[int] | None = None) -> np.ndarray:
        """An array that is to be written: it holds garbage."""
        return _strided(_shape(shape), _dtype(dtype), strides)

    def zeros(self, shape: Any, dtype: str = "f32", strides: Sequence[int] | None = None) -> np.ndarray:
        """An array of zeros."""
        found = self.empty(shape, dtype, strides)
        found[...] = 0
        return found

    def _drawn(self, shape: Any, dtype: str, strides: Sequence[int] | None, whole: bool) -> np.ndarray:
        found, number = _strided(_shape(shape), _dtype(dtype), strides), len(self.sizes)
        self.sizes.append(found.size)
        rng = np.random.default_rng([self._case.seed, number])
        is_float = ELEMENTS[dtype].format is not None
        drawn = rng.standard_normal(found.size) if is_float and not whole else rng.integers(-8, 9, found.size)
        match self._case.values.get(str(number)):
            case "ones":
                drawn = np.ones_like(drawn)
            case "zeros":
                drawn = np.zeros_like(drawn)
            case list(places):
                kept = np.zeros_like(drawn)
                kept[places] = drawn[places]
                drawn = kept
        found[...] = (
            (drawn > 0 if found.dtype.kind == "b" else drawn).astype(found.dtype).reshape(found.shape)
        )
        return found


def _shape(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _dtype(name: str) -> np.dtype:
    if name not in ELEMENTS:
        raise ValueError(f"there is no element type {name!r}: they are {', '.join(ELEMENTS)}")
    return dtype_of(name)


def _strided(shape: tuple[int, ...], dtype: np.dtype, strides: Sequence[int] | None) -> np.ndarray:
    """An array of garbage with these strides, of elements; without them a dense one."""
    if strides is None:
        strides = [int(np.prod(shape[n + 1 :])) for n in range(len(shape))]
    if len(strides) != len(shape) or min(strides, default=0) < 0:
        raise ValueError(
            f"strides {list(strides)} of the shape {list(shape)}: there is one for each, none below 0"
        )
    size = 1 + sum((extent - 1) * stride for extent, stride in zip(shape, strides, strict=True))
    root = np.full(max(size, 1) * dtype.itemsize, GARBAGE, np.uint8).view(dtype)
    return np.ndarray(shape, dtype, root, strides=[stride * dtype.itemsize for stride in strides])


@dataclass(frozen=True)
class Sweep:
    """One sweep of a spec: cases are all combinations along ``axes``, ``options``, kernels and targets.

    Attributes:
        name: its function's.
        function: from a `Draw` and axes to a `Launch`.
        place: file and line of the spec.
        kernels: what ``@triton.jit`` makes, or Triton IR: a path, from the spec's folder on, or text; by name.
        axes: the values, of JSON, of each axis; failing cases are reduced along those of integers.
        options: values of the kernel's constants and of options of the target, which tuning chooses from.
        targets: "cpu"; a lesser CPU, as "x86-64-v3" or "scalar", which this one runs; "cuda", the GPU; "emulator" or
            "emulator:sm_80", of a checkout; "interpreter", Triton's; "reference", the executor.
        checks: what launches on CPUs and GPUs are checked for, as `triton_shared.check` takes it.
        oracle: "expected", what the launch says; or a target, whose results are compared with.
        rtol, atol: how far floats may be from the oracle's, relative and absolute; a number, or one by ``dtype``.
        seed: of the arrays.
    """

    name: str
    function: Callable[..., Launch]
    place: str
    kernels: Mapping[str, Any]
    axes: Mapping[str, list[Any]]
    options: Mapping[str, list[Any]]
    targets: list[str]
    checks: tuple[str, ...]
    oracle: str
    rtol: Any
    atol: Any
    seed: int

    def cases(self) -> Iterator[Case]:
        """All of them."""
        lists: dict[str, list[Any]] = {**self.axes, **self.options, TARGET: self.targets}
        if len(self.kernels) > 1:
            lists = {KERNEL: list(self.kernels), **lists}
        for values in itertools.product(*lists.values()):
            yield Case(self.name, dict(zip(lists, values, strict=True)), self.seed)

    def kernel(self, case: Case) -> Any:
        """The kernel of ``case``."""
        return self.kernels[case.at.get(KERNEL, next(iter(self.kernels)))]

    def configuration(self, case: Case) -> dict[str, Any]:
        """The options of ``case``."""
        return {name: case.at[name] for name in self.options}

    def launch(self, case: Case) -> tuple[Launch, Draw]:
        """The launch of ``case``, and what drew its arrays.

        Raises:
            Skip: there is none.
            SpecError: the function returns none.
        """
        draw = Draw(case)
        taken = inspect.signature(self.function).parameters
        given = {name: value for name, value in case.at.items() if name in taken}
        found = self.function(draw, **given)
        if not isinstance(found, Launch):
            raise SpecError(
                f"{self.place}: sweep '{self.name}' returns {type(found).__name__}: return a Launch"
            )
        if unknown := sorted(found.expected.keys() - found.arguments.keys()):
            raise SpecError(f"{self.place}: expected['{unknown[0]}'] is no argument: name one of "
                            f"{', '.join(found.arguments)}")  # fmt: skip
        if self.oracle == "expected" and not found.expected:
            raise SpecError(f"{self.place}: a launch of '{self.name}' expects nothing: give expected={{NAME: array}}, "
                            f"or the sweep oracle=, one of {', '.join(ORACLES[1:])} or a target")  # fmt: skip
        return found, draw


@dataclass
class Spec:
    """The sweeps of a file; ``digest`` tells its text, and that of the files that it imports and names, from others."""

    path: Path
    digest: str
    sweeps: dict[str, Sweep] = field(default_factory=dict)

    def cases(self, only: Sequence[str] = ()) -> list[Case]:
        """The cases of the sweeps named ``only``, of all without."""
        if unknown := sorted(set(only) - self.sweeps.keys()):
            raise SpecError(
                f"{self.path}: there is no sweep '{unknown[0]}': name one of {', '.join(self.sweeps)}"
            )
        return [case for name, one in self.sweeps.items() if not only or name in only for case in one.cases()]


#: the spec that is being imported; sweeps of modules that nobody loads as a spec go nowhere
_loading: list[Spec] = []


def sweep(
    *,
    kernel: Any = None,
    kernels: Mapping[str, Any] | None = None,
    axes: Mapping[str, Sequence[Any]] | None = None,
    options: Mapping[str, Sequence[Any]] | None = None,
    targets: Sequence[str] = ("cpu",),
    checks: str | Sequence[str] = (),
    oracle: str = "expected",
    rtol: Any = 0.0,
    atol: Any = 0.0,
    seed: int = 0,
) -> Callable[[Callable[..., Launch]], Callable[..., Launch]]:
    """Make a `Sweep` of a function: ``function(draw, **axes)`` returns the `Launch` of a case.

    The function takes ``draw``, a `Draw`, and those axes by name that it needs; ``kernel`` and ``target`` are two.
    What else is given are the fields of `Sweep`; one kernel needs no name.

    Raises:
        SpecError: something is missing or unknown.
    """
    frame = sys._getframe(1)
    place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
    fields = _fields(place, kernel, kernels, axes or {}, options or {}, targets, checks, oracle)

    def made(function: Callable[..., Launch]) -> Callable[..., Launch]:
        found = Sweep(function.__name__, function, place, **fields, rtol=rtol, atol=atol, seed=seed)
        _check_parameters(found)
        if _loading:
            if found.name in _loading[-1].sweeps:
                raise SpecError(f"{place}: there are two sweeps '{found.name}': rename one")
            _loading[-1].sweeps[found.name] = found
        return function

    return made


def _fields(
    place: str,
    kernel: Any,
    kernels: Mapping[str, Any] | None,
    axes: Mapping[str, Sequence[Any]],
    options: Mapping[str, Sequence[Any]],
    targets: Sequence[str],
    checks: str | Sequence[str],
    oracle: str,
) -> dict[str, Any]:
    """Fields of a `Sweep`, checked."""

    def wrong(message: str) -> NoReturn:
        raise SpecError(f"{place}: {message}")

    if (kernel is None) == (not kernels):
        wrong("a sweep has a kernel: give kernel=, or kernels={name: kernel}")
    lists = {**axes, **options, "targets": targets}
    for name, values in lists.items():
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            wrong(f"'{name}' is {values!r:.60}: give a list of at least one value")
        try:
            json.dumps(list(values))
        except (TypeError, ValueError):
            wrong(
                f"'{name}' has a value that JSON cannot hold: name it by a string, and look it up in the function"
            )
    if twice := sorted(axes.keys() & options.keys() | lists.keys() & {KERNEL, TARGET, "draw"}):
        wrong(f"'{twice[0]}' is an axis already: rename it")
    try:
        asked = kinds.selected(checks)
    except (TypeError, ValueError) as error:
        wrong(f"checks: {error}")
    made = dict(kernels) if kernels else {"": kernel}
    listed = ({name: list(values) for name, values in group.items()} for group in (axes, options))
    found = {"axes": next(listed), "options": next(listed), "targets": list(targets)}
    return {**found, "kernels": made, "checks": asked, "oracle": oracle}


def _check_parameters(found: Sweep) -> None:
    """Raise `SpecError` where the function takes what no axis is."""
    parameters = inspect.signature(found.function).parameters.values()
    known = {"draw", *found.axes, *found.options, KERNEL, TARGET}
    named = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    if not named or named[0].name != "draw":
        raise SpecError(f"{found.place}: '{found.name}' takes draw first: def {found.name}(draw, …)")
    if unknown := [p.name for p in named if p.name not in known and p.default is p.empty]:
        raise SpecError(
            f"{found.place}: '{found.name}' takes '{unknown[0]}', and there is no such axis: list it in axes="
        )


def load(path: str | Path, digest: str | None = None) -> Spec:
    """The spec in the file ``path``, imported anew, and so are the modules that it imports and that have changed.

    Raises:
        SpecError: there is none, it fails, it has no sweeps, or it is not the one of ``digest``.
    """
    path = Path(path).resolve()
    try:
        path.read_bytes()
    except OSError as error:
        raise SpecError(f"{path}: cannot be read: {error.strerror}; give the path of a Python file") from None
    found = Spec(path, "")
    _loading.append(found)
    sys.path.insert(0, str(path.parent))
    try:
        texts = [file.read_bytes() for file in _renewed(path)]
        _import(path)
    except SpecError:
        raise
    except Exception as error:
        at = next(
            (f for f in reversed(traceback.extract_tb(error.__traceback__)) if f.filename == str(path)), None
        )
        line = at.lineno if at else getattr(error, "lineno", 0) or 0
        raise SpecError(
            f"{path}:{line}: {type(error).__name__}: {error}; a spec is Python that can be imported"
        ) from error
    finally:
        _loading.pop()
        sys.path.remove(str(path.parent))
    if not found.sweeps:
        raise SpecError(f"{path}:1: has no sweeps: decorate a function with @triton_shared.sweeps.sweep(…)")
    texts += [file.read_bytes() for file in _kernel_files(found)]
    found.digest = hashlib.sha256(b"".join(hashlib.sha256(text).digest() for text in texts)).hexdigest()[:16]
    if digest not in (None, found.digest):
        told = "it, or a file that it imports, is another text than where the sweep began"
        raise SpecError(f"{path}: {told}: copy the files to all machines")
    return found


#: the texts of modules that specs imported, as they were last
_imported: dict[Path, bytes] = {}


def _renewed(path: Path) -> list[Path]:
    """The files of the spec ``path``; modules of those that have changed since a spec was loaded are forgotten."""
    found = imports.files(path, sys.path)
    texts = {file: hashlib.sha256(file.read_bytes()).digest() for file in found}
    if any(_imported.get(file, text) != text for file, text in texts.items()):
        for name, module in list(sys.modules.items()):
            origin = getattr(module, "__file__", None)
            if origin and name != "__main__" and Path(origin).resolve() in texts:
                del sys.modules[name]
    _imported.update(texts)
    return found


def _kernel_files(found: Spec) -> list[Path]:
    """The files of Triton IR that the sweeps name; one that is missing is told by its cases."""
    kernels = [kernel for one in found.sweeps.values() for kernel in one.kernels.values()]
    named = [k for k in kernels if isinstance(k, Path) or (isinstance(k, str) and not {"\n", "{"} & set(k))]
    return sorted({file for k in named if (file := found.path.parent / k).is_file()})


def _import(path: Path) -> None:
    name = f"triton_shared_spec_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SpecError(f"{path}: is no Python file: give one that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # Triton and pickle look modules up
    spec.loader.exec_module(module)
