"""Going back: a player who starts to pay can finish, or take everything back while nothing was shown."""

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.games.bomarzo import GAME
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import UndoRefused
from ludoteca.kernel.match import Match
from tests.bomarzo.table import begin, play, table


def at_the_first_turn(seats: int = 2, seed: int = 4) -> Match:
    match = Match(GAME, GAME.setup(seats), Seeded(seed))
    while match.state.step.name() != "turn":
        match.play(match.actor, match.options[0])
    return match


def state_of(match: Match) -> str:
    return canonical(match.state)


@pytest.mark.rule("BOM-6.5", "BOM-4.8")
def test_a_whole_payment_can_be_taken_back() -> None:
    match = at_the_first_turn()
    seat = match.actor
    before = [state_of(match)]
    for text in ("invoke dea", "pay-custom", "pay food", "pay coin", "gift food", "worker wine"):
        match.play(seat, text)
        before.append(state_of(match))
    assert match.undoable(seat) == 6
    for expected in reversed(before[:-1]):
        match.undo(seat)
        assert state_of(match) == expected
    assert match.state.step.name() == "turn"
    with pytest.raises(UndoRefused):
        match.undo(seat)
    match.play(seat, "invoke dea")
    match.play(seat, "pay-plain")
    match.play(seat, "gift-done")
    assert match.state.step.name() == "work", "and paid in another way"


@pytest.mark.rule("BOM-6.2")
def test_a_card_that_was_shown_stays_shown() -> None:
    match = at_the_first_turn()
    seat = match.actor
    match.play(seat, "invoke dea")
    match.play(seat, "pay-custom")
    match.play(seat, "pay card-as-food")
    assert match.undoable(seat) == 0, "everybody has seen the card"
    while match.actor == seat and match.state.step.name() == "pay":
        match.play(seat, match.options[0])
    assert match.state.step.name() in ("gift", "work"), "but the payment can be finished"


@pytest.mark.rule("BOM-4.1")
def test_a_turn_that_has_passed_on_is_over() -> None:
    match = at_the_first_turn()
    seat = match.actor
    match.play(seat, "harvest vineyard")
    assert match.actor != seat
    assert match.undoable(seat) == 0


@pytest.mark.rule("BOM-8.6", "BOM-8.1")
def test_a_hidden_card_can_be_taken_back_but_a_draw_cannot() -> None:
    match = at_the_first_turn(3)
    seat = match.actor
    for text in ("invoke drago", "pay food", "gift-done"):
        match.play(seat, text)
    card = match.options[0].text
    match.play(seat, card)
    assert match.undoable(seat) == 4, "the card is not under a divinity yet"
    match.undo(seat)
    assert match.options[0].text == card
    match = at_the_first_turn(3)
    match.play(match.actor, "invoke genio")
    seat = match.actor
    match.play(seat, "pay-plain")
    match.play(seat, "gift-done")
    assert match.undoable(seat) == 0, "two cards were drawn"


@pytest.mark.rule("BOM-14.2", "BOM-1.7")
def test_even_the_last_card_of_a_deck_is_something_new() -> None:
    for name in ("saw_worship", "drew"):
        kind = next(kind for kind in GAME.events.all if kind.name == name)
        assert kind.reveals, "the last card comes without chance being asked"
    state = table(2, worship_promo=True)
    state.fiefs[0].worship = [1]
    state.fiefs[1].worship = [2, 3]
    state.worship_deck = 1
    begin(state)
    play(state, "worship-draw 0")
    assert state.fiefs[0].worship == [1, 0]
    assert any(event.kind.reveals for event in state.journal or [])
