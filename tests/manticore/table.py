"""Laying a position quickly: heroes, roads and monsters where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.actions import (
    CATALOGUE,
    CLASSES,
    END_TURN,
    HEAL_SELF,
    KINDS,
    SHAPES,
    STATS,
)
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.gear import count, load, receive, take_off
from ludoteca.games.manticore.rules.land import CELL_CALLED, LABELS
from ludoteca.games.manticore.rules.paths import survey
from ludoteca.games.manticore.rules.road_places import lay as lay_road
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, MANTICORE, ManticoreState, replaced
from ludoteca.games.manticore.rules.steps.foes import CITY_PHASE, MANTICORE_PHASE, MONSTER_PHASE
from ludoteca.games.manticore.rules.steps.round import END_OF_ROUND
from ludoteca.games.manticore.rules.steps.turn import TURNS
from ludoteca.kernel.actions import Action
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import CHANCE, Agenda, Decision, Step

T1: Final = {"H10": ("straight", 0), "H11": ("straight", 0), "H12": ("sharp", 2), "G9": ("straight", 1)}
T2: Final = {"H6": ("straight", 0), "H5": ("straight", 0), "H4": ("straight", 0)}
CITY_ORDER: Final = ("H8", "H9", "H7", "I8")
WARRIOR, MAGE, DWARF, ELF = CLASSES


class Halt(Decision[ManticoreState]):
    """Where a test's play stops."""

    def candidates(self, state: ManticoreState) -> list[Action]:
        return [HEAL_SELF, END_TURN]


HALT: Final = Halt(0)


def table_of(match: Match) -> ManticoreState:
    """What lies on the table of a match."""
    assert isinstance(match.state, ManticoreState)
    return match.state


def cell(label: str) -> int:
    return CELL_CALLED[label]


def kind(word: str) -> int:
    return KINDS.index(word)


def invasion(
    *classes: str, roads: Mapping[str, tuple[str, int]] | None = None, **options: Any
) -> ManticoreState:
    """Heroes of these classes in the City, in round 1, with only these roads and no monster."""
    state = GAME.start(GAME.setup(len(classes), options))
    state.agenda = Agenda([HALT])
    state.order = tuple(range(len(classes)))
    state.phase = HEROES
    state.round = 1
    state.journal = []
    for seat, word in enumerate(classes):
        state.heroes[seat].klass = CLASSES.index(word)
        state.heroes[seat].life = 10
        state.put(seat, cell(CITY_ORDER[seat]))
    pave(state, roads or {})
    return state


def pave(state: ManticoreState, roads: Mapping[str, tuple[str, int]]) -> None:
    """Lay tokens, `{"H10": ("straight", 0)}`, and work out what follows from them."""
    edition = state.ruleset.edition
    state.roads = state.roads.copy()
    for label, (shape, k) in roads.items():
        lay_road(state, cell(label), edition.masks[SHAPES.index(shape)][k])
    survey(edition, state.roads)


def hero(state: ManticoreState, seat: int, where: str = "", life: int = 0, **gear: int | list[int]) -> None:
    """Move a hero, set its life, give it artifacts (`sword=3`, `boots=[3, 2]`) and spells."""
    if where:
        state.put(seat, cell(where))
    if life:
        state.heroes[seat].life = life
    now, state.round = state.round, 0
    for word, levels in gear.items():
        for level in [levels] if isinstance(levels, int) else levels:
            take_from_pile(state, word, level)
            receive(state, seat, kind(word), level)
    state.round = now


def take_from_pile(state: ManticoreState, word: str, level: int) -> None:
    """A token that a test hands out is missing from its pile, if it was there."""
    location = state.pile_kind.index(kind(word))
    if count(state.pile[location], 0, level):
        take_off(state, location, level)


def power(state: ManticoreState, seat: int, **points: int) -> None:
    for word, number in points.items():
        state.heroes[seat].power = replaced(state.heroes[seat].power, STATS.index(word), number)


def monster(state: ManticoreState, number: int, where: str, life: int = 0, **loot: int) -> int:
    """Put monster `number` (from 1) on a cell, with things it carries; its number as a being is returned."""
    being = FIRST_FOE + number - 1
    state.put(being, cell(where))
    state.being(being).life = life or state.ruleset.edition.monster_level[number - 1]
    if where in ("H8", "H9", "G8", "G7", "H7", "I7", "I8"):
        state.monsters[number - 1].city_since = state.round
    for word, level in loot.items():
        take_from_pile(state, word, level)
        load(state, number - 1, kind(word), level)
    return being


def manticore(state: ManticoreState, step: int, life: int = 0, awake: bool = True) -> None:
    """Put the Manticore on a step of the Fireway."""
    state.put(MANTICORE, state.ruleset.edition.fireway[step])
    state.manticore.step = step
    state.manticore.awake = awake
    if life:
        state.manticore.life = life


def where(state: ManticoreState, being: int) -> str:
    return "" if state.being(being).cell == NOWHERE else LABELS[state.being(being).cell]


def turn_of(state: ManticoreState, seat: int, pool: int | None = None) -> ManticoreState:
    """The turn of a seat begins in a whole round; with a given pool if a test wants one."""
    later = state.order[state.order.index(seat) :]
    follow(state, *[TURNS[s] for s in later], MONSTER_PHASE, MANTICORE_PHASE, CITY_PHASE, END_OF_ROUND)
    if pool is not None:
        state.pool = pool
        state.look_again()
    return state


def follow(state: ManticoreState, *steps: Step[Any]) -> ManticoreState:
    """Let these steps happen in this order; then play halts."""
    state.agenda = Agenda([HALT, *reversed(steps)])
    state.settle()
    return state


def play(state: ManticoreState, *texts: str) -> ManticoreState:
    """Play actions and chance outcomes by their texts, each checked to be possible."""
    for text in texts:
        action = CATALOGUE.parse(text)
        if state.actor == CHANCE:
            possible = [outcome for outcome, _ in state.step.odds(state)]
        else:
            possible = state.choices
        assert action in possible, f"“{text}” is not among {[a.text for a in possible]}"
        state.play(action)
    return state


def offered(state: ManticoreState, verb: str = "") -> list[str]:
    """The options in words, perhaps only those of one verb."""
    return [action.text for action in state.choices if not verb or action.verb.name == verb]


def objection(state: ManticoreState, text: str) -> str | None:
    """Why the awaited seat may not do what it reaches for."""
    action = CATALOGUE.parse(text)
    assert action in state.step.candidates(state), f"nobody would reach for “{text}” now"
    return state.step.objection(state, action)


def told(state: ManticoreState, name: str) -> list[tuple[int, ...]]:
    """The values of every event of a kind so far."""
    assert state.journal is not None
    return [event.values for event in state.journal if event.kind.name == name]


def rules_told(state: ManticoreState) -> list[str]:
    assert state.journal is not None
    return [event.kind.rule for event in state.journal]


def lives(state: ManticoreState) -> list[int]:
    return [one.life for one in state.heroes]


def worn(state: ManticoreState, seat: int, word: str) -> int:
    return state.heroes[seat].worn[kind(word)]
