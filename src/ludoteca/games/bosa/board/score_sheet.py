"""Where the points came from, season by season, for the sheet after the end (BOS-7.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.cover import banner
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.kernel.events import Event
from ludoteca.kernel.speaker import Speaker

SOURCES: Final = (("from_sold", "scored", "BOS-4.9"), ("from_patronage", "paid_patronage", "BOS-6.1"))


def score_sheet(view: BosaView, speaker: Speaker, events: Sequence[Event]) -> d.ScoreSheet:
    """Sales and castle in every season, what was left over, and the goals, which are turned up."""
    kit = BosaKit(view, speaker)
    seats = range(kit.seats)
    earned = _earned(events)
    seasons = sorted({season for _, season, _ in earned})
    rows = []
    for source, kind, rule in SOURCES:
        for season in seasons:
            label = kit.say("sheet_season", source=kit.say(source), number=season)
            rows.append(d.SheetRow(label, [earned[kind, season, seat] for seat in seats], rule=rule))
    before = [view.scores[seat] - _known(view, earned, seat) for seat in seats]
    if any(before):
        rows.insert(0, d.SheetRow(kit.say("from_track"), before, rule="BOS-4.9"))
    rows.append(d.SheetRow(kit.say("from_leftovers"), list(view.leftovers), rule="BOS-7.1"))
    if view.with_goals:
        rows.append(d.SheetRow(kit.say("from_goals"), list(view.goal_points), rule="BOS-7.2"))
    is_tied = len(set(view.scores)) < len(view.scores)
    tie = [kit.say("sheet_tie", coins=" · ".join(_coins(kit, seat) for seat in seats))] if is_tied else []
    winners = [seat for seat in seats if view.places[seat] == 1]
    return d.ScoreSheet(rows, _goals(kit, events), tie, banner=banner(kit.edition, winners))


def _earned(events: Sequence[Event]) -> Counter[tuple[str, int, int]]:
    """Points by kind of event, season and seat."""
    found: Counter[tuple[str, int, int]] = Counter()
    season = 0
    for event in events:
        match event.kind.name:
            case "season_began":
                season = event.value("season")
            case "scored":
                found["scored", season, event.value("seat")] += event.value("number")
            case "paid_patronage":
                found["paid_patronage", season, event.value("seat")] += event.value("points")
    return found


def _known(view: BosaView, earned: Counter[tuple[str, int, int]], seat: int) -> int:
    """How many of a seat's points the sheet can tell the source of."""
    told = sum(points for (_, _, other), points in earned.items() if other == seat)
    return told + view.leftovers[seat] + view.goal_points[seat]


def _goals(kit: BosaKit, events: Sequence[Event]) -> list[d.Reveal]:
    """The goals that were scored, in the order in which they were shown."""
    return [
        d.Reveal(
            event.value("seat"),
            kit.noun("goal", event.value("goal")),
            kit.say("points", "game", number=event.value("number")),
            f"goal {event.value('goal')}",
        )
        for event in events
        if event.kind.name == "scored_goal"
    ]


def _coins(kit: BosaKit, seat: int) -> str:
    return f"{kit.name(seat)} {kit.view.coins[seat]}"
