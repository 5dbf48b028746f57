"""Line tables: machine code that knows from which lines of the source it was made.

The locations of ops become those of instructions by upstream's ``ensure-debug-info-scope-on-llvm-func``.  What inlines
the kernel, its entry or a launcher, needs a scope of its own, or LLVM would drop the lines; `extend` gives it one in
the kernel's compile unit:

    define void @"add.entry"(...) { ... call void @"add"(...) ... }
    define void @"add.entry"(...) !dbg !9 { ... call void @"add"(...), !dbg !10 ... }
    !9 = distinct !DISubprogram(name: "add.entry", ...)
    !10 = !DILocation(line: 3, scope: !9)
"""

from __future__ import annotations

import re

_SCOPE = re.compile(
    r'^!\d+ = (distinct !DISubprogram\()name: "[^"]*", linkageName: "[^"]*", (.*\bline: (\d+),.*)$',
    re.MULTILINE,
)
_NUMBER = re.compile(r"^!(\d+) = ", re.MULTILINE)
_FUNCTION = re.compile(r'^(define [^\n]*?@"([^"]+)"\([^\n]*) \{\n(.*?)^\}$', re.MULTILINE | re.DOTALL)
_CALL = re.compile(r"^( +(?:%\S+ = )?call .*)$", re.MULTILINE)


def extend(text: str, more: str) -> str:
    """LLVM IR ``text`` with the functions ``more`` behind it, within the scope of its lines if it has any."""
    scope = _SCOPE.search(text)
    if scope is None:
        return text + more
    number = max(map(int, _NUMBER.findall(text))) + 1
    metadata = []

    def scoped(function: re.Match) -> str:
        head, name, body = function.groups()
        own = number + 2 * (len(metadata) // 2)
        metadata.append(f'!{own} = {scope[1]}name: "{name}", linkageName: "{name}", {scope[2]}')
        metadata.append(f"!{own + 1} = !DILocation(line: {scope[3]}, scope: !{own})")
        return f"{head} !dbg !{own} {{\n" + _CALL.sub(rf"\1, !dbg !{own + 1}", body) + "}"

    more = _FUNCTION.sub(scoped, more)
    return "\n".join([text + more, *metadata, ""])
