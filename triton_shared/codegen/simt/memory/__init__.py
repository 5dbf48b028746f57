"""Global and shared memory: accesses, exchange between threads, places and barriers.

In: a view of a buffer and a layout; a thread's program with regions.  Out: vector accesses; offsets, barriers.
Start with `global_access.py` and `insert_barriers.py`.
"""
