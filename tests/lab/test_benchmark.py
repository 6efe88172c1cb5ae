"""Bots, programs and a model that is a script meet in duplicate matches; what goes wrong is counted."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludoteca.bots.own_bot import Terms
from ludoteca.cli import main
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.benchmark import TABLE, Contest, benchmark
from ludoteca.lab.elo import Duel, elo_ratings
from tests.bots.own_bots import crashes, program, serving

PLAYER = Path(__file__).parents[2] / "examples" / "model_player.py"


@contextmanager
def stand_in_model() -> Iterator[tuple[str, list[str]]]:
    """A chat endpoint behind which a script answers: every fifth time with nonsense, then as it should."""
    prompts: list[str] = []

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = asked["messages"][-1]["content"]
            prompts.append(text)
            refused = "Your last answer was refused" in text
            actions = [line.partition(" — ")[0] for line in text.splitlines() if " — " in line]
            said = "I fly to the moon" if len(prompts) % 5 == 0 and not refused else f"`{actions[-1]}`"
            used = {"prompt_tokens": 100, "completion_tokens": 10}
            answer = {"choices": [{"message": {"content": said}}], "usage": used}
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *words: Any) -> None:
            pass

    with serving(Answering) as where:
        yield f"{where}/v1", prompts


def test_a_scripted_model_is_benchmarked_with_its_illegal_tries_cost_and_time(tmp_path: Path) -> None:
    with stand_in_model() as (address, prompts):
        model = f"program:{sys.executable} {PLAYER} --model script --address {address} --price 3/15"
        lineup, short = [model, "random", "greedy:1"], {"round_cap": 10}
        found = benchmark("bologna", lineup, 1, options=short, seed=3, out=tmp_path / "run")
    assert len(found.played) == 3 * 2, "three pairs, two seats"
    told = found.bot(model)
    assert told["illegal"] >= told["moves"] // 8 > 0 and told["replaced"] == told["failed"] == 0
    assert told["cost"] == pytest.approx(len(prompts) * (100 * 3 + 10 * 15) / 1e6, abs=1e-4)
    assert told["seconds_a_move"] > found.bot("random")["seconds_a_move"]
    assert "You are seat" in prompts[0] and "Your last answer was refused: " in "".join(prompts)
    table = (tmp_path / "run" / TABLE).read_text()
    assert "illegal tries" in table and table.count("\n| ") == 5
    assert found.figures["bots"][-1]["bot"] != "greedy:1"


def test_every_table_of_a_deal_has_the_same_luck_and_every_entrant_every_seat() -> None:
    contest = Contest("bologna", "random,greedy:1,hasty:0.1", seed=1)
    seatings = [contest.play(number).seating for number in range(contest.matches_a_deal)]
    assert seatings == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert {plan.luck(0) for plan in contest.plans} == {contest.plan.luck(1)}


def test_a_benchmark_continues_and_is_the_same_in_two_processes(tmp_path: Path) -> None:
    alone = benchmark("bologna", "random,greedy:1", 2, seed=1, out=tmp_path / "one")
    longer = benchmark("bologna", "random,greedy:1", 3, seed=1, out=tmp_path / "one")
    together = benchmark("bologna", "random,greedy:1", 3, seed=1, workers=2)
    results = [[(one.seating, one.places) for one in found.played] for found in (alone, longer, together)]
    assert results[1] == results[2] and results[1][:4] == results[0]


def test_a_bot_of_ones_own_that_fails_is_counted(tmp_path: Path) -> None:
    found = benchmark("bologna", [crashes, program(tmp_path, "nonsense")], 1, terms=Terms(5, 2, False))
    one, other = found.bot("python:tests.bots.own_bots:crashes"), found.figures["bots"]
    assert one["failed"] == one["replaced"] == one["moves"]
    (second,) = [bot for bot in other if bot["bot"].startswith("program")]
    assert second["illegal"] == 2 * second["moves"] and second["replaced"] == second["moves"]


def test_wrong_benchmarks_are_refused() -> None:
    with pytest.raises(LudotecaError, match="at least 2 bots"):
        benchmark("bologna", "random", 1)
    with pytest.raises(LudotecaError, match="every bot once"):
        benchmark("bologna", "random,random", 1)
    with pytest.raises(LudotecaError, match="at least one deal"):
        benchmark("bologna", "random,greedy", 0)


def test_ratings_are_the_likeliest_ones_and_their_intervals_hold_them() -> None:
    deals = [[Duel(0, 1, 1.0), Duel(0, 1, 1.0), Duel(0, 1, 1.0), Duel(0, 1, 0.0)] for _ in range(200)]
    first, second = elo_ratings(2, deals)
    assert first["elo"] - second["elo"] == pytest.approx(190.8, abs=2), "three to one"
    assert first["low"] <= first["elo"] <= first["high"]
    (winner, loser) = elo_ratings(2, [[Duel(0, 1, 1.0)]])
    assert winner["elo"] > loser["elo"] and elo_ratings(2, [[]]) == []


def test_the_command_prints_the_table() -> None:
    done = CliRunner().invoke(main, ["benchmark", "bologna", "--bots", "random,greedy:1", "--deals", "1"])
    assert done.exit_code == 0, done.output
    assert "| `greedy:1` |" in done.output
