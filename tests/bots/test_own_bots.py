"""Bots of one's own sit wherever a bot can, see what their seat may know, and stop no table."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import ludoteca as lt
from ludoteca.bots import own_bot_finder
from ludoteca.bots.bot import Bot
from ludoteca.bots.by_name import BotLike, make_bot, seat_bot
from ludoteca.bots.own_bot import PATIENCE, OwnBot, Terms
from ludoteca.bots.own_bot_finder import BOTS_FILE, find_own_bot, listed_bots, python_bot
from ludoteca.bots.playing import perspective_in, story_of
from ludoteca.games import load
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Stream
from ludoteca.lab.balance import balance
from tests.bots.own_bots import (
    First,
    address,
    breaks_a_rule,
    crashes,
    last,
    layered,
    leaves,
    number_one,
    program,
    serving,
    sleeps,
)


def asked(match: lt.Match, bot: Bot) -> str:
    """What a bot does in the place of the awaited seat."""
    assert match.actor is not None
    source = Stream(1, "test")
    return bot.choose(perspective_in(match.inner, match.actor, source), source).text


def own_bot(text: str, terms: Terms = Terms(seconds=5)) -> OwnBot:  # noqa: B008
    found = find_own_bot(text, terms)
    assert isinstance(found, OwnBot)
    return found


@pytest.mark.parametrize(
    ("bot", "place"),
    [
        (First(), 0),
        (First, 0),
        (last, -1),
        (number_one, 0),
        (lambda perspective, source: perspective.options[1], 1),
        ("python:tests.bots.own_bots:First", 0),
        ("python:tests.bots.own_bots:last", -1),
    ],
)
def test_objects_classes_functions_and_their_texts_answer(bot: BotLike, place: int) -> None:
    match = lt.match("bosa", seats=2, seed=1)
    assert match.ask(bot) == match.options[place]


def test_a_program_answers_line_by_line(tmp_path: Path) -> None:
    match = lt.match("bosa", seats=2, seed=1)
    bot = own_bot(program(tmp_path))
    assert asked(match, bot) == match.options[0] and bot.cost == 0.5 and not bot.trouble()


def test_an_address_is_sent_what_the_seat_may_know_and_nothing_else() -> None:
    match = lt.match("bosa", seats=2, seed=1)
    for _ in range(12):
        match.play(0)
    with address() as (text, heard):
        assert asked(match, own_bot(text, Terms(words=True))) == match.options[0]
    (told,) = heard
    assert told["question"] == match.question and told["seat"] == match.actor
    assert [choice["action"] for choice in told["choices"]] == match.options
    assert match.actor is not None
    assert told["view"] == json.loads(msgspec.json.encode(match.view(match.actor)))
    assert told["board"] and told["log"] == match.log(match.actor)
    known = story_of(match.inner, match.actor)
    assert told["story"] == [[who, action and action.text] for who, action in known]
    assert None in [action for _, action in known], "there are secrets that it is not told"


def test_an_entry_point_names_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        def load(self) -> Any:
            return First

    monkeypatch.setattr(
        own_bot_finder, "entry_points", lambda group, name: [Entry()] if name == "fox" else []
    )
    match = lt.match("bosa", seats=2, seed=1)
    assert match.ask("fox") == match.options[0]
    with pytest.raises(LudotecaError, match="no bot “wolf”"):
        match.ask("wolf")


# Policies


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_a_policy_in_a_numpy_file_takes_what_it_likes_best(tmp_path: Path, activation: str) -> None:
    match = lt.match("bosa", seats=2, seed=1)
    assert match.ask(f"policy:{layered(tmp_path, activation=np.array(activation))}") == match.options[-1]


def test_a_policy_in_onnx_takes_what_it_likes_best(tmp_path: Path) -> None:
    from onnx import TensorProto, helper, save

    game = load("bosa")
    actions = len(game.catalogue.decisions)
    seen = helper.make_tensor_value_info("observation", TensorProto.FLOAT, [1, None])
    mask = helper.make_tensor_value_info("mask", TensorProto.FLOAT, [1, actions])
    out = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, actions])
    likes = helper.make_tensor("likes", TensorProto.FLOAT, [1, actions], [float(at) for at in range(actions)])
    graph = helper.make_graph(
        [helper.make_node("Mul", ["mask", "likes"], ["scores"])], "policy", [seen, mask], [out], [likes]
    )
    path = tmp_path / "policy.onnx"
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)
    match = lt.match("bosa", seats=2, seed=1)
    assert match.ask(f"policy:{path}") == match.options[-1]


def test_a_policy_of_another_game_is_noted(tmp_path: Path) -> None:
    match = lt.match("bologna", seats=2, seed=1, bots=f"policy:{layered(tmp_path)}")
    assert match.result is not None
    assert "no layer has 134 outputs" in match.faults[0][1].sentence
    with pytest.raises(LudotecaError, match="no policy"):
        make_bot("policy:nowhere.npz")


# Faults


@pytest.mark.parametrize(
    ("bot", "kind", "said"),
    [
        (crashes, "failed", "ZeroDivisionError: oh"),
        (leaves, "failed", "wanted to end the program"),
        (breaks_a_rule, "illegal", "is no answer to the question now"),
        (lambda perspective, source: "fly", "illegal", "fly"),
        (lambda perspective, source: 99, "illegal", "no option 99"),
        (lambda perspective, source: None, "illegal", "not None"),
    ],
)
def test_a_bot_that_fails_or_breaks_a_rule_is_replaced_and_noted(bot: BotLike, kind: str, said: str) -> None:
    match = lt.match("bologna", seats=2, seed=4, bots=[bot, "random"])
    assert match.result is not None
    assert {fault.kind for _, fault in match.faults} == {kind} and {seat for seat, _ in match.faults} == {0}
    assert all(said in fault.sentence for _, fault in match.faults)


def test_a_slow_bot_is_replaced_and_soon_asked_no_more() -> None:
    match = lt.match("bologna", seats=2, seed=4)
    bot = python_bot("sleeper", sleeps, Terms(seconds=0.02))
    began = time.monotonic()
    for _ in range(PATIENCE + 5):
        assert asked(match, bot) in match.options
    assert time.monotonic() - began < 5
    assert [fault.kind for fault in bot.trouble()] == ["slow"] * PATIENCE


@pytest.mark.parametrize(
    ("how", "kind"),
    [("crash", "failed"), ("sleep", "slow"), ("nonsense", "illegal"), ("second try", "illegal")],
)
def test_a_bad_program_is_replaced_and_noted(tmp_path: Path, how: str, kind: str) -> None:
    match = lt.match("bosa", seats=2, seed=1)
    bot = own_bot(program(tmp_path, how), Terms(seconds=0.5 if how == "sleep" else 10))
    for _ in range(2):
        assert asked(match, bot) in match.options
    assert [fault.kind for fault in bot.trouble()] == [kind, kind]


def test_a_program_is_told_why_it_was_refused_and_may_try_again(tmp_path: Path) -> None:
    match = lt.match("bosa", seats=2, seed=1)
    bot = own_bot(program(tmp_path, "second try"), Terms(tries=2))
    assert asked(match, bot) == match.options[0]
    assert len(bot.trouble()) == 1 and bot.replaced == 0


def test_an_address_that_fails_or_is_gone_is_noted() -> None:
    match = lt.match("bosa", seats=2, seed=1)
    with address("crash") as (text, _):
        bot = own_bot(text)
        assert asked(match, bot) in match.options
    assert asked(match, bot) in match.options
    assert [fault.kind for fault in bot.trouble()] == ["failed", "failed"]


def test_an_address_cannot_send_the_house_elsewhere() -> None:
    """Its owner would reach what only this machine can reach."""
    reached: list[str] = []

    class Inside(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reached.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"0")

        def log_message(self, *words: Any) -> None:
            pass

    match = lt.match("bosa", seats=2, seed=1)
    with serving(Inside) as inside:

        class Elsewhere(Inside):
            def do_POST(self) -> None:
                self.send_response(302)
                self.send_header("Location", f"{inside}/secret")
                self.end_headers()

        with serving(Elsewhere) as outside:
            bot = own_bot(outside)
            assert asked(match, bot) in match.options
    assert not reached
    assert [fault.sentence for fault in bot.trouble()] == [
        f"{outside}: LudotecaError: {outside} answers with status 302"
    ]


def test_an_address_that_answers_byte_by_byte_keeps_no_thread() -> None:
    ended = threading.Event()

    class Dripping(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            try:
                self.wfile.write(b"HTTP/1.0 200 OK\r\nX-Long: ")
                while True:
                    self.wfile.write(b"x")
                    time.sleep(0.01)
            except OSError:
                ended.set()

        def log_message(self, *words: Any) -> None:
            pass

    match = lt.match("bosa", seats=2, seed=1)
    with serving(Dripping) as text:
        bot = own_bot(text, Terms(seconds=1))
        assert asked(match, bot) in match.options
        assert [fault.kind for fault in bot.trouble()] == ["slow"]
        assert ended.wait(5), "the house still listens"


# Wherever a bot can be named


def test_bots_of_ones_own_play_in_simulations_arenas_and_balance_reports(tmp_path: Path) -> None:
    figures = lt.simulate("bologna", matches=4, seats=2, bots=[First, "random"], seed=1)
    assert figures["bots"] == ["python:tests.bots.own_bots:First", "random"]
    report = lt.arena("bologna", [crashes, lambda perspective, source: 0, program(tmp_path)], 3, seed=1)
    first, second, third = report.figures["bots"]
    assert first["faults"] > 0 and second["faults"] == third["faults"] == 0
    assert second["bot"] == "object:<lambda>" and "crashes: " in report.told()
    found = balance("bologna", First, 2, players=[2])
    assert "--bot python:tests.bots.own_bots:First" in found["command"]


def test_the_same_arena_of_own_bots_in_one_process_and_in_two() -> None:
    lineup = "python:tests.bots.own_bots:First,random"
    alone, together = (lt.arena("bologna", lineup, 6, seed=1, workers=workers) for workers in (1, 2))
    assert alone.outcomes == together.outcomes
    with pytest.raises(LudotecaError, match="define it in a module"):
        lt.arena("bologna", [lambda perspective, source: 0, "random"], 6, workers=2)


def test_two_objects_of_one_kind_are_told_apart() -> None:
    report = lt.arena("bologna", [First(), First()], 2, seed=1)
    assert report.plan.lineup == ("object:First", "object:First#2")


def test_own_bots_are_opponents_in_gymnasium() -> None:
    from ludoteca.adapters.gymnasium import SeatEnv

    env = SeatEnv("bosa", 3, opponents=[First, last])
    env.reset(seed=1)
    assert [type(bot).__name__ for bot in env.bots] == ["Random", "PythonBot", "PythonBot"]
    assert isinstance(seat_bot(First), OwnBot)


# The file of bots


def test_a_file_names_bots_and_their_terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path)
    file = tmp_path / "bots.toml"
    file.write_text(
        '[fox]\nbot = "program:python3 player.py"\nseconds = 2.5\ntries = 3\nwords = true\n'
        '[owl]\nbot = "python:tests.bots.own_bots:last"\n'
    )
    monkeypatch.setenv(BOTS_FILE, str(file))
    assert list(listed_bots()) == ["fox", "owl"]
    fox = make_bot("fox")
    assert isinstance(fox, OwnBot) and fox.terms == Terms(2.5, 3, True)
    match = lt.match("bosa", seats=2, seed=1)
    assert asked(match, fox) == match.options[0] and not fox.trouble(), "it is started in the file's folder"
    assert match.ask("owl") == match.options[-1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[Fox]\nbot = 'random'\n", "small letters"),
        ("[fox]\nbot = 'http://x'\nseconds = 99\n", "up to 30"),
        ("[fox]\nbot = 'http://x'\nspeed = 9\n", "nothing is called so"),
        ("[fox]\nseconds = 1\n", "missing"),
        ("[fox]\nbot = 'owl'\n[owl]\nbot = 'http://x'\n", "of this file too"),
    ],
)
def test_a_wrong_file_of_bots_is_refused_with_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    file = tmp_path / "bots.toml"
    file.write_text(text)
    monkeypatch.setenv(BOTS_FILE, str(file))
    with pytest.raises(LudotecaError, match=f"bots.toml: .*{said}"):
        make_bot("fox")


def test_the_environment_of_a_program_holds_no_secret_of_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTECA_SECRET", "sesame")
    path = tmp_path / "nosy.py"
    path.write_text(
        "import json, os, sys\n"
        "for line in sys.stdin:\n"
        "    seen = [name for name in os.environ if name.startswith('LUDOTECA')]\n"
        "    print(json.dumps({'action': 0, 'cost': len(seen)}), flush=True)\n"
    )
    bot = own_bot(f"program:python3 {path}")
    asked(lt.match("bosa", seats=2, seed=1), bot)
    assert bot.moves == 1 and bot.cost == 0 and not bot.faults
