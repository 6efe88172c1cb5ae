"""What a battle is likely to bring, without rolling it (MAN-6).

A *bout* is everything that can happen between one side of heroes and a monster in one turn, counted out to
the last die and remembered: the leads before the dice decide it. What a team may hope for against the
Manticore is in `boss_fight`.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludoteca.games.manticore.rules.actions import (
    AMULET,
    ATTACK,
    BOW,
    BY_MAGIC,
    CLOSE,
    DEFENSE,
    HELMET,
    MAGIC,
    SHIELD,
    SHOOT,
    SHOOTING,
    SWORD,
    TYPES,
)
from ludoteca.games.manticore.rules.gear import best
from ludoteca.games.manticore.rules.state import FIRST_FOE, MANTICORE, ManticoreState
from ludoteca.games.manticore.rules.strengths import BEING

PIPS: Final = 6
SPAN: Final = 2 * PIPS - 1  # two dice differ by -5 to 5
DICE: Final[list[float]] = [(PIPS - abs(pips - PIPS + 1)) / 36.0 for pips in range(SPAN)]
KINDS_OF_ATTACK: Final = len(TYPES)

MOST_ATTACKS: Final = 9
MOST_FOE_LIFE: Final = 4
MOST_LIFE: Final = 10
FAR_LEAD: Final = 9


def _expected_leads() -> list[float]:
    """E[max(0, x + d6 - d6)] for x from -6 to 6."""
    found = []
    for x in range(-PIPS, PIPS + 1):
        total = 0.0
        for pips in range(SPAN):
            total += DICE[pips] * max(0, x + pips - PIPS + 1)
        found.append(total)
    return found


_LEADS: Final[list[float]] = _expected_leads()


def expected(lead: int) -> float:
    """Expected damage for a lead before the dice."""
    if lead <= -PIPS:
        return 0.0
    return float(lead) if lead >= PIPS else _LEADS[lead + PIPS]


# What beings bring to a battle


class Arms:
    """The strengths of a side before the dice: three attacks, and what it meets them with."""

    def __init__(self, magic: int, sword: int, bow: int, shield: int, helmet: int) -> None:
        self.magic = magic
        self.sword = sword
        self.bow = bow
        self.shield = shield
        self.helmet = helmet


def hero_arms(state: ManticoreState, seat: int) -> Arms:
    """A hero's characteristics with Power points and artifacts."""
    hero = state.heroes[seat]
    card = state.ruleset.edition.classes[hero.klass].stats
    power = hero.power
    worn = hero.worn
    magic = card[MAGIC] + power[MAGIC]
    return Arms(
        magic + worn[AMULET],
        card[ATTACK] + power[ATTACK] + worn[SWORD],
        card[SHOOTING] + power[SHOOTING] + worn[BOW],
        card[DEFENSE] + power[DEFENSE] + worn[SHIELD],
        magic + worn[HELMET],
    )


def foe_arms(state: ManticoreState, foe: int) -> Arms:
    """A monster's level with what it carries, or the Manticore's card."""
    if foe == MANTICORE:
        card = state.ruleset.manticore
        return Arms(card[MAGIC], card[ATTACK], card[SHOOTING], card[DEFENSE], card[MAGIC])
    level = state.ruleset.edition.monster_level[foe - FIRST_FOE]
    loot = state.monsters[foe - FIRST_FOE].loot
    if loot == 0:
        return Arms(level, level, level, level, level)
    return Arms(
        level + best(loot, AMULET),
        level + best(loot, SWORD),
        level + best(loot, BOW),
        level + best(loot, SHIELD),
        level + best(loot, HELMET),
    )


def joined(arms: list[Arms], side: int) -> Arms:
    """What a set of heroes brings together (MAN-7.4)."""
    magic = sword = bow = shield = helmet = 0
    for seat in range(len(arms)):
        if side & BEING[seat]:
            one = arms[seat]
            magic += one.magic
            sword += one.sword
            bow += one.bow
            shield += one.shield
            helmet += one.helmet
    return Arms(magic, sword, bow, shield, helmet)


