"""The former name of `triton_shared.passes.options`, for one release."""

from triton_shared.passes.options import Option, OptionError, Value, parse, spelled, values

__all__ = ["Option", "OptionError", "Value", "parse", "spelled", "values"]
