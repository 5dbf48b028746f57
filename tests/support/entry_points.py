"""Packages that stand on the path as if they were installed."""

from __future__ import annotations

from pathlib import Path


def install(directory: Path, group: str, name: str, target: str) -> None:
    """Let ``directory``, where it is on the path, hold a package whose entry point ``name`` is ``target``."""
    info = directory / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {target}\n")
