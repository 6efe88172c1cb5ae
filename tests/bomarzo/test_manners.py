"""Good manners in Bomarzo: what counts as foolish, told in short scenes."""

from __future__ import annotations

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.bot.manners import GIVEN_AWAY, INTERRUPT, WASTED, Manners
from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.cards import members
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.development import cards_for
from tests.bomarzo.table import asked, begin, harvested, hold, own_pawns, play, table


def breaches(state: BomarzoState, text: str) -> list[str]:
    """What is ill used by an action, which is then done."""
    before = state.copy()
    play(state, text)
    seen = Manners().seen(before, GAME.catalogue.parse(text), state)
    return [counted for counted, breach in seen if breach]


def fitting(state: BomarzoState, god: str, fits: bool) -> int:
    """A card that shows the symbol of a divinity, or one that does not."""
    showing = set(members(cards_for(state, DIVINITIES.index(god))))
    return next(card for card in range(1, 46) if (card in showing) == fits)


def test_a_gift_needs_a_rival_whom_it_keeps_away() -> None:
    state = table(2)
    hold(state, 0, (5, 5, 0))
    hold(state, 1, (5, 5, 0))
    play(begin(state), "invoke dea")
    assert breaches(state, "gift food") == [], "the rival may still invoke it, and will pay more"
    state = table(2)
    hold(state, 0, (5, 5, 0))
    hold(state, 1, (5, 5, 0))
    own_pawns(state, 1, 0)
    play(begin(state), "invoke dea")
    assert breaches(state, "gift food") == [GIVEN_AWAY], "no pawn, and no wine for a copy"


def test_a_divinity_that_develops_needs_a_card_with_its_symbol() -> None:
    state = table(2)
    hold(state, 0, (5, 5, 5), hand=(fitting(state, "gigante", fits=False),))
    assert breaches(begin(state), "invoke gigante") == [WASTED]
    state = table(2)
    hold(state, 0, (5, 5, 5), hand=(fitting(state, "gigante", fits=True),))
    assert breaches(begin(state), "invoke gigante") == []


def test_a_favour_paid_for_is_used() -> None:
    state = table(2)
    hold(state, 0, (5, 5, 5), hand=(fitting(state, "gigante", fits=True),))
    play(begin(state), "invoke gigante")
    while state.step.name() != "develop":
        play(state, "gift-done" if state.step.name() == "gift" else asked(state)[0])
    assert breaches(state, "favour-decline") == [WASTED]


def test_a_copy_must_serve() -> None:
    state = table(2)
    hold(state, 0, (5, 5, 5), hand=(fitting(state, "gigante", fits=True),))
    hold(state, 1, (5, 5, 5), hand=(fitting(state, "gigante", fits=False),))
    play(begin(state), "invoke gigante")
    while state.actor == 0:
        play(state, "gift-done" if state.step.name() == "gift" else asked(state)[0])
    assert state.step.name() == "copyoffer"
    assert breaches(state, "copy") == [INTERRUPT]


def test_nobody_harvests_where_nothing_is_left() -> None:
    state = table(2, supply="limited")
    hold(state, 0, (0, 0, 0))
    harvested(state, 1, 0)
    state.reserve[0] = 0
    assert breaches(begin(state), "harvest fields") == [WASTED]
