"""Battle (MAN-6), what it costs and what it brings (MAN-5.9 to 5.11, MAN-8.1).

A battle lies in the state: who attacks whom, how, and who leads the heroes' side. Sides are sets of beings.
"""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules import events, gear
from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    BY_MAGIC,
    CARD,
    CLOSE,
    MOST_SEATS,
    POWER,
    ROLLED,
    SPELL,
    STANCE,
    TROPHY,
    TROPHY_NONE,
    TYPE,
)
from ludoteca.games.manticore.rules.beings import NO_SPELLS
from ludoteca.games.manticore.rules.scoring import all_heroes_dead, manticore_falls
from ludoteca.games.manticore.rules.state import BEINGS, FIRST_FOE, MANTICORE, ManticoreState, replaced
from ludoteca.games.manticore.rules.strengths import (
    BEING,
    HERO_SIDE,
    attack_strength,
    defence_strength,
    first_of,
    living,
    speaker,
)
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import EventKind
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Decision, Happening

LEVEL_FOUR: Final = 4
TROPHY_SHARE: Final = 2  # after those of the Power points


def open_battle(state: ManticoreState, attackers: int, defenders: int, chooser: int) -> None:
    """Two sides meet. `chooser` is the seat that chooses the type; negative: a card decides (MAN-6.6)."""
    battle = state.battle
    battle.attackers = attackers
    battle.defenders = defenders
    battle.responding = False
    if defenders & BEING[MANTICORE] and not state.manticore.awake:
        state.manticore.awake = True  # MAN-10.1
        state.tell(events.WOKE_BY_ATTACK)
    if state.ruleset.hidden:
        for number, monster in enumerate(state.monsters):
            if (attackers | defenders) & BEING[FIRST_FOE + number] and monster.veiled:
                gear.unveil(state, number)
    if chooser >= 0:
        state.push(TYPES_OF[chooser])
    else:
        state.push(DRAW_CARD)


# The type of attack


class ChooseType(Decision[ManticoreState]):
    """The first attack of a turn on an enemy is of a type the attacker chooses (MAN-6.6)."""

    def candidates(self, state: ManticoreState) -> list[Action]:
        return TYPE.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        state.tell(events.ATTACK_TYPE, action.a)
        prepare(state, action.a)


class Dealt(Chance[ManticoreState]):
    """Something is dealt; nobody needs to be asked when there is only one possibility."""

    def certainty(self, state: ManticoreState) -> Action | None:
        odds = self.odds(state)
        return odds[0][0] if len(odds) == 1 else None


class DrawCard(Dealt):
    """A combat card decides the type (MAN-6.6, 6.7, 6.9)."""

    def stream(self) -> str:
        return "cards"

    def odds(self, state: ManticoreState) -> list[tuple[Action, int]]:
        return [(CARD[kind], number) for kind, number in enumerate(state.deck) if number]

    def play(self, state: ManticoreState, action: Action) -> None:
        state.deck = replaced(state.deck, action.a, state.deck[action.a] - 1)
        state.tell(events.CARD_TYPE, action.a)
        if sum(state.deck) == 0:
            state.deck = state.ruleset.edition.combat_deck
            state.tell(events.RESHUFFLED)
        prepare(state, action.a)


def prepare(state: ManticoreState, attack_type: int) -> None:
    """Spells and stances come before the dice (MAN-6.4, 6.5), the attacker's die first (MAN-6.3)."""
    battle = state.battle
    battle.attack_type = attack_type
    battle.cast = 0
    battle.attack_spells = 0
    battle.defence_spells = 0
    battle.shielded = False
    state.push(DEFENDER_ROLLS)
    state.push(ATTACKER_ROLLS)
    if attack_type == BY_MAGIC:
        prepare_spells(state)
    elif attack_type == CLOSE and battle.defenders & HERO_SIDE:
        state.push(STANCES[speaker(state, battle.defenders)])


def prepare_spells(state: ManticoreState) -> None:
    """Attackers may cast, then defenders counter (MAN-6.5); monsters cast all they have (MAN-9.7)."""
    battle = state.battle
    casters = [seat for seat in reversed(state.order) if holds_spell(state, seat)]
    for seat in casters:
        if battle.defenders & BEING[seat]:
            state.push(COUNTERS[seat])
    for seat in casters:
        if battle.attackers & BEING[seat]:
            state.push(CASTS[seat])
    for number, monster in enumerate(state.monsters):
        if battle.attackers & BEING[FIRST_FOE + number]:
            for spell, level in enumerate(monster.spells):
                if level > 0:
                    gear.leave_game(state, ARTIFACTS + spell, level)
                    battle.cast |= 1 << spell
                    battle.attack_spells += level
                    state.tell(events.FOE_CAST, FIRST_FOE + number, ARTIFACTS + spell, level)
            monster.spells = NO_SPELLS


