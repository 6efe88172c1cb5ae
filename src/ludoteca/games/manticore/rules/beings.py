"""Who stands on the board: heroes, monsters and the Manticore; and the battle between two sides of them.

A record's fields have one line each: what they are at first, and what a copy takes from its model.
"""

from __future__ import annotations

from typing import Final, final

NOWHERE: Final = -1
NO_CLASS: Final = -1
NO_POWER: Final[tuple[int, ...]] = (0, 0, 0, 0, 0)
NOTHING_WORN: Final[tuple[int, ...]] = (0, 0, 0, 0, 0, 0)
NO_SPELLS: Final[tuple[int, ...]] = (0, 0)
USUAL_SHARES: Final[tuple[int, ...]] = (-1, -1, -1)


class Being:
    """Whoever stands on the board: a cell and a life."""

    def __init__(self, model: Being | None = None) -> None:
        self.cell: int = NOWHERE if model is None else model.cell
        self.life: int = 0 if model is None else model.life


@final
class Hero(Being):
    """A seat's hero. `power` are Power points by characteristic, `worn` the level worn of each artifact,
    `spells` the level held of each spell. `held` is the stock of all its artifacts (see `gear`), `bagged`
    how many of them it does not wear. `old_boots` is the level of the boots in which it begins its turn
    although stronger ones have come (MAN-5.5). `prepaid` counts joint attacks before its turn (MAN-7.3),
    `declined` is the set of artifacts it did not want this turn (MAN-5.7).
    """

    def __init__(self, model: Hero | None = None) -> None:
        super().__init__(model)
        self.klass: int = NO_CLASS if model is None else model.klass
        self.heroine: bool = False if model is None else model.heroine
        self.power: tuple[int, ...] = NO_POWER if model is None else model.power
        self.worn: tuple[int, ...] = NOTHING_WORN if model is None else model.worn
        self.spells: tuple[int, ...] = NO_SPELLS if model is None else model.spells
        self.held: int = 0 if model is None else model.held
        self.bagged: int = 0 if model is None else model.bagged
        self.boots_since: int = 0 if model is None else model.boots_since
        self.old_boots: int = 0 if model is None else model.old_boots
        self.prepaid: int = 0 if model is None else model.prepaid
        self.declined: int = 0 if model is None else model.declined

    def copy(self) -> Hero:
        return Hero(self)


@final
class Monster(Being):
    """A monster of the roads. `loot` is the stock of artifacts it carries, `veiled` what it took face down
    (see `gear`), `visited` the set of locations it has robbed, `city_since` the round it entered the City,
    `passed` the round in which it gave way to another (MAN-9.4).
    """

    def __init__(self, model: Monster | None = None) -> None:
        super().__init__(model)
        self.loot: int = 0 if model is None else model.loot
        self.spells: tuple[int, ...] = NO_SPELLS if model is None else model.spells
        self.veiled: int = 0 if model is None else model.veiled
        self.visited: int = 0 if model is None else model.visited
        self.city_since: int = 0 if model is None else model.city_since
        self.passed: int = 0 if model is None else model.passed

    def copy(self) -> Monster:
        return Monster(self)


@final
class Beast(Being):
    """The Manticore itself; `step` is how far down the Fireway it has come."""

    def __init__(self, model: Beast | None = None) -> None:
        super().__init__(model)
        self.awake: bool = False if model is None else model.awake
        self.step: int = 0 if model is None else model.step

    def copy(self) -> Beast:
        return Beast(self)


@final
class Battle:
    """The battle in hand, or the last one: two sets of beings, how they fight, and who leads the heroes.

    `shares` are the seats that take the first and the second Power point and the artifact, negative where
    nothing was agreed on (MAN-7.7); `cast` is the set of spells cast in the attack, and the
    strengths of the spells on both sides are added up.
    """

    def __init__(self, model: Battle | None = None) -> None:
        self.attackers: int = 0 if model is None else model.attackers
        self.defenders: int = 0 if model is None else model.defenders
        self.attack_type: int = 0 if model is None else model.attack_type
        self.responding: bool = False if model is None else model.responding
        self.leader: int = -1 if model is None else model.leader
        self.shares: tuple[int, ...] = USUAL_SHARES if model is None else model.shares
        self.cast: int = 0 if model is None else model.cast
        self.attack_spells: int = 0 if model is None else model.attack_spells
        self.defence_spells: int = 0 if model is None else model.defence_spells
        self.shielded: bool = False if model is None else model.shielded
        self.attack_die: int = 0 if model is None else model.attack_die

    def copy(self) -> Battle:
        return Battle(self)
