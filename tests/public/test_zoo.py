"""`zoo.py`: what it calls wrong, and how a model's process ends."""

from __future__ import annotations

import importlib.util
import json
import math

import pytest

if importlib.util.find_spec("torch") is None or importlib.util.find_spec("triton") is None:
    pytest.skip("torch or triton not installed", allow_module_level=True)

import torch

from tests.public import zoo


def results(shift: float = 0.0, place: int = 0) -> dict[str, torch.Tensor]:
    """Three tensors of different sizes of numbers, one element of the second moved by ``shift``."""
    found = {"large": torch.linspace(1e3, 2e3, 50), "one": torch.linspace(1, 2, 50), "none": torch.empty(0)}
    found["one"][place] += shift
    return found


def truths() -> dict[str, torch.Tensor]:
    """The same in f64."""
    return {name: tensor.double() for name, tensor in results().items()}


@pytest.mark.parametrize("place", [0, 17, 49])
@pytest.mark.parametrize("shift", [1e-2, -1e-3, math.nan, math.inf])
def test_one_element_that_is_off_is_wrong(shift, place):
    share, name = zoo.worst(truths(), results(), results(shift, place))
    assert name == "one" and not share <= 1


def test_rounding_is_right():
    share, _ = zoo.worst(truths(), results(1e-6), results(2e-6))
    assert share <= 1


def test_tensors_that_are_missing_are_wrong():
    with pytest.raises(AssertionError, match="one"):
        zoo.worst(truths(), results(), {"large": results()["large"]})


def test_outputs_are_found_in_tuples_and_dictionaries():
    one, two = torch.zeros(2), torch.ones(3)
    assert list(map(len, zoo.tensors({"a": (one, torch.arange(3)), "b": [two, None]}))) == [2, 3]


def test_models_compute_the_same_in_f64():
    """Eager's results in f64 and f32 are near each other for all models that need torch alone."""
    for make in list(zoo.MODELS.values())[:3]:
        torch.manual_seed(0)
        made = make()
        exact, eager = zoo.computed(zoo.as_f64(made), None), zoo.computed(made, None)
        for name, truth in exact.items():
            torch.testing.assert_close(eager[name].double(), truth, rtol=1e-3, atol=1e-4)


def test_a_model_that_does_not_end_is_ended(tmp_path, capsys):
    assert zoo.main(["polynomial_norm", "--seconds", "1", "--state", str(tmp_path / "state")]) == 1
    assert json.loads((tmp_path / "state").read_text())["outcome"] == "timeout"
    assert "1 timeout" in capsys.readouterr().out


def test_models_are_named():
    with pytest.raises(SystemExit):
        zoo.main(["nothing"])
