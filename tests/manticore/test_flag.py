"""A flag on the map: companions come to it, attack what stands there, and say why if they do not."""

from __future__ import annotations

from statistics import mean

from ludoteca.bots.bot import Deed, Perspective, observe
from ludoteca.bots.flag import NO_WISH, flag_for
from ludoteca.bots.levels import bot_for
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.bot.intention import remark
from ludoteca.games.manticore.bot.manners import Manners
from ludoteca.games.manticore.rules.actions import CLASSES
from ludoteca.games.manticore.rules.land import LABELS, distance
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE
from tests.manticore.table import (
    MAGE,
    T1,
    T2,
    WARRIOR,
    cell,
    hero,
    invasion,
    manticore,
    monster,
    play,
    turn_of,
)
from tests.manticore.test_companions import take_everything_away
from tests.manticore.test_quick_policy import habit

FLAGS = ("H11", "E7", "K6", "H4", "F9", "J10")
ROUNDS = 3


def pair(flag: str, **options: str) -> ManticoreState:
    """A warrior and a mage in the City with nothing to fetch, and a flag."""
    state = invasion(WARRIOR, MAGE, roads={**T1, **T2}, **options)
    take_everything_away(state)
    state.flag = cell(flag)
    return state


def says(state: ManticoreState, seat: int = 0, language: str = "en") -> str:
    said = remark(state, seat)
    assert said is not None
    return Speaker(GAME, state.ruleset.edition, state.seats, [], language).remark(said)


def walked(state: ManticoreState, seat: int = 0) -> str:
    """Where the hero stands after its turn by habit."""
    while state.active == seat and state.actor == seat:
        play(state, habit(state))
    return label(state.heroes[seat].cell)


def label(place: int) -> str:
    return LABELS[place]


def test_a_hero_walks_to_the_flag_says_so_and_stays_there() -> None:
    state = turn_of(pair("H11"), 0, pool=9)
    assert says(state) == "I come to the flag at H11 in this turn."
    assert says(state, language="it") == "Vengo alla bandiera in H11 in questo turno."
    assert walked(state) == "H11"
    assert says(state) == "Here I am, at the flag on H11."
    assert walked(turn_of(state, 0)) == "H11"


def test_whoever_comes_second_stands_beside_the_flag() -> None:
    state = pair("H11")
    hero(state, 0, where="H11")
    assert distance(cell(walked(turn_of(state, 1, pool=9), 1)), cell("H11")) == 1


def test_what_stands_at_the_flag_is_attacked_when_the_hero_can_beat_it() -> None:
    state = pair("H11")
    state.round = 5
    manticore(state, 1)
    hero(state, 0, where="H10", sword=3, shield=3)
    monster(state, 4, "H11")
    turn_of(state, 0, pool=5)
    assert habit(state).endswith(" e") and habit(state).startswith(("attack", "joint"))
    assert "at the flag on H11" in says(state)


def test_at_the_flag_a_hero_fights_what_comes_near() -> None:
    state = pair("H11")
    state.round = 5
    manticore(state, 1)
    hero(state, 0, where="H11", sword=3, shield=3)
    monster(state, 4, "H10")
    turn_of(state, 0, pool=5)
    assert habit(state) in ("attack w", "joint w")
    assert says(state).startswith("To the flag at H11 as soon as I can: first I fight")


def test_a_hero_says_that_a_monster_at_the_flag_is_too_strong() -> None:
    state = pair("H11")
    state.round = 5
    manticore(state, 1)
    hero(state, 0, where="H10", life=5)
    monster(state, 7, "H11", life=9)
    turn_of(state, 0, pool=5)
    assert not habit(state).startswith(("attack", "joint"))
    assert "too strong for me" in says(state)


