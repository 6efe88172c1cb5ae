"""The law of secrecy: what a seat sees does not depend on anything it may not know."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Final

from ludoteca.examiner.canonical import canonical
from ludoteca.examiner.laws import difference, go_on, random_action, stroll, tick
from ludoteca.examiner.report import Broken
from ludoteca.examiner.sitting import Sitting
from ludoteca.kernel.actions import Action
from ludoteca.kernel.choices import Choices, choices
from ludoteca.kernel.events import EVERYONE, Audience, Event, sees
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY
from ludoteca.kernel.view import View

ALTERNATIVES: Final = 4
LONGEST_WALK: Final = 20_000
WALKS: Final = 10


def a_viewer(sitting: Sitting) -> int:
    """Any seat, or the spectator."""
    if sitting.focus is not None:
        return sitting.focus
    viewers = sitting.viewers
    return viewers[sitting.source.below(len(viewers))]


def some_viewers(sitting: Sitting) -> list[int]:
    """Everybody at the first decision and when all is to be looked at; else anybody."""
    if sitting.focus is not None:
        return [sitting.focus]
    if sitting.dense or (sitting.decisions == 0 and sitting.state.actor >= 0):
        return list(sitting.viewers)
    return [a_viewer(sitting)]


# Views


def views(sitting: Sitting) -> None:
    """A view is plain data about the right seat."""
    state = sitting.state
    for viewer in some_viewers(sitting):
        view = sitting.game.view(state, viewer)
        if not isinstance(view, View) or not is_dataclass(view):
            raise Broken("the view is no frozen dataclass derived from View", viewer)
        if view.viewer != viewer or view.actor != state.actor:
            said = f"viewer {view.viewer} and actor {view.actor}, not {viewer} and {state.actor}"
            raise Broken(f"the view says {said}", viewer)
        for field in fields(view):
            value = getattr(view, field.name)
            if not _plain(value):
                raise Broken(f"the view's “{field.name}” is no plain data: {value!r}", viewer)


def _plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_plain(part) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return all(_plain(getattr(value, field.name)) for field in fields(value))
    return value is None or isinstance(value, bool | int | float | str)


# Imagining


def imagining(sitting: Sitting) -> None:
    """What a seat imagines it cannot tell from the truth, and it is a possible state."""
    if not sitting.state.over:
        for viewer in some_viewers(sitting):
            imagined(sitting, viewer)


def imagined(sitting: Sitting, viewer: int) -> Any:
    """A state imagined by the viewer, found good."""
    game, state = sitting.game, sitting.state
    before = canonical(state)
    view = game.view(state, viewer)
    if state.actor >= 0 and state.choices != state.step.options(state):
        name = type(state.step).__name__
        told = f"{name} on the agenda has changed since it was asked ({canonical(state.step)})"
        raise Broken(f"{told}: push a new step instead of changing one", law="aliasing")
    twin = game.imagine(state, viewer, sitting.source)
    if canonical(state) != before:
        raise Broken(f"imagining changed the state: {difference(before, canonical(state))}", viewer)
    if twin.journal is not None:
        raise Broken("the imagined state keeps a journal", viewer)
    seen = game.view(twin, viewer)
    if seen != view:
        raise Broken(f"the imagined state looks different: {_unlike(view, seen)}", viewer)
    if twin.actor != state.actor or twin.step.seat != state.actor:
        raise Broken(f"the imagined state awaits {twin.actor}, the real one {state.actor}", viewer)
    if twin.actor == viewer and twin.choices != state.choices:
        raise Broken(f"imagined options {twin.choices} differ from the real ones {state.choices}", viewer)
    if twin.actor >= 0 and twin.choices != twin.step.options(twin):
        raise Broken("the imagined options were not weighed anew: call look_again", viewer)
    if twin.actor >= 0 and len(twin.choices) < 2 and not twin.step.insists:
        raise Broken(f"the imagined state asks seat {twin.actor}, who has nothing to decide there", viewer)
    if twin.actor == CHANCE and twin.step.certainty(twin) is not None:
        raise Broken(
            f"the imagined state awaits chance at “{twin.step.name()}”, which is certain there", viewer
        )
    if twin.actor == viewer:
        speaker = sitting.speaker("en")
        real = _said(choices(game, state, viewer, speaker))
        made_up = _said(choices(game, twin, viewer, speaker))
        if real != made_up:
            other = next((two for one, two in zip(real, made_up, strict=False) if one != two), "more or less")
            raise Broken(f"the imagined state asks in other words: “{other}”", viewer)
    faults = game.faults(twin)
    if faults:
        raise Broken(f"the imagined state is impossible: {'; '.join(faults)}", viewer)
    seed = sitting.source.below(1 << 30)
    from_truth = canonical(game.imagine(state, viewer, Stream(seed)))
    from_twin = canonical(game.imagine(twin, viewer, Stream(seed)))
    if from_truth != from_twin:
        raise Broken(f"what is imagined depends on the truth: {difference(from_truth, from_twin)}", viewer)
    return twin


def _said(asked: Choices) -> list[str]:
    return [
        asked.question,
        *(f"{choice.text}: {choice.label}" for choice in asked.offered),
        *(f"{choice.text}: {choice.label}: {choice.why}" for choice in asked.refused),
    ]


def _unlike(real: View, made_up: View) -> str:
    parts = [
        f"{field.name} {getattr(real, field.name)!r} became {getattr(made_up, field.name, None)!r}"
        for field in fields(real)
        if getattr(real, field.name) != getattr(made_up, field.name, None)
    ]
    return "; ".join(parts) or f"{real} became {made_up}"


def playing_on(sitting: Sitting) -> None:
    """The imagined state plays on to an end."""
    if sitting.state.over:
        return
    viewer = a_viewer(sitting)
    twin = imagined(sitting, viewer)
    limit = min(LONGEST_WALK, 20 * sitting.bound + 1_000)
    try:
        stroll(twin, sitting.source, limit)
    except Broken as broken:
        for _ in range(WALKS):
            stroll(sitting.state.copy(), sitting.source, limit)  # perhaps the truth does not play on either
        raise Broken(f"the imagined state does not play on: {broken.sentence}", viewer) from broken


def drawing(sitting: Sitting) -> None:
    """The picture and the text of the board are the same for the truth and for what is imagined."""
    if sitting.state.over or sitting.game.presentation is None:
        return
    viewer = a_viewer(sitting)
    twin = imagined(sitting, viewer)
    if _picture(sitting, twin, viewer) != _picture(sitting, sitting.state, viewer):
        raise Broken("the board is drawn differently for the imagined state", viewer)


def _picture(sitting: Sitting, state: Any, viewer: int) -> str:
    game = sitting.game
    speaker = sitting.speaker("en")
    board, asked = presentation_of(game).board, choices(game, state, viewer, speaker)
    scenes = [board(game.view(state, viewer), speaker, asked, narrow) for narrow in (False, True)]
    return "\n".join([f"{scene.svg()}\n{scene.text()}" for scene in scenes])


# Actions and events


def audiences(sitting: Sitting) -> None:
    """Whoever acts sees what they do."""
    state = sitting.state
    if state.actor < 0:
        return
    step = state.step
    for action in state.choices:
        if not sees(step.audience(state, action), state.actor):
            raise Broken(f"the seat may not see its own action “{action.text}”", state.actor)


def interference(sitting: Sitting) -> None:
    """Two actions that are both hidden from somebody look the same to him, in the view and in the log."""
    state = sitting.state
    if state.actor == NOBODY:
        return
    step = state.step
    possible = [action for action, _ in step.odds(state)] if state.actor == CHANCE else list(state.choices)
    if len(possible) < 2:
        return
    hidden: list[tuple[Action, Audience]] = []
    for action in possible:
        audience = step.audience(state, action)
        if audience != EVERYONE:
            hidden.append((action, audience))
    for viewer in sitting.viewers if hidden else ():
        unseen = [action for action, audience in hidden if not sees(audience, viewer)]
        if len(unseen) > 1:
            _compare(sitting, viewer, _some(sitting, unseen))


def asking(sitting: Sitting) -> None:
    """Who is asked, and how often, betrays nothing: in two worlds that a viewer cannot tell apart, the same
    action seen in the same way is followed by the same question to the same seat, and by as many events.
    """
    game, state = sitting.game, sitting.state
    viewer = a_viewer(sitting)
    if state.actor == NOBODY or not game.secrets(state, viewer):
        return
    action = random_action(state, sitting.source)
    twin = game.imagine(state, viewer, sitting.source)
    possible = [each for each, _ in twin.step.odds(twin)] if twin.actor == CHANCE else twin.choices
    if action not in possible or game.view(twin, viewer) != game.view(state, viewer):
        return
    real, other = _Sequel(game, state.copy(), action, viewer), _Sequel(game, twin, action, viewer)
    if real.told != other.told:
        return
    after = f"after “{action.text}” the viewer has seen the same in both worlds, but"
    if real.asked != other.asked:
        raise Broken(f"{after} {real.asked} comes next in one and {other.asked} in the other", viewer)
    if real.events != other.events:
        raise Broken(f"{after} {real.events} events happened in one and {other.events} in the other", viewer)
    if not real.over and real.view != other.view:
        raise Broken(f"{after} the views differ: {_unlike(real.view, other.view)}", viewer)


class _Sequel:
    """What follows an action in one world, as a viewer learns of it."""

    def __init__(self, game: Game[Any], state: Any, action: Action, viewer: int) -> None:
        journal: list[Event] = []
        state.journal = journal
        go_on(state, action)
        seen = [event.seen_by(viewer) for event in journal]
        self.told = [event.text() for event in seen if event is not None]
        self.events = len(journal)
        self.over = state.over
        self.asked = "the end" if state.over else f"“{state.step.name()}” of {state.actor}"
        self.view = game.view(state, viewer)


def _some(sitting: Sitting, actions: list[Action]) -> list[Action]:
    if len(actions) <= ALTERNATIVES:
        return actions
    start = sitting.source.below(len(actions))
    stride = 1 + sitting.source.below(len(actions) - 1)
    return list(dict.fromkeys(actions[(start + stride * n) % len(actions)] for n in range(ALTERNATIVES)))


class _Outcome:
    """What came of an action, as a viewer learns of it."""

    def __init__(self, sitting: Sitting, action: Action, viewer: int) -> None:
        state = sitting.state.copy()
        journal: list[Event] = []
        state.journal = journal
        state.agenda.pop().play(state, action)
        self.action = action
        self.path: list[str] = []
        while state.agenda:
            name = f"{state.step.name()} {state.step.seat} {_forced(state, viewer)}"
            if not tick(state):
                break
            self.path.append(name)
        seen = [event.seen_by(viewer) for event in journal]
        self.told = [event for event in seen if event is not None]
        self.open = state.over or any(event.kind.reveals for event in self.told)
        self.view = sitting.game.view(state, viewer)


def _forced(state: Any, viewer: int) -> str:
    """What is bound to happen now, as far as the viewer sees it."""
    step = state.step
    forced: Action | None = None
    if step.seat == CHANCE:
        forced = step.certainty(state)
    elif step.seat >= 0:
        options = step.options(state)
        forced = options[0] if len(options) == 1 and not step.insists else None
    return forced.text if forced is not None and sees(step.audience(state, forced), viewer) else ""


def _compare(sitting: Sitting, viewer: int, actions: list[Action]) -> None:
    """Only where the same automatic steps follow and nothing is revealed by them."""
    outcomes = [_Outcome(sitting, action, viewer) for action in actions]
    first = outcomes[0]
    for other in outcomes[1:]:
        if first.open or other.open or first.path != other.path:
            continue
        pair = f"“{first.action.text}” and “{other.action.text}” are hidden, but"
        if [event.text() for event in first.told] != [event.text() for event in other.told]:
            raise Broken(f"{pair} the log tells them apart: {first.told} and {other.told}", viewer)
        if first.view != other.view:
            raise Broken(f"{pair} the view tells them apart: {_unlike(first.view, other.view)}", viewer)
