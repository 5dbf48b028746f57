"""The parser of command lines, which the commands of this package share."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

#: the code of a command line that cannot be used
CODE = "TS0006"


class Parser(argparse.ArgumentParser):
    """Command lines whose errors have a code, and are JSON where ``--json`` is among the words."""

    _words: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As `argparse`'s; remembers the words."""
        self._words = sys.argv[1:] if args is None else list(args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and exit with 2."""
        said = {"code": CODE, "severity": "error", "message": f"{message} (see {self.prog} --help)"}
        shown = f"{self.prog}: {said['message']} [{CODE}]"
        self.exit(2, (json.dumps(said) if "--json" in self._words else shown) + "\n")
