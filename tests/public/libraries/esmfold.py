"""ESMFold2's multiplications of triangles, of the Kernel Hub: norms, gates and products in one, with gradients."""

from public_library import Library

LIBRARY = Library(
    repository="huggingface/kernels-community",
    tests=("esmfold2-trimul/tests/test_esmfold2_trimul.py",),
    path=("esmfold2-trimul/torch-ext",),
    sample=6,
)
