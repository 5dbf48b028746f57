"""Launches on a `Fake` driver."""

from tests.support.fake_cuda import cuda

__all__ = ["cuda"]
