"""From LLVM IR to PTX and cubins.

In: LLVM IR of a kernel.  Out: optimized LLVM IR, PTX; by ptxas, a cubin.
Start with `emit.py`.
"""
