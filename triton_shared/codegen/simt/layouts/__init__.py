"""Which thread holds which element.

In: tensors of a kernel.  Out: a linear layout for each, and how a dot's fragments are shared out.
Start with `linear_layout.py`, then `layout_assignment.py`.
"""
