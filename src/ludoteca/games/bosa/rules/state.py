"""What lies on the table in Bosa."""

from __future__ import annotations

from typing import Final, final

from ludoteca.games.bosa.rules.actions import (
    CELLS,
    COLOURS,
    GOAL_CARDS,
    SEASON_CARDS,
    SLOTS,
    START_CARDS,
    TURNS,
)
from ludoteca.games.bosa.rules.edition import NOTHING, BosaEdition, Card, cards_in_season
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State

NO_CELLS: Final[list[int]] = []
FULL_STACK: Final = (1 << SEASON_CARDS) - 1

ASK_COINS: Final = 0
ASK_ALWAYS: Final = 1
ASK_NEVER: Final = 2
PROMPTS: Final = ["coins", "always", "never"]


class Ruleset:
    """The rules this match is played by: its options and its edition, never changed while it lasts."""

    def __init__(self, setup: Setup) -> None:
        assert isinstance(setup.edition, BosaEdition)
        self.edition = setup.edition
        self.cap = setup.edition.cap
        self.seats = setup.seats
        self.turns = TURNS * setup.seats
        self.stack = cards_in_season(setup.seats)
        self.goals = setup.on("goals")
        self.random_start = setup.word("first_player") == "random"
        self.prompts = PROMPTS.index(setup.word("gain_prompts"))
        self.ask_goals = setup.on("goals") and setup.word("goal_choice") == "ask"
        self.limited = setup.word("coin_supply") == "limited"
        self.confirm = setup.on("confirm_turn")


@final
class Town:
    """One player's board and townscape.

    `grid` holds the card of each cell, `filled` the same as a bit set, `counts` the buildings of each colour.
    The score is the sum of its parts: `sold` by actions, `patronage`, `leftovers` and `goal_points`. `goals`
    is a bit set of Goal cards, `chosen` the pair picked of them.
    """

    def __init__(self) -> None:
        self.grid: list[int] = []
        self.filled = 0
        self.counts: list[int] = []
        self.goods: list[int] = []
        self.coins = 0
        self.score = 0
        self.sold = 0
        self.patronage = 0
        self.leftovers = 0
        self.goal_points = 0
        self.goals = 0
        self.chosen = NOTHING

    def copy(self) -> Town:
        twin = Town()
        twin.grid = self.grid[:]
        twin.filled = self.filled
        twin.counts = self.counts[:]
        twin.goods = self.goods[:]
        twin.coins = self.coins
        twin.score = self.score
        twin.sold = self.sold
        twin.patronage = self.patronage
        twin.leftovers = self.leftovers
        twin.goal_points = self.goal_points
        twin.goals = self.goals
        twin.chosen = self.chosen
        return twin

    def build(self, cell: int, card: Card) -> None:
        """A card comes to lie in a cell for good (BOS-3.6)."""
        self.grid[cell] = card.number
        self.filled |= 1 << cell
        self.counts[card.colour] += 1


def new_town(edition: BosaEdition) -> Town:
    """BOS-1.6, 1.7, 1.10: a board with its first resources and coins, and no building yet."""
    town = Town()
    town.grid = [NOTHING] * CELLS
    town.counts = [0] * COLOURS
    town.goods = edition.start_goods[:]
    town.coins = edition.start_coins
    return town


@final
class BosaState(State):
    """The table. Stacks are bags: `unseen` is the bit set of this season's cards that nobody has seen yet.

    `stack` is how many of them may still come. `line` holds the cells that act this turn, in order, and
    `fired` how many of them are done; the list is one of a few shared ones and never changed. `held` is the
    card taken and not yet placed, `cell` where the last one was placed, `copied` the cell being copied.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.season = 0
        self.turn = 0
        self.first = NOTHING
        self.current = NOTHING
        self.market: list[int] = []
        self.unseen = 0
        self.stack = 0
        self.start_cards = (1 << START_CARDS) - 1
        self.goal_cards = (1 << GOAL_CARDS) - 1
        self.held = NOTHING
        self.cell = NOTHING
        self.line = NO_CELLS
        self.fired = 0
        self.copied = NOTHING
        self.towns: list[Town] = []

    def copy(self) -> BosaState:
        twin = BosaState(self.ruleset)
        self.share_agenda(twin)
        twin.season = self.season
        twin.turn = self.turn
        twin.first = self.first
        twin.current = self.current
        twin.market = self.market[:]
        twin.unseen = self.unseen
        twin.stack = self.stack
        twin.start_cards = self.start_cards
        twin.goal_cards = self.goal_cards
        twin.held = self.held
        twin.cell = self.cell
        twin.line = self.line
        twin.fired = self.fired
        twin.copied = self.copied
        twin.towns = [town.copy() for town in self.towns]
        return twin

    def tray(self) -> int:
        """The coins that nobody holds."""
        held = 0
        for town in self.towns:
            held += town.coins
        return self.ruleset.edition.coin_tokens - held

    def acting(self) -> Card:
        """The card whose turn has come in the line."""
        town = self.towns[self.current]
        return self.ruleset.edition.cards[town.grid[self.line[self.fired]]]


def empty_market() -> list[int]:
    return [NOTHING] * SLOTS


def nth_bit(bits: int, n: int) -> int:
    """The position of the n-th set bit, counting from 0."""
    for _ in range(n):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1
