"""Battle (MAN-6), what it costs and what it brings (MAN-5.9 to 5.11, MAN-8.1).

A battle lies in the state: who attacks whom, how, and who leads the heroes' side. Sides are sets of beings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.manticore.rules.actions import (
    AMULET,
    ARTIFACTS,
    ATTACK,
    BOW,
    BY_MAGIC,
    CARD,
    CLOSE,
    DEFENSE,
    HELMET,
    LEVELS,
    MAGIC,
    MOST_SEATS,
    POWER,
    ROLLED,
    SHIELD,
    SHOOT,
    SHOOTING,
    SPELL,
    STANCE,
    SWORD,
    TROPHY,
    TROPHY_NONE,
    TYPE,
)
from ludoteca.games.manticore.rules.events import (
    ATTACK_TYPE,
    CARD_TYPE,
    CAST,
    COMPARED,
    COUNTERED,
    DEFENDS,
    FIGHTS,
    FOE_CAST,
    FOE_HURT,
    FOE_RESPONDS,
    HERO_DIED,
    HERO_RESPONDS,
    HURT,
    NO_DAMAGE,
    RESHUFFLED,
    SLAIN,
    STRENGTHENED,
    TROPHY_LEFT,
    TROPHY_TAKEN,
    WOKE_BY_ATTACK,
    WOKE_BY_KILL,
)
from ludoteca.games.manticore.rules.gear import (
    best,
    count,
    fall,
    leave_game,
    lose_everything,
    lose_loot,
    receive,
    stock_leaves,
    unveil,
)
from ludoteca.games.manticore.rules.scoring import all_heroes_dead, manticore_falls
from ludoteca.games.manticore.rules.state import (
    BEINGS,
    FIRST_FOE,
    MANTICORE,
    SPLIT_TERMS,
    STATS_EACH,
    ManticoreState,
)
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Decision, Happening

HERO_SIDE: Final = (1 << MOST_SEATS) - 1
BEING: Final[list[int]] = [1 << being for being in range(BEINGS)]
LEVEL_FOUR: Final = 4

# The characteristic and the artifact that count, by type of attack, for the attacker and for the defender.
_ATTACK_STAT: Final[list[int]] = [MAGIC, ATTACK, SHOOTING]
_ATTACK_ARTIFACT: Final[list[int]] = [AMULET, SWORD, BOW]
_DEFENCE_STAT: Final[list[int]] = [MAGIC, ATTACK, DEFENSE]
_DEFENCE_ARTIFACT: Final[list[int]] = [HELMET, SWORD, SHIELD]


def open_battle(state: ManticoreState, attackers: int, defenders: int, chooser: int) -> None:
    """Two sides meet. `chooser` is the seat that chooses the type; negative: a card decides (MAN-6.6)."""
    state.attackers = attackers
    state.defenders = defenders
    state.responding = False
    if defenders & BEING[MANTICORE] and not state.awake:
        state.awake = True  # MAN-10.1
        state.tell(WOKE_BY_ATTACK)
    if state.ruleset.hidden:
        for monster in range(MANTICORE - FIRST_FOE):
            if (attackers | defenders) & BEING[FIRST_FOE + monster] and state.veiled[monster]:
                unveil(state, monster)
    if chooser >= 0:
        state.push(TYPES_OF[chooser])
    else:
        state.push(DRAW_CARD)


# The type of attack


class ChooseType(Decision[ManticoreState]):
    """The first attack of a turn on an enemy is of a type the attacker chooses (MAN-6.6)."""

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return TYPE.actions

    def options(self, state: ManticoreState) -> list[Action]:
        return TYPE.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        state.tell(ATTACK_TYPE, action.a)
        prepare(state, action.a)


class DrawCard(Chance[ManticoreState]):
    """A combat card decides the type (MAN-6.6, 6.7, 6.9)."""

    def stream(self) -> str:
        return "cards"

    def odds(self, state: ManticoreState) -> list[tuple[Action, int]]:
        return [(CARD[kind], state.deck[kind]) for kind in range(3) if state.deck[kind]]

    def sample(self, state: ManticoreState, source: Source) -> Action:
        deck = state.deck
        left = source.below(deck[0] + deck[1] + deck[2])
        if left < deck[0]:
            return CARD.actions[0]
        return CARD.actions[1 if left < deck[0] + deck[1] else 2]

    def certainty(self, state: ManticoreState) -> Action | None:
        odds = self.odds(state)
        return odds[0][0] if len(odds) == 1 else None

    def play(self, state: ManticoreState, action: Action) -> None:
        deck = state.deck
        deck[action.a] -= 1
        state.tell(CARD_TYPE, action.a)
        if deck[0] + deck[1] + deck[2] == 0:
            state.deck = state.ruleset.edition.combat_deck[:]
            state.tell(RESHUFFLED)
        prepare(state, action.a)


def prepare(state: ManticoreState, attack_type: int) -> None:
    """Spells and stances come before the dice (MAN-6.4, 6.5), the attacker's die before the defender's
    (MAN-6.3).
    """
    state.attack_type = attack_type
    state.cast = 0
    state.attack_spells = 0
    state.defence_spells = 0
    state.shielded = False
    state.push(DEFENDER_ROLLS)
    state.push(ATTACKER_ROLLS)
    if attack_type == BY_MAGIC:
        prepare_spells(state)
    elif attack_type == CLOSE and state.defenders & HERO_SIDE:
        state.push(STANCES[speaker(state, state.defenders)])


def prepare_spells(state: ManticoreState) -> None:
    """Attacking heroes may cast, then defending ones counter (MAN-6.5); monsters cast all they have
    (MAN-9.7).
    """
    for seat in reversed(state.order):
        if state.defenders & BEING[seat] and holds_spell(state, seat):
            state.push(COUNTERS[seat])
    for seat in reversed(state.order):
        if state.attackers & BEING[seat] and holds_spell(state, seat):
            state.push(CASTS[seat])
    for monster in range(MANTICORE - FIRST_FOE):
        if state.attackers & BEING[FIRST_FOE + monster]:
            for spell in range(2):
                level = state.foe_spells[2 * monster + spell]
                if level > 0:
                    state.foe_spells[2 * monster + spell] = 0
                    leave_game(state, ARTIFACTS + spell, level)
                    state.cast |= 1 << spell
                    state.attack_spells += level
                    state.tell(FOE_CAST, FIRST_FOE + monster, ARTIFACTS + spell, level)


def holds_spell(state: ManticoreState, seat: int) -> bool:
    return state.spells[2 * seat] > 0 or state.spells[2 * seat + 1] > 0


def speaker(state: ManticoreState, side: int) -> int:
    """Who decides for a group: its leader, else the first of it in turn order."""
    if state.leader >= 0 and side & BEING[state.leader]:
        return state.leader
    for seat in state.order:
        if side & BEING[seat]:
            return seat
    return -1


class CastSpell(Decision[ManticoreState]):
    """An attacking hero uses spells or keeps them (MAN-6.5)."""

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return SPELL.actions

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        if action.a & 1 and state.spells[2 * self.seat] == 0:
            return "MAN-6.5"
        return "MAN-6.5" if action.a & 2 and state.spells[2 * self.seat + 1] == 0 else None

    def play(self, state: ManticoreState, action: Action) -> None:
        state.cast |= action.a
        for spell in range(2):
            if action.a >> spell & 1:
                level = use_spell(state, self.seat, spell)
                state.attack_spells += level
                state.tell(CAST, self.seat, ARTIFACTS + spell, level)


class CounterSpell(Decision[ManticoreState]):
    """A defending hero may meet a Fireball with an Ice Boulder and the other way round (MAN-6.5)."""

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return SPELL.actions

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        for spell in range(2):
            if action.a >> spell & 1:
                if state.spells[2 * self.seat + spell] == 0:
                    return "MAN-6.5"
                if not state.cast >> (1 - spell) & 1:
                    return "MAN-6.5/opposite"
        return None

    def play(self, state: ManticoreState, action: Action) -> None:
        for spell in range(2):
            if action.a >> spell & 1:
                level = use_spell(state, self.seat, spell)
                state.defence_spells += level
                state.tell(COUNTERED, self.seat, ARTIFACTS + spell, level)


def use_spell(state: ManticoreState, seat: int, spell: int) -> int:
    """MAN-5.12: a used spell leaves the game."""
    level = state.spells[2 * seat + spell]
    state.spells[2 * seat + spell] = 0
    leave_game(state, ARTIFACTS + spell, level)
    return level


class ChooseStance(Decision[ManticoreState]):
    """Heroes attacked in close combat fight or defend (MAN-6.4)."""

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return STANCE.actions

    def options(self, state: ManticoreState) -> list[Action]:
        return STANCE.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        state.shielded = action.a == 1
        state.tell(DEFENDS if state.shielded else FIGHTS, self.seat)


# Dice and damage


class AttackerRolls(Chance[ManticoreState]):
    """The attacker's die comes first (MAN-6.3)."""

    def stream(self) -> str:
        return "die"

    def odds(self, state: ManticoreState) -> list[tuple[Action, int]]:
        return [(action, 1) for action in ROLLED.actions]

    def sample(self, state: ManticoreState, source: Source) -> Action:
        return ROLLED.actions[source.below(6)]

    def play(self, state: ManticoreState, action: Action) -> None:
        state.attack_die = action.a


