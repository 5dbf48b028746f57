"""What kernels call by which launches tell races, and run again in another order: in the llvm dialect, `DEFINITIONS`.

They do what those of `runtime/cpu/native/check.c` do, with the iteration of the loops around in place of a text.  The
record has the words `LOG` to `MET`; the log, in a memory of its own, is words of 64 bits::

    visits, room for visits, syncs, room for syncs, segments, room for segments, lock, unused
    places of visits, syncs, segments by program, marks by segment, of arguments, kinds by site
    those, a visit and a sync 3 words each

A visit and a sync are those of `runtime/checks/visits.py`.
"""

from __future__ import annotations

from itertools import product

from triton_shared.codegen.simt.lower.touches import (
    HOLDS,
    INTERNAL,
    PROGRAM,
    at,
    extent,
    numbers,
    total,
    word,
)

VISITS, BEFORE, AFTER = "triton_shared_visits", "triton_shared_before", "triton_shared_after"
ORDER, FILL = "triton_shared_order", "triton_shared_fill"
#: words of the record: where the log is, or 0; factor and first of another order; fill, and whose; where programs take
#: turns how often one may still look who was last; that one, an odd number as long as it may be at it; whether two met
LOG, FACTOR, FIRST, FILLED, WHOSE, PATIENCE, LAST, MET = range(8, 16)
#: how often one may look when two have met
_WHEN_MET = 4096
#: words of the log
(
    VISIT_COUNT, VISIT_ROOM, SYNC_COUNT, SYNC_ROOM, SEGMENT_COUNT, SEGMENT_ROOM, LOCK, _,
    AT_VISITS, AT_SYNCS, AT_SEGMENTS, AT_USED, AT_WATCHED, AT_KINDS,
) = range(14)  # fmt: skip
#: bytes of a run, at most, by an element's
_LONGEST = 1 << 28
_ATOMIC = "atomic monotonic {alignment = 8 : i64}"


def _get(name: str, base: str, index: str) -> str:
    """Lines that read a word that others may write."""
    return (
        f"{at(f'{name}_at', base, index)}\n  %{name} = llvm.load %{name}_at {_ATOMIC} : !llvm.ptr<1> -> i64"
    )


def _set(name: str, base: str, index: str, value: str) -> str:
    """Lines that write a word that others may read."""
    return f"{at(f'{name}_at', base, index)}\n  llvm.store {value}, %{name}_at {_ATOMIC} : i64, !llvm.ptr<1>"


def _in(name: str, number: int, place: str) -> str:
    """Lines that count the index of ``place`` in the part of the log whose place is the word ``number``."""
    return f"{word(name + '_from', '%log', number)}\n  %{name}_place = llvm.add %{name}_from, {place} : i64"


#: lines that read the record, and the log in it: to ^end where there is none
_FIND_LOG = f"""{numbers(zero=0, one=1, three=3, high=32)}
  %record = llvm.inttoptr %address : i64 to !llvm.ptr<1>
  {word("columns", "%record", 1)}
  {word("rows", "%record", 2)}
  {word("log_address", "%record", LOG)}
  %log = llvm.inttoptr %log_address : i64 to !llvm.ptr<1>
  %none = llvm.icmp "eq" %log_address, %zero : i64
  llvm.cond_br %none, ^end, ^logged
^logged:"""

#: lines that find the address of an access
_FIND_LOW = f"""%is_argument = llvm.icmp "sge" %argument, %zero : i64
  %safe = llvm.select %is_argument, %argument, %zero : i1, i64
  {extent("%safe")}
  {word("own_low", "%extent", 2)}
  {word("own_first", "%extent", 0)}
  %begin = llvm.add %own_low, %own_first : i64
  %counted = llvm.add %begin, %place : i64
  %low = llvm.select %is_argument, %counted, %place : i1, i64"""

