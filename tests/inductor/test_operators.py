"""A few of torch's operators, of each kind, forward and backward: `opinfo.py` compares all of them."""

import importlib.util

import pytest

if importlib.util.find_spec("expecttest") is None:
    pytest.skip("torch's test data needs expecttest, which is not installed", allow_module_level=True)

import torch

from tests.inductor.opinfo import How, compare, operators

NAMES = (
    "add addcmul amax argmin cat cumsum diff div expm1 flip gather index_add index_select kron lgamma log_softmax "
    "mvlgamma "
    "masked_fill nn.functional.avg_pool2d nn.functional.gelu nn.functional.layer_norm nn.functional.pad roll "
    "scatter_add sort std tril unfold var_mean where"
)


@pytest.mark.parametrize("name", NAMES.split())
def test_operator(name):
    op = next(op for op in operators(name, "cpu") if op.name == name)
    torch.manual_seed(0)
    assert compare(op, How(samples=1, backward=True)) == ("right", "")
