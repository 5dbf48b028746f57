"""Sweeps on clusters of Dask's and Ray's: what a machine takes with it when it is lost is run again, and counts once.

They are installed by `.ci/job sweeps`.
"""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.sweeps import specs
from triton_shared.sweeps import executors

ROOT = Path(__file__).parents[2]
CASES = 24
#: of the cluster of a test
TOKEN = secrets.token_hex(32)


def needs(package: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        find_spec(package) is None, reason=f"{package} is not installed: .ci/job sweeps"
    )


def counts(folder: Path) -> Counter:
    text = (folder / "spec.sweep" / "journal.jsonl").read_text()
    return Counter(json.loads(line)["case"]["at"]["n"] for line in text.splitlines())


def begun(path: Path, count: int) -> list[tuple[int, int]]:
    """Number and process of the cases that have begun, once there are ``count``."""
    end = time.monotonic() + 600
    while time.monotonic() < end:
        found = (
            [tuple(map(int, line.split())) for line in path.read_text().splitlines()] if path.exists() else []
        )
        if len(found) >= count:
            return found
        time.sleep(0.05)
    raise AssertionError("no case begins")


def parent(pid: int) -> int:
    """The process that attends to worker ``pid``."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def environment() -> dict[str, str]:
    """That of processes which import what this one does; Ray's ask for a token, and take turns as all others do."""
    rays = {"RAY_worker_niceness": "0", "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN}
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])} | rays


def killed_in_the_middle(folder: Path, on: str, whom) -> str:
    """What a sweep on the cluster says when ``whom`` of the pid of a worker has been killed in the middle of it."""
    log = folder / "begun"
    (folder / "spec.py").write_text(specs.slow(log, CASES, 0.3))
    running = subprocess.Popen(
        [sys.executable, "-m", "triton_shared", "sweep", "spec.py", "--on", on],
        cwd=folder, text=True,
        env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        os.kill(whom(begun(log, 6)[-1][1]), signal.SIGKILL)
        out, err = running.communicate(timeout=600)
    finally:
        running.kill()
    assert running.returncode == 0, out + err
    return out


def check_counts(folder: Path, out: str) -> None:
    """Each case has one line, and one at least was begun twice."""
    assert f"{CASES} cases: {CASES} passed" in out
    assert counts(folder) == dict.fromkeys(range(1, CASES + 1), 1)
    assert len(begun(folder / "begun", CASES)) > CASES


@needs("distributed")
@pytest.mark.parametrize("whom", [parent, lambda pid: pid], ids=["machine", "process"])
def test_dask_loses_a_worker_and_no_case(tmp_path, whom):
    check_counts(tmp_path, killed_in_the_middle(tmp_path, "dask", whom))


@needs("distributed")
def test_dask_at_an_address_runs_a_sweep_with_two_workers_of_which_one_is_killed(tmp_path):
    start = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    start += ["--port", "0", "--no-dashboard", "--scheduler-file", str(tmp_path / "scheduler.json")]
    running = [subprocess.Popen(start, env=environment(), stderr=subprocess.DEVNULL)]
    try:
        end = time.monotonic() + 600
        while not (tmp_path / "scheduler.json").exists() and time.monotonic() < end:
            time.sleep(0.1)
        address = json.loads((tmp_path / "scheduler.json").read_text())["address"]
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
        worker += ["--no-dashboard", "--no-nanny", "--local-directory", str(tmp_path / "scratch")]
        for _ in range(2):
            running.append(
                subprocess.Popen(worker, env=environment(), stderr=subprocess.DEVNULL, cwd=tmp_path)
            )
        out = killed_in_the_middle(tmp_path, address.replace("tcp://", "dask://"), parent)
    finally:
        for process in running:
            process.kill()
            process.wait()
    check_counts(tmp_path, out)


@needs("ray")
@pytest.mark.parametrize("whom", [parent, lambda pid: pid], ids=["machine", "process"])
def test_ray_loses_a_worker_and_no_case(tmp_path, whom):
    check_counts(tmp_path, killed_in_the_middle(tmp_path, "ray", whom))


@pytest.mark.skipif(
    find_spec("ray") is None or find_spec("grpc") is None,
    reason="ray[client] is not installed: .ci/job sweeps",
)
def test_ray_at_an_address_runs_a_sweep_with_two_workers_of_which_one_is_killed(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    start = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus", "2"]
    start += ["--node-ip-address", "127.0.0.1", "--port", "0", "--include-dashboard", "false"]
    start += ["--ray-client-server-port", str(port)]
    server = subprocess.Popen(
        start, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        end = time.monotonic() + 600
        while time.monotonic() < end:
            with socket.socket() as client:
                if not client.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.2)
        out = killed_in_the_middle(tmp_path, f"ray://127.0.0.1:{port}", parent)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=600)
    check_counts(tmp_path, out)


@needs("distributed")
def test_a_cluster_that_does_not_answer_is_an_error(monkeypatch):
    monkeypatch.setattr(executors, "PATIENCE", 1.0)
    with (
        pytest.raises(executors.ClusterError, match="no cluster answers"),
        executors.opened("dask://127.0.0.1:9"),
    ):
        pass


@needs("ray")
def test_a_cluster_of_rays_that_does_not_answer_is_an_error(monkeypatch):
    monkeypatch.setenv("RAY_CLIENT_RECONNECT_GRACE_PERIOD", "1")
    with (
        pytest.raises(executors.ClusterError, match="no cluster answers"),
        executors.opened("ray://127.0.0.1:9"),
    ):
        pass


@pytest.mark.parametrize(("name", "package"), [("dask", "distributed"), ("ray", "ray")])
def test_a_package_that_is_missing_is_named(name, package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(executors.ClusterError, match=f"pip install '{package}"), executors.opened(name):
        pass