def holds_spell(state: ManticoreState, seat: int) -> bool:
    spells = state.heroes[seat].spells
    return spells[0] > 0 or spells[1] > 0


class CastSpell(Decision[ManticoreState]):
    """An attacking hero uses spells or keeps them (MAN-6.5)."""

    def candidates(self, state: ManticoreState) -> list[Action]:
        return SPELL.actions

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        for spell, level in enumerate(state.heroes[self.seat].spells):
            if action.a >> spell & 1 and level == 0:
                return "MAN-6.5"
        return None

    def play(self, state: ManticoreState, action: Action) -> None:
        state.battle.cast |= action.a
        state.battle.attack_spells += use_spells(state, self.seat, action.a, events.CAST)


class CounterSpell(Decision[ManticoreState]):
    """A defending hero may meet a Fireball with an Ice Boulder and the other way round (MAN-6.5)."""

    def candidates(self, state: ManticoreState) -> list[Action]:
        return SPELL.actions

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        for spell, level in enumerate(state.heroes[self.seat].spells):
            if action.a >> spell & 1:
                if level == 0:
                    return "MAN-6.5"
                if not state.battle.cast >> (1 - spell) & 1:
                    return "MAN-6.5/opposite"
        return None

    def play(self, state: ManticoreState, action: Action) -> None:
        state.battle.defence_spells += use_spells(state, self.seat, action.a, events.COUNTERED)


def use_spells(state: ManticoreState, seat: int, chosen: int, kind: EventKind) -> int:
    """A hero uses a set of spells; what they add up to."""
    total = 0
    for spell in range(len(NO_SPELLS)):
        if chosen >> spell & 1:
            level = gear.use_spell(state, seat, spell)
            state.tell(kind, seat, ARTIFACTS + spell, level)
            total += level
    return total


class ChooseStance(Decision[ManticoreState]):
    """Heroes attacked in close combat fight or defend (MAN-6.4)."""

    def candidates(self, state: ManticoreState) -> list[Action]:
        return STANCE.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        state.battle.shielded = action.a == 1
        state.tell(events.DEFENDS if state.battle.shielded else events.FIGHTS, self.seat)


# Dice and damage


class Die(Chance[ManticoreState]):
    """A die is rolled; `play` says what for."""

    def stream(self) -> str:
        return "die"

    def odds(self, state: ManticoreState) -> list[tuple[Action, int]]:
        return [(action, 1) for action in ROLLED.actions]

    def sample(self, state: ManticoreState, source: Source) -> Action:
        return ROLLED.actions[source.below(6)]


class AttackerRolls(Die):
    """The attacker's die comes first (MAN-6.3)."""

    def play(self, state: ManticoreState, action: Action) -> None:
        state.battle.attack_die = action.a


class DefenderRolls(Die):
    """The defender's die; then the totals are compared (MAN-6.2)."""

    def play(self, state: ManticoreState, action: Action) -> None:
        compare(state, action.a)


def compare(state: ManticoreState, defence_die: int) -> None:
    """MAN-6.2: the lower total takes the difference; against a shield only the defender can."""
    battle = state.battle
    attack = attack_strength(state)
    defence = defence_strength(state)
    state.tell(events.COMPARED, attack, battle.attack_die, defence, defence_die)
    lead = attack + battle.attack_die - defence - defence_die
    mutual = battle.attack_type == BY_MAGIC or (battle.attack_type == CLOSE and not battle.shielded)
    if not battle.responding:
        state.push(RESPOND)
    if lead > 0:
        hurt(state, battle.defenders, lead, battle.attackers)
    elif lead < 0 and mutual:
        hurt(state, battle.attackers, -lead, battle.defenders)
    else:
        state.tell(events.NO_DAMAGE)


class Respond(Happening[ManticoreState]):
    """MAN-6.7: whoever was attacked and lives attacks back, by card; a response is not answered."""

    def happen(self, state: ManticoreState) -> None:
        battle = state.battle
        defenders = living(state, battle.attackers)
        attackers = living(state, battle.defenders)
        if not attackers or not defenders:
            return
        battle.attackers = attackers
        battle.defenders = defenders
        battle.responding = True
        seat = speaker(state, attackers & HERO_SIDE)
        if seat >= 0:
            state.tell(events.HERO_RESPONDS, seat)
        else:
            state.tell(events.FOE_RESPONDS, first_of(attackers))
        state.push(DRAW_CARD)


