"""What somebody may remember of the development and worship cards."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import FIELDS
from ludoteca.kernel.speaker import Speaker


def seen(view: BomarzoView, speaker: Speaker) -> list[d.Seen]:
    """The cards that the viewer does not see now: in the deck, in hands, under divinities."""
    kit = BomarzoKit(view, speaker)
    visible = visible_cards(view)
    cards = range(1, len(kit.edition.fields))
    hidden = [card for card in cards if card not in visible]
    elsewhere = len(hidden) - view.deck_size + (view.top > 0)
    text = kit.say("cards", "seen", number=view.deck_size, unseen=len(hidden), elsewhere=elsewhere)
    told = d.Seen(
        kit.say("deck_title", "about"),
        text,
        _by_field(kit, sorted(visible)),
        _by_field(kit, hidden),
        [f"card {card}" for card in hidden],
    )
    return [told]


def visible_cards(view: BomarzoView) -> set[int]:
    """All cards whose faces the viewer can see now."""
    rows = [view.discard, view.early, *view.hands, *view.offers, *view.first_level, *view.second_level]
    under = [cards for seat in view.under for cards in seat]
    return {card for cards in [*rows, *under, (view.top,)] for card in cards if card > 0}


def _by_field(kit: BomarzoKit, cards: Iterable[int]) -> list[tuple[str, int]]:
    """How many of the cards show each symbol; a card with two counts for both."""
    fields = [kit.edition.fields[card] for card in cards]
    return [
        (kit.noun("field", field), sum([mask >> field & 1 for mask in fields]))
        for field in range(len(FIELDS))
    ]
