"""The tutorial kernels: Triton programs (`triton`), their IR (``*.mlir``), how to run them (`tutorials`)."""
