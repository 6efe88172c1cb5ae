"""What every hero did and how near the company came, for the sheet after the end: nobody scores points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board.cover import banner
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import MONSTERS, MOST_SEATS
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.events import Event
from ludoteca.kernel.speaker import Speaker

MANTICORE: Final = MOST_SEATS + MONSTERS
MOST_BLOWS: Final = 8


def score_sheet(view: ManticoreView, speaker: Speaker, events: Sequence[Event]) -> d.ScoreSheet:
    """The company hero by hero, and how near the Manticore was to its end, or to the City."""
    words = d.Kit(speaker, NO_CHOICES, False, _nowhere)
    seats = range(len(view.classes))
    deeds = _deeds(events)
    rows = [
        d.SheetRow(words.say("sheet_class"), [words.noun("class", view.classes[seat]) for seat in seats]),
        d.SheetRow(words.say("sheet_life"), [_life(words, view, seat) for seat in seats], "life"),
    ]
    for deed in ("paved", "hurt", "healed", "slain"):
        rows.append(d.SheetRow(words.say(f"sheet_{deed}"), [deeds[deed, seat] for seat in seats]))
    course = _course(words, view, events)
    heroes = [(view.classes[seat], view.heroines[seat]) for seat in seats]
    painted = banner(heroes, bool(view.winners))
    if view.winners:
        return d.ScoreSheet(rows, course=course, banner=painted)
    living = sum([view.life[MOST_SEATS + number] > 0 for number in range(MONSTERS)])
    left = words.say("sheet_left", life=view.life[MANTICORE], most=view.manticore_life, number=living)
    return d.ScoreSheet(rows, remarks=[left], course=course, banner=painted)


def _course(words: d.Kit, view: ManticoreView, events: Sequence[Event]) -> list[d.Stretch]:
    """The beast's life, blow by blow."""
    found: list[d.Stretch] = []
    striker = 0
    for event in events:
        match event.kind.name:
            case "attacked" | "proposed" | "hero_responds":
                striker = event.value("seat")
            case "foe_hurt" if event.value("foe") == MANTICORE:
                blow = words.say("sheet_blow", seat=words.name(striker))
                found.append(d.Stretch(blow, event.value("life"), view.manticore_life))
    return found[-MOST_BLOWS:]


def _nowhere(text: str) -> d.Gesture | None:
    return None


def _life(words: d.Kit, view: ManticoreView, seat: int) -> int | str:
    return view.life[seat] if view.life[seat] > 0 else words.say("fallen")


def _deeds(events: Sequence[Event]) -> Counter[tuple[str, int]]:
    """Roads laid, life lost, wounds healed and monsters destroyed, by seat."""
    found: Counter[tuple[str, int]] = Counter()
    for event in events:
        match event.kind.name:
            case "paved" | "healed" | "slain" as deed:
                found[deed, event.value("seat")] += 1
            case "hurt":
                found["hurt", event.value("seat")] += event.value("damage")
    return found
