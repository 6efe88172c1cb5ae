"""What can happen in Bosa, for the log."""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.events import EventKind, EventKinds

EVENTS: Final = EventKinds()

BEGINS: Final[EventKind] = EVENTS.kind("begins", "seat", "BOS-1.11")
GOT_START: Final[EventKind] = EVENTS.kind("got_start", "seat card", "BOS-1.8")
GOT_GOAL: Final[EventKind] = EVENTS.kind("got_goal", "seat goal?", "BOS-1.9")
SEASON_BEGAN: Final[EventKind] = EVENTS.kind("season_began", "season seat", "BOS-6.4")
APPEARED: Final[EventKind] = EVENTS.kind("appeared", "card slot", "BOS-2.5")
TOOK: Final[EventKind] = EVENTS.kind("took", "seat card", "BOS-2.3")
PLACED: Final[EventKind] = EVENTS.kind("placed", "seat card cell", "BOS-3.2")
FIRED_ROW: Final[EventKind] = EVENTS.kind("fired_row", "seat number", "BOS-4.1")
FIRED_COLUMN: Final[EventKind] = EVENTS.kind("fired_column", "seat number", "BOS-4.1")
SKIPPED: Final[EventKind] = EVENTS.kind("skipped", "seat card", "BOS-4.4")
IMPOSSIBLE: Final[EventKind] = EVENTS.kind("impossible", "seat card", "BOS-4.5")
COPIED: Final[EventKind] = EVENTS.kind("copied", "seat card copied=card", "BOS-5.12")
PAID_COINS: Final[EventKind] = EVENTS.kind("paid_coins", "seat card number left=number", "BOS-4.8")
PAID_GOODS: Final[EventKind] = EVENTS.kind("paid_goods", "card number resource left=number", "BOS-4.8")
GOT_COINS: Final[EventKind] = EVENTS.kind("got_coins", "seat card number total=number", "BOS-4.6")
GOT_GOODS: Final[EventKind] = EVENTS.kind("got_goods", "card number resource total=number", "BOS-4.6")
LOST_SURPLUS: Final[EventKind] = EVENTS.kind("lost_surplus", "card number resource", "BOS-4.7")
SCORED: Final[EventKind] = EVENTS.kind("scored", "seat card number total=number", "BOS-4.9")
SEASON_ENDED: Final[EventKind] = EVENTS.kind("season_ended", "season", "BOS-2.6", closes=True)
PAID_PATRONAGE: Final[EventKind] = EVENTS.kind(
    "paid_patronage", "seat number points=number kept=number", "BOS-6.1"
)
NO_PATRONAGE: Final[EventKind] = EVENTS.kind("no_patronage", "seat number", "BOS-6.1")
MARKET_CLEARED: Final[EventKind] = EVENTS.kind("market_cleared", "number", "BOS-6.3")
FEWEST_POINTS: Final[EventKind] = EVENTS.kind("fewest_points", "seat number", "BOS-6.5")
LEFTOVERS: Final[EventKind] = EVENTS.kind("leftovers", "seat number", "BOS-7.1")
CHOSE_GOALS: Final[EventKind] = EVENTS.kind("chose_goals", "seat pair?", "BOS-7.2")
SHOWED_GOAL: Final[EventKind] = EVENTS.kind("showed_goal", "seat goal", "BOS-7.2", reveals=True)
SCORED_GOAL: Final[EventKind] = EVENTS.kind("scored_goal", "seat goal number", "BOS-7.2", reveals=True)
FINAL_SCORE: Final[EventKind] = EVENTS.kind(
    "final_score", "seat number coins=number", "BOS-7.3", reveals=True
)
