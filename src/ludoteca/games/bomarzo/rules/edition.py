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

TEMPLES: Final = ["moon", "sun", "star", "eye", "key"]

# What an upgraded card gives: an income each Production, or a power once a season.
BENEFITS: Final = [*ROWS[:4], "vision", "repetition", "raising", "exchanging", "drago"]
CARD_INCOME: Final = 3
VISION: Final = 4
REPETITION: Final = 5
RAISING: Final = 6
EXCHANGING: Final = 7
DRAGO_POWER: Final = 8

MANY: Final = 99


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


class BomarzoEdition(Edition):
    """All components. Lists about cards begin with an unused entry, as cards count from 1."""

    def __init__(self, root: Table, digest: str) -> None:
        head = root.table("edition")
        super().__init__(head.text("name"), digest)
        self.seasons = head.number("seasons", 1, 8)
        self.read_pieces(root)
        self.read_board(root)
        self.read_divinities(root.table("divinities"))
        self.read_expansions(root)
        self.read_cards(root)

    def read_pieces(self, root: Table) -> None:
        supply = root.table("supply")
        self.supply = [supply.number(kind, 1, MANY) for kind in KINDS]
        start = root.table("start")
        self.start = [start.number(kind, 0, 9) for kind in KINDS]
        for kind in range(len(KINDS)):
            if self.start[kind] * MOST_SEATS >= self.supply[kind]:
                few = f"the supply of {self.supply[kind]} does not suffice for {MOST_SEATS} players"
                raise start.fail(KINDS[kind], few)
        self.cards_dealt = start.number("cards_dealt", 1, CARDS // MOST_SEATS)
        self.worker_steps = start.number("worker_steps", 0, 9)
        self.most_pawns = start.number("most_pawns", 1, 5)
        pawns = start.table("pawns")
        self.pawns: list[int] = [0] * (MOST_SEATS + 1)
        for seats in range(2, MOST_SEATS + 1):
            self.pawns[seats] = pawns.number(str(seats), 1, self.most_pawns)
        self.bonus_players = start.numbers("last_seat_bonus_players")
        for seats in self.bonus_players:
            if not 2 <= seats <= MOST_SEATS:
                expected = f"found {seats}; expected numbers of players from 2 to 4"
                raise start.fail("last_seat_bonus_players", expected)

    def read_board(self, root: Table) -> None:
        village = root.table("village")
        _known_keys(village, ROWS)
        self.rows = [_rising(village, row, 9) for row in ROWS]
        self.row_end = [symbols[-1] for symbols in self.rows]
        self.active_symbols = [
            [sum([at <= place for at in symbols]) for place in range(symbols[-1] + 1)]
            for symbols in self.rows
        ]
        most = self.most_pawns - max(self.pawns)
        if len(self.rows[-1]) > most:
            raise village.fail("pawn", f"found {len(self.rows[-1])} symbols; expected at most {most}")
        harvest = root.table("harvest")
        _known_keys(harvest, AREAS)
        self.yields = [_numbers(harvest, area, MOST_SEATS, MANY) for area in AREAS]
        tracks = root.table("tracks")
        self.track_end = tracks.number("end", 1, 20)
        self.points_at = _rising(tracks, "points_at", self.track_end)
        prizes = root.table("prizes")
        self.first_prize = _numbers(prizes, "first", len(DIVINITIES), MANY)
        self.second_prize = _numbers(prizes, "second", len(DIVINITIES), MANY)
        self.second_from = prizes.number("second_from_players", 2, MOST_SEATS + 1)
        self.temple_points = _numbers(root.table("temple"), "points", len(TEMPLES) + 1, MANY)
        wine = root.table("wine")
        self.dormant_at = wine.number("dormant_at", 1, MANY)
        self.copy_surcharge = wine.number("copy_surcharge", 0, MANY)

    def read_divinities(self, table: Table) -> None:
        self.active_tribute: list[list[int]] = []
        self.moss_tribute: list[list[int]] = []
        self.scores: list[int] = []
        self.appendix_scores: list[int] = []
        _known_keys(table, DIVINITIES)
        for name in DIVINITIES:
            divinity = table.table(name)
            self.active_tribute.append(_numbers(divinity, "active", 3, 9))
            self.moss_tribute.append(_numbers(divinity, "moss", 3, 9))
            if sum(self.moss_tribute[-1]) > sum(self.active_tribute[-1]):
                raise divinity.fail("moss", "expected no more than the tribute of the active side")
            self.scores.append(SCORED.index(divinity.word("scores", SCORED)))
            self.appendix_scores.append(SCORED.index(divinity.word("appendix", SCORED)))
        for key, found in (("scores", self.scores), ("appendix", self.appendix_scores)):
            for field in range(len(SCORED)):
                if field not in found:
                    each = f"expected each of {', '.join(SCORED)} once"
                    raise table.fail(key, f"no divinity scores “{SCORED[field]}”; {each}")

    def read_expansions(self, root: Table) -> None:
        tokens = root.table("season_tokens")
        _known_keys(tokens, COLOURS)
        self.token_counts = [tokens.number(colour, 0, MANY) for colour in COLOURS]
        if sum(self.token_counts) < self.seasons:
            few = f"found {sum(self.token_counts)} tokens; expected one for each season at least"
            raise root.fail("season_tokens", few)
        worship = root.table("worship")
        self.accomplished = worship.number("accomplished", 0, MANY)
        self.failed = worship.number("failed", -MANY, 0)
        self.extra_price = worship.number("resources_per_extra_card", 1, MANY)
        self.most_worship = worship.number("most_held", 1, len(DIVINITIES) // MOST_SEATS)

    def read_cards(self, root: Table) -> None:
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
        entries = root.tables("card")
        if len(entries) != CARDS:
            raise root.fail("card", f"found {len(entries)} cards; expected {CARDS}")
        for entry in entries:
            number = entry.number("number", 1, CARDS)
            if self.first_names[number]:
                twice = f"card {number} is there twice; expected each of 1 to {CARDS} once"
                raise entry.fail("number", twice)
            first = entry.table("first")
            second = entry.table("second")
            self.first_names[number] = first.text("name")
            self.second_names[number] = second.text("name")
            self.first_steps[number] = _numbers(first, "steps", len(TRACKS), 9)
            self.second_steps[number] = _numbers(second, "steps", len(TRACKS), 9)
            self.temple[number] = TEMPLES.index(first.word("temple", TEMPLES))
            self.devotion[number] = first.number("devotion", 0, 9)
            self.benefit[number] = BENEFITS.index(second.word("benefit", BENEFITS))
            self.giving[self.benefit[number]] |= 1 << number
            self.read_fields(entry, number)

    def read_fields(self, entry: Table, number: int) -> None:
        names = entry.texts("fields")
        for name in names:
            if name not in FIELDS:
                raise entry.fail("fields", f"found “{name}”; expected one or two of {', '.join(FIELDS)}")
        if not 1 <= len(set(names)) == len(names) <= 2:
            raise entry.fail("fields", f"found {names}; expected one or two different fields")
        for name in names:
            field = FIELDS.index(name)
            self.fields[number] |= 1 << field
            self.showing[field] |= 1 << number
        if len(names) == 2:
            self.two_fields |= 1 << number


def read_edition(path: Path = HOUSE_EDITION) -> BomarzoEdition:
    """The edition in a file, checked."""
    root, digest = read_file(path)
    edition = BomarzoEdition(root, digest)
    root.nothing_else()
    return edition
