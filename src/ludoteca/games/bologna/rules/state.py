"""What lies on the table in Bologna."""

from __future__ import annotations

from typing import Final, final

from ludoteca.games.bologna.rules.dice import KINDS
from ludoteca.games.bologna.rules.edition import BolognaEdition
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State

NO_ROLE: Final = -1


class Ruleset:
    """The rules this match is played by: its options and its edition, never changed while it lasts."""

    def __init__(self, setup: Setup) -> None:
        assert isinstance(setup.edition, BolognaEdition)
        self.edition = setup.edition
        self.seats = setup.seats
        self.duel = setup.seats == 2
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


@final
class BolognaState(State):
    """Tokens lie flat, four numbers a seat. Sets of roles are bit masks; dice are packed (see `dice`).

    `ruled_out[seat]` holds the roles that everybody knows the seat's present role not to be, and
    `lost_ruled_out[seat]` the same for each role it has lost in a duel: knowledge that the table has seen.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.pool: list[int] = []
        self.tokens: list[int] = []
        self.role: list[int] = []
        self.deck = 0
        self.lost_roles: list[list[int]] = []
        self.ruled_out: list[int] = []
        self.lost_ruled_out: list[list[int]] = []
        self.alive: list[bool] = []
        self.asleep: list[bool] = []
        self.sleep_tokens = 0
        self.deus = -1
        self.first = -1
        self.active = -1
        self.turn = 0
        self.round = 1
        self.leaders: list[int] = []
        self.throws: list[int] = []
        self.throw_rounds = 0
        self.left = 0
        self.kept = 0
        self.rolled = 0
        self.todo = 0
        self.rest = 0
        self.chosen = False
        self.fools = False
        self.miracle_used = False

    def copy(self) -> BolognaState:
        twin = BolognaState(self.ruleset)
        self.share_agenda(twin)
        twin.pool = self.pool[:]
        twin.tokens = self.tokens[:]
        twin.role = self.role[:]
        twin.deck = self.deck
        twin.lost_roles = [lost[:] for lost in self.lost_roles]
        twin.ruled_out = self.ruled_out[:]
        twin.lost_ruled_out = [lost[:] for lost in self.lost_ruled_out]
        twin.alive = self.alive[:]
        twin.asleep = self.asleep[:]
        twin.sleep_tokens = self.sleep_tokens
        twin.deus = self.deus
        twin.first = self.first
        twin.active = self.active
        twin.turn = self.turn
        twin.round = self.round
        twin.leaders = self.leaders
        twin.throws = self.throws
        twin.throw_rounds = self.throw_rounds
        twin.left = self.left
        twin.kept = self.kept
        twin.rolled = self.rolled
        twin.todo = self.todo
        twin.rest = self.rest
        twin.chosen = self.chosen
        twin.fools = self.fools
        twin.miracle_used = self.miracle_used
        return twin

    def holds(self, seat: int, kind: int) -> int:
        """How many tokens of a kind lie before a seat."""
        return self.tokens[KINDS * seat + kind]

    def discard(self, seat: int, kind: int, number: int = 1) -> None:
        """Tokens go back to the pool (BOL-1.3)."""
        self.tokens[KINDS * seat + kind] -= number
        self.pool[kind] += number

    def take(self, seat: int, kind: int) -> None:
        """A token comes from the pool."""
        self.tokens[KINDS * seat + kind] += 1
        self.pool[kind] -= 1

    def at_right_of(self, seat: int) -> int:
        """The nearest player still in the game before the seat in turn order."""
        other = seat
        for _ in range(self.seats):
            other = other - 1 if other > 0 else self.seats - 1
            if self.alive[other]:
                return other
        return -1
