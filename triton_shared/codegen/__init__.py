"""Code generation: from the shared form down to machine code."""


def entry_symbol(kernel: str) -> str:
    """The symbol that the object code of ``kernel`` exports."""
    return f"{kernel}.entry"


_MATH = """acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor fma fmod
log log10 log1p log2 pow rint round roundeven sin sinh sqrt tan tanh trunc"""

#: functions of the C library that machine code calls
C_LIBRARY = {name + kind for name in _MATH.split() for kind in ("", "f")} | {
    "malloc",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "memrefCopy",
}


def program_symbol(kernel: str) -> str:
    """The symbol of ``kernel`` itself within its object: its name, unless its code may call a function of that name."""
    return f"{kernel}.program" if kernel in C_LIBRARY else kernel
