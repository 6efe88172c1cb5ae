"""The components of Bosa and how they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludoteca.datafiles.table import Table, read_file
from ludoteca.games.bosa.rules.actions import (
    COLOURS,
    GOAL_CARDS,
    MOST_SEATS,
    RESOURCES,
    SEASON_CARDS,
    SEASONS,
    SLOTS,
    START_CARDS,
    TURNS,
)
from ludoteca.kernel.edition import Edition

HOUSE_EDITION: Final = Path(__file__).parent.with_name("edition.toml")
NOTHING: Final = -1
MANY: Final = 99
MOST_STEPS: Final = 20  # of the patronage chart: each is drawn

# What an action card asks of its owner: do it or not, choose a resource type, choose a building to copy.
PLAIN: Final = 0
PICK: Final = 1
COPIER: Final = 2

SURROUND: Final = 0
ONELINE: Final = 1
THREE: Final = 2
ROWDIFF: Final = 3
COLTWO: Final = 4
QUARTER: Final = 5
GROUP: Final = 6
GOAL_KINDS: Final = ["surround", "oneline", "three", "rowdiff", "coltwo", "quarter", "group"]

_LANGUAGE: Final = 2
_AMOUNTS: Final = ["coin", "res", "any_one", *RESOURCES]
_STACKS: Final = ["start", "season_1", "season_2", "season_3"]


class Colour:
    """One of the six colours of houses."""

    def __init__(self, id: str, letter: str, paint: str, names: dict[str, str]) -> None:
        self.id = id
        self.letter = letter
        self.paint = paint
        self.names = names


class Card:
    """A Building card. What it pays and gives is worked out once: resources are three numbers each.

    With `per_colour` all it gives is multiplied by the buildings of the colour `counted`.
    """

    def __init__(self, number: int, id: str, season: int, colour: int, names: dict[str, str]) -> None:
        self.number = number
        self.id = id
        self.season = season
        self.colour = colour
        self.names = names
        self.kind = ""
        self.resource = NOTHING
        self.form = PLAIN
        self.pay_coins = 0
        self.pay_goods = [0, 0, 0]
        self.pay_any = 0
        self.get_coins = 0
        self.get_goods = [0, 0, 0]
        self.get_any = 0
        self.get_points = 0
        self.per_colour = False
        self.counted = colour
        self.free = False


class Goal:
    """A Goal card: its kind, its colour if it has one, the sizes of group it rewards, its points."""

    def __init__(self, id: str, kind: int, points: int, most: int, names: dict[str, str]) -> None:
        self.id = id
        self.kind = kind
        self.points = points
        self.most = most
        self.names = names
        self.colour = NOTHING
        self.least = 0
        self.largest = 0


class BosaEdition(Edition):
    """Cards, goals, the patronage chart and the amounts players start with."""

    def __init__(self, name: str, digest: str) -> None:
        super().__init__(name, digest)
        self.start_coins = 0
        self.start_goods: list[int] = []
        self.cap = 0
        self.coin_tokens = 0
        self.hundred_tokens = 0
        self.points_per_leftover = 0
        self.symbols: list[str] = []
        self.removed: list[int] = [0] * (MOST_SEATS + 1)
        self.chart: list[tuple[int, int]] = []
        self.colours: list[Colour] = []
        self.cards: list[Card] = []
        self.goals: list[Goal] = []

    def card(self, id: str) -> Card:
        """The card with this id."""
        for card in self.cards:
            if card.id == id:
                return card
        raise KeyError(id)


def read_edition(path: Path = HOUSE_EDITION) -> BosaEdition:
    """The edition in a file, checked."""
    root, digest = read_file(path)
    _only(root, ["edition", "kinds", "cards", "goals"])
    table = root.table("edition")
    edition = BosaEdition(table.text("name"), digest)
    _read_amounts(table, edition)
    _read_removed(table.table("removed"), edition)
    _read_chart(table, edition)
    _read_colours(table, edition)
    _read_cards(root.table("cards"), root.table("kinds"), edition)
    _read_goals(root.table("goals"), edition)
    return edition


def _read_amounts(table: Table, edition: BosaEdition) -> None:
    known = ["name", "start_coins", "start_resources", "resource_cap", "coin_tokens", "hundred_tokens"]
    _only(table, [*known, "points_per_leftover", "symbols", "removed", "patronage", "colours"])
    edition.cap = table.number("resource_cap", 1, 20)
    edition.start_coins = table.number("start_coins", 0, MANY)
    start = table.table("start_resources")
    _only(start, list(RESOURCES))
    edition.start_goods = [start.number(name, 0, edition.cap) for name in RESOURCES]
    edition.coin_tokens = table.number("coin_tokens", MOST_SEATS * edition.start_coins, 1000)
    edition.hundred_tokens = table.number("hundred_tokens", 0, MANY)
    edition.points_per_leftover = table.number("points_per_leftover", 0, MANY)
    edition.symbols = table.texts("symbols")
    if len(edition.symbols) != MOST_SEATS or len(set(edition.symbols)) != MOST_SEATS:
        raise table.fail("symbols", f"expected {MOST_SEATS} different symbols, one for each seat")


def _read_removed(table: Table, edition: BosaEdition) -> None:
    """BOS-1.4: what is left lets everybody have five turns a season and leaves three cards over."""
    _only(table, [str(seats) for seats in range(2, MOST_SEATS + 1)])
    for seats in range(2, MOST_SEATS + 1):
        found = table.number(str(seats))
        expected = SEASON_CARDS - cards_in_season(seats)
        if found != expected:
            raise table.fail(
                str(seats),
                f"found {found}; expected {expected}, so that {seats} players take five turns each",
            )
        edition.removed[seats] = found


def cards_in_season(seats: int) -> int:
    """How many cards of a season are in play: one for each turn, and three that nobody takes."""
    return TURNS * seats + SLOTS - 1


def _read_chart(table: Table, edition: BosaEdition) -> None:
    """BOS-6.1: both columns of the patronage chart rise."""
    coins = points = 0
    for entry in table.tables("patronage"):
        _only(entry, ["coins", "points"])
        coins = entry.number("coins", coins + 1)
        points = entry.number("points", points + 1)
        edition.chart.append((coins, points))
    if not 1 <= len(edition.chart) <= MOST_STEPS:
        raise table.fail("patronage", f"found {len(edition.chart)} entries; expected 1 to {MOST_STEPS}")


def _read_colours(table: Table, edition: BosaEdition) -> None:
    for entry in table.tables("colours"):
        _only(entry, ["id", "letter", "paint"])
        colour = Colour(entry.text("id"), entry.text("letter"), entry.colour("paint"), _names(entry))
        for other in edition.colours:
            if colour.id == other.id:
                raise entry.fail("id", f"found “{colour.id}” a second time; expected another colour")
            if colour.letter == other.letter:
                raise entry.fail("letter", f"found “{colour.letter}” a second time; expected another letter")
        if len(colour.letter) != 1:
            raise entry.fail("letter", f"found “{colour.letter}”; expected one letter")
        edition.colours.append(colour)
    if len(edition.colours) != COLOURS:
        raise table.fail("colours", f"found {len(edition.colours)} colours; expected {COLOURS}")


# Building cards


def _read_cards(table: Table, kinds: Table, edition: BosaEdition) -> None:
    _only(table, _STACKS)
    for kind in kinds.names():
        _check_kind(kinds.table(kind))
    for season in range(SEASONS + 1):
        entries = table.tables(_STACKS[season])
        expected = SEASON_CARDS if season else START_CARDS
        if len(entries) != expected:
            raise table.fail(_STACKS[season], f"found {len(entries)} cards; expected {expected}")
        for entry in entries:
            edition.cards.append(_read_card(entry, kinds, season, edition))


def _check_kind(kind: Table) -> None:
    _only(kind, ["spend", "gain", "per_colour", "copy"])
    if kind.switch("copy"):
        _only(kind, ["copy"])
        return
    gain = kind.table("gain")
    _only(gain, [*_AMOUNTS, "points"])
    if not gain.names():
        raise kind.fail("gain", f"found nothing; expected some of {', '.join([*_AMOUNTS, 'points'])}")
    _alone(gain)
    if kind.has("spend"):
        spend = kind.table("spend")
        _only(spend, _AMOUNTS)
        _alone(spend)
        if spend.has("any_one") and gain.has("any_one"):
            raise gain.fail(
                "any_one", "found on both sides; expected on one side only, a player chooses once"
            )


def _alone(side: Table) -> None:
    """Beside a resource of the player's choice there is no other resource."""
    if side.has("any_one"):
        for other in ["res", *RESOURCES]:
            if side.has(other):
                raise side.fail(other, "found beside any_one; expected coins or points beside it")


