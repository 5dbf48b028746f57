"""What a launch must know of a kernel, which stands on its function.

::

    llvm.func @add(%x: !llvm.ptr<1> {tts.pointee = f32}, %n: i32, %record: !llvm.ptr<1> {tts.role = "record"})
        attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>, tts.shared_bytes = 512 : i64, tts.texts = ["x < 9"]}

A kernel's arguments are the user's in order and, if programs print or assert, a pointer to a *record*, which the host
reads when the grid has ended (all numbers little-endian)::

    { int32 kind, pid[3]; int64 message; int32 claimed, capacity; entry entries[capacity] }
    entry: { int32 pid[3], format; int64 lane, bits }

``kind`` is 0, or `ASSERTION` when an assertion has failed, of the program ``pid`` and with the text number ``message``
of ``tts.texts``.  What is printed claims entries by counting ``claimed`` up; those beyond ``capacity`` are lost.
``format`` is the number of a text, lane and bits are those of ``@triton_shared_print``.

Assertions that trap have no record; ``tts.assertions`` has their texts.

If its blocks run program after program (`tts.persistent`), three i32 follow, the grid of programs.  Where it has
``tts.cluster`` as well, so many neighbours are a cluster, and the number of blocks is a multiple of that.

If it copies TMA tiles of tensors, an i32 follows, whose bit i is 1 if the launch could make the map of the tensor i,
and then the maps, 128 bytes each. ptxas aligns these by addresses that the PTX does not state, so a launch gives the
driver a pointer to each argument.  ``tts.tensor_maps`` has a text for each map: a `TensorMap` in JSON.
"""

from __future__ import annotations

import re

#: on a function: the texts that it prints, and that its assertions have
TEXTS = "tts.texts"
#: on a function: the texts of its assertions, where these trap
ASSERTIONS = "tts.assertions"
#: the function of CUDA's that assertions which trap call: text, file, line, function, bytes of a character
ASSERTFAIL = "__assertfail"
#: on a function: its loops are as they should be, LLVM is not to reduce the strength of addresses, and to do less else
DISABLE_LSR = "tts.disable_lsr"
#: on a function: how many blocks, neighbours along x, are a cluster
CLUSTER = "tts.cluster"
#: the role of the argument that points to the record
RECORD = "record"
#: on a function: the tensors that it copies TMA tiles of
TENSOR_MAPS = "tts.tensor_maps"
#: bytes of a map, and what divides its place
MAP_BYTES, MAP_ALIGNMENT = 128, 64
#: how many maps a kernel has at most
MOST_MAPS = 31

#: a record's kind
ASSERTION = 1
#: bytes of a record before its entries, and of an entry
RECORD_BYTES, ENTRY_BYTES = 32, 32

_IDENTIFIER = re.compile(r"(?:[A-Za-z]|[_$][\w$])[\w$]*", re.ASCII)
_RESERVED = {"WARP_SZ"}


def symbol(kernel: str) -> str:
    """The name of ``kernel`` in PTX: its own, or one like it where PTX has no such name."""
    if _IDENTIFIER.fullmatch(kernel) and kernel not in _RESERVED:
        return kernel
    return "kernel_" + re.sub(r"[^\w$]", "_", kernel, flags=re.ASCII)
