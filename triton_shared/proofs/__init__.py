"""Proofs about all launches of a program: what it touches, as exact machine integers, and what follows from that.

In: Triton IR, and constraints on arguments and grids.  Out: for each access that no launch within the constraints is
out of bounds, or races, or how one is.  `touches.py` reads the program,
`machine.py` makes polynomials of it, `facts.py` and `solver.py` prove, `goals.py` says what is to be proved.
"""
