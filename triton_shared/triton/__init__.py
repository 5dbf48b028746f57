"""The package as a back end of Triton: ``TRITON_DEFAULT_BACKEND=triton_shared python program.py`` runs on the CPU.

Triton imports ``compiler`` and ``driver`` whenever it is imported itself, so these load nothing heavy at their top
level: neither torch nor MLIR nor llvmlite.
"""
