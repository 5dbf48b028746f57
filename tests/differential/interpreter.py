"""Triton's interpreter in a process of its own, where ``TRITON_INTERPRET`` is set before any kernel is decorated.

The process reads pickled ``(source, case name)`` pairs and answers each with the arrays of the case's arguments after
the launch, or with the text of the exception.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import warnings
from typing import Any

import numpy as np

from tests.differential.cases import module_of


class Interpreter:
    """The process; use it as a context manager."""

    def __enter__(self) -> Interpreter:
        environment = {**os.environ, "TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.stdin.close()
        self.process.wait()

    def run(self, source: str, case: str) -> list[np.ndarray]:
        """The arrays among the case's arguments, after the launch, in their order.

        Raises:
            RuntimeError: the interpreter cannot run it.
        """
        pickle.dump((source, case), self.process.stdin)
        self.process.stdin.flush()
        answer = pickle.load(self.process.stdout)
        if isinstance(answer, str):
            raise RuntimeError(answer)
        return answer


def arrays_of(value: Any) -> list[np.ndarray]:
    """The arrays inside ``value``, in order."""
    if isinstance(value, np.ndarray):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return [array for item in inner for array in arrays_of(item)]


def torch_of(value: Any) -> Any:
    """``value`` with every array replaced by a torch tensor over the same memory."""
    import torch

    if isinstance(value, tuple):
        return tuple(map(torch_of, value))
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype.isbuiltin == 1:
        return torch.from_numpy(value)
    return torch.from_numpy(value.view(f"i{value.itemsize}")).view(getattr(torch, value.dtype.name))


def launch(source: str, name: str) -> list[np.ndarray]:
    """Interpret a case."""
    case = module_of(source).CASES[name]
    arguments = case.make()
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        case.kernel[case.grid](**{n: torch_of(v) for n, v in arguments.items()})
    return arrays_of(arguments)


def main() -> None:
    """Answer requests until there are no more; what kernels print goes to the standard error stream."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        try:
            answer = launch(*request)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    main()
