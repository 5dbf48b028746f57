"""Triton's tutorials, from the fork for CPUs: what each checks itself, without its benchmarks."""

from public_library import Library

LIBRARY = Library(
    repository="triton-lang/triton-cpu",
    tests=("drive_tutorials.py",),
    drivers=True,
)
