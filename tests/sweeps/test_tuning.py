"""The database of tuned configurations: merging forgets nothing fast, files are read or refused, kernels are tuned."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sweeps import specs
from triton_shared.sweeps import tuning
from triton_shared.sweeps.tuned import Database
from triton_shared.tools import tune as tool

CHIP = {"name": "znver4", "features": "00", "cores": 2}
ENTRIES = st.lists(
    st.builds(
        tuning.Tuned,
        kernel=st.just("add"), source=st.sampled_from("ab"), signature=st.just("n:int"),
        bucket=st.fixed_dictionaries({"n": st.sampled_from([1, 2, 64])}), chip=st.just(CHIP),
        configuration=st.fixed_dictionaries({"BLOCK": st.sampled_from([16, 32])}),
        seconds=st.sampled_from([1e-6, 2e-6, 3e-6]), spread=st.just([1e-6, 2e-6]), rivals=st.integers(1, 3),
    ),
    max_size=8,
)  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(a=ENTRIES, b=ENTRIES, c=ENTRIES)
def test_the_order_and_the_number_of_merges_do_not_matter(a, b, c):
    whole = tuning.dumped(tuning.merged(a, b, c))
    ab, bc = tuning.merged(b, a), tuning.merged(c, b)
    assert (
        whole
        == tuning.dumped(tuning.merged(ab.values(), c))
        == tuning.dumped(tuning.merged(bc.values(), a, bc.values()))
    )
    for entry in (*a, *b, *c):
        assert tuning.merged(a, b, c)[entry.key].seconds <= entry.seconds


def test_a_database_is_read_as_it_was_written(tmp_path):
    entries = tuning.merged(
        [tuning.Tuned("k\n", "s", "n:int", {"n": 4}, CHIP, {"BLOCK": None}, 1e-6, [1e-6, 2e-6], 1)]
    )
    path = tmp_path / "a.json"
    path.write_bytes(tuning.dumped(entries))
    assert tuning.read(path) == entries


ENTRY = {"kernel": "k", "source": "s", "signature": "", "bucket": {}, "chip": {}, "configuration": {}, "seconds": 1.0,
         "spread": [], "rivals": 1}  # fmt: skip
DAMAGED = {
    "": "is not JSON",
    "{}": "no database of format 1",
    '{"format": 2, "entries": []}': "no database of format 1",
    '{"format": 1, "entries": [7]}': "entry 1: has not the fields",
    json.dumps({"format": 1, "entries": [ENTRY | {"seconds": "fast"}]}): "'seconds' is 'fast'",
    json.dumps(
        {"format": 1, "entries": [ENTRY, ENTRY | {"bucket": {"n": "x"}}]}
    ): "entry 2: has numbers that are none",
}


@pytest.mark.parametrize("text", DAMAGED)
def test_what_is_no_database_is_refused(text, tmp_path, capsys):
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(tuning.DatabaseError, match=DAMAGED[text]) as caught:
        tuning.read(path)
    assert caught.value.__notes__[0].startswith("TS0042")
    assert tool.main(["--merge", str(path), "-d", str(tmp_path / "b.json")]) == 1
    assert DAMAGED[text] in capsys.readouterr().err and not (tmp_path / "b.json").exists()


@pytest.mark.parametrize(
    ("n", "bucket"), [(0, 0), (1, 1), (2, 2), (3, 4), (1024, 1024), (1025, 2048), (-3, -3)]
)
def test_buckets_are_powers_of_two(n, bucket):
    assert tuning.bucket_of({"n": n, "x": np.zeros(3), "f": 1.5, "b": True}) == {"n": bucket}


def test_the_nearest_sizes_of_the_same_chip_are_taken():
    def entry(n: int, block: int, **more) -> tuning.Tuned:
        fields = {"kernel": "k", "source": "s", "signature": "x", "chip": CHIP, "spread": [], "rivals": 1}
        return tuning.Tuned(**fields | more, bucket={"n": n}, configuration={"BLOCK": block}, seconds=1e-6)

    entries = [
        entry(16, 1),
        entry(4096, 2),
        entry(1024, 3, chip=CHIP | {"cores": 3}),
        entry(1024, 4, source="t"),
    ]

    def found(n: int, **more):
        asked = {"source": "s", "signature": "x", "bucket": {"n": n}, "chip": CHIP} | more
        one = tuning.nearest(entries, **asked)
        return one and one.configuration["BLOCK"]

    assert [found(16), found(64), found(1024), found(1 << 20)] == [1, 1, 2, 2]
    assert found(1024, chip=CHIP | {"cores": 3}) == 3 and found(1024, source="t") == 4
    assert found(16, source="u") is None and found(16, bucket={"m": 16}) is None


SPEC = specs.HEAD + """\
@sweep(kernel=ADD, axes={"n": [1000, 100000]}, options={"num_threads": [1, 2]})
def add(draw, n):
    return added(draw, n)
"""  # fmt: skip


def test_a_spec_is_tuned_merged_and_built(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("spec.py").write_text(SPEC)
    assert tool.main(["spec.py"]) == 0
    assert "tuned.json: 2 entries of this run" in capsys.readouterr().out
    assert tool.main(["spec.py", "--resume", "--json", "-d", "again.json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["database"] == "again.json" and told["wrong"] == []
    assert all(one["slowest"] >= one["seconds"] > 0 for one in told["entries"])
    assert Path("again.json").read_bytes() == Path("tuned.json").read_bytes()
    entries = tuning.read("tuned.json")
    assert [one.rivals for one in entries.values()] == [2, 2]
    assert all(one.configuration["num_threads"] in (1, 2) and one.seconds > 0 for one in entries.values())
    x = np.zeros(1000, np.float32)
    arguments = {"x": x, "y": x, "out": x, "n": 1000}
    kernel = specs.EXAMPLE.read_text()
    known = next(one for one in entries.values() if one.bucket == {"n": 1024})
    assert Database("tuned.json").best(kernel, arguments) == known.configuration
    assert Database("tuned.json").best(kernel, {**arguments, "x": x.astype(np.float16)}) is None
    assert tool.main(["--merge", "tuned.json", "tuned.json", "-d", "all.json"]) == 0
    assert Path("all.json").read_bytes() == Path("tuned.json").read_bytes()
    capsys.readouterr()
    argv = ["spec.py", "--build", "built", "--target", "x86-64-v3", "--target", "sm_90a", "--json"]
    assert tool.main(argv) == 0
    index = json.loads(Path("built/index.json").read_text())
    assert json.loads(capsys.readouterr().out) == {"folder": "built", "built": index, "wrong": []}
    assert {one["target"] for one in index} == {"x86-64-v3", "sm_90a"} and len(index) == 8
    for one in index:
        data = {Path(name).suffix: (Path("built") / name).read_bytes() for name in one["files"]}
        assert (
            data[".o"][:4] == b"\x7fELF" and b"vector_add" in data[".h"]
            if ".o" in data
            else b".entry" in data[".ptx"]
        )


def test_a_target_that_is_none_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("spec.py").write_text(SPEC)
    assert tool.main(["spec.py", "--build", "built", "--target", "z80"]) == 1
    assert "unknown target 'z80'" in capsys.readouterr().out
    assert tool.main(["spec.py", "--build", "built", "--target", "z80", "--json"]) == 1
    wrong = json.loads(capsys.readouterr().out)["wrong"]
    assert wrong and all("unknown target 'z80'" in one["detail"] for one in wrong)
    assert tool.main(["no_such_spec.py", "--json"]) == 1
    assert json.loads(capsys.readouterr().err)["severity"] == "error"
