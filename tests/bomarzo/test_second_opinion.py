"""Whole matches, looked over by somebody who reads the rulebook and nothing else.

Prices, payments, copies and the final score are worked out here once more, from what lies on the table.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import DIVINITIES, FIELDS, TRACKS
from ludoteca.games.bomarzo.rules.cards import count, members
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bomarzo.table import all_lying

ACTIVE = {
    "genio": (0, 1, 0), "orco": (1, 0, 0), "dea": (1, 1, 0), "gigante": (2, 1, 0),
    "elefante": (1, 2, 0), "tartaruga": (1, 0, 0), "balena": (1, 2, 0), "drago": (0, 0, 1),
}  # fmt: skip
MOSSY = {
    "genio": (0, 0, 0), "orco": (0, 0, 0), "dea": (0, 0, 1), "gigante": (1, 0, 0),
    "elefante": (0, 1, 0), "tartaruga": (0, 0, 0), "balena": (0, 1, 0), "drago": (0, 0, 0),
}  # fmt: skip
LOOKS_AT = {
    "genio": "science", "orco": "food", "dea": "culture", "gigante": "building",
    "elefante": "knowledge", "tartaruga": "architecture", "balena": "character", "drago": "coin",
}  # fmt: skip
FIRST, SECOND = (3, 3, 3, 2, 2, 1, 1, 0), (2, 2, 2, 1, 1, 0, 0, 0)
PAYING = ("how", "pay", "convert")
TEMPTING = ("play", "upgrade", "copy", "raise", "vision-use", "drago-more", "assign")


def asked_price(state: BomarzoState, god: int) -> tuple[int, int, int]:
    """BOM-5: food, coins and anything."""
    printed = (MOSSY if state.divinities[god].mossy else ACTIVE)[DIVINITIES[god]]
    if not state.divinities[god].pawns:
        return printed
    food, coin, wine = state.divinities[god].cubes
    if not state.ruleset.floor:
        return food, coin, wine + 1
    size = max(food + coin + wine + 1, sum(printed))
    if food + coin + wine == 0:
        food, coin = printed[:2]
    return food, coin, size - food - coin


def fills(price: tuple[int, int, int], paid: list[int], cards: int, exchanges: int) -> bool:
    """BOM-6: whether cubes, cards standing for food or coins, and exchanged cubes make up the price."""
    if sum(paid) + cards != sum(price):
        return False
    for as_food, turned in product(range(cards + 1), range(-exchanges, exchanges + 1)):
        food = paid[0] + as_food - turned
        coin = paid[1] + cards - as_food + turned
        if paid[2] >= max(0, price[0] - food) + max(0, price[1] - coin):
            return True
    return False


class Purse:
    """What a seat had before it paid, and what it has to pay."""

    def __init__(self, state: BomarzoState, seat: int, price: tuple[int, int, int]) -> None:
        self.seat, self.price = seat, price
        self.cubes, self.hand, self.used = self.contents(state)

    def contents(self, state: BomarzoState) -> tuple[list[int], int, int]:
        fief = state.fiefs[self.seat]
        return list(fief.cubes), fief.hand_size(), count(fief.rotated)

    def paid(self, state: BomarzoState) -> tuple[list[int], int, int]:
        cubes, hand, used = self.contents(state)
        return [self.cubes[kind] - cubes[kind] for kind in range(3)], self.hand - hand, used - self.used


def pick(state: BomarzoState, source: Source) -> Action:
    """Chance play, with a taste for what random players never get to."""
    tempting = [action for action in state.choices if action.verb.name in TEMPTING]
    if tempting and source.below(4):
        return tempting[source.below(len(tempting))]
    if state.step.name() == "gift" and source.below(3):
        return state.choices[-1]
    return state.choices[source.below(len(state.choices))]


def watched(seats: int, seed: int, options: dict[str, Any]) -> tuple[BomarzoState, int, int]:
    """A match to its end, every tribute and every copy checked; how many of each there were."""
    state = GAME.start(GAME.setup(seats, options))
    state.journal = []
    state.settle()
    croupier, source = Seeded(seed), Stream(seed, "second opinion")
    tributes = copies = 0
    purse: Purse | None = None
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
            continue
        name, seat = state.step.name(), state.actor
        if purse is not None and name == "gift" and purse.seat == seat:
            assert fills(purse.price, *purse.paid(state)), (purse.price, purse.paid(state))
            tributes += 1
        if purse is not None and name not in PAYING:
            purse = None
        action = pick(state, source)
        if action.verb.name == "invoke":
            assert state.divinities[action.a].cubes[2] < 2, "it sleeps"
            repeated = state.fiefs[seat].visited >> action.a & 1
            purse = None if repeated else Purse(state, seat, asked_price(state, action.a))
        elif action.text == "copy":
            assert state.divinities[state.god].cubes[2] < 2, "it sleeps"
            food, coin, wine_spent = state.spent
            fief = state.fiefs[seat]
            spent, before = [food, coin, wine_spent + 2], fief.cubes[:]
            lying, reserve, wine = all_lying(state), state.reserve[:], before[2]
            pays_by_force = wine >= spent[2] and not fief.hand and not state.exchanges(fief)
            state.agenda.pop().play(state, action)
            assert fief.cubes[2] == wine - spent[2], "exactly the wine, and two more"
            assert all_lying(state) == lying and state.reserve[2] == reserve[2] + spent[2]
            if pays_by_force:
                paid = [before[kind] - fief.cubes[kind] for kind in range(3)]
                assert paid == spent
            copies += 1
            state.settle()
            continue
        state.play(action)
    return state, tributes, copies


def amount(state: BomarzoState, seat: int, looked_at: str) -> int:
    """BOM-12.4: by how much a seat leads or trails; who came earlier to the end of a track has more."""
    if looked_at in ("food", "coin"):
        return state.fiefs[seat].cubes[("food", "coin").index(looked_at)]
    if looked_at in TRACKS:
        track = TRACKS.index(looked_at)
        place, rank = state.fiefs[seat].tracks[track], state.fiefs[seat].ten_rank[track]
        return place if place < 10 else 20 - rank
    field, edition = FIELDS.index(looked_at), state.ruleset.edition
    found = 0
    for card in members(state.fiefs[seat].level2):
        shown = [one for one in range(3) if edition.fields[card] >> one & 1]
        found += shown == [field] or (len(shown) == 2 and state.assigned[field] >> card & 1)
    return found


def final_points(state: BomarzoState) -> list[int]:
    """BOM-12 and BOM-14.4."""
    edition, seats = state.ruleset.edition, range(state.seats)
    points = [sum(owners.count(seat) for owners in state.point_owners) for seat in seats]
    devotion = [
        sum(edition.devotion[card] for seat in seats for card in members(state.fiefs[seat].under[god]))
        for god in range(8)
    ]
    ahead: dict[int, list[int]] = {}
    pantheon = sorted(range(8), key=lambda god: (-devotion[god], state.order.index(god)))
    for position, god in enumerate(pantheon):
        amounts = [amount(state, seat, LOOKS_AT[DIVINITIES[god]]) for seat in seats]
        values = sorted({value for value in amounts if value > 0}, reverse=True)
        ahead[god] = [seat for seat in seats if values and amounts[seat] == values[0]]
        for seat in seats:
            if seat in ahead[god]:
                points[seat] += FIRST[position]
            elif state.seats > 2 and len(values) > 1 and amounts[seat] == values[1]:
                points[seat] += SECOND[position]
    for seat in seats:
        symbols = {edition.temple[card] for card in members(state.fiefs[seat].level1)}
        points[seat] += (0, 0, 0, 1, 2, 4)[len(symbols)]
        for god in state.fiefs[seat].worship:
            points[seat] += 3 if seat in ahead[god] else -1
    return points


def options_of(seed: int) -> dict[str, Any]:
    """Both expansions in every other match, the house's rules in every third."""
    promos = seed % 2 == 1
    house = GAME.presets["house"] if seed % 3 == 2 else {}
    return {**house, "seasons_promo": promos, "worship_promo": promos}


@pytest.mark.rule("BOM-5.4", "BOM-6.5", "BOM-7.3", "BOM-12.5", "BOM-12.7", "BOM-14.4")
def test_tributes_copies_and_scores_agree_with_a_second_opinion() -> None:
    tributes = copies = 0
    for seed in range(9):
        state, paid, copied = watched(2 + seed % 3, seed, options_of(seed))
        tributes += paid
        copies += copied
        points = final_points(state)
        assert state.result is not None
        assert list(state.result.scores) == points
        assert [seat for seat in range(state.seats) if points[seat] == max(points)] == list(
            state.result.winners
        )
    assert tributes > 150 and copies > 15
