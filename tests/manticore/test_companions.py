"""Companions: what heroes do for each other, and what they say of their plans."""

from __future__ import annotations

import pytest

from ludoteca.bots.bot import Perspective
from ludoteca.bots.fallible import Fallible
from ludoteca.bots.greedy import Greedy
from ludoteca.bots.playing import remark_in
from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.bot.intention import remark
from ludoteca.games.manticore.rules.actions import END_TURN
from ludoteca.games.manticore.rules.gear import put_down
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import holes
from tests.manticore.table import (
    DWARF,
    ELF,
    MAGE,
    T1,
    T2,
    WARRIOR,
    cell,
    hero,
    invasion,
    kind,
    manticore,
    monster,
    play,
    power,
    turn_of,
)
from tests.manticore.test_quick_policy import habit


def greedy(state: ManticoreState) -> str:
    """What a greedy player of the seat that decides does."""
    source = Stream(1, "greedy")
    return Greedy().choose(Perspective(GAME, state, state.actor, source), source).text


def take_everything_away(state: ManticoreState) -> None:
    """Nothing is left to be fetched."""
    state.pile = (0,) * len(state.pile)


def says(state: ManticoreState, seat: int, language: str = "en") -> str:
    said = remark(state, seat)
    if said is None:
        return ""
    speaker = Speaker(GAME, state.ruleset.edition, state.seats, [], language)
    return speaker.remark(said)


# What they do for each other


def test_two_heroes_beside_a_monster_strike_together() -> None:
    state = invasion(MAGE, DWARF, roads=T1)
    state.round = 5
    hero(state, 0, where="H10")
    hero(state, 1, where="G10")
    monster(state, 4, "H11")
    manticore(state, 1)
    take_everything_away(state)
    turn_of(state, 0)
    assert habit(state) == "joint e"
    play(state, "joint e", "terms-default")
    assert habit(state) == "join yes"


def test_an_artifact_in_the_bag_is_handed_to_whoever_can_use_it() -> None:
    state = invasion(WARRIOR, DWARF, roads=T1)
    hero(state, 0, where="H8", sword=[3, 2])
    hero(state, 1, where="H9")
    turn_of(state, 0)
    assert habit(state) == "give e"
    play(state, "give e")
    assert habit(state) == "item sword 2"
    play(state, "item sword 2")
    assert habit(state) == "consent yes"


def test_nobody_hands_over_what_serves_its_owner_as_well() -> None:
    state = invasion(WARRIOR, DWARF, roads=T1)
    hero(state, 0, where="H8", sword=3)
    hero(state, 1, where="H9")
    assert not habit(turn_of(state, 0)).startswith("give")


def test_a_weapon_goes_to_the_hero_whose_best_attack_it_sharpens() -> None:
    """Both need a sword; for the mage, who fights by magic, it is worth less."""
    state = invasion(MAGE, WARRIOR, roads=T1)
    hero(state, 0, where="H8", sword=3)
    hero(state, 1, where="H9")
    assert habit(turn_of(state, 0)) == "give e"


def test_while_the_manticore_sleeps_nobody_walks_past_its_cave() -> None:
    state = invasion(ELF, WARRIOR)
    hero(state, 0, where="B6")
    take_everything_away(state)
    put_down(state, cell("A6"), kind("boots"), 3)
    edition = state.ruleset.edition
    turn_of(state, 0)
    while state.active == 0 and state.actor == 0:
        assert not edition.near_cave[state.heroes[0].cell]
        play(state, habit(state))
    assert not state.manticore.awake


@pytest.mark.parametrize("chooser", [habit, greedy])
def test_what_is_of_no_use_is_not_picked_up_even_with_points_to_spare(chooser: object) -> None:
    assert callable(chooser)
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, where="H8", boots=3, sword=3)
    hero(state, 1, where="I8")
    take_everything_away(state)
    put_down(state, cell("H8"), kind("boots"), 2)
    turn_of(state, 0)
    for _ in range(9):
        if state.active != 0 or state.actor != 0:
            break
        chosen = chooser(state)
        assert not chosen.startswith(("pick", "drop")), chosen
        play(state, chosen)


@pytest.mark.parametrize("pool", [2, 3, 4, 5, 6])
def test_nobody_turns_back_for_want_of_points(pool: int) -> None:
    """A monster comes from the east, a shield lies in the west: no cell is seen twice."""
    state = invasion(WARRIOR, MAGE, roads={**T1, **T2})
    state.round = 5
    hero(state, 0, where="H8", sword=2)
    hero(state, 1, where="I8")
    manticore(state, 1)
    take_everything_away(state)
    put_down(state, cell("H5"), kind("shield"), 1)
    monster(state, 4, "H11")
    turn_of(state, 0, pool=pool)
    walked = [state.heroes[0].cell]
    while state.active == 0 and state.actor == 0:
        chosen = habit(state)
        if not chosen.startswith("move"):
            break
        play(state, chosen)
        walked.append(state.heroes[0].cell)
    assert len(set(walked)) == len(walked)