def _read_card(entry: Table, kinds: Table, season: int, edition: BosaEdition) -> Card:
    _only(entry, ["id", "colour", "kind", "resource", "counts", "points", "coins"])
    card = Card(
        len(edition.cards), entry.text("id"), season, _colour(entry, "colour", edition), _names(entry)
    )
    for other in edition.cards:
        if other.id == card.id:
            raise entry.fail("id", f"found “{card.id}” a second time; expected another id")
    card.kind = entry.word("kind", kinds.names())
    kind = kinds.table(card.kind)
    card.per_colour = kind.switch("per_colour")
    _read_resource(entry, kind, card)
    if entry.has("counts"):
        if not card.per_colour:
            raise entry.fail(
                "counts", f"found for {card.kind}, which counts no buildings; expected no such entry"
            )
        card.counted = _colour(entry, "counts", edition)
    asked: list[str] = []
    if kind.switch("copy"):
        card.form = COPIER
    else:
        gain = kind.table("gain")
        card.get_coins = _amount(gain, "coin", entry, "coins", asked)
        card.get_points = _amount(gain, "points", entry, "points", asked)
        card.get_any = _amount(gain, "any_one", entry, "", asked)
        card.get_goods = _goods(gain, card, entry, asked)
        card.free = not kind.has("spend") or not kind.table("spend").names()
        if not card.free:
            spend = kind.table("spend")
            card.pay_coins = _amount(spend, "coin", entry, "coins", asked)
            card.pay_any = _amount(spend, "any_one", entry, "", asked)
            card.pay_goods = _goods(spend, card, entry, asked)
        if card.get_any or card.pay_any:
            card.form = PICK
    for key in ["points", "coins"]:
        if entry.has(key) and key not in asked:
            raise entry.fail(key, f"found for {card.kind}, whose number is fixed; expected no such entry")
    return card


