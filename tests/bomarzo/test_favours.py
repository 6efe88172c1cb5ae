"""What the divinities grant: BOM-8."""

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.cards import members
from ludoteca.games.bomarzo.rules.edition import SCORED
from ludoteca.kernel.state import CHANCE
from tests.bomarzo.table import (
    asked,
    begin,
    cubes,
    events,
    hold,
    lie,
    lying,
    play,
    refusal,
    row,
    set_row,
    set_track,
    table,
    track,
)


@pytest.mark.rule("BOM-8.1")
def test_genio_gives_two_cards() -> None:
    state = table(2)
    hold(state, 0, (0, 1, 0))
    begin(state)
    play(state, "invoke genio", "drawn 9", "drawn 31")
    assert members(state.fiefs[0].hand) == [9, 31]
    assert state.actor == 1


@pytest.mark.rule("BOM-8.1", "BOM-1.7")
def test_a_reshuffle_in_the_middle_of_a_draw() -> None:
    state = table(2)
    hold(state, 0, (0, 1, 0))
    state.discard = 0b11111 << 1  # cards 1 to 5
    rest = state.deck & ~state.discard
    state.deck = 1 << 40
    state.fiefs[1].hand = rest & ~state.deck
    begin(state)
    play(state, "invoke genio", "drawn 3")
    assert members(state.fiefs[0].hand) == [3, 40], "the only card of the deck came by itself"
    assert members(state.deck) == [1, 2, 4, 5]
    assert state.discard == 0


@pytest.mark.rule("BOM-8.2")
def test_a_sweep_takes_one_from_each() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0))
    lie(state, "dea", (1, 1, 0), (1,))
    lie(state, "genio", (0, 1, 1), (1,))
    begin(state)
    play(state, "invoke orco", "orco-sweep")
    assert state.step.name() == "sweep" and asked(state) == ["orco-pick food", "orco-pick coin"]
    play(state, "orco-pick food")
    assert cubes(state, 0) == (1, 1, 0)
    assert lying(state, "dea") == (0, 1, 0)
    assert lying(state, "genio") == (0, 0, 1), "wine is never taken"


@pytest.mark.rule("BOM-8.2")
def test_orco_takes_all_of_a_kind_from_another_divinity() -> None:
    state = table(2, orco_self=False)
    hold(state, 0, (1, 0, 0))
    lie(state, "gigante", (4, 1, 1), (1,))
    begin(state)
    play(state, "invoke orco")
    assert refusal(state, "orco-take orco food") == "BOM-8.2/self"
    assert refusal(state, "orco-take dea coin") == "BOM-8.2"
    play(state, "orco-take gigante food")
    assert cubes(state, 0) == (4, 0, 0)
    assert lying(state, "gigante") == (0, 1, 1)


@pytest.mark.rule("BOM-8.2")
def test_where_orco_eats_from_himself() -> None:
    state = table(2)
    hold(state, 0, (3, 0, 0))
    begin(state)
    play(state, "invoke orco", "gift food", "gift-done")
    assert cubes(state, 0) == (3, 0, 0), (
        "his own food is all there is to take: nothing to sweep, nothing to ask"
    )
    state = table(2, orco_self=False)
    hold(state, 0, (3, 0, 0))
    begin(state)
    play(state, "invoke orco", "gift food", "gift-done")
    assert "in_vain 0 1" in events(state), "nothing lies anywhere else"


@pytest.mark.rule("BOM-8.2")
def test_a_sweep_spares_orco_himself_but_not_sleepers() -> None:
    state = table(2, orco_self=True)
    hold(state, 0, (2, 2, 0))
    begin(state)
    play(state, "invoke orco", "gift coin", "gift-done")
    assert asked(state) == ["orco-take orco food", "orco-take orco coin"]
    assert refusal(state, "orco-sweep") == "BOM-8.2/sweep"
    state = table(2, orco_self=True)
    hold(state, 0, (2, 2, 0))
    lie(state, "dea", (1, 0, 2), (1,))
    begin(state)
    play(state, "invoke orco", "gift coin", "gift-done", "orco-sweep")
    assert lying(state, "dea") == (0, 0, 2), "two wines do not guard the food"
    assert lying(state, "orco") == (1, 1, 0)
    assert cubes(state, 0) == (2, 1, 0)


