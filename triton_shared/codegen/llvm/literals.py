"""Float literals of newer LLVM IR, rewritten for an older LLVM.

The bindings print ``f0x7F800000``, ``+inf``, ``-qnan`` and decimals that are not exact; an older
parser takes hexadecimal literals only.  The type of a literal is the last float type named before it
in its line.
"""

from __future__ import annotations

import re
import struct

# exponent bits, mantissa bits, prefix of the hexadecimal form
_FORMATS = {
    "half": (5, 10, "0xH"),
    "bfloat": (8, 7, "0xR"),
    "float": (8, 23, "0x"),
    "double": (11, 52, "0x"),
}

_SUSPECT = re.compile(r"\d\.\d|f0x|[-+](?:inf|s?q?nan)")

_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|\b(?P<type>half|bfloat|float|double)\b"
    r"|(?<![\w.%@$])(?P<number>[-+]?\d+\.\d+(?:e[-+]?\d+)?|f0x[0-9A-Fa-f]+|[-+](?:inf|qnan|s?nan\(0x[0-9A-Fa-f]+\)))"
)


def rewrite_literals(text: str) -> str:
    """``text`` with every float literal in hexadecimal form."""
    return "\n".join(_rewrite_line(line) if _SUSPECT.search(line) else line for line in text.split("\n"))


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
    exponent, mantissa, _ = _FORMATS[type]
    if literal.startswith("f0x"):
        return int(literal[3:], 16)
    if literal[1:] == "inf" or "nan" in literal:
        sign = (literal[0] == "-") << (exponent + mantissa)
        payload = 0 if literal[1:] == "inf" else 1 << (mantissa - 1)
        if "(" in literal:
            payload = int(literal[literal.index("(") + 3 : -1], 16)
        return sign | ((1 << exponent) - 1) << mantissa | payload
    number = float(literal)
    match type:
        case "double":
            return _unpack("<d", "<Q", number)
        case "float":
            return _unpack("<f", "<I", number)
        case "half":
            return _unpack("<e", "<H", number)
    wide = _unpack("<f", "<I", number)
    return (wide + 0x7FFF + (wide >> 16 & 1)) >> 16


def _hexadecimal(type: str, bits: int) -> str:
    """``bits`` as LLVM writes them; a float is written as the double of the same value."""
    exponent, mantissa, prefix = _FORMATS[type]
    if type != "float":
        return f"{prefix}{bits:0{(1 + exponent + mantissa) // 4}X}"
    if bits >> 23 & 0xFF == 0xFF:
        bits = (bits >> 31) << 63 | 0x7FF << 52 | (bits & 0x7FFFFF) << 29
    else:
        bits = _unpack("<d", "<Q", struct.unpack("<f", struct.pack("<I", bits))[0])
    return f"0x{bits:016X}"


def _unpack(source: str, target: str, number: float) -> int:
    return struct.unpack(target, struct.pack(source, number))[0]
