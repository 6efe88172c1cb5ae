"""What a table's page shows after the end: the standings, and the game's own score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from markupsafe import Markup

from ludoteca import draw as d
from ludoteca.house.web.pages.assets import drawn
from ludoteca.house.web.pages.part_values import RevealPart, SheetLine, SheetPart, Standing, StretchPart
from ludoteca.house.web.pages.texts import Texts
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.result import Result
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import View

REACH: Final = 60
"""How far the inspector's pictures reach around their middle."""


def standings(result: Result, names: Sequence[str]) -> list[Standing]:
    """The final table, the winner first."""
    scores = result.scores or [0] * len(result.places)
    rows = [
        Standing(place, name, score, seat)
        for seat, (place, name, score) in enumerate(zip(result.places, names, scores, strict=True))
    ]
    return sorted(rows, key=lambda row: row.place)


def is_ranked(result: Result) -> bool:
    """Whether some did better than others: a victory or a defeat of all together ranks nobody."""
    return bool(result.winners) and len(set(result.places)) > 1


def has_points(result: Result) -> bool:
    """Whether scores are points, not only marks for having won."""
    return bool(result.scores) and max(result.scores) > 1


def ties(result: Result, names: Sequence[str], say: Texts) -> list[str]:
    """A sentence about every place that is shared, and about equal points that a tie-breaker decided.

    Where nobody has points, only the first place counts.
    """
    told = []
    for place in sorted(set(result.places)):
        sharers = [name for name, other in zip(names, result.places, strict=True) if other == place]
        if len(sharers) > 1 and (has_points(result) or place == 1):
            told.append(say("table.tie_shared", names=" · ".join(sharers), place=place))
    for score in sorted(set(result.scores), reverse=True) if has_points(result) else []:
        equal = [seat for seat, other in enumerate(result.scores) if other == score]
        if len({result.places[seat] for seat in equal}) > 1:
            told.append(say("table.tie_broken", names=" · ".join(names[seat] for seat in equal), score=score))
    return told


def sheet_of(match: Match, viewer: int, speaker: Speaker) -> SheetPart:
    """The score sheet of a finished match; empty where the game has none."""
    return sheet_from(match.game, match.view(viewer), speaker, match.log(viewer))


def sheet_from(game: Game[Any], view: View, speaker: Speaker, events: Sequence[Event]) -> SheetPart:
    """The score sheet of a table after the end, and of what happened there."""
    score_sheet = presentation_of(game).score_sheet
    if score_sheet is None:
        return SheetPart()
    sheet: d.ScoreSheet = score_sheet(view, speaker, events)

    def shown(key: str, prefix: str) -> Markup:
        return piece_picture(game, view, speaker, key, prefix)

    lines = [
        SheetLine(capital(row.label), tuple(row.shares), shown(row.about, f"row-{n}-"), row.rule)
        for n, row in enumerate(sheet.rows)
    ]
    reveals = [
        RevealPart(
            one.seat,
            speaker.names[one.seat],
            capital(one.words),
            capital(one.note),
            shown(one.about, f"reveal-{n}-"),
        )
        for n, one in enumerate(sheet.reveals)
    ]
    course = [StretchPart(capital(one.label), one.left, one.most) for one in sheet.course]
    banner = drawn(sheet.banner, *d.BANNER, prefix="banner-") if sheet.banner is not None else Markup()
    return SheetPart(tuple(lines), tuple(reveals), tuple(sheet.remarks), tuple(course), banner)


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def piece_picture(game: Game[Any], view: View, speaker: Speaker, key: str, prefix: str) -> Markup:
    """The inspector's picture of a piece."""
    about = presentation_of(game).about
    told: d.About | None = about(view, speaker, key) if about is not None and key else None
    if told is None or told.picture is None:
        return Markup()
    return drawn(d.group(told.picture, x=REACH, y=REACH), 2 * REACH, 2 * REACH, css="shown", prefix=prefix)