@pytest.mark.rule("BOM-8.2")
def test_a_sweep_goes_by_place_and_asks_only_where_there_is_a_choice() -> None:
    state = table(2)
    state.order = [7, 2, 0, 1, 3, 4, 5, 6]
    hold(state, 0, (1, 0, 0))
    lie(state, "dea", (1, 1, 0), (1,))
    lie(state, "drago", (2, 1, 0), (1,))
    begin(state)
    play(state, "invoke orco", "orco-sweep")
    assert GAME.view(state, 0).sweeping == DIVINITIES.index("drago")
    play(state, "orco-pick coin", "orco-pick coin")
    assert cubes(state, 0) == (0, 2, 0)
    assert "swept 0 1 7" in events(state)


@pytest.mark.rule("BOM-8.3")
def test_a_worker_at_the_end_of_its_row_stays_and_lost_steps_are_not_asked_for() -> None:
    state = table(2)
    hold(state, 0, (1, 1, 0))
    set_row(state, 0, "food", 5)
    begin(state)
    play(state, "invoke dea")
    assert refusal(state, "worker food") == "BOM-8.3"
    for name, end in zip(("coin", "wine", "card", "pawn"), (5, 5, 5, 6), strict=True):
        set_row(state, 0, name, end)
    set_row(state, 0, "coin", 4)
    state.look_again()
    play(state, "worker coin")
    assert row(state, 0, "coin") == 5
    assert state.actor == 1, "the second step is lost"


@pytest.mark.rule("BOM-8.5")
def test_tartaruga_two_cards_two_steps() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(3, 8, 20))
    hold(state, 1, hand=(30,))
    begin(state)
    play(state, "invoke tartaruga", "pay-plain", "tart-discard 8", "advance science")
    assert asked(state) == ["tart-discard 3", "tart-discard 20", "favour-decline"]
    play(state, "tart-discard 3", "advance culture")
    assert (track(state, 0, "science"), track(state, 0, "culture")) == (1, 1)
    assert members(state.discard) == [3, 8]
    assert state.actor == 1 and state.step.name() == "turn", "there is no third card"


@pytest.mark.rule("BOM-8.5")
def test_one_card_one_step() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(8,))
    begin(state)
    play(state, "invoke tartaruga", "pay-plain", "tart-discard 8", "advance science")
    assert state.actor == 1


@pytest.mark.rule("BOM-8.5", "BOM-9.7")
def test_a_track_that_has_ended_takes_no_step() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(8, 9))
    for name in ("culture", "science"):
        set_track(state, 0, name, 10)
    set_track(state, 0, "architecture", 8)
    begin(state)
    play(state, "invoke tartaruga", "pay-plain", "tart-discard 8")
    assert track(state, 0, "architecture") == 9, "the only track that is left"
    play(state, "tart-discard 9")
    assert track(state, 0, "architecture") == 10
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(8, 9))
    set_track(state, 0, "culture", 10)
    begin(state)
    play(state, "invoke tartaruga", "pay-plain", "tart-discard 8")
    assert refusal(state, "advance culture") == "BOM-9.7"


@pytest.mark.rule("BOM-8.6", "BOM-9.1")
def test_drago_hides_a_card_under_any_divinity() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(3, 8))
    begin(state)
    play(state, "invoke drago", "pay food", "devote 8")
    assert len(asked(state)) == 8
    assert GAME.view(state, 1).picked == -1
    play(state, "devote-under drago")
    assert members(state.fiefs[0].under[DIVINITIES.index("drago")]) == [8]
    mine, theirs = GAME.view(state, 0), GAME.view(state, 1)
    assert mine.under[0][7] == (8,)
    assert theirs.under[0][7] == (-1,)
    laid = next(event for event in state.journal or [] if event.kind.name == "devoted")
    seen = laid.seen_by(1)
    assert seen is not None and seen.text() == "devoted 0 7 ?"


@pytest.mark.rule("BOM-8.7")
def test_what_each_divinity_scores() -> None:
    def scored(**options: object) -> list[str]:
        return [SCORED[field] for field in table(2, **options).ruleset.scores]

    corrected = ["science", "food", "culture", "building", "knowledge", "architecture", "character", "coin"]
    assert scored() == corrected
    appendix = scored(scoring_table="appendix")
    assert (appendix[3], appendix[5]) == ("architecture", "building")
    assert appendix[:3] == corrected[:3]


@pytest.mark.rule("BOM-9.1")
def test_cards_drawn_by_others_are_not_seen() -> None:
    state = table(2)
    hold(state, 0, (0, 1, 0))
    begin(state)
    play(state, "invoke genio")
    assert state.actor == CHANCE
    play(state, "drawn 9", "drawn 31")
    assert GAME.view(state, 1).hands == ((-1, -1), ())
    assert GAME.view(state, 0).hands == ((9, 31), ())
