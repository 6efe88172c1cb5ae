"""The lobby: what there is to do in the house, for one person or for anybody."""

from __future__ import annotations

from typing import Final

import msgspec

from ludoteca.house.store.rows import FINISHED, PLAYING, WAITING
from ludoteca.house.store.store import Store
from ludoteca.house.table.brief import Brief, Lobby
from ludoteca.house.table.commands import Person
from ludoteca.house.table.visibility import brief_for

OWN_TABLES: Final = 50
PUBLIC_TABLES: Final = 30
RECENT_TABLES: Final = 12
_BRIEFS: Final = msgspec.json.Decoder(Brief)


async def find_lobby(store: Store, person: Person | None, blocked: frozenset[str]) -> Lobby:
    """The lobby from the briefs in the store, without tables of others at which somebody `blocked` sits."""
    who = person.id if person is not None else ""
    yours, ended = [], []
    if who:
        yours = briefs_for(who, await store.briefs_of(who, OWN_TABLES))
        ended = briefs_for(who, await store.briefs_of(who, RECENT_TABLES, ended=True))
    waiting = briefs_for(who, await store.briefs(WAITING, PUBLIC_TABLES), blocked)
    watch = briefs_for(who, await store.briefs(PLAYING, PUBLIC_TABLES), blocked)
    finished = briefs_for(who, await store.briefs(FINISHED, RECENT_TABLES), blocked)
    recent = {brief.table: brief for brief in finished}
    recent |= {brief.table: brief for brief in ended if brief.yours}
    return Lobby(
        yours=sorted((brief for brief in yours if brief.yours), key=lambda brief: not brief.awaits_you),
        waiting=[b for b in waiting if not b.yours and any(seat.kind == "open" for seat in b.seats)],
        watch=[brief for brief in watch if not brief.yours],
        recent=sorted(recent.values(), key=lambda brief: -brief.changed_at)[:RECENT_TABLES],
    )


def briefs_for(person: str, briefs: list[str], blocked: frozenset[str] = frozenset()) -> list[Brief]:
    """Stored briefs as a person may read them."""
    found = [_BRIEFS.decode(brief) for brief in briefs]
    return [
        brief_for(person, brief) for brief in found if not any(seat.person in blocked for seat in brief.seats)
    ]
