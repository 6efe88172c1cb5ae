"""A ladder across runs: bots that never met stand on one scale, by anchors whose ratings are fixed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.games import names
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.benchmark import benchmark
from ludoteca.lab.ladder import ANCHORS, Anchors, FinishedRun, Ladder, rated, read_anchors, read_run

SCALE = Anchors({"random": 0.0, "greedy:1": 300.0}, "made up", "p")


def run_of(name: str, *duels: tuple[str, str, float], deals: int = 40, **more: object) -> FinishedRun:
    seats = sorted({bot for duel in duels for bot in duel[:2]})
    about = {"game": "bosa", "rules": 1, "edition": "e", "players": 2, "options": {}, "program": "p"}
    return FinishedRun(Path(name), {**about, "seats": seats, **more}, [list(duels)] * deals)


def rating(ladder: Ladder, bot: str) -> float:
    (row,) = [row for row in ladder.rows if row["bot"] == bot]
    return float(row["elo"])


def test_anchors_stay_where_they_are_and_others_find_their_place() -> None:
    even = [("mine", "greedy:1", 1.0), ("mine", "greedy:1", 0.0)]
    found = rated(even * 50, SCALE.ratings)
    assert found["greedy:1"] == pytest.approx(300) and found["mine"] == pytest.approx(300, abs=1)
    three_in_four = [("mine", "random", 1.0)] * 300 + [("mine", "random", 0.0)] * 100
    assert rated(three_in_four, SCALE.ratings)["mine"] == pytest.approx(190.8, abs=2)


def test_bots_of_two_runs_that_never_met_stand_on_one_scale() -> None:
    old = run_of("old", ("mine", "random", 1.0), ("mine", "random", 0.0))
    new = run_of("new", ("yours", "greedy:1", 1.0), ("yours", "greedy:1", 0.0), ("yours", "greedy:1", 1.0))
    ladder = Ladder([old, new], SCALE)
    assert rating(ladder, "mine") == pytest.approx(0, abs=1) and rating(ladder, "yours") > 380
    assert [row["bot"] for row in ladder.rows] == ["yours", "greedy:1", "mine", "random"]
    assert all(row["low"] <= row["elo"] <= row["high"] for row in ladder.rows)
    assert "| `greedy:1` | +300 (fixed) | 1 |" in ladder.told()
    assert ladder.remarks == []
    later = Ladder([old, run_of("x", ("yours", "random", 1.0), program="other")], SCALE)
    assert len(later.remarks) == 1 and later.remarks[0].startswith("x: other rules or bots,")


def test_what_does_not_belong_on_one_ladder_is_refused(tmp_path: Path) -> None:
    one = run_of("one", ("mine", "random", 1.0))
    with pytest.raises(LudotecaError, match="two and one differ in players"):
        Ladder([one, run_of("two", ("mine", "random", 1.0), players=3)], SCALE)
    with pytest.raises(LudotecaError, match=r"hers, his met no anchor.* meet one of random, greedy:1"):
        Ladder([one, run_of("two", ("his", "hers", 1.0))], SCALE)
    with pytest.raises(LudotecaError, match="holds no run"):
        read_run(tmp_path)


def test_every_anchor_in_the_package_has_an_origin_and_greedy_is_nought() -> None:
    for game, entries in tomllib.loads(ANCHORS.read_text(encoding="utf-8")).items():
        assert game in names()
        for entry in entries:
            anchors = read_anchors(game, entry["players"])
            assert anchors.ratings["greedy:1"] == 0 and len(anchors.ratings) > 1
            assert f"ludoteca benchmark {game}" in anchors.origin and len(anchors.program) == 16
    with pytest.raises(LudotecaError, match="no anchors for bosa with 9 seats"):
        read_anchors("bosa", 9)


def test_the_command_reads_the_folders_of_benchmarks(tmp_path: Path) -> None:
    short = {"round_cap": 4}
    benchmark("bologna", ["random", "greedy:1"], 1, options=short, seed=1, out=tmp_path / "one")
    benchmark("bologna", ["random", "hasty:1"], 1, options=short, seed=2, out=tmp_path / "two")
    words = ["ladder", str(tmp_path / "one"), str(tmp_path / "two")]
    told = CliRunner().invoke(main, [*words, "--json"])
    assert told.exit_code == 0, told.output
    rows = json.loads(told.stdout)
    assert {row["bot"]: (row["anchor"], row["runs"]) for row in rows} == {
        "random": (True, 2), "greedy:1": (True, 1), "hasty:1": (False, 1),
    }  # fmt: skip
    assert "| `greedy:1` | +0 (fixed) | 1 |" in CliRunner().invoke(main, words).stdout
