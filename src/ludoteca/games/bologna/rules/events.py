"""What can happen in Bologna, for the log."""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.events import EventKind, EventKinds

EVENTS: Final = EventKinds()

DREW_ROLE: Final[EventKind] = EVENTS.kind("drew_role", "seat role?", "BOL-1.5")
SHOWED_BRIGAND: Final[EventKind] = EVENTS.kind("showed_brigand", "seat", "BOL-7.1")
THREW: Final[EventKind] = EVENTS.kind("threw", "seat number", "BOL-1.8")
BEGINS: Final[EventKind] = EVENTS.kind("begins", "seat", "BOL-1.8")
TOOK_START: Final[EventKind] = EVENTS.kind("took_start", "seat symbol", "BOL-6.2")
KEPT: Final[EventKind] = EVENTS.kind("kept", "seat dice", "BOL-2.4")
REJECTED: Final[EventKind] = EVENTS.kind("rejected", "seat", "BOL-2.5")
ROLLED: Final[EventKind] = EVENTS.kind("rolled", "seat dice", "BOL-2.2")
REROLLED: Final[EventKind] = EVENTS.kind("rerolled", "seat roller=seat holder=seat", "BOL-5.2", reveals=True)
CHOSE: Final[EventKind] = EVENTS.kind("chose", "seat dice rest=dice", "BOL-2.6")
GAINED: Final[EventKind] = EVENTS.kind("gained", "seat symbol", "BOL-3.1")
GAINED_BY_BOOK: Final[EventKind] = EVENTS.kind("gained_by_book", "seat symbol", "BOL-3.5")
POOL_EMPTY: Final[EventKind] = EVENTS.kind("pool_empty", "seat symbol", "BOL-3.13")
STOLE: Final[EventKind] = EVENTS.kind("stole", "seat victim=seat symbol", "BOL-5.40")
NOTHING_TO_STEAL: Final[EventKind] = EVENTS.kind("nothing_to_steal", "seat symbol", "BOL-7.2")
REVOLUTION: Final[EventKind] = EVENTS.kind("revolution", "seat victim=seat", "BOL-3.3")
INEBRIATION: Final[EventKind] = EVENTS.kind("inebriation", "seat victim=seat", "BOL-3.8")
DRUNKENNESS: Final[EventKind] = EVENTS.kind("drunkenness", "seat victim=seat", "BOL-3.9")
CANCELLED: Final[EventKind] = EVENTS.kind("cancelled", "seat number", "BOL-3.20")
FELL_ASLEEP: Final[EventKind] = EVENTS.kind("fell_asleep", "seat", "BOL-3.9")
NO_MORE_SLEEP: Final[EventKind] = EVENTS.kind("no_more_sleep", "seat", "BOL-3.19")
DISEASE: Final[EventKind] = EVENTS.kind("disease", "seat", "BOL-3.10")
PLAGUE: Final[EventKind] = EVENTS.kind("plague", "seat", "BOL-3.11")
LOST: Final[EventKind] = EVENTS.kind("lost", "seat symbol", "BOL-1.3")
LOST_NOTHING: Final[EventKind] = EVENTS.kind("lost_nothing", "seat", "BOL-3.12")
PORK_FEAST: Final[EventKind] = EVENTS.kind("pork_feast", "symbol", "BOL-5.20")
EARTHQUAKE: Final[EventKind] = EVENTS.kind("earthquake", "", "BOL-5.30")
FEAST_OF_FOOLS: Final[EventKind] = EVENTS.kind("feast_of_fools", "seat", "BOL-5.40")
SLEPT: Final[EventKind] = EVENTS.kind("slept", "seat", "BOL-2.8")
GUESSED_RIGHT: Final[EventKind] = EVENTS.kind(
    "guessed_right", "seat victim=seat role", "BOL-4.6", reveals=True
)
GUESSED_WRONG: Final[EventKind] = EVENTS.kind(
    "guessed_wrong", "seat victim=seat role", "BOL-4.6", reveals=True
)
LOST_ALL: Final[EventKind] = EVENTS.kind("lost_all", "seat", "BOL-6.12")
LOST_TOKENS: Final[EventKind] = EVENTS.kind("lost_tokens", "seat", "BOL-6.13")
RULED_OUT: Final[EventKind] = EVENTS.kind("ruled_out", "seat role", "BOL-4.4", reveals=True)
SINNED: Final[EventKind] = EVENTS.kind("sinned", "seat symbol", "BOL-5.10")
LEFT: Final[EventKind] = EVENTS.kind("left", "seat", "BOL-4.8")
ROUND_CAP: Final[EventKind] = EVENTS.kind("round_cap", "number", "BOL-8.1")
CROWNED: Final[EventKind] = EVENTS.kind("crowned", "seat role", "BOL-4.1", reveals=True)
REVEALED: Final[EventKind] = EVENTS.kind("revealed", "seat role", "BOL-4.10", reveals=True)