def hurt(state: ManticoreState, side: int, damage: int, victors: int) -> None:
    """Everybody on a side takes the damage in full (MAN-6.8, MAN-7.5); then deaths and rewards."""
    for number in range(BEINGS):
        if not side & BEING[number]:
            continue
        being = state.being(number)
        being.life = max(0, being.life - damage)
        state.tell(events.HURT if number < MOST_SEATS else events.FOE_HURT, number, damage, being.life)
        if being.life > 0:
            continue
        if number == MANTICORE:
            manticore_falls(state, reward_taker(state, victors))
            return
        if number < MOST_SEATS:
            hero_dies(state, number, victors)
        else:
            monster_dies(state, number - FIRST_FOE, victors)
    if side & HERO_SIDE:
        all_heroes_dead(state)


def hero_dies(state: ManticoreState, seat: int, victors: int) -> None:
    """MAN-8.1: a hero who did it may take a trophy (MAN-5.9); else everything falls down (MAN-5.10)."""
    state.tell(events.HERO_DIED, seat)
    cell = state.heroes[seat].cell
    stock = gear.lose_everything(state, seat)
    state.remove(seat)
    heroes = living(state, victors & HERO_SIDE)
    if heroes:
        reward(state, heroes, stock, state.ruleset.pvp_power)
    else:
        gear.fall(state, cell, stock)


def monster_dies(state: ManticoreState, monster: int, victors: int) -> None:
    """MAN-8.1, MAN-5.9, 5.11, MAN-10.1: heroes are rewarded, and the first death wakes the Manticore."""
    heroes = living(state, victors & HERO_SIDE)
    level = state.ruleset.edition.monster_level[monster]
    state.tell(events.SLAIN, reward_taker(state, heroes), monster)
    stock = gear.lose_loot(state, monster)
    state.remove(FIRST_FOE + monster)
    reward(state, heroes, stock, power_for(level))
    if not state.manticore.awake:
        state.manticore.awake = True
        state.tell(events.WOKE_BY_KILL, monster)


# Rewards


def reward(state: ManticoreState, heroes: int, stock: int, points: int) -> None:
    """MAN-5.9, 5.11, MAN-7.7: first Power points, then a trophy; the rest leaves the game."""
    gear.stock_leaves(state, stock)
    if stock:
        state.push(ChooseTrophy(reward_taker(state, heroes, TROPHY_SHARE), stock))
    for share in range(points - 1, -1, -1):
        state.push(POWERS[reward_taker(state, heroes, share)])


def reward_taker(state: ManticoreState, heroes: int, share: int = 0) -> int:
    """MAN-7.7: who was named for a share; else who has most initiative left, then the leader, then turn
    order.
    """
    battle = state.battle
    named = battle.shares[share]
    if named >= 0 and heroes & BEING[named]:
        return named
    taker = -1
    most = -1
    for seat in state.order:
        if heroes & BEING[seat]:
            left = state.spare(seat)
            if left > most or (left == most and seat == battle.leader):
                taker = seat
                most = left
    return taker


def power_for(level: int) -> int:
    """MAN-5.11: the Power points that a monster of this level brings."""
    return 2 if level == LEVEL_FOUR else 1


class SpendPower(Decision[ManticoreState]):
    """A Power point raises one characteristic for good (MAN-5.11), at once (MAN-5.14)."""

    def candidates(self, state: ManticoreState) -> list[Action]:
        return POWER.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        hero = state.heroes[self.seat]
        hero.power = replaced(hero.power, action.a, hero.power[action.a] + 1)
        state.tell(events.STRENGTHENED, self.seat, action.a)


class ChooseTrophy(Decision[ManticoreState]):
    """One artifact of the victim, or none (MAN-5.9)."""

    def __init__(self, seat: int, stock: int) -> None:
        super().__init__(seat)
        self.stock = stock

    def candidates(self, state: ManticoreState) -> list[Action]:
        return [*[TROPHY.actions[field] for field in gear.fields_in(self.stock)], TROPHY_NONE]

    def play(self, state: ManticoreState, action: Action) -> None:
        if action is TROPHY_NONE:
            state.tell(events.TROPHY_LEFT, self.seat)
            return
        field = gear.field_of(action.a, action.b)
        state.gone = replaced(state.gone, field, state.gone[field] - 1)
        state.tell(events.TROPHY_TAKEN, self.seat, action.a, action.b)
        gear.receive(state, self.seat, action.a, action.b)


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
