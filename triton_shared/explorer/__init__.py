"""A page on a kernel: its text at each level of the compiler with lines linked, and what its accesses touch.

`levels` makes the texts, `accesses` the touched elements, `page` the HTML; ``triton-shared explain -o`` is the front.
"""