class Leads:
    """Who is stronger before the dice: in the heroes' three attacks, and in the answers to them."""

    def __init__(self, heroes: Arms, foe: Arms) -> None:
        self.magic = heroes.magic - foe.helmet
        self.close = heroes.sword - foe.sword
        self.shot = heroes.bow - foe.shield
        self.magic_back = foe.magic - heroes.helmet
        self.blocked_back = foe.sword - heroes.shield
        self.shot_back = foe.bow - heroes.shield
        # MAN-6.4: heroes fight back where it costs them no more than hiding behind the shield
        cost = expected(-self.close) - 0.8 * expected(self.close)
        self.fights = cost <= expected(self.blocked_back)

    def of(self, attack_type: int) -> int:
        """The heroes' lead in an attack of their own."""
        if attack_type == BY_MAGIC:
            return self.magic
        return self.close if attack_type == CLOSE else self.shot

    def key(self) -> int:
        """The leads packed into one number; far leads are all alike."""
        found = 0
        for lead in (
            self.magic,
            self.close,
            self.shot,
            self.magic_back,
            self.blocked_back,
            self.shot_back,
        ):
            found = 32 * found + min(max(lead, -FAR_LEAD), FAR_LEAD) + FAR_LEAD
        return found


# A turn against a monster, counted out


class Blow:
    """The odds of one attack: how often which damage falls on either side."""

    def __init__(self) -> None:
        self.dealt: list[float] = [0.0] * (FAR_LEAD + PIPS)
        self.suffered: list[float] = [0.0] * (FAR_LEAD + PIPS)

    def add(self, lead: int, share: float, harms: bool, mutual: bool) -> None:
        """An attack with this lead; `harms`: a positive total hurts the foe, else the heroes."""
        lead = min(max(lead, -FAR_LEAD), FAR_LEAD)
        for pips in range(SPAN):
            total = lead + pips - PIPS + 1
            chance = share * DICE[pips]
            if total > 0 or mutual:
                if (total > 0) == harms:
                    self.dealt[abs(total)] += chance
                else:
                    self.suffered[abs(total)] += chance
            else:
                self.dealt[0] += chance
        self.dealt[0] += self.suffered[0]
        self.suffered[0] = 0.0


def blows_of(leads: Leads) -> tuple[list[Blow], Blow, Blow]:
    """The blows of a battle: of each type of attack, of the type a card says (MAN-6.6), and the foe's own."""
    chosen: list[Blow] = []
    card = Blow()
    for attack_type in range(KINDS_OF_ATTACK):
        blow = Blow()
        blow.add(leads.of(attack_type), 1.0, True, attack_type != SHOOT)
        chosen.append(blow)
        card.add(leads.of(attack_type), 1.0 / KINDS_OF_ATTACK, True, attack_type != SHOOT)
    back = Blow()
    back.add(leads.magic_back, 1.0 / KINDS_OF_ATTACK, False, True)
    back.add(leads.shot_back, 1.0 / KINDS_OF_ATTACK, False, False)
    if leads.fights:
        back.add(-leads.close, 1.0 / KINDS_OF_ATTACK, False, True)
    else:
        back.add(leads.blocked_back, 1.0 / KINDS_OF_ATTACK, False, False)
    return chosen, card, back


def place_of(attacks: int, foe_life: int, life: int) -> int:
    return (attacks * (MOST_FOE_LIFE + 1) + foe_life) * (MOST_LIFE + 1) + life


