"""Inductor's search for dimensions in an index, once an expression.

Blocks of several dimensions (`triton.prefer_nd_tiling`) make Inductor match each index of each two nodes that may be
fused, and again as it writes their kernel, by sympy's patterns.  Layers that are alike have few different expressions::

    match(d0 + 64*d1, d1, 49, 2)  ── sympy ──▸ None     match(d0 + 64*d1, d1, 49, 2)  ──▸ None, from memory
"""

from __future__ import annotations

import functools
from typing import Any

from torch._inductor.codegen.block_analysis import BlockPatternMatcher

#: how many expressions are remembered
MOST = 4096


@functools.cache
def remember() -> None:
    """From here on Inductor matches an expression once.

    What it finds depends on nothing else where all sizes are numbers; what is known of others, a graph knows.
    """
    match = BlockPatternMatcher.match_mod_div_block_expr
    remembered = functools.lru_cache(MOST)(match)

    @functools.wraps(match)
    def match_mod_div_block_expr(index: Any, index_var: Any, numel: Any, num_dims: int) -> Any:
        if not index.free_symbols <= {index_var} or numel.free_symbols:
            return match(index, index_var, numel, num_dims)
        found = remembered(index, index_var, numel, num_dims)
        return found and tuple(map(list, found))  # a caller may change its lists

    BlockPatternMatcher.match_mod_div_block_expr = staticmethod(match_mod_div_block_expr)
