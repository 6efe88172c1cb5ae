"""What the worked examples leave out: set-up, the turn and the effects of dice."""

from __future__ import annotations

import pytest

from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.dice import spelt
from ludoteca.kernel.errors import SetupError
from tests.bologna.table import NOTHING, Held, dealt, lay, threw

# Set-up


@pytest.mark.rule("BOL-1.1")
@pytest.mark.parametrize("seats", [0, 1, 8])
def test_two_to_seven_play(seats: int) -> None:
    with pytest.raises(SetupError, match=f"The Throne of Bologna is for 2 to 7 players, not {seats}"):
        GAME.setup(seats)


@pytest.mark.rule("BOL-1.1", "BOL-2.1")
@pytest.mark.parametrize("seats", range(2, 8))
def test_turns_go_round_clockwise_from_the_first_player(seats: int) -> None:
    table = lay(seats=seats, active=1, first=1, roles={0: "prince"}, feast_of_fools=False)
    played = []
    for _ in range(seats + 1):
        played.append(table.state.active)
        table.play(*(["roll5"] if table.state.actor >= 0 else []))
        table.roll("KWWRR").play("choose WWR", "use R", "pair W 0").aim(table.state.active)
        for seat in range(seats):  # nobody stays asleep
            table.state.sleep_tokens += table.state.players[seat].asleep
            table.state.players[seat].asleep = False
    assert played == [(1 + turn) % seats for turn in range(seats + 1)]
    assert table.state.round == 2


@pytest.mark.rule("BOL-1.2")
@pytest.mark.parametrize("seats", range(2, 6))
def test_all_tokens_begin_in_the_pool(seats: int) -> None:
    table = dealt(seats, first_player="seat0")
    assert list(table.state.pool) == [24, 24, 24, 24]
    assert table.tokens == [NOTHING] * seats


@pytest.mark.rule("BOL-1.4", "BOL-6.3", "BOL-6.10")
@pytest.mark.parametrize("seats", range(2, 8))
def test_the_role_deck_depends_on_the_number_of_players(seats: int) -> None:
    state = GAME.start(GAME.setup(seats))
    state.settle()
    outcomes = [action.text for action, weight in state.step.odds(state) if weight == 1]
    last = {2: 5, 7: 7}.get(seats, 6)
    assert outcomes == [f"dealt {role}" for role in ROLES[:last]]


@pytest.mark.rule("BOL-1.5")
@pytest.mark.parametrize("seats", range(2, 8))
def test_everybody_draws_one_role(seats: int) -> None:
    table = dealt(seats)
    assert table.roles == list(ROLES[:seats])
    assert table.asked == "throw -1"


@pytest.mark.rule("BOL-1.6", "BOL-6.10")
def test_roles_that_were_not_dealt_stay_in_the_deck() -> None:
    assert dealt(2).state.deck == 0b11100
    assert dealt(4).state.deck == 0b110000
    assert dealt(6).state.deck == 0


@pytest.mark.rule("BOL-1.8")
def test_four_ties_are_decided_by_lot() -> None:
    table = dealt(3, *threw(3, 3, 1), *threw(2, 2), *threw(0, 0), *threw(5, 5))
    assert table.asked == "pickfirst -1"
    assert [(action.text, weight) for action, weight in table.state.step.odds(table.state)] == [
        ("first 0", 1),
        ("first 1", 1),
    ]
    table.play("first 1")
    assert table.state.first == table.state.active == 1


@pytest.mark.rule("BOL-1.8")
def test_seat_0_begins_without_a_throw() -> None:
    table = dealt(5, first_player="seat0")
    assert table.state.active == 0
    assert not any(line.startswith("threw") for line in table.log)


@pytest.mark.rule("BOL-1.8", "BOL-5.6")
def test_the_throw_for_the_first_player_does_nothing_else() -> None:
    table = dealt(3, "rolled WWWWW", "rolled TTTTT", "rolled PTKBR")
    assert table.state.first == 0
    assert table.tokens == [NOTHING] * 3
    assert not table.state.fools
    assert table.received == ""
    assert not any(line.startswith(("earthquake", "pork", "feast")) for line in table.log)


# The turn


