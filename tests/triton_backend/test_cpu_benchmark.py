"""The benchmark of kernels beside torch checks what it times."""

from __future__ import annotations

from benchmarks import cpu


def test_rows_of_the_cpu_are_checked_timed_and_compared(tmp_path, capsys, monkeypatch):
    all_rows = list(cpu.rows())
    monkeypatch.setattr(cpu.machine, "bandwidth", lambda threads: 1e9)
    monkeypatch.setattr(cpu, "rows", lambda: [row for row in all_rows if row[0] == "argmax f32"])
    first = ["--threads", "1", "--rounds", "1", "--json", str(tmp_path / "a.json")]
    assert cpu.main(first) == 0
    assert cpu.main([*first, "--compare", str(tmp_path / "a.json"), "--svg", str(tmp_path / "a.svg")]) == 0
    assert capsys.readouterr().out.count("argmax f32") == 2
