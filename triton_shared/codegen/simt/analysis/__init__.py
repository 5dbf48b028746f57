"""What is known of the shared form before anything is emitted: pure functions of IR.

In: ops and values of the shared form.  Out: divisors, sums of products of indices, views of buffers, known combiners.
Start with `views.py` and `divisibility.py`.
"""