class Bout:
    """One turn of attacks on a monster: the chance to kill it, and what the hero's life is worth afterwards.

    The tables are asked with `place_of(attacks left, life of the monster, life of the hero)`. `fresh` is for
    a hero who may still choose the type of its first attack (MAN-6.6), `carded` for one to whom the cards say
    it. A hero stops when going on costs more than it brings.
    """

    def __init__(self, leads: Leads, life_worth: list[float], prize: float) -> None:
        size = place_of(MOST_ATTACKS + 1, 0, 0)
        self.fresh_kill: list[float] = [0.0] * size
        self.fresh_worth: list[float] = [0.0] * size
        self.carded_kill: list[float] = [0.0] * size
        self.carded_worth: list[float] = [0.0] * size
        chosen, card, back = blows_of(leads)
        for foe_life in range(1, MOST_FOE_LIFE + 1):
            for life in range(1, MOST_LIFE + 1):
                place = place_of(0, foe_life, life)
                self.fresh_worth[place] = self.carded_worth[place] = life_worth[life]
        answered_kill = [0.0] * place_of(1, 0, 0)
        answered_worth = [0.0] * place_of(1, 0, 0)
        for attacks in range(1, MOST_ATTACKS + 1):
            first = place_of(attacks - 1, 0, 0)
            for foe_life in range(1, MOST_FOE_LIFE + 1):
                for life in range(1, MOST_LIFE + 1):
                    self._after(
                        back,
                        self.carded_kill,
                        self.carded_worth,
                        first,
                        foe_life,
                        life,
                        life_worth,
                        answered_kill,
                        answered_worth,
                    )
            answers = (answered_kill, answered_worth)
            self._best(attacks, [card], self.carded_kill, self.carded_worth, answers, life_worth, prize)
            self._best(attacks, chosen, self.fresh_kill, self.fresh_worth, answers, life_worth, prize)

    def _after(
        self,
        blow: Blow,
        kills: list[float],
        worths: list[float],
        first: int,
        foe_life: int,
        life: int,
        life_worth: list[float],
        kill_into: list[float],
        worth_into: list[float],
    ) -> None:
        """What a blow leads to, given what follows it (`kills`, `worths` from place `first` on)."""
        kill = 0.0
        worth = 0.0
        here = first + (MOST_LIFE + 1) * foe_life + life
        for damage in range(FAR_LEAD + PIPS):
            chance = blow.dealt[damage]
            if chance > 0.0:
                if damage >= foe_life:
                    kill += chance
                    worth += chance * life_worth[life]
                else:
                    place = here - (MOST_LIFE + 1) * damage
                    kill += chance * kills[place]
                    worth += chance * worths[place]
            chance = blow.suffered[damage]
            if chance > 0.0:
                if damage >= life:
                    worth += chance * life_worth[0]
                else:
                    kill += chance * kills[here - damage]
                    worth += chance * worths[here - damage]
        place = (MOST_LIFE + 1) * foe_life + life
        kill_into[place] = kill
        worth_into[place] = worth

    def _best(
        self,
        attacks: int,
        blows: list[Blow],
        kills: list[float],
        worths: list[float],
        answers: tuple[list[float], list[float]],
        life_worth: list[float],
        prize: float,
    ) -> None:
        """One more attack before the answer: the best of these blows, or none, where it does not pay."""
        answered_kill, answered_worth = answers
        kill = [0.0] * place_of(1, 0, 0)
        worth = [0.0] * place_of(1, 0, 0)
        for foe_life in range(1, MOST_FOE_LIFE + 1):
            for life in range(1, MOST_LIFE + 1):
                here = (MOST_LIFE + 1) * foe_life + life
                best_kill = 0.0
                best_worth = life_worth[life]
                for blow in blows:
                    self._after(
                        blow, answered_kill, answered_worth, 0, foe_life, life, life_worth, kill, worth
                    )
                    if prize * kill[here] + worth[here] > prize * best_kill + best_worth:
                        best_kill = kill[here]
                        best_worth = worth[here]
                place = place_of(attacks, foe_life, life)
                kills[place] = best_kill
                worths[place] = best_worth


# The Manticore, estimated


class Reckoning:
    """How a team stands against the Manticore: what an exchange of blows brings and costs on average."""

    def __init__(self, leads: Leads) -> None:
        dealt = expected(leads.magic) + expected(leads.close) + expected(leads.shot)
        dealt += expected(-leads.magic_back)
        answered = expected(leads.magic_back) + expected(leads.shot_back)
        if leads.fights:
            dealt += expected(leads.close)
            answered += expected(-leads.close)
        else:
            answered += expected(leads.blocked_back)
        suffered = answered + expected(-leads.magic) + expected(-leads.close)
        self.leads = leads
        self.dealt = dealt / KINDS_OF_ATTACK + 0.02
        self.suffered = suffered / KINDS_OF_ATTACK + 0.02
        self.answered = answered / KINDS_OF_ATTACK
        self.first = expected(max(leads.close, leads.shot))


def curve(x: float) -> float:
    """From 0 to 1, one half at 0."""
    if x < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-x))
