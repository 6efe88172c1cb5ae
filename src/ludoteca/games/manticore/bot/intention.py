"""What a companion has in mind, in a line: where it goes, what for, and when others may count on it.

The plan is that of the quick policy, as if the hero's turn were now. Everything it tells is open to all:
heroes of a team have no secrets from each other.
"""

from __future__ import annotations

from ludoteca.games.manticore.bot.quick_policy import (
    COMING,
    LATER,
    NO_FLAG,
    NO_WAY,
    NOTHING,
    TOO_LATE,
    TOO_STRONG,
    WOULD_WAKE,
    HeroTurn,
)
from ludoteca.games.manticore.bot.walking import rounds_home
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.edition import OUTSIDE
from ludoteca.games.manticore.rules.land import direction
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, ManticoreState
from ludoteca.kernel.contracts import Remark


def remark(state: ManticoreState, seat: int) -> Remark | None:
    """What the hero of a seat is about to do and why; None where there is nothing to tell, or nobody left to
    tell it to.
    """
    hero = state.heroes[seat]
    alive = sum([1 for one in state.heroes if one.life > 0])
    if not state.ruleset.coop or alive == 1 or state.phase < HEROES or hero.life == 0:
        return None
    turn = HeroTurn(state, seat)
    if seat != state.active:
        turn.pool = turn.speed
    turn.find_ways()
    awake = state.manticore.awake
    heals = turn.heals_to_live() or turn.heals_first()
    if turn.beside_manticore() and turn.last_battle().chance >= turn.enough():
        heals = turn.last_battle().holds_back
        if not heals:
            return Remark("strike")
    if heals and hero.life < state.ruleset.edition.classes[hero.klass].life:
        return Remark("heal", [("life", "number", hero.life)])
    turn.look_around()
    if turn.flag_answer != NO_FLAG:
        return _answer(turn)
    if turn.prey != NOTHING:
        return _hunt(turn)
    if turn.token != NOTHING:
        return _fetch(turn)
    if awake:
        return _meet(turn)
    return Remark("rest" if turn.spot == NOTHING else "wake")


def _rounds(turn: HeroTurn, way: int) -> int:
    """In how many rounds a hero has walked so far; 0: in the turn in hand or its next one."""
    return max(0, way - turn.pool + turn.speed - 1) // turn.speed


WHY_NOT = {
    WOULD_WAKE: "flag_wakes",
    NO_WAY: "flag_no_way",
    TOO_LATE: "flag_late",
}
"""What is said to a flag that it would be foolish to follow."""


def _answer(turn: HeroTurn) -> Remark:
    """What the hero says to a flag: that it comes, what it does first, or why it does not come."""
    state = turn.state
    details = [("cell", "cell", state.flag)]
    if turn.flag_answer == LATER:
        if turn.prey != NOTHING:
            return Remark("flag_hunt", [*details, ("foe", "foe", FIRST_FOE + turn.prey)])
        return Remark("flag_fetch", [*details, ("kind", "kind", turn.token)])
    if turn.flag_answer == TOO_STRONG or (turn.flag_answer == COMING and turn.prey != NOTHING):
        key = "flag_strong" if turn.flag_answer == TOO_STRONG else "flag_attack"
        return Remark(key, [*details, ("foe", "foe", state.occupant[state.flag])])
    if turn.flag_answer != COMING:
        return Remark(WHY_NOT[turn.flag_answer], details)
    if turn.spot == turn.here:
        return Remark("flag_here", details)
    rounds = _rounds(turn, turn.walk[turn.spot])
    return Remark("flag_come" if rounds else "flag_now", [*details, ("rounds", "number", rounds)])


def _fetch(turn: HeroTurn) -> Remark:
    """A token, from its pile or from the ground."""
    location = turn.state.ruleset.edition.location_of[turn.spot]
    rounds = _rounds(turn, turn.walk[turn.spot])
    details = [("kind", "kind", turn.token), ("rounds", "number", rounds)]
    if location == OUTSIDE:
        return Remark("pick", [*details, ("cell", "cell", turn.spot)])
    key = "fetch" if turn.state.manticore.awake else "fetch_asleep"
    return Remark(key if rounds else f"{key}_now", [*details, ("location", "location", location)])


def _hunt(turn: HeroTurn) -> Remark:
    """A monster; because of the City, of what it carries, or for its Power points."""
    state = turn.state
    monster = state.monsters[turn.prey]
    rounds = rounds_home(state, turn.prey)
    details = [("foe", "foe", FIRST_FOE + turn.prey), ("rounds", "number", rounds)]
    if monster.city_since > 0:
        return Remark("hunt_city", details)
    if rounds <= WEIGHTS.soon:
        return Remark("hunt_near", details)
    return Remark("hunt_loot" if monster.loot else "hunt", details)


def _meet(turn: HeroTurn) -> Remark:
    """The place beside which the Manticore is met."""
    place = turn.meeting_place()
    if direction(turn.here, place) != NOTHING:
        return Remark("wait", [("cell", "cell", place)])
    spot = turn.beside(place)
    rounds = 0 if spot == NOTHING else _rounds(turn, turn.walk[spot])
    return Remark("meet" if rounds else "meet_now", [("cell", "cell", place), ("rounds", "number", rounds)])
