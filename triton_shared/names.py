"""Names and texts of a program, in forms that what they are put into can hold.

The name of a kernel, an argument or a source file is any text of the input.  It becomes a path, C or a line of a text
file only by way of these functions::

    name            file_name               c_identifier      c_comment         one_line
    softmax         softmax                 softmax           softmax           softmax
    ../../x         x-1ad0bc58              ______x           ../../x           ../../x
    */ int f(); /*  int_f-2e1d4b5c          ___int_f_____     * / int f(); / *  */ int f(); /*
    a⏎b             a_b-0c9d1e2f            a_b               a\\nb              a\\nb
"""

from __future__ import annotations

import re

#: characters of a file's name, before its suffix: file systems allow 255 bytes
LONGEST = 100

_FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_IN_FILE_NAMES = re.compile(r"[^A-Za-z0-9_.-]+")
_IN_C = re.compile(r"[^A-Za-z0-9_]")
_COMMENT_ENDS = re.compile(r"(?<=[*/])(?=[*/])|(?<=\?)(?=\?)")  # and trigraphs


def file_name(name: str) -> str:
    """``name`` as that of one file or directory, without a suffix: other names have other ones.

    It is ``name`` itself if that is short, of ASCII's letters, digits and ``_.-``, and does not begin with a dot or a
    dash; else what is left of it, and a part of its hash.
    """
    if _FILE_NAME.fullmatch(name) and len(name) <= LONGEST:
        return name
    import hashlib  # whose library of ciphers takes longer to load than all that needs no hash

    left = _IN_FILE_NAMES.sub("_", name).strip("._-")[: LONGEST // 2] or "unnamed"
    return f"{left}-{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:8]}"


def c_identifier(name: str) -> str:
    """``name`` as an identifier of C; several names may have one."""
    name = _IN_C.sub("_", name) or "_"
    return f"_{name}" if name[0].isdigit() else name


def c_comment(text: str) -> str:
    """``text`` as a part of a line of a comment in C, which it neither ends nor begins anew."""
    return _COMMENT_ENDS.sub(" ", one_line(text))


def one_line(text: str) -> str:
    """``text`` without what a terminal or a file of lines would obey: such characters are spelled as Python does."""
    return text if text.isprintable() else "".join(map(_printable, text))


def lines(text: str) -> str:
    """`one_line` of each of the lines of ``text``, in which tabs stay; a line after the first is indented."""
    if text.isprintable():
        return text
    return "\n  ".join("\t".join(map(one_line, line.split("\t"))) for line in text.split("\n"))


def _printable(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode()