class DefenderRolls(Chance[ManticoreState]):
    """The defender's die; then the totals are compared (MAN-6.2)."""

    def stream(self) -> str:
        return "die"

    def odds(self, state: ManticoreState) -> list[tuple[Action, int]]:
        return [(action, 1) for action in ROLLED.actions]

    def sample(self, state: ManticoreState, source: Source) -> Action:
        return ROLLED.actions[source.below(6)]

    def play(self, state: ManticoreState, action: Action) -> None:
        compare(state, action.a)


def attack_strength(state: ManticoreState) -> int:
    """What the attackers bring together before the die (MAN-6.2, MAN-7.4)."""
    kind = state.attack_type
    return side_sum(state, state.attackers, _ATTACK_STAT[kind], _ATTACK_ARTIFACT[kind]) + state.attack_spells


def defence_strength(state: ManticoreState) -> int:
    """What the defenders bring together before the die (MAN-6.2, MAN-7.6)."""
    kind = SHOOT if state.shielded else state.attack_type
    total = side_sum(state, state.defenders, _DEFENCE_STAT[kind], _DEFENCE_ARTIFACT[kind])
    return total + state.defence_spells


def side_sum(state: ManticoreState, side: int, stat: int, artifact: int) -> int:
    total = 0
    being = 0
    while side:
        if side & 1:
            total += strength(state, being, stat, artifact)
        side >>= 1
        being += 1
    return total


