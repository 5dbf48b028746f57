"""Code generation: from the shared form down to machine code."""


def entry_symbol(kernel: str) -> str:
    """The symbol that the object code of ``kernel`` exports."""
    return f"{kernel}.entry"


def program_symbol(kernel: str) -> str:
    """The symbol of ``kernel`` itself within its object, which no function of a library has: its code may call that."""
    return f"{kernel}.program"
