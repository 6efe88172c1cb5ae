"""The components of Bomarzo and how they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludoteca.datafiles.table import Table, read_file
from ludoteca.games.bomarzo.rules.actions import (
    AREAS,
    CARDS,
    COLOURS,
    DIVINITIES,
    FIELDS,
    KINDS,
    MOST_SEATS,
    ROWS,
    TRACKS,
)
from ludoteca.kernel.edition import Edition

HOUSE_EDITION: Final = Path(__file__).parent.with_name("edition.toml")

# What a divinity scores: a track, a primary field, or a resource.
SCORED: Final = [*TRACKS, *FIELDS, "food", "coin"]
SCORES_TRACKS: Final = 3
SCORES_FIELDS: Final = 6
SCORES_FOOD: Final = 6
SCORES_COIN: Final = 7

TEMPLES: Final = ["moon", "sun", "star", "eye", "key"]

# What an upgraded card gives: an income each Production, or a power once a season.
BENEFITS: Final = ["food", "coin", "wine", "card", "vision", "repetition", "raising", "exchanging", "drago"]
CARD_INCOME: Final = 3
VISION: Final = 4
REPETITION: Final = 5
RAISING: Final = 6
EXCHANGING: Final = 7
DRAGO_POWER: Final = 8

MANY: Final = 99


class BomarzoEdition(Edition):
    """All components. Lists about cards begin with an unused entry, as cards count from 1."""

    def __init__(self, name: str, digest: str) -> None:
        super().__init__(name, digest)
        self.seasons = 0
        self.supply: list[int] = []
        self.start: list[int] = []
        self.cards_dealt = 0
        self.worker_steps = 0
        self.pawns: list[int] = [0] * (MOST_SEATS + 1)
        self.most_pawns = 0
        self.bonus_players: list[int] = []
        self.rows: list[list[int]] = []
        self.row_end: list[int] = []
        self.active_symbols: list[list[int]] = []
        self.yields: list[list[int]] = []
        self.track_end = 0
        self.points_at: list[int] = []
        self.first_prize: list[int] = []
        self.second_prize: list[int] = []
        self.second_from = 0
        self.temple_points: list[int] = []
        self.dormant_at = 0
        self.copy_surcharge = 0
        self.active_tribute: list[list[int]] = []
        self.moss_tribute: list[list[int]] = []
        self.scores: list[int] = []
        self.appendix_scores: list[int] = []
        self.token_counts: list[int] = []
        self.accomplished = 0
        self.failed = 0
        self.extra_price = 0
        self.most_worship = 0
        self.first_names: list[str] = [""] * (CARDS + 1)
        self.second_names: list[str] = [""] * (CARDS + 1)
        self.first_steps: list[list[int]] = [[0, 0, 0] for _ in range(CARDS + 1)]
        self.second_steps: list[list[int]] = [[0, 0, 0] for _ in range(CARDS + 1)]
        self.fields: list[int] = [0] * (CARDS + 1)
        self.temple: list[int] = [0] * (CARDS + 1)
        self.devotion: list[int] = [0] * (CARDS + 1)
        self.benefit: list[int] = [0] * (CARDS + 1)
        self.showing: list[int] = [0] * len(FIELDS)
        self.giving: list[int] = [0] * len(BENEFITS)
        self.two_fields = 0


def read_edition(path: Path = HOUSE_EDITION) -> BomarzoEdition:
    """The edition in a file, checked."""
    root, digest = read_file(path)
    head = root.table("edition")
    edition = BomarzoEdition(head.text("name"), digest)
    edition.seasons = head.number("seasons", 1, 8)
    _read_pieces(root, edition)
    _read_board(root, edition)
    _read_divinities(root.table("divinities"), edition)
    _read_expansions(root, edition)
    _read_cards(root, edition)
    root.nothing_else()
    return edition


def _known_keys(table: Table, expected: tuple[str, ...]) -> None:
    for key in table.names():
        if key not in expected:
            raise table.fail(key, f"unknown; expected {', '.join(expected)}")


def _rising(table: Table, key: str, most: int) -> list[int]:
    """Positions on a row or a track, each beyond the one before."""
    found = table.numbers(key)
    if not found or found[0] < 1 or found[-1] > most or found != sorted(set(found)):
        raise table.fail(key, f"found {found}; expected growing numbers from 1 to {most}")
    return found


def _numbers(table: Table, key: str, count: int, high: int) -> list[int]:
    """Exactly `count` numbers from 0 to `high`."""
    found = table.numbers(key)
    if len(found) != count or min(found) < 0 or max(found) > high:
        raise table.fail(key, f"found {found}; expected {count} numbers from 0 to {high}")
    return found


def _read_pieces(root: Table, edition: BomarzoEdition) -> None:
    supply = root.table("supply")
    edition.supply = [supply.number(kind, 1, MANY) for kind in KINDS]
    start = root.table("start")
    edition.start = [start.number(kind, 0, 9) for kind in KINDS]
    for kind in range(len(KINDS)):
        if edition.start[kind] * MOST_SEATS >= edition.supply[kind]:
            raise start.fail(
                KINDS[kind], f"the supply of {edition.supply[kind]} does not suffice for {MOST_SEATS} players"
            )
    edition.cards_dealt = start.number("cards_dealt", 1, CARDS // MOST_SEATS)
    edition.worker_steps = start.number("worker_steps", 0, 9)
    edition.most_pawns = start.number("most_pawns", 1, 5)
    pawns = start.table("pawns")
    for seats in range(2, MOST_SEATS + 1):
        edition.pawns[seats] = pawns.number(str(seats), 1, edition.most_pawns)
    edition.bonus_players = start.numbers("last_seat_bonus_players")
    for seats in edition.bonus_players:
        if not 2 <= seats <= MOST_SEATS:
            raise start.fail(
                "last_seat_bonus_players", f"found {seats}; expected numbers of players from 2 to 4"
            )


def _read_board(root: Table, edition: BomarzoEdition) -> None:
    village = root.table("village")
    _known_keys(village, ROWS)
    for row in ROWS:
        symbols = _rising(village, row, 9)
        edition.rows.append(symbols)
        edition.row_end.append(symbols[-1])
        edition.active_symbols.append(
            [sum([at <= place for at in symbols]) for place in range(symbols[-1] + 1)]
        )
    if len(edition.rows[-1]) > edition.most_pawns - max(edition.pawns):
        most = edition.most_pawns - max(edition.pawns)
        raise village.fail("pawn", f"found {len(edition.rows[-1])} symbols; expected at most {most}")
    harvest = root.table("harvest")
    _known_keys(harvest, AREAS)
    edition.yields = [_numbers(harvest, area, MOST_SEATS, MANY) for area in AREAS]
    tracks = root.table("tracks")
    edition.track_end = tracks.number("end", 1, 20)
    edition.points_at = _rising(tracks, "points_at", edition.track_end)
    prizes = root.table("prizes")
    edition.first_prize = _numbers(prizes, "first", len(DIVINITIES), MANY)
    edition.second_prize = _numbers(prizes, "second", len(DIVINITIES), MANY)
    edition.second_from = prizes.number("second_from_players", 2, MOST_SEATS + 1)
    edition.temple_points = _numbers(root.table("temple"), "points", len(TEMPLES) + 1, MANY)
    wine = root.table("wine")
    edition.dormant_at = wine.number("dormant_at", 1, MANY)
    edition.copy_surcharge = wine.number("copy_surcharge", 0, MANY)


def _read_divinities(table: Table, edition: BomarzoEdition) -> None:
    _known_keys(table, DIVINITIES)
    for name in DIVINITIES:
        divinity = table.table(name)
        edition.active_tribute.append(_numbers(divinity, "active", 3, 9))
        edition.moss_tribute.append(_numbers(divinity, "moss", 3, 9))
        if sum(edition.moss_tribute[-1]) > sum(edition.active_tribute[-1]):
            raise divinity.fail("moss", "expected no more than the tribute of the active side")
        edition.scores.append(SCORED.index(divinity.word("scores", SCORED)))
        edition.appendix_scores.append(SCORED.index(divinity.word("appendix", SCORED)))
    for key, found in (("scores", edition.scores), ("appendix", edition.appendix_scores)):
        for field in range(len(SCORED)):
            if field not in found:
                raise table.fail(
                    key, f"no divinity scores “{SCORED[field]}”; expected each of {', '.join(SCORED)} once"
                )


def _read_expansions(root: Table, edition: BomarzoEdition) -> None:
    tokens = root.table("season_tokens")
    _known_keys(tokens, COLOURS)
    edition.token_counts = [tokens.number(colour, 0, MANY) for colour in COLOURS]
    if sum(edition.token_counts) < edition.seasons:
        raise root.fail(
            "season_tokens",
            f"found {sum(edition.token_counts)} tokens; expected one for each season at least",
        )
    worship = root.table("worship")
    edition.accomplished = worship.number("accomplished", 0, MANY)
    edition.failed = worship.number("failed", -MANY, 0)
    edition.extra_price = worship.number("resources_per_extra_card", 1, MANY)
    edition.most_worship = worship.number("most_held", 1, len(DIVINITIES) // MOST_SEATS)


def _read_cards(root: Table, edition: BomarzoEdition) -> None:
    entries = root.tables("card")
    if len(entries) != CARDS:
        raise root.fail("card", f"found {len(entries)} cards; expected {CARDS}")
    for entry in entries:
        number = entry.number("number", 1, CARDS)
        if edition.first_names[number]:
            raise entry.fail("number", f"card {number} is there twice; expected each of 1 to {CARDS} once")
        first = entry.table("first")
        second = entry.table("second")
        edition.first_names[number] = first.text("name")
        edition.second_names[number] = second.text("name")
        edition.first_steps[number] = _numbers(first, "steps", len(TRACKS), 9)
        edition.second_steps[number] = _numbers(second, "steps", len(TRACKS), 9)
        edition.temple[number] = TEMPLES.index(first.word("temple", TEMPLES))
        edition.devotion[number] = first.number("devotion", 0, 9)
        edition.benefit[number] = BENEFITS.index(second.word("benefit", BENEFITS))
        edition.giving[edition.benefit[number]] |= 1 << number
        _read_fields(entry, edition, number)


def _read_fields(entry: Table, edition: BomarzoEdition, number: int) -> None:
    names = entry.texts("fields")
    for name in names:
        if name not in FIELDS:
            raise entry.fail("fields", f"found “{name}”; expected one or two of {', '.join(FIELDS)}")
    if not 1 <= len(set(names)) == len(names) <= 2:
        raise entry.fail("fields", f"found {names}; expected one or two different fields")
    for name in names:
        field = FIELDS.index(name)
        edition.fields[number] |= 1 << field
        edition.showing[field] |= 1 << number
    if len(names) == 2:
        edition.two_fields |= 1 << number
