"""A kernel on one device: its function there, its arguments, and launches."""

from __future__ import annotations

import ctypes
import functools
import os
import struct
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from triton_shared.runtime.arguments import Packer
from triton_shared.runtime.checks.kinds import is_checked
from triton_shared.runtime.cuda.arguments import device_pointer
from triton_shared.runtime.cuda.driver import Driver, driver
from triton_shared.runtime.cuda.errors import BROKEN, CudaError, ResourceError, broken
from triton_shared.runtime.cuda.header import CudaHeader
from triton_shared.runtime.cuda.print_buffer import Record
from triton_shared.runtime.cuda.tensor_maps import Maps
from triton_shared.types import ARGUMENTS

if TYPE_CHECKING:
    import numpy as np

#: programs of a grid along y and z, at most
MAX_YZ = 65535
#: programs of a persistent kernel, at most
MOST_PROGRAMS = 1 << 30
#: shared memory in bytes that a kernel has without asking for more
_PLAIN_SHARED = 48 << 10

#: the least version of CUDA by whose drivers graphs capture launches that begin while the kernel before ends, 12.3
LEAST_DEPENDENT = 12030
#: forms of launches that a kernel keeps
_MOST_CONFIGURATIONS = 256

# The kernels that were launched last, of which one has failed when the driver says so.
_launched: deque[str] = deque(maxlen=4)


class Code(NamedTuple):
    """A kernel's machine code, a cubin, or PTX that the driver compiles, and what its launches must know."""

    image: bytes
    header: CudaHeader


class OnDevice(NamedTuple):
    """A kernel's machine code, and the device that it is for."""

    image: bytes
    device: int


class _Extra(ctypes.Structure):
    """How `cuLaunchKernelEx` is told that a kernel's arguments are packed: pairs of a kind and a value."""

    _fields_ = [
        ("is_buffer", ctypes.c_void_p),
        ("buffer", ctypes.c_char_p),
        ("is_size", ctypes.c_void_p),
        ("size", ctypes.c_void_p),
        ("end", ctypes.c_void_p),
    ]


@functools.cache
def _kernel_of(image: bytes, entry: str) -> Any:
    """The driver's handle of a kernel, for all devices.

    It is never unloaded: a graph or a stream may launch it yet, and who compiles the same again gets this one.
    """
    cuda = driver()
    text = image if _is_machine_code(image) else image + b"\0"
    library = cuda.call("cuLibraryLoadData", text, [], [], 0, [], [], 0)
    return cuda.call("cuLibraryGetKernel", library, entry.encode())


def function_of(image: bytes, entry: str, device: int) -> Any:
    """The driver's handle of the kernel ``entry`` on ``device``, which is the current one."""
    driver().use(device)
    return driver().call("cuKernelGetFunction", _kernel_of(image, entry))


class Resources(NamedTuple):
    """What a kernel takes: a thread's 32-bit registers and bytes of local memory, spills; blocks a processor holds."""

    registers: int
    spills: int
    blocks: int


def resource(function: Any, name: str) -> int:
    """What the driver says of ``function``: the attribute ``CU_FUNC_ATTRIBUTE_<name>``."""
    wanted = getattr(driver().api.CUfunction_attribute, f"CU_FUNC_ATTRIBUTE_{name}")
    return driver().call("cuFuncGetAttribute", wanted, function)


def resident_blocks(function: Any, threads: int, shared: int) -> int:
    """How many blocks, of so many ``threads`` and bytes of ``shared`` memory, a processor of the GPU holds at once."""
    return driver().call("cuOccupancyMaxActiveBlocksPerMultiprocessor", function, threads, shared)


@functools.cache
def _record_of(image: bytes, name: str, texts: tuple[str, ...], device: int) -> Record:
    """A kernel's record on ``device``, which lives as long as the code that writes to it."""
    return Record(driver(), name, texts)


