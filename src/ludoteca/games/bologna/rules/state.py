"""What lies on the table in Bologna."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bologna.rules.dice import KINDS
from ludoteca.games.bologna.rules.edition import BolognaEdition
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State

NO_ROLE: Final = -1
MOST_REROLLS: Final = 20
"""Enough for any quarrel over a roll: without a limit two neighbours could go on for ever (BOL-5.5)."""


def most_rerolls(setup: Setup) -> int:
    """How often the Deus-Ex Machina may be used in a turn (BOL-5.5)."""
    return 1 if setup.word("rerolls") == "once" else MOST_REROLLS


class Ruleset:
    """The rules this match is played by: its options and its edition, never changed while it lasts."""

    def __init__(self, setup: Setup) -> None:
        assert isinstance(setup.edition, BolognaEdition)
        self.edition = setup.edition
        self.seats = setup.seats
        self.duel = setup.seats == 2
        self.with_brigand = setup.seats == 7
        self.deus_ex_machina = setup.on("deus_ex_machina")
        self.deadly_sins = setup.on("deadly_sins")
        self.pork_feast = setup.on("pork_feast")
        self.earthquake = setup.on("earthquake")
        self.feast_of_fools = setup.on("feast_of_fools")
        self.forced_pairs = setup.word("pairs") == "forced"
        self.self_target = setup.on("self_target")
        self.attacker_picks = setup.word("revolution_choice") == "attacker"
        self.events_count_kept = setup.on("events_count_kept")
        self.brigand_without_towers = setup.word("brigand_towers") == "zero"
        self.guess_required = setup.word("duel_guess") == "required"
        self.empty_deck_loses = setup.word("duel_empty_deck") == "lose"
        self.rolloff = setup.word("first_player") == "rolloff"
        self.round_cap = setup.number("round_cap")
        self.most_rerolls = most_rerolls(setup)


@final
class LostRole:
    """A role lost in a duel, and the bit set of the roles that everybody knows it not to be."""

    def __init__(self, role: int, ruled_out: int) -> None:
        self.role = role
        self.ruled_out = ruled_out


@final
class Player:
    """What lies before one seat, its tokens counted by kind.

    `ruled_out` is the bit set of the roles that everybody knows the present role not to be. `lost` holds the
    roles lost in a duel; copies share the list, so it is replaced, never changed.
    """

    def __init__(self, model: Player | None = None) -> None:
        self.tokens: vec[i64] = vec[i64]([0] * KINDS) if model is None else model.tokens[:]
        self.role: int = NO_ROLE if model is None else model.role
        self.ruled_out: int = 0 if model is None else model.ruled_out
        self.lost: list[LostRole] = NOTHING_LOST if model is None else model.lost
        self.alive: bool = True if model is None else model.alive
        self.asleep: bool = False if model is None else model.asleep

    def copy(self) -> Player:
        return Player(self)


@final
class BolognaState(State):
    """The table. Dice are packed (see `dice`); `deck` is the bit set of the roles that nobody has drawn.

    `left` are the two dice received, `kept` and `rolled` those of this turn. Once three of them are `chosen`,
    `todo` are those still to be used and `rest` the two to be passed on. `leaders` and `throws` are replaced,
    never changed.
    """

    def __init__(self, ruleset: Ruleset, model: BolognaState | None = None) -> None:
        """Every field has one line: what it is at first, and what a copy takes from its model."""
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.players: list[Player] = [] if model is None else [player.copy() for player in model.players]
        self.pool: vec[i64] = vec[i64](ruleset.edition.supply) if model is None else model.pool[:]
        self.deck: int = 0 if model is None else model.deck
        self.sleep_tokens: int = ruleset.edition.skip_tokens if model is None else model.sleep_tokens
        self.deus: int = -1 if model is None else model.deus
        self.first: int = -1 if model is None else model.first
        self.active: int = -1 if model is None else model.active
        self.turn: int = 0 if model is None else model.turn
        self.round: int = 1 if model is None else model.round
        self.leaders: list[int] = [] if model is None else model.leaders
        self.throws: list[int] = [] if model is None else model.throws
        self.throw_rounds: int = 0 if model is None else model.throw_rounds
        self.left: int = 0 if model is None else model.left
        self.kept: int = 0 if model is None else model.kept
        self.rolled: int = 0 if model is None else model.rolled
        self.todo: int = 0 if model is None else model.todo
        self.rest: int = 0 if model is None else model.rest
        self.chosen: bool = False if model is None else model.chosen
        self.fools: bool = False if model is None else model.fools
        self.rerolls: int = 0 if model is None else model.rerolls
        if model is not None:
            model.share_agenda(self)

    def copy(self) -> BolognaState:
        return BolognaState(self.ruleset, self)

    def holds(self, seat: int, kind: int) -> int:
        """How many tokens of a kind lie before a seat."""
        return self.players[seat].tokens[kind]

    def discard(self, seat: int, kind: int, number: int = 1) -> None:
        """Tokens go back to the pool (BOL-1.3)."""
        self.players[seat].tokens[kind] -= number
        self.pool[kind] += number

    def discard_all(self, seat: int) -> None:
        for kind in range(KINDS):
            self.discard(seat, kind, self.holds(seat, kind))

    def take(self, seat: int, kind: int) -> None:
        """A token comes from the pool."""
        self.players[seat].tokens[kind] += 1
        self.pool[kind] -= 1

    def at_right_of(self, seat: int) -> int:
        """The nearest player still in the game before the seat in turn order."""
        other = seat
        for _ in range(self.seats):
            other = other - 1 if other > 0 else self.seats - 1
            if self.players[other].alive:
                return other
        return -1


NOTHING_LOST: Final[list[LostRole]] = []
