"""Note on a module all that its kernel touches, by which launches prove that their programs do not race.

::

    tt.func @k(…) { … tt.load %p, %mask … }  ->  module attributes {tts.touches = "[[[…]], …]"} {
                                                   tt.func @k(…) { … tt.load %p, %mask … } }

The attribute is JSON, the terms and touches of `triton_shared/proofs/touches.py`; `--check-accesses` hands it to the
record of launches as ``tt.touches``.  It is missing where nothing could be proved: of modules with several kernels,
functions that are called, atomic updates, addresses of no argument, and more accesses than a launch has time for.

The pass changes nothing else, and refuses nothing.
"""

from __future__ import annotations

from triton_shared.mlir import ir
from triton_shared.proofs.touches import Program, touches

TOUCHES = "tts.touches"
#: accesses, and terms, of which a launch proves something
_MOST_TOUCHES, _MOST_TERMS = 16, 1000


def run(module: ir.Operation) -> None:
    """Run the pass on ``module``."""
    symbols = [symbol.operation for symbol in module.regions[0].blocks[0]]
    functions = [op for op in symbols if op.name == "tt.func" and op.regions[0].blocks]
    if len(functions) == 1:
        program = touches(functions[0])
        if _may_be_proved(program):
            module.attributes[TOUCHES] = ir.StringAttr.get(program.text(), module.context)


def _may_be_proved(program: Program) -> bool:
    known = all(t.does in ("reads", "writes") and t.argument is not None for t in program.touches)
    return known and len(program.touches) <= _MOST_TOUCHES and len(program.terms.rows) <= _MOST_TERMS


def taken(module: ir.Operation) -> str | None:
    """What the pass noted on ``module``, which forgets it."""
    if TOUCHES not in module.attributes:
        return None
    text = module.attributes[TOUCHES].value
    del module.attributes[TOUCHES]
    return text