def strength(state: ManticoreState, being: int, stat: int, artifact: int) -> int:
    """One being's characteristic with Power points and the artifact that belongs to it."""
    edition = state.ruleset.edition
    if being < MOST_SEATS:
        card = edition.classes[state.klass[being]].stats[stat]
        return card + state.power[STATS_EACH * being + stat] + state.worn[ARTIFACTS * being + artifact]
    if being == MANTICORE:
        return state.ruleset.manticore[stat]
    monster = being - FIRST_FOE
    return edition.monster_level[monster] + best(state.loot[monster], artifact)


def compare(state: ManticoreState, defence_die: int) -> None:
    """MAN-6.2: the lower total takes the difference; against a shield only the defender can."""
    attack = attack_strength(state)
    defence = defence_strength(state)
    state.tell(COMPARED, attack, state.attack_die, defence, defence_die)
    lead = attack + state.attack_die - defence - defence_die
    mutual = state.attack_type == BY_MAGIC or (state.attack_type == CLOSE and not state.shielded)
    if not state.responding:
        state.push(RESPOND)
    if lead > 0:
        hurt(state, state.defenders, lead, state.attackers)
    elif lead < 0 and mutual:
        hurt(state, state.attackers, -lead, state.defenders)
    else:
        state.tell(NO_DAMAGE)


class Respond(Happening[ManticoreState]):
    """MAN-6.7: whoever was attacked and lives attacks back, by card; a response is not answered."""

    def happen(self, state: ManticoreState) -> None:
        defenders = living(state, state.attackers)
        attackers = living(state, state.defenders)
        if not attackers or not defenders:
            return
        state.attackers = attackers
        state.defenders = defenders
        state.responding = True
        seat = speaker(state, attackers & HERO_SIDE)
        if seat >= 0:
            state.tell(HERO_RESPONDS, seat)
        else:
            state.tell(FOE_RESPONDS, first_of(attackers))
        state.push(DRAW_CARD)


def living(state: ManticoreState, side: int) -> int:
    """Those of a side who are still alive."""
    found = 0
    for being in range(BEINGS):
        if side & BEING[being] and state.life[being] > 0:
            found |= BEING[being]
    return found


def first_of(side: int) -> int:
    being = 0
    while not side & BEING[being]:
        being += 1
    return being


def hurt(state: ManticoreState, side: int, damage: int, victors: int) -> None:
    """Everybody on a side takes the damage in full (MAN-6.8, MAN-7.5); then deaths and rewards."""
    for being in range(BEINGS):
        if not side & BEING[being]:
            continue
        left = state.life[being] - damage
        state.life[being] = left if left > 0 else 0
        if being < MOST_SEATS:
            state.tell(HURT, being, damage, state.life[being])
        else:
            state.tell(FOE_HURT, being, damage, state.life[being])
        if left > 0:
            continue
        if being == MANTICORE:
            manticore_falls(state, reward_taker(state, victors))
            return
        if being < MOST_SEATS:
            hero_dies(state, being, victors)
        else:
            monster_dies(state, being - FIRST_FOE, victors)
    if side & HERO_SIDE:
        all_heroes_dead(state)


