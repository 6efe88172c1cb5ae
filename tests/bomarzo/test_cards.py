"""Development cards and powers: BOM-8.4, BOM-9, BOM-10."""

from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.cards import count, members
from ludoteca.games.bomarzo.rules.edition import BENEFITS, TEMPLES
from ludoteca.games.bomarzo.rules.scoring import temple_symbols
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.payment import price
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from tests.bomarzo.table import (
    all_points,
    asked,
    begin,
    events,
    hold,
    lie,
    lying,
    own_pawns,
    play,
    refusal,
    season,
    set_row,
    set_track,
    table,
    track,
)

RICH = (6, 6, 0)


def favoured(god: str, **belongings: tuple[int, ...]) -> list[str]:
    """What a rich seat 0 with these cards may develop through a divinity."""
    state = table(2)
    hold(state, 0, RICH, **belongings)
    begin(state)
    play(state, f"invoke {god}")
    if "pay-plain" in asked(state):
        play(state, "pay-plain")
    play(state, "gift-done")
    return [text for text in asked(state) if text.startswith(("play", "upgrade"))]


@pytest.mark.rule("BOM-8.4")
def test_the_well_needs_gigante() -> None:
    assert [god for god in ("gigante", "elefante", "balena") if favoured(god, hand=(2,))] == ["gigante"]
    state = table(2)
    hold(state, 0, RICH, hand=(2, 12))
    begin(state)
    play(state, "invoke gigante", "pay-plain", "gift-done")
    assert refusal(state, "play 12") == "BOM-8.4"


@pytest.mark.rule("BOM-9.3", "BOM-8.4")
def test_the_schoolroom_has_two_doors() -> None:
    assert favoured("gigante", hand=(34,)) == favoured("elefante", hand=(34,)) == ["play 34"]
    assert favoured("balena", hand=(34,)) == []


@pytest.mark.rule("BOM-9.3")
def test_the_chapel_can_be_upgraded_through_either() -> None:
    assert favoured("gigante", first=(38,)) == favoured("balena", first=(38,)) == ["upgrade 38"]


@pytest.mark.rule("BOM-9.5")
def test_a_card_has_two_sides() -> None:
    edition = table(2).ruleset.edition
    assert (edition.first_names[1], edition.second_names[1]) == ("Altar", "Cathedral")
    assert edition.second_steps[1] == [1, 2, 0]
    assert BENEFITS[edition.benefit[1]] == "drago"


@pytest.mark.rule("BOM-9.4", "BOM-9.2")
def test_the_altar_brings_a_step_and_the_moon() -> None:
    state = table(2)
    hold(state, 0, RICH, hand=(1,))
    begin(state)
    play(state, "invoke gigante", "pay-plain", "gift-done", "play 1")
    assert track(state, 0, "culture") == 1
    assert members(state.fiefs[0].level1) == [1]
    assert TEMPLES[state.ruleset.edition.temple[1]] == "moon"
    assert temple_symbols(state, state.fiefs[0]) == 1
    assert state.actor == 1, "one favour plays or upgrades, not both"


@pytest.mark.rule("BOM-9.5", "BOM-9.2")
def test_an_upgraded_card_keeps_its_steps_and_loses_its_temple_symbol() -> None:
    state = table(2)
    hold(state, 0, RICH, first=(20,))
    set_track(state, 0, "architecture", 1)  # the step of the first side is kept
    begin(state)
    play(state, "invoke elefante", "gift-done", "upgrade 20")
    assert (track(state, 0, "culture"), track(state, 0, "architecture")) == (1, 3)
    assert members(state.fiefs[0].level2) == [20] and state.fiefs[0].level1 == 0
    assert temple_symbols(state, state.fiefs[0]) == 0


@pytest.mark.rule("BOM-9.5", "BOM-10.6")
def test_the_court_poet_sees_at_once() -> None:
    state = table(2)
    hold(state, 0, RICH, first=(26,))
    own_pawns(state, 0, 3)
    begin(state)
    play(state, "invoke balena", "gift-done", "upgrade 26")
    assert track(state, 0, "culture") == 3
    play(state, "harvest fields", "invoke genio", "gift-done")
    assert asked(state) == ["vision-use", "vision-skip"], "in the very season of the upgrade"


