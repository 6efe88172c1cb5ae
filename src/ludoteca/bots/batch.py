"""Many tables of one set-up, stepped together: what learners see is written in place, only what has changed.

Every seat of every table has a row of slots; `seats[t]` is the awaited seat of table `t`, whose row is up to
date, and row `t` of `masks` is what it may do. Behind all these rows of seats come those that are shown, one
for each table: the row of its awaited seat once more, so that learners find them side by side.

When a match ends, `ended[t]` is 1 for one step, `rewards` holds what every seat won, and the next match of
the table has already begun.

Rewards may be shaped: every step then adds `shaping * potential after it - potential before it`, where the
potential of a seat is its chance of winning by the game's evaluation, and 0 once the match is over. Over a
whole match these terms add up to minus the potential at its first decision, whatever is played, so that
the best play stays the best.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from ludoteca.bots.bot import Bot, Deed, Perspective, Random, knowledge_of, observe
from ludoteca.bots.by_name import BotLike, seat_bot
from ludoteca.encoding.layout import Layout, Slots
from ludoteca.encoding.scribe import Scribe, SeatLayout, Teller
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.result import Result
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NO_ACTIONS, State

SEEDS: Final = 1 << 31


class Course:
    """How a match went: the number its luck comes from, and every action, chance included."""

    def __init__(self, deal: int) -> None:
        self.deal = deal
        self.actions: list[Action] = []


class Table:
    """One of the tables: its state, its luck, and the bots that sit there."""

    def __init__(self, luck: Stream, state: State) -> None:
        self.luck = luck
        self.state = state
        self.croupier = Seeded(0)
        self.bots: list[Bot | None] = []
        self.sources: list[Stream] = []
        self.stories: list[list[Deed]] = []
        self.scribes: list[Scribe] = []
        self.shown: Scribe | None = None
        """Whose row is shown."""
        self.masked: list[Action] = NO_ACTIONS
        """What its mask shows."""
        self.result: Result | None = None
        """The result of the match that ended in the last step."""
        self.course = Course(0)
        self.ended_course = Course(0)
        self.ended_result: Result | None = None
        """How the match went that ended last, perhaps some steps ago, and its result."""
        self.potentials: list[float] = []
        """What every seat's position was worth at the last decision; empty before the first one."""


