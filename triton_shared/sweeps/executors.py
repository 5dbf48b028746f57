"""Where tasks run, by name: processes of this machine, or a cluster of Dask's or Ray's.

Each is a `concurrent.futures.Executor`, and how many tasks it takes at a time::

    processes       as many as there are cores        dask            a cluster of two workers on this machine
    processes:4     four                              dask://host:port  the scheduler there
    ray             Ray on this machine               ray://host:port   the cluster of the Ray client server there
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from triton_shared.coded import Coded
from triton_shared.sweeps import workers

#: how long one waits for a cluster
PATIENCE = 20.0
#: how often a cluster runs a task whose machine is lost
RETRIES = 5


class ClusterError(Coded, RuntimeError):
    """Tasks cannot be run where they were to be; the message says what to do."""


@contextmanager
def opened(name: str, jobs: int = 0) -> Iterator[tuple[Executor, int]]:
    """The executor ``name``, and how many tasks it runs at once: ``jobs``, or what it has where that is 0.

    Raises:
        ClusterError: there is none, or it cannot be reached.
    """
    family, _, rest = name.partition(":")
    if family not in KINDS:
        raise ClusterError(f"--on {name}: expected processes, dask, dask://HOST:PORT, ray or ray://HOST:PORT")
    with KINDS[family](name, rest, jobs) as found:
        yield found


@contextmanager
def _processes(name: str, rest: str, jobs: int) -> Iterator[tuple[Executor, int]]:
    if rest and not (rest.isdigit() and int(rest)):
        raise ClusterError(f"--on {name}: expected processes:N, with a number of processes")
    count = jobs or int(rest or 0) or _cores()
    workers.begin()
    with ThreadPoolExecutor(count) as pool:  # each thread attends to a process
        try:
            yield pool, count
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            workers.stop()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _dask(name: str, rest: str, jobs: int) -> Iterator[tuple[Executor, int]]:
    distributed = _imported("distributed", "distributed>=2024.1")
    with contextlib.ExitStack() as stack:
        if rest:
            address = f"tcp:{rest}"
        else:
            cluster = distributed.LocalCluster(n_workers=jobs or 2, threads_per_worker=1, dashboard_address=None,
                                               silence_logs="ERROR")  # fmt: skip
            address = stack.enter_context(cluster)
        try:
            client = stack.enter_context(distributed.Client(address, timeout=PATIENCE))
            if rest:
                client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError) as error:
            raise ClusterError(f"--on {name}: no cluster answers there within {PATIENCE:g} s ({type(error).__name__}): "
                               "start `dask scheduler` and `dask worker HOST:PORT`") from None  # fmt: skip
        yield client.get_executor(pure=False, retries=RETRIES), jobs or sum(client.nthreads().values())


@contextmanager
def _ray(name: str, rest: str, jobs: int) -> Iterator[tuple[Executor, int]]:
    ray = _imported("ray", "ray[client]>=2.9")
    try:
        if rest:
            ray.init(name, log_to_driver=False)
        else:
            quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
            ray.init(address="local", num_cpus=jobs or _cores(), **quiet)  # not one that runs here already
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise ClusterError(f"--on {name}: no cluster answers there: {reason}; start `ray start --head "
                           "--ray-client-server-port 10001`, with this package's environment") from None  # fmt: skip
    try:
        yield RayExecutor(ray), jobs or int(ray.cluster_resources().get("CPU", 1))
    finally:
        ray.shutdown()


def _imported(module: str, requirement: str) -> Any:
    try:
        return __import__(module)
    except ImportError:
        raise ClusterError(f"{module} is not installed: pip install '{requirement}'") from None


class RayExecutor(Executor):
    """Ray's tasks as futures; one whose worker dies is run again, up to `RETRIES` times."""

    def __init__(self, ray: Any):
        self._ray = ray
        self._attend = ray.remote(num_cpus=1, max_retries=RETRIES)(workers.attend)

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future:
        """The future of ``function(*args)``."""
        if function is not workers.attend:
            remote = self._ray.remote(num_cpus=1, max_retries=RETRIES)(function)
            return remote.remote(*args, **named).future()
        return self._attend.remote(*args, **named).future()


KINDS: dict[str, Callable[[str, str, int], Any]] = {"processes": _processes, "dask": _dask, "ray": _ray}
