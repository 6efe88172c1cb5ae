"""The battle against the Manticore over several rounds, counted out to the last die.

Its wounds last and it strikes only at those who struck it or stand in its way (MAN-6.7, 10.5).
The first attack of a turn is of a chosen type (MAN-6.6), the next ones are as the cards fall. So it often
pays to strike once, heal with the points that are left, and walk beside it until the next round.
"""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.bot.battle_odds import FAR_LEAD, MOST_LIFE, PIPS, Blow, Leads, blows_of
from ludoteca.games.manticore.rules.actions import BY_MAGIC, CLOSE, SHOOT
from ludoteca.games.manticore.rules.steps.turn import HEAL_PRICE

LONGEST: Final = 20  # the most life the Manticore has
WIDTH: Final = MOST_LIFE + 1
SHEET: Final = WIDTH * (LONGEST + 1)  # places for all lives of both sides
MOST_POINTS: Final = 9
MOST_ROUNDS: Final = 4
REMEMBERED: Final = 200


class Odds:
    """What a blow may do: sparse lists of damages and their chances, dealt and suffered."""

    def __init__(self, blow: Blow) -> None:
        self.dealt: list[int] = []
        self.dealt_chance: list[float] = []
        self.suffered: list[int] = []
        self.suffered_chance: list[float] = []
        for damage in range(FAR_LEAD + PIPS):
            if blow.dealt[damage] > 0.0:
                self.dealt.append(damage)
                self.dealt_chance.append(blow.dealt[damage])
            if blow.suffered[damage] > 0.0:
                self.suffered.append(damage)
                self.suffered_chance.append(blow.suffered[damage])

    def leads_to(self, after: list[float], foe_life: int, life: int) -> float:
        """The chance of victory, given what it is after the blow."""
        here = WIDTH * foe_life + life
        total = 0.0
        for number in range(len(self.dealt)):
            damage = self.dealt[number]
            if damage >= foe_life:
                total += self.dealt_chance[number]
            else:
                total += self.dealt_chance[number] * after[here - WIDTH * damage]
        for number in range(len(self.suffered)):
            damage = self.suffered[number]
            if damage < life:
                total += self.suffered_chance[number] * after[here - damage]
        return total


class LastTurn:
    """One round of the battle: chances by the points left, when the first blow is still to come (`fresh`) and
    after it (`carded`); and before the Manticore's answer (`answered`).
    """

    def __init__(self) -> None:
        self.fresh: list[list[float]] = []
        self.carded: list[list[float]] = []
        self.answered: list[list[float]] = []


class Campaign:
    """The chance that heroes kill the Manticore in the rounds that are left before their weakest dies.

    A side is taken for one hero with the sum of all strengths (MAN-7.4), the life of the weakest and
    `speed` points a round, one of them for a step.
    """

    def __init__(self, leads: Leads, speed: int, foe_life: int) -> None:
        self.leads = leads
        self.speed = min(max(speed - 1, 1), MOST_POINTS)
        self.foe_life = foe_life
        chosen, card, back = blows_of(leads)
        self.chosen = [Odds(blow) for blow in chosen]
        self.card = Odds(card)
        self.back = Odds(back)
        self.rounds: list[LastTurn] = []

    def turn(self, rounds: int) -> LastTurn:
        """The tables for so many rounds, this one included."""
        while len(self.rounds) < rounds:
            self._add_round()
        return self.rounds[rounds - 1]

    def _add_round(self) -> None:
        after = self.rounds[-1].fresh[self.speed] if self.rounds else [0.0] * SHEET
        found = LastTurn()
        found.fresh.append(after)
        found.carded.append(after)
        for points in range(1, MOST_POINTS + 1):
            answered = [0.0] * SHEET
            fresh = [0.0] * SHEET
            carded = [0.0] * SHEET
            before = found.carded[points - 1]
            for foe_life in range(1, self.foe_life + 1):
                for life in range(1, MOST_LIFE + 1):
                    answered[WIDTH * foe_life + life] = self.back.leads_to(before, foe_life, life)
            for foe_life in range(1, self.foe_life + 1):
                for life in range(1, MOST_LIFE + 1):
                    here = WIDTH * foe_life + life
                    healed = min(MOST_LIFE, life + points // HEAL_PRICE)
                    rested = after[WIDTH * foe_life + healed]
                    found_carded = max(rested, self.card.leads_to(answered, foe_life, life))
                    found_fresh = rested
                    for blow in self.chosen:
                        found_fresh = max(found_fresh, blow.leads_to(answered, foe_life, life))
                    if points >= HEAL_PRICE and life < MOST_LIFE:
                        found_carded = max(found_carded, found.carded[points - HEAL_PRICE][here + 1])
                        found_fresh = max(found_fresh, found.fresh[points - HEAL_PRICE][here + 1])
                    carded[here] = found_carded
                    fresh[here] = found_fresh
            found.fresh.append(fresh)
            found.carded.append(carded)
            found.answered.append(answered)
        self.rounds.append(found)

    def held_back(self, foe_life: int, life: int, points: int, rounds: int, fresh: bool) -> float:
        """The chance when the heroes heal first, and strike later in this round or in the next."""
        turn = self.turn(rounds)
        healed = min(MOST_LIFE, life + points // HEAL_PRICE)
        found = turn.fresh[0][WIDTH * foe_life + healed]
        if points >= HEAL_PRICE and life < MOST_LIFE:
            table = turn.fresh if fresh else turn.carded
            found = max(found, table[points - HEAL_PRICE][WIDTH * foe_life + life + 1])
        return found

    def struck(self, foe_life: int, life: int, points: int, rounds: int, fresh: bool, spells: int) -> float:
        """The chance when the next point goes into an attack: of the best type, or as the card says."""
        if not fresh:
            return self.card.leads_to(self.turn(rounds).answered[points - 1], foe_life, life)
        found = 0.0
        for attack_type in (BY_MAGIC, CLOSE, SHOOT):
            found = max(found, self.blow(attack_type, foe_life, life, points, rounds, spells))
        return found

    def blow(
        self, attack_type: int, foe_life: int, life: int, points: int, rounds: int, spells: int
    ) -> float:
        """The chance when the next attack is of this type."""
        answered = self.turn(rounds).answered[points - 1]
        if attack_type == BY_MAGIC and spells:
            blow = Blow()
            blow.add(self.leads.magic + spells, 1.0, True, True)
            return Odds(blow).leads_to(answered, foe_life, life)
        return self.chosen[attack_type].leads_to(answered, foe_life, life)


def campaign_for(leads: Leads, speed: int, foe_life: int) -> Campaign:
    """The campaign with these leads, counted out once."""
    key = (leads.key() * 16 + min(speed, 15)) * 2 + (1 if foe_life > MOST_LIFE else 0)
    found = _CAMPAIGNS.get(key)
    if found is None:
        if len(_CAMPAIGNS) >= REMEMBERED:
            _CAMPAIGNS.clear()
        found = Campaign(leads, speed, LONGEST if foe_life > MOST_LIFE else MOST_LIFE)
        _CAMPAIGNS[key] = found
    return found


_CAMPAIGNS: Final[dict[int, Campaign]] = {}