@pytest.mark.rule("BOM-9.2")
def test_only_own_cards_on_the_table_are_upgraded() -> None:
    state = table(2)
    hold(state, 0, RICH, hand=(2,))
    hold(state, 1, RICH, first=(3,))
    begin(state)
    play(state, "invoke gigante", "pay-plain", "gift-done")
    assert asked(state) == ["play 2", "favour-decline"]


@pytest.mark.rule("BOM-9.6")
def test_the_first_to_pass_a_mark_gains_a_point() -> None:
    state = table(2)
    hold(state, 0, RICH, first=(12,))  # Library: Culture 2
    hold(state, 1, RICH, first=(23,))  # Abbot: Culture 2
    set_track(state, 0, "culture", 3)
    set_track(state, 1, "culture", 3)
    begin(state)
    play(state, "invoke elefante", "gift-done", "upgrade 12")
    assert track(state, 0, "culture") == 5
    assert all_points(state) == [1, 0]
    assert "first_at 0 0 4" in events(state)
    play(state, "invoke balena", "gift-done", "upgrade 23")
    assert all_points(state) == [1, 0]


@pytest.mark.rule("BOM-9.7")
def test_steps_beyond_the_end_are_lost_and_arrivals_are_ranked() -> None:
    state = table(2)
    hold(state, 0, RICH, first=(13,))  # Algebra: Science 3
    hold(state, 1, RICH, first=(17,))  # Agronomy: Science 2
    set_track(state, 0, "science", 9)
    set_track(state, 1, "science", 8)
    begin(state)
    play(state, "invoke elefante", "gift-done", "upgrade 13")
    assert track(state, 0, "science") == 10
    state.fiefs[1].cubes = vec[i64]([9, 9, 0])
    play(state, "invoke elefante")
    while state.step.name() != "develop":
        play(state, "gift-done" if state.step.name() == "gift" else asked(state)[0])
    play(state, "upgrade 17")
    assert [fief.ten_rank[2] for fief in state.fiefs] == [1, 2]


@pytest.mark.rule("BOM-10.1")
def test_visions_show_more_cards_and_keep_as_many() -> None:
    state = table(2)
    hold(state, 0, (0, 1, 0), second=(11,))
    begin(state)
    play(state, "invoke genio", "vision-use", "drawn 1", "drawn 2", "drawn 3", "drawn 4")
    assert asked(state) == [f"discard-excess {card}" for card in (1, 2, 3, 4)]
    play(state, "discard-excess 2", "discard-excess 3")
    assert members(state.fiefs[0].hand) == [1, 4]
    assert members(state.discard) == [2, 3]
    state = table(2)
    hold(state, 0, (0, 1, 0), second=(11, 15))
    begin(state)
    play(state, "invoke genio", "vision-use", "vision-use", *[f"drawn {card}" for card in range(1, 7)])
    play(state, *[f"discard-excess {card}" for card in range(1, 5)])
    assert members(state.fiefs[0].hand) == [5, 6]
    assert count(state.fiefs[0].rotated) == 2


@pytest.mark.rule("BOM-10.1")
def test_a_vision_serves_production_too_and_only_once() -> None:
    state = season(2)
    hold(state, 0, (0, 1, 0), second=(11,))
    set_row(state, 0, "card", 2)
    begin(state)
    play(state, "vision-use", "drawn 1", "drawn 2", "drawn 3", "discard-excess 1", "discard-excess 2")
    assert members(state.fiefs[0].hand) == [3]
    play(state, "invoke genio", "pay-plain")
    assert state.step.name() == "draw", "the vision is used for this season"
    state = season(2)
    hold(state, 0, second=(11,))
    set_row(state, 0, "card", 2)
    begin(state)
    play(state, "vision-skip", "drawn 1")
    assert members(state.fiefs[0].hand) == [1] and state.fiefs[0].rotated == 0


