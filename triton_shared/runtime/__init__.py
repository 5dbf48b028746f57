"""Kernels, launches, caches."""
