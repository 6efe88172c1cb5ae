"""Before the first season: BOM-1."""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.cards import count, members
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE
from tests.bomarzo.table import (
    asked,
    bare,
    begin,
    cubes,
    events,
    mossy,
    own_pawns,
    pawns_owned,
    pawns_ready,
    play,
    row,
    season,
    set_row,
)

DIVINITIES_DRAWN = [f"placed {god}" for god in reversed(DIVINITIES[1:])]


def laid(seats: int, first: int = 0, **options: object) -> BomarzoState:
    """A real set-up up to the first question, with the divinities in reverse order."""
    state = GAME.start(GAME.setup(seats, {"deck_top": "hidden", **options}))
    state.settle()
    play(state, f"first {first}")
    return state


def dealt(state: BomarzoState, seed: int = 3) -> BomarzoState:
    croupier = Seeded(seed)
    while state.actor == CHANCE:
        state.play(croupier.settle(state))
    return state


@pytest.mark.rule("BOM-1.1", "BOM-1.4")
def test_the_reserve_gives_everybody_a_food_and_a_coin() -> None:
    state = laid(3)
    assert state.season == 1
    assert [cubes(state, seat) for seat in range(3)] == [(1, 1, 0)] * 3
    assert list(state.reserve) == [27, 27, 15]


@pytest.mark.rule("BOM-1.2")
def test_chance_names_the_first_player() -> None:
    state = GAME.start(GAME.setup(4, {}))
    state.settle()
    assert [(action.text, weight) for action, weight in state.step.odds(state)] == [
        (f"first {seat}", 1) for seat in range(4)
    ]
    state = dealt(laid(3, first=2))
    assert state.first == 2
    assert state.actor == 2, "the first player keeps a card first"


@pytest.mark.rule("BOM-1.3")
@pytest.mark.parametrize(("seats", "pawns"), [(2, 3), (3, 3), (4, 2)])
def test_pawns_by_player_count(seats: int, pawns: int) -> None:
    state = laid(seats)
    assert pawns_owned(state) == pawns_ready(state) == [pawns] * seats
    assert len(state.fiefs) == seats
    for fief in state.fiefs:
        assert (fief.rows, fief.tracks, fief.vp) == ([0] * 5, [0] * 3, 0)


@pytest.mark.rule("BOM-1.4")
def test_the_last_of_four_takes_a_food_or_a_coin_more() -> None:
    state = laid(4, first=2)
    assert state.actor == 1, "the seat before the first one plays last"
    assert asked(state) == ["setup-bonus food", "setup-bonus coin"]
    play(state, "setup-bonus coin")
    assert cubes(state, 1) == (1, 2, 0)
    assert laid(3, first=2).actor == CHANCE, "with three players nobody gets more"


@pytest.mark.rule("BOM-1.5")
def test_divinities_take_their_places_one_by_one_active_side_up() -> None:
    state = laid(2)
    assert len(state.step.odds(state)) == 8
    play(state, *DIVINITIES_DRAWN)
    assert state.order == [7, 6, 5, 4, 3, 2, 1, 0], "the last place is certain"
    assert mossy(state) == []


@pytest.mark.rule("BOM-1.6")
def test_four_cards_are_dealt_one_is_kept_and_three_are_shown_when_all_have_chosen() -> None:
    state = laid(2)
    state.journal = []
    play(state, *DIVINITIES_DRAWN)
    dealt(state)
    first, second = members(state.fiefs[0].offer), members(state.fiefs[1].offer)
    assert len(first) == len(second) == 4
    assert asked(state) == [f"keep {card}" for card in first]
    play(state, f"keep {first[2]}")
    assert members(state.fiefs[0].hand) == [first[2]]
    assert state.discard == 0, "nobody sees what was given up before all have chosen"
    play(state, f"keep {second[0]}")
    assert sorted(members(state.discard)) == sorted([*first[:2], first[3], *second[1:]])
    told = [event for event in state.journal or [] if event.kind.name == "kept"]
    assert told[0].seen_by(1) is not None
    seen = told[0].seen_by(1)
    assert seen is not None and seen.veiled


def question(state: BomarzoState, language: str) -> str:
    speaker = Speaker(GAME, GAME.edition(None), 2, ("Anna", "Bruno"), language)
    return speaker.question(state.step, state)


@pytest.mark.rule("BOM-1.6", "BOM-1.8")
@pytest.mark.parametrize(
    ("language", "kept", "first", "last"),
    [
        ("en", "one of these cards", "2 steps left.", "1 step left."),
        ("it", "una sola", "restano 2 passi.", "resta 1 passo."),
    ],
)
def test_questions_of_the_set_up_tell_how_many_cards_and_steps(
    language: str, kept: str, first: str, last: str
) -> None:
    state = laid(2)
    play(state, *DIVINITIES_DRAWN)
    dealt(state)
    assert kept in question(state, language)
    play(state, asked(state)[0])
    play(state, asked(state)[0])
    for seat in range(2):
        assert state.actor == seat
        assert question(state, language).endswith(first)
        play(state, "worker food")
        assert question(state, language).endswith(last)
        play(state, "worker food")


