"""Still pictures: what boxes cover is what the program touches."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.explorer import kernels
from triton_shared import dialects
from triton_shared.explorer import accesses, svg


@pytest.mark.parametrize("seed", range(6))
def test_boxes_cover_what_is_touched(seed):
    rng = np.random.default_rng(seed)
    dims, table = kernels.drawn(rng), rng.integers(0, 20, kernels.TABLE).astype(np.int32)
    module = dialects.parse(kernels.text(dims), "k.mlir")
    launch = accesses.Launch((3,), (np.zeros((100, 40), np.float32), table), ("x<", "table"), "told")
    data = accesses.touched(module, "f", launch, [(2, 0, 0)]).data
    assert data["axes"] == [[2], [0], [0]]
    text = svg.picture(data, (2, 0, 0), "<title>")
    drawing = ElementTree.fromstring(text)
    assert "&lt;title&gt;" in text and "x&lt;[100, 40]" in text
    inner = list(drawing.iter("{http://www.w3.org/2000/svg}svg"))[-1]
    found = np.zeros((100, 40), np.int8)
    for box in list(inner)[1:]:
        x, y, width, height = (int(box.get(name)) for name in ("x", "y", "width", "height"))
        state = next(state for state, colour in svg.COLOURS.items() if colour == box.get("fill"))
        assert not found[y : y + height, x : x + width].any()
        found[y : y + height, x : x + width] = state
    elements, kept = kernels.truth(dims, 2, table)
    expected = np.zeros(4000, np.int8)
    np.maximum.at(expected, elements.ravel(), np.where(kept, 2, 1).ravel())
    assert (found.ravel() == expected).all()
    assert re.search(rf"{(expected == 2).sum()} elements touched", text)