class OnStream:
    """A device's memory as a stream leaves it (`runtime/checks/memory.py`).

    Every call raises a CudaError where there is no memory, or where the GPU is broken: ``failed`` makes that.
    """

    def __init__(self, cuda: Driver, device: int, stream: int, failed: Callable[..., CudaError]):
        self._cuda, self._device, self._stream, self._failed = cuda, device, stream, failed

    def allocate(self, size: int) -> int:
        """The address of ``size`` bytes."""
        self._cuda.use(self._device)
        kept = self._cuda.kept.get((self._device, size))
        return kept.pop() if kept else int(self._cuda.call("cuMemAlloc", size))

    def free(self, address: int, size: int) -> None:
        """Take back what `allocate` gave: as a rule the next launch asks for as many bytes."""
        kept = self._cuda.kept.setdefault((self._device, size), [])
        if len(kept) < _MOST_KEPT and size <= _LARGEST_KEPT:
            kept.append(address)
        else:
            self._cuda.api.cuMemFree(address)

    def read(self, address: int, size: int) -> np.ndarray:
        """A copy of ``size`` bytes, when the stream is done."""
        import numpy as np

        data = np.empty(size, np.uint8)
        self.wait()
        if size:
            self._cuda.call("cuMemcpyDtoH", data.ctypes.data, address, size)
        return data

    def write(self, address: int, data: np.ndarray) -> None:
        """Copy the bytes of ``data`` there, when the stream is done."""
        self.wait()
        if data.nbytes:
            self._cuda.call("cuMemcpyHtoD", address, data.ctypes.data, data.nbytes)
            self._cuda.call("cuCtxSynchronize")  # the copy may still be on its way to the device

    def wait(self) -> None:
        """Until the stream is done."""
        self._cuda.use(self._device)
        if failed := self._cuda.api.cuStreamSynchronize(self._stream)[0]:
            raise self._failed(failed, is_over=True)


#: memory that nobody uses and that is kept: so many of each size, and none that is larger
_MOST_KEPT, _LARGEST_KEPT = 4, 1 << 25


