"""Tensor cores of NVIDIA: instructions of warps and of warpgroups, and their matrices in shared memory.

In: a plan, operands in registers or tiles.  Out: mma.sync, wgmma, ldmatrix and stmatrix.
Start with `mma_sync.py`, then `wgmma.py`.
"""
