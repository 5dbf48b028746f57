"""What debuggers, profilers and handlers of crashes know of compiled kernels.

In: objects whose code is in memory.  Out: their names and lines for gdb, lldb, perf and the report of a crash.
Start with `registered_code.py`, which tells all of them.
"""
