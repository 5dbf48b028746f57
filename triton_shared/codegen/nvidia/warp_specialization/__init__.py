"""Loops whose tiles a producer warp fills while others compute.

In: pipelined loops of a thread's program.  Out: two roles, a producer and consumers, with mbarriers between.
Start with `specialized_loops.py`, then `producer_slice.py` and `specialize_warps.py`.
"""
