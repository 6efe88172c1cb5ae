"""What the values of Bosa are called."""

from __future__ import annotations

from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.games.bosa.rules.actions import PAIRS, RESOURCES, SIDE
from ludoteca.games.bosa.rules.edition import COPIER, BosaEdition, Card
from ludoteca.kernel.words import PhraseBook, fill


def spell(noun: str, value: int, edition: BosaEdition, words: PhraseBook) -> str:
    if value < 0:
        return "?"
    if noun == "card":
        return named(edition.cards[value].names, words)
    if noun == "effect":
        return effect(edition.cards[value], edition, words)
    if noun == "goal":
        return named(edition.goals[value].names, words)
    if noun == "colour":
        return named(edition.colours[value].names, words)
    if noun == "cell":
        row, column = divmod(value, SIDE)
        where = words.phrase("game", "cell")
        return where.replace("{row}", str(row + 1)).replace("{column}", str(column + 1))
    if noun == "pair":
        return words.join([str(rank + 1) for rank in PAIRS[value]])
    if noun == "slot":
        return str(value + 1)
    return words.noun(noun, value)


def piece(noun: str, value: int) -> str:
    """The key of the piece that is called so, or empty."""
    if noun == "resource":
        return f"boat {RESOURCES[value]}"
    if noun == "seat":
        return f"player {value}"
    return f"{noun} {value}" if noun in ("card", "goal") else ""


def chapter(view: BosaView, words: PhraseBook) -> str:
    return fill(words.phrase("game", "season"), {"season": str(view.season)}, {}) if view.season else ""


# What a card does, as a short formula: “1 coin → 2 fish”, “+1 coin, +1 fish per red”


def effect(card: Card, edition: BosaEdition, words: PhraseBook) -> str:
    """The action of a card in words. A card may count houses of another colour than its own (R23)."""
    if card.form == COPIER:
        return words.phrase("game", "copy")
    spent = side(card.pay_coins, card.pay_goods, card.pay_any, 0, words)
    gained = side(card.get_coins, card.get_goods, card.get_any, card.get_points, words)
    if card.per_colour and card.counted == card.colour:
        gained = fill(words.phrase("game", "per_colour"), {"gain": gained}, {})
    elif card.per_colour:
        colour = named(edition.colours[card.counted].names, words)
        gained = fill(words.phrase("game", "per_other"), {"gain": gained, "colour": colour}, {})
    return f"{spent} → {gained}" if spent else gained


def named(names: dict[str, str], words: PhraseBook) -> str:
    """A component's name in the book's language; in English where the edition has no other."""
    return names.get(words.language, names["en"])


def side(coins: int, goods: list[int], any_one: int, points: int, words: PhraseBook) -> str:
    """One side of an action: “1 fish, 1 textile”, “8 points, 2 coins”."""
    parts = [_number("points", points, words)] if points else []
    if coins:
        parts.append(_number("coins", coins, words))
    parts += [resources(number, resource, words) for resource, number in enumerate(goods) if number]
    if any_one:
        parts.append(_number("any_one", any_one, words))
    return words.join(parts)


def _number(key: str, number: int, words: PhraseBook) -> str:
    return fill(words.phrase("game", key), {"number": str(number)}, {"number": number})


def resources(number: int, resource: int, words: PhraseBook) -> str:
    """“1 textile”, “2 textiles”."""
    return f"{number} {words.noun('resource' if number == 1 else 'resources', resource)}"
