"""What everybody may remember of the combat cards and the road tokens."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.manticore.board.table import WIDE_CHART
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import TYPES
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.speaker import Speaker


def seen(view: ManticoreView, speaker: Speaker) -> list[d.Seen]:
    """Both lie open once they have come, so that all know what is left (MAN-3.1, MAN-6.9)."""
    kit = TableKit(view, speaker, NO_CHOICES, False, WIDE_CHART)
    roads = [_roads(kit)] if sum(view.unseen) else []
    return [*roads, _cards(kit)]


def _cards(kit: TableKit) -> d.Seen:
    left = [(_named(kit, "type", kind), kit.view.deck[kind]) for kind in range(len(TYPES))]
    all_cards = kit.edition.combat_deck
    out = [(called, all_cards[kind] - number) for kind, (called, number) in enumerate(left)]
    text = kit.say("cards", "seen", number=sum(kit.view.deck))
    return d.Seen(kit.say("deck"), text, out, left)


def _roads(kit: TableKit) -> d.Seen:
    unseen = kit.view.unseen
    left = [(_named(kit, "token", token), number) for token, number in enumerate(unseen) if number]
    laid = [kit.edition.token_counts[token] - number for token, number in enumerate(unseen)]
    out = [(_named(kit, "token", token), number) for token, number in enumerate(laid) if number]
    keys = [f"token {token}" for token, number in enumerate(unseen) if number]
    return d.Seen(kit.say("tokens_left"), kit.say("roads", "seen", number=sum(unseen)), out, left, keys)


def _named(kit: TableKit, noun: str, number: int) -> str:
    name = kit.noun(noun, number)
    return name[:1].upper() + name[1:]
