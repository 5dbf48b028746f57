"""Note on a module what the masks of its accesses are, for what `--check-accesses` tells of them.

::

    tt.func @k(…) { … tt.load %p, %mask … }  ->  module attributes {tts.masks = "{\"add.py:7:16\": {…}}"} {
                                                   tt.func @k(…) { … tt.load %p, %mask … } }

The attribute is JSON: by the place of each access the conditions that all hold where its mask keeps a lane, as terms of
arguments, programs and lanes (`triton_shared/proofs/masks.py`).  Accesses of one place whose masks differ are left out.

The pass changes nothing else, and refuses nothing.
"""

from __future__ import annotations

import json
from typing import Any

from triton_shared.mlir import ir
from triton_shared.proofs.masks import described
from triton_shared.proofs.touches import Source, touches

MASKS = "tts.masks"


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    found: dict[str, Any] = {}
    for symbol in module.regions[0].blocks[0]:
        function = symbol.operation
        if function.name == "tt.func" and function.regions[0].blocks:
            program = touches(function)
            for touch in program.touches:
                place, mask = key(touch.source), described(program.terms, touch) if touch.mask else None
                found[place] = mask if found.get(place, mask) == mask else None
    known = {place: mask for place, mask in found.items() if mask}
    if known:
        module.attributes[MASKS] = ir.StringAttr.get(json.dumps(known), module.context)


def key(source: Source) -> str:
    """What a place is called."""
    return ":".join(map(str, source))


def taken(module: ir.Operation) -> dict[str, Any]:
    """What the pass noted on ``module``, which forgets it."""
    if MASKS not in module.attributes:
        return {}
    text = module.attributes[MASKS].value
    del module.attributes[MASKS]
    return json.loads(text)
