"""What MLIR's own parser takes for granted, checked before it sees the text.

Its parser and its printer recurse over what nests, and run over lists and numbers that they never look at twice::

    linalg.generic #trait ins(…)          with  #trait = {iterator_types = [1], …}
    affine_map<(d0) -> (d0 floordiv -1)>
    @"\\FF"

Each of these ends the process, or a caller that asks for the text of a name.  They are errors here, with a place.

Few programs have what patterns look for, and to compile these takes longer than to read a program: a check asks for a
word first, and patterns are texts, which `re` compiles, once, where the word is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import prod

from triton_shared.dialects import lexer

#: brackets of any kind within each other, regions and parameters of types included
NESTING_LIMIT = 128
#: the digits of a number
DIGIT_LIMIT = 1000
#: what an alias may stand for, written out, in characters
ALIAS_LIMIT = 1 << 20

#: the elements of a block, as Triton limits them, for which an op may list operands
LISTED_LIMIT = 1 << 20

Wrong = tuple[str, int]


def wrong_with(text: str) -> Wrong | None:
    """What in ``text`` MLIR must not see, and its offset; None if nothing is."""
    return next((wrong for check in _CHECKS for wrong in check(text)), None)


# ----------------------------------------------------------------------------------------------------
# Size

_OPENING, _CLOSING = frozenset("<([{"), frozenset(">)]}")


@cache
def _counted() -> re.Pattern:
    """Matches brackets, signs and digits beyond their limits, and what holds characters that are none of these."""
    return re.compile(
        rf"{lexer.STRING.pattern}|//[^\n]*|->|[<>]=|[<(\[{{]|[>)\]}}]"
        rf"|(?P<signs>-(?:\s*-){{{NESTING_LIMIT}}})|(?P<digits>\d{{{DIGIT_LIMIT}}}\d)"
    )


def _excess(text: str) -> Iterator[Wrong]:
    """A bracket within `NESTING_LIMIT` others, as many signs in a row, a number of more than `DIGIT_LIMIT` digits."""
    depth = 0
    for found in _counted().finditer(text):
        token = found[0]
        if token in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
        if found.lastgroup == "digits":
            yield f"a number of more than {DIGIT_LIMIT} digits", found.start()
        if depth > NESTING_LIMIT or found.lastgroup:
            yield f"nested more than {NESTING_LIMIT} deep", found.start()


_ALIAS_LINE = re.compile(r"^[^\S\n]*([#!][\w$.-]+)\s*=(.*)$", re.MULTILINE)
_ALIAS_NAME = re.compile(r"[#!][\w$.-]+")


def _grown_aliases(text: str) -> Iterator[Wrong]:
    """Aliases that nest or grow beyond `NESTING_LIMIT` or `ALIAS_LIMIT`."""
    sizes: dict[str, tuple[int, int]] = {}  # of each alias: characters and nesting, written out
    for found in _ALIAS_LINE.finditer(text):
        inner = [sizes[name] for name in _ALIAS_NAME.findall(found[2]) if name in sizes]
        size = len(found[2]) + sum(s for s, _ in inner)
        depth = 1 + max((d for _, d in inner), default=0)
        if size > ALIAS_LIMIT or depth > NESTING_LIMIT:
            yield f"alias '{found[1]}' nests or grows too much", found.start(1)
        sizes[found[1]] = size, depth


# ----------------------------------------------------------------------------------------------------
# Strings

_BLANK = r"(?:[ \t\r\n]|//[^\n]*(?:\n|\Z))*"
_WRITTEN = rf"//[^\n]*|(?P<string>{lexer.STRING.pattern})(?P<key>{_BLANK}=)?"
_ESCAPE = rb"\\(?:([0-9A-Fa-f]{2})|(.))"
_NAME = rb"\w+(?:\.\w+)+"


def _byte(escape: re.Match) -> bytes:
    return bytes.fromhex(escape[1].decode()) if escape[1] else escape[2]


def _strings(text: str) -> Iterator[Wrong]:
    """Bytes that are no UTF-8, symbols with a NUL, and names of ops and attributes that escapes hide."""
    if "\\" not in text:
        return
    for found in re.finditer(_WRITTEN, text):
        written = found["string"] or ""
        if "\\" not in written:
            continue
        held = re.sub(_ESCAPE, _byte, written[1:-1].encode(errors="replace"))
        try:
            held.decode()
        except UnicodeDecodeError:
            yield "a string that is not UTF-8", found.start()
        if found["key"] or re.fullmatch(_NAME, held):
            yield "a name with an escape", found.start()
        if b"\0" in held and text.startswith("@", found.start() - 1):
            yield "a symbol with a NUL in its name", found.start() - 1


# ----------------------------------------------------------------------------------------------------
# What programs do not have

_FOREIGN = (
    rf"//[^\n]*|{lexer.STRING.pattern}"
    rf"|(?P<debug>#llvm(?:\.|{_BLANK}<{_BLANK})di_)|(?P<blob>\bdialect_resources\b{_BLANK}:)"
)
_FOREIGN_KINDS = {"debug": "LLVM's own debug information", "blob": "a table of resources"}


def _foreign(text: str) -> Iterator[Wrong]:
    """Debug information of LLVM, whose parts are taken for whole, and blobs, whose alignment is taken for one."""
    if "di_" not in text and "dialect_resources" not in text:
        return
    for found in re.finditer(_FOREIGN, text):
        if kind := found.lastgroup:
            yield f"{_FOREIGN_KINDS[kind]} is not allowed in a program", found.start()


_ODD_ARRAY = (
    rf"array(?<![\w$.@%^#!-]array){_BLANK}<{_BLANK}(?=[A-Za-z!])(?!(?:i1|i8|i16|i32|i64|f32|f64){_BLANK}[:>])"
)
_UNLESS_QUOTED = rf"//[^\n]*|{lexer.STRING.pattern}|(?P<array>{_ODD_ARRAY})"


def _arrays(text: str) -> Iterator[Wrong]:
    """``array<bf16>`` and others of elements that the bindings have no class for."""
    if "array" in text and re.search(_ODD_ARRAY, text):
        yield from (
            ("an array of elements that arrays of attributes do not have", found.start("array"))
            for found in re.finditer(_UNLESS_QUOTED, text)
            if found["array"]
        )


_LOCATION_VALUE = re.compile(
    rf"//[^\n]*|{lexer.STRING.pattern}|^#[\w$.-]+{_BLANK}=|={_BLANK}(?P<value>loc\b|#[\w$.-]+)", re.MULTILINE
)
_LOCATION_ALIAS = re.compile(rf"^(#[\w$.-]+){_BLANK}={_BLANK}loc\b", re.MULTILINE)


def _locations(text: str) -> Iterator[Wrong]:
    """Locations as values of attributes, which the bindings do not take for attributes."""
    if "loc" not in text:
        return
    aliases = {"loc", *_LOCATION_ALIAS.findall(text)}
    for found in _LOCATION_VALUE.finditer(text):
        if found["value"] in aliases:
            yield "a location is no attribute's value", found.start("value")


# ----------------------------------------------------------------------------------------------------
# Affine maps

_DIVISION = rf"//[^\n]*|{lexer.STRING.pattern}|(?<![\w$.@%^#!-])(?P<op>floordiv|ceildiv|mod){_BLANK}(?=[-(])"


def _divisors(text: str) -> Iterator[Wrong]:
    """Divisors in affine maps that may be negative: numbers are folded as they are read, -2^63 by -1 too."""
    if "affine_" not in text:
        return
    for found in re.finditer(_DIVISION, text):
        if found["op"]:
            yield f"expected a positive number or a symbol behind '{found['op']}'", found.start()


# ----------------------------------------------------------------------------------------------------
# Ops of arith

_SCALING = r"(?<![\w$.@%^#!-])arith\.scaling_\w+"
_UNRANKED = rf"\btensor{_BLANK}<{_BLANK}\*"


def _unranked(text: str) -> Iterator[Wrong]:
    """``arith.scaling_truncf`` and ``arith.scaling_extf`` beside tensors without a rank, whose shapes they compare."""
    if "scaling_" in text and re.search(_UNRANKED, text) and (found := re.search(_SCALING, text)):
        yield f"expected tensors of a rank beside '{found[0]}'", found.start()


# ----------------------------------------------------------------------------------------------------
# Ops with an operand, or a result, for each element

_LISTING = r"(?<![\w$.@%^#!-])(?:vector|tensor)\.(?:from|to)_elements\b"
_SHAPED = rf"//[^\n]*|{lexer.STRING.pattern}|\b(?:vector|tensor){_BLANK}<{_BLANK}(?P<sizes>(?:\[?[0-9]{{1,19}}\]?x)+)"


def _listed(text: str) -> Iterator[Wrong]:
    """Types of more than `LISTED_LIMIT` elements beside ops for which MLIR makes a list of the elements' types."""
    if "_elements" not in text or (op := re.search(_LISTING, text)) is None:
        return
    for found in re.finditer(_SHAPED, text):
        if found["sizes"] and prod(map(int, re.findall(r"[0-9]+", found["sizes"]))) > LISTED_LIMIT:
            yield f"a type of more than {LISTED_LIMIT} elements beside '{op[0]}'", found.start()


