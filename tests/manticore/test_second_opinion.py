"""Whole matches, looked over by somebody who reads the rulebook and nothing else.

Where tokens may lie, what steps cost and what monsters do is worked out here once more, from the map and the
tokens on it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.actions import MOVE
from ludoteca.games.manticore.rules.land import LABELS, NEIGHBOURS, distance
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.events import Event
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE

MAP = (
    "..H....M" "..HH...MM" ".........." "EE........." ".EE........." "..........SS." "......CC..SS.."
    ".UU...CCC......" ".U....CC....I." "...........II" "............" ".FF........" "FF..W..D.."
    "...WW.DD." "......D."
)  # fmt: skip
PILES = "FEDSWUIH"  # in this order a monster prefers them
PLACES = {code: [cell for cell, found in enumerate(MAP) if found == code] for code in f"CM{PILES}"}
LEVELS, AGGRESSIVE = (3, 3, 3, 4, 3, 3, 3), (4, 5, 6)
BOOTS = 3
TEMPTING = ("attack", "joint", "take", "join", "pick", "trophy")


def beside(cell: int) -> list[tuple[int, int]]:
    """The neighbours of a cell with their directions."""
    return [(d, near) for d, near in enumerate(NEIGHBOURS[cell]) if near >= 0]


def far(cell: int, code: str) -> int:
    return min(distance(cell, other) for other in PLACES[code])


def leads_into(sides: list[int], cell: int, code: str) -> bool:
    """MAN-3.3: a road of the token on a cell runs into a location."""
    return any(MAP[near] == code and sides[cell] >> d & 1 for d, near in beside(cell))


def price(sides: list[int], cell: int, d: int) -> int:
    """MAN-4.8: 3 onto bare land, between roads that do not meet, and past a location's walls; else 1."""
    there = NEIGHBOURS[cell][d]
    bare = [MAP[one] == "." and not sides[one] for one in (cell, there)]
    if bare[1]:
        return 3
    if bare[0] or (MAP[cell] != "." and MAP[there] != "."):
        return 1
    if MAP[cell] == "." == MAP[there]:
        return 1 if sides[cell] >> d & 1 and sides[there] >> (d + 3) % 6 & 1 else 3
    token, location = (cell, MAP[there]) if MAP[cell] == "." else (there, MAP[cell])
    return 1 if leads_into(sides, token, location) else 3


def open_cells(sides: list[int]) -> dict[int, int]:
    """MAN-3.2: where a token may lie, and one of which sides must show a road (0: any)."""
    reached = {code for code in PLACES for cell in range(len(MAP)) if leads_into(sides, cell, code)} | {"C"}
    found = {}
    for cell in range(len(MAP)):
        if MAP[cell] != "." or sides[cell]:
            continue
        meeting = sum(1 << d for d, near in beside(cell) if sides[near] >> (d + 3) % 6 & 1)
        if any(MAP[near] in reached for _, near in beside(cell)):
            found[cell] = 0
        elif meeting:
            found[cell] = meeting
    return found


def roads_home(sides: list[int]) -> list[int]:
    """Q18: how far it is to the City along the roads, a step off them counting a hundredfold."""
    way = [0 if MAP[cell] == "C" else 10_000 for cell in range(len(MAP))]
    changed = True
    while changed:
        changed = False
        for cell in range(len(MAP)):
            shortest = min(way[near] + weight(sides, cell, d) for d, near in beside(cell))
            if shortest < way[cell]:
                way[cell], changed = shortest, True
    return way


def weight(sides: list[int], cell: int, d: int) -> int:
    return 1 if price(sides, cell, d) == 1 else 100


def check_choices(state: ManticoreState) -> None:
    """The places and turnings of a token, and the steps of a hero."""
    sides, name, choices = list(state.roads.sides), state.step.name(), state.choices
    if name == "placetoken":
        places = open_cells(sides)
        if places:  # else MAN-3.7
            assert [action.a for action in choices] == list(places)
    elif name == "orient":
        wanted = open_cells(sides).get(state.roads.spot, 0)
        masks = state.ruleset.edition.masks[state.roads.token]
        turnings = state.ruleset.edition.orientations[state.roads.token]
        assert choices == [turn for turn in turnings if not wanted or masks[turn.a] & wanted]
    elif name == "menu":
        here = state.heroes[state.actor].cell
        free = [(d, near) for d, near in beside(here) if state.occupant[near] < 0]
        steps = [d for d, _ in free if price(sides, here, d) <= state.pool]
        assert [action.a for action in choices if action.verb is MOVE] == steps


