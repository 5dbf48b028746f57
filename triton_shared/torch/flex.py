"""``flex_attention`` on the CPU as matrix products and a softmax, which Inductor makes Triton kernels of.

Torch lowers it on CPUs to a template in C++, which is not for its Triton code generator.  `MathAttention` puts the
op's own definition in its place, torch's ``sdpa_dense``, before Inductor's passes see the graph::

    %attention = flex_attention(%q, %k, %v, %score_mod, %block_mask, …)

becomes, with the functions of both inlined,

    %scores  = mask_mod(b, h, i, j) ? score_mod(%q @ %k^T * scale, b, h, i, j) : -inf
    %out     = softmax(%scores) @ %v

so every form of ``score_mod``, ``mask_mod``, of grouped heads and of results is right.  The scores of all pairs are in
memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from torch import Tensor
from torch._higher_order_ops.flex_attention import flex_attention, sdpa_dense
from torch._inductor.custom_graph_pass import CustomGraphPass
from torch._inductor.decomposition import select_decomp_table
from torch._inductor.virtualized import V
from torch.fx import Graph, Node
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.node import map_arg


class MathAttention(CustomGraphPass):
    """Inductor's pass that does it, and then ``others``, which users chose.

    Each graph of this back end has it, so caches know by it which compiler a graph's kernels ``for_gpus`` are of.
    """

    def __init__(self, others: Sequence[Callable[[Graph], None]] = (), for_gpus: bool = False):
        self._others, self._for_gpus = others, for_gpus

    def __call__(self, graph: Graph) -> None:
        """Run the pass on a graph of ATen's ops."""
        for node in graph.find_nodes(op="call_function", target=flex_attention):
            if node.args[0].meta["val"].device.type == "cpu":
                _replace(graph, node)
        for other in self._others:
            other(graph)

    def uuid(self) -> Any:
        """What Inductor's caches distinguish it by; None, which is never in a cache, where another pass has none."""
        others = [getattr(other, "uuid", lambda: None)() for other in self._others]
        if None in others:
            return None
        parts = ["triton_shared", hashlib.sha256(Path(__file__).read_bytes()).hexdigest()]
        if self._for_gpus:
            from triton_shared.torch import marks

            parts.append(marks.version())
        return (*parts, *others)


def _replace(graph: Graph, node: Node) -> None:
    """Put the definition of the ``flex_attention`` ``node`` in its place."""
    module = graph.owning_module
    inputs = [n for n in node.all_input_nodes if n.op != "get_attr" or "val" in n.meta]

    def compute(*values: Any) -> Any:
        given = dict(zip(inputs, values, strict=True))
        args = map_arg(node.args, lambda n: given[n] if n in given else getattr(module, n.target))
        return sdpa_dense(*args)

    with V.fake_mode:
        traced = make_fx(compute, select_decomp_table())(*(n.meta["val"] for n in inputs))
    placeholders = traced.graph.find_nodes(op="placeholder")
    known: dict[Node, Node] = dict(zip(placeholders, inputs, strict=True))
    with graph.inserting_before(node):
        for constant in traced.graph.find_nodes(op="get_attr"):
            known[constant] = _constant(graph, getattr(traced, constant.target), constant)
        results = graph.graph_copy(traced.graph, known)
    for user in list(node.users):  # each takes one of the results
        user.replace_all_uses_with(results[user.args[1]])
        graph.erase_node(user)
    graph.erase_node(node)
    graph.eliminate_dead_code()


def _constant(graph: Graph, value: Tensor, like: Node) -> Node:
    """``value`` as an attribute of the module of ``graph``."""
    module = graph.owning_module
    name = next(n for n in map("_attention_constant{}".format, range(1 << 20)) if not hasattr(module, n))
    module.register_buffer(name, value, persistent=False)
    node = graph.get_attr(name)
    node.meta = dict(like.meta)
    return node