def hero_dies(state: ManticoreState, seat: int, victors: int) -> None:
    """MAN-8.1: the marker is removed. A hero who did it may take a trophy (MAN-5.9); else all falls down
    (MAN-5.10).
    """
    state.tell(HERO_DIED, seat)
    cell = state.cell[seat]
    stock = lose_everything(state, seat)
    state.remove(seat)
    heroes = living(state, victors & HERO_SIDE)
    if heroes:
        reward(state, heroes, stock, state.ruleset.pvp_power, False)
    else:
        fall(state, cell, stock)


def monster_dies(state: ManticoreState, monster: int, victors: int) -> None:
    """MAN-8.1, MAN-5.9, 5.11, MAN-10.1: heroes are rewarded, and the first death wakes the Manticore."""
    heroes = living(state, victors & HERO_SIDE)
    level = state.ruleset.edition.monster_level[monster]
    state.tell(SLAIN, reward_taker(state, heroes), monster)
    stock = lose_loot(state, monster)
    state.remove(FIRST_FOE + monster)
    reward(state, heroes, stock, 2 if level == LEVEL_FOUR else 1, level == LEVEL_FOUR)
    wake_by_kill(state, monster)


def wake_by_kill(state: ManticoreState, monster: int) -> None:
    if not state.awake:
        state.awake = True
        state.tell(WOKE_BY_KILL, monster)


# Rewards


def reward(state: ManticoreState, heroes: int, stock: int, points: int, may_split: bool) -> None:
    """MAN-5.9, 5.11, MAN-7.7: the taker spends the Power points, then chooses a trophy; the rest leaves
    the game.
    """
    taker = reward_taker(state, heroes)
    stock_leaves(state, stock)
    if stock:
        state.push(ChooseTrophy(taker, stock))
    if may_split and state.terms == SPLIT_TERMS and heroes & BEING[state.leader]:
        second = next_participant(state, heroes)
        state.push(POWERS[second if second >= 0 else state.leader])
        state.push(POWERS[state.leader])
        return
    for _ in range(points):
        state.push(POWERS[taker])


def reward_taker(state: ManticoreState, heroes: int) -> int:
    """MAN-7.7: who was named; else who has most initiative left, the leader first among equals, then turn
    order.
    """
    if state.terms >= 0 and heroes & BEING[state.terms]:
        return state.terms
    taker = -1
    most = -1
    for seat in state.order:
        if heroes & BEING[seat]:
            left = state.spare(seat)
            if left > most or (left == most and seat == state.leader):
                taker = seat
                most = left
    return taker


def next_participant(state: ManticoreState, heroes: int) -> int:
    """The first of the group after its leader in turn order."""
    for seat in state.order:
        if seat != state.leader and heroes & BEING[seat]:
            return seat
    return -1


class SpendPower(Decision[ManticoreState]):
    """A Power point raises one characteristic for good (MAN-5.11)."""

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return POWER.actions

    def options(self, state: ManticoreState) -> list[Action]:
        return POWER.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        state.power[STATS_EACH * self.seat + action.a] += 1
        state.tell(STRENGTHENED, self.seat, action.a)


class ChooseTrophy(Decision[ManticoreState]):
    """One artifact of the victim, or none (MAN-5.9)."""

    def __init__(self, seat: int, stock: int) -> None:
        super().__init__(seat)
        self.stock = stock

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        found = [action for action in TROPHY.actions if count(self.stock, action.a, action.b)]
        found.append(TROPHY_NONE)
        return found

    def play(self, state: ManticoreState, action: Action) -> None:
        if action is TROPHY_NONE:
            state.tell(TROPHY_LEFT, self.seat)
            return
        state.gone[LEVELS * action.a + action.b - 1] -= 1
        state.tell(TROPHY_TAKEN, self.seat, action.a, action.b)
        receive(state, self.seat, action.a, action.b)


EVERY_SEAT: Final = range(MOST_SEATS)
DRAW_CARD: Final = DrawCard()
ATTACKER_ROLLS: Final = AttackerRolls()
DEFENDER_ROLLS: Final = DefenderRolls()
RESPOND: Final = Respond()
TYPES_OF: Final[list[ChooseType]] = [ChooseType(seat) for seat in EVERY_SEAT]
CASTS: Final[list[CastSpell]] = [CastSpell(seat) for seat in EVERY_SEAT]
COUNTERS: Final[list[CounterSpell]] = [CounterSpell(seat) for seat in EVERY_SEAT]
STANCES: Final[list[ChooseStance]] = [ChooseStance(seat) for seat in EVERY_SEAT]
POWERS: Final[list[SpendPower]] = [SpendPower(seat) for seat in EVERY_SEAT]
