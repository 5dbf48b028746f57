"""Servers that tests talk to: a real Redis, and some that do not do what they should."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as client:
        client.sendall(b"PING\r\n")
        return client.recv(7) == b"+PONG\r\n"
    return False


@contextmanager
def redis_server(directory: Path) -> Iterator[str]:
    """The URL of a redis-server of this machine, which keeps nothing; skips where there is none."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed (Debian: apt-get install redis-server)")
    port = free_port()
    settings = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(directory)]
    server = subprocess.Popen([program, *settings], stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            if answers(port):
                break
            time.sleep(0.05)
        else:
            pytest.fail("redis-server does not start")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def server(serve: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of a server that does ``serve`` with each connection, in a thread of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    threading.Thread(target=one, args=(connection,), daemon=True).start()

        def one(connection: socket.socket) -> None:
            with suppress(OSError), connection:
                serve(connection)

        threading.Thread(target=accept, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