class DeviceKernel:
    """The kernel of ``code`` on ``device``, in this thread's context.

    Attributes:
        pointer: makes converters of pointers to this device's memory.
        hidden: the arguments behind the user's that are the same in all launches.
        is_cooperative: whether launches fail unless all blocks fit at once, as kernels need that wait for each other.
    """

    def __init__(self, code: Code, device: int):
        image, header = code
        self.header, self._device, self._driver = header, device, driver()
        self.is_cooperative = False
        self._name, self._threads, self._shared = header.name, header.threads, header.shared_bytes
        _check_chip(code, device, self._driver)
        self._launch = self._driver.api.cuLaunchKernelEx
        self._configurations: dict[tuple[int, int, int, int, int], Any] = {}
        try:
            self._function = function_of(image, header.entry, device)
        except CudaError as error:
            what = f"kernel {header.name!r} for {header.chip} cannot be loaded: {error}"
            raise CudaError(what, error.code) from None
        self._check_resources(device)
        self._record = _record_of(image, header.name, header.texts, device) if header.texts else None
        self.pointer = functools.partial(device_pointer, device=device)
        self.hidden: tuple[int, ...] = (self._record.address,) if self._record else ()
        hidden = ["P"] * len(self.hidden)
        self._blocks = 0
        if header.persistent:
            processors = self._driver.attribute(device, "MULTIPROCESSOR_COUNT")
            self._blocks = max(self.resources.blocks * processors // header.cluster, 1) * header.cluster
            hidden += "iii"
            self.hidden += (0, 0, 0)  # in whose place a launch has its grid
        self._maps: Maps | None = None
        self._places: tuple[int, ...] = ()
        if header.tensor_maps:
            self._maps = Maps(self._driver, header.tensor_maps, header.params)
            hidden += self._maps.formats
        if header.tensor_maps or header.persistent:
            self._places = _places([*(ARGUMENTS[param.type].packed for param in header.params), *hidden])
            self._grid_place = len(header.params) + bool(self._record)
            if header.tensor_maps:
                self._maps_place = self._places[self._grid_place + 3 * header.persistent]
        self._pack_pointers = struct.Struct("P" * len(self._places)).pack
        more = ("the record of checks",) if header.names and is_checked(header.params) else ()
        names = (*header.names, *more)
        self._packer = Packer(header.params, names, header.name, self.pointer, "".join(hidden))
        self._size = ctypes.c_size_t(self._packer.size)
        self._size_at = ctypes.addressof(self._size)

    def pack(self, args: tuple, named: dict) -> bytes:
        """The bytes of a launch's arguments; the arrays must live until the launch is done.

        Raises:
            TypeError, ValueError: an argument does not fit its parameter.
        """
        if self._maps is None:
            return self._packer(self.hidden, args, named)
        values = self._packer.values(args, named)
        return self._packer.packed(values, (*self.hidden, *self._maps(values)))

    def launch(self, grid: tuple[int, int, int], block: bytes, stream: int) -> None:
        """Launch over ``grid`` on the stream of this handle; what prints or asserts is waited for.

        Raises:
            ValueError: the grid is larger than a GPU's.
            AssertionError: an assertion of the kernel failed.
            CudaError: the GPU refused the launch, or is broken.
        """
        x, y, z = grid
        if y > MAX_YZ or z > MAX_YZ:
            raise ValueError(f"grid sizes y and z on a GPU are at most {MAX_YZ}, got {grid}")
        if x and y and z:
            if self._record is None:
                self._start(x, y, z, block, stream)
            else:
                self._launch_recorded(self._record, grid, block, stream)

    def resident(self) -> int:
        """How many of its blocks the device holds at once."""
        return self.resources.blocks * self._driver.attribute(self._device, "MULTIPROCESSOR_COUNT")

    def memory(self, stream: int) -> OnStream:
        """The device's memory, in the order of ``stream``."""
        return OnStream(self._driver, self._device, stream, self._failed)

    def _start(self, x: int, y: int, z: int, block: bytes, stream: int) -> None:
        grid = struct.pack("3i", x, y, z) if self._blocks else b""
        if self._blocks:
            if x * y * z > MOST_PROGRAMS:
                raise ValueError(
                    f"a persistent kernel runs at most {MOST_PROGRAMS} programs, got {x * y * z}"
                )
            cluster = self.header.cluster
            x, y, z = -(-min(x * y * z, self._blocks) // cluster) * cluster, 1, 1
        packed: _Extra | bytes
        if self._places:
            packed = self._pointers(block, grid)
            given = (_address_of(packed), 0)
        else:
            packed = _Extra(1, block, 2, self._size_at, 0)
            given = (0, ctypes.addressof(packed))
        wanted = x, y, z, self._shared_of(block), stream
        how = self._configurations.get(wanted) or self._configured(wanted)
        failed = self._launch(how, self._function, *given)[0]
        if failed and self._driver.name_of(failed) == "CUDA_ERROR_INVALID_CONTEXT":
            self._driver.use(self._device)  # this thread has none yet
            failed = self._launch(how, self._function, *given)[0]
        if failed:
            raise self._failed(failed)
        _launched.appendleft(self._name)

    def _shared_of(self, block: bytes) -> int:
        """Bytes of shared memory for a launch with the arguments ``block``."""
        if self._maps is None or any(block[self._maps_place : self._maps_place + 4]):
            return self._shared
        return self.header.shared_bytes_without_maps

    def _configured(self, wanted: tuple[int, int, int, int, int]) -> Any:
        """The driver's form of a launch over a grid on a stream, which is kept: it takes as long as the launch."""
        api, made = self._driver.api, self._driver.api.CUlaunchConfig()
        made.gridDimX, made.gridDimY, made.gridDimZ, shared, stream = wanted
        made.blockDimX, made.blockDimY, made.blockDimZ = self._threads, 1, 1
        made.sharedMemBytes, made.hStream = shared, api.CUstream(stream)
        attributes = []
        if self.header.launch_pdl and self._driver.version >= LEAST_DEPENDENT:
            attributes.append(api.CUlaunchAttribute())
            attributes[0].id = api.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION
            attributes[0].value.programmaticStreamSerializationAllowed = 1
        if self.is_cooperative:
            attributes.append(api.CUlaunchAttribute())
            attributes[-1].id = api.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_COOPERATIVE
            attributes[-1].value.cooperative = 1
        if self.header.cluster > 1:
            attributes.append(api.CUlaunchAttribute())
            attributes[-1].id = api.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
            size = attributes[-1].value.clusterDim
            size.x, size.y, size.z = self.header.cluster, 1, 1
        if attributes:
            made.attrs, made.numAttrs = attributes, len(attributes)
        if len(self._configurations) >= _MOST_CONFIGURATIONS:
            self._configurations.clear()
        return self._configurations.setdefault(wanted, made)

    @property
    def resources(self) -> Resources:
        """What the kernel takes of the device."""
        return Resources(
            resource(self._function, "NUM_REGS"),
            resource(self._function, "LOCAL_SIZE_BYTES"),
            resident_blocks(self._function, self._threads, self._shared),
        )

    def _pointers(self, block: bytes, grid: bytes) -> bytes:
        """Pointers to the arguments in ``block``, for the driver: where maps lie the machine code alone says.

        The three numbers of ``grid`` are those of a persistent kernel.
        """
        first = _address_of(block)
        pointers = [first + place for place in self._places]
        if self._blocks:
            own = _address_of(grid)
            pointers[self._grid_place : self._grid_place + 3] = [own, own + 4, own + 8]
        return self._pack_pointers(*pointers)

    def _launch_recorded(self, record: Record, grid: tuple[int, int, int], block: bytes, stream: int) -> None:
        """Launch, wait and read the record; what a graph captures is read at the next launch."""
        cuda = self._driver
        status = cuda.call("cuStreamIsCapturing", stream)
        if int(status) != int(cuda.api.CUstreamCaptureStatus.CU_STREAM_CAPTURE_STATUS_NONE):
            self._start(*grid, block, stream)
            return
        with record.lock:
            record.empty()
            self._start(*grid, block, stream)
            failed = cuda.api.cuStreamSynchronize(stream)[0]
            record.empty()
            if failed:
                raise self._failed(failed, is_over=True)

    def _failed(self, code: Any, is_over: bool = False) -> CudaError:
        """The error for what the driver said of a launch, or, with ``is_over``, of its end."""
        cuda, name = self._driver, self._driver.name_of(code)
        if name in BROKEN:
            blocking = is_over or os.environ.get("CUDA_LAUNCH_BLOCKING") == "1"
            text = broken(name, cuda.text_of(code), self.header.name, list(_launched), blocking)
            return CudaError(text, name)
        return CudaError(f"kernel {self.header.name!r}: {cuda.error('cuLaunchKernelEx', code)}", name)

    def _check_resources(self, device: int) -> None:
        """Have the function take the shared memory that it is given; refuse what the device does not have."""
        cuda, header = self._driver, self.header
        static = resource(self._function, "SHARED_SIZE_BYTES")
        needed, has = (
            static + header.shared_bytes,
            cuda.attribute(device, "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"),
        )
        where = f"kernel {header.name!r} on {cuda.name_of_device(device)}"
        if needed > has:
            raise ResourceError(
                f"{where} needs {needed} bytes of shared memory a block, of which there are {has}: "
                "take smaller blocks, or fewer stages"
            )
        threads = resource(self._function, "MAX_THREADS_PER_BLOCK")
        if header.threads > threads:
            blocks = (
                f"blocks of {header.threads} threads of {resource(self._function, 'NUM_REGS')} registers each"
            )
            raise ResourceError(
                f"{where} has {blocks}, and there is room for {threads} threads: take fewer warps, or set maxnreg"
            )
        if header.shared_bytes > _PLAIN_SHARED - static:
            wanted = cuda.api.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            cuda.call("cuFuncSetAttribute", self._function, wanted, header.shared_bytes)


def _check_chip(code: Code, device: int, cuda: Driver) -> None:
    """Refuse a device that does not run ``code``: machine code is for chips of a generation, PTX for later ones too."""
    chip, has = code.header.chip, cuda.capability(device)
    made_for = int("".join(filter(str.isdigit, chip)))
    if not chip[-1].isdigit():
        runs = made_for == has
    else:
        runs = made_for <= has and (not _is_machine_code(code.image) or made_for // 10 == has // 10)
    if not runs:
        raise CudaError(
            f"kernel {code.header.name!r} is compiled for {chip}, which {cuda.name_of_device(device)} is not: it is "
            f"{cuda.chip(device)}; compile for target='cuda' where it is the current device"
        )


def _places(formats: Sequence[str]) -> tuple[int, ...]:
    """Where `struct` packs what has these ``formats``."""
    ends = [struct.calcsize("@" + "".join(formats[: n + 1])) for n in range(len(formats))]
    return tuple(end - struct.calcsize(own) for end, own in zip(ends, formats, strict=True))


def _address_of(block: bytes) -> int:
    """Where the bytes of ``block`` lie."""
    return ctypes.c_void_p.from_buffer(ctypes.c_char_p(block)).value or 0


def _is_machine_code(image: bytes) -> bool:
    return image.startswith(b"\x7fELF")
