"""What every part of the picture has at hand: view, edition, map, words, choices."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ludoteca import draw as d
from ludoteca.games.manticore.board.chart import Chart
from ludoteca.games.manticore.board.gestures import Paths
from ludoteca.games.manticore.board.walks import surveyed, walks
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import (
    AMULET,
    ATTACK,
    BOOTS,
    BOW,
    DEFENSE,
    HELMET,
    INITIATIVE,
    MAGIC,
    MOST_SEATS,
    SHIELD,
    SHOOTING,
    SWORD,
)
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import ManticoreEdition
from ludoteca.games.manticore.rules.land import direction
from ludoteca.games.manticore.rules.paths import by_cell, ways_to_city
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, MANTICORE
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

# What a hero brings: the characteristic, the artifact that raises it, a name of its own where needed.
SUMS = (
    (INITIATIVE, BOOTS, ""),
    (ATTACK, SWORD, ""),
    (SHOOTING, BOW, ""),
    (DEFENSE, SHIELD, ""),
    (MAGIC, AMULET, "magic_attack"),
    (MAGIC, HELMET, "magic_protection"),
)
FIRE_STAGES = (3, 7)  # from these steps on the Manticore is red, and aflame


class Sum(NamedTuple):
    """One of the six numbers of a hero: its name, the parts of it, and the total."""

    name: str
    parts: tuple[str, ...]
    total: int

    @property
    def words(self) -> str:
        return f"{' '.join(self.parts)} = {self.total}" if len(self.parts) > 1 else str(self.total)


class TableKit(d.Kit):
    """The kit of one picture of Manticore."""

    def __init__(
        self, view: ManticoreView, speaker: Speaker, choices: Choices, narrow: bool, chart: Chart
    ) -> None:
        assert isinstance(speaker.edition, ManticoreEdition)
        self.walks = {
            cell: walk
            for cell, walk in walks(view, speaker.edition).items()
            if not narrow or chart.shows(cell)
        }
        """What one touch on a far cell costs, and the way there."""
        paths = Paths(view, speaker.edition, self.walks)
        super().__init__(speaker, choices, narrow, paths, paths.walking)
        self.view = view
        self.edition = speaker.edition
        self.chart = chart
        self.standing = {cell: being for being, cell in enumerate(view.cell) if cell != NOWHERE}
        self.small = 14.0 if narrow else 12.5
        """The size of the smallest words."""
        self.reach = 22.0 if narrow else 17.0
        """From the middle of the smallest target to its rim."""

    def touching(self, key: str) -> d.Touch | d.Place:
        """For a piece that takes part in a gesture now; nothing for one that does not."""
        return self.touch(key) if self.concerns(key) else d.Place()

    @property
    def seat(self) -> int:
        """Whose plate lies nearest: the viewer's, or the acting hero's for those who watch."""
        if self.view.viewer >= 0:
            return self.view.viewer
        return max(0, self.view.active)

    @property
    def around_table(self) -> list[int]:
        """All seats in turn order, the nearest plate first."""
        order = list(self.view.order) or list(range(len(self.view.classes)))
        start = order.index(self.seat)
        return order[start:] + order[:start]

    # What follows from the view

    def figure(self, seat: int) -> str:
        """What a hero or a heroine is called."""
        klass = self.view.classes[seat]
        if klass < 0:
            return self.say("no_class")
        return self.noun("heroine" if self.view.heroines[seat] else "class", klass)

    def being(self, being: int) -> str:
        """The name of a player, or what a foe is called."""
        return self.name(being) if being < MOST_SEATS else self.noun("foe", being)

    def points(self, seat: int) -> int:
        """Initiative points a hero has left this round."""
        if seat == self.view.active:
            return self.view.pool
        return max(0, self.view.index[seat] - self.view.prepaid[seat])

    def most_points(self, seat: int) -> int:
        """What a turn brings: as much as the index, or more where boots were changed in this turn."""
        return max(self.view.index[seat], self.points(seat))

    def boots(self, seat: int) -> int:
        """What boots add to the index; while new ones wait, those in which the turn begins (MAN-5.5)."""
        view = self.view
        if not view.waiting_boots[seat]:
            return view.worn[seat][BOOTS]
        own = self.edition.classes[view.classes[seat]].stats[INITIATIVE] + view.power[seat][INITIATIVE]
        return max(0, view.index[seat] + len(view.bag[seat]) - own) if view.index[seat] else 0

    def sums(self, seat: int) -> list[Sum]:
        """Six numbers: card, Power points and artifact. Magic attacks with the amulet, protects with the
        helmet."""
        view = self.view
        found = []
        for stat, artifact, name in SUMS:
            card = self.edition.classes[view.classes[seat]].stats[stat]
            worn = self.boots(seat) if artifact == BOOTS else view.worn[seat][artifact]
            power = view.power[seat][stat]
            parts = [str(card), *([f"+{power}"] if power else []), *([f"+{worn}"] if worn else [])]
            total = card + power + worn
            if stat == INITIATIVE:
                parts += [f"−{len(view.bag[seat])}"] if view.bag[seat] else []
                total = view.index[seat]
            found.append(Sum(self.within(name) if name else self.noun("stat", stat), tuple(parts), total))
        return found

    def strength(self, being: int, stat: int, artifact: int) -> tuple[int, int]:
        """What somebody brings to a battle: the characteristic, and the artifact that belongs to it."""
        view = self.view
        if being < MOST_SEATS:
            card = self.edition.classes[view.classes[being]].stats[stat]
            return card + view.power[being][stat], view.worn[being][artifact]
        if being == MANTICORE:
            return view.manticore[stat], 0
        number = being - FIRST_FOE
        carried = [level for kind, level in view.loot[number] if kind == artifact]
        return self.edition.monster_level[number], max(carried, default=0)

    @property
    def beast_stage(self) -> int:
        """How red the Manticore is: 0 asleep, 1 tawny, 2 red, 3 aflame."""
        if not self.view.awake:
            return 0
        return 1 + sum(self.view.fire_step >= step for step in FIRE_STAGES)

    @property
    def beast_steps(self) -> int:
        """How many steps the Manticore is from the City."""
        return len(self.edition.fireway) - 1 - self.view.fire_step

    def rounds_home(self, number: int) -> int:
        """In how many rounds a monster is in the City if nobody stops it and nothing tempts it."""
        cell = self.view.cell[FIRST_FOE + number]
        if self.edition.aggressive[number] or self.view.stage < HEROES:
            return self.edition.city_distance(cell)
        way = _ways_home(self.edition, self.view.roads)[cell]
        return way // 100 + way % 100

    def step_price(self, cell: int) -> int:
        """MAN-4.8: what the one step to a cell beside the hero costs, though a way around may cost less."""
        here = self.view.cell[self.view.actor]
        return surveyed(self.edition, self.view.roads).price(here, direction(here, cell))

    def price(self, cell: int) -> int:
        """What a touch on a cell costs: the one step, or the walk there."""
        return self.walks[cell].price if cell in self.walks else self.step_price(cell)

    def within(self, key: str, **values: int | str) -> str:
        """A phrase as it stands within a sentence."""
        said = self.say(key, "board", **values)
        return said[:1].lower() + said[1:]

    def reason(self, number: int) -> str:
        """Why a monster goes where it goes."""
        view = self.view
        if 0 <= self.standing.get(view.intent[number], NOWHERE) < MOST_SEATS:
            return self.within("why_attack")
        if view.detour[number] != NOWHERE:
            return self.within("why_detour", location=self.noun("location", view.detour[number]))
        return self.within("why_straight" if self.edition.aggressive[number] else "why_road")

    def token(self, kind: int, level: int) -> str:
        """An artifact or a spell in words."""
        return f"{self.noun('kind', kind)} {level}"


@lru_cache(maxsize=64)
def _ways_home(edition: ManticoreEdition, sides: tuple[int, ...]) -> list[int]:
    return by_cell(ways_to_city(edition, surveyed(edition, sides).open_sides))
