"""ScatterMoE: mixtures of experts whose tokens are gathered and scattered in the products, with their gradients."""

from public_library import Library

LIBRARY = Library(repository="shawntan/scattermoe", tests=("tests/test_mlp.py",), path=(".",), sample=12)
