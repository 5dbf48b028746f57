"""The tt dialect: every op of Triton 3.9, and those that older releases printed.

Attributes are kept under the names, and in the spelling, of Triton's generic form; see `assembly` for what the
class attributes say about an op's text.  IRDL allows no dots in names: ``tt.reduce.return`` is in memory
``tt.reduce_return``, and so are the returns of scans and maps.
"""

from triton_shared.dialects.tt import elementwise, memory, program, tensors
from triton_shared.dialects.tt.base import TT

__all__ = ["TT", "elementwise", "memory", "program", "tensors"]