class Tables:
    """Tables side by side. A table's matches depend on the seed, its number and its actions alone.

    `opponents` has a bot for every seat that no learner plays, and None for the others. The first table has
    the number `first`. `shaping` is the discount of shaped rewards; without it only the victory counts. With
    `remember`, every table keeps what its seats saw happen; it does so in any case for bots that think.
    `teller` tells a scribe what a seat knows, as the layout expects it.
    """

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        tables: int,
        layout: Layout,
        teller: Teller,
        opponents: Sequence[BotLike | None],
        shaping: float | None = None,
        first: int = 0,
        remember: bool = False,
    ) -> None:
        self.game = game
        self.setup = setup
        self.teller = teller
        self.opponents = list(opponents)
        self.with_bots = any([bot is not None for bot in opponents])
        self.remember = remember or any([bot is not None and bot != "random" for bot in opponents])
        self.decisions: list[Action] = list(game.catalogue.decisions)
        self.shaped = shaping is not None
        if self.shaped:
            knowledge_of(game)
        self.discount = 1.0 if shaping is None else shaping
        self.count = tables
        self.first = first
        self.size = layout.size
        self.actions = len(self.decisions)
        seats = setup.seats
        self.first_shown = 0 if seats == 1 else tables * seats
        """The first of the rows that are shown. A seat alone needs no second row."""
        self.rows = Slots((self.first_shown + tables) * self.size)
        self.finals = Slots(tables * self.size)
        """What the learner saw of a match that ended in the last step; with several learners, seat 0."""
        self.masks: vec[u8] = vec[u8]([0] * (tables * self.actions))
        self.seats: vec[i32] = vec[i32]([0] * tables)
        self.rewards: array[float] = array("f", bytes(4 * tables * seats))
        self.ended = bytearray(tables)
        self._no_rewards: array[float] = array("f", bytes(4 * setup.seats))
        self._nobody_ended = bytes(tables)
        self._learner = 0
        for seat, bot in enumerate(opponents):
            if bot is None:
                self._learner = seat
                break
        self._opening: State = game.start(setup)
        self._opening.settle()
        self.tables: list[Table] = [Table(Stream(0), self._opening) for _ in range(tables)]
        layouts = [SeatLayout(layout, seat) for seat in range(seats)]
        for number, table in enumerate(self.tables):
            table.scribes = [
                Scribe(layouts[seat], self.rows, (number * seats + seat) * self.size) for seat in range(seats)
            ]

    def reset(self, seed: int) -> None:
        """Begin every table anew."""
        self.ended[:] = self._nobody_ended
        for number, table in enumerate(self.tables):
            table.luck = Stream(seed, f"table {self.first + number}")
            table.result = None
            self._no_reward(number)
            self._begin(table)
            self._go_on(number, table)

    def step(self, actions: list[int]) -> None:
        """Take an action, by its index, at every table. If one of them is illegal, nothing changes."""
        if len(actions) != self.count:
            raise LudotecaError(f"{len(actions)} actions for {self.count} tables")
        for number in range(self.count):
            index = actions[number]
            if not 0 <= index < self.actions or not self.masks[number * self.actions + index]:
                raise LudotecaError(f"table {number}: action {index} is not legal now")
        for number in range(self.count):
            table = self.tables[number]
            if table.result is not None:
                table.result = None
                self.ended[number] = 0
                self._no_reward(number)
            elif self.shaped:
                self._no_reward(number)
            self._play(table, self.decisions[actions[number]])
            self._go_on(number, table)

    def results(self) -> list[tuple[int, Result]]:
        """The matches that ended in the last step, with the numbers of their tables."""
        found: list[tuple[int, Result]] = []
        for number in range(self.count):
            result = self.tables[number].result
            if result is not None:
                found.append((number, result))
        return found

    def _begin(self, table: Table) -> None:
        """Lay a table for its next match, with fresh bots."""
        luck = table.luck.below(SEEDS)
        table.croupier = Seeded(luck)
        table.course = Course(luck)
        table.potentials = []
        table.state = self._opening.copy()
        if self.with_bots:
            table.bots = [None if bot is None else seat_bot(bot) for bot in self.opponents]
        if self.with_bots or self.remember:
            table.sources = [Stream(luck, f"bot {seat}") for seat in range(self.setup.seats)]
        if self.remember:
            table.stories = [[] for _ in self.opponents]

    def _play(self, table: Table, action: Action) -> None:
        if self.remember:
            observe(table.stories, table.state, action)
        table.course.actions.append(action)
        table.state.play(action)

    def _go_on(self, number: int, table: Table) -> None:
        """Let chance and bots play until a learner is awaited, and write down what it sees."""
        while True:
            state = table.state
            if state.actor == CHANCE:
                self._play(table, table.croupier.settle(state))
            elif state.result is not None:
                self._end(number, table, state.result)
                self._begin(table)
            elif self.with_bots and table.bots[state.actor] is not None:
                self._play(table, self._choice(table, state))
            else:
                break
        if self.shaped:
            self._shape(number, table)
        self.seats[number] = state.actor
        self._tell(table, state.actor)
        self._show_row(number, table, state.actor)
        self._show_mask(number, table, state.choices)

    def _tell(self, table: Table, seat: int) -> None:
        """Bring the row of a seat up to date."""
        scribe = table.scribes[seat]
        scribe.begin()
        self.teller.tell(table.state, seat, scribe)
        scribe.end()

    def _show_row(self, number: int, table: Table, seat: int) -> None:
        """Show the row of a seat: that of the same seat as before is shown already."""
        scribe = table.scribes[seat]
        shown = table.shown
        if scribe is shown or self.first_shown == 0:
            return
        if shown is not None:
            shown.stop_repeating()
        scribe.repeat_at((self.first_shown + number) * self.size)
        table.shown = scribe

    def _show_mask(self, number: int, table: Table, choices: list[Action]) -> None:
        """Put what may be chosen into the mask of a table, instead of what was there."""
        masks = self.masks
        base: i64 = number * self.actions
        for action in table.masked:
            masks[base + action.index] = 0
        for action in choices:
            masks[base + action.index] = 1
        table.masked = choices

    def _choice(self, table: Table, state: State) -> Action:
        seat = state.actor
        bot = table.bots[seat]
        assert bot is not None
        source = table.sources[seat]
        if isinstance(bot, Random):
            return state.choices[source.below(len(state.choices))]
        perspective = Perspective(self.game, state, seat, source, table.stories[seat], (), self.setup)
        return bot.choose(perspective, source)

    def _end(self, number: int, table: Table, result: Result) -> None:
        table.result = result
        table.ended_course = table.course
        table.ended_result = result
        self.ended[number] = 1
        payoffs = result.payoffs()
        seats = self.setup.seats
        for seat in range(seats):
            potential = table.potentials[seat] if table.potentials else 0.0
            self.rewards[number * seats + seat] = payoffs[seat] - potential
        self._tell(table, self._learner)
        row = (number * seats + self._learner) * self.size
        self.finals.copy(number * self.size, self.rows.cells, row, self.size)

    def _shape(self, number: int, table: Table) -> None:
        """Reward every seat for what its position has gained since the last decision of the match."""
        potentials: list[float] = list(knowledge_of(self.game).win_chances(table.state))
        before = table.potentials
        if before:
            seats = self.setup.seats
            for seat in range(seats):
                self.rewards[number * seats + seat] = self.discount * potentials[seat] - before[seat]
        table.potentials = potentials

    def _no_reward(self, number: int) -> None:
        seats = self.setup.seats
        self.rewards[number * seats : (number + 1) * seats] = self._no_rewards
