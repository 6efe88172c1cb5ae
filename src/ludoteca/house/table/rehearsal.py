"""Rehearsals: events are tried on a copy before they are written; a log holds only what can be replayed."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.house.refusals import Refused, refusal
from ludoteca.house.table import events
from ludoteca.house.table.table import Table
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import CHANCE


def rehearse(table: Table, coming: Sequence[events.Event], language: str) -> None:
    """Refuse events that the table could not take in, with a sentence in a language. Changes nothing."""
    try:
        if table.match is None:
            twin = table.twin()
            for event in coming:
                twin.take_in(event)
        else:
            _rehearse_in_match(table, table.match, coming)
    except Refused:
        raise
    except Exception as error:
        texts = [event.text for event in coming if isinstance(event, events.Acted)]
        text = texts[0] if texts else events.KIND_OF[type(coming[-1])]
        raise refusal("fault", language, text=text) from error


def _rehearse_in_match(table: Table, match: Match, coming: Sequence[events.Event]) -> None:
    """Play on a copy of the state."""
    state = match.state
    undone = 0
    for event in coming:
        if isinstance(event, events.Acted):
            state = state.copy() if state is match.state else state
            state.play(table.game.catalogue.by_text[event.text])
        elif isinstance(event, events.Undone):
            undone += 1
    if undone:
        state = match.before[-undone].copy()
    if state is not match.state and state.actor == CHANCE:
        croupier = table.croupier.copy()
        while state.actor == CHANCE:
            state.play(croupier.settle(state))
