"""Where the points came from, for the sheet after the end."""

from __future__ import annotations

from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.standings import divinity_points, temple_points, values
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.scoring import FIRST_PLACE, placed
from ludoteca.kernel.speaker import Speaker


def score_sheet(view: BomarzoView, speaker: Speaker) -> list[tuple[str, list[int]]]:
    """Every seat's points by divinity in the order of the pantheon, by temple, worship and track marks."""
    kit = BomarzoKit(view, speaker)
    rows = [
        (f"{place + 1} {kit.noun('divinity', god)}", divinity_points(kit, place, god))
        for place, god in enumerate(kit.order)
    ]
    rows.append((kit.say("temple_title", "about"), temple_points(kit)))
    if view.worship:
        rows.append((kit.say("worship_title", "about"), [_worship(kit, seat) for seat in range(kit.seats)]))
    told = [sum([shares[seat] for _, shares in rows]) for seat in range(kit.seats)]
    marks = [points - known for points, known in zip(view.vp, told, strict=True)]
    return [*rows, (kit.say("tracks"), marks)]


def _worship(kit: BomarzoKit, seat: int) -> int:
    """What the worship cards of a seat are worth (BOM-14.4)."""
    points = 0
    for god in kit.view.worship[seat]:
        first = placed(values(kit, kit.view.scores[god]))[seat] == FIRST_PLACE
        points += kit.edition.accomplished if first else kit.edition.failed
    return points