@pytest.mark.rule("BOL-2.2")
def test_without_dice_received_five_are_rolled() -> None:
    table = lay()
    assert table.asked == "roll -1"
    assert len(table.state.step.odds(table.state)) == 252


@pytest.mark.rule("BOL-2.3", "BOL-2.4", "BOL-2.5")
def test_dice_received_are_kept_or_rejected_together() -> None:
    assert lay(received="PT").options == ["keep", "roll5"]
    kept = lay(received="PT").play("keep")
    assert len(kept.state.step.odds(kept.state)) == 56
    rolled = lay(received="PT").play("roll5")
    assert len(rolled.state.step.odds(rolled.state)) == 252
    assert rolled.roll("PPTKK").options[-1] == "choose TKK"


@pytest.mark.rule("BOL-2.6", "BOL-3.14")
def test_every_chosen_die_is_used_and_nothing_else() -> None:
    table = lay(chosen="PTR")
    assert table.options == ["use P", "use T", "use R"]
    assert table.objection("use W") == "BOL-2.6"
    assert "end-turn" not in table.options
    table.play("use P", "use R")
    assert table.log == [
        "gained 0 0",
        "disease 0",
        "lost 0 0",
        "lost_nothing 1",
        "lost_nothing 2",
        "gained 0 1",
    ]


@pytest.mark.rule("BOL-2.8")
def test_dice_travel_past_sleepers_and_those_who_left() -> None:
    table = lay(seats=5, chosen="TTT", rest="PK", out=[1], asleep=[2, 3])
    assert table.asked == "turn 4"
    assert table.received == "PK"
    assert table.asleep == []
    assert table.state.sleep_tokens == 3


@pytest.mark.rule("BOL-2.8")
def test_a_duel_of_sleepers_wakes_both() -> None:
    table = lay(seats=2, chosen="TTT", rest="PK", asleep=[0, 1])
    assert table.asked == "turn 1"
    assert table.state.round == 2
    assert table.asleep == []


@pytest.mark.rule("BOL-2.9")
def test_a_guess_without_dice_received_hands_nothing_on() -> None:
    table = lay((2, 2, 2, 2), roles={0: "innkeeper", 1: "dean"})
    assert table.asked == "freshturn 0"
    assert table.options[0] == "roll5"
    assert table.objection("keep") == "BOL-2.2"
    table.guess(1, "prince")
    assert table.asked == "roll -1"
    assert table.state.active == 1


# Die effects


@pytest.mark.rule("BOL-3.1", "BOL-3.4", "BOL-3.5", "BOL-3.7")
@pytest.mark.parametrize(
    ("use", "held"),
    [("use P", (1, 0, 0, 0)), ("use T", (0, 1, 0, 0)), ("use K", (0, 0, 1, 0)), ("use B", (0, 0, 0, 1))],
)
def test_a_die_gains_its_token(use: str, held: Held) -> None:
    table = lay(chosen=f"{use[-1]}RR").play(use)
    assert table.tokens[0] == held
    assert sum(table.state.pool) == 95


@pytest.mark.rule("BOL-3.5", "BOL-3.6")
@pytest.mark.parametrize(
    ("use", "held"),
    [("wild P", (1, 0, 0, 0)), ("wild T", (0, 1, 0, 0)), ("wild B", (0, 0, 0, 1))],
)
def test_a_wild_book_gains_another_token_and_no_book(use: str, held: Held) -> None:
    assert lay(chosen="KRR").play(use).tokens[0] == held


@pytest.mark.rule("BOL-3.5", "BOL-3.6")
def test_a_wild_book_is_wine_or_a_rat_but_never_a_book() -> None:
    table = lay((0, 0, 0, 0), (1, 0, 0, 0), chosen="TTK")
    assert "wild K" not in GAME.catalogue.by_text
    assert lay(chosen="TTK").play("wild W").asked == "target 0"
    assert table.play("wild R").tokens[1] == NOTHING
    assert lay(chosen="TTB").objection("wild P") == "BOL-3.5"


@pytest.mark.rule("BOL-3.6", "BOL-3.16")
def test_pairs_need_two_dice() -> None:
    table = lay(chosen="PKT")
    assert [text for text in table.options if text.startswith("pair")] == ["pair P 1"]
    assert table.objection("pair P 0") == "BOL-3.16"
    assert table.objection("pair W 2") == "BOL-3.6"


