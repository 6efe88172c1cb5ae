"""The law of encoding: what a seat knows fits into its vector, all of it and nothing else."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from ludoteca.encoding.layout import Layout, Slots
from ludoteca.encoding.scribe import Scribe, SeatLayout
from ludoteca.examiner.report import Broken
from ludoteca.examiner.secrecy import some_viewers
from ludoteca.examiner.sitting import Sitting

MARGIN: Final = 64


def vectors(sitting: Sitting) -> None:
    """Every field of the view is in the layout or left out by name, and every slot lies from -1 to 1."""
    encoding = sitting.game.encoding
    if encoding is None:
        return
    layout: Layout = encoding.layout(sitting.case.setup)
    for viewer in some_viewers(sitting):
        view = sitting.game.view(sitting.state, viewer)
        order = [field.name for field in fields(view)]
        _fields(layout, order, viewer)
        facts: list[Any] = [getattr(view, name) for name in order]
        _within(layout, dict(zip(order, facts, strict=True)), viewer)
        slots = list(layout.encode(view))
        meanings = layout.describe()
        if len(meanings) != layout.size or len(set(meanings)) != len(meanings):
            raise Broken(f"the layout names {len(set(meanings))} of its {layout.size} slots", viewer)
        for meaning, value in zip(meanings, slots, strict=True):
            if not -1.0 <= value <= 1.0:
                raise Broken(f"the slot “{meaning}” is {value:g}; expected a number from -1 to 1", viewer)
        if encoding.teller is not None:
            for scribe, quick in (_scribe(layout, viewer), _kept_scribe(sitting, layout, viewer)):
                scribe.begin()
                encoding.teller.tell(sitting.state, viewer, scribe)
                scribe.end()
                _same(meanings, slots, list(quick.numbers()), viewer)


def _scribe(layout: Layout, viewer: int) -> tuple[Scribe, Slots]:
    slots = Slots(layout.size)
    return Scribe(SeatLayout(layout, viewer), slots), slots


def _kept_scribe(sitting: Sitting, layout: Layout, viewer: int) -> tuple[Scribe, Slots]:
    """The one that was told earlier moments of the match: a teller may leave out what is as it was."""
    if viewer not in sitting.scribes:
        sitting.scribes[viewer] = _scribe(layout, viewer)
    return sitting.scribes[viewer]


def _same(meanings: list[str], slots: list[float], quick: list[float], viewer: int) -> None:
    """What the game tells straight from its state is what the view tells."""
    for meaning, value, told in zip(meanings, slots, quick, strict=True):
        if value != told:
            raise Broken(f"the slot “{meaning}” is {value:g} by the view, but told as {told:g}", viewer)


def _within(layout: Layout, seen: dict[str, Any], viewer: int) -> None:
    """No part writes into the slots of its neighbours, as a value that it does not expect may do."""
    for name, part in layout.fields:
        slots = Slots(part.size + 2 * MARGIN)
        try:
            part.write(seen[name], max(0, viewer), slots, MARGIN)
        except (IndexError, KeyError, TypeError) as error:
            told = f"{type(error).__name__}: {error}"
            said = f"the view's “{name}” is {seen[name]!r}, which its part cannot encode: {told}"
            raise Broken(said, viewer) from None
        written = slots.numbers()
        if any(written[:MARGIN]) or any(written[MARGIN + part.size :]):
            raise Broken(f"the view's “{name}” is {seen[name]!r}, which does not fit into its part", viewer)


def _fields(layout: Layout, order: list[str], viewer: int) -> None:
    told = [*layout.names, *layout.left_out]
    for name in told:
        if name not in order:
            raise Broken(f"the layout has a field “{name}”, but the view has only {', '.join(order)}", viewer)
    for name in order:
        if told.count(name) != 1:
            said = "neither encoded nor left out" if name not in told else "encoded or left out twice"
            raise Broken(f"the view's “{name}” is {said}", viewer)
