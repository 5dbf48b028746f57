"""tt: Triton's own dialect, on scalars and tensors.  A pointer is its address, an int64."""
