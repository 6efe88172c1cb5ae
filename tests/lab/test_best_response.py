"""A bot that knows how the others play wins more than its share; how much is told with an interval."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ludoteca.bots.by_name import make_bot
from ludoteca.bots.levels import Levelled
from ludoteca.bots.responder import Responder, sure_gain
from ludoteca.cli import main
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.backends import make_backend
from ludoteca.lab.best_response import best_response, frozen_name, told_response

QUICK = {"round_cap": 3, "deus_ex_machina": False}


def test_whoever_knows_a_bot_wins_more_than_a_fair_share() -> None:
    contest = best_response("bologna", "random", 20, options=QUICK, worlds=4, ahead=8)
    report = contest.run(make_backend())
    won = report.win_rate("respond:4:8:random")
    assert won["low"] > 0.5
    told = told_response(report)
    assert "The Throne of Bologna, 2 players, 20 matches: whoever knows how random plays" in told
    assert f"wins           {100 * won['rate']:.1f}% (" in told and "of a fair      50.0%" in told


def test_every_seat_but_one_is_the_frozen_bot() -> None:
    plan = best_response("bologna", "novice", 6, players=3).plan
    assert plan.lineup == ("respond:8:12:level:novice", "level:novice", "level:novice")
    assert frozen_name("greedy:1") == "greedy:1"
    assert plan.rotations == 3 and plan.mirrored


def test_a_responder_does_otherwise_than_its_bot_only_where_that_is_clearly_better() -> None:
    even = [1.0] * 4
    assert sure_gain([0.2, 0.2, 0.2, 0.2], even) == pytest.approx(0.2)
    assert sure_gain([0.8, -0.4, 0.6, -0.2], even) < 0.0 < sure_gain([0.3, 0.1, 0.3, 0.1], even)
    assert sure_gain([0.4, -0.4], [1.0, 0.0]) == pytest.approx(0.4)
    assert sure_gain([0.4], [0.0]) == 0.0


def test_a_responder_is_named_with_its_bounds_and_its_bot() -> None:
    found = make_bot("respond:3:5:greedy:1")
    assert isinstance(found, Responder) and (found.worlds, found.ahead) == (3, 5)
    for wrong in ("respond", "respond:greedy", "respond:0:5:greedy", "respond:3:x:greedy", "respond:3:5:"):
        with pytest.raises(LudotecaError, match="there is no bot"):
            make_bot(wrong)
    with pytest.raises(LudotecaError, match="there is no bot “clever”"):
        make_bot("respond:3:5:clever")


def test_a_quicker_bot_stands_in_for_a_slow_one_where_play_is_imagined() -> None:
    plan = best_response("bologna", "master", 2, worlds=2, ahead=4, imagined="novice").plan
    assert plan.lineup == ("respond:2:4:level:master as level:novice", "level:master")
    found = make_bot(plan.lineup[0])
    assert isinstance(found, Responder)
    own, imagined = found.in_its_place, found.imagined()
    assert isinstance(own, Levelled) and isinstance(imagined, Levelled)
    assert (own.name, imagined.name) == ("master", "novice")
    for wrong in ("respond:2:4:level:master as clever", "respond:2:4:clever as greedy:1"):
        with pytest.raises(LudotecaError, match="there is no bot “clever”"):
            make_bot(wrong)
    with pytest.raises(LudotecaError, match="there is no bot"):
        make_bot("respond:2:4:greedy:1 as ")


def test_the_command_tells_the_share_and_is_reproducible() -> None:
    words = ["best-response", "bologna", "greedy:1", "--games", "2", "--worlds", "1", "--ahead", "2"]
    words += ["-o", "round_cap=1", "--json"]
    first, again = CliRunner().invoke(main, words), CliRunner().invoke(main, words)
    assert first.exit_code == 0 and first.stdout == again.stdout
    found = json.loads(first.stdout)
    assert found["seats"] == ["respond:1:2:greedy:1", "greedy:1"] and found["matches"] == 2
