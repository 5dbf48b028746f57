"""Builds the site into build/site: ``python -m website``.  It fails where MkDocs warns, of broken links too."""

from __future__ import annotations

import sys
from pathlib import Path

from mkdocs.__main__ import cli

if __name__ == "__main__":
    root = Path(__file__).parents[1]
    sys.path.insert(0, str(root))
    cli(["build", "--strict", "--clean", "--config-file", str(root / "mkdocs.yml")])