# ----------------------------------------------------------------------------------------------------
# Parts of LLVM's structs

_PARTS = (
    rf"//[^\n]*|(?<![\w$.@%^#!-])llvm\.(?:insert|extract)value\b[^\[\n]*\[(?P<listed>[^\]]*)\]"
    rf"|\bposition\b{_BLANK}={_BLANK}array{_BLANK}<{_BLANK}i64{_BLANK}:(?P<array>[^>]*)>|{lexer.STRING.pattern}"
)


def _positions(text: str) -> Iterator[Wrong]:
    """Places in structs beyond 32 bits, of which 32 are compared with how many parts there are."""
    if "tvalue" not in text:
        return
    for found in re.finditer(_PARTS, text):
        numbers = re.finditer(r"-?(?:0[xX][0-9a-fA-F]+|[0-9]+)", found["listed"] or found["array"] or "")
        if any(
            not -(1 << 31) <= int(number[0], 16 if "x" in number[0].lower() else 10) < 1 << 31
            for number in numbers
        ):
            yield "a position beyond 32 bits", found.start()


# ----------------------------------------------------------------------------------------------------
# Linalg ops

_INTEGER = r"-?(?:0x[0-9a-fA-F]{1,15}|[0-9]{1,18})(?![\w.])"
_KIND = r"#linalg\.iterator_type<\w+>"
_ALIAS = r"#[\w$.-]+"
_MAP = rf"affine_map{_BLANK}<{_BLANK}\([^()]*\){_BLANK}->{_BLANK}\({_BLANK}[\w(-](?:->|[^<>-]|-(?!>))*>"


