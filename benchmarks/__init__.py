"""Benchmarks: ``python -m benchmarks.cpu`` and ``python -m benchmarks.compile``."""
