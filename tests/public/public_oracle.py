"""Runs files of kernels by Triton's interpreter, for `Oracle.results`: one process, which forks for each file."""

from __future__ import annotations

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
    import random

    import numpy
    import torch

    for seed in (torch.manual_seed, random.seed, numpy.random.seed):
        seed(0)
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


def serve() -> None:
    """Answer the lines of the standard input: run each file in a process of its own."""
    import public_adaptor
    import torch
    import triton  # noqa: F401

    public_adaptor.few_configurations(1)
    if os.environ["TRITON_DEFAULT_BACKEND"] == "triton_shared":
        public_adaptor.install()
    _numbers()
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
