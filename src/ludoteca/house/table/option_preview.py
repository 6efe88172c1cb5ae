"""What an option would do, shown before it is confirmed: what happens in every world the seat can imagine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ludoteca.house.table.visibility import events_seen
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.events import Event
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import CHANCE, State

WORLDS: Final = 8
MOST: Final = 6


@dataclass(frozen=True, slots=True)
class OptionPreview:
    """What is certain to happen, in sentences, and whether chance has a say as well."""

    sentences: list[str]
    chance: bool
    worlds: list[State] = field(default_factory=list, compare=False)
    """What the table would look like, in worlds the seat cannot tell apart."""
    next_question: str = ""
    """What the seat would be asked next, where nobody else comes between."""


def preview_option(match: Match, seat: int, text: str, speaker: Speaker) -> OptionPreview:
    """What is sure to follow from an option of the awaited seat, or from several in a row (a line each), told
    from its own knowledge alone.

    The option is tried in several worlds the seat cannot tell from the real one, with different luck; what
    happens in all of them is certain, or near enough to be worth saying. It ends with the seat's own turn.
    """
    row = [match.game.catalogue.parse(line) for line in text.split("\n")]
    if seat < 0 or match.actor != seat or row[0] not in match.state.choices:
        return OptionPreview([], False)
    stories: list[list[Event]] = []
    worlds: list[State] = []
    chance = False
    source = Stream(len(match.story), f"foresight {seat} {text}")
    for luck in range(WORLDS):
        world: State = match.game.imagine(match.state, seat, source)
        world.journal = []
        _carry_out(world, seat, row)
        croupier = Seeded(luck)
        while world.actor == CHANCE:
            chance = True
            _play(world, croupier.settle(world))
        stories.append(events_seen(world.journal or [], seat))
        worlds.append(world)
    sure = _common(stories)
    sentences = [sentence for event in sure if (sentence := speaker.event(event))]
    question = "" if chance else _asked_next(worlds, seat, speaker)
    return OptionPreview(sentences[:MOST], chance, worlds, question)


def _asked_next(worlds: list[State], seat: int, speaker: Speaker) -> str:
    """The question that follows in all worlds; empty if there is none, or if it is for somebody else."""
    if any([world.actor != seat for world in worlds]):
        return ""
    asked = {speaker.question(world.step, world) for world in worlds}
    return asked.pop() if len(asked) == 1 else ""


def _carry_out(world: State, seat: int, row: list[Action]) -> None:
    """Play one action after the other, as far as they can be played."""
    for action in row:
        if world.actor != seat or action not in world.choices:
            return
        _play(world, action)


def _play(world: State, action: Action) -> None:
    """Carry out an action and what follows from it, but nothing of the turn after the one that it closes."""
    world.agenda.pop().play(world, action)
    world.settle(this_turn=True)


def _common(stories: list[list[Event]]) -> list[Event]:
    """The events of the first story that happen in all others too, each as often as there."""
    left = [[event.text() for event in story] for story in stories[1:]]
    sure = []
    for event in stories[0]:
        spelled = event.text()
        if all(spelled in story for story in left):
            for story in left:
                story.remove(spelled)
            sure.append(event)
    return sure
