"""Whether `imagine` follows the true odds, given what a seat knows.

The match so far is played again many times. What the viewer saw happens again; what was hidden is drawn anew.
A world in which something the viewer saw is impossible is rejected, and each world is weighted by how likely
it made the visible outcomes. The contents of the hidden places in the remaining worlds are compared with what
is imagined there. Choices of other seats are assumed to tell nothing except that they were allowed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from ludoteca.examiner.report import Broken
from ludoteca.examiner.secrecy import a_viewer
from ludoteca.examiner.sitting import Memory, Sitting
from ludoteca.examiner.statistics import SURE, Evidence, between
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import Event, sees
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE

IMAGINED: Final = 300
TRIES: Final = 600
ENOUGH: Final = 60.0
PLENTY: Final = 250
VARIED: Final = 0.98
FEW_LOOKS: Final = 3
"""Evidence counts together only over so many looks."""
_NUMBERS: Final = re.compile(r"\b[a-z]?\d+")


class _Seen:
    """A line of the record as the viewer reads it: whose it was, and the action unless it was hidden."""

    def __init__(self, seat: int, action: Action | None) -> None:
        self.seat = seat
        self.action = action


def posterior(sitting: Sitting) -> None:
    """What is imagined for a viewer follows the true odds given what he has seen."""
    state = sitting.state
    if state.over or state.actor == CHANCE:
        return
    viewer = a_viewer(sitting)
    if not sitting.game.secrets(state, viewer):
        return
    suspicion = _compare(sitting, viewer, 1)
    if suspicion is not None:  # it is checked again on a bigger sample
        suspicion = _compare(sitting, viewer, 4)
    suspicion = suspicion or _pooled(sitting.memory, viewer)
    if suspicion is not None:
        raise suspicion


def _pooled(memory: Memory, viewer: int) -> Broken | None:
    """What all looks so far add up to, where none of them tells enough by itself."""
    for kind, evidence in memory.evidence.items():
        sure, content = evidence.leaning()
        if evidence.looks < FEW_LOOKS or max(sure, evidence.apart) < SURE:
            continue
        true, ours = evidence.shares(content)
        odds = f"“{content}” is there {true:.1%} of the time given what was seen, imagined {ours:.1%}"
        told = f"“{kind}” does not follow the true odds, by {evidence.looks} looks together: {odds}"
        return Broken(told, viewer, law="posterior")
    return None


def _note(memory: Memory, source: Stream, looks: dict[str, tuple[dict[str, float], dict[str, float]]],
          size: float, number: int) -> None:  # fmt: skip
    """Add one secret of each kind to the evidence: those of one look depend on each other."""
    kinds: dict[str, list[str]] = {}
    for slot in looks:
        kinds.setdefault(_NUMBERS.sub("…", slot), []).append(slot)
    for kind, slots in kinds.items():
        true, ours = looks[slots[source.below(len(slots))]]
        memory.evidence.setdefault(kind, Evidence()).add(true, size, ours, number)


def _compare(sitting: Sitting, viewer: int, size: int) -> Broken | None:
    game = sitting.game
    source = Stream(sitting.source.below(1 << 31), "worlds")
    worlds = _worlds(sitting, viewer, TRIES * size, source)
    total = sum(weight for weight, _ in worlds)
    effective = total * total / sum(weight * weight for weight, _ in worlds) if worlds else 0.0
    if effective < ENOUGH:
        sitting.memory.short_of_samples += 1
        return None
    number = IMAGINED * size
    looks: dict[str, tuple[dict[str, float], dict[str, float]]] = {}
    made_up = [dict(game.secrets(game.imagine(sitting.state, viewer, source), viewer)) for _ in range(number)]
    for slot in sorted({slot for _, slots in worlds for slot in slots}.union(*made_up)):
        true = _shares(slot, worlds)
        ours = _shares(slot, [(1.0, slots) for slots in made_up])
        if len(ours) == 1 and max(true.values()) < VARIED:
            return Broken(f"“{slot}” is hidden, but is the same in all of {number} imagined states", viewer)
        if len(true) == 1 and len(ours) > 1:
            told = "something shows more than it should, or it is imagined too freely"
            teller = _teller(sitting, viewer, slot, source)
            return Broken(
                f"what was seen settles “{slot}” ({teller}), yet it is imagined in {len(ours)} ways: {told}",
                viewer,
            )
        if between(true, effective, ours, number) >= SURE:
            odds = f"{_spelt(true)} given what was seen, imagined {_spelt(ours)}"
            return Broken(f"“{slot}” does not follow the true odds: {odds}", viewer, law="posterior")
        looks[slot] = (true, ours)
    if size == 1:
        _note(sitting.memory, source, looks, effective, number)
    return None


def _teller(sitting: Sitting, viewer: int, slot: str, source: Stream) -> str:
    """Which news, or which action, tells a viewer what lies in a place."""
    game = sitting.game
    view = game.view(sitting.state, viewer)
    log = [event.text() for event in sitting.match.log(viewer)]
    truth = dict(game.secrets(sitting.state, viewer)).get(slot)
    for _ in range(TRIES):
        world = _World(sitting, viewer, source)
        alike = world.follow(_seen(sitting, viewer)) and game.view(world.state, viewer) == view
        if alike and dict(game.secrets(world.state, viewer)).get(slot) != truth:
            told = [one for one, other in zip(log, world.log(), strict=False) if one != other]
            return f"the news “{told[0].partition(' ')[0]}” tells it" if told else "the news tells it"
    return "an action that the viewer may see tells it: `audience`"


def _seen(sitting: Sitting, viewer: int) -> list[_Seen]:
    """The match so far as the viewer reads it."""
    entries = sitting.match.entries
    return [_Seen(one.seat, one.action if sees(one.audience, viewer) else None) for one in entries]


def _shares(slot: str, worlds: Sequence[tuple[float, dict[str, str]]]) -> dict[str, float]:
    """How the contents of a hidden place are distributed."""
    shares: dict[str, float] = {}
    total = sum(weight for weight, _ in worlds)
    for weight, slots in worlds:
        content = slots.get(slot, "nothing")
        shares[content] = shares.get(content, 0.0) + weight / total
    return shares


def _spelt(shares: dict[str, float]) -> str:
    likely = sorted(shares, key=lambda content: -shares[content])[:4]
    return ", ".join([f"{content} {shares[content]:.0%}" for content in likely])


def _worlds(sitting: Sitting, viewer: int, tries: int, source: Stream) -> list[tuple[float, dict[str, str]]]:
    """Worlds that agree with all that the viewer saw, each with its weight and its hidden places."""
    game = sitting.game
    seen = _seen(sitting, viewer)
    view = game.view(sitting.state, viewer)
    log = [event.text() for event in sitting.match.log(viewer)]
    found: list[tuple[float, dict[str, str]]] = []
    for number in range(tries):
        if len(found) == PLENTY * tries // TRIES:
            break
        world = _World(sitting, viewer, source)
        if world.follow(seen) and world.looks(view, log):
            found.append((world.weight, dict(game.secrets(world.state, viewer))))
        if number == tries // 4 and len(found) < ENOUGH // 8:
            break
    most = max((weight for weight, _ in found), default=1.0)
    return [(weight / most, slots) for weight, slots in found]


class _World:
    """One more way things may have gone."""

    def __init__(self, sitting: Sitting, viewer: int, source: Stream) -> None:
        self.game = sitting.game
        self.viewer = viewer
        self.source = source
        self.weight = 1.0
        self.state: Any = self.game.start(sitting.case.setup)
        self.journal: list[Event] = []
        self.state.journal = self.journal
        self.state.settle()

    def follow(self, seen: list[_Seen]) -> bool:
        """Play what was seen, and draw what was not; false where this world cannot have looked like that."""
        return all(self._matches(line) for line in seen)

    def looks(self, view: Any, log: list[str]) -> bool:
        """Whether the viewer cannot tell this world from the real one."""
        return bool(self.game.view(self.state, self.viewer) == view) and self.log() == log

    def log(self) -> list[str]:
        """What the viewer was told in this world."""
        seen = [event.seen_by(self.viewer) for event in self.journal]
        return [event.text() for event in seen if event is not None]

    def _possible(self) -> list[tuple[Action, int]]:
        state = self.state
        if state.actor == CHANCE:
            odds: list[tuple[Action, int]] = state.step.odds(state)
            return odds
        return [(action, 1) for action in state.choices]

    def _hidden(self, action: Action) -> bool:
        return not sees(self.state.step.audience(self.state, action), self.viewer)

    def _matches(self, line: _Seen) -> bool:
        """Let the line happen in this world, if it can."""
        state = self.state
        if state.actor != line.seat:
            return False
        possible = self._possible()
        if line.action is None:
            return self._draw(possible)
        for action, weight in possible:
            if action is line.action:
                if self._hidden(action):
                    return False
                if state.actor == CHANCE:
                    self.weight *= weight / sum(each for _, each in possible)
                state.play(action)
                return True
        return False

    def _draw(self, possible: list[tuple[Action, int]]) -> bool:
        """Let something happen that the viewer does not see."""
        fitting = [(action, weight) for action, weight in possible if self._hidden(action)]
        mass = sum(weight for _, weight in fitting)
        if not mass:
            return False
        if self.state.actor == CHANCE:
            self.weight *= mass / sum(weight for _, weight in possible)
        left = self.source.below(mass)
        for action, weight in fitting:
            left -= weight
            if left < 0:
                self.state.play(action)
                return True
        raise AssertionError("a draw beyond the odds")
