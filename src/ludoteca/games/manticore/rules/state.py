"""What lies on the table in Manticore."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.manticore.rules.actions import BOOTS, INITIATIVE, KINDS, LEVELS, MONSTERS, MOST_SEATS
from ludoteca.games.manticore.rules.beings import NOWHERE, Battle, Beast, Being, Hero, Monster
from ludoteca.games.manticore.rules.edition import CARDS, LOCATIONS, ManticoreEdition
from ludoteca.games.manticore.rules.land import CELLS, FACING, NEAR, ROAD_PRICE, ROUGH_PRICE, SIDES
from ludoteca.kernel.actions import Action
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import NO_ACTIONS, State

# Beings: heroes are numbered like their seats, then come the monsters, then the Manticore.
FIRST_FOE: Final = MOST_SEATS
MANTICORE: Final = MOST_SEATS + MONSTERS
BEINGS: Final = MANTICORE + 1
EMPTY: Final = -1

PREPARING: Final = 0
PAVING: Final = 1
HEROES: Final = 2
MONSTERS_ACT: Final = 3
MANTICORE_ACTS: Final = 4
CITY_SUFFERS: Final = 5

EASY_WAKE: Final = 5

NOTHING_GONE: Final[tuple[int, ...]] = (0,) * (len(KINDS) * LEVELS)


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
        if self.still_monsters and not 0 < self.auto_wake < EASY_WAKE:
            self.auto_wake = EASY_WAKE  # MAN-12.2
        self.max_rounds = setup.number("max_rounds")
        self.pvp_power = setup.number("pvp_power")
        self.roads_on_fireway = setup.on("roads_on_fireway")
        self.monster_boots = setup.word("monster_boots") == "count"
        self.monsters_pass = setup.on("monsters_pass")


@final
class Roads:
    """The road tokens. They change only while they are paved; afterwards copies of a state share them.

    `sides` are the sides of each cell at which its token shows a road, `joins` those at which a new token
    would meet one (MAN-3.2). `open_sides`, `homeward` and `paved` are worked out when all tokens lie.
    """

    def __init__(self, edition: ManticoreEdition, model: Roads | None = None) -> None:
        self.edition = edition
        self.unseen: vec[i64] = vec[i64](edition.token_counts) if model is None else model.unseen[:]
        self.sides: vec[i64] = vec[i64]([0] * CELLS) if model is None else model.sides[:]
        self.joins: vec[i64] = vec[i64](edition.first_joins) if model is None else model.joins[:]
        self.laid: int = 0 if model is None else model.laid
        self.token: int = -1 if model is None else model.token
        self.spot: int = NOWHERE if model is None else model.spot
        self.reached: int = 0 if model is None else model.reached
        self.placeable: list[Action] = NO_ACTIONS if model is None else model.placeable
        self.open_sides: vec[i64] = vec[i64]() if model is None else model.open_sides
        self.homeward: vec[i64] = vec[i64]() if model is None else model.homeward
        self.paved: tuple[int, ...] = () if model is None else model.paved

    def copy(self) -> Roads:
        return Roads(self.edition, self)

    def price(self, cell: i64, d: i64) -> int:
        """MAN-4.8: the price of the step from a cell in a direction, once all tokens lie."""
        there: i64 = self.open_sides[NEAR[SIDES * cell + d]]
        if there == 0:
            return ROUGH_PRICE
        here: i64 = self.open_sides[cell]
        return ROAD_PRICE if here == 0 or (here & FACING[there]) >> d & 1 else ROUGH_PRICE


@final
class ManticoreState(State):
    """The table. Sets of beings, locations and road sides are bit masks; stocks of artifacts are packed into
    one number (see `gear`). Tuples are replaced, never changed, so that copies share them.

    `occupant` tells who stands on a cell. `pile` and `pile_kind` are by location. `pool` are the initiative
    points left to the `active` hero, `attacked` the enemies it has fought this turn, `joint_made` those
    attacked together this round, `void` those against whom nobody joined (MAN-7.2). `flag` is the cell where
    people would like bots to come, in worlds that bots think about: no rule reads it.
    """

    def __init__(self, ruleset: Ruleset, model: ManticoreState | None = None) -> None:
        super().__init__(ruleset.seats)
        edition = ruleset.edition
        self.ruleset = ruleset
        self.phase: int = PREPARING if model is None else model.phase
        self.round: int = 0 if model is None else model.round
        self.order: tuple[int, ...] = () if model is None else model.order
        self.throws: tuple[int, ...] = () if model is None else model.throws
        self.pile: tuple[int, ...] = (0,) * LOCATIONS if model is None else model.pile
        self.pile_kind: tuple[int, ...] = edition.pile_kinds if model is None else model.pile_kind
        self.known: int = 0 if model is None else model.known
        self.opened: int = 0 if model is None else model.opened
        self.ground: tuple[int, ...] = () if model is None else model.ground
        self.gone: tuple[int, ...] = NOTHING_GONE if model is None else model.gone
        self.active: int = -1 if model is None else model.active
        self.pool: int = 0 if model is None else model.pool
        self.attacked: int = 0 if model is None else model.attacked
        self.joint_made: int = 0 if model is None else model.joint_made
        self.void: int = 0 if model is None else model.void
        self.deck: tuple[int, ...] = edition.combat_deck if model is None else model.deck
        self.flag: int = NOWHERE if model is None else model.flag
        if model is None:
            self.occupant: vec[i64] = vec[i64]([EMPTY] * CELLS)
            self.heroes: list[Hero] = [Hero() for _ in range(ruleset.seats)]
            self.monsters: list[Monster] = [Monster() for _ in range(MONSTERS)]
            self.manticore: Beast = Beast()
            self.roads: Roads = Roads(edition)
            self.battle: Battle = Battle()
        else:
            model.share_agenda(self)
            self.occupant = model.occupant[:]
            self.heroes = [hero.copy() for hero in model.heroes]
            self.monsters = [monster.copy() for monster in model.monsters]
            self.manticore = model.manticore.copy()
            self.roads = model.roads.copy() if model.phase <= PAVING else model.roads
            self.battle = model.battle.copy()

    def copy(self) -> ManticoreState:
        return ManticoreState(self.ruleset, self)

    def being(self, number: int) -> Being:
        """The hero, the monster or the Manticore with this number."""
        if number < FIRST_FOE:
            return self.heroes[number]
        return self.manticore if number == MANTICORE else self.monsters[number - FIRST_FOE]

    def index(self, seat: int) -> int:
        """MAN-4.2: initiative of the card, Power points and working boots, less all that is in the bag."""
        hero = self.heroes[seat]
        found = self.ruleset.edition.classes[hero.klass].stats[INITIATIVE] + hero.power[INITIATIVE]
        # MAN-5.5: not in the round in which they were put on
        found += hero.worn[BOOTS] if hero.boots_since < self.round else hero.old_boots
        found -= hero.bagged
        return found if found > 0 else 0

    def spare(self, seat: int) -> int:
        """Initiative points left this round: of its turn, or for joint attacks before it (MAN-4.3)."""
        if seat == self.active:
            return self.pool
        left = self.index(seat) - self.heroes[seat].prepaid
        return left if left > 0 else 0

    def goes_after(self, seat: int, other: int) -> bool:
        """Whether a seat comes later in the turn order than another."""
        for first in self.order:
            if first == other:
                return True
            if first == seat:
                return False
        return False

    def awaits_turn(self, seat: int) -> bool:
        """Whether a hero's turn of this round is still to come."""
        active = self.active
        return self.phase == HEROES and active >= 0 and seat != active and self.goes_after(seat, active)

    def put(self, number: int, cell: int) -> None:
        """A being is put on a free cell, or moved there."""
        self.lift(number)
        self.being(number).cell = cell
        self.occupant[cell] = number

    def lift(self, number: int) -> None:
        """A being is taken off its cell."""
        being = self.being(number)
        if being.cell != NOWHERE:
            self.occupant[being.cell] = EMPTY
        being.cell = NOWHERE

    def remove(self, number: int) -> None:
        """A being leaves the board."""
        self.lift(number)
        self.being(number).life = 0


def replaced(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """The tuple with another number in one place."""
    found = list(numbers)
    found[place] = number
    return tuple(found)
