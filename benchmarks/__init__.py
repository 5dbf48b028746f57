"""Benchmarks: programs such as ``python -m benchmarks.cpu``; docs/benchmarks.md lists them."""
