"""What lies on the table in Bosa."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bosa.rules.actions import (
    CELLS,
    COLOURS,
    GOAL_CARDS,
    RESOURCES,
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

PROMPTS: Final = ["always", "coins", "never"]


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
        self.ask_always = setup.word("gain_prompts") == "always"
        self.ask_coins = setup.word("gain_prompts") == "coins"
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

    def __init__(self, model: Town | None = None) -> None:
        self.grid: vec[i64] = vec[i64]([NOTHING] * CELLS) if model is None else model.grid[:]
        self.filled: int = 0 if model is None else model.filled
        self.counts: vec[i64] = vec[i64]([0] * COLOURS) if model is None else model.counts[:]
        self.goods: vec[i64] = vec[i64]([0] * len(RESOURCES)) if model is None else model.goods[:]
        self.coins: int = 0 if model is None else model.coins
        self.score: int = 0 if model is None else model.score
        self.sold: int = 0 if model is None else model.sold
        self.patronage: int = 0 if model is None else model.patronage
        self.leftovers: int = 0 if model is None else model.leftovers
        self.goal_points: int = 0 if model is None else model.goal_points
        self.goals: int = 0 if model is None else model.goals
        self.chosen: int = NOTHING if model is None else model.chosen

    def copy(self) -> Town:
        return Town(self)

    def build(self, cell: int, card: Card) -> None:
        """A card comes to lie in a cell for good (BOS-3.6)."""
        self.grid[cell] = card.number
        self.filled |= 1 << cell
        self.counts[card.colour] += 1


def new_town(edition: BosaEdition) -> Town:
    """BOS-1.6, 1.7, 1.10: a board with its first resources and coins, and no building yet."""
    town = Town()
    town.goods = vec[i64](edition.start_goods)
    town.coins = edition.start_coins
    return town


@final
class BosaState(State):
    """The table. Stacks are bags: `unseen` is the bit set of this season's cards that nobody has seen yet.

    `stack` is how many of them may still come. `line` holds the cells that act this turn, in order, and
    `fired` how many of them are done; the list is one of a few shared ones and never changed. `held` is the
    card taken and not yet placed, `cell` where the last one was placed, `copied` the cell being copied.
    """

    def __init__(self, ruleset: Ruleset, model: BosaState | None = None) -> None:
        """Every field has one line: what it is at first, and what a copy takes from its model."""
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.season: int = 0 if model is None else model.season
        self.turn: int = 0 if model is None else model.turn
        self.first: int = NOTHING if model is None else model.first
        self.current: int = NOTHING if model is None else model.current
        self.market: list[int] = empty_market() if model is None else model.market[:]
        self.unseen: int = 0 if model is None else model.unseen
        self.stack: int = 0 if model is None else model.stack
        self.start_cards: int = (1 << START_CARDS) - 1 if model is None else model.start_cards
        self.goal_cards: int = (1 << GOAL_CARDS) - 1 if model is None else model.goal_cards
        self.held: int = NOTHING if model is None else model.held
        self.cell: int = NOTHING if model is None else model.cell
        self.line: list[int] = NO_CELLS if model is None else model.line
        self.fired: int = 0 if model is None else model.fired
        self.copied: int = NOTHING if model is None else model.copied
        self.towns: list[Town] = [] if model is None else [town.copy() for town in model.towns]
        if model is not None:
            model.share_agenda(self)

    def copy(self) -> BosaState:
        return BosaState(self.ruleset, self)

    def tray(self) -> int:
        """The coins that nobody holds."""
        held = 0
        for town in self.towns:
            held += town.coins
        return self.ruleset.edition.coin_tokens - held

    def unseen_cards(self) -> list[int]:
        """The cards of this season that nobody has seen yet."""
        first = START_CARDS + SEASON_CARDS * (self.season - 1)
        return [first + card for card in range(SEASON_CARDS) if (self.unseen >> card) & 1]

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
