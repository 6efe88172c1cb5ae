"""Players who err like people: once a turn, in the units of the game, and never about what is free."""

from __future__ import annotations

from math import log
from statistics import mean, pstdev
from typing import Any

import pytest

from ludoteca.bots.bot import Perspective, knowledge_of
from ludoteca.bots.fallible import Fallible, character_seed, mood_seed
from ludoteca.bots.levels import level_of
from ludoteca.bots.playing import perspective_in
from ludoteca.bots.weights import lead
from ludoteca.games import load
from ludoteca.games.bosa.rules.actions import SKIP
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.games.bosa.rules.steps.card_actions import Act, possible
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from tests.bots.tables import under_way
from tests.toys.owl import GAME

JUDGED = ("bosa", "bologna", "bello_divorum", "bomarzo", "manticore")


@pytest.mark.parametrize("name", JUDGED)
def test_a_judgement_names_features_of_its_game(name: str) -> None:
    judgement = knowledge_of(load(name)).judgement
    assert judgement is not None
    assert set(judgement.certain) | set(judgement.rivals) < set(judgement.weights.names)
    assert not set(judgement.certain) & set(judgement.rivals)


@pytest.mark.parametrize("name", JUDGED)
def test_an_erring_player_plays_and_leaves_the_weights_straight(name: str) -> None:
    game, state = under_way(name, load(name).least, seed=3, decisions=20)
    judgement = knowledge_of(game).judgement
    assert judgement is not None
    before = [row[:] for row in judgement.weights.rows]
    perspective = Perspective(game, state, state.actor, Stream(1))
    assert Fallible(1.0, 1.0, 1.0).choose(perspective, Stream(2)) in state.choices
    assert judgement.weights.rows == before


def test_weights_bend_and_are_straight_again() -> None:
    judgement = knowledge_of(load("bosa")).judgement
    assert judgement is not None
    weights = judgement.weights
    before = [row[:] for row in weights.rows]
    weights.bend([2.0] * len(weights.names))
    weights.bend([3.0] * len(weights.names))
    assert weights.rows == [[3.0 * weight for weight in row] for row in before]
    weights.straighten()
    assert weights.rows == before


def test_a_turn_has_one_mood_and_a_match_one_character() -> None:
    game = load("bosa")
    match = Match(game, game.setup(2), Seeded(5))
    moods: dict[int, set[int]] = {}
    characters = set()
    turn, last = 0, -1
    while match.result is None and turn < 12:
        seat = match.actor
        turn += seat != last
        last = seat
        perspective = perspective_in(match, seat, Stream(1))
        if len(perspective.story) > 10:
            moods.setdefault(turn, set()).add(mood_seed(perspective, Stream(9)))
            characters.add((seat, character_seed(perspective)))
        match.play(seat, perspective.options[0])
    assert all(len(found) == 1 for found in moods.values())
    assert len({next(iter(found)) for found in moods.values()}) == len(moods) > 5
    assert len(characters) == 2


@pytest.mark.parametrize(("name", "mood"), [("bosa", 0.8), ("manticore", 0.44)])
def test_heroes_change_their_mind_less_from_turn_to_turn_than_others(name: str, mood: float) -> None:
    game, state = under_way(name, load(name).least, seed=3, decisions=20)
    judgement = knowledge_of(game).judgement
    assert judgement is not None
    perspective = Perspective(game, state, state.actor, Stream(1))
    turns = [Fallible(1.0)._outlook(perspective, judgement, seed).factors for seed in range(400)]
    spreads = [pstdev(map(log, factors)) for factors in zip(*turns, strict=True)]
    assert mean(spread for spread in spreads if spread) == pytest.approx(mood, abs=0.04)


def test_whoever_judges_alike_errs_alike() -> None:
    game = load("bosa")
    match = Match(game, game.setup(2), Seeded(5))
    while len(match.entries) < 12:
        match.play(match.actor, perspective_in(match, match.actor, Stream(1)).options[0])
    perspective = perspective_in(match, match.actor, Stream(1))
    chosen = {Fallible(1.0, 0.5, 0.0).choose(perspective, Stream(4)).text for _ in range(3)}
    assert len(chosen) == 1


def test_what_is_missed_is_missed_for_the_turn_and_never_everything() -> None:
    game = load("bosa")
    match = Match(game, game.setup(2), Seeded(5))
    while len(match.state.choices) < 5 or len(match.entries) < 12:
        match.play(match.actor, perspective_in(match, match.actor, Stream(1)).options[0])
    perspective = perspective_in(match, match.actor, Stream(1))
    keen = {Fallible(0.01).choose(perspective, Stream(seed)).text for seed in range(4)}
    blind = {Fallible(0.01, misses=0.99).choose(perspective, Stream(seed)).text for seed in range(4)}
    assert len(keen) == len(blind) == 1


def test_a_lead_goes_on_growing_for_a_seat_far_ahead() -> None:
    assert lead([5000.0, 0.0], 0, 1.0) - lead([4999.0, 0.0], 0, 1.0) == pytest.approx(1.0)
    assert lead([10.0, 0.0, 9.0], 0, 2.0) < lead([10.0, 0.0, 5.0], 0, 2.0)
    assert lead([3.0], 0, 1.0) == 3.0


def test_nobody_declines_what_is_free_however_wrong_they_are() -> None:
    game = load("bosa")
    asked = 0
    for seed in range(3):
        match = Match(game, game.setup(2), Seeded(seed))
        while match.result is None:
            seat = match.actor
            source = Stream(seed, f"bot {len(match.entries)}")
            state: Any = match.state
            chosen = Fallible(2.0, 0.5, 0.0).choose(perspective_in(match, seat, source), source)
            if is_free_and_harmless(state):
                asked += 1
                assert chosen is not SKIP
            match.play(seat, chosen)
    assert asked > 10


def is_free_and_harmless(state: BosaState) -> bool:
    """Whether the acting card gives resources for nothing."""
    if not isinstance(state.step, Act):
        return False
    card = state.acting()
    gives = card.free and not card.get_coins and not card.per_colour
    return gives and SKIP in state.choices and possible(state, state.towns[state.actor], card)


def test_a_game_that_does_not_say_how_its_players_err_has_no_such_player() -> None:
    match = Match(GAME, GAME.setup(2), Seeded(3))
    with pytest.raises(LudotecaError, match="does not say how its players err"):
        Fallible(1.0).choose(perspective_in(match, match.actor, Stream(1)), Stream(2))


@pytest.mark.parametrize("name", JUDGED)
def test_novices_err_more_than_regular_players(name: str) -> None:
    novice, regular = (level_of(load(name), level) for level in ("novice", "regular"))
    assert novice.misjudges > regular.misjudges > 0
    assert novice.overlooks >= regular.overlooks
    assert "misjudges by a factor of about" in novice.text()
