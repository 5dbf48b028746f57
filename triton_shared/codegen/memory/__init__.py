"""From tensors to buffers: which are shared, elided, and where they live."""