def test_nobody_follows_a_flag_that_would_wake_the_manticore() -> None:
    state = pair("H11")
    beside_cave = next(place for place, near in enumerate(state.ruleset.edition.near_cave) if near)
    state.flag = beside_cave
    assert says(turn_of(state, 0)) == f"Not to {label(beside_cave)} yet: that would wake the Manticore."
    state = pair("H11")
    monster(state, 4, "H11")
    hero(state, 0, where="H10", sword=3, shield=3)
    assert "would wake the Manticore" in says(turn_of(state, 0))


def test_a_hurt_hero_heals_first_and_a_far_flag_is_refused() -> None:
    state = pair("H11")
    hero(state, 0, life=2)
    turn_of(state, 0)
    assert habit(state) == "heal-self"
    state = pair("O8")
    hero(state, 0, where="A1")
    assert "too far" in says(turn_of(state, 0))


def test_nobody_goes_to_a_flag_from_where_the_manticore_cannot_be_met_in_time() -> None:
    state = pair("O1")
    state.round = 9
    manticore(state, 6)
    assert "too late for the Manticore" in says(turn_of(state, 0))


def test_the_flag_is_for_companions_and_not_for_rivals_or_other_games() -> None:
    flag = flag_for(GAME, GAME.setup(2))
    assert flag is not None and flag.number(" h8 ") == cell("H8") and flag.number("Z9") == NO_WISH
    assert flag_for(GAME, GAME.setup(2, {"mode": "semicoop"})) is None
    others = [load(name) for name in HOUSE_GAMES if name != "manticore"]
    assert [flag_for(game, game.setup(game.least)) for game in others] == [None] * 4


def test_a_flag_never_reaches_the_table_itself() -> None:
    state = turn_of(pair("H11"), 0, pool=9)
    state.flag = NO_WISH
    source = Stream(1)
    flagged = Perspective(GAME, state, 0, source, wish=cell("H11"))
    plain = Perspective(GAME, state, 0, source)
    assert state.flag == NO_WISH
    assert flagged.view == plain.view
    assert flagged.remark is not None and flagged.remark.key == "flag_now"
    assert plain.remark is not None and not plain.remark.key.startswith("flag")


def company(level: str, flag: str, seed: int, follow: bool) -> tuple[float, list[tuple[str, bool]]]:
    """How far from a flag four companions are after some rounds, and their manners on the way."""
    state = invasion(*CLASSES[seed % 4 :], *CLASSES[: seed % 4], roads={**T1, **T2})
    monster(state, 2, "C4")
    monster(state, 6, "M9")
    turn_of(state, 0)
    croupier, bots = Seeded(seed), [bot_for(GAME, level, 4) for _ in range(4)]
    stories: list[list[Deed]] = [[] for _ in bots]
    source, manners = Stream(seed, "company"), Manners()
    seen: list[tuple[str, bool]] = []
    while not state.over and state.round <= ROUNDS:
        seat = state.actor
        if seat == CHANCE:
            action = croupier.settle(state)
        else:
            wish = cell(flag) if follow else NO_WISH
            perspective = Perspective(GAME, state, seat, source, stories[seat], wish=wish)
            action = bots[seat].choose(perspective, source)
        before = state.copy()
        observe(stories, state, action)
        state.play(action)
        if seat != CHANCE:
            seen += manners.seen(before, action, state)
    return mean(distance(one.cell, cell(flag)) for one in state.heroes if one.life), seen


def test_with_a_flag_companions_come_nearer_and_mind_their_manners() -> None:
    """Six flags and deals a level: after three rounds they are clearly nearer, and foolishness is no more
    frequent among all that they did.
    """
    manners: dict[bool, list[bool]] = {True: [], False: []}
    for level in ("regular", "strong"):
        away: dict[bool, list[float]] = {True: [], False: []}
        for number, flag in enumerate(FLAGS):
            for follow in (True, False):
                far, seen = company(level, flag, number, follow)
                away[follow].append(far)
                manners[follow] += [breach for _, breach in seen]
        assert mean(away[True]) < 0.5 * mean(away[False]), level
    assert mean(manners[True]) <= mean(manners[False])
