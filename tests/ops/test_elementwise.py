"""Every elementwise op on every type, on scalars and on tensors of rank 1 to 5."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.ops.elementwise import all_ops
from tests.support.program import Program

BY_NAME = defaultdict(list)
for _op in all_ops():
    BY_NAME[_op.name].append(_op)


@pytest.mark.parametrize("name", BY_NAME)
def test_op(name):
    """One kernel a type."""
    failures = []
    for op in BY_NAME[name]:
        program = Program()
        op.build(program)
        try:
            program.check()
        except Exception as error:
            failures.append(f"{op.types}: {type(error).__name__}: {error}")
    assert not failures, "\n".join(failures)
