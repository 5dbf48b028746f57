"""Programs that ask for a CUDA device get the CPU: devices, streams and properties of torch are answered here.

Functions of torch that take a device are replaced by ones that take "cuda" for "cpu".  A tensor says of itself that it
is on the CPU, but ``is_cuda`` is true.  What takes a tensor to the CPU makes a copy, as it does on a machine that has
both: otherwise a kernel that works in place would change what it is compared with.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib.abc
import importlib.machinery
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import torch
import torch.utils._device
from public_library import spread

PROPERTIES = SimpleNamespace(
    name="CPU",
    major=8,
    minor=0,
    multi_processor_count=108,
    total_memory=16 << 30,
    warp_size=32,
    max_threads_per_multi_processor=2048,
    regs_per_multiprocessor=65536,
    shared_memory_per_block=49152,
    shared_memory_per_block_optin=166912,
    shared_memory_per_multiprocessor=167936,
    L2_cache_size=40 << 20,
    gcnArchName="",
)

NEW = ("new_empty", "new_zeros", "new_ones", "new_full", "new_tensor", "new_empty_strided")


def on_cpu(device: Any) -> Any:
    """``device``, or "cpu" for one that is CUDA's or a number."""
    if isinstance(device, int) and not isinstance(device, bool):
        return "cpu"
    if isinstance(device, (str, torch.device)) and str(device).startswith("cuda"):
        return "cpu"
    return device


def redirected(function: Callable[..., Any]) -> Callable[..., Any]:
    """``function`` with its keyword argument ``device`` on the CPU, in memory that is not pinned."""

    @functools.wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        if "device" in keywords:
            keywords["device"] = on_cpu(keywords["device"])
        if "pin_memory" in keywords:
            keywords["pin_memory"] = False
        return function(*args, **keywords)

    return call


class Device(contextlib.ContextDecorator):
    """Stands for ``torch.cuda.device``, ``torch.cuda.stream``, a stream and a graph."""

    cuda_stream = 0
    device = torch.device("cpu")

    idx = 0

    def __init__(self, *args: Any, **keywords: Any):
        pass

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args, **keywords: None


class Event:
    """Stands for ``torch.cuda.Event``: the time at which it was recorded."""

    def __init__(self, *args: Any, **keywords: Any):
        self.time = 0.0

    def record(self, *args: Any) -> None:
        self.time = time.perf_counter()

    def elapsed_time(self, other: Event) -> float:
        """Milliseconds from this event to ``other``."""
        return (other.time - self.time) * 1e3

    def query(self) -> bool:
        return True

    def wait(self, *args: Any) -> None:
        pass

    synchronize = wait


class Seed:
    """Stands for a generator of a CUDA device, whose state is a seed and an offset of 64 bits each."""

    def __init__(self) -> None:
        self.state = torch.tensor([0, 0], dtype=torch.int64).view(torch.uint8)

    def get_state(self) -> torch.Tensor:
        return self.state.clone()

    def set_state(self, state: torch.Tensor) -> None:
        self.state = state.clone()


def answers(value: Any) -> Callable[..., Any]:
    """A function that gives ``value`` whatever it is asked."""
    return lambda *args, **keywords: value


#: what `torch.cuda` says
CUDA = {
    "is_available": True,
    "is_initialized": True,
    "device_count": 1,
    "current_device": 0,
    "get_device_properties": PROPERTIES,
    "get_device_capability": (PROPERTIES.major, PROPERTIES.minor),
    "get_device_name": PROPERTIES.name,
    "is_bf16_supported": True,
    "set_device": None,
    "synchronize": None,
    "empty_cache": None,
    "manual_seed_all": None,
    "init": None,
    "_lazy_init": None,
    "reset_peak_memory_stats": None,
    "max_memory_allocated": 0,
    "memory_allocated": 0,
    "memory_reserved": 0,
    "mem_get_info": (8 << 30, 16 << 30),
    "current_stream": Device(),
    "default_stream": Device(),
    "is_current_stream_capturing": False,
    "get_arch_list": ["sm_80"],
}


def to(tensor: torch.Tensor, *args: Any, **keywords: Any) -> torch.Tensor:
    """`torch.Tensor.to`, which copies where the CPU is named."""
    leaves = any(str(place) == "cpu" for place in (*args, keywords.get("device")))
    args = tuple(map(on_cpu, args))
    if "device" in keywords:
        keywords["device"] = on_cpu(keywords["device"])
    moved = TO(tensor, *args, **keywords)
    return moved.clone() if leaves and moved is tensor else moved


