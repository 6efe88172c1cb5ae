"""Who leads where, as far as the table can see."""

from __future__ import annotations

from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.rules.edition import SCORES_FIELDS, SCORES_FOOD, SCORES_TRACKS
from ludoteca.games.bomarzo.rules.scoring import FIRST_PLACE, SECOND_PLACE, placed


def values(kit: BomarzoKit, field: int) -> list[int]:
    """What each seat has in a field. Undecided cards with two symbols count for the first of them."""
    view = kit.view
    found: list[int] = []
    for seat in range(len(view.cubes)):
        if field < SCORES_TRACKS:
            rank = view.ten_rank[seat][field]
            found.append(100 - rank if rank else view.tracks[seat][field])
        elif field < SCORES_FIELDS:
            primary = field - SCORES_TRACKS
            found.append(sum(_counts_for(kit, card) == primary for card in view.second_level[seat]))
        else:
            found.append(view.cubes[seat][field - SCORES_FOOD])
    return found


def shown_values(kit: BomarzoKit, field: int) -> list[int]:
    """The same as numbers to show: those who reached the end of a track have all of it."""
    most = kit.edition.track_end
    return [min(value, most) if field < SCORES_TRACKS else value for value in values(kit, field)]


def _counts_for(kit: BomarzoKit, card: int) -> int:
    for field, cards in enumerate(kit.view.assigned):
        if card in cards:
            return field
    shown = kit.edition.fields[card]
    return next(field for field in range(3) if shown >> field & 1)


def leaders(kit: BomarzoKit, god: int) -> list[int]:
    """Who is first for a divinity now."""
    places = placed(values(kit, kit.view.scores[god]))
    return [seat for seat, place in enumerate(places) if place == FIRST_PLACE]


def divinity_points(kit: BomarzoKit, place: int, god: int) -> list[int]:
    """What a divinity at a place of the pantheon gives every seat now (BOM-12.5)."""
    edition = kit.edition
    second = edition.second_prize[place] if kit.seats >= edition.second_from else 0
    prizes = {FIRST_PLACE: edition.first_prize[place], SECOND_PLACE: second}
    return [prizes.get(rank, 0) for rank in placed(values(kit, kit.view.scores[god]))]


def temple_points(kit: BomarzoKit) -> list[int]:
    """What the temple symbols of every seat give now (BOM-12.8)."""
    return [kit.edition.temple_points[len(kit.temples_of(seat))] for seat in range(kit.seats)]


def if_it_ended_now(kit: BomarzoKit) -> list[int]:
    """Points if the game ended now, without what lies face down under divinities and worship."""
    if kit.view.over:
        return list(kit.view.vp)
    if not kit.worth_now:
        gained = [divinity_points(kit, place, god) for place, god in enumerate(kit.order)]
        gained.append(temple_points(kit))
        kit.worth_now = [
            points + sum([share[seat] for share in gained]) for seat, points in enumerate(kit.view.vp)
        ]
    return kit.worth_now
