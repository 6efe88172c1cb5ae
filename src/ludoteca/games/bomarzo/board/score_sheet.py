"""Where the points came from, for the sheet after the end."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.cover import banner
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.standings import divinity_points, temple_points, values
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.scoring import FIRST_PLACE, placed
from ludoteca.kernel.events import Event
from ludoteca.kernel.speaker import Speaker


def score_sheet(view: BomarzoView, speaker: Speaker, events: Sequence[Event]) -> d.ScoreSheet:
    """Every seat's points by divinity in the order of the pantheon, by temple, worship and track marks.

    What lay under the divinities is turned up.
    """
    kit = BomarzoKit(view, speaker)
    rows = [
        d.SheetRow(
            f"{place + 1} {kit.noun('divinity', god)}",
            divinity_points(kit, place, god),
            f"statue {DIVINITIES[god]}",
            "BOM-12.5",
        )
        for place, god in enumerate(kit.order)
    ]
    points = [divinity_points(kit, place, god) for place, god in enumerate(kit.order)]
    others = [(kit.say("temple_title", "about"), temple_points(kit), "BOM-12.8")]
    if view.worship:
        worship = [_worship(kit, seat) for seat in range(kit.seats)]
        others.append((kit.say("worship_title", "about"), worship, "BOM-14.4"))
    points += [shares for _, shares, _ in others]
    known = [sum([shares[seat] for shares in points]) for seat in range(kit.seats)]
    others.append((kit.say("tracks"), [view.vp[seat] - known[seat] for seat in range(kit.seats)], "BOM-9.6"))
    rows += [d.SheetRow(label, shares, rule=rule) for label, shares, rule in others]
    return d.ScoreSheet(rows, _secrets(kit), banner=banner(kit.order))


def _secrets(kit: BomarzoKit) -> list[d.Reveal]:
    """The cards under the divinities, with the devotion they lend (BOM-12.2)."""
    return [
        d.Reveal(
            seat,
            kit.noun("card", card),
            kit.say("sheet_under", number=kit.edition.devotion[card], divinity=kit.noun("divinity", god)),
            f"card {card}",
        )
        for god in kit.order
        for seat in range(kit.seats)
        for card in kit.view.under[seat][god]
        if card > 0
    ]


def _worship(kit: BomarzoKit, seat: int) -> int:
    """What the worship cards of a seat are worth (BOM-14.4)."""
    points = 0
    for god in kit.view.worship[seat]:
        first = placed(values(kit, kit.view.scores[god]))[seat] == FIRST_PLACE
        points += kit.edition.accomplished if first else kit.edition.failed
    return points
