"""Programs are compiled as in use: nothing but their end is verified."""

import pytest

from triton_shared.passes import manager


@pytest.fixture(autouse=True)
def in_use(monkeypatch):
    """Verification between passes is off, as it is for users."""
    monkeypatch.delenv(manager.VERIFY)
