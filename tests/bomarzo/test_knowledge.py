"""Who may know what: views, and worlds a seat cannot tell from the real one."""

from collections import Counter

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.cards import ALL_CARDS, mask_of, members
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.source import Stream
from tests.bomarzo.table import asked, begin, events, hold, no_pawns_left, play, table

WORLDS = 400


def imagined(state: BomarzoState, seat: int, worlds: int = WORLDS) -> list[BomarzoState]:
    """Worlds of a seat, each of which looks like the real one and breaks no law."""
    source = Stream(7, "worlds")
    view = GAME.view(state, seat)
    found = [GAME.imagine(state, seat, source) for _ in range(worlds)]
    for twin in found[:20]:
        assert GAME.view(twin, seat) == view
        assert GAME.faults(twin) == []
    return found


@pytest.mark.rule("BOM-9.1")
def test_unseen_cards_may_be_anywhere_with_equal_chance() -> None:
    state = table(3)
    hold(state, 0, (1, 0, 0), hand=(1, 2))
    hold(state, 1, hand=(3, 4))
    state.fiefs[2].under[5] = mask_of([5])
    state.discard = ALL_CARDS & ~mask_of(list(range(1, 13)))
    state.deck = mask_of(list(range(6, 13)))
    begin(state)
    worlds = imagined(state, 0, 2000)
    hands = Counter(card for twin in worlds for card in members(twin.fiefs[1].hand))
    assert sorted(hands) == list(range(3, 13))
    assert all(320 < number < 480 for number in hands.values()), "each of ten cards in a fifth of the worlds"
    buried = Counter(members(twin.fiefs[2].under[5])[0] for twin in worlds)
    assert all(140 < number < 260 for number in buried.values())
    assert {twin.fiefs[0].hand for twin in worlds} == {state.fiefs[0].hand}
    names = [name for name, _ in GAME.secrets(state, 0)]
    assert names == ["hand of seat 1", f"under {5} by seat 2", "deck"]


@pytest.mark.rule("BOM-1.7", "BOM-9.1")
def test_after_a_shuffle_older_cards_are_remembered() -> None:
    state = table(2)
    hold(state, 0, (0, 1, 0))
    hold(state, 1, hand=(3, 4))
    state.fiefs[1].under[2] = mask_of([5])
    state.discard = ALL_CARDS & ~mask_of([3, 4, 5, 6])
    state.deck = mask_of([6])
    begin(state)
    play(state, "invoke genio", "drawn 20")
    worlds = imagined(state, 0)
    older = {3, 4, 5}
    for twin in worlds:
        assert set(members(twin.fiefs[1].hand)) | set(members(twin.fiefs[1].buried())) == older
    assert len({twin.fiefs[1].buried() for twin in worlds}) == 3
    assert GAME.view(state, 0).elders == (1, 3), "card 6 was drawn before the shuffle"


@pytest.mark.rule("BOM-8.4", "BOM-9.1")
@pytest.mark.parametrize("hand", [(2, 30), (12, 30)], ids=["a Building card", "no Building card"])
def test_whoever_has_a_hand_is_asked_to_play_a_card_so_that_nobody_learns_what_is_in_it(
    hand: tuple[int, int],
) -> None:
    state = table(2)
    hold(state, 0, (2, 1, 0), hand=hand)
    begin(state)
    play(state, "invoke gigante", "pay-plain")
    assert state.actor == 0 and state.step.name() == "develop"
    showing = state.ruleset.edition.showing[0]
    worlds = imagined(state, 1)
    assert {twin.fiefs[0].hand & showing != 0 for twin in worlds} == {True, False}
    play(state, "favour-decline")
    assert "declined 0 3" in events(state)
    worlds = imagined(state, 1)
    assert {twin.fiefs[0].hand & showing != 0 for twin in worlds} == {True, False}


@pytest.mark.rule("BOM-1.7")
def test_cards_taken_from_an_open_deck_are_known_but_not_where_they_lie() -> None:
    state = table(2, deck_top="shown")
    hold(state, 1, (1, 1, 0), hand=(3, 4, 5))
    state.fiefs[1].under[6] = mask_of([6])
    state.deck &= ~mask_of([6])
    state.known = mask_of([4, 6])
    state.top = 20
    begin(state)
    assert GAME.view(state, 0).known == ((), (4, 6))
    worlds = imagined(state, 0)
    assert all(mask_of([4, 6]) & ~(twin.fiefs[1].hand | twin.fiefs[1].buried()) == 0 for twin in worlds)
    assert {members(twin.fiefs[1].buried())[0] for twin in worlds} > {4, 6}
    assert all(twin.deck >> 20 & 1 for twin in worlds)


@pytest.mark.rule("BOM-14.2")
def test_worship_cards_seen_in_the_deck_are_not_with_those_who_drew_before() -> None:
    state = table(3, worship_promo=True)
    hold(state, 1, (4, 4, 0))
    begin(state)
    play(state, "worship-draw 0", "worship-drawn dea", "harvest fields")
    play(state, "worship-draw 2", *["pay food"] * 4)
    play(state, "worship-drawn genio", "worship-drawn orco", "worship-drawn drago")
    for viewer in (0, 2):
        assert {twin.worship_offer for twin in imagined(state, viewer)} != {state.worship_offer}
    play(state, "worship-keep orco")
    first = Counter(DIVINITIES[twin.fiefs[0].worship[0]] for twin in imagined(state, 1))
    assert not {"genio", "orco", "drago"} & set(first), "seat 1 saw them in the deck"
    assert len(first) == 5
    second = Counter(twin.fiefs[1].worship[0] for twin in imagined(state, 0))
    assert set(second) == set(range(8)) - {DIVINITIES.index("dea")}


@pytest.mark.rule("BOM-8.6")
def test_the_card_about_to_be_hidden_is_any_of_the_hand() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(3, 8))
    begin(state)
    play(state, "invoke drago", "pay food", "devote 8")
    assert all(twin.fiefs[0].hand >> twin.picked & 1 for twin in imagined(state, 1))
    assert len({twin.picked for twin in imagined(state, 1)}) > 30
    assert {twin.picked for twin in imagined(state, 0, 20)} == {8}


@pytest.mark.rule("BOM-12.2", "BOM-12.3")
def test_when_the_cards_below_are_shown_they_are_known() -> None:
    state = table(2)
    state.season = 8
    no_pawns_left(state)
    hold(state, 0, hand=(9,), second=(38,))
    state.fiefs[1].under[1] = mask_of([5])
    state.deck &= ~mask_of([5])
    begin(state)
    assert asked(state) == ["assign building", "assign character"]
    assert GAME.view(state, 0).under[1][1] == (5,)
    assert {twin.fiefs[1].under[1] for twin in imagined(state, 0, 50)} == {mask_of([5])}
    assert GAME.view(state, 0).pantheon[0] == 1
    play(state, "assign building")
    assert GAME.secrets(state, 1) == []
    assert GAME.view(state, 1).hands[0] == (9,), "in the end all is open"


def test_a_spectator_sees_no_hand() -> None:
    state = table(2)
    hold(state, 0, hand=(3, 8))
    begin(state)
    view = GAME.view(state, -1)
    assert view.hands == ((-1, -1), ())
    assert len(imagined(state, -1, 5)) == 5
