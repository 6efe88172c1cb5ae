"""The whole table: a map with everything else beside it, or below it on a phone."""

from __future__ import annotations

import math
from typing import Any

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board import panels
from ludoteca.games.bello_divorum.board.map import SEA, caption, caption_height, ground, roads, tiles, track
from ludoteca.games.bello_divorum.board.plan import Plan
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.edition import BelloEdition

WIDE = 1560.0
NARROW = 400.0


def board(view: BelloView, speaker: Any, choices: Any, narrow: bool = False) -> d.Scene:
    """The table as the viewer sees it, their corner at the bottom."""
    return _narrow(view, speaker, choices) if narrow else _wide(view, speaker, choices)


def _edition(speaker: Any) -> BelloEdition:
    assert isinstance(speaker.edition, BelloEdition)
    return speaker.edition


def _title(view: BelloView, speaker: Any) -> str:
    said = Plan(view, _edition(speaker), speaker, None, 0, 0, 1, 1, 1, 1, False)
    doom = said.say("doomsday", number=view.doom, track=view.track)
    return f"{speaker.book.phrase('game', 'title')}, {said.say('round', number=view.round)}, {doom}"


def _shown_card(view: BelloView) -> int:
    """Whose power card is spread out: the viewer's own, or else that of whoever has the turn."""
    seat = view.viewer if view.viewer >= 0 else view.active
    return seat if 0 <= seat < len(view.pantheon) and view.pantheon[seat] >= 0 else -1


def _wide(view: BelloView, speaker: Any, choices: Any) -> d.Scene:
    height = 936.0
    plan = Plan(view, _edition(speaker), speaker, choices, 432, 444, 3.42, 25, 9.6, 11, False)
    scene = d.Scene(WIDE, height, _title(view, speaker))
    scene.add("table", d.rect(8, 8, 848, height - 16, 18, fill=SEA, stroke=d.LINE))
    scene.add("table", ground(plan))
    scene.add("table", track(plan, [plan.bead(space, 119) for space in range(view.track)], 12))
    scene.add("table", _doom_words(plan, 24, 34, 20))
    scene.add("table", caption(plan, plan.say("hint") if choices.offered else ""))
    x, w = 872.0, 392.0
    asked, high = panels.question(plan, x, 12, w, 62)
    scene.add("table", asked)
    scene.add("table", panels.phases(plan, x, 12 + high, w))
    scene.add("pieces", tiles(plan))
    scene.add("options", roads(plan))
    y = 64.0 + high
    made = panels.buttons(plan, x, y, w)
    scene.add("options", d.group(made, label=plan.say("buttons")) if made else None)
    y += 40
    if view.question == "pickpantheon":
        made, y = panels.draft(plan, x, y, WIDE - 16 - x)
        scene.add("options", made)
        return scene
    seat = _shown_card(view)
    cards, _ = panels.other_cards(plan, seat, x + w + 12, 12, WIDE - 28 - x - w, 184)
    scene.add("table", d.group(cards, label=plan.say("other_cards")) if cards else None)
    if seat >= 0:
        heading = plan.say("card", {"people": plan.people(seat)})
        scene.add("options", d.group(panels.power_card(plan, seat, x, y, w, 56), label=heading))
        y += 3 * 56 + 4
    high = min(104.0, (height - 10 - y) / len(view.supply))
    scene.add("options", d.group(panels.players(plan, x, y, w, high), label=plan.say("players")))
    return scene


def _doom_words(plan: Plan, x: float, y: float, size: float) -> d.Child:
    view = plan.view
    late = view.doom >= view.track - 3
    words = plan.say("doomsday", number=view.doom, track=view.track)
    beside = (NARROW - x, y) if plan.narrow else (x, y + size * 1.25)
    anchor: d.Anchor = "end" if plan.narrow else "start"
    return [
        d.text(words, x, y, size, anchor="start", bold=True, fill=d.WARN if late else d.INK),
        d.text(plan.say("round", number=view.round), *beside, size * 0.75, anchor=anchor, fill=d.FAINT),
    ]


def _narrow(view: BelloView, speaker: Any, choices: Any) -> d.Scene:
    edition = _edition(speaker)
    trial = Plan(view, edition, speaker, choices, 0, 0, 1, 17, 7.2, 6.8, True)
    points = [trial.at(place) for place in edition.board.places]
    unit = min((NARROW / 2 - 25) / max(abs(x) for x, _ in points), 2.05)
    x, w = 6.0, NARROW - 12
    asked, high = panels.question(trial, x, 6, w, 50)
    top = 60.0 + high
    centre = top + 26 - unit * min(y for _, y in points)
    tile = min(17.0, unit * 8.4)
    plan = Plan(
        view, edition, speaker, choices, NARROW / 2, centre, unit, tile, min(7.2, tile * 0.43), 6.8, True
    )
    y = caption_height(plan) + 22
    parts: list[tuple[str, d.Child]] = [
        ("table", d.rect(0, top - 6, NARROW, y - top, 0, fill=SEA)),
        ("table", ground(plan)),
        ("table", caption(plan, plan.say("hint_touch") if choices.offered else "")),
        ("table", asked),
        ("table", panels.phases(plan, x, 6 + high, w)),
    ]
    parts.append(("table", _doom_words(plan, x + 2, y + 10, 15)))
    y += 34
    step = (w - 24) / (view.track - 1)
    beads = [(x + 12 + step * space, y) for space in range(view.track)]
    parts.append(("table", track(plan, beads, min(8.5, step * 0.42))))
    y += 18
    parts += [("pieces", tiles(plan)), ("options", roads(plan))]
    made = panels.buttons(plan, x, y, w)
    if made:
        parts.append(("options", d.group(made, label=plan.say("buttons"))))
        y += 40
    if view.question == "pickpantheon":
        drafted, y = panels.draft(plan, x, y, w)
        parts.append(("options", drafted))
    else:
        seat = _shown_card(view)
        if seat >= 0:
            card = panels.power_card(plan, seat, x, y, w, 58)
            parts.append(("options", d.group(card, label=plan.say("card", {"people": plan.people(seat)}))))
            y += 3 * 58 + 4
        standings = panels.players(plan, x, y, w, 86)
        parts.append(("options", d.group(standings, label=plan.say("players"))))
        y += 86 * len(view.supply)
        cards, y = panels.other_cards(plan, seat, x, y + 4, w, 164)
        if cards:
            parts.append(("table", d.group(cards, label=plan.say("other_cards"))))
    scene = d.Scene(NARROW, math.ceil(y + 6), _title(view, speaker))
    for layer, part in parts:
        scene.add(layer, part)
    return scene
