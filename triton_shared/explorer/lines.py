"""Lines of text at any level of the compiler, each with the places of the source that it comes from.

MLIR tells them by ``loc(…)``, LLVM IR by ``!dbg``, assembly and PTX by ``.loc``, nvdisasm by comments.  The readers
here take those out of the text and keep them beside the lines.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from triton_shared.dialects.lexer import LOCATION
from triton_shared.records import dataclass

#: file and line of the source, from 1
Place = tuple[str, int]

_ALIAS = re.compile(r"(#loc\d*) = (loc\(.*\))\Z")
_STRING = r'"(?:[^"\\]|\\.)*"'
_PLACE = re.compile(rf"({_STRING}):(\d+)(?::\d+)?|(#loc\d*)\b|{_STRING}")
_LOCATION = re.compile(rf"\s*{LOCATION.pattern}")
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)")


@dataclass(frozen=True)
class Line:
    """A line of ``text``, without its end, and where it comes from; ``number`` is its own in a file of the source."""

    text: str
    places: tuple[Place, ...] = ()
    number: int = 0


def of_mlir(text: str) -> list[Line]:
    """The lines of MLIR printed with locations; one that opens a region has the places of that which closes it."""
    told = text.split("\n")
    aliases = {found[1]: found[2] for line in told if (found := _ALIAS.match(line))}
    known: dict[str, tuple[Place, ...]] = {}
    lines = []
    for line in told:
        if _ALIAS.match(line):
            continue
        kept, places = _without_locations(line, aliases, known)
        lines.append(Line(kept, places))
    while lines and not lines[-1].text.strip():
        lines.pop()
    return _with_openings(lines)


def _without_locations(
    line: str, aliases: dict[str, str], known: dict[str, tuple[Place, ...]]
) -> tuple[str, tuple[Place, ...]]:
    """``line`` without its locations, and the places of the last, which is the op's."""
    if "loc(" not in line:
        return line, ()
    parts, end, last = [], 0, ""
    for found in _outside_of_strings(line):
        parts.append(line[end : found.start()])
        end, last = found.end(), found[0].strip()
    if line[end:].strip():  # of arguments alone
        last = ""
    return "".join([*parts, line[end:]]), _places_in(last, aliases, known, frozenset())


def _outside_of_strings(line: str) -> Iterator[re.Match]:
    """The locations in ``line``; what attributes hold in quotes is text."""
    at = 0
    token = re.compile(rf"{_STRING}|(?<=[\s,)\]}}])loc(?=\()")
    while found := token.search(line, at):
        at = found.end()
        if found[0][0] != '"':
            start = found.start() - (line[found.start() - 1] == " ")
            if location := _LOCATION.match(line, start):
                at = location.end()
                yield location


def _places_in(
    told: str, aliases: dict[str, str], known: dict[str, tuple[Place, ...]], around: frozenset[str]
) -> tuple[Place, ...]:
    """The places that a location names, its own and those of what is fused, called or named in it, in order."""
    places: list[Place] = []
    for found in _PLACE.finditer(told):
        if found[1] and int(found[2]):
            places.append((_ESCAPE.sub(_unescaped, found[1][1:-1]), int(found[2])))
        elif (alias := found[3]) and alias in aliases and alias not in around:
            if alias not in known:
                known[alias] = _places_in(aliases[alias], aliases, known, around | {alias})
            places += known[alias]
    return tuple(dict.fromkeys(places))


def _unescaped(found: re.Match) -> str:
    return chr(int(found[1], 16)) if len(found[1]) == 2 else found[1]


def _with_openings(lines: list[Line]) -> list[Line]:
    """``lines``, of which those that open a region have the places of those that close it."""
    found, open_ = list(lines), list[int]()
    for number, line in enumerate(lines):
        text = line.text.strip()
        if text.startswith("}") and open_:
            opened = open_.pop()
            if line.places and not found[opened].places:
                found[opened] = Line(found[opened].text, line.places)
            if text.endswith("{"):  # } else {
                open_.append(opened)
        elif text.endswith("{"):
            open_.append(number)
    return found


_METADATA = re.compile(
    r"!(\d+) = (?:distinct )?!(DILocation|DISubprogram|DIFile|DILexicalBlock\w*)\((.*)\)\Z"
)
_FIELD = re.compile(r'(\w+): (?:!(\d+)|(\d+)|"([^"]*)")')
_DEBUG = re.compile(r",? !dbg !(\d+)")