_RUN = f"""
llvm.func internal @triton_shared_log_run(%log: !llvm.ptr<1>, %low: i64, %bytes: i64, %segment: i64, %site: i64,
    %lane: i64) {INTERNAL} {{
  {numbers(one=1, three=3, high=32, mask=4294967295)}
  %count = llvm.getelementptr %log[{VISIT_COUNT}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  %number = llvm.atomicrmw add %count, %one monotonic : !llvm.ptr<1>, i64
  {word("room", "%log", VISIT_ROOM)}
  %fits = llvm.icmp "slt" %number, %room : i64
  llvm.cond_br %fits, ^write, ^done
^write:
  %words = llvm.mul %number, %three : i64
  {_in("visit", AT_VISITS, "%words")}
  {at("entry_at", "%log", "%visit_place")}
  %upper = llvm.shl %segment, %high : i64
  %second = llvm.or %bytes, %upper : i64
  %shifted = llvm.shl %lane, %high : i64
  %lower = llvm.and %site, %mask : i64
  %third = llvm.or %lower, %shifted : i64
  %second_at = llvm.getelementptr %entry_at[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  %third_at = llvm.getelementptr %entry_at[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  llvm.store %low, %entry_at : i64, !llvm.ptr<1>
  llvm.store %second, %second_at : i64, !llvm.ptr<1>
  llvm.store %third, %third_at : i64, !llvm.ptr<1>
  llvm.br ^done
^done:
  llvm.return
}}
"""


def _innermost() -> str:
    """Lines that tell the innermost of four dimensions that has several elements, and what is left without its run."""
    lines = [f'%m{d} = llvm.icmp "ne" %n{d}, %one : i64' for d in (3, 2, 1)]
    for what in "nsl":
        lines += [
            f"%in1_{what} = llvm.select %m1, %{what}1, %{what}0 : i1, i64",
            f"%in2_{what} = llvm.select %m2, %{what}2, %in1_{what} : i1, i64",
            f"%in_{what} = llvm.select %m3, %{what}3, %in2_{what} : i1, i64",
        ]
    lines += [
        f"%longest = llvm.mlir.constant({_LONGEST} : i64) : i64",
        '%is_dense = llvm.icmp "eq" %in_s, %width : i64',
        '%is_short = llvm.icmp "slt" %in_n, %longest : i64',
        "%is_run = llvm.and %is_dense, %is_short : i1",
        "%all = llvm.mul %in_n, %width : i64",
        "%run = llvm.select %is_run, %all, %width : i1, i64",
        "%left3 = llvm.select %is_run, %one, %n3 : i1, i64",
        "%left2 = llvm.select %is_run, %one, %n2 : i1, i64",
        "%left1 = llvm.select %is_run, %one, %n1 : i1, i64",
        "%left0 = llvm.select %is_run, %one, %n0 : i1, i64",
        "%c3 = llvm.select %m3, %left3, %n3 : i1, i64",
        "%m23 = llvm.or %m2, %m3 : i1",
        "%m123 = llvm.or %m1, %m23 : i1",
        "%c2 = llvm.select %m3, %n2, %left2 : i1, i64",
        "%c1 = llvm.select %m23, %n1, %left1 : i1, i64",
        "%c0 = llvm.select %m123, %n0, %left0 : i1, i64",
        "%c01 = llvm.mul %c0, %c1 : i64",
        "%c012 = llvm.mul %c01, %c2 : i64",
        "%total = llvm.mul %c012, %c3 : i64",
        "%steps = llvm.udiv %run, %width : i64",
    ]
    return "\n  ".join(lines)