class Watcher:
    """Follows the log with pieces of its own and says when a foe does what it should not."""

    def __init__(self, sides: list[int], heroes: int) -> None:
        self.sides, self.home = sides, roads_home(sides)
        self.heroes: dict[int, int] = {}
        self.monsters: dict[int, int] = {}
        self.beast = PLACES["M"][1]
        self.awake = False
        self.round = 0
        self.waiting: list[int] = []
        self.points: Counter[int] = Counter()
        self.boots: Counter[int] = Counter()
        self.visited: dict[int, str] = dict.fromkeys(range(7), "")
        self.in_city: dict[int, int] = {}
        self.piles = {code: heroes if code not in "IH" else 3 for code in PILES}

    def see(self, event: Event) -> None:
        name, values = event.kind.name, event.values
        seen = getattr(self, f"see_{name}", None)
        if seen is not None:
            seen(*values)

    def see_entered(self, seat: int, cell: int) -> None:
        self.heroes[seat] = cell

    def see_stepped(self, seat: int, cell: int, *_: int) -> None:
        self.heroes[seat] = cell

    def see_appeared(self, monster: int, cell: int) -> None:
        self.monsters[monster] = cell

    def see_round(self, number: int) -> None:
        self.round = number

    def see_took(self, seat: int, *_: int) -> None:
        self.piles[MAP[self.heroes[seat]]] -= 1

    def see_monster_took(self, monster: int, kind: int, level: int, location: int) -> None:
        self.piles[PILES[location - 2]] -= 1
        if kind == BOOTS:
            self.boots[monster] = max(self.boots[monster], level)

    def see_monster_picked_up(self, monster: int, kind: int, level: int, cell: int) -> None:
        if kind == BOOTS:
            self.boots[monster] = max(self.boots[monster], level)

    def see_hero_died(self, seat: int) -> None:
        del self.heroes[seat]

    def see_slain(self, seat: int, monster: int) -> None:
        del self.monsters[monster]

    def see_monsters_turn(self) -> None:
        """MAN-9.1, 9.13: the nearest first; boots are points."""
        self.waiting = sorted(self.monsters, key=lambda one: (far(self.monsters[one], "C"), one))
        self.points = Counter({one: 1 + self.boots[one] for one in self.monsters})

    def acts(self, monster: int) -> int:
        """It is this monster's turn, and it has a point left; its cell."""
        while self.waiting[0] != monster:
            passed = self.waiting.pop(0)
            assert passed not in self.monsters or self.points[passed] <= self.boots[passed], "left out"
        self.points[monster] -= 1
        assert self.points[monster] >= 0
        return self.monsters[monster]

    def goals(self, monster: int) -> tuple[list[int], str]:
        """MAN-9.2, 9.3, 9.5: the cells it may want, and the pile that tempts it."""
        cell = self.monsters[monster]
        near = [one for _, one in beside(cell)]
        if monster in AGGRESSIVE:
            return [one for one in near if far(one, "C") < far(cell, "C")], ""
        piles = [code for code in PILES if self.piles[code] and code not in self.visited[monster]]
        lures = [code for code in piles if far(cell, code) <= 2]
        if lures:
            lure = min(lures, key=lambda code: far(cell, code))
            return [one for one in near if far(one, lure) < far(cell, lure)], lure
        lengths = {one: self.home[one] + weight(self.sides, cell, d) for d, one in beside(cell)}
        return [one for one in near if lengths[one] == min(lengths.values())], ""

    def free(self, cell: int) -> bool:
        return cell not in [*self.heroes.values(), *self.monsters.values(), self.beast]

    def prey(self, cell: int) -> list[int]:
        return [seat for seat, there in self.heroes.items() if distance(cell, there) == 1]

    def go(self, monster: int, cell: int) -> None:
        assert self.free(cell)
        self.monsters[monster] = cell
        if MAP[cell] == "C":
            self.in_city[monster] = self.round
        elif monster not in AGGRESSIVE:
            self.visited[monster] += MAP[cell]

    def step(self, monster: int, cell: int, lured: bool) -> None:
        here = self.acts(monster)
        wanted, lure = self.goals(monster)
        assert MAP[here] != "C" and cell in wanted and bool(lure) == lured, LABELS[cell]
        assert monster not in AGGRESSIVE or not self.prey(here)
        self.go(monster, cell)

    def see_followed_road(self, monster: int, cell: int) -> None:
        self.step(monster, cell, False)

    def see_went_straight(self, monster: int, cell: int) -> None:
        self.step(monster, cell, False)

    def see_detoured(self, monster: int, cell: int, location: int) -> None:
        self.step(monster, cell, True)

    def see_blocked(self, monster: int, cell: int) -> None:
        """MAN-9.4."""
        self.acts(monster)
        wanted, _ = self.goals(monster)
        assert all(one in [*self.monsters.values(), self.beast] for one in wanted)
        self.points[monster] = 0

    def see_in_the_way(self, monster: int, seat: int) -> None:
        """MAN-9.8."""
        self.acts(monster)
        wanted, _ = self.goals(monster)
        assert monster not in AGGRESSIVE and self.heroes[seat] in wanted
        assert not [one for one in wanted if self.free(one)]

    def see_pounced(self, monster: int, seat: int) -> None:
        """MAN-9.9."""
        prey = self.prey(self.acts(monster))
        assert monster in AGGRESSIVE and seat in prey
        assert far(self.heroes[seat], "C") == min(far(self.heroes[one], "C") for one in prey)

    def see_advanced(self, monster: int, cell: int) -> None:
        assert monster in AGGRESSIVE
        self.go(monster, cell)

    def see_stays_in_city(self, monster: int) -> None:
        """MAN-9.11."""
        here = self.acts(monster)
        assert MAP[here] == "C" and (monster not in AGGRESSIVE or not self.prey(here))
        self.points[monster] = 0

    def see_entered_city(self, monster: int, damage: int) -> None:
        """MAN-9.10."""
        assert self.in_city[monster] == self.round and damage == LEVELS[monster]

    def see_city_damage(self, number: int) -> None:
        """MAN-9.12."""
        assert number == sum(self.in_city.get(one, self.round) < self.round for one in self.monsters)

    def see_woke_by_kill(self, monster: int) -> None:
        self.awake = True

    def see_woke_by_hero(self, seat: int) -> None:
        assert far(self.heroes[seat], "M") <= 1
        self.awake = True

    def see_woke_by_attack(self) -> None:
        self.awake = True

    def see_sleeps(self) -> None:
        assert not self.awake

    def see_trampled(self, monster: int, cell: int) -> None:
        assert self.monsters.pop(monster) == cell

    def see_manticore_attacks(self, seat: int) -> None:
        assert self.awake and distance(self.heroes[seat], self.beast) == 1

    def see_manticore_moved(self, cell: int, left: int) -> None:
        assert self.awake and self.free(cell) and distance(cell, self.beast) == 1
        self.beast = cell


