"""Where other compilers begin and end.

In: text of other front ends (`importers`), Triton IR.  Out: the shared form as other MLIRs read it (`releases`).
Start with `to_linalg.py`.
"""