#: a program waits before an access until another one has made one since its own last; in vain it halves the patience
_TURN = f"""
llvm.func internal @triton_shared_take_turn(%address: i64, %x: i64, %y: i64, %z: i64) {INTERNAL} {{
  {numbers(zero=0, one=1, two=2)}
  %record = llvm.inttoptr %address : i64 to !llvm.ptr<1>
  {word("columns", "%record", 1)}
  {word("rows", "%record", 2)}
  {numbers(patience_word=PATIENCE, last_word=LAST)}
  %met_at = llvm.getelementptr %record[{MET}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  {_get("patience", "%record", "%patience_word")}
  {at("last_at", "%record", "%last_word")}
  %none = llvm.icmp "sle" %patience, %zero : i64
  llvm.cond_br %none, ^end, ^begin
^begin:
  {PROGRAM}
  %counted = llvm.add %program, %one : i64
  %self = llvm.shl %counted, %one : i64
  %busy = llvm.or %self, %one : i64
  %half = llvm.udiv %patience, %two : i64
  %own = llvm.cmpxchg %last_at, %busy, %self acq_rel monotonic : !llvm.ptr<1>, i64
  llvm.br ^try(%zero : i64)
^try(%tries: i64):
  %more = llvm.icmp "slt" %tries, %half : i64
  llvm.cond_br %more, ^look, ^give_up
^look:
  %next = llvm.add %tries, %one : i64
  %last = llvm.load %last_at {_ATOMIC} : !llvm.ptr<1> -> i64
  %odd = llvm.and %last, %one : i64
  %is_other = llvm.icmp "ne" %last, %self : i64
  %is_idle = llvm.icmp "eq" %odd, %zero : i64
  %is_free = llvm.and %is_other, %is_idle : i1
  llvm.cond_br %is_free, ^take, ^try(%next : i64)
^take:
  %swapped = llvm.cmpxchg %last_at, %last, %busy acq_rel monotonic : !llvm.ptr<1>, i64
  %taken = llvm.extractvalue %swapped[1] : !llvm.struct<(i64, i1)>
  llvm.cond_br %taken, ^taken, ^try(%next : i64)
^taken:
  %is_first = llvm.icmp "eq" %last, %zero : i64
  llvm.cond_br %is_first, ^end, ^meet
^meet:
  %met = llvm.atomicrmw xchg %met_at, %one monotonic : !llvm.ptr<1>, i64
  %again = llvm.icmp "ne" %met, %zero : i64
  llvm.cond_br %again, ^end, ^shorten
^shorten:
  %short = llvm.mlir.constant({_WHEN_MET} : i64) : i64
  llvm.store %short, %patience_at {_ATOMIC} : i64, !llvm.ptr<1>
  llvm.br ^end
^give_up:
  llvm.store %half, %patience_at {_ATOMIC} : i64, !llvm.ptr<1>
  llvm.store %busy, %last_at {_ATOMIC} : i64, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}}
"""

