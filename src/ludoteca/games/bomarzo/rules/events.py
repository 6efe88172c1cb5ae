"""What can happen in Bomarzo, for the log."""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.events import EventKind, EventKinds

EVENTS: Final = EventKinds()

BEGINS: Final[EventKind] = EVENTS.kind("begins", "seat", "BOM-1.2")
GOT_BONUS: Final[EventKind] = EVENTS.kind("got_bonus", "seat kind", "BOM-1.4")
PLACE_TAKEN: Final[EventKind] = EVENTS.kind("place_taken", "number divinity", "BOM-1.5")
TOKEN_LAID: Final[EventKind] = EVENTS.kind("token_laid", "number colour", "BOM-13.1")
DEALT: Final[EventKind] = EVENTS.kind("dealt", "seat card?", "BOM-1.6")
KEPT: Final[EventKind] = EVENTS.kind("kept", "seat card?", "BOM-1.6")
SHOWN: Final[EventKind] = EVENTS.kind("shown", "card", "BOM-1.6", reveals=True)
WORKED: Final[EventKind] = EVENTS.kind("worked", "seat row number", "BOM-1.8")
PAWN_GAINED: Final[EventKind] = EVENTS.kind("pawn_gained", "seat", "BOM-1.9")

SEASON_BEGINS: Final[EventKind] = EVENTS.kind("season_begins", "number seat", "BOM-2.1", closes=True)
SEASON_TOKEN: Final[EventKind] = EVENTS.kind("season_token", "colour", "BOM-13.2")
GAINED: Final[EventKind] = EVENTS.kind("gained", "seat number kind=kinds", "BOM-3.2")
NOTHING_LEFT: Final[EventKind] = EVENTS.kind("nothing_left", "seat kind=kinds", "BOM-1.1")
DREW: Final[EventKind] = EVENTS.kind("drew", "seat card?", "BOM-3.4", reveals=True)
NO_CARD: Final[EventKind] = EVENTS.kind("no_card", "seat", "BOM-1.7")
RESHUFFLED: Final[EventKind] = EVENTS.kind("reshuffled", "", "BOM-1.7")
TOP_SHOWN: Final[EventKind] = EVENTS.kind("top_shown", "upgrade", "BOM-1.7", reveals=True)
USED_VISION: Final[EventKind] = EVENTS.kind("used_vision", "seat", "BOM-10.1")
PUT_BACK: Final[EventKind] = EVENTS.kind("put_back", "seat card", "BOM-10.1", reveals=True)

HARVESTED: Final[EventKind] = EVENTS.kind("harvested", "seat area number kind=kinds", "BOM-4.4")
PASSED: Final[EventKind] = EVENTS.kind("passed", "seat", "BOM-4.3")
TURN_OVER: Final[EventKind] = EVENTS.kind("turn_over", "seat", "BOM-4.1", closes=True)
INVOKED: Final[EventKind] = EVENTS.kind("invoked", "seat divinity", "BOM-4.8")
REPEATED: Final[EventKind] = EVENTS.kind("repeated", "seat divinity", "BOM-10.2")
PAID: Final[EventKind] = EVENTS.kind("paid", "seat means", "BOM-6.1")
PAID_PLAINLY: Final[EventKind] = EVENTS.kind("paid_plainly", "seat food=number coin=number", "BOM-6.1")
CONVERTED: Final[EventKind] = EVENTS.kind("converted", "seat card kind", "BOM-6.2", reveals=True)
GAVE: Final[EventKind] = EVENTS.kind("gave", "seat kind divinity", "BOM-5.5")
LIES: Final[EventKind] = EVENTS.kind("lies", "divinity food=number coin=number wine=number", "BOM-5.6")
RAISED: Final[EventKind] = EVENTS.kind("raised", "seat divinity food=number coin=number", "BOM-10.3")
FELL_ASLEEP: Final[EventKind] = EVENTS.kind("fell_asleep", "divinity", "BOM-7.1")
COPIED: Final[EventKind] = EVENTS.kind("copied", "seat divinity wine=number", "BOM-7.3")

DECLINED: Final[EventKind] = EVENTS.kind("declined", "seat divinity", "BOM-4.9")
IN_VAIN: Final[EventKind] = EVENTS.kind("in_vain", "seat divinity", "BOM-4.9")
SWEPT: Final[EventKind] = EVENTS.kind("swept", "seat kind divinity", "BOM-8.2")
DEVOURED: Final[EventKind] = EVENTS.kind("devoured", "seat number kind=kinds divinity", "BOM-8.2")
PLAYED: Final[EventKind] = EVENTS.kind("played", "seat card", "BOM-9.4", reveals=True)
UPGRADED: Final[EventKind] = EVENTS.kind("upgraded", "seat card upgrade", "BOM-9.5")
ADVANCED: Final[EventKind] = EVENTS.kind("advanced", "seat track from=number to=number", "BOM-9.4")
FIRST_AT: Final[EventKind] = EVENTS.kind("first_at", "seat track number", "BOM-9.6")
STUDIED: Final[EventKind] = EVENTS.kind("studied", "seat card", "BOM-8.5", reveals=True)
DEVOTED: Final[EventKind] = EVENTS.kind("devoted", "seat divinity card?", "BOM-8.6")

SEASON_ENDS: Final[EventKind] = EVENTS.kind("season_ends", "number", "BOM-11.2", closes=True)
MOSS_GROWS: Final[EventKind] = EVENTS.kind("moss_grows", "divinity", "BOM-11.1")
MOSS_FALLS: Final[EventKind] = EVENTS.kind("moss_falls", "divinity", "BOM-11.1")

WORSHIPS: Final[EventKind] = EVENTS.kind("worships", "seat number", "BOM-14.2")
SAW_WORSHIP: Final[EventKind] = EVENTS.kind("saw_worship", "seat divinity?", "BOM-14.2", reveals=True)
KEPT_WORSHIP: Final[EventKind] = EVENTS.kind("kept_worship", "seat divinity?", "BOM-14.2")

DEVOTION: Final[EventKind] = EVENTS.kind("devotion", "divinity number position", "BOM-12.2", reveals=True)
ASSIGNED: Final[EventKind] = EVENTS.kind("assigned", "seat upgrade field", "BOM-12.3")
PRIZE: Final[EventKind] = EVENTS.kind("prize", "seat points=number divinity rank", "BOM-12.5")
TEMPLE: Final[EventKind] = EVENTS.kind("temple", "seat points=number symbols=number", "BOM-12.8")
ACCOMPLISHED: Final[EventKind] = EVENTS.kind("accomplished", "seat divinity points=number", "BOM-14.4")
FAILED: Final[EventKind] = EVENTS.kind("failed", "seat divinity points=number", "BOM-14.4")
TOTAL: Final[EventKind] = EVENTS.kind("total", "seat number", "BOM-12.9", reveals=True)
