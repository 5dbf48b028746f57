"""From a thread's program to ops that upstream's conversions to NVVM take.

In: gpu, arith, vector, scf, simt and llvm ops.  Out: nvvm ops and inline PTX within a gpu.module.
Start anywhere: each file is a pass of its name.
"""