def test_beside_the_manticore_the_stronger_party_is_called_together() -> None:
    state = invasion(WARRIOR, DWARF, ELF, roads=T1)
    state.round = 9
    for seat, where in enumerate(("H10", "F9", "F10")):
        hero(state, seat, where=where, sword=2, shield=2)
        power(state, seat, attack=3, magic=3)
    manticore(state, 7, life=12)
    turn_of(state, 0)
    assert habit(state) == "joint ne"
    if greedy(state).startswith("move"):  # first into its way, then the attack
        play(state, greedy(state))
    assert greedy(state).startswith("joint")


# What they say


def test_a_companion_says_what_it_fetches_and_lets_the_manticore_sleep() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 1, where="I8")
    hero(state, 0, where="H9")
    turn_of(state, 0)
    assert says(state, 0) == (
        "Let the Manticore sleep: I fetch the boots from the Shoe Manufactory in this turn."
    )
    assert says(state, 0, "it").startswith("Lasciamo dormire la Manticora")


def test_a_companion_says_which_monster_it_stops_and_why() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    state.round = 5
    hero(state, 0, where="H8", sword=3, shield=3)
    manticore(state, 2)
    take_everything_away(state)
    monster(state, 1, "H7")
    assert "out of the City" in says(turn_of(state, 0), 0)
    state.monsters[0].city_since = 0
    state.put(4, cell("H6"))
    assert "enters the City in 1 round." in says(state, 0)


def test_a_companion_names_the_meeting_place_and_calls_to_the_attack() -> None:
    state = invasion(WARRIOR, DWARF, roads=T1)
    state.round = 8
    hero(state, 0, where="H8", sword=3, shield=3)
    hero(state, 1, where="I8", sword=2, shield=2)
    take_everything_away(state)
    manticore(state, 6)
    assert "meet the Manticore at G10" in says(turn_of(state, 0), 0)
    hero(state, 0, where="H10")
    hero(state, 1, where="F9", amulet=3)
    power(state, 0, attack=4, magic=3)
    power(state, 1, attack=4, magic=3)
    manticore(state, 7)
    assert says(turn_of(state, 0), 0) == "Now, together: I attack the Manticore. Join me!"


def test_a_hurt_companion_says_that_it_heals() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 1, life=2)
    assert says(turn_of(state, 0), 1) == "I heal first: I have only 2 life left."


def test_the_dead_the_lonely_and_rivals_are_silent() -> None:
    alone = turn_of(invasion(WARRIOR, roads=T1), 0)
    assert remark(alone, 0) is None
    rivals = turn_of(invasion(WARRIOR, MAGE, roads=T1, mode="semicoop"), 0)
    assert remark(rivals, 0) is None
    state = turn_of(invasion(WARRIOR, MAGE, roads=T1), 0)
    state.remove(1)
    assert remark(state, 1) is None


def test_remarks_name_the_same_things_in_both_languages() -> None:
    english, italian = GAME.words("en").sections["remark"], GAME.words("it").sections["remark"]
    assert {key: holes(text) for key, text in english.items()} == {
        key: holes(text) for key, text in italian.items()
    }


def test_before_the_invasion_nobody_has_a_plan_to_tell() -> None:
    match = Match(GAME, GAME.setup(3), Seeded(1))
    assert [remark_in(match, seat) for seat in range(3)] == [None] * 3


def test_whoever_errs_tells_what_it_will_do_and_not_what_would_be_best() -> None:
    """The same words are always followed by the same step, in whatever mood they were said."""
    state = invasion(WARRIOR, MAGE, roads={**T1, **T2})
    hero(state, 0, where="H9")
    turn_of(state, 0)
    bot = Fallible(1.5)
    steps: dict[str, set[str]] = {}
    for number in range(1, 24):
        story = [(1, END_TURN)] * number
        perspective = Perspective(GAME, state, 0, Stream(1), story)
        said = bot.remark(perspective)
        assert said is not None
        words = f"{said.key} {said.details}"
        steps.setdefault(words, set()).add(bot.choose(perspective, Stream(1)).text)
    assert len(steps) > 1, "moods differ"
    assert all(len(found) == 1 for found in steps.values())
