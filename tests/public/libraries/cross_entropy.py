"""Cut cross entropy: losses of large vocabularies, whose logits are made by blocks and never stored."""

from public_library import Library

NAMES = "cce_indexed_dot cce_loss_backward cce_loss_forward cce_lse compute_z_loss"

LIBRARY = Library(
    repository="apple/ml-cross-entropy",
    tests=tuple(f"tests/test_{name}.py" for name in NAMES.split()),
    path=(".",),
)