def _list_of(item: str) -> str:
    return rf"{_BLANK}\[{_BLANK}(?:{item}{_BLANK}(?:,{_BLANK}{item}{_BLANK})*)?\]"


def _key(name: str) -> str:
    return rf'"?(?<![\w$.@%^#!-]){name}\b"?{_BLANK}='


@cache
def _lists() -> re.Pattern:
    """Matches linalg ops, brackets, and lists behind their keys; a list of other items is empty."""
    custom = rf'(?<![\w$.@%^#!"-])linalg\.\w+(?!{_BLANK}[=,}}])'
    place = r"(?<![\w$.@%^#!-])(?:dimensions|permutation)\b"
    return re.compile(
        rf'//[^\n]*|(?P<empty>"linalg\.(?!(?:yield|index)")\w+"{_BLANK}\({_BLANK}\))'
        rf'|(?P<op>"linalg\.\w+"(?={_BLANK}\()|{custom})'
        rf"|{_key('indexing_maps')}(?P<maps>{_list_of(f'(?:{_ALIAS}|{_MAP})')}|)"
        rf"|{_key('iterator_types')}(?P<kinds>(?P<words>{_list_of(lexer.STRING.pattern)})|{_list_of(_KIND)}|)"
        rf"|[{{,]{_BLANK}{place}|{place}{_BLANK}=(?P<integers>{_list_of(_INTEGER)}|)"
        rf"|{lexer.STRING.pattern}|->|(?P<open>[(\[{{])|(?P<close>[)\]}}])"
    )


