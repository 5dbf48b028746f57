"""Every op on whole tensors, on every type, in several shapes."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.ops.whole import all_cases
from tests.support.program import Program

BY_NAME = defaultdict(list)
for _case in all_cases():
    BY_NAME[_case.name].append(_case)


@pytest.mark.parametrize("name", BY_NAME)
def test_op(name):
    """One kernel a type."""
    failures = []
    for case in BY_NAME[name]:
        program = Program()
        case.build(program)
        try:
            program.check()
        except Exception as error:
            failures.append(f"{case.types}: {type(error).__name__}: {error}")
    assert not failures, "\n".join(failures)
