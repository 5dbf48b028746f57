"""Code generation: from the shared form down to machine code."""
