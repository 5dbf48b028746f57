"""Float literals of newer LLVM IR, rewritten for an older LLVM.

The bindings print ``f0x7F800000``, ``+inf``, ``-qnan`` and decimals that are not exact; an older
parser takes hexadecimal literals only.  The type of a literal is the last float type named before it
in its line.
"""

from __future__ import annotations

import re
from typing import Any

from triton_shared.types import ROWS

_FORMATS: dict[str, Any] = {row.llvm: row.format for row in ROWS if row.llvm and row.format}
# what begins the hexadecimal form; a float is written as the double of the same value
_PREFIXES = {"half": "0xH", "bfloat": "0xR"}

#: what the lines with literals have, and few others; it begins with letters, which are what is fast to look for
_SUSPECT = re.compile(r"\.\d|f0x|-inf|\+inf|-qnan|\+qnan|-nan|\+nan|-snan|\+snan")

_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|\b(?P<type>half|bfloat|float|double)\b"
    r"|(?<![\w.%@$])(?P<number>[-+]?\d+\.\d+(?:e[-+]?\d+)?|f0x[0-9A-Fa-f]+|[-+](?:inf|qnan|s?nan\(0x[0-9A-Fa-f]+\)))"
)


def rewrite_literals(text: str) -> str:
    """``text`` with every float literal in hexadecimal form."""
    parts, done = [], 0
    while found := _SUSPECT.search(text, done):
        begin, end = text.rfind("\n", done, found.start()) + 1 or done, text.find("\n", found.end())
        end = len(text) if end < 0 else end
        parts += [text[done:begin], _rewrite_line(text[begin:end])]
        done = end
    return "".join([*parts, text[done:]])


def _rewrite_line(line: str) -> str:
    current = None

    def token(match: re.Match) -> str:
        nonlocal current
        if match["type"]:
            current = match["type"]
        elif match["number"] and current:
            return _hexadecimal(current, _bits(current, match["number"]))
        return match[0]

    return _TOKEN.sub(token, line)


def _bits(type: str, literal: str) -> int:
    """The bit pattern of ``literal`` in the format of ``type``."""
    format_ = _FORMATS[type]
    if literal.startswith("f0x"):
        return int(literal[3:], 16)
    if "nan(" in literal:
        payload = int(literal[literal.index("(") + 3 : -1], 16)
        return format_.sign * (literal[0] == "-") | format_.infinity | payload
    return format_.bits(float(literal.replace("qnan", "nan")))


def _hexadecimal(type: str, bits: int) -> str:
    """``bits`` as LLVM writes them; a float is written as the double of the same value."""
    format_ = _FORMATS[type]
    if type == "float":
        single, format_ = format_, _FORMATS["double"]
        if bits & single.infinity == single.infinity:  # whose payload counts
            sign, payload = bits >> 31, bits & (1 << single.mantissa) - 1
            bits = sign << 63 | format_.infinity | payload << (format_.mantissa - single.mantissa)
        else:
            bits = format_.bits(single.number(bits))
    return f"{_PREFIXES.get(type, '0x')}{bits:0{format_.width // 4}X}"
