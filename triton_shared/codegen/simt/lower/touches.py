"""What checked kernels ask for each lane that is not seen at once to lie in its argument; a target has `DEFINITIONS`.

::

    %may = func.call @triton_shared_touches(%record, %number, %when, %argument, %place, %width, %lane, %x, %y, %z)

The numbers are those of `runtime/cpu/native/check.c`, but for ``when``, the iteration of the loops around, in place of
a text.  A number below 0 asks and notes nothing.  The record is words of 64 bits in global memory::

    arguments, columns and rows of the grid, places of slots, seen and entries, words of seen a slot, entries a slot
    RECORD_HEADER - 8 unused words, and for each argument an extent (`runtime/checks/extents.py`)
    slots, one an access: lanes, least and most address
    seen: a bit a slot and program
    entries of the first lanes that come, a slot's together: program, lane, when, place, argument, width

Places count words from the record's first.  Threads note lanes in any order, by atomic ops alone; which of the
entries was the first is the reader's to say (`runtime/checks/device_record.py`).
"""

from __future__ import annotations

from triton_shared.abi import EXTENT_WORDS, RECORD_HEADER

#: the functions that kernels call
TOUCHES, FOUND = "triton_shared_touches", "triton_shared_found"
#: words of a slot and of an entry
SLOT, ENTRY = 3, 6

INTERNAL = 'attributes {passthrough = ["noinline", "nounwind"]}'


def word(name: str, base: str, number: int) -> str:
    """Lines that read the word of this ``number`` from ``base`` on."""
    return f"""%{name}_at = llvm.getelementptr {base}[{number}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  %{name} = llvm.load %{name}_at : !llvm.ptr<1> -> i64"""


def numbers(**values: int) -> str:
    """Lines that name numbers."""
    return "\n  ".join(f"%{name} = llvm.mlir.constant({n} : i64) : i64" for name, n in values.items())


def at(name: str, base: str, index: str) -> str:
    """Lines that find the word of ``base`` at ``index``."""
    return f"%{name} = llvm.getelementptr {base}[{index}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64"


def total(name: str, first: str, *terms: tuple[str, str]) -> str:
    """Lines that add products to ``first``."""
    lines = []
    for n, (left, right) in enumerate(terms):
        lines.append(f"%{name}_p{n} = llvm.mul {left}, {right} : i64")
        into = name if n == len(terms) - 1 else f"{name}_{n}"
        lines.append(f"%{into} = llvm.add {first}, %{name}_p{n} : i64")
        first = f"%{into}"
    return "\n  ".join(lines)


def extent(of: str) -> str:
    """Lines that find the extent of an argument."""
    return f"""{numbers(header=RECORD_HEADER, size=EXTENT_WORDS)}
  {total("from", "%header", (of, "%size"))}
  {at("extent", "%record", "%from")}"""


#: lines that count the program among those of the grid
PROGRAM = f"""{total("row", "%y", ("%rows", "%z"))}
  {total("program", "%x", ("%columns", "%row"))}"""

_DIMENSION = """%double = llvm.add %d, %d : i64
  %dim = llvm.getelementptr %extent[%double] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  {count}
  {stride}
  %last = llvm.sub %count, %one : i64
  %next = llvm.add %d, %one : i64""".format(count=word("count", "%dim", 5), stride=word("stride", "%dim", 6))

#: whether the element of ``width`` bytes at ``place`` lies in an argument
HOLDS = f"""
llvm.func internal @triton_shared_holds(%record: !llvm.ptr<1>, %argument: i64, %place: i64, %width: i64) -> i1
    {INTERNAL} {{
  {numbers(zero=0, one=1, unbounded=-1)}
  %no = llvm.mlir.constant(false) : i1
  %yes = llvm.mlir.constant(true) : i1
  {extent("%argument")}
  {word("rank", "%extent", 4)}
  {word("run", "%extent", 3)}
  %any = llvm.icmp "eq" %rank, %unbounded : i64
  llvm.cond_br %any, ^end(%yes : i1), ^bounded
^bounded:
  %below = llvm.icmp "slt" %place, %zero : i64
  llvm.cond_br %below, ^end(%no : i1), ^dimensions(%zero, %place : i64, i64)
^dimensions(%d: i64, %rest: i64):
  %more = llvm.icmp "slt" %d, %rank : i64
  llvm.cond_br %more, ^dimension, ^run
^dimension:
  {_DIMENSION}
  %index = llvm.sdiv %rest, %stride : i64
  %at = llvm.intr.smin(%index, %last) : (i64, i64) -> i64
  %passed = llvm.mul %at, %stride : i64
  %left = llvm.sub %rest, %passed : i64
  llvm.br ^dimensions(%next, %left : i64, i64)
^run:
  %room = llvm.sub %run, %width : i64
  %fits = llvm.icmp "sle" %rest, %room : i64
  llvm.br ^end(%fits : i1)
^end(%result: i1):
  llvm.return %result : i1
}}
"""

