"""Bosa written a second time, plainly and from the rulebook alone: to compare the game with.

It reads the edition file by itself and shares nothing with the game but the texts of actions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

Story = Generator[tuple[int, list[str]], str, str]
FILE = Path(__file__).parents[2] / "src/ludoteca/games/bosa/edition.toml"
GOODS = ("fish", "textile", "pottery")
COLUMNS = "abcd"


class Player:
    def __init__(self, coins: int, goods: dict[str, int]) -> None:
        self.coins = coins
        self.goods = dict(goods)
        self.score = 0
        self.town: dict[tuple[int, int], dict[str, Any]] = {}
        self.goals: list[int] = []

    def has(self, colour: str) -> int:
        return [card["colour"] for card in self.town.values()].count(colour)


class Bosa:
    """A match. `story` asks seat after seat, -1 for chance, offers texts and is told which one is taken."""

    def __init__(self, seats: int, options: dict[str, Any], edition: Path = FILE) -> None:
        with open(edition, "rb") as file:
            self.data = tomllib.load(file)
        self.seats = seats
        self.options = options
        head = self.data["edition"]
        self.players = [Player(head["start_coins"], head["start_resources"]) for _ in range(seats)]
        self.cap = head["resource_cap"]
        self.first = 0
        self.market: list[dict[str, Any] | None] = []

    def story(self) -> Story:
        if self.options["first_player"] == "random":
            said = yield -1, [f"first {seat}" for seat in range(self.seats)]
            self.first = int(said.split()[1])
        starts = dict(enumerate(self.data["cards"]["start"], 1))
        for player in self._clockwise():
            said = yield -1, [f"start st-{number}" for number in starts]
            player.town[0, 0] = starts.pop(int(said.rpartition("-")[2]))
        if self.options["goals"]:
            left = list(range(1, 21))
            for player in self._clockwise():
                for _ in range(4):
                    said = yield -1, [f"deal {number}" for number in left]
                    left.remove(int(said.split()[1]))
                    player.goals.append(int(said.split()[1]))
        for season in (1, 2, 3):
            yield from self._season(season)
            for player in self.players:
                steps = [step for step in self.data["edition"]["patronage"] if step["coins"] <= player.coins]
                if steps:
                    player.coins -= steps[-1]["coins"]
                    player.score += steps[-1]["points"]
            if season < 3:
                fewest = min(player.score for player in self.players)
                while self.players[self.first].score > fewest:
                    self.first = (self.first + 1) % self.seats
        for player in self.players:
            player.score += sum(player.goods.values())
        if self.options["goals"]:
            yield from self._goals()
        best = max((player.score, player.coins) for player in self.players)
        return " ".join(str(s) for s, p in enumerate(self.players) if (p.score, p.coins) == best)

    def _clockwise(self) -> list[Player]:
        return self.players[self.first :] + self.players[: self.first]

    # A season and a turn

    def _season(self, season: int) -> Story:
        cards = dict(enumerate(self.data["cards"][f"season_{season}"], 1))
        stack = 30 - self.data["edition"]["removed"][str(self.seats)]
        self.market = [None] * 4
        seat = self.first
        while True:
            while None in self.market:
                if stack == 0:
                    return ""
                said = yield -1, [f"draw s{season}-{number}" for number in cards]
                self.market[self.market.index(None)] = cards.pop(int(said.rpartition("-")[2]))
                stack -= 1
            yield from self._turn(seat)
            seat = (seat + 1) % self.seats

    def _ask(self, seat: int, offered: list[str]) -> Story:
        """One option is no question."""
        return (yield seat, offered) if len(offered) > 1 else offered[0]

    def _turn(self, seat: int) -> Story:
        player = self.players[seat]
        said = yield seat, [f"take {slot}" for slot in (1, 2, 3, 4)]
        slot = int(said.split()[1]) - 1
        card, self.market[slot] = self.market[slot], None
        assert card is not None
        cells = [(r, c) for r in range(4) for c in range(4) if self._open(player, r, c)]
        said = yield from self._ask(seat, [f"place {COLUMNS[c]}{r + 1}" for r, c in cells])
        row, column = int(said[-1]) - 1, COLUMNS.index(said[-2])
        player.town[row, column] = card
        chosen = yield from self._ask(seat, ["line row", "line column"])
        along = [(row, c) for c in range(column + 1)]
        down = [(r, column) for r in range(row + 1)]
        for cell in along if chosen == "line row" else down:
            yield from self._act(seat, player, cell)
        if self.options["confirm_turn"]:
            yield seat, ["end"]
        return ""

    def _open(self, player: Player, row: int, column: int) -> bool:
        above, left = (row - 1, column) in player.town, (row, column - 1) in player.town
        return (row, column) not in player.town and (row == 0 or above) and (column == 0 or left)

    # What a card does

    def _sides(self, player: Player, card: dict[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
        """What is paid and what is gained, with the numbers and the resource that the card prints."""
        kind = self.data["kinds"][card["kind"]]
        times = player.has(card.get("counts", card["colour"])) if kind.get("per_colour") else 1
        sides: list[dict[str, int]] = []
        for side in ("spend", "gain"):
            found: dict[str, int] = {}
            for what, number in kind.get(side, {}).items():
                if number == "card":
                    number = card["points" if what == "points" else "coins"]
                name = card["resource"] if what == "res" else what
                found[name] = found.get(name, 0) + number * (times if side == "gain" else 1)
            sides.append(found)
        return sides[0], sides[1]

    def _ways(self, player: Player, card: dict[str, Any]) -> list[str]:
        """`do`, or the types to choose from; nothing where the action cannot be done or brings nothing."""
        pays, gains = self._sides(player, card)
        any_pay, any_gain = pays.pop("any_one", 0), gains.pop("any_one", 0)
        if player.coins < pays.get("coin", 0) or any(player.goods[g] < pays.get(g, 0) for g in GOODS):
            return []
        coins = gains.get("coin", 0)
        if self.options["coin_supply"] == "limited":
            held = sum(other.coins for other in self.players)
            coins = min(coins, self.data["edition"]["coin_tokens"] - held + pays.get("coin", 0))
        useful = bool(pays or any_pay or gains.get("points") or coins > 0)
        useful |= any(gains.get(g) and player.goods[g] - pays.get(g, 0) < self.cap for g in GOODS)
        if any_gain:
            return [f"res {g}" for g in GOODS if useful or player.goods[g] < self.cap]
        if any_pay:
            return [f"res {g}" for g in GOODS if useful and player.goods[g] >= any_pay]
        return ["do"] if useful else []

    def _act(self, seat: int, player: Player, cell: tuple[int, int]) -> Story:
        card = player.town[cell]
        if self.data["kinds"][card["kind"]].get("copy"):
            models = {
                f"copy {COLUMNS[c]}{r + 1}": other
                for (r, c), other in sorted(player.town.items())
                if (r, c) != cell and other["colour"] == card["colour"]
            }
            said = yield from self._ask(seat, [*models, "skip"])
            if said == "skip":
                return ""
            if self.data["kinds"][models[said]["kind"]].get("copy"):
                doers = {
                    f"copy {COLUMNS[c]}{r + 1}": other
                    for (r, c), other in sorted(player.town.items())
                    if other["colour"] == card["colour"] and not self.data["kinds"][other["kind"]].get("copy")
                }
                if not doers:
                    return ""
                said = yield from self._ask(seat, list(doers))
            ways = self._ways(player, models[said])
            if ways:
                way = yield from self._ask(seat, ways)
                self._perform(player, models[said], way)
            return ""
        ways = self._ways(player, card)
        pays, gains = self._sides(player, card)
        asking = self.options["gain_prompts"]
        optional = bool(pays) or asking == "always" or (asking == "coins" and "coin" in gains)
        said = yield from self._ask(seat, [*ways, "skip"] if optional or not ways else ways)
        if said != "skip":
            self._perform(player, card, said)
        return ""

    def _perform(self, player: Player, card: dict[str, Any], way: str) -> None:
        pays, gains = self._sides(player, card)
        for what, number in pays.items():
            if what == "coin":
                player.coins -= number
            else:
                player.goods[way.split()[1] if what == "any_one" else what] -= number
        for what, number in gains.items():
            if what == "points":
                player.score += number
            elif what == "coin":
                tray = self.data["edition"]["coin_tokens"] - sum(other.coins for other in self.players)
                player.coins += min(number, tray) if self.options["coin_supply"] == "limited" else number
            else:
                good = way.split()[1] if what == "any_one" else what
                player.goods[good] = min(self.cap, player.goods[good] + number)

    # Goals

    def _goals(self) -> Story:
        pairs = list(combinations(range(4), 2))
        picked: dict[int, tuple[int, int]] = {}
        for offset in range(self.seats) if self.options["goal_choice"] == "ask" else ():
            seat = (self.first + offset) % self.seats
            worth = self._worths(self.players[seat])
            best_first = sorted(pairs, key=lambda pair: worth[pair[0]] + worth[pair[1]], reverse=True)
            said = yield seat, [f"goals {one + 1}-{two + 1}" for one, two in best_first]
            one, two = said.split()[1].split("-")
            picked[seat] = int(one) - 1, int(two) - 1
        for seat, player in enumerate(self.players):
            worth = self._worths(player)
            pair = picked.get(seat) or max(pairs, key=lambda pair: worth[pair[0]] + worth[pair[1]])
            player.score += worth[pair[0]] + worth[pair[1]]
        return ""

    def _worths(self, player: Player) -> list[int]:
        return [self._worth(player, self.data["goals"]["cards"][n - 1]) for n in sorted(player.goals)]

    def _worth(self, player: Player, goal: dict[str, Any]) -> int:
        town = {cell: card["colour"] for cell, card in player.town.items()}
        rows = [[town[r, c] for c in range(4)] for r in range(4)]
        columns = [[town[r, c] for r in range(4)] for c in range(4)]
        kind, colour = goal["kind"], goal.get("colour")
        if kind == "three":
            times = sum(list(town.values()).count(each) == 3 for each in set(town.values()))
        elif kind == "group":
            times = sum(goal["least"] <= size <= goal["largest"] for size in groups(town))
        elif kind == "surround":
            beside = [[town[n] for n in around(cell) if n in town] for cell in town if town[cell] == colour]
            times = sum(len(set(colours)) == len(colours) for colours in beside)
        elif kind == "oneline":
            times = sum(line.count(colour) == 1 for line in rows + columns)
        elif kind == "rowdiff":
            times = sum(len(set(line)) == 4 for line in rows)
        elif kind == "coltwo":
            times = sum(len(set(line)) == 2 for line in columns)
        else:
            blocks = [[town[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
            times = sum(len(set(block)) == 4 for block in blocks)
        return times * int(goal["points"])


def around(cell: tuple[int, int]) -> Sequence[tuple[int, int]]:
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)


def groups(town: dict[tuple[int, int], str]) -> list[int]:
    """The sizes of all groups of one colour."""
    left, sizes = set(town), []
    while left:
        group = {left.pop()}
        while more := {n for cell in group for n in around(cell) if n in left and town[n] == town[cell]}:
            group |= more
            left -= more
        sizes.append(len(group))
    return sizes
