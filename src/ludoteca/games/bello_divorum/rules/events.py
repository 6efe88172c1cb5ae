"""What can happen in Bello Divorum, for the log."""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.events import EventKind, EventKinds

EVENTS: Final = EventKinds()

TOOK_CORNER: Final[EventKind] = EVENTS.kind("took_corner", "seat corner", "BEL-1.2")
TOOK_PANTHEON: Final[EventKind] = EVENTS.kind("took_pantheon", "seat pantheon", "BEL-1.3")
SETTLED: Final[EventKind] = EVENTS.kind("settled", "seat pantheon place", "BEL-1.5")
BEGINS: Final[EventKind] = EVENTS.kind("begins", "seat", "BEL-1.9")
RECRUITED: Final[EventKind] = EVENTS.kind("recruited", "seat number place", "BEL-4.1")
SACRIFICED: Final[EventKind] = EVENTS.kind("sacrificed", "seat number place", "BEL-5.2")
FAVOUR: Final[EventKind] = EVENTS.kind("favour", "seat power", "BEL-5.1")
ASKED_NOTHING: Final[EventKind] = EVENTS.kind("asked_nothing", "seat", "BEL-5.1")
STRUCK: Final[EventKind] = EVENTS.kind("struck", "seat place", "BEL-5.6")
DROWNED: Final[EventKind] = EVENTS.kind("drowned", "seat arm", "BEL-13.5")
CONFUSED: Final[EventKind] = EVENTS.kind("confused", "seat rival=seat number", "BEL-13.6")
PLACED: Final[EventKind] = EVENTS.kind("placed", "seat number place", "BEL-5.7")
LOST: Final[EventKind] = EVENTS.kind("lost", "seat number place", "BEL-5.8")
CHIP_LOST: Final[EventKind] = EVENTS.kind("chip_lost", "seat place", "BEL-2.3")
BLOWN: Final[EventKind] = EVENTS.kind("blown", "seat number from=place place", "BEL-13.11")
CARRIED: Final[EventKind] = EVENTS.kind("carried", "seat number from=place place", "BEL-13.13")
MOVED: Final[EventKind] = EVENTS.kind("moved", "seat from=place place", "BEL-7.1")
ATTACKED: Final[EventKind] = EVENTS.kind("attacked", "seat number from=place place", "BEL-8.1")
FELL: Final[EventKind] = EVENTS.kind("fell", "seat number rival=seat losses=number", "BEL-8.4")
RETURNED: Final[EventKind] = EVENTS.kind("returned", "seat number place", "BEL-8.10")
TOOK: Final[EventKind] = EVENTS.kind("took", "seat place", "BEL-9.1")
DRIVEN_OUT: Final[EventKind] = EVENTS.kind("driven_out", "seat number place", "BEL-9.7")
PASSED_OVER: Final[EventKind] = EVENTS.kind("passed_over", "seat", "BEL-3.5")
TURN_OVER: Final[EventKind] = EVENTS.kind("turn_over", "seat", "BEL-3.2", closes=True)
DOOM: Final[EventKind] = EVENTS.kind("doom", "number track=number", "BEL-10.1")
ROUND_OVER: Final[EventKind] = EVENTS.kind("round_over", "number", "BEL-3.4")
LAST_TURN: Final[EventKind] = EVENTS.kind("last_turn", "seat", "BEL-11.1")
RECRUITS_ONCE_MORE: Final[EventKind] = EVENTS.kind("recruits_once_more", "seat", "BEL-11.5")
SCORED: Final[EventKind] = EVENTS.kind("scored", "seat number", "BEL-11.6")