#: how far an address is from an argument that it does not lie in; of one without an extent the most there is
_DISTANCE = f"""
llvm.func internal @triton_shared_distance(%record: !llvm.ptr<1>, %argument: i64, %address: i64) -> i64
    {INTERNAL} {{
  {numbers(zero=0, one=1, most=-1)}
  {extent("%argument")}
  {word("rank", "%extent", 4)}
  {word("run", "%extent", 3)}
  {word("low", "%extent", 2)}
  %first = llvm.add %low, %run : i64
  %any = llvm.icmp "eq" %rank, %most : i64
  llvm.cond_br %any, ^end(%most : i64), ^dimensions(%zero, %first : i64, i64)
^dimensions(%d: i64, %high: i64):
  %more = llvm.icmp "slt" %d, %rank : i64
  llvm.cond_br %more, ^dimension, ^measure
^dimension:
  {_DIMENSION}
  %added = llvm.mul %last, %stride : i64
  %higher = llvm.add %high, %added : i64
  llvm.br ^dimensions(%next, %higher : i64, i64)
^measure:
  %is_below = llvm.icmp "ult" %address, %low : i64
  %is_within = llvm.icmp "ult" %address, %high : i64
  %under = llvm.sub %low, %address : i64
  %over = llvm.sub %address, %high : i64
  %behind = llvm.select %is_within, %zero, %over : i1, i64
  %distance = llvm.select %is_below, %under, %behind : i1, i64
  llvm.br ^end(%distance : i64)
^end(%result: i64):
  llvm.return %result : i64
}}
"""

#: the place of an address in an argument
_PLACE = f"""
llvm.func internal @triton_shared_place(%record: !llvm.ptr<1>, %argument: i64, %address: i64) -> i64
    {INTERNAL} {{
  {extent("%argument")}
  {word("low", "%extent", 2)}
  %place = llvm.sub %address, %low : i64
  llvm.return %place : i64
}}
"""

_FIELDS = ("program", "lane", "when", "place", "argument", "width")
_STORES = "\n  ".join(
    f"%{name}_in = llvm.getelementptr %entry[{n}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64\n"
    f"  llvm.store %{name}, %{name}_in : i64, !llvm.ptr<1>"
    for n, name in enumerate(_FIELDS)
)

_NOTE = f"""
llvm.func internal @triton_shared_note(%record: !llvm.ptr<1>, %number: i64, %when: i64, %argument: i64, %place: i64,
    %width: i64, %lane: i64, %program: i64, %address: i64) {INTERNAL} {{
  {numbers(one=1, six=6, mask=63, slot_size=SLOT, entry_size=ENTRY)}
  {word("slots", "%record", 3)}
  {word("seen", "%record", 4)}
  {word("entries", "%record", 5)}
  {word("words", "%record", 6)}
  {word("room", "%record", 7)}
  {total("slot_from", "%slots", ("%number", "%slot_size"))}
  {at("slot", "%record", "%slot_from")}
  %least = llvm.getelementptr %slot[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  %most = llvm.getelementptr %slot[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  %lanes = llvm.atomicrmw add %slot, %one monotonic : !llvm.ptr<1>, i64
  %old_least = llvm.atomicrmw min %least, %address monotonic : !llvm.ptr<1>, i64
  %old_most = llvm.atomicrmw max %most, %address monotonic : !llvm.ptr<1>, i64
  %word_of = llvm.lshr %program, %six : i64
  %word_in = llvm.urem %word_of, %words : i64
  {total("seen_from", "%seen", ("%number", "%words"))}
  %seen_word = llvm.add %seen_from, %word_in : i64
  {at("seen_at_word", "%record", "%seen_word")}
  %bit_of = llvm.and %program, %mask : i64
  %bit = llvm.shl %one, %bit_of : i64
  %old_seen = llvm.atomicrmw _or %seen_at_word, %bit monotonic : !llvm.ptr<1>, i64
  %fits = llvm.icmp "slt" %lanes, %room : i64
  llvm.cond_br %fits, ^write, ^done
^write:
  %others = llvm.mul %number, %room : i64
  %place_of = llvm.add %others, %lanes : i64
  {total("entry_from", "%entries", ("%place_of", "%entry_size"))}
  {at("entry", "%record", "%entry_from")}
  {_STORES}
  llvm.br ^done
^done:
  llvm.return
}}
"""