@pytest.mark.rule("BOL-3.2")
def test_two_people_dice_gain_two_people() -> None:
    assert lay(chosen="PPT").play("use P", "use P").tokens[0] == (2, 1, 0, 0)


@pytest.mark.rule("BOL-3.3")
def test_in_a_revolution_the_attacker_may_pick() -> None:
    held: Held = (0, 1, 1, 0)
    table = lay(NOTHING, held, chosen="PPT", revolution_choice="attacker").play("pair P 0").aim(1)
    assert table.asked == "revolt 0"
    assert table.options == ["discard T", "discard K"]
    assert table.play("discard T").tokens[1] == (0, 0, 1, 0)
    assert lay(NOTHING, held, chosen="PPT").play("pair P 0").aim(1).asked == "revolt 1"


@pytest.mark.rule("BOL-3.3", "BOL-3.12", "BOL-3.15")
def test_a_revolution_against_nothing_does_nothing() -> None:
    table = lay(NOTHING, (3, 0, 0, 3), chosen="PPT").play("pair P 0").aim(1)
    assert table.tokens[1] == (3, 0, 0, 3)
    assert table.log[:2] == ["revolution 0 1", "lost_nothing 1"]


@pytest.mark.rule("BOL-3.9", "BOL-3.20")
def test_a_drunkenness_may_be_suffered() -> None:
    table = lay(NOTHING, (0, 0, 0, 2), chosen="TWW").play("pair W 0").aim(1).play("suffer")
    assert table.tokens[1] == (0, 0, 0, 2)
    assert table.asked == "turn 2"


@pytest.mark.rule("BOL-3.19", "BOL-3.20")
def test_who_sleeps_already_may_still_cancel() -> None:
    table = lay(NOTHING, (0, 0, 0, 2), chosen="TWW", asleep=[1]).play("pair W 0").aim(1)
    assert table.asked == "wine 1"
    assert table.play("cancel").tokens[1] == NOTHING


@pytest.mark.rule("BOL-3.10", "BOL-3.12")
def test_rats_take_a_tower_only_for_a_people() -> None:
    table = lay((1, 0, 0, 0), (0, 2, 0, 0), (1, 1, 0, 0), chosen="TTR", rest="PP").play("use R")
    assert table.asked == "rat 2"
    assert table.options == ["discard P", "discard T"]
    assert table.play("discard T").tokens == [(0, 2, 0, 0), (0, 2, 0, 0), (1, 0, 0, 0)]


@pytest.mark.rule("BOL-3.18", "BOL-3.11", "BOL-4.4")
def test_rats_are_answered_clockwise_and_the_larders_come_last() -> None:
    table = lay(*[(1, 1, 0, 1)] * 4, active=2, chosen="TRR").play("pair R 0")
    answered = []
    for _ in range(4):
        answered.append(table.state.actor)
        assert all(held[3] == 1 for held in table.tokens)
        table.play("discard P")
    assert answered == [2, 3, 0, 1]
    assert [held[3] for held in table.tokens] == [0, 0, 0, 0]


@pytest.mark.rule("BOL-3.10", "BOL-3.11", "BOL-4.8")
def test_rats_and_wine_pass_over_those_who_left() -> None:
    table = lay((1, 1, 0, 0), seats=4, out=[2], chosen="TRW").play("use W")
    assert table.options == ["target +0", "target +1", "target +3"]
    assert table.objection("target +2") == "BOL-4.8"
    table.aim(1).play("use R")
    assert table.asked == "rat 0"
    table.play("discard P")
    assert "lost_nothing 2" not in table.log


@pytest.mark.rule("BOL-3.15")
def test_nobody_aims_at_himself_where_that_is_not_played() -> None:
    table = lay(chosen="TTW", self_target=False).play("use W")
    assert table.options == ["target +1", "target +2"]
    assert table.objection("target +0") == "BOL-3.15"


@pytest.mark.rule("BOL-3.17")
@pytest.mark.parametrize(
    ("chosen", "forbidden"),
    [("WWT", ["use W"]), ("RRT", ["use R"]), ("KWT", ["wild W"]), ("KRT", ["wild R"]), ("KKT", [])],
)
def test_forced_pairs_keep_wines_and_rats_together(chosen: str, forbidden: list[str]) -> None:
    free = lay(chosen=chosen, pairs="free").options
    assert lay(chosen=chosen, pairs="forced").options == [text for text in free if text not in forbidden]


