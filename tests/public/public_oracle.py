"""Runs files of kernels by Triton's interpreter, for `Oracle.results`: one process, which forks for each file.

Each access is compared with the storages of all tensors that are alive: a program that leaves them has no result, and
ends in `OutOfBounds`.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


class Oracle:
    """A process in which Triton's interpreter runs programs."""

    def __init__(self) -> None:
        environment = os.environ | {"TRITON_INTERPRET": "1"}
        command = [sys.executable, __file__]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, env=environment, stdin=pipe, stdout=pipe, text=True, bufsize=1
        )

    def results(self, path: Path, variable: str, seconds: int) -> Any:
        """``variable`` after running the file ``path``; a `RuntimeError` where that fails or takes too long."""
        import torch

        assert self.process.stdin is not None and self.process.stdout is not None
        with tempfile.NamedTemporaryFile(suffix=".pt") as file:
            self.process.stdin.write(f"{path}\t{variable}\t{seconds}\t{file.name}\n")
            if (answer := self.process.stdout.readline().strip()) != "done":
                raise RuntimeError(f"Triton's interpreter: {answer}")
            return torch.load(file.name, weights_only=True)


def run_file(path: str, variable: str) -> Any:
    """``variable`` after running the file; random numbers and memory that nobody has written are always the same."""
    import torch
    from public_plugin import seed

    seed()
    torch.use_deterministic_algorithms(True, warn_only=True)  # fills what torch.empty gives
    names = {"__name__": "kernels", "__file__": path}
    exec(compile(Path(path).read_text(), path, "exec"), names)
    return plain(names[variable])


def plain(value: Any) -> Any:
    """``value`` as tensors, numbers and texts in dicts and lists."""
    import torch

    match value:
        case torch.Tensor():
            return value.detach().clone()
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case None | int() | float() | str():
            return value
        case _:
            return repr(type(value))


def _numbers() -> None:
    """A tensor of one element is a number for Triton's interpreter, with NumPy 2.5 as before it."""
    from triton.runtime import interpreter

    patched = interpreter._patch_lang_tensor

    def patch(tensor: Any, *scope: Any) -> None:
        patched(tensor, *scope)
        tensor.__index__ = lambda self: int(self.handle.data.item())

    interpreter._patch_lang_tensor = patch


class OutOfBounds(Exception):
    """A kernel reads or writes an address that belongs to no tensor."""


class Checked:
    """The interpreter's accesses to memory, each of which is checked first."""

    def __init__(self, accesses: Any):
        self.accesses = accesses
        self.known: list[range] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.accesses, name)

    def load(self, pointers: Any, mask: Any, other: Any, dtype: Any) -> Any:
        self.check("reads", pointers[mask], other.dtype.itemsize)
        return self.accesses.load(pointers, mask, other, dtype)

    def store(self, pointers: Any, value: Any, mask: Any) -> Any:
        self.check("writes", pointers[mask], value.dtype.itemsize)
        return self.accesses.store(pointers, value, mask)

    def atomic_cas(self, pointers: Any, compared: Any, value: Any, order: Any) -> Any:
        self.check("updates", pointers.reshape(-1), value.dtype.itemsize)
        return self.accesses.atomic_cas(pointers, compared, value, order)

    def atomic_rmw(self, kind: Any, pointers: Any, value: Any, mask: Any, order: Any) -> Any:
        self.check("updates", pointers[mask.astype(bool)], value.dtype.itemsize)
        return self.accesses.atomic_rmw(kind, pointers, value, mask, order)

    def check(self, verb: str, pointers: Any, size: int) -> None:
        """Each of ``pointers``, which are addresses of ``size`` bytes, is inside of a tensor."""
        left = self.outside(pointers, size)
        if len(left):
            self.known = storages()
            left = self.outside(left, size)
        if len(left):
            nearest = min(
                self.known,
                key=lambda held: min(abs(int(left[0]) - held.start), abs(int(left[0]) - held.stop)),
            )
            raise OutOfBounds(
                f"{verb} {len(left)} elements outside of all tensors, the first {int(left[0]) - nearest.start} bytes"
                f" from the start of one of {len(nearest)} bytes"
            )

    def outside(self, pointers: Any, size: int) -> Any:
        """Those of ``pointers`` that are in no storage known."""
        for held in self.known:
            if not len(pointers):
                break
            pointers = pointers[(pointers < held.start) | (pointers + size > held.stop)]
        return pointers


def storages() -> list[range]:
    """The addresses of all tensors that are alive."""
    import torch

    kept = [found.untyped_storage() for found in gc.get_objects() if issubclass(type(found), torch.Tensor)]
    return [range(held.data_ptr(), held.data_ptr() + held.nbytes()) for held in kept if held.nbytes()]


def _bounds() -> None:
    """Accesses are checked from now on; what is known of tensors is forgotten with each launch."""
    from triton.runtime import interpreter

    checked: Any = Checked(interpreter._interpreter)
    interpreter._interpreter = checked
    launch = interpreter.GridExecutor.__call__

    def call(self: Any, *args: Any, **keywords: Any) -> Any:
        checked.known = []
        return launch(self, *args, **keywords)

    interpreter.GridExecutor.__call__ = call


def serve() -> None:
    """Answer the lines of the standard input: run each file in a process of its own."""
    import public_adaptor
    import torch
    import triton  # noqa: F401

    public_adaptor.few_configurations(1)
    if os.environ["TRITON_DEFAULT_BACKEND"] == "triton_shared":
        public_adaptor.install()
    _numbers()
    _bounds()
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    for line in sys.stdin:
        path, variable, seconds, target = line.rstrip("\n").split("\t")
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_PROF, int(seconds))
            try:
                torch.save(run_file(path, variable), target)
            except BaseException as error:
                Path(target).write_text(f"{type(error).__name__}: {error}"[:500].replace("\n", " "))
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            answers.write("done\n")
        else:
            answers.write(
                (Path(target).read_text(errors="replace") if status == 256 else f"status {status}") + "\n"
            )


if __name__ == "__main__":
    serve()