@pytest.mark.rule("BOM-10.3")
def test_raising_adds_what_the_reserve_has() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), second=(4, 19))  # Fortress, Epic Poem
    begin(state)
    play(state, "invoke orco", "raise 2")
    assert lying(state, "orco") == (3, 1, 0)
    play(state, "raise 0")
    assert lying(state, "orco") == (3, 4, 0)
    assert count(state.fiefs[0].rotated) == 2
    state = table(2, supply="limited", orco_self=False)
    hold(state, 0, (1, 0, 0), second=(4,))
    hold(state, 1, (28, 29, 0))
    begin(state)
    play(state, "invoke orco")
    assert refusal(state, "raise 2") == "BOM-10.3"
    assert asked(state) == ["raise 1", "raise-skip"], "one food and one coin are left"
    play(state, "raise-skip")
    assert lying(state, "orco") == (1, 0, 0) and state.fiefs[0].rotated == 0
    assert price(state, DIVINITIES.index("orco")) == (1, 0, 1)
    state = table(2, supply="unlimited")
    hold(state, 0, (1, 0, 0), second=(4,))
    hold(state, 1, (29, 30, 0))
    begin(state)
    play(state, "invoke orco")
    assert asked(state) == ["raise 0", "raise 1", "raise 2", "raise 3", "raise-skip"]


@pytest.mark.rule("BOM-10.5", "BOM-8.6")
def test_the_drago_power_lays_one_more() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(3, 8, 9), second=(22,))  # Prophecy
    begin(state)
    play(state, "invoke drago", "pay food", "devote 3", "devote-under orco")
    assert asked(state) == ["drago-more", "drago-enough"]
    play(state, "drago-more", "devote 9", "devote-under dea")
    assert state.actor == 1, "a third needs another power"
    assert members(state.fiefs[0].buried()) == [3, 9]
    assert count(state.fiefs[0].rotated) == 1


@pytest.mark.rule("BOM-10.2", "BOM-10.6")
def test_two_repetitions_allow_a_third_pawn() -> None:
    state = table(2)
    own_pawns(state, 0, 5)
    hold(state, 0, (9, 9, 0), second=(8, 16))
    lie(state, "orco", (1, 0, 0), (0, 0))
    state.fiefs[0].rotated = 1 << 8
    begin(state)
    play(state, "invoke orco")
    assert count(state.fiefs[0].rotated) == 2
    assert GAME.view(state, 0).pawns_on[1] == (0, 0, 0)


@pytest.mark.rule("BOM-3.1", "BOM-10.1")
def test_with_a_vision_the_cards_of_a_production_may_be_drawn_one_by_one() -> None:
    state = season(2)
    set_row(state, 0, "card", 5)  # two symbols
    hold(state, 0, second=(11,))  # Sculpture Garden: vision
    begin(state)
    assert state.step.name() == "howmany" and asked(state) == ["draw-now 1", "draw-now 2"]
    play(state, "draw-now 1", "vision-skip", "drawn 20")
    assert state.to_keep == 1 and asked(state) == ["vision-use", "vision-skip"], "the second card is due"
    play(state, "vision-use", "drawn 21", "drawn 22", "drawn 23", "discard-excess 21", "discard-excess 22")
    assert members(state.fiefs[0].hand) == [20, 23]
    at_once = season(2, card_income="at_once")
    set_row(at_once, 0, "card", 5)
    hold(at_once, 0, second=(11,))
    begin(at_once)
    assert asked(at_once) == ["vision-use", "vision-skip"]


@pytest.mark.rule("BOM-9.4")
def test_a_card_shown_from_the_hand_is_not_taken_back() -> None:
    match = Match(GAME, GAME.setup(2, {"deck_top": "hidden"}), Seeded(1))
    while match.state.step.name() != "turn":
        match.play(match.actor, match.options[0])
    seat = match.actor
    state = cast(BomarzoState, match.state)
    hold(state, seat, (2, 1, 0), hand=(2, 30))
    hold(state, 1 - seat, (2, 1, 2), hand=(12,))
    state.look_again()
    for text in ("invoke gigante", "pay-plain"):
        match.play(seat, GAME.catalogue.parse(text))
    assert match.undoable(seat) == 2
    match.play(seat, GAME.catalogue.parse("play 2"))
    assert match.actor == 1 - seat and match.state.step.name() == "copyoffer"
    assert match.undoable(seat) == 0
