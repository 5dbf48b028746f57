"""Contractions: which way one is made, and its operands.

In: a contraction of blocks and its plan.  Out: instructions of a target's, or multiply-adds, on fragments.
Start with `dot.py`.
"""
