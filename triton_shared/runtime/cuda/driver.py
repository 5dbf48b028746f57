"""The CUDA driver, by way of NVIDIA's bindings for Python, `cuda.bindings.driver`.

`driver()` is the one of this process.  Calls are methods that return values and raise `CudaError`; only launches are
made by the bindings' own function, which costs less.
"""

from __future__ import annotations

import functools
import importlib
from types import ModuleType
from typing import Any

from triton_shared.runtime.cuda.errors import INSTALL, CudaError, described

#: the least version of CUDA whose drivers know the calls that are made here, 12.1
LEAST = 12010


def bindings() -> ModuleType:
    """The module `cuda.bindings.driver`.

    Raises:
        CudaError: it is not installed.
    """
    try:
        return importlib.import_module("cuda.bindings.driver")
    except ImportError as error:
        raise CudaError(
            f"launching on a GPU needs the package cuda-bindings, which cannot be imported ({error}): {INSTALL}"
        ) from None


@functools.cache
def driver() -> Driver:
    """The driver, initialised.

    Raises:
        CudaError: there is no driver, it is too old, it has no GPU, or the bindings are not installed.
    """
    return Driver(bindings())


class Driver:
    """The driver's calls; ``api`` is the module of the bindings, ``version`` that of CUDA, 12010 for 12.1.

    ``kept`` is memory that nobody uses, by device and size.
    """

    def __init__(self, api: Any):
        self.api = api
        self.kept: dict[tuple[int, int], list[int]] = {}
        self._primaries: dict[int, Any] = {}
        self._capabilities: dict[int, int] = {}
        try:
            self.version: int = self.call("cuDriverGetVersion")
        except CudaError:
            raise
        except Exception as error:  # the bindings' own, of which releases have different ones
            reason = str(error).splitlines()[0]
            raise CudaError(
                f"there is no NVIDIA driver on this machine: libcuda cannot be loaded ({reason})"
            ) from None
        if self.version < LEAST:
            has, needs = (f"{v // 1000}.{v % 1000 // 10}" for v in (self.version, LEAST))
            raise CudaError(
                f"the NVIDIA driver is too old: it knows CUDA {has}, and kernels need {needs}: update it"
            )
        self.call("cuInit", 0)

    def call(self, name: str, *arguments: Any) -> Any:
        """What the function ``name`` returns behind its code: nothing, a value, or a tuple.

        Raises:
            CudaError: the code is not that of success.
        """
        code, *values = getattr(self.api, name)(*arguments)
        if code:
            raise self.error(name, code)
        return values[0] if len(values) == 1 else tuple(values) or None

    def error(self, call: str, code: Any) -> CudaError:
        """The error for ``code``, which ``call`` returned."""
        name, text = self.name_of(code), self.text_of(code)
        return CudaError(described(call, name, text), name)

    def name_of(self, code: Any) -> str:
        """The name of ``code``: ``CUDA_ERROR_INVALID_VALUE``."""
        return _decoded(self.api.cuGetErrorName(code)[1]) or f"error {int(code)}"

    def text_of(self, code: Any) -> str:
        """What the driver says of ``code``."""
        return _decoded(self.api.cuGetErrorString(code)[1])

    def current_device(self) -> int:
        """The device of this thread's context; 0 where it has none."""
        if not int(self.call("cuCtxGetCurrent")):
            return 0
        return int(self.call("cuCtxGetDevice"))

    def use(self, device: int) -> None:
        """Make the primary context of ``device`` this thread's, unless it has one."""
        if not int(self.call("cuCtxGetCurrent")):
            if device not in self._primaries:
                found = self.call("cuDeviceGet", device)
                self._primaries[device] = self.call("cuDevicePrimaryCtxRetain", found)
            self.call("cuCtxSetCurrent", self._primaries[device])

    def attribute(self, device: int, name: str) -> int:
        """The attribute ``CU_DEVICE_ATTRIBUTE_<name>`` of ``device``."""
        wanted = getattr(self.api.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return self.call("cuDeviceGetAttribute", wanted, self.call("cuDeviceGet", device))

    def name_of_device(self, device: int) -> str:
        """What messages call ``device``: ``cuda:0 (NVIDIA H200)``."""
        name = _decoded(self.call("cuDeviceGetName", 128, self.call("cuDeviceGet", device)))
        return f"cuda:{device} ({name})"

    def capability(self, device: int) -> int:
        """The compute capability of ``device``, 90 for 9.0."""
        if device not in self._capabilities:
            major = self.attribute(device, "COMPUTE_CAPABILITY_MAJOR")
            self._capabilities[device] = 10 * major + self.attribute(device, "COMPUTE_CAPABILITY_MINOR")
        return self._capabilities[device]

    def chip(self, device: int) -> str:
        """The name of ``device`` that code for it alone has: sm_80, sm_90a."""
        capability = self.capability(device)
        return f"sm_{capability}{'a' if capability >= 90 else ''}"


def _decoded(text: Any) -> str:
    return text.split(b"\0")[0].decode(errors="replace") if isinstance(text, bytes) else ""
