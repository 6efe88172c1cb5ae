"""Moves of bots: whether a match still waits for one, and what is played if it cannot be."""

from __future__ import annotations

import logging
from typing import Final

from ludoteca.house.refusals import Broken, Refused
from ludoteca.house.store.rows import JobRow
from ludoteca.house.table.command_handlers import admit_action
from ludoteca.house.table.events import Acted
from ludoteca.house.table.rehearsal import rehearse
from ludoteca.house.table.table import Table
from ludoteca.house.workers.worker import Result

LOG: Final = logging.getLogger("ludoteca.house")


def waits_for(table: Table, job: JobRow) -> str:
    """The level of the bot whose move a job is, if the match still waits for it."""
    if table.match_seq != job.base or table.awaited != job.seat:
        return ""
    return table.seats[job.seat].deciding_bot


def playable_choice(table: Table, seat: int, result: Result) -> str:
    """What a bot chose; if that cannot be played, the first option that can, so that the match goes on."""
    match = table.match
    assert match is not None
    for text in (result.text, *(action.text for action in match.options)):
        try:
            judge_choice(table, seat, text)
            return text
        except Refused as error:
            LOG.error("a bot's choice is not possible: %s %s", result.error, error)
    raise Broken(table.id, "no option can be played")


def judge_choice(table: Table, seat: int, text: str) -> None:
    """Return if a seat may play this now; otherwise raise the reason."""
    assert table.match is not None
    admit_action(table, table.match, seat, text, "en")
    rehearse(table, [Acted(seat, text)], "en")
