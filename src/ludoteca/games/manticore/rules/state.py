"""What lies on the table in Manticore."""

from __future__ import annotations

from typing import Final, final

from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    BOOTS,
    INITIATIVE,
    LEVELS,
    MONSTERS,
    MOST_SEATS,
    STATS,
)
from ludoteca.games.manticore.rules.edition import CARDS, FIRST_PILE, LOCATIONS, ManticoreEdition
from ludoteca.kernel.actions import Action
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import NO_ACTIONS, State

# Beings: heroes are numbered like their seats, then come the monsters, then the Manticore.
FIRST_FOE: Final = MOST_SEATS
MANTICORE: Final = MOST_SEATS + MONSTERS
BEINGS: Final = MANTICORE + 1
EMPTY: Final = -1
NOWHERE: Final = -1
NO_CLASS: Final = -1

PREPARING: Final = 0
PAVING: Final = 1
HEROES: Final = 2
MONSTERS_ACT: Final = 3
MANTICORE_ACTS: Final = 4
CITY_SUFFERS: Final = 5

DEFAULT_TERMS: Final = -1
SPLIT_TERMS: Final = -2

STATS_EACH: Final = len(STATS)
NO_NUMBERS: Final[list[int]] = []  # for lists that are laid or copied right away


class Ruleset:
    """The rules this match is played by: its options and its edition, never changed while it lasts."""

    def __init__(self, setup: Setup) -> None:
        assert isinstance(setup.edition, ManticoreEdition)
        self.edition = setup.edition
        self.seats = setup.seats
        self.coop = setup.word("mode") == "coop"
        self.dice_order = setup.word("turn_order") == "dice"
        card = setup.word("manticore_card")
        if card == "auto":
            card = "scaled" if self.coop else "rival"
        self.manticore = self.edition.manticore_cards[CARDS.index(card)][setup.seats - 1]
        self.manticore_life = self.edition.manticore_life[setup.seats - 1]
        self.still_monsters = setup.on("still_monsters")
        self.monster_initiative = setup.number("monster_initiative")
        self.hidden = setup.on("hidden_artifacts")
        self.auto_wake = setup.number("auto_wake_round")
        if self.still_monsters and (self.auto_wake == 0 or self.auto_wake > EASY_WAKE):
            self.auto_wake = EASY_WAKE  # MAN-12.2
        self.max_rounds = setup.number("max_rounds")
        self.pvp_power = setup.number("pvp_power")
        self.roads_on_fireway = setup.on("roads_on_fireway")
        self.monster_boots = setup.word("monster_boots") == "count"


EASY_WAKE: Final = 5


