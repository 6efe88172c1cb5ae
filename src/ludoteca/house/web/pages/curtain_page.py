"""The curtain between people who play on one device: a page that shows nothing of anybody's secrets.

Whoever sits down touches it, and only then the page of their seat is made.
"""

from __future__ import annotations

from secrets import token_hex

from starlette.responses import Response

from ludoteca.house.table import visibility
from ludoteca.house.table.table import Table
from ludoteca.house.web.pages.page_request import Note, PageRequest, wished_seat


def hidden_by_curtain(request: PageRequest, table: Table) -> bool:
    """Whether the curtain is down: people share the device, and nobody has said who sits before it."""
    person = request.person
    if person is None or wished_seat(request.http) in table.seats_of(person.id):
        return False
    return visibility.curtained(table, person.id)


def curtain_page(request: PageRequest, table: Table, note: Note | None = None, status: int = 200) -> Response:
    """Whose turn it is, and a door to each seat of this device."""
    assert request.person is not None
    held = table.seats_of(request.person.id)
    asked = table.awaited if visibility.decides(table, request.person.id) else -1
    return request.page(
        "curtain.html", status, table=table, note=note, asked=asked, awaited=table.awaited,
        name=table.seats[asked].name if asked >= 0 else "",
        others=[(seat, table.seats[seat].name) for seat in held if seat != asked],
        undoable=table.undoable(request.person.id), command=token_hex(16),
        title=table.game.words(request.language).phrase("game", "title"),
    )  # fmt: skip
