"""Throw-away distributions, and processes that find them."""

import os
import subprocess
import sys
from pathlib import Path

import triton_shared

ROOT = Path(triton_shared.__file__).parents[1]


class Site:
    """Distributions below ``directory``, and programs that find them."""

    def __init__(self, directory: Path):
        self.path, self.directory = directory / "site", directory

    def install(self, name, modules, entries, version="1.5", suffix="dist-info") -> None:
        """Add a distribution of ``{module: text}`` with entry points ``{group: {name: value}}``."""
        directory = self.path / f"{name.replace('-', '_')}-{version}.{suffix}"
        directory.mkdir(parents=True)
        (directory / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        lines = [
            f"[{group}]\n" + "".join(f"{n} = {v}\n" for n, v in rows.items())
            for group, rows in entries.items()
        ]
        (directory / "entry_points.txt").write_text("\n".join(lines))
        for module, text in modules.items():
            (self.path / f"{module}.py").write_text(text)

    def python(self, program, **environment) -> subprocess.CompletedProcess:
        """Run ``program`` in a process of its own."""
        paths = [str(self.path), str(ROOT), os.environ.get("PYTHONPATH", "")]
        return subprocess.run(
            [sys.executable, "-c", program],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                "TRITON_SHARED_CACHE_DIR": str(self.directory / "cache"),
                **environment,
            },
            cwd=self.directory, capture_output=True, text=True, check=False,
        )  # fmt: skip


def printed(ran: subprocess.CompletedProcess) -> str:
    """What a program printed, which must have succeeded."""
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()