_DEFINED = rf"({_ALIAS}){_BLANK}=(?P<map>{_BLANK}{_MAP})?"
_ITEM = rf"{_ALIAS}|{_MAP}"


def _linalg_ops(text: str) -> Iterator[Wrong]:
    """Lists that parsers or verifiers of linalg ops take for right, and ops in generic form without operands.

    The lists are ``dimensions = [0, 1]`` and ``permutation`` behind the operands; ``iterator_types = ["parallel"]``, of
    words unless an op in generic form has them; and the ``indexing_maps`` of ``linalg.matmul``, three with results.
    """
    if "linalg" not in text:
        return
    ops = [""]  # the last linalg op at each depth of brackets
    for found in _lists().finditer(text):
        owner = next(filter(None, reversed(ops)), "")
        match found.lastgroup:
            case "open":
                ops.append("")
            case "close":
                del ops[max(len(ops) - 1, 1) :]
            case "empty":
                yield "expected operands", found.start()
            case "op":
                ops[-1] = found["op"]
            case "integers" if not found["integers"]:
                yield "expected a list of integers behind '='", found.start()
            case "kinds" if not found["kinds"] or not (found["words"] or owner.startswith('"')):
                yield "expected a list of strings behind '='", found.start()
            case "maps" if owner.strip('"') == "linalg.matmul" and not _fit_a_product(found["maps"], text):
                yield "expected a list of three maps with results behind '='", found.start()


_SHORT = (
    rf"(?<![\w$.@%^#!\"-])linalg\.(?:reduce|map){_BLANK}\{{[^{{}}]*\}}{_BLANK}(?:ins{_BLANK}\([^():]*:(?P<ins>[^()]*)\){_BLANK})?"
    rf"outs{_BLANK}\([^():]*:(?P<outs>[^()]*)\)"
)


def _short_forms(text: str) -> Iterator[Wrong]:
    """``linalg.reduce`` and ``linalg.map`` in short form, with operands that have no elements to make a body of."""
    if "linalg." not in text:
        return
    for found in re.finditer(_SHORT, text):
        for operands in ("ins", "outs"):
            for type_ in lexer.split_commas(found[operands] or ""):
                if not _has_elements(type_.strip(), text):
                    yield "expected tensors or memrefs", found.start(operands)


def _has_elements(type_: str, text: str) -> bool:
    if type_.startswith("!"):
        return (
            re.search(rf"^{re.escape(type_)}{_BLANK}={_BLANK}(?:tensor|memref)\b", text, re.MULTILINE)
            is not None
        )
    return type_.startswith(("tensor", "memref"))


def _fit_a_product(maps: str, text: str) -> bool:
    """Whether the list ``maps`` holds three maps with results, written out or by way of one alias."""
    defined = [(found[1], bool(found["map"])) for found in re.finditer(_DEFINED, text)]
    known = {name for name, _ in defined} - {name for name, is_map in defined if not is_map}
    items = re.findall(_ITEM, maps)
    return len(items) == 3 and all(item[0] != "#" or item in known for item in items)


_CHECKS = (
    _excess,
    _grown_aliases,
    _strings,
    _foreign,
    _arrays,
    _locations,
    _divisors,
    _unranked,
    _listed,
    _positions,
    _linalg_ops,
    _short_forms,
)
