"""Code generation for CPUs."""
