"""What must hold after every step of Bomarzo: cubes, cards and pawns add up and stay within their limits."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules.actions import AREAS, GODS, KINDS, PAWN_ROW, ROWS, TRACKS, WINE
from ludoteca.games.bomarzo.rules.cards import ALL_CARDS, count, members
from ludoteca.games.bomarzo.rules.edition import REPETITION, VISION
from ludoteca.games.bomarzo.rules.state import WHITE, BomarzoState, pawns_in_order
from ludoteca.games.bomarzo.rules.steps.payment import price

MOST_OPTIONS: Final = 45


def faults(state: BomarzoState) -> list[str]:
    """Every invariant that the state breaks, in words."""
    found: list[str] = []
    _cubes(state, found)
    _cards(state, found)
    _tracks(state, found)
    _worship(state, found)
    if len(state.order) == GODS and not state.unveiled:
        _pawns(state, found)
        _divinities(state, found)
    _end(state, found)
    if len(state.choices) > MOST_OPTIONS:
        found.append(f"{len(state.choices)} options are more than the most there can be")
    return found


def _cubes(state: BomarzoState, found: list[str]) -> None:
    limited = state.ruleset.limited
    for kind in range(len(KINDS)):
        held = [fief.cubes[kind] for fief in state.fiefs]
        lying = [divinity.cubes[kind] for divinity in state.divinities]
        if min(*held, *lying) < 0 or (limited and state.reserve[kind] < 0):
            found.append(f"there is less than no {KINDS[kind]} somewhere")
        if state.reserve[kind] + sum(held) + sum(lying) != state.ruleset.edition.supply[kind]:
            found.append(f"{KINDS[kind]} does not add up: reserve {state.reserve[kind]}, {held}, {lying}")


def _cards(state: BomarzoState, found: list[str]) -> None:
    piles = [state.deck, state.discard]
    for fief in state.fiefs:
        piles += [fief.hand, fief.offer, fief.level1, fief.level2, *fief.under]
    together = 0
    for pile in piles:
        if together & pile:
            found.append(f"cards are in two places: {members(together & pile)}")
        together |= pile
    if together != ALL_CARDS:
        found.append(f"cards are missing: {members(ALL_CARDS & ~together)}")
    if state.deck & ~state.fresh:
        found.append("the deck holds cards that were not shuffled into it")
    if state.top and not state.deck >> state.top & 1:
        found.append("the card on top of the deck is not in the deck")
    edition = state.ruleset.edition
    powers = 0
    for benefit in range(VISION, len(edition.giving)):
        powers |= edition.giving[benefit]
    for seat, fief in enumerate(state.fiefs):
        if fief.rotated & ~(fief.level2 & powers):
            found.append(f"seat {seat} used a card that has no power")
        if state.picked and seat == state.actor and not fief.hand >> state.picked & 1:
            found.append("the card to be laid under a divinity is not in the hand")


def _pawns(state: BomarzoState, found: list[str]) -> None:
    edition = state.ruleset.edition
    on_gods = [pawns_in_order(divinity.pawns) for divinity in state.divinities]
    on_areas = [pawns_in_order(pawns) for pawns in state.harvested]
    for seat, fief in enumerate(state.fiefs):
        symbols = edition.active_symbols[PAWN_ROW][fief.rows[PAWN_ROW]]
        if fief.pawns != min(edition.pawns[state.seats] + symbols, edition.most_pawns):
            found.append(f"seat {seat} owns {fief.pawns} pawns")
        placed = sum([pawns.count(seat) for pawns in [*on_gods, *on_areas]])
        if fief.idle + placed != fief.pawns:
            found.append(f"pawns of seat {seat} do not add up")
        if max([pawns.count(seat) for pawns in on_areas]) > 1:
            found.append(f"seat {seat} harvested twice in one place")
        again = sum([max(0, pawns.count(seat) - 1) for pawns in on_gods])
        if again > count(fief.rotated & edition.giving[REPETITION]):
            found.append(f"seat {seat} repeated without the power to")
        for place in range(GODS + len(AREAS)):
            there = on_gods[place] if place < GODS else on_areas[place - GODS]
            if (fief.visited >> place & 1 == 1) != (seat in there):
                found.append(f"seat {seat} is wrongly said to be at place {place}")


def _divinities(state: BomarzoState, found: list[str]) -> None:
    for god, divinity in enumerate(state.divinities):
        if divinity.pawns == 0 and max(divinity.cubes) > 0:
            found.append(f"cubes lie on divinity {god}, which nobody invoked")
        if state.dormant(god) != (divinity.cubes[WINE] >= state.ruleset.edition.dormant_at):
            found.append(f"divinity {god} sleeps wrongly")
        if min(price(state, god)) < 0:
            found.append(f"the price of divinity {god} is negative")
        least = max(1, sum(state.tribute(god)))
        if state.ruleset.floor and divinity.pawns and sum(price(state, god)) < least:
            found.append(f"the price of divinity {god} fell below the printed one")
    if sorted(state.order) != list(range(GODS)):
        found.append("the divinities are not all around the board")
    if state.season == 1 and any(divinity.mossy for divinity in state.divinities):
        found.append("moss grew before the first season was over")


def _tracks(state: BomarzoState, found: list[str]) -> None:
    edition = state.ruleset.edition
    for seat, fief in enumerate(state.fiefs):
        for row in range(len(ROWS)):
            if not 0 <= fief.rows[row] <= edition.row_end[row]:
                found.append(f"a worker of seat {seat} left its row")
    for track in range(len(TRACKS)):
        at_end = []
        for seat, fief in enumerate(state.fiefs):
            place = fief.tracks[track]
            rank = fief.ten_rank[track]
            if not 0 <= place <= edition.track_end or (place == edition.track_end) != (rank > 0):
                found.append(f"seat {seat} stands wrongly on track {track}")
            if rank:
                at_end.append(rank)
        if sorted(at_end) != list(range(1, len(at_end) + 1)):
            found.append(f"the order of arrival on track {track} has holes")
        for at, owner in zip(edition.points_at, state.point_owners[track], strict=True):
            reached = [seat for seat in range(state.seats) if state.fiefs[seat].tracks[track] >= at]
            if (owner < 0) != (not reached) or (owner >= 0 and owner not in reached):
                found.append(f"the point at {at} of track {track} has a wrong owner")
    if not state.over:
        for seat, fief in enumerate(state.fiefs):
            if fief.vp != sum([owners.count(seat) for owners in state.point_owners]):
                found.append(f"seat {seat} has points from nowhere")


def _worship(state: BomarzoState, found: list[str]) -> None:
    if not state.ruleset.worship_promo:
        return
    held = [god for fief in state.fiefs for god in fief.worship]
    piles = [god for god in range(GODS) if (state.worship_deck | state.worship_offer) >> god & 1]
    if sorted([*held, *piles]) != list(range(GODS)) or state.worship_deck & state.worship_offer:
        found.append("worship cards do not add up")


def _end(state: BomarzoState, found: list[str]) -> None:
    if not state.ruleset.seasons_promo and state.colour != WHITE:
        found.append("a season token lies where none should")
    if not state.over:
        return
    edition = state.ruleset.edition
    most = sum(edition.first_prize) + len(TRACKS) * len(edition.points_at) + max(edition.temple_points)
    least = 0
    if state.ruleset.worship_promo:
        most += state.ruleset.most_worship * edition.accomplished
        least = state.ruleset.most_worship * edition.failed
    for seat, fief in enumerate(state.fiefs):
        if not least <= fief.vp <= most:
            found.append(f"seat {seat} ends with {fief.vp} points")