def of_llvm(text: str) -> list[Line]:
    """The lines of LLVM IR without its metadata; inlined code has the places of its callers, too."""
    told, nodes = text.rstrip("\n").split("\n"), {}
    for line in told:
        if found := _METADATA.match(line):
            nodes[found[1]] = {
                name: node or number or word for name, node, number, word in _FIELD.findall(found[3])
            }
    lines = []
    for line in told:
        if re.match(r"!\S+ = |; ModuleID|source_filename", line):
            continue
        attached = _DEBUG.search(line)
        lines.append(Line(_DEBUG.sub("", line), _inlined(attached[1], nodes) if attached else ()))
    return _trimmed(lines)


def _inlined(number: str, nodes: dict[str, dict[str, str]]) -> tuple[Place, ...]:
    """The places of a location of LLVM's, or of a function."""
    places: list[Place] = []
    for _ in range(len(nodes)):
        node = nodes.get(number, {})
        file, line = _file_of(number, nodes), int(node.get("line", 0) or 0)
        if file and line:
            places.append((file, line))
        if (number := node.get("inlinedAt", "")) not in nodes:
            break
    return tuple(dict.fromkeys(places))


def _file_of(number: str, nodes: dict[str, dict[str, str]]) -> str | None:
    for _ in range(len(nodes)):
        node = nodes.get(number, {})
        if (file := nodes.get(node.get("file", ""))) is not None:
            return posixpath.join(file.get("directory", ""), file.get("filename", ""))
        number = node.get("scope", "")
    return None


_FILE = re.compile(r'\s*\.file\s+(\d+)(?: "([^"]*)")? "([^"]*)"')
_LOC = re.compile(r"\s*\.loc\s+(\d+) (\d+)")
_NOISE = re.compile(
    r"\s*\.(?:cfi_|addrsig|ident\b|file\b)|\s*(?:\.Ltmp\d+|\$L__tmp\d+|\.?\$?L?_*[Lf]unc_(?:begin|end)\d+):"
)
_DEBUG_SECTION = re.compile(r"\s*\.section\s+\.debug")


def of_assembly(text: str) -> list[Line]:
    """The lines of assembly, or of PTX, without directives for debuggers; an instruction has one place at most."""
    files = {n: posixpath.join(folder, name) for n, folder, name in _FILE.findall(text)}
    lines, here = list[Line](), tuple[Place, ...]()
    is_debug = False
    for line in text.rstrip("\n").split("\n"):
        if re.match(r"\s*\.(?:section|text)\b", line):
            is_debug = bool(_DEBUG_SECTION.match(line))
        if found := _LOC.match(line):
            file, number = files.get(found[1]), int(found[2])
            here = ((file, number),) if file and number else ()
        elif not is_debug and not _NOISE.match(line):
            lines.append(Line(line.replace("\t", " " * 4), here if _is_instruction(line) else ()))
    return _trimmed(lines)


def _is_instruction(line: str) -> bool:
    text = line.strip()
    return text.startswith("{ ") or (bool(text) and text[0] not in ".#/{}()" and not text.endswith(":"))


_SASS_PLACE = re.compile(r'\s*//## File "([^"]*)", line (\d+)( inlined at "([^"]*)", line (\d+))?')


def of_sass(text: str) -> list[Line]:
    """The lines of what ``nvdisasm --print-line-info`` prints."""
    lines, here = list[Line](), list[Place]()
    was_place = False
    for line in text.rstrip("\n").split("\n"):
        if found := _SASS_PLACE.match(line):
            here = here if was_place else []
            here += [
                (file, int(number)) for file, number in ((found[1], found[2]), (found[4], found[5])) if file
            ]
            was_place = True
            continue
        was_place = False
        is_instruction = bool(re.match(r"\s*/\*[0-9a-f]+\*/", line))
        if line.strip() and not re.match(r"\s*//[-#]", line):
            lines.append(Line(line, tuple(dict.fromkeys(here)) if is_instruction else ()))
    return _trimmed(lines)


def _trimmed(lines: Iterable[Line]) -> list[Line]:
    """``lines`` with one empty line where there are several, and none at the begin and the end."""
    found: list[Line] = []
    for line in lines:
        if line.text.strip() or (found and found[-1].text):
            found.append(line)
    while found and not found[-1].text.strip():
        found.pop()
    return found
