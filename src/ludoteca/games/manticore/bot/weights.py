"""What the features of `evaluation` are worth, read from `evaluation.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludoteca.datafiles.table import Table, read_file
from ludoteca.games.manticore.rules.actions import CLASSES, KINDS, STATS

FILE: Final = Path(__file__).with_name("evaluation.toml")
LONGEST_LIFE: Final = 20
STRIKES: Final = 7


class Weights:
    """All weights, in points; the file says what each means."""

    def __init__(self, root: Table) -> None:
        chance = root.table("chance")
        self.scale = real(chance, "scale")
        self.even = real(chance, "even")
        classes = root.table("classes")
        self.classes: list[float] = [real(classes, word) for word in CLASSES]
        life = root.table("life")
        self.death = real(life, "death")
        self.life: list[float] = [-self.death]
        for left in range(1, LONGEST_LIFE + 1):
            self.life.append(real(life, "whole") * (1.0 - real(life, "fading") ** left))
        gear = root.table("gear")
        self.gear: list[float] = [real(gear, kind) for kind in KINDS]
        self.bagged = real(gear, "bagged")
        self.lying = real(gear, "lying")
        power = root.table("power")
        self.power: list[float] = [real(power, stat) for stat in STATS]
        self.best_power = max(self.power)
        time = root.table("time")
        self.reach = real(time, "reach")
        self.round = real(time, "round")
        self.goal = real(time, "goal")
        self.second = real(time, "second")
        monsters = root.table("monsters")
        self.in_city = real(monsters, "in_city")
        self.entry = real(monsters, "entry")
        self.bite = real(monsters, "bite")
        self.dread = real(monsters, "dread")
        self.patience = real(monsters, "patience")
        self.still = real(monsters, "still")
        self.prize = real(monsters, "prize")
        manticore = root.table("manticore")
        self.victory = real(manticore, "victory")
        self.wounds = real(manticore, "wounds")
        self.kill = real(manticore, "kill")
        self.asleep = real(manticore, "asleep")
        self.nap = real(manticore, "nap")
        self.meet = int(real(manticore, "meet"))
        self.haste = real(manticore, "haste")
        self.share = real(manticore, "share")
        self.late = real(manticore, "late")
        policy = root.table("quick_policy")
        self.token: list[float] = reals(policy, "token", len(KINDS))
        self.edge = real(policy, "edge")
        self.burden = real(policy, "burden")
        self.handing = real(policy, "handing")
        self.company = real(policy, "company")
        self.lure = real(policy, "lure")
        self.pause = real(policy, "pause")
        self.hurt = int(real(policy, "hurt"))
        self.block = int(real(policy, "block"))
        self.strike: list[float] = reals(policy, "strike", STRIKES)
        self.wounded = real(policy, "wounded")
        self.sure_kill = real(policy, "sure_kill")
        self.urgent_kill = real(policy, "urgent_kill")
        self.soon = int(real(policy, "soon"))
        self.danger = real(policy, "danger")
        self.patient = int(real(policy, "patient"))
        self.blows = int(real(policy, "blows"))
        self.near_city = int(real(policy, "near_city"))
        self.reward = real(policy, "reward")
        self.urgency = real(policy, "urgency")
        self.besieged = real(policy, "besieged")
        self.robbed = real(policy, "robbed")
        self.blow_cost = real(policy, "blow_cost")
        roads = root.table("roads")
        self.way = real(roads, "way")
        self.far_monster = real(roads, "far_monster")
        self.far_robber = real(roads, "far_robber")
        self.near_pile = real(roads, "near_pile")

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