_BOX = ", ".join(f"%{what}{d}: i64" for d, what in product(range(4), "nsl"))
_VISITS = f"""
llvm.func internal @{VISITS}(%address: i64, %number: i64, %x: i64, %y: i64, %z: i64, %when: i64, %kind: i64,
    %argument: i64, %place: i64, %width: i64, %lane: i64, {_BOX}) {INTERNAL} {{
  llvm.call @triton_shared_take_turn(%address, %x, %y, %z) : (i64, i64, i64, i64) -> ()
  {_FIND_LOG}
  {word("arguments", "%record", 0)}
  %absolute = llvm.mlir.constant(-3 : i64) : i64
  %is_named = llvm.icmp "sge" %argument, %zero : i64
  %is_absolute = llvm.icmp "sle" %argument, %absolute : i64
  %of_absolute = llvm.sub %absolute, %argument : i64
  %of_address = llvm.select %is_absolute, %of_absolute, %arguments : i1, i64
  %whose = llvm.select %is_named, %argument, %of_address : i1, i64
  {_in("watched", AT_WATCHED, "%whose")}
  {_get("is_watched", "%log", "%watched_place")}
  %least01 = llvm.intr.smin(%n0, %n1) : (i64, i64) -> i64
  %least23 = llvm.intr.smin(%n2, %n3) : (i64, i64) -> i64
  %least = llvm.intr.smin(%least01, %least23) : (i64, i64) -> i64
  %is_filled = llvm.icmp "sgt" %least, %zero : i64
  %is_seen = llvm.icmp "ne" %is_watched, %zero : i64
  %goes_on = llvm.and %is_filled, %is_seen : i1
  llvm.cond_br %goes_on, ^noted, ^end
^noted:
  %is_known = llvm.icmp "slt" %whose, %arguments : i64
  %named = llvm.select %is_known, %whose, %zero : i1, i64
  {_FIND_LOW}
  {_innermost()}
  {total("named_from", "%header", ("%named", "%size"))}
  %named_low_place = llvm.add %named_from, %one : i64
  %named_low_word = llvm.add %named_low_place, %one : i64
  {_get("base", "%record", "%named_low_word")}
  {PROGRAM}
  {_in("kind_of", AT_KINDS, "%number")}
  {_set("kind_word", "%log", "%kind_of_place", "%kind")}
  {_in("segment_of", AT_SEGMENTS, "%program")}
  {_get("segment", "%log", "%segment_of_place")}
  {_in("used_of", AT_USED, "%segment")}
  {_set("used_word", "%log", "%used_of_place", "%one")}
  llvm.br ^runs(%zero : i64)
^runs(%i: i64):
  %more = llvm.icmp "slt" %i, %total : i64
  llvm.cond_br %more, ^run, ^end
^run:
  %i3 = llvm.urem %i, %c3 : i64
  %q3 = llvm.udiv %i, %c3 : i64
  %i2 = llvm.urem %q3, %c2 : i64
  %q2 = llvm.udiv %q3, %c2 : i64
  %i1 = llvm.urem %q2, %c1 : i64
  %i0 = llvm.udiv %q2, %c1 : i64
  {total("at", "%low", *((f"%i{d}", f"%s{d}") for d in range(4)))}
  {total("first", "%lane", *((f"%i{d}", f"%l{d}") for d in range(4)))}
  %next = llvm.add %i, %one : i64
  %within = llvm.sub %at, %base : i64
  llvm.cond_br %is_known, ^ask, ^whole
^ask:
  %held = llvm.call @triton_shared_holds(%record, %named, %within, %run) : (!llvm.ptr<1>, i64, i64, i64) -> i1
  llvm.cond_br %held, ^whole, ^elements(%zero : i64)
^whole:
  llvm.call @triton_shared_log_run(%log, %at, %run, %segment, %number, %first)
      : (!llvm.ptr<1>, i64, i64, i64, i64, i64) -> ()
  llvm.br ^runs(%next : i64)
^elements(%e: i64):
  %some = llvm.icmp "slt" %e, %steps : i64
  llvm.cond_br %some, ^element, ^runs(%next : i64)
^element:
  %e_next = llvm.add %e, %one : i64
  {total("e_at", "%at", ("%e", "%width"))}
  {total("e_lane", "%first", ("%e", "%in_l"))}
  %e_within = llvm.sub %e_at, %base : i64
  %e_held = llvm.call @triton_shared_holds(%record, %named, %e_within, %width)
      : (!llvm.ptr<1>, i64, i64, i64) -> i1
  llvm.cond_br %e_held, ^log_element, ^elements(%e_next : i64)
^log_element:
  llvm.call @triton_shared_log_run(%log, %e_at, %width, %segment, %number, %e_lane)
      : (!llvm.ptr<1>, i64, i64, i64, i64, i64) -> ()
  llvm.br ^elements(%e_next : i64)
^end:
  llvm.return
}}
"""

_SYNC = "%address: i64, %number: i64, %x: i64, %y: i64, %z: i64, %when: i64, %kind: i64, %argument: i64, %place: i64"
_BEFORE = f"""
llvm.func internal @{BEFORE}({_SYNC}) {INTERNAL} {{
  {_FIND_LOG}
  %lock = llvm.getelementptr %log[{LOCK}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  llvm.br ^try
^try:
  %swapped = llvm.cmpxchg %lock, %zero, %one acq_rel monotonic : !llvm.ptr<1>, i64
  %taken = llvm.extractvalue %swapped[1] : !llvm.struct<(i64, i1)>
  llvm.cond_br %taken, ^end, ^try
^end:
  llvm.return
}}
"""

