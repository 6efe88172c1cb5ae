"""Bots: legal, reproducible, and blind to what their seat may not know."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.bots.bot import Bot, Perspective, Random
from ludoteca.bots.by_name import make_bot
from ludoteca.bots.greedy import Greedy, after
from ludoteca.bots.playing import play_match, play_out
from ludoteca.bots.random_playout import random_playout
from ludoteca.examiner.canonical import canonical
from ludoteca.games import load, names
from ludoteca.games.bologna.rules.dice import packed
from ludoteca.games.bologna.rules.state import BolognaState
from ludoteca.games.bologna.rules.steps.turn import ACTS
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, State

BOLOGNA = load("bologna")


def laid(seats: int, seed: int, decisions: int) -> State:
    """A match of Bologna after some random decisions, with a seat awaited."""
    state: State = BOLOGNA.start(BOLOGNA.setup(seats))
    state.settle()
    croupier = Seeded(seed)
    random_playout(state, croupier, Stream(seed, "test"), decisions)
    while state.actor == CHANCE:
        state.play(croupier.settle(state))
    return state


class Watched(Bot):
    """Notes what it was offered."""

    def __init__(self, inner: Bot) -> None:
        self.inner = inner
        self.offers: list[tuple[list[Action], Action]] = []

    def choose(self, perspective: Perspective, source: Source) -> Action:
        chosen = self.inner.choose(perspective, source)
        self.offers.append((perspective.options, chosen))
        return chosen


@pytest.mark.parametrize("bot", ["random", "greedy:2"])
def test_bots_choose_among_their_options_and_play_to_the_end(bot: str) -> None:
    match = Match(BOLOGNA, BOLOGNA.setup(3), Seeded(11))
    bots = [Watched(make_bot(bot)) for _ in range(3)]
    play_match(match, bots, seed=4)
    assert match.result is not None
    for watched in bots:
        assert watched.offers
        assert all(chosen in options and len(options) > 1 for options, chosen in watched.offers)


def test_the_same_seed_gives_the_same_match() -> None:
    def play(seed: int) -> str:
        match = Match(BOLOGNA, BOLOGNA.setup(4), Seeded(3))
        play_match(match, [Greedy(2), Random(), Greedy(2), Random()], seed)
        return match.record().text()

    assert play(8) == play(8)
    assert play(8) != play(9)


def test_a_match_stops_where_a_person_is_awaited() -> None:
    match = Match(BOLOGNA, BOLOGNA.setup(2, {"first_player": "seat0", "deus_ex_machina": False}), Seeded(3))
    play_match(match, [Random(), None], seed=1)
    assert match.actor == 1
    assert match.result is None


def test_a_perspective_never_holds_the_true_state() -> None:
    """Everything reachable from it is the same whatever the others really hold."""
    state = laid(3, seed=5, decisions=20)
    seat = state.actor
    for number in range(20):
        other_truth = BOLOGNA.imagine(state, seat, Stream(number, "truth"))
        mine = Perspective(BOLOGNA, state, seat, Stream(7, "thoughts"))
        theirs = Perspective(BOLOGNA, other_truth, seat, Stream(7, "thoughts"))
        assert mine.view == theirs.view
        assert mine.options == theirs.options
        assert canonical(mine._world) == canonical(theirs._world)
        assert mine._world is not state


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_a_choice_does_not_change_when_the_hidden_truth_does(seats: int) -> None:
    for seed in range(6):
        state = laid(seats, seed, decisions=15)
        if state.actor < 0:
            continue
        seat = state.actor
        swapped = BOLOGNA.imagine(state, seat, Stream(seed, "truth"))
        chosen = []
        for truth in (state, swapped):
            source = Stream(seed, "bot")
            chosen.append(Greedy(4).choose(Perspective(BOLOGNA, truth, seat, source), source))
        assert chosen[0] is chosen[1]


def test_greedy_takes_a_win_that_lies_before_it() -> None:
    """One Tower is missing and lies among the dice, beside two Bologna that would spoil the goal."""
    state = BOLOGNA.start(BOLOGNA.setup(3))
    state.settle()
    assert isinstance(state, BolognaState)
    state.agenda.clear()
    state.first = state.active = 0
    for player, role in zip(state.players, (2, 0, 1), strict=True):
        player.role = role
        player.tokens = vec[i64]([4, 5, 0, 0] if role == 2 else [0, 0, 0, 0])
    state.deck = 0b111000
    state.pool = vec[i64]([20, 19, 24, 24])
    state.rolled, state.todo, state.rest, state.chosen = packed("TBBWW"), packed("TBB"), packed("WW"), True
    state.push(ACTS[0])
    state.settle()
    assert [action.text for action in state.choices] == ["use T", "use B"]
    chosen = Greedy(3).choose(Perspective(BOLOGNA, state, 0, Stream(1)), Stream(2))
    assert chosen.text == "use T"
    result = after(state, chosen, luck=1).result
    assert result is not None
    assert result.winners == (0,)


def test_greedy_beats_random_at_a_table_of_three() -> None:
    wins = 0.0
    for number in range(12):
        state = BOLOGNA.start(BOLOGNA.setup(3))
        state.settle()
        bots = [Random(), Random(), Random()]
        seat = number % 3
        table: list[Bot] = [Greedy(3) if other == seat else bots[other] for other in range(3)]
        play_out(BOLOGNA, state, table, Seeded(number), number)
        assert state.result is not None
        wins += state.result.payoffs()[seat]
    assert wins >= 8


@pytest.mark.parametrize("name", names())
def test_greedy_plays_every_game_without_seeing_the_truth(name: str) -> None:
    """The choice is the same whatever the others really hold."""
    game = load(name)
    state: State = game.start(game.setup(game.most))
    state.settle()
    croupier = Seeded(7)
    looked_at = 0
    for number in range(60):
        while state.actor == CHANCE:
            state.play(croupier.settle(state))
        seat = state.actor
        if seat < 0:
            break
        if number % 12 == 11:
            truths = [state, game.imagine(state, seat, Stream(number, "truth"))]
            chosen = [
                Greedy(2).choose(Perspective(game, truth, seat, Stream(number)), Stream(number))
                for truth in truths
            ]
            assert chosen[0] is chosen[1]
            assert chosen[0] in state.choices
            looked_at += 1
        options = state.choices
        state.play(options[Stream(number, name).below(len(options))])
    assert looked_at >= 3


@pytest.mark.parametrize("name", names())
def test_breakdowns_sort_the_seats_of_a_finished_match(name: str) -> None:
    game = load(name)
    state: State = game.start(game.setup(game.most))
    state.settle()
    random_playout(state, Seeded(3), Stream(3))
    for seat, category, value in game.breakdowns(state):
        assert 0 <= seat < game.most
        assert category
        assert value


@pytest.mark.parametrize("text", ["", "clever", "greedy:0", "greedy:x", "random:3"])
def test_an_unknown_bot_is_refused_with_the_names_there_are(text: str) -> None:
    with pytest.raises(LudotecaError, match="there are random, greedy"):
        make_bot(text)