def _read_resource(entry: Table, kind: Table, card: Card) -> None:
    """The printed resource: given exactly if the kind speaks of it."""
    needed = False
    for side in ["spend", "gain"]:
        if kind.has(side) and kind.table(side).has("res"):
            needed = True
    if needed:
        card.resource = RESOURCES.index(entry.word("resource", list(RESOURCES)))
    elif entry.has("resource"):
        raise entry.fail("resource", f"found for {card.kind}, which prints none; expected no such entry")


def _amount(side: Table, key: str, entry: Table, given: str, asked: list[str]) -> int:
    """How many of something a side of an action names; "card" refers to the entry of the card."""
    if not side.has(key):
        return 0
    if given and side.values[key] == "card":
        asked.append(given)
        return entry.number(given, 0, MANY)
    return side.number(key, 1, MANY)


def _goods(side: Table, card: Card, entry: Table, asked: list[str]) -> list[int]:
    goods = [_amount(side, name, entry, "", asked) for name in RESOURCES]
    if card.resource != NOTHING:
        goods[card.resource] += _amount(side, "res", entry, "", asked)
    return goods


# Goal cards


def _read_goals(table: Table, edition: BosaEdition) -> None:
    _only(table, ["cards"])
    for entry in table.tables("cards"):
        edition.goals.append(_read_goal(entry, edition))
    if len(edition.goals) != GOAL_CARDS:
        raise table.fail("cards", f"found {len(edition.goals)} goals; expected {GOAL_CARDS}")


def _read_goal(entry: Table, edition: BosaEdition) -> Goal:
    _only(entry, ["id", "kind", "colour", "points", "least", "largest", "most"])
    kind = GOAL_KINDS.index(entry.word("kind", GOAL_KINDS))
    goal = Goal(
        entry.text("id"), kind, entry.number("points", 1, MANY), entry.number("most", 1, 999), _names(entry)
    )
    for other in edition.goals:
        if other.id == goal.id:
            raise entry.fail("id", f"found “{goal.id}” a second time; expected another id")
    if kind in (SURROUND, ONELINE):
        goal.colour = _colour(entry, "colour", edition)
    elif entry.has("colour"):
        raise entry.fail(
            "colour", f"found for {GOAL_KINDS[kind]}, which names no colour; expected no such entry"
        )
    if kind == GROUP:
        goal.least = entry.number("least", 1, 16)
        goal.largest = entry.number("largest", goal.least, 16)
    else:
        for key in ["least", "largest"]:
            if entry.has(key):
                raise entry.fail(
                    key, f"found for {GOAL_KINDS[kind]}, which has no groups; expected no such entry"
                )
    return goal


# What all entries have in common


def _colour(entry: Table, key: str, edition: BosaEdition) -> int:
    ids = [colour.id for colour in edition.colours]
    return ids.index(entry.word(key, ids))


def _names(entry: Table) -> dict[str, str]:
    """What a thing is called: English always, other languages by their two letters."""
    names = {"en": entry.text("en")}
    for key in entry.names():
        if len(key) == _LANGUAGE and key != "id":
            names[key] = entry.text(key)
    return names


def _only(table: Table, known: list[str]) -> None:
    """Refuse an entry nobody asks for: most likely a word is misspelt."""
    named = "en" in table.values
    for key in table.names():
        if key not in known and not (named and len(key) == _LANGUAGE):
            raise table.fail(key, f"unknown; expected {', '.join(known)}")