# What the worked examples and the list of rules pass over


@pytest.mark.rule("BOL-2.5")
def test_dice_that_were_rejected_are_nobodys() -> None:
    table = lay(received="PT").play("roll5")
    assert table.received == ""
    table.roll("PPTWR")
    assert GAME.view(table.state, 1).left == ""


@pytest.mark.rule("BOL-7.3", "BOL-5.31")
def test_an_earthquake_spares_neither_the_brigand_nor_the_well_fed() -> None:
    held: list[Held] = [(0, 2, 3, 0), (0, 1, 1, 7), (1, 0, 0, 0)]
    table = lay(*held, seats=7, roles=["brigand"], active=2).roll("WWWRR")
    assert table.tokens[:3] == [(0, 0, 0, 0), (0, 0, 0, 7), (1, 0, 0, 0)]


@pytest.mark.rule("BOL-5.23", "BOL-5.33", "BOL-4.5")
@pytest.mark.parametrize(
    ("held", "role", "dice"), [((4, 6, 0, 0), "silk", "KKKKK"), ((5, 0, 0, 4), "soldier", "WWRRR")]
)
def test_a_goal_met_before_an_event_does_not_win_by_it(held: Held, role: str, dice: str) -> None:
    table = lay(NOTHING, NOTHING, held, roles={2: role})
    assert table.won is None, "it is not his turn"
    table.roll(dice)
    assert table.won is None, "it was not fulfilled by the event"
    assert table.state.players[2].ruled_out == 0, "and so nobody learns anything"


@pytest.mark.rule("BOL-5.23", "BOL-5.33")
def test_who_fulfils_a_goal_by_an_event_goes_before_who_stood_on_it() -> None:
    held: list[Held] = [NOTHING, (4, 6, 1, 0), (5, 2, 1, 4)]
    table = lay(*held, roles={1: "silk", 2: "soldier"}).roll("WWRRR")
    assert table.won == ("event", (2,))


@pytest.mark.rule("BOL-5.41", "BOL-2.4")
def test_a_feast_of_fools_frees_the_kept_dice() -> None:
    table = lay(received="PT").play("keep").roll("KBW")
    assert "feast_of_fools 0" in table.log
    assert len(table.options) == 10
    table.play("choose KBW")
    assert (table.todo, spelt(table.state.rest)) == ("KBW", "PT")
    ordinary = lay(received="PT", feast_of_fools=False).play("keep").roll("KBW")
    assert ordinary.options == ["choose PTK", "choose PTB", "choose PTW"]


@pytest.mark.rule("BOL-5.43", "BOL-5.44")
@pytest.mark.parametrize(
    ("dice", "event", "chosen"),
    [
        ("WWWRR", "earthquake", "WWR"),
        ("KKKKK", "pork_feast", ""),
        ("PTKBW", "feast_of_fools", "PTK"),
        ("PPKWR", "", "PPK"),
    ],
)
def test_everybody_sees_the_event_of_a_turn_until_it_ends(dice: str, event: str, chosen: str) -> None:
    table = lay(NOTHING, NOTHING, NOTHING).roll(dice)
    seen = [GAME.view(table.state, seat).event for seat in range(table.state.seats)]
    assert set(seen) == {event}
    if chosen:  # five equal dice leave nothing to choose
        table.play(f"choose {chosen}")
    assert GAME.view(table.state, 0).event == event
    off = lay(received="WW", events_count_kept=False).play("keep").roll("RRR")
    assert GAME.view(off.state, 0).event == ""


@pytest.mark.rule("BOL-6.12", "BOL-6.13")
@pytest.mark.parametrize(
    ("deck", "empty", "told"),
    [(["silk"], "lose", "lost_all"), ([], "lose", "lost_all"), ([], "keep_role", "lost_tokens")],
)
def test_what_a_wrong_guess_cost_is_told(deck: list[str], empty: str, told: str) -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], deck=deck, duel_empty_deck=empty)
    table.guess(1, "cardinal")
    assert [event.kind.name for event in table.journal if event.kind.name.startswith("lost_")] == [told]