@final
class ManticoreState(State):
    """Everything in flat lists of numbers: `worn[ARTIFACTS * seat + kind]` is the level that a hero wears.

    A stock of artifacts (`held`, `loot`) is packed into one number, see `gear`. Sets of beings, locations and
    road sides are bit masks. `road`, `joins` and `unseen` change only while the roads are paved; `open_sides`
    and `homeward` are found when all tokens lie; `klass` is replaced, never changed. Copies share what stays.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset.seats)
        self.ruleset = ruleset
        self.phase = PREPARING
        self.round = 0
        self.order: list[int] = NO_NUMBERS
        self.throws: list[int] = NO_NUMBERS
        # Beings
        self.occupant: list[int] = NO_NUMBERS
        self.cell: list[int] = NO_NUMBERS
        self.life: list[int] = NO_NUMBERS
        # Heroes
        self.klass: list[int] = NO_NUMBERS
        self.power: list[int] = NO_NUMBERS
        self.worn: list[int] = NO_NUMBERS
        self.held: list[int] = NO_NUMBERS
        self.bagged: list[int] = NO_NUMBERS
        self.spells: list[int] = NO_NUMBERS
        self.boots_since: list[int] = NO_NUMBERS
        self.prepaid: list[int] = NO_NUMBERS
        # Monsters
        self.loot: list[int] = NO_NUMBERS
        self.foe_spells: list[int] = NO_NUMBERS
        self.veiled: list[int] = NO_NUMBERS
        self.visited: list[int] = NO_NUMBERS
        self.city_since: list[int] = NO_NUMBERS
        self.awake = False
        self.fire_step = 0
        # Locations
        self.pile: list[int] = NO_NUMBERS
        self.pile_kind: list[int] = NO_NUMBERS
        self.known = 0
        self.opened = 0
        self.ground: list[int] = NO_NUMBERS
        self.gone: list[int] = NO_NUMBERS
        # Roads
        self.unseen: list[int] = NO_NUMBERS
        self.laid = 0
        self.token = -1
        self.spot = NOWHERE
        self.road: list[int] = NO_NUMBERS
        self.joins: list[int] = NO_NUMBERS
        self.reached = 0
        self.placeable: list[Action] = NO_ACTIONS
        self.open_sides = b""
        self.homeward: list[int] = NO_NUMBERS
        # The turn in hand
        self.active = -1
        self.pool = 0
        self.attacked = 0
        self.joint_made = 0
        self.void = 0
        self.declined = 0
        # The battle in hand
        self.deck: list[int] = NO_NUMBERS
        self.attackers = 0
        self.defenders = 0
        self.attack_type = 0
        self.responding = False
        self.leader = -1
        self.terms = DEFAULT_TERMS
        self.cast = 0
        self.attack_spells = 0
        self.defence_spells = 0
        self.shielded = False
        self.attack_die = 0

    def copy(self) -> ManticoreState:
        twin = ManticoreState(self.ruleset)
        self.share_agenda(twin)
        twin.phase = self.phase
        twin.round = self.round
        twin.order = self.order
        twin.throws = self.throws
        twin.occupant = self.occupant[:]
        twin.cell = self.cell[:]
        twin.life = self.life[:]
        twin.klass = self.klass
        twin.power = self.power[:]
        twin.worn = self.worn[:]
        twin.held = self.held[:]
        twin.bagged = self.bagged[:]
        twin.spells = self.spells[:]
        twin.boots_since = self.boots_since[:]
        twin.prepaid = self.prepaid[:]
        twin.loot = self.loot[:]
        twin.foe_spells = self.foe_spells[:]
        twin.veiled = self.veiled[:]
        twin.visited = self.visited[:]
        twin.city_since = self.city_since[:]
        twin.awake = self.awake
        twin.fire_step = self.fire_step
        twin.pile = self.pile[:]
        twin.pile_kind = self.pile_kind[:]
        twin.known = self.known
        twin.opened = self.opened
        twin.ground = self.ground[:]
        twin.gone = self.gone[:]
        twin.laid = self.laid
        twin.token = self.token
        twin.spot = self.spot
        paving = self.phase <= PAVING
        twin.unseen = self.unseen[:] if paving else self.unseen
        twin.road = self.road[:] if paving else self.road
        twin.joins = self.joins[:] if paving else self.joins
        twin.reached = self.reached
        twin.placeable = self.placeable
        twin.open_sides = self.open_sides
        twin.homeward = self.homeward
        twin.active = self.active
        twin.pool = self.pool
        twin.attacked = self.attacked
        twin.joint_made = self.joint_made
        twin.void = self.void
        twin.declined = self.declined
        twin.deck = self.deck[:]
        twin.attackers = self.attackers
        twin.defenders = self.defenders
        twin.attack_type = self.attack_type
        twin.responding = self.responding
        twin.leader = self.leader
        twin.terms = self.terms
        twin.cast = self.cast
        twin.attack_spells = self.attack_spells
        twin.defence_spells = self.defence_spells
        twin.shielded = self.shielded
        twin.attack_die = self.attack_die
        return twin

    def index(self, seat: int) -> int:
        """MAN-4.2: initiative of the card, Power points and working boots, less one per artifact in the
        bag.
        """
        found = (
            self.ruleset.edition.classes[self.klass[seat]].stats[INITIATIVE] + self.power[STATS_EACH * seat]
        )
        boots = self.worn[ARTIFACTS * seat + BOOTS]
        if boots > 0 and self.boots_since[seat] < self.round:
            found += boots  # MAN-5.5: not in the round in which they were put on
        found -= self.bagged[seat]
        return found if found > 0 else 0

    def spare(self, seat: int) -> int:
        """Initiative points a hero has left this round: of its turn, or for joint attacks before it
        (MAN-4.3).
        """
        if seat == self.active:
            return self.pool
        left = self.index(seat) - self.prepaid[seat]
        return left if left > 0 else 0

    def goes_after(self, seat: int, other: int) -> bool:
        """Whether a seat comes later in the turn order than another."""
        for first in self.order:
            if first == other:
                return True
            if first == seat:
                return False
        return False

    def put(self, being: int, cell: int) -> None:
        """A marker is put on a free cell, or moved there."""
        before = self.cell[being]
        if before != NOWHERE:
            self.occupant[before] = EMPTY
        self.cell[being] = cell
        self.occupant[cell] = being

    def remove(self, being: int) -> None:
        """A marker leaves the board."""
        self.occupant[self.cell[being]] = EMPTY
        self.cell[being] = NOWHERE
        self.life[being] = 0

    def stocked(self, location: int) -> bool:
        """Whether something still lies in a location."""
        return location >= FIRST_PILE and self.pile[location] > 0


def new_state(ruleset: Ruleset) -> ManticoreState:
    """An empty table for as many heroes as there are seats."""
    state = ManticoreState(ruleset)
    seats = ruleset.seats
    state.cell = [NOWHERE] * BEINGS
    state.life = [0] * BEINGS
    state.klass = [NO_CLASS] * seats
    state.power = [0] * (STATS_EACH * seats)
    state.worn = [0] * (ARTIFACTS * seats)
    state.held = [0] * seats
    state.bagged = [0] * seats
    state.spells = [0] * (2 * seats)
    state.boots_since = [0] * seats
    state.prepaid = [0] * seats
    state.loot = [0] * MONSTERS
    state.foe_spells = [0] * (2 * MONSTERS)
    state.veiled = [0] * MONSTERS
    state.visited = [0] * MONSTERS
    state.city_since = [0] * MONSTERS
    state.pile = [0] * LOCATIONS
    state.pile_kind = [location.holds for location in ruleset.edition.locations]
    state.ground = []
    state.gone = [0] * (8 * LEVELS)
    state.unseen = ruleset.edition.token_counts[:]
    state.deck = ruleset.edition.combat_deck[:]
    return state
