"""The bench of strength: budgets in iterations, no deal played twice, tables written into their places."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ludoteca.bots.by_name import make_bot
from ludoteca.bots.levels import LEVELS
from ludoteca.games import names

BENCH = Path(__file__).parents[2] / "bench" / "strength.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = spec_from_file_location("strength", BENCH)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["strength"] = module
    spec.loader.exec_module(module)
    return module


def short_line(bench: ModuleType, games: int) -> Any:
    options = {"round_cap": "1"}
    return bench.Line("greedy", "greedy/toy", "bologna", 3, "greedy:1", "greedy:1", "random", games, 3,
                      options, "3 times", 0.1)  # fmt: skip


def test_every_line_names_a_game_and_bots_that_do_not_look_at_a_clock(bench: ModuleType) -> None:
    lines = bench.read_lines()
    assert {line.game for line in lines if line.table == "greedy"} == set(names())
    assert {line.game for line in lines if line.table == "search"} == set(names())
    assert len({line.name for line in lines}) == len(lines)
    for line in lines:
        for bot in line.plan.lineup:
            make_bot(bot)
            assert not bot.endswith("s") and not bot.startswith("level:")


def test_seconds_become_iterations_by_the_pace(bench: ModuleType) -> None:
    assert bench.exact("bosa", 2, "ismcts:0.1s", 115) == "ismcts:115"
    assert bench.exact("bosa", 2, "ismcts:1s", 115) == "ismcts:1150"
    assert bench.exact("bosa", 2, "ismcts:500", 115) == "ismcts:500"
    assert bench.exact("bosa", 2, "greedy", 115) == "greedy"
    assert [bench.exact("bosa", 2, f"level:{name}", 1).partition(":")[0] for name in LEVELS] == [
        "fallible",
        "fallible",
        "greedy",
        "ismcts",
    ]


def test_deals_are_not_played_twice_and_more_can_be_added(
    bench: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.so_far(short_line(bench, 3), tmp_path) is None
    bench.play(short_line(bench, 3), 1, tmp_path)
    bench.play(short_line(bench, 6), 1, tmp_path)
    told = capsys.readouterr().out
    assert "3 of 3 matches to play" in told and "3 of 6 matches to play" in told
    assert len(bench.so_far(short_line(bench, 6), tmp_path).outcomes) == 6
    assert len(bench.so_far(short_line(bench, 3), tmp_path).outcomes) == 3


def test_tables_are_written_between_their_marks(bench: ModuleType, tmp_path: Path) -> None:
    line = short_line(bench, 3)
    document = tmp_path / "bots.md"
    document.write_text("before\n<!-- strength:greedy -->\nold\n<!-- end of strength:greedy -->\nafter\n")
    figures = tmp_path / "figures.json"
    bench.write([line], tmp_path / "played", document, figures)
    assert "not measured yet" in document.read_text() and "old" not in document.read_text()
    report = bench.play(line, 1, tmp_path / "played")
    bench.write([line], tmp_path / "played", document, figures)
    text = document.read_text()
    assert text.startswith("before\n") and text.endswith("after\n")
    assert bench.told_rate(report.win_rate("greedy:1")) in text and "| 3 |" in text
    assert line.command in text and "--seed 3" in line.command and "-o round_cap=1" in line.command


def test_figures_outlive_what_was_played_but_not_another_bot(bench: ModuleType, tmp_path: Path) -> None:
    line, figures = short_line(bench, 3), tmp_path / "figures.json"
    bench.play(line, 1, tmp_path / "played")
    known = bench.remember([line], tmp_path / "played", figures)
    assert known[line.name]["matches"] == 3 and known[line.name]["program"] == line.plan.program()
    assert bench.remember([line], tmp_path / "elsewhere", figures) == known
    assert bench.remember([line._replace(bot="greedy:2")], tmp_path / "elsewhere", figures) == {}


def test_a_document_without_a_place_is_refused(bench: ModuleType, tmp_path: Path) -> None:
    document = tmp_path / "bots.md"
    document.write_text("nothing")
    with pytest.raises(SystemExit, match="no place for the table"):
        bench.write([short_line(bench, 3)], tmp_path, document, tmp_path / "figures.json")
