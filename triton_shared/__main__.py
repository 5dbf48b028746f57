"""``python -m triton_shared``: the command ``triton-shared``."""

from __future__ import annotations

import sys

from triton_shared.tools.main import main

if __name__ == "__main__":
    sys.exit(main())
