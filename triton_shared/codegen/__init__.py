"""Code generation: from the shared form down to machine code."""


def entry_symbol(kernel: str) -> str:
    """The symbol that the object code of ``kernel`` exports."""
    return f"{kernel}.entry"
