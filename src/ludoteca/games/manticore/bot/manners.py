"""Good manners in Manticore: what helps is taken, points are used, nobody walks to and fro, and nothing is
dropped, handed over or cast for nothing. `bench/manners.py` counts them; what is `foolish` no bot thinks of.
"""

from __future__ import annotations

from ludoteca.games.manticore.bot.battle_choices import BEST_LEAD, is_cast_in_vain
from ludoteca.games.manticore.bot.quick_policy import NOTHING, HeroTurn
from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    ATTACK_ARTIFACT,
    ATTACK_STAT,
    ATTACKS,
    DEFENCE_ARTIFACT,
    DEFENCE_STAT,
    DROP,
    END_TURN,
    HEAL,
    HEAL_SELF,
    MOST_SEATS,
    MOVE,
    PICK,
    SPELL,
    TAKE,
    TYPES,
)
from ludoteca.games.manticore.rules.edition import OUTSIDE
from ludoteca.games.manticore.rules.gear import count, top_level
from ludoteca.games.manticore.rules.land import NEIGHBOURS, SIDES
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.games.manticore.rules.steps.battle import CastSpell, CounterSpell
from ludoteca.games.manticore.rules.steps.turn import Consent, Menu
from ludoteca.games.manticore.rules.strengths import (
    strength,
)
from ludoteca.kernel.actions import Action

DECLINED = "free things declined"
WASTED = "actions wasted"
TO_AND_FRO = "pieces walked to and fro"
DROPPED = "things dropped and picked up again"
GIVEN_AWAY = "resources given away for nothing"
INTERRUPT = "interrupts used without gain"

Errand = tuple[int, int, int]

HALF_TURN = 3


class Manners:
    """Watches one match, decision by decision. By seat, `trails` are the cells left since the hero last did
    anything but walk, each with what was worth most then, and `dropped` the artifacts it put down, by cell,
    kind and level.
    """

    def __init__(self) -> None:
        self.trails: list[dict[int, Errand]] = [{} for _ in range(MOST_SEATS)]
        self.dropped: list[set[tuple[int, int, int]]] = [set() for _ in range(MOST_SEATS)]

    def seen(self, before: ManticoreState, action: Action, after: ManticoreState) -> list[tuple[str, bool]]:
        """What a decision was an occasion for, and whether it was ill used."""
        step = before.step
        if isinstance(step, Menu):
            return self._menu(before, action, step.seat)
        if isinstance(step, Consent) and action.a == 1:
            kind, level = step.item.a, step.item.b
            return [(GIVEN_AWAY, before.heroes[step.seat].worn[kind] >= level)]
        if isinstance(step, CastSpell | CounterSpell) and len(before.choices) > 1:
            return [(INTERRUPT, action is not SPELL[0] and is_cast_in_vain(before))]
        return []

    def _menu(self, before: ManticoreState, action: Action, seat: int) -> list[tuple[str, bool]]:
        hero = before.heroes[seat]
        found: list[tuple[str, bool]] = []
        if (action.verb is MOVE or action is END_TURN) and offers_for_nothing(before):
            found.append((DECLINED, lacks_what_lies_here(before, seat)))
        if action is END_TURN:
            found.append((WASTED, can_heal(before)))
        elif action.verb is ATTACKS:
            found.append((WASTED, not can_wound(before, seat, action.a)))
        elif action.verb is PICK:
            found.append((DROPPED, (hero.cell, action.a, action.b) in self.dropped[seat]))
        elif action.verb is DROP:
            found.append((GIVEN_AWAY, is_needed(before, seat, action)))
            self.dropped[seat].add((hero.cell, action.a, action.b))
        if action.verb is MOVE:
            errand = best_errand(before, seat)
            trail = self.trails[seat]
            found.append((TO_AND_FRO, trail.get(NEIGHBOURS[hero.cell][action.a]) == errand))
            trail[hero.cell] = errand
        elif action is not END_TURN:
            self.trails[seat].clear()
        return found


def foolish(state: ManticoreState, action: Action, before: list[Action]) -> bool:
    """To drop what one needs, or to step straight back in the same turn: nothing has happened since."""
    hero = state.heroes[state.actor]
    if action.verb is DROP:
        return is_needed(state, state.actor, action) and not makes_room(state, hero.cell, action)
    if action.verb is not MOVE or not before or before[-1].verb is not MOVE:
        return False
    edition = state.ruleset.edition
    learns = state.ruleset.hidden or edition.near_cave[hero.cell]  # MAN-14.2, 10.1
    walked = state.pool < state.index(state.actor)
    return walked and not learns and (action.a + HALF_TURN) % SIDES == before[-1].a


def makes_room(state: ManticoreState, cell: int, dropped: Action) -> bool:
    """Whether a spell is dropped where a stronger one of its kind lies (MAN-5.6)."""
    location = state.ruleset.edition.location_of[cell]
    if dropped.a < ARTIFACTS or location == OUTSIDE or state.pile_kind[location] != dropped.a:
        return False
    return top_level(state.pile[location]) > dropped.b


def best_errand(state: ManticoreState, seat: int) -> Errand:
    """What the quick policy would have the hero do: hunt a monster, fetch a token from a cell, or neither and
    so on to the meeting place. Whoever turns back for something better does not walk to and fro.
    """
    turn = HeroTurn(state, seat)
    turn.find_ways()
    turn.look_around()
    return turn.prey, turn.token, NOTHING if turn.token == NOTHING else turn.spot


def offers_for_nothing(state: ManticoreState) -> bool:
    """Whether something can be taken or picked up: that costs no points (MAN-4.5)."""
    return any(option.verb is TAKE or option.verb is PICK for option in state.choices)


def lacks_what_lies_here(state: ManticoreState, seat: int) -> bool:
    """Whether the hero has nothing of a kind that it could take here; what replaces something worn goes into
    the bag and costs points (MAN-5.4), and may be declined.
    """
    hero = state.heroes[seat]
    for option in state.choices:
        if option.verb is TAKE or option.verb is PICK:
            held = hero.spells[option.a - ARTIFACTS] if option.a >= ARTIFACTS else hero.worn[option.a]
            if held == 0:
                return True
    return False


def can_heal(state: ManticoreState) -> bool:
    """Whether points are left with which somebody could be healed (MAN-8.2)."""
    return any(option is HEAL_SELF or option.verb is HEAL for option in state.choices)


def can_wound(state: ManticoreState, seat: int, d: int) -> bool:
    """Whether an attack of some type may hurt whoever stands there, with the luckiest dice (MAN-6.2)."""
    foe = state.occupant[NEIGHBOURS[state.heroes[seat].cell][d]]
    for kind in range(len(TYPES)):
        attack = strength(state, seat, ATTACK_STAT[kind], ATTACK_ARTIFACT[kind])
        defence = strength(state, foe, DEFENCE_STAT[kind], DEFENCE_ARTIFACT[kind])
        if attack + BEST_LEAD > defence:
            return True
    return False


def is_needed(state: ManticoreState, seat: int, dropped: Action) -> bool:
    """Whether a hero drops what it wears, and has no second of it, or a spell."""
    hero = state.heroes[seat]
    if dropped.a >= ARTIFACTS:
        return True
    return dropped.b == hero.worn[dropped.a] and count(hero.held, dropped.a, dropped.b) == 1
