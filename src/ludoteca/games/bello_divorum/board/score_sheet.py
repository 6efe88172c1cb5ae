"""Where the Faith Points came from, for the sheet after the end (BEL-11.6 to 11.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.cover import banner
from ludoteca.games.bello_divorum.board.kit import BelloKit
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, KIND_NAMES, TEMPLE
from ludoteca.kernel.events import Event
from ludoteca.kernel.speaker import Speaker

RULE: Final = "BEL-11.6"


def score_sheet(view: BelloView, speaker: Speaker, events: Sequence[Event]) -> d.ScoreSheet:
    """Followers on the board, then every kind of location: points, and how many there are."""
    kit = BelloKit(view, speaker)
    seats = range(len(view.faith))
    rows = [d.SheetRow(kit.say("sheet_followers"), [_followers(view, seat) for seat in seats], rule=RULE)]
    for column, kind in enumerate((TEMPLE, CITY, FIELD)):
        worth = kit.edition.faith[kind]
        label = kit.say(f"sheet_{KIND_NAMES[kind]}", worth=worth)
        rows.append(d.SheetRow(label, [worth * view.controls[seat][column] for seat in seats], rule=RULE))
    is_tied = len(set(view.faith)) < len(view.faith)
    remarks = [kit.say("sheet_tie")] if is_tied else []
    first = [view.pantheon[seat] for seat in view.winners]
    others = [view.pantheon[seat] for seat in seats if seat not in view.winners]
    return d.ScoreSheet(rows, remarks=remarks, banner=banner(kit.edition, first, others))


def _followers(view: BelloView, seat: int) -> int:
    return sum([standing[seat] for standing in view.followers])