def pick(state: ManticoreState, source: Source) -> Action:
    """Chance play, with a taste for what random heroes seldom do; who can act seldom ends the turn."""
    tempting = [action for action in state.choices if action.verb.name in TEMPTING]
    if tempting and source.below(2):
        return tempting[source.below(len(tempting))]
    choices = state.choices[:-1] if state.step.name() == "menu" and source.below(9) else state.choices
    return (choices or state.choices)[source.below(len(choices) or 1)]


def watched(seats: int, seed: int, options: dict[str, Any]) -> set[str]:
    """A match to its end, every choice and every event checked; what happened in it."""
    state = GAME.start(GAME.setup(seats, options))
    state.journal = []
    state.settle()
    croupier, source = Seeded(seed), Stream(seed, "second opinion")
    while not state.over:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
        else:
            check_choices(state)
            state.play(pick(state, source))
    watcher = Watcher(list(state.roads.sides), seats)
    for event in state.journal:
        watcher.see(event)
    return {event.kind.name for event in state.journal}


@pytest.mark.rule("MAN-3.2", "MAN-3.3", "MAN-3.4", "MAN-4.7", "MAN-4.8")
@pytest.mark.rule("MAN-9.1", "MAN-9.2", "MAN-9.3", "MAN-9.4", "MAN-9.5", "MAN-9.8", "MAN-9.9", "MAN-9.10")
@pytest.mark.rule("MAN-9.11", "MAN-9.12", "MAN-9.13", "MAN-10.1", "MAN-10.2", "MAN-10.3", "MAN-10.4")
def test_the_game_and_a_second_reading_agree() -> None:
    seen: set[str] = set()
    for seats in (1, 2, 3, 4):
        for seed in range(4):
            rivals = {"mode": "semicoop"} if seats > 1 and seed % 2 else {}
            seen |= watched(seats, seed, rivals)
    assert seen >= {"detoured", "blocked", "in_the_way", "pounced", "advanced", "entered_city", "city_damage"}
    assert seen >= {"followed_road", "went_straight", "stays_in_city", "monster_took", "manticore_moved"}
