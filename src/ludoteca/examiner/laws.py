"""The laws of the table itself: everything but secrecy and words.

A check looks at a sitting and raises `Broken` if a law is broken. It may play on copies, and does not change
the sitting.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from ludoteca.examiner.canonical import canonical
from ludoteca.examiner.report import Broken
from ludoteca.examiner.sitting import Kept, Sitting, explain
from ludoteca.examiner.statistics import SURE, against_odds
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.events import Event
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, NOBODY

SAMPLES: Final = 400
LOOKS: Final = 3
STROLL: Final = 6
LONG: Final = 60
KEPT_AT_ONCE: Final = 6
KEPT_WHEN_DENSE: Final = 4


def random_action(state: Any, source: Source) -> Action:
    """Any option of the awaited seat, or an outcome by the odds."""
    if state.actor == CHANCE:
        found: Action = state.step.sample(state, source)
        return found
    options: list[Action] = state.choices
    return options[source.below(len(options))]


def go_on(state: Any, action: Action) -> None:
    """Play on a copy; where that fails it is a matter of progress, whatever was being looked at."""
    try:
        state.play(action)
    except Exception as error:
        raise Broken(f"“{action.text}” ends in {explain(error)}", law="progress") from error


def tick(state: Any) -> bool:
    """Let one automatic or forced step happen; false when somebody or nobody is awaited."""
    if not state.agenda:
        state.settle()
        return False
    step = state.step
    if step.seat == NOBODY:
        state.agenda.pop()
        step.happen(state)
        return True
    forced = step.certainty(state) if step.seat == CHANCE else None
    if step.seat >= 0:
        choices = step.options(state)
        forced = choices[0] if len(choices) == 1 and not step.insists else None
    if forced is None:
        state.settle()
        return False
    state.agenda.pop()
    step.play(state, forced)
    return True


def stroll(state: Any, source: Source, steps: int) -> list[str]:
    """Play at random, at most so many steps; the texts of what was played."""
    texts: list[str] = []
    while state.actor != NOBODY and len(texts) < steps:
        action = random_action(state, source)
        texts.append(action.text)
        go_on(state, action)
    return texts


# Progress


def length(sitting: Sitting) -> None:
    """No match is longer than its game says."""
    if sitting.decisions > sitting.bound:
        raise Broken(f"the match has taken {sitting.decisions} decisions; its bound is {sitting.bound}")


def standing(sitting: Sitting) -> None:
    """Somebody is awaited who can be, or the match is over and has a result."""
    state = sitting.state
    if state.actor == NOBODY:
        if state.result is None or len(state.result.places) != state.seats:
            raise Broken("the match is over, but its result does not give every seat a place")
    elif state.actor != CHANCE and not 0 <= state.actor < state.seats:
        raise Broken(f"seat {state.actor} is awaited at a table of {state.seats}")
    elif state.actor != state.step.seat:
        raise Broken(f"{state.actor} is awaited, but the step on top is one of {state.step.seat}")


# Objections


def objections(sitting: Sitting) -> None:
    """Every candidate is an option or has an objection that names a rule, never both."""
    state = sitting.state
    if state.actor < 0:
        return
    step = state.step
    candidates: list[Action] = list(step.candidates(state))
    by_text = sitting.game.catalogue.by_text
    free: list[Action] = []
    for action in candidates:
        if by_text.get(action.text) is not action or action.verb.by_chance:
            raise Broken(f"“{action.text}” is a candidate, but no decision of the catalogue", state.actor)
        objection = step.objection(state, action)
        if objection is None:
            free.append(action)
            continue
        rule = objection.partition("/")[0]
        if rule not in sitting.memory.rules:
            raise Broken(f"the objection “{objection}” to “{action.text}” names no rule", state.actor)
        if action in state.choices:
            raise Broken(f"“{action.text}” is an option, and {objection} objects to it", state.actor)
    if len(set(candidates)) != len(candidates):
        twice = [action.text for action, number in Counter(candidates).items() if number > 1]
        raise Broken(f"candidates come twice: {', '.join(twice)}", state.actor)
    for options in (state.choices, step.options(state)):
        if options != free:
            raise Broken(
                f"the options are {_texts(options)}; free of objections are {_texts(free)}", state.actor
            )


def _texts(actions: list[Action]) -> str:
    return f"[{', '.join([action.text for action in actions])}]"


# Odds


def odds(sitting: Sitting) -> None:
    """Outcomes are distinct, of the catalogue, and have positive weights; what is certain is not asked."""
    state = sitting.state
    if state.actor == CHANCE:
        check_odds(sitting, state)
        if state.step.certainty(state) is not None:
            raise Broken(f"chance is awaited at “{state.step.name()}”, although the outcome is certain")


def check_odds(sitting: Sitting, state: Any) -> dict[str, int]:
    """The odds of the chance step on top, found good."""
    step = state.step
    name = step.name()
    found: list[tuple[Action, int]] = step.odds(state)
    by_text = sitting.game.catalogue.by_text
    if not found:
        raise Broken(f"“{name}” has no outcome")
    for action, weight in found:
        if by_text.get(action.text) is not action or not action.verb.by_chance:
            raise Broken(f"“{action.text}” may come at “{name}”, but is no outcome of the catalogue")
        if not isinstance(weight, int) or weight < 1:
            raise Broken(f"“{action.text}” has the weight {weight!r} at “{name}”; expected 1 or more")
    weights = {action.text: weight for action, weight in found}
    if len(weights) != len(found):
        raise Broken(f"an outcome comes twice in the odds of “{name}”")
    return weights


def sampling(sitting: Sitting) -> None:
    """`sample` follows `odds`."""
    state = sitting.state
    if state.actor != CHANCE:
        return
    step = state.step
    name = type(step).__name__
    drawn = sitting.memory.drawn
    if not sitting.dense and drawn.get(name, 0) >= LOOKS and sitting.source.below(50):
        return
    drawn[name] = drawn.get(name, 0) + 1
    weights = check_odds(sitting, state)
    before = canonical(state)
    size = SAMPLES
    for _ in range(2):  # a suspicion is checked again on a bigger sample
        source = Stream(sitting.source.below(1 << 31), "sampling")
        counts = Counter(step.sample(state, source).text for _ in range(size))
        strange = [text for text in counts if text not in weights]
        if strange:
            raise Broken(f"“{step.name()}” drew “{strange[0]}”, which is not among its odds")
        if against_odds(counts, weights) < SURE:
            break
        size *= 4
    else:
        most = max(weights, key=lambda text: abs(counts[text] / size - weights[text] / sum(weights.values())))
        due = weights[most] / sum(weights.values())
        raise Broken(
            f"“{step.name()}” does not draw by its odds: “{most}” came in {counts[most]} of {size} draws, "
            f"its share is {due:.3f}"
        )
    if canonical(state) != before:
        raise Broken(f"drawing at “{step.name()}” changed the state")


# Conservation


def conservation(sitting: Sitting) -> None:
    """The invariants of the game hold."""
    found = sitting.game.faults(sitting.state)
    if found:
        raise Broken("; ".join(found))


def evaluation(sitting: Sitting) -> None:
    """The evaluation of every seat lies between 0 and 1, and evaluating changes nothing."""
    state = sitting.state
    knowledge = sitting.game.bot
    if knowledge is None:
        return
    before = canonical(state)
    for seat in range(state.seats):
        value = knowledge.evaluate(state, seat)
        if not 0.0 <= value <= 1.0:
            raise Broken(f"the evaluation is {value}; expected a number from 0 to 1", seat)
    if canonical(state) != before:
        raise Broken("evaluating changed the state")


# Copies


def copy(sitting: Sitting) -> None:
    """A copy equals its original, goes the same way, and playing on it never changes the original."""
    state = sitting.state
    before = canonical(state)
    twin = state.copy()
    if canonical(twin) != before or twin.choices != state.choices:
        raise Broken(f"a copy differs from its original: {difference(before, canonical(twin))}")
    if twin.journal is not None:
        raise Broken("a copy keeps a journal; expected a closed one")
    played = stroll(twin, sitting.source, STROLL)
    if canonical(state) != before:
        change = difference(before, canonical(state))
        raise Broken(f"playing on a copy ({', '.join(played)}) changed the original: {change}")


def aliasing(sitting: Sitting) -> None:
    """States kept from earlier in the match have not changed since."""
    for kept in sitting.kept:
        now = canonical(kept.state)
        if now != kept.spelt:
            change = difference(kept.spelt, now)
            raise Broken(f"a copy kept from line {kept.line} changed while play went on: {change}")
    room = KEPT_WHEN_DENSE if sitting.dense else KEPT_AT_ONCE
    sitting.kept = [*sitting.kept[-room + 1 :], Kept(sitting.state, len(sitting.actions))]


def difference(before: str, after: str) -> str:
    """Where two canonical spellings part."""
    place = next((n for n, (one, two) in enumerate(zip(before, after, strict=False)) if one != two), 0)
    start = max(0, before.rfind(" ", 0, max(0, place - 24)))
    return f"“…{before[start : place + 24].strip()}…” became “…{after[start : place + 24].strip()}…”"


# Determinism


def determinism(sitting: Sitting) -> None:
    """The set-up and the actions so far lead to the same state again, with a journal or without."""
    state = sitting.state
    spelt = canonical(state)
    again = sitting.fresh()
    if canonical(again) != spelt or again.choices != state.choices:
        raise Broken(f"the same actions lead elsewhere: {difference(spelt, canonical(again))}")


def ticking(sitting: Sitting) -> None:
    """One automatic step at a time leads where settling leads; what is certain is what the odds say."""
    state = sitting.state
    if state.actor == NOBODY:
        return
    action = random_action(state, sitting.source)
    settled, again = state.copy(), state.copy()
    go_on(settled, action)
    go_on(again, action)
    if canonical(again) != canonical(settled):
        change = difference(canonical(settled), canonical(again))
        raise Broken(f"“{action.text}” leads elsewhere when it is played again: {change}")
    slow = state.copy()
    slow.agenda.pop().play(slow, action)
    while True:
        if slow.agenda and slow.step.seat == CHANCE:
            certain = slow.step.certainty(slow)
            if certain is not None and [only for only, _ in slow.step.odds(slow)] != [certain]:
                name = slow.step.name()
                raise Broken(f"“{certain.text}” is called certain at “{name}”; its odds differ", law="odds")
        if not tick(slow):
            break
    if canonical(slow) != canonical(settled):
        change = difference(canonical(settled), canonical(slow))
        raise Broken(f"“{action.text}” leads elsewhere when its steps are taken one at a time: {change}")


def recording(sitting: Sitting) -> None:
    """The record, written, read and replayed, tells the same match to everybody."""
    if _spared(sitting, 5 * LONG):
        return
    text = sitting.match.record().text()
    record = read_record(text)
    if record.text() != text:
        raise Broken("the record reads back differently")
    try:
        again = replay(sitting.game, record)
    except LudotecaError as error:
        raise Broken(f"the record does not replay: {error}") from error
    viewer = sitting.viewers[sitting.source.below(len(sitting.viewers))]
    if _log(again.log(viewer)) != _log(sitting.match.log(viewer)):
        raise Broken("the replayed match tells another log", viewer)


def repeating(sitting: Sitting) -> None:
    """The same seeds play the same match."""
    if not sitting.dense and sitting.source.below(4):
        return
    again = Sitting(sitting.game, sitting.case, sitting.memory)
    for number, action in enumerate(sitting.actions, 1):
        again.advance()
        if again.actions[-1] is not action:
            said = f"“{action.text}”, then “{again.actions[-1].text}”"
            raise Broken(f"the same seeds lead to different matches at line {number}: {said}")


def _spared(sitting: Sitting, length: int) -> bool:
    """Whether a check that goes over the whole match again is left out this time: the longer the likelier."""
    return not sitting.dense and sitting.source.below(len(sitting.actions) + 1) > length


def _log(events: list[Event]) -> list[str]:
    return [event.text() for event in events]


# Undo


def undo(sitting: Sitting) -> None:
    """What is taken back leaves no trace, and nothing can be taken back once its doer has learnt from it."""
    state = sitting.state
    match = sitting.match
    seat = state.actor
    if seat < 0 or _spared(sitting, LONG):
        return
    action = random_action(state, sitting.source)
    after = state.copy()
    after.journal = []
    go_on(after, action)
    if any(event.kind.reveals or event.kind.closes for event in after.journal):
        return
    _learn_nothing(sitting, seat, action, after)
    if after.over:
        return
    before = canonical(state)
    viewer = sitting.viewers[sitting.source.below(len(sitting.viewers))]
    log = _log(match.log(viewer))
    reach = match.undoable(seat)
    match.play(seat, action)
    if match.undoable(seat) != reach + 1:
        raise Broken(f"“{action.text}” revealed nothing and cannot be taken back", seat)
    match.undo(seat)
    if canonical(match.state) != before or match.undoable(seat) != reach:
        raise Broken(f"“{action.text}” was taken back: {difference(before, canonical(match.state))}", seat)
    if _log(match.log(viewer)) != log:
        raise Broken(f"“{action.text}” was taken back, but the log is not what it was before", seat)
    del match.story[-2:]


def _learn_nothing(sitting: Sitting, seat: int, action: Action, after: Any) -> None:
    game = sitting.game
    for _ in range(3):
        world = game.imagine(sitting.state, seat, sitting.source)
        if action not in world.choices:
            return  # for the law of secrecy to find
        go_on(world, action)
        if game.view(world, seat) != game.view(after, seat):
            raise Broken(f"“{action.text}” tells the seat something new, and may still be taken back", seat)
