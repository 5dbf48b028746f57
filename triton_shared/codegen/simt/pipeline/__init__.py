"""Software pipelining: loads of a loop's later iterations, copied ahead into a ring of tiles.

In: an `scf.for` over blocks.  Out: the loop of a thread with its prologue, its copies and its waits.
Start with `pipelinable_loads.py`, what may be copied ahead, then `schedule.py` and `expand_loop.py`.
"""
