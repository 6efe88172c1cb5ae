"""The words of notices. They tell who and how long, never what lies hidden."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ludoteca.house.refusals import fill_sentence
from ludoteca.house.service.notice_rows import ENDED, SEATED, TIME, TURN
from ludoteca.house.table.table import Table

_WORDS: Final = Path(__file__).parent.parent / "words"


class Message(NamedTuple):
    """What somebody is told, and where it leads."""

    title: str
    body: str
    link: str
    """A path in this house."""
    tables: int = 1


class Told(NamedTuple):
    """One thing to tell about a table."""

    kind: str
    table: Table


@cache
def _phrases(language: str) -> dict[str, str]:
    path = _WORDS / f"{language}.toml"
    found: dict[str, str] = tomllib.loads((path if path.exists() else _WORDS / "en.toml").read_text("utf-8"))[
        "notice"
    ]
    return found


def say(language: str, key: str, **values: object) -> str:
    return fill_sentence(_phrases(language)[key], values)


def compose(told: Sequence[Told], language: str, now: int, discreet: bool) -> Message:
    """One message for all there is to tell a person; `discreet`: without names and games."""
    if len(told) > 1:
        waiting = [one for one in told if one.kind in (TURN, TIME)]
        key = "several_wait" if len(waiting) == len(told) else "several"
        titles = [_title(one.table, language) for one in told]
        body = "" if discreet else ", ".join(dict.fromkeys(titles))
        return Message(say(language, key, number=len(told)), body, "/yours", len(told))
    (kind, table) = told[0]
    link = f"/tables/{table.id}"
    if discreet:
        return Message(say(language, f"{kind}_discreet"), "", link)
    game = _title(table, language)
    return Message(say(language, kind, game=game), _body(kind, table, language, now), link)


def _title(table: Table, language: str) -> str:
    return table.game.words(language if language in table.game.languages() else "en").phrase("game", "title")


def _body(kind: str, table: Table, language: str, now: int) -> str:
    if kind in (TURN, TIME):
        parts = []
        last = table.last_actor
        if last >= 0 and last != table.awaited:
            parts.append(say(language, "has_played", name=table.seats[last].name))
        if table.deadline:
            parts.append(say(language, "left", time=_lasting(max(0, table.deadline - now))))
        return " ".join(parts)
    if kind == SEATED:
        return ", ".join(seat.name for seat in table.seats if seat.person and seat.person != table.owner)
    assert kind == ENDED
    result = table.match.result if table.match is not None else None
    winners = [table.seats[seat].name for seat in result.winners] if result is not None else []
    return say(language, "won", names=", ".join(winners)) if winners else say(language, "nobody_won")


def _lasting(milliseconds: int) -> str:
    minutes = milliseconds // 60_000
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
