"""Programs of other front ends read into the tt dialect, one module a notation."""
