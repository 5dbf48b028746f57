"""The tutorial kernels as Triton programs, each with a wrapper that launches it on torch tensors."""