TO = torch.Tensor.to


@contextlib.contextmanager
def target_of_cuda(folder: str, arch: int | None = None) -> Iterator[None]:
    """Triton's driver tells the files of ``folder`` for a while CUDA's name for its back end: they make it a device.

    With ``arch`` it tells them that architecture, too, as 90 for Hopper.
    """
    from triton.backends.compiler import GPUTarget
    from triton.runtime import driver

    kind: Any = type(driver.active)
    known = kind.get_current_target

    def target(self: Any) -> Any:
        found = known(self)
        asks = sys._getframe(1).f_code.co_filename.startswith(folder)
        return GPUTarget("cuda", arch or found.arch, found.warp_size) if asks else found

    kind.get_current_target = target
    try:
        yield
    finally:
        kind.get_current_target = known


def few_configurations(count: int) -> None:
    """Each tuner has ``count`` of its configurations, evenly spread, so that little is compiled and timed.

    One that a static assertion of the kernel refuses is replaced by the next of the others.
    """
    from triton.compiler.errors import CompileTimeAssertionFailure
    from triton.runtime.autotuner import Autotuner
    from triton.runtime.errors import InterpreterError

    made, ran = Autotuner.__init__, Autotuner.run

    def make(self: Any, fn: Any, arg_names: Any, configs: Any, *args: Any, **keywords: Any) -> None:
        chosen = spread(len(configs or ()), count)
        kept = [configs[i] for i in sorted(chosen)]
        self.others = [config for i, config in enumerate(configs or ()) if i not in chosen]
        made(self, fn, arg_names, kept, *args, **keywords)

    def run(self: Any, *args: Any, **keywords: Any) -> Any:
        while True:
            try:
                return ran(self, *args, **keywords)
            except (CompileTimeAssertionFailure, InterpreterError) as error:
                refused = isinstance(error.__cause__ or error, (AssertionError, CompileTimeAssertionFailure))
                if not refused or not self.others:
                    raise
                self.configs = [self.others.pop(0)]

    Autotuner.__init__, Autotuner.run = make, run


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds a package that cannot be imported: all its modules are there, and any name of theirs is an empty class.

    It is for packages that a library imports, and that what is run of it never calls.
    """

    def __init__(self, name: str):
        self.name = name

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Of the package and what is in it."""
        if not f"{name}.".startswith(f"{self.name}."):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def exec_module(self, module: ModuleType) -> None:
        """Let the module answer for any name but Python's own."""

        def attribute(name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            setattr(module, name, type(name, (), {}))
            return getattr(module, name)

        vars(module)["__getattr__"] = attribute


def absent(name: str) -> None:
    """From now on the package ``name`` can be imported, though it is not there; see `Absent`."""
    sys.meta_path.insert(0, Absent(name))


def bare(name: str) -> ModuleType:
    """The package ``name`` of the checkout without what its own module runs; modules in it are imported as ever."""
    package = ModuleType(name)
    package.__path__ = [str(Path(os.environ["PUBLIC_CHECKOUT"], *name.split(".")))]
    sys.modules[name] = package
    return package


class Anywhere(importlib.machinery.SourceFileLoader):
    """Loads a module without its assertions of devices; where it asks, any tensor is on CUDA's."""

    def get_code(self, name: str) -> Any:
        tree = ast.parse(self.get_data(self.path))
        for node in ast.walk(tree):
            asks = ast.unparse(node.test) if isinstance(node, ast.Assert) else ""
            if "device.type" in asks or asks.endswith("device != torch.device('cpu')"):
                node.test = ast.copy_location(ast.Constant(True), node.test)
            if isinstance(node, ast.Compare) and ast.unparse(node).endswith("device.type == 'cuda'"):
                node.left = ast.copy_location(ast.Constant("cuda"), node.left)
            if isinstance(node, ast.Compare) and ast.unparse(node).endswith("device == torch.device('cpu')"):
                node.left = ast.copy_location(ast.Constant("cuda"), node.left)
        return compile(tree, self.path, "exec")


class Anywheres(importlib.abc.MetaPathFinder):
    """Finds the module ``name``, for `Anywhere` to load."""

    def __init__(self, name: str):
        self.name = name

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Of this module alone."""
        found = importlib.machinery.PathFinder.find_spec(name, path) if name == self.name else None
        if found is not None and found.origin is not None:
            found.loader = Anywhere(name, found.origin)
        return found


def anywhere(name: str) -> None:
    """From now on the module ``name`` is imported as `Anywhere` says."""
    sys.meta_path.insert(0, Anywheres(name))


def install() -> None:
    """Answer for CUDA in this process."""
    for name, function in list(vars(torch).items()):
        if callable(function) and function in CONSTRUCTORS:
            setattr(torch, name, redirected(function))
    for name in NEW:
        setattr(torch.Tensor, name, redirected(getattr(torch.Tensor, name)))
    tensor: Any = torch.Tensor
    tensor.to = to
    tensor.cuda = lambda self, *args, **keywords: self
    tensor.cpu = lambda self, *args, **keywords: self.clone()
    tensor.pin_memory = lambda self, *args: self
    tensor.is_cuda = property(lambda self: self.device.type == "cpu")
    _cuda()
    _autocast()
    _contexts()
    _operators()


def module_cpu() -> None:
    """Give ``torch.cpu`` what ``torch.cuda`` has, for libraries that call their device "cpu", which nothing leaves."""

    def stay(tensor: torch.Tensor, *args: Any, **keywords: Any) -> torch.Tensor:
        return redirected(TO)(tensor, *map(on_cpu, args), **keywords)

    torch.Tensor.to = stay  # type: ignore[method-assign]
    for name, value in vars(torch.cuda).items():
        if name in CUDA or not hasattr(torch.cpu, name):
            setattr(torch.cpu, name, answers(CUDA[name]) if name in CUDA else value)


LIKE = ("empty_like", "zeros_like", "ones_like", "full_like", "rand_like", "randn_like", "randint_like")
CONSTRUCTORS = set(torch.utils._device._device_constructors()) | {getattr(torch, name) for name in LIKE}


def _cuda() -> None:
    cuda: Any = torch.cuda
    for name, value in CUDA.items():
        setattr(cuda, name, answers(value))
    cuda.device = cuda.stream = cuda.Stream = cuda.device_of = cuda.CUDAGraph = cuda.graph = Device
    cuda._DeviceGuard = Device
    guards: Any = torch._C._dynamo.guards
    guards._empty_strided_cuda = guards._empty_strided_cpu
    cuda.Event = Event
    torch._C._cuda_getCurrentRawStream = answers(0)
    torch.accelerator.current_accelerator = answers(None)  # streams need a driver
    cuda.manual_seed = torch.manual_seed
    cuda.get_rng_state = answers(torch.get_rng_state())
    cuda.set_rng_state = answers(None)
    cuda.default_generators = (Seed(),)
    generator = torch.Generator

    class OnCPU(generator):  # type: ignore[misc, valid-type]
        def __new__(cls, device: Any = "cpu") -> Any:
            return generator("cpu")

    torch.Generator = OnCPU  # type: ignore[misc]


def _operators() -> None:
    """What a library registers for CUDA is for the CPU; torch itself registers its own operators for both."""
    library: Any = torch.library
    operator, implementation = library.custom_op, library.impl

    def custom_op(*args: Any, device_types: Any = None, **keywords: Any) -> Any:
        return operator(*args, device_types="cpu" if device_types == "cuda" else device_types, **keywords)

    def impl(*args: Any, **keywords: Any) -> Any:
        own = sys._getframe(1).f_globals.get("__name__", "").partition(".")[0] == "torch"
        return implementation(
            *("CPU" if value == "CUDA" and not own else value for value in args), **keywords
        )

    library.custom_op, library.impl = custom_op, impl


def _autocast() -> None:
    def first(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **keywords: Any) -> Any:
            if "device_type" in keywords:
                keywords["device_type"] = "cpu"
            return function(*(map(on_cpu, args)), **keywords)

        return call

    made = torch.autocast.__init__

    def make(self: Any, device_type: str, dtype: Any = None, **keywords: Any) -> None:
        half = torch.float16 if str(device_type).startswith("cuda") else None
        made(self, on_cpu(device_type), dtype or half, **keywords)

    torch.autocast.__init__ = make  # type: ignore[method-assign, assignment]
    for name in ("is_autocast_enabled", "get_autocast_dtype", "set_autocast_dtype", "set_autocast_enabled"):
        setattr(torch, name, first(getattr(torch, name)))
    for name in ("custom_fwd", "custom_bwd"):
        setattr(torch.amp, name, first(getattr(torch.amp, name)))


def _contexts() -> None:
    context: Any = torch.utils._device.DeviceContext
    made = context.__init__
    context.__init__ = lambda self, device: made(self, torch.device(on_cpu(device)))
    default = torch.set_default_device
    torch.set_default_device = lambda device: default(on_cpu(device))
