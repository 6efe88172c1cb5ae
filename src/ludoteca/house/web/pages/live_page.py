"""The changing parts of table pages, rendered for live updates."""

from __future__ import annotations

from typing import Any

from ludoteca.draw import Piece
from ludoteca.house.service.block_lists import NOBODY, BlockLists
from ludoteca.house.table import visibility
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table
from ludoteca.house.web.pages.match_log import log_for
from ludoteca.house.web.pages.moments import moments_since
from ludoteca.house.web.pages.table_page import TablePage
from ludoteca.house.web.pages.texts import texts


class TablePageParts:
    """Renders the changing parts of table pages for live updates."""

    def __init__(self, block_lists: BlockLists) -> None:
        self._block_lists = block_lists

    def render(
        self, table: Table, person: Person | None, language: str, narrow: bool, seat: int = -1
    ) -> dict[str, Piece]:
        block_list = self._block_lists.known(person.id) if person is not None else NOBODY
        return TablePage(table, person, language, narrow, seat, block_list=block_list).parts()[0]

    def news(
        self, table: Table, person: Person | None, language: str, since: int, seat: int = -1
    ) -> list[str]:
        """The sentences about what happened after event `since`, as the person may know it."""
        match = table.match
        if match is None:
            return []
        viewer = visibility.viewer_of(table, person.id if person else "", seat)
        log = log_for(match, viewer, texts(language).language)
        return log.after(first_after(table, len(match.story), since))

    def moments(
        self, table: Table, person: Person | None, language: str, since: int, seat: int = -1
    ) -> list[dict[str, Any]]:
        """What to play on the board for it."""
        match = table.match
        if match is None:
            return []
        viewer = visibility.viewer_of(table, person.id if person else "", seat)
        log = log_for(match, viewer, texts(language).language)
        return moments_since(match, log, first_after(table, len(match.story), since))


def first_after(table: Table, end: int, since: int) -> int:
    """The first part of the match's story that came after an event of the table."""
    first = end
    for moment in reversed(table.moments):
        if moment.seq <= since:
            break
        first = moment.first
    return first
