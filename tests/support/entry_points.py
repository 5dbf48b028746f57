"""Packages that stand on the path as if they were installed."""

from __future__ import annotations

import re
from pathlib import Path


def install(directory: Path, group: str, name: str, target: str) -> None:
    """Let ``directory``, where it is on the path, hold a package whose entry point ``name`` is ``target``."""
    info = directory / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {target}\n")


def install_this(directory: Path) -> None:
    """Let ``directory``, where it is on the path, stand for this package as it is installed: all its entry points."""
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    info = directory / "triton_shared_linalg-1.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: triton-shared-linalg\nVersion: 1\n")
    groups = re.findall(r'^\[project\.entry-points\.("?)([\w.]+)\1\]\n((?:.+\n)*)', project, re.MULTILINE)
    lines = [f"[{name}]\n" + rows.replace('"', "") for _, name, rows in groups]
    (info / "entry_points.txt").write_text("\n".join(lines))
