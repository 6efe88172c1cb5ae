"""Where the points came from, season by season, for the sheet after the end (BOS-7.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludoteca import draw as d
from ludoteca.games.bosa.board.cover import banner
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.kernel.events import Event
from ludoteca.kernel.speaker import Speaker


def score_sheet(view: BosaView, speaker: Speaker, events: Sequence[Event]) -> d.ScoreSheet:
    """Sales and castle in every season, what was left over, and the goals, which are turned up."""
    kit = BosaKit(view, speaker)
    seats = range(kit.seats)
    earned = _earned(events)
    seasons = sorted({season for _, season, _ in earned})
    rows = []
    for source, kind in (("from_sold", "scored"), ("from_patronage", "paid_patronage")):
        for season in seasons:
            label = kit.say("sheet_season", source=kit.say(source), number=season)
            rows.append(d.SheetRow(label, [earned[kind, season, seat] for seat in seats]))
    rows.append(d.SheetRow(kit.say("from_leftovers"), list(view.leftovers)))
    if view.with_goals:
        rows.append(d.SheetRow(kit.say("from_goals"), list(view.goal_points)))
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