_TOUCHES = f"""
llvm.func internal @{TOUCHES}(%address: i64, %number: i64, %when: i64, %named: i64, %given: i64, %width: i64,
    %lane: i64, %x: i64, %y: i64, %z: i64) -> i64 {INTERNAL} {{
  {numbers(zero=0, one=1, nowhere=-1, any_memory=-2, absolute=-3, lowest_page=4096)}
  %record = llvm.inttoptr %address : i64 to !llvm.ptr<1>
  {word("arguments", "%record", 0)}
  {word("columns", "%record", 1)}
  {word("rows", "%record", 2)}
  %is_address = llvm.icmp "sle" %named, %absolute : i64
  llvm.cond_br %is_address, ^of_address, ^of(%named, %given : i64, i64)
^of_address:
  %own = llvm.sub %absolute, %named : i64
  %own_place = llvm.call @triton_shared_place(%record, %own, %given) : (!llvm.ptr<1>, i64, i64) -> i64
  llvm.br ^of(%own, %own_place : i64, i64)
^of(%argument: i64, %place: i64):
  %is_one = llvm.icmp "sge" %argument, %zero : i64
  llvm.cond_br %is_one, ^one, ^any(%zero : i64)
^one:
  %held = llvm.call @triton_shared_holds(%record, %argument, %place, %width) : (!llvm.ptr<1>, i64, i64, i64) -> i1
  llvm.cond_br %held, ^end(%one : i64), ^beyond
^beyond:
  %to_low = llvm.call @triton_shared_place(%record, %argument, %zero) : (!llvm.ptr<1>, i64, i64) -> i64
  %touched = llvm.sub %place, %to_low : i64
  llvm.br ^outside(%argument, %place, %touched : i64, i64, i64)
^any(%n: i64):
  %more = llvm.icmp "slt" %n, %arguments : i64
  llvm.cond_br %more, ^next, ^none
^next:
  %n_place = llvm.call @triton_shared_place(%record, %n, %place) : (!llvm.ptr<1>, i64, i64) -> i64
  %n_holds = llvm.call @triton_shared_holds(%record, %n, %n_place, %width) : (!llvm.ptr<1>, i64, i64, i64) -> i1
  %n_next = llvm.add %n, %one : i64
  llvm.cond_br %n_holds, ^end(%one : i64), ^any(%n_next : i64)
^none:
  %is_memory = llvm.icmp "eq" %argument, %any_memory : i64
  llvm.cond_br %is_memory, ^memory, ^nearest(%zero, %nowhere, %nowhere : i64, i64, i64)
^memory:
  %is_high = llvm.icmp "uge" %place, %lowest_page : i64
  llvm.cond_br %is_high, ^end(%one : i64), ^outside(%nowhere, %place, %place : i64, i64, i64)
^nearest(%m: i64, %found: i64, %distance: i64):
  %is_left = llvm.icmp "slt" %m, %arguments : i64
  llvm.cond_br %is_left, ^measure, ^found
^measure:
  %m_distance = llvm.call @triton_shared_distance(%record, %m, %place) : (!llvm.ptr<1>, i64, i64) -> i64
  %is_nearer = llvm.icmp "ult" %m_distance, %distance : i64
  %m_found = llvm.select %is_nearer, %m, %found : i1, i64
  %m_least = llvm.select %is_nearer, %m_distance, %distance : i1, i64
  %m_next = llvm.add %m, %one : i64
  llvm.br ^nearest(%m_next, %m_found, %m_least : i64, i64, i64)
^found:
  %is_none = llvm.icmp "eq" %found, %nowhere : i64
  llvm.cond_br %is_none, ^outside(%nowhere, %place, %place : i64, i64, i64), ^near
^near:
  %near_place = llvm.call @triton_shared_place(%record, %found, %place) : (!llvm.ptr<1>, i64, i64) -> i64
  llvm.br ^outside(%found, %near_place, %place : i64, i64, i64)
^outside(%whose: i64, %byte: i64, %at: i64):
  %asks = llvm.icmp "slt" %number, %zero : i64
  llvm.cond_br %asks, ^end(%zero : i64), ^note
^note:
  {PROGRAM}
  llvm.call @triton_shared_note(%record, %number, %when, %whose, %byte, %width, %lane, %program, %at)
      : (!llvm.ptr<1>, i64, i64, i64, i64, i64, i64, i64, i64) -> ()
  llvm.br ^end(%zero : i64)
^end(%may: i64):
  llvm.return %may : i64
}}
"""

_FOUND = f"""
llvm.func internal @{FOUND}(%address: i64, %number: i64, %x: i64, %y: i64, %z: i64, %when: i64, %lane: i64,
    %first: i64, %second: i64, %third: i64) {INTERNAL} {{
  %record = llvm.inttoptr %address : i64 to !llvm.ptr<1>
  {word("columns", "%record", 1)}
  {word("rows", "%record", 2)}
  {PROGRAM}
  llvm.call @triton_shared_note(%record, %number, %when, %second, %first, %third, %lane, %program, %first)
      : (!llvm.ptr<1>, i64, i64, i64, i64, i64, i64, i64, i64) -> ()
  llvm.return
}}
"""

#: in the llvm dialect, by the function that is called: it, and what it needs
DEFINITIONS = {TOUCHES: (HOLDS, _DISTANCE, _PLACE, _NOTE, _TOUCHES), FOUND: (_NOTE, _FOUND)}
