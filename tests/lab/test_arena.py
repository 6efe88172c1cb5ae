"""The arena: the same results whoever plays, and however often it is interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludoteca.bots.bot import Perspective
from ludoteca.cli import main
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Source
from ludoteca.lab.arena import MATCHES, RESULTS, Arena, Report, arena
from ludoteca.lab.backends import SingleProcess
from ludoteca.lab.plan import Outcome, Plan
from ludoteca.lab.ratings import ratings
from ludoteca.lab.run_folder import FINISHED, PLAN

FILES = (RESULTS, MATCHES, FINISHED, PLAN)
BOLOGNA = "greedy:1,random,random"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words], catch_exceptions=False)


def same_files(one: Path, other: Path) -> None:
    for name in FILES:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


def outcome(number: int, places: Sequence[int], teams: Sequence[int] = ()) -> Outcome:
    """A made-up match."""
    winners = [place == 1 for place in places]
    parties = tuple(teams) or tuple(range(len(places)))
    share = 1 / max(1, len({parties[seat] for seat, won in enumerate(winners) if won}))
    payoffs = tuple(share if won else 0.0 for won in winners)
    return Outcome(number, tuple(places), payoffs, (), parties, 10, 5, "goal")


def test_one_and_two_workers_write_the_same_bytes(tmp_path: Path) -> None:
    alone = run("bologna", "--seats", BOLOGNA, "--games", "30", "--seed", "4", "--out", str(tmp_path / "one"))
    pair = run(
        *("bologna", "--seats", BOLOGNA, "--games", "30", "--seed", "4", "--out", str(tmp_path / "two")),
        *("--workers", "2"),
    )
    assert alone.exit_code == pair.exit_code == 0
    assert alone.stdout == pair.stdout
    same_files(tmp_path / "one", tmp_path / "two")
    other = arena("bologna", BOLOGNA, 30, seed=6).figures
    assert other["bots"] != json.loads((tmp_path / "one" / RESULTS).read_text())["bots"]


def test_the_better_bot_wins_from_every_seat_and_the_files_say_so(tmp_path: Path) -> None:
    answer = run("bosa", "--seats", "greedy:1,random,random", "--games", "11", "--out", str(tmp_path))
    assert answer.exit_code == 0
    assert "12 matches of bosa with 3 players (greedy:1, random, random):" in answer.stdout
    assert "4 deals, each played 3 times" in answer.stdout
    figures = json.loads((tmp_path / RESULTS).read_text())
    greedy, other = figures["bots"]
    assert (greedy["bot"], greedy["seats"], greedy["win_rate"]["rate"]) == ("greedy:1", 1, 1.0)
    assert greedy["times_fair_share"]["rate"] == 3.0 and figures["fair_share"] == 0.3333
    assert (other["bot"], other["seats"], other["win_rate"]["rate"]) == ("random", 2, 0.0)
    assert greedy["mean_score"]["mean"] > other["mean_score"]["mean"] + 50
    assert figures["ratings"][0]["bot"] == "greedy:1"
    rows = import_module("pyarrow.parquet").read_table(tmp_path / MATCHES).to_pylist()
    assert [row["match"] for row in rows] == list(range(12))
    for row in rows:
        assert (row["deal"], row["rotation"]) == divmod(row["match"], 3)
        assert row["bots"][row["rotation"]] == "greedy:1"
        assert row["places"][row["rotation"]] == 1 and row["payoffs"][row["rotation"]] == 1.0
        assert len(row["scores"]) == len(row["teams"]) == 3
        assert row["decisions"] > 100 and row["reason"] == "points"


class Stopped(Exception):
    pass


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = Plan("bologna", BOLOGNA.split(","), seed=4, mirrored=True)
    heard: list[int] = []

    def stop(matches: int) -> None:
        heard.append(matches)
        if len(heard) % 2 == 0:
            raise Stopped

    whole = tmp_path / "whole"
    Arena(plan, 30, whole).run(SingleProcess())
    broken = tmp_path / "broken"
    for _ in range(2):
        with pytest.raises(Stopped):
            Arena(plan, 30, broken).run(SingleProcess(), stop)
    again = Arena(plan, 30, broken)
    assert again.finished == sum(heard) > 0
    before = sum(heard)
    again.run(SingleProcess(), heard.append)
    assert sum(heard) == 30 > before
    same_files(whole, broken)


def test_more_matches_can_be_added_and_fewer_be_reported(tmp_path: Path) -> None:
    arena("bologna", "random,greedy:1", 10, out=tmp_path / "grown")
    arena("bologna", "random,greedy:1", 20, out=tmp_path / "grown")
    arena("bologna", "random,greedy:1", 20, out=tmp_path / "whole")
    same_files(tmp_path / "grown", tmp_path / "whole")
    few = arena("bologna", "random,greedy:1", 10, out=tmp_path / "whole")
    assert few.figures["matches"] == 10
    assert arena("bologna", "random,greedy:1", 10).figures == few.figures


def test_another_plan_is_refused_in_the_same_folder(tmp_path: Path) -> None:
    words = ("bologna", "--seats", "random,random", "--games", "4", "--out", str(tmp_path))
    assert run(*words).exit_code == 0
    answer = run(*words, "--seed", "2")
    assert answer.exit_code == 1
    assert "belongs to another plan (its seed is 1, not 2)" in answer.stderr


# Where the tests run behind a shell's back, what they start would not hear Ctrl-C.
LISTENING = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("ludoteca", run_name="__main__")
"""


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_a_folder_that_goes_on(tmp_path: Path, workers: str) -> None:
    words = ["arena", "bosa", "--seats", "greedy:3,random", "--games", "400", "--out", str(tmp_path)]
    command = [sys.executable, "-c", LISTENING, *words, "--workers", workers]
    boss = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + 60
    finished = tmp_path / FINISHED
    while not finished.exists() or finished.read_bytes().count(b"\n") < 2:
        assert boss.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    os.killpg(boss.pid, signal.SIGINT)
    out, told = boss.communicate(timeout=60)
    assert boss.returncode == 130 and not out
    assert b"the same command goes on from there" in told
    assert b"Traceback" not in told
    plan = Plan("bosa", ["greedy:3", "random"], mirrored=True)
    again = Arena(plan, 400, tmp_path)
    assert 0 < again.finished < 400
    again.close()