@pytest.mark.rule("BOM-1.7")
def test_an_empty_deck_is_made_of_the_discards_and_two_empty_piles_give_nothing() -> None:
    state = season(2)
    set_row(state, 0, "card", 5)  # two cards are due
    state.discard = state.deck & 0b1111110
    state.fiefs[1].hand = state.deck & ~state.discard
    state.deck = 0
    begin(state)
    assert "reshuffled" in events(state)
    assert sorted(action.text for action, _ in state.step.odds(state)) == [f"drawn {n}" for n in range(1, 7)]
    play(state, "drawn 3", "drawn 5")
    assert members(state.fiefs[0].hand) == [3, 5]
    state = season(2)
    set_row(state, 0, "card", 5)
    state.fiefs[1].hand, state.deck = state.deck & ~0b10, 0b10  # card 1 is the last
    begin(state)
    assert members(state.fiefs[0].hand) == [1]
    assert "no_card 0" in events(state)
    assert state.actor == 0, "the game goes on without the second card"


@pytest.mark.rule("BOM-1.7")
def test_with_an_open_deck_all_see_the_next_card_and_who_took_it() -> None:
    state = season(2, deck_top="shown")
    set_row(state, 0, "card", 2)
    state.top = 9
    begin(state)
    assert state.actor == CHANCE, "card 9 was taken at once and the next one shows"
    assert state.step.name() == "reveal"
    assert members(state.fiefs[0].hand) == [9]
    play(state, "top 12")
    assert state.top == 12
    assert GAME.view(state, 1).known == ((9,), ())


@pytest.mark.rule("BOM-1.8", "BOM-1.10")
def test_two_worker_steps_each_in_player_order() -> None:
    state = dealt(laid(3, first=1))
    for seat in (1, 2, 0):
        assert state.actor == seat
        play(state, asked(state)[0])
    for seat in (1, 2, 0):
        assert state.actor == seat
        assert asked(state) == ["worker food", "worker coin", "worker wine", "worker card", "worker pawn"]
        play(state, "worker food")
        assert state.actor == seat, "a second step"
        play(state, "worker wine" if seat == 1 else "worker food")
    assert (row(state, 1, "food"), row(state, 1, "wine"), row(state, 2, "food")) == (1, 1, 2)


@pytest.mark.rule("BOM-1.9", "BOM-3.4", "BOM-8.3")
def test_a_card_symbol_pays_in_production_and_a_pawn_symbol_at_once() -> None:
    state = dealt(laid(2))
    play(state, asked(state)[0])
    play(state, asked(state)[0])
    play(state, "worker card", "worker card", "worker pawn", "worker pawn")
    assert state.actor == CHANCE, "seat 0 draws a card in Production"
    dealt(state)
    assert [state.fiefs[seat].hand_size() for seat in range(2)] == [2, 1]
    assert pawns_owned(state) == [3, 3], "the pawn row at 2 has reached nothing yet"
    while state.actor != 1:
        play(state, asked(state)[-1])
    state.fiefs[1].cubes = vec[i64]([5, 5, 0])
    play(state, "invoke dea")
    while "worker pawn" not in asked(state):
        play(state, asked(state)[0] if "pay-plain" in asked(state) else "gift-done")
    play(state, "worker pawn")
    assert state.fiefs[1].pawns == 4
    assert state.fiefs[1].idle == 3, "one of four is on Dea"


@pytest.mark.rule("BOM-1.9")
def test_the_fifth_pawn_is_the_last() -> None:
    state = bare(2)
    own_pawns(state, 0, 4)
    set_row(state, 0, "pawn", 5)
    from ludoteca.games.bomarzo.rules.steps.development import WORKS

    state.push(WORKS[1])
    state.push(WORKS[0])
    begin(state)
    play(state, "worker pawn")
    assert state.fiefs[0].pawns == state.fiefs[0].idle == 5
    assert row(state, 0, "pawn") == state.ruleset.edition.row_end[4]


def test_options_of_an_expansion_concern_only_tables_that_play_it() -> None:
    options = {option.key: option for option in GAME.options}
    base, promos = GAME.setup(3).values, GAME.setup(3, GAME.presets["expansions"]).values
    for key in ("green_counts_copies", "yellow_stops_copies", "worship_limit"):
        assert not options[key].concerns(3, base)
        assert options[key].concerns(3, promos)
    assert options["copy_order"].concerns(3, base)
    assert not options["copy_order"].concerns(2, base)


def test_another_number_of_players_is_refused() -> None:
    with pytest.raises(SetupError, match="2 to 4 players"):
        GAME.setup(5)


def test_the_catalogue_keeps_its_order() -> None:
    found = Counter(action.verb.name for action in GAME.catalogue.decisions)
    assert len(GAME.catalogue.decisions) == 417
    assert found["convert"] == 45
    first = {action.verb.name: action.index for action in reversed(GAME.catalogue.decisions)}
    assert (first["worker"], first["invoke"], first["pay"], first["gift"]) == (47, 99, 129, 181)
    assert (first["orco-take"], first["play"], first["devote-under"], first["assign"]) == (191, 209, 392, 405)
    assert count(GAME.start(GAME.setup(2)).deck) == 45
