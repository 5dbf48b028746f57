"""Asks for the addresses of other sites that README, docs and the root's pages link to: ``python -m website.links``.

It prints those that do not answer, or answer with an error, and then exits with 1.  The nightly run has it.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]
_LINK = re.compile(
    r"\]\((https?://[^)\s]+)\)|<(https?://[^>\s]+)>|(?<![(<`\"'\w/])(https?://[^\s)<>`\"']+[\w/])"
)
SECONDS, TRIES = 20, 3
#: answers that say that the page is there, but not for programs
REFUSED = (401, 403, 405, 406, 429)


def pages() -> list[Path]:
    """README, the other pages of the root, and docs."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def links(texts: Iterable[str]) -> list[str]:
    """The addresses in texts, without places inside of pages, sorted; those in blocks of code are no links."""
    found = set()
    for text in texts:
        prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.M | re.S)
        found |= {next(filter(None, groups)).partition("#")[0] for groups in _LINK.findall(prose)}
    return sorted(found)


def failure(address: str) -> str:
    """Why ``address`` cannot be had; empty where it can."""
    said = ""
    for number in range(TRIES):
        try:
            with urlopen(Request(address, headers={"User-Agent": "website.links"}), timeout=SECONDS):
                return ""
        except HTTPError as error:
            if error.code in REFUSED:
                return ""
            said = f"{error.code} {error.reason}"
            if error.code < 500:
                break
        except OSError as error:
            said = str(error)
        time.sleep(number)
    return said


def main() -> int:
    """The command; returns its exit status."""
    found = links(page.read_text(encoding="utf-8") for page in pages())
    with ThreadPoolExecutor(8) as pool:
        failures = {link: why for link, why in zip(found, pool.map(failure, found), strict=True) if why}
    print(*(f"{link}: {why}" for link, why in failures.items()), sep="\n", end="\n" if failures else "")
    print(f"{len(failures)} of {len(found)} links cannot be had")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