def test_fewer_bots_than_seats_are_repeated_and_said(tmp_path: Path) -> None:
    answer = run("bello_divorum", "--seats", "random", "--games", "1", "--json")
    assert "1 named for 4 seats; in order: random, random, random, random" in answer.stderr
    figures = json.loads(answer.stdout)
    assert figures["seats"] == ["random"] * 4
    assert figures["rotations"] == 1 and figures["ratings"] == []


def test_the_figures_of_a_made_up_arena() -> None:
    """Two deals of two matches: a wins three, one is shared."""
    plan = Plan("bologna", ["greedy:1", "random"], mirrored=True)
    report = Report(plan, [outcome(0, [1, 2]), outcome(1, [2, 1]), outcome(2, [1, 2]), outcome(3, [1, 1])])
    assert report.win_rate("greedy:1")["rate"] == 0.875
    assert report.win_rate("random")["rate"] == 0.125
    assert report.bot("greedy:1")["mean_place"]["mean"] == 1.0
    assert report.bot("random")["mean_place"]["mean"] == 1.75
    assert report.bot("greedy:1")["mean_score"] is None
    assert report.figures["head_to_head"][0]["ahead"]["rate"] == 0.875
    assert [one["rate"] for one in report.figures["win_rate_by_seat"]] == [0.625, 0.375]
    with pytest.raises(LudotecaError, match="“chess” did not play; there were greedy:1, random"):
        report.bot("chess")


def first_option(perspective: Perspective, source: Source) -> Action:
    return perspective.options[0]


def last_option(perspective: Perspective, source: Source) -> Action:
    return perspective.options[-1]


def test_deals_that_repeat_are_told() -> None:
    """Nothing is left to luck in Bello Divorum between bots without whims."""
    report = arena("bello_divorum", [first_option, last_option], games=8, players=4)
    assert (report.figures["deals"], report.figures["different_deals"]) == (4, 1)
    assert "only 1 deal of 4 ended in a way of its own" in report.told()


def test_deals_of_their_own_are_not_called_repeated() -> None:
    report = arena("bosa", "random", games=8)
    assert report.figures["different_deals"] == report.figures["deals"]
    assert "of its own" not in report.told()


def test_those_who_win_together_have_no_fair_share_and_no_rating() -> None:
    plan = Plan("manticore", ["greedy:1", "random"], mirrored=True)
    figures = Report(plan, [outcome(0, [1, 1], [0, 0]), outcome(1, [2, 2], [0, 0])]).figures
    assert figures["fair_share"] is None and figures["bots"][0]["times_fair_share"] is None
    assert figures["head_to_head"] == [] and figures["ratings"] == []
    assert [bot["win_rate"]["rate"] for bot in figures["bots"]] == [0.5, 0.5]


def test_ratings_find_the_order_of_several_bots() -> None:
    """The first beats the second beats the third, most of the time; the last two share a place sometimes."""
    plan = Plan("bologna", ["greedy:3", "greedy:2", "greedy:1"], mirrored=True)
    outcomes = []
    for number in range(60):
        by_bot = [1, 3, 2] if number % 5 == 0 else [1, 2, 2] if number % 5 == 1 else [1, 2, 3]
        if number % 7 == 0:
            by_bot = [2, 1, 3]
        outcomes.append(outcome(number, [by_bot[plan.lineup.index(bot)] for bot in plan.seating(number)]))
    found = ratings(plan, outcomes)
    assert [one["bot"] for one in found] == ["greedy:3", "greedy:2", "greedy:1"]
    assert found[0]["mu"] > 27 and found[2]["mu"] < 23
    assert all(one["sigma"] < 5 for one in found)
    assert ratings(plan, list(outcomes)) == found


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "--seats", "random"], "there is no game “chess” here"),
        (["bologna", "--seats", "clever"], "there is no bot “clever”"),
        (["bologna", "--seats", "random", "--players", "9"], "is for 2 to 7 players, not 9"),
        (["bologna", "--seats", "random,random,random", "--players", "2"], "3 bots for 2 seats"),
        (["bologna", "--seats", "random", "--address", "127.0.0.1:1"], "say --on ray as well"),
        (["bologna", "--seats", "random", "-o", "pairs=odd"], "option pairs: “odd” is not possible"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], sentence: str) -> None:
    answer = run(*words)
    assert answer.exit_code == 1
    assert answer.stderr.startswith("ludoteca: ") and sentence in answer.stderr
    assert answer.stderr.count("\n") == 1