_AFTER = f"""
llvm.func internal @{AFTER}({_SYNC}) {INTERNAL} {{
  {_FIND_LOG}
  %lock = llvm.getelementptr %log[{LOCK}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
  {_FIND_LOW}
  {PROGRAM}
  {numbers(sync_count=SYNC_COUNT, segment_count=SEGMENT_COUNT)}
  {_get("count", "%log", "%sync_count")}
  {_get("after", "%log", "%segment_count")}
  {word("sync_room", "%log", SYNC_ROOM)}
  {word("segment_room", "%log", SEGMENT_ROOM)}
  {_in("segment_of", AT_SEGMENTS, "%program")}
  {_get("ended", "%log", "%segment_of_place")}
  %is_first = llvm.icmp "eq" %count, %zero : i64
  llvm.cond_br %is_first, ^room, ^last
^last:
  %last_number = llvm.sub %count, %one : i64
  %last_words = llvm.mul %last_number, %three : i64
  {_in("last", AT_SYNCS, "%last_words")}
  %last_second = llvm.add %last_place, %one : i64
  {_get("last_low", "%log", "%last_place")}
  {_get("last_pair", "%log", "%last_second")}
  %last_after = llvm.lshr %last_pair, %high : i64
  {_in("used_of", AT_USED, "%ended")}
  {_get("used", "%log", "%used_of_place")}
  %same_place = llvm.icmp "eq" %last_low, %low : i64
  %same_segment = llvm.icmp "eq" %last_after, %ended : i64
  %is_unused = llvm.icmp "eq" %used, %zero : i64
  %same = llvm.and %same_place, %same_segment : i1
  %idle = llvm.and %same, %is_unused : i1
  llvm.cond_br %idle, ^release, ^room
^room:
  %has_segment = llvm.icmp "slt" %after, %segment_room : i64
  %has_sync = llvm.icmp "slt" %count, %sync_room : i64
  %fits = llvm.and %has_segment, %has_sync : i1
  llvm.cond_br %fits, ^write, ^release
^write:
  %words = llvm.mul %count, %three : i64
  {_in("sync", AT_SYNCS, "%words")}
  %second = llvm.add %sync_place, %one : i64
  %third = llvm.add %second, %one : i64
  %upper = llvm.shl %after, %high : i64
  %pair = llvm.or %ended, %upper : i64
  {_set("sync_low", "%log", "%sync_place", "%low")}
  {_set("sync_pair", "%log", "%second", "%pair")}
  {_set("sync_site", "%log", "%third", "%number")}
  {_set("new_segment", "%log", "%segment_of_place", "%after")}
  %more_segments = llvm.add %after, %one : i64
  %more_syncs = llvm.add %count, %one : i64
  llvm.store %more_segments, %after_at {_ATOMIC} : i64, !llvm.ptr<1>
  llvm.store %more_syncs, %count_at {_ATOMIC} : i64, !llvm.ptr<1>
  llvm.br ^release
^release:
  llvm.store %zero, %lock atomic release {{alignment = 8 : i64}} : i64, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}}
"""

_ORDER = f"""
llvm.func internal @{ORDER}(%address: i64, %number: i64, %x: i64, %y: i64, %z: i64, %grid: i64) -> i64
    {INTERNAL} {{
  %zero = llvm.mlir.constant(0 : i64) : i64
  %record = llvm.inttoptr %address : i64 to !llvm.ptr<1>
  {word("columns", "%record", 1)}
  {word("rows", "%record", 2)}
  {word("factor", "%record", FACTOR)}
  {word("begin", "%record", FIRST)}
  {PROGRAM}
  %passed = llvm.mul %program, %factor : i64
  %counted = llvm.add %passed, %begin : i64
  %other = llvm.urem %counted, %grid : i64
  %same = llvm.icmp "eq" %factor, %zero : i64
  %result = llvm.select %same, %program, %other : i1, i64
  llvm.return %result : i64
}}
"""

#: a slot whose third word is no longer the least number was asked for
_FILL = f"""
llvm.func internal @{FILL}(%address: i64, %number: i64, %x: i64, %y: i64, %z: i64, %when: i64) -> i64
    {INTERNAL} {{
  {numbers(zero=0, two=2, three=3, all=-1)}
  %record = llvm.inttoptr %address : i64 to !llvm.ptr<1>
  {word("slots", "%record", 3)}
  {word("fill", "%record", FILLED)}
  {word("whose", "%record", WHOSE)}
  {total("slot_from", "%slots", ("%number", "%three"))}
  %mark = llvm.add %slot_from, %two : i64
  {_set("marked", "%record", "%mark", "%zero")}
  %is_all = llvm.icmp "eq" %whose, %all : i64
  %is_own = llvm.icmp "eq" %whose, %number : i64
  %is_meant = llvm.or %is_all, %is_own : i1
  %result = llvm.select %is_meant, %fill, %zero : i1, i64
  llvm.return %result : i64
}}
"""

#: by the function that is called: it, and what it needs
DEFINITIONS = {
    VISITS: (HOLDS, _RUN, _TURN, _VISITS),
    BEFORE: (_BEFORE,),
    AFTER: (_AFTER,),
    ORDER: (_ORDER,),
    FILL: (_FILL,),
}
