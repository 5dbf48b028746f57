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


def test_areas_have_models():
    """There are forty models at least, several of each area, and the names that transformers and timm have are kept."""
    areas = [zoo.AREAS[name] for name in zoo.MODELS]
    assert len(areas) >= 40
    assert all(areas.count(area) >= 3 for area in ("language", "vision", "audio", "graphs", "diffusion"))
    assert {"gpt2", "swin", "whisper", "timm_resnet10t"} <= zoo.MODELS.keys()


OWN = [name for name, make in zoo.MODELS.items() if make.__name__ == name]


@pytest.mark.parametrize("name", OWN)
def test_eager_runs_all_models_that_need_torch_alone(name):
    """Forward and backward, in f32 and f64; every parameter has a gradient."""
    torch.manual_seed(0)
    made = zoo.MODELS[name]()
    for net, inputs in (made, zoo.as_f64(made)):
        found = zoo.computed((net, inputs), None)
        assert all(torch.isfinite(tensor).all() for tensor in found.values())
        gradients = {n for n in found if n.startswith("gradient of ")}
        assert gradients == {f"gradient of {n}" for n, _ in net.named_parameters()}


def test_a_model_that_cannot_be_made_is_no_error_of_ours(monkeypatch):
    def fails():
        raise ImportError("no such package")

    monkeypatch.setitem(zoo.MODELS, "fails", fails)
    assert zoo.one("fails") == {"outcome": "eager", "message": "ImportError: no such package"}


@pytest.mark.parametrize(
    ("ours", "other", "counted"),
    [
        ("right", None, False),
        ("error", None, True),
        ("right", "error", False),
        ("error", "right", True),
        ("timeout", "right", True),
        ("error", "error", False),
        ("eager", "eager", False),
        ("wrong", "wrong", True),
        ("wrong", "error", True),
    ],
)
def test_what_inductor_does_not_get_right_does_not_count_unless_it_is_wrong(ours, other, counted):
    known = {"outcome": ours} | ({zoo.OTHER: {"outcome": other}} if other else {})
    assert zoo.counts(known) is counted


def test_outcomes_of_several_jobs_are_kept_and_read_again(tmp_path, monkeypatch, capsys):
    """With another device, or when Inductor is asked for, too, what is kept does not do."""
    ran = []

    def in_process(name, options, backend=zoo.OURS):
        ran.append((name, backend, options.device))
        return {"outcome": "right", "kernels": 2, "worst": 0.5, "first": 1.5}

    monkeypatch.setattr(zoo, "in_process", in_process)
    state, page = tmp_path / "state", tmp_path / "page.md"
    command = ["lstm", "encoder", "--jobs", "2", "--state", str(state), "--markdown", str(page)]
    assert zoo.main(command) == zoo.main(command) == 0
    assert sorted(ran) == [("encoder", zoo.OURS, "cpu"), ("lstm", zoo.OURS, "cpu")]
    assert zoo.main([*command, "--inductor"]) == 0 and len(ran) == 6
    assert "| lstm | language | 2 | right | 50 % | 1.5 | right | 1.5 |" in page.read_text()
    assert zoo.main([*command, "--device", "cuda"]) == 0 and ran[-1][2] == "cuda"
    assert "2 right" in capsys.readouterr().out


def test_no_jobs_are_refused():
    with pytest.raises(SystemExit):
        zoo.main(["lstm", "--jobs", "0"])


def test_a_model_that_does_not_end_is_ended(tmp_path, capsys):
    assert zoo.main(["polynomial_norm", "--seconds", "1", "--state", str(tmp_path / "state")]) == 1
    assert json.loads((tmp_path / "state").read_text())["outcome"] == "timeout"
    assert "1 timeout" in capsys.readouterr().out


def test_models_are_named():
    with pytest.raises(SystemExit):
        zoo.main(["nothing"])
