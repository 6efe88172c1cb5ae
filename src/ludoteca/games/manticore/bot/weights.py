"""What the features of `evaluation` are worth, read from `evaluation.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludoteca.datafiles.table import Table, read_file
from ludoteca.games.manticore.rules.actions import CLASSES, KINDS, STATS

FILE: Final = Path(__file__).with_name("evaluation.toml")
LONGEST_LIFE: Final = 20
STRIKES: Final = 7
MOST_HURT: Final = 6  # with more life nobody heals first, however much it makes of wounds


MISJUDGED: Final[dict[str, tuple[str, ...]]] = {
    **{kind: (f"gear.{kind}", f"quick_policy.token.{number}") for number, kind in enumerate(KINDS)},
    "power": ("quick_policy.reward", *[f"power.{stat}" for stat in STATS]),
    "city": (
        "monsters.in_city",
        "monsters.entry",
        "monsters.bite",
        "quick_policy.urgency",
        "quick_policy.besieged",
    ),
    "loot": ("gear.lying", "quick_policy.robbed"),
    "courage": ("quick_policy.danger",),
    "caution": ("quick_policy.sure_kill", "quick_policy.urgent_kill"),
    "odds": tuple(f"quick_policy.strike.{number}" for number in range(STRIKES)),
    "wounds": ("quick_policy.hurt",),
    "sleep": ("quick_policy.patient",),
    "far": ("roads.far_monster", "roads.far_robber"),
}
"""What a hero may misjudge, and which numbers of the file that changes."""


class Weights:
    """All weights, in points; the file says what each means.

    `rows` is one row of factors, one for each of `names`, by which a player misjudges things: see `bend`.
    """

    def __init__(self, root: Table) -> None:
        self.numbers: dict[str, float] = flat_numbers(root)
        self.names: list[str] = list(MISJUDGED)
        self.rows: list[list[float]] = [[1.0] * len(MISJUDGED)]
        try:
            self._adopt(self.numbers)
        except KeyError as missing:
            section, _, key = str(missing.args[0]).partition(".")
            raise root.table(section).fail(key, "found None; expected a number") from None

    def bend(self, factors: list[float]) -> None:
        """Take everything for so many times its worth until `straighten`, as a player who misjudges it."""
        numbers = self.numbers.copy()
        for place, name in enumerate(self.names):
            for key in MISJUDGED[name]:
                numbers[key] = self.numbers[key] * factors[place]
        self.rows = [factors]
        self._adopt(numbers)

    def straighten(self) -> None:
        """See everything as it is again."""
        self.rows = [[1.0] * len(self.names)]
        self._adopt(self.numbers)

    def _adopt(self, numbers: dict[str, float]) -> None:
        self.scale = numbers["chance.scale"]
        self.even = numbers["chance.even"]
        self.margin = numbers["chance.margin"]
        self.classes: list[float] = [numbers[f"classes.{word}"] for word in CLASSES]
        self.death = numbers["life.death"]
        self.life: list[float] = [-self.death]
        for left in range(1, LONGEST_LIFE + 1):
            self.life.append(numbers["life.whole"] * (1.0 - numbers["life.fading"] ** left))
        self.gear: list[float] = [numbers[f"gear.{kind}"] for kind in KINDS]
        self.bagged = numbers["gear.bagged"]
        self.lying = numbers["gear.lying"]
        self.power: list[float] = [numbers[f"power.{stat}"] for stat in STATS]
        self.best_power = max(self.power)
        self.reach = numbers["time.reach"]
        self.round = numbers["time.round"]
        self.goal = numbers["time.goal"]
        self.second = numbers["time.second"]
        self.in_city = numbers["monsters.in_city"]
        self.entry = numbers["monsters.entry"]
        self.bite = numbers["monsters.bite"]
        self.dread = numbers["monsters.dread"]
        self.patience = numbers["monsters.patience"]
        self.still = numbers["monsters.still"]
        self.prize = numbers["monsters.prize"]
        self.victory = numbers["manticore.victory"]
        self.wounds = numbers["manticore.wounds"]
        self.kill = numbers["manticore.kill"]
        self.asleep = numbers["manticore.asleep"]
        self.nap = numbers["manticore.nap"]
        self.meet = int(numbers["manticore.meet"])
        self.haste = numbers["manticore.haste"]
        self.share = numbers["manticore.share"]
        self.late = numbers["manticore.late"]
        self.token: list[float] = listed(numbers, "quick_policy.token", len(KINDS))
        straight = listed(self.numbers, "quick_policy.token", len(KINDS))
        self.overrated: list[float] = [
            max(1.0, self.token[kind] / straight[kind]) for kind in range(len(KINDS))
        ]
        self.edge = numbers["quick_policy.edge"]
        self.burden = numbers["quick_policy.burden"]
        self.handing = numbers["quick_policy.handing"]
        self.company = numbers["quick_policy.company"]
        self.lure = numbers["quick_policy.lure"]
        self.pause = numbers["quick_policy.pause"]
        self.hurt = min(int(numbers["quick_policy.hurt"] + 0.5), MOST_HURT)
        self.block = int(numbers["quick_policy.block"])
        self.strike: list[float] = listed(numbers, "quick_policy.strike", STRIKES)
        self.wounded = numbers["quick_policy.wounded"]
        self.sure_kill = numbers["quick_policy.sure_kill"]
        self.urgent_kill = numbers["quick_policy.urgent_kill"]
        self.soon = int(numbers["quick_policy.soon"])
        self.danger = numbers["quick_policy.danger"]
        self.patient = int(numbers["quick_policy.patient"] + 0.5)
        self.blows = int(numbers["quick_policy.blows"])
        self.near_city = int(numbers["quick_policy.near_city"])
        self.reward = numbers["quick_policy.reward"]
        self.urgency = numbers["quick_policy.urgency"]
        self.besieged = numbers["quick_policy.besieged"]
        self.robbed = numbers["quick_policy.robbed"]
        self.flag = numbers["quick_policy.flag"]
        self.blow_cost = numbers["quick_policy.blow_cost"]
        self.way = numbers["roads.way"]
        self.far_monster = numbers["roads.far_monster"]
        self.far_robber = numbers["roads.far_robber"]
        self.near_pile = numbers["roads.near_pile"]

    def life_of(self, left: float) -> float:
        """What so much life is worth, between two whole numbers too."""
        if left <= 0.0:
            return self.life[0]
        whole = int(left)
        if whole >= LONGEST_LIFE:
            return self.life[LONGEST_LIFE]
        return self.life[whole] + (left - whole) * (self.life[whole + 1] - self.life[whole])

    def life_lost(self, left: int, harm: float) -> float:
        """What it costs to lose so much of the life that is left."""
        return self.life_of(float(left)) - self.life_of(left - harm)


LISTS: Final = {"quick_policy.token": len(KINDS), "quick_policy.strike": STRIKES}


def flat_numbers(root: Table) -> dict[str, float]:
    """All numbers of the file by the names of their table and key; those of a list by their place too."""
    found: dict[str, float] = {}
    for section in root.names():
        if section == "origin":
            continue
        table = root.table(section)
        for key in table.names():
            name = f"{section}.{key}"
            if name in LISTS:
                for place, number in enumerate(reals(table, key, LISTS[name])):
                    found[f"{name}.{place}"] = number
            else:
                found[name] = real(table, key)
    return found


def listed(numbers: dict[str, float], name: str, length: int) -> list[float]:
    return [numbers[f"{name}.{place}"] for place in range(length)]


def real(table: Table, key: str) -> float:
    found = table.values.get(key)
    if not isinstance(found, int | float) or isinstance(found, bool):
        raise table.fail(key, f"found {found!r}; expected a number")
    return float(found)


def reals(table: Table, key: str, length: int) -> list[float]:
    found = table.values.get(key)
    if not isinstance(found, list) or len(found) != length:
        raise table.fail(key, f"found {found!r}; expected {length} numbers")
    return [float(number) for number in found]


def read_weights(path: Path = FILE) -> Weights:
    return Weights(read_file(path)[0])


WEIGHTS: Final = read_weights()
