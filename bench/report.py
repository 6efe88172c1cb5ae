"""What the bench found, as sections of docs/performance.md."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import footprint
from peerage import EVERYBODY
from pictures import Row, bars, hang
from subjects import Samples

from ludoteca.draw import Scene

LOAD = Path(__file__).parent.parent / "docs" / "load.md"


class Family(NamedTuple):
    """Some subjects that are judged by the median of their medians."""

    key: str
    title: str
    goal: float = 0.0
    """How many times as fast every game of ours has to be."""


PLAYERS = (
    Family("openspiel-native", "OpenSpiel, C++ games in a native loop", 1),
    Family("openspiel-python", "OpenSpiel, C++ games driven from Python", 2),
    Family("catanatron", "Catanatron, four random players", 30),
    Family("rlcard", "RLCard, its games by `env.step`", 40),
    Family("classic-play", "PettingZoo, its classic games by `agent_iter`", 150),
    Family("python-chess", "python-chess, chess"),
    Family("boardgame.io", "boardgame.io, a small dice game, four seats", 100),
    Family("pgx-256", "Pgx on the processor, 256 matches in lockstep"),
    Family("pgx-1", "Pgx on the processor, a step a call"),
)
COPIERS = (
    Family("openspiel-copy", "OpenSpiel, `state.clone()`"),
    Family("catanatron-copy", "Catanatron, `game.copy()`"),
    Family("python-chess-copy", "python-chess, `board.copy(stack=False)`"),
)
# The published bot plays to the end and is judged so; one cut short needs an evaluator of one's own.
SEARCHERS = (
    Family("openspiel-mcts-python-10", "OpenSpiel, MCTS in Python, roll-outs of ten moves"),
    Family("openspiel-mcts-python-end", "OpenSpiel, MCTS in Python, roll-outs to the end", 10),
    Family("openspiel-mcts-native-end", "OpenSpiel, MCTS in C++, roll-outs to the end"),
    Family("openspiel-ismcts-python-10", "OpenSpiel, IS-MCTS in Python, roll-outs of ten moves"),
    Family("openspiel-ismcts-python-end", "OpenSpiel, IS-MCTS in Python, roll-outs to the end"),
    Family("openspiel-ismcts-native-end", "OpenSpiel, IS-MCTS in C++, roll-outs to the end"),
)
MILLION = {"bosa": 1_000_000, "bologna": 1_000_000}
OTHERS = 600_000
ITERATIONS = 10_000
TURNS = 5


class Figures:
    """Medians and spreads of all slices, by family."""

    def __init__(self, samples: Samples) -> None:
        self.samples = samples

    def members(self, key: str) -> dict[str, list[float]]:
        """The rates of every subject of a family."""
        return {
            name.partition(":")[2]: [sample.rate for sample in found]
            for name, found in self.samples.items()
            if name.partition(":")[0] == key
        }

    def middles(self, key: str) -> dict[str, float]:
        return {name: statistics.median(rates) for name, rates in self.members(key).items()}

    def middle(self, key: str) -> float:
        """The median of a family, 0 where nothing of it was measured."""
        found = self.middles(key)
        return statistics.median(found.values()) if found else 0.0

    def episodes(self, name: str) -> float:
        return statistics.median(sample.episodes for sample in self.samples[name])


def named(subject: str) -> str:
    """`bello divorum, 5 seats` for `bello_divorum-5`."""
    game, _, seats = subject.rpartition("-")
    return f"{game.replace('_', ' ')}, {seats} {'seat' if seats == '1' else 'seats'}"


def spread(rates: Sequence[float]) -> str:
    return f"{min(rates):,.0f} – {max(rates):,.0f}"


def times(ratio: float) -> str:
    return f"{ratio:,.0f} ×" if ratio >= 20 else f"{ratio:.1f} ×"


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def rule(columns: int) -> str:
    return "|" + "---|" * columns


# Sections


def play_section(figures: Figures) -> list[str]:
    """Ratios, a chart, then absolute figures."""
    ours = figures.middles("ours-play")
    lines = [
        "How many times as many decisions a second our games make as each peer (the median of its games):",
        "",
    ]
    lines.append(row("peer", *[named(name) for name in ours], "goal", "decisions a second of the peer"))
    lines.append(rule(len(ours) + 3))
    for family in PLAYERS:
        middles = figures.middles(family.key)
        if middles:
            peer = figures.middle(family.key)
            reach = f"{peer:,.0f}"
            if len(middles) > 1:
                reach += f" ({spread(list(middles.values()))} over {len(middles)} games)"
            goal = f"{family.goal:g} ×" if family.goal else ""
            lines.append(row(family.title, *[times(rate / peer) for rate in ours.values()], goal, reach))
    lines += ["", f"![Decisions a second]({hang(play_chart(figures), 'bench-play.svg')})", ""]
    lines += [row("game", "decisions a second", "lowest – highest slice", "matches a second"), rule(4)]
    for name, rates in figures.members("ours-play").items():
        matches = figures.episodes(f"ours-play:{name}")
        lines.append(row(named(name), f"{statistics.median(rates):,.0f}", spread(rates), f"{matches:,.0f}"))
    return lines


def play_chart(figures: Figures) -> Scene:
    rows = [
        Row(named(name), statistics.median(rates), min(rates), max(rates), True)
        for name, rates in figures.members("ours-play").items()
    ]
    for family in PLAYERS:
        middles = figures.middles(family.key)
        if middles:
            reach = list(middles.values())
            rows.append(Row(family.title, figures.middle(family.key), min(reach), max(reach), False))
    return bars("Random play: decisions a second on one core", "a peer’s line spans its games", rows)


def copy_section(figures: Figures) -> list[str]:
    lines = [row("state", "microseconds a copy"), rule(2)]
    for name, rate in figures.middles("ours-copy").items():
        lines.append(row(named(name), f"{1e6 / rate:.2f}"))
    for family in COPIERS:
        for name, rate in figures.middles(family.key).items():
            lines.append(row(f"{family.title}: {name}", f"{1e6 / rate:.2f}"))
    return lines


def search_section(figures: Figures) -> list[str]:
    """Bosa for two beside OpenSpiel's bots on games about as long."""
    bosa = figures.middles("ours-ismcts-10").get("bosa-2", 0.0)
    whole = figures.middles("ours-ismcts-end").get("bosa-2", 0.0)
    lines = [
        "Iterations a second of a search with random roll-outs. Ours is IS-MCTS: every iteration deals the "
        "hidden things anew. A random match of Bosa for two takes about 150 decisions; OpenSpiel’s bots play "
        "games of 90 to 120. Positions are early to late in a match.",
        "",
        row("OpenSpiel’s bot and game", "iterations a second", "Bosa is", "with roll-outs"),
        rule(4),
    ]
    for family in SEARCHERS:
        short = family.key.endswith("-10")
        mine = bosa if short else whole
        for name, rate in figures.middles(family.key).items():
            told = "of ten decisions" if short else "to the end"
            lines.append(row(f"{family.title}: {name}", f"{rate:,.0f}", times(mine / rate), told))
    lines += ["", row("Ludoteca", "iterations a second", "lowest – highest slice"), rule(3)]
    for key, told in (("ours-ismcts-10", "ten decisions"), ("ours-ismcts-end", "to the end")):
        for name, rates in figures.members(key).items():
            lines.append(
                row(f"{named(name)}, roll-outs: {told}", f"{statistics.median(rates):,.0f}", spread(rates))
            )
    return lines


def environment_section(figures: Figures) -> list[str]:
    peer = figures.middle("classic")
    lines = [
        "Turns a second with random legal actions in the loop of PettingZoo’s `performance_benchmark`; every "
        "turn takes the observation of the agent that acts.",
        "",
        row("environment", "turns a second", "times the median of PettingZoo’s classic games"),
        rule(3),
    ]
    for name, rate in figures.middles("ours-env").items():
        lines.append(row(named(name), f"{rate:,.0f}", times(rate / peer) if peer else ""))
    for name, rate in figures.middles("classic").items():
        lines.append(row(f"PettingZoo {name}", f"{rate:,.0f}", times(rate / peer)))
    if peer:
        lines.append(row("**median of the classic games**", f"**{peer:,.0f}**", ""))
    return lines


def beginning_section(found: footprint.Costs) -> list[str]:
    told = "Wall time (median and slowest of several rounds), CPU time, and peak memory."
    return [told, "", *footprint.table(found)]


def server_section() -> list[str]:
    """The tables of the house's own bench, if it has been run."""
    if not LOAD.exists():
        return ["Not measured yet: `python bench/house.py` writes [load.md](load.md)."]
    _, _, told = LOAD.read_text(encoding="utf-8").strip().partition("\n")
    return ["From [load.md](load.md):", "", *told.strip().splitlines()]


def peers_section(absent: list[str], rounds: int, seconds: float) -> list[str]:
    lines = [
        "Written by `make bench`. Every subject is a process of its own, pinned to the same core, and plays "
        "random matches to the end, legal options and chance included. All are asked in turn for slices of "
        f"{seconds:g} CPU seconds, {rounds} times over, so that other load on the machine affects all "
        "alike. Figures are medians of the slices; a peer with several games counts by the median of them.",
        "",
    ]
    for peer in EVERYBODY:
        version = peer.version() if peer.home.exists() else ""
        lines.append(f"- [{peer.title}]({peer.url}) {version or '(not here)'}")
    if absent:
        lines += ["", "Not measured this time:", "", *[f"- {reason}" for reason in absent]]
    return lines


def goals_section(figures: Figures, beginning: footprint.Costs) -> list[str]:
    """Every goal with what came of it, the worst game first."""
    lines = [row("goal", "found", ""), rule(3)]
    ours = figures.middles("ours-play")

    def judge(goal: str, found: str, reached: bool) -> None:
        lines.append(row(goal, found, "reached" if reached else "**missed**"))

    for family in PLAYERS:
        peer = figures.middle(family.key)
        if family.goal and peer and ours:
            slowest = min(ours, key=lambda name: ours[name])
            ratio = ours[slowest] / peer
            goal = f"every game at least {family.goal:g} × {family.title}"
            judge(goal, f"{times(ratio)} ({named(slowest)})", ratio >= family.goal)
    for name, rate in ours.items():
        wanted = MILLION.get(name.rpartition("-")[0], OTHERS)
        judge(f"{named(name)}: over {wanted:,} decisions a second", f"{rate:,.0f}", rate > wanted)
    bosa = figures.middles("ours-ismcts-10").get("bosa-2", 0.0)
    whole = figures.middles("ours-ismcts-end").get("bosa-2", 0.0)
    if bosa:
        goal = f"Bosa: {ITERATIONS:,} iterations a second, roll-outs of ten decisions"
        judge(goal, f"{bosa:,.0f}", bosa >= ITERATIONS)
    for family in SEARCHERS:
        mine = bosa if family.key.endswith("-10") else whole
        for name, rate in figures.middles(family.key).items():
            if family.goal and mine:
                goal = f"Bosa, as long roll-outs: {family.goal:g} × {family.title}: {name}"
                judge(goal, times(mine / rate), mine >= family.goal * rate)
    peer, turns = figures.middle("classic"), figures.middles("ours-env")
    if peer and turns:
        slowest = min(turns, key=lambda name: turns[name])
        ratio = turns[slowest] / peer
        goal = f"every environment at least {TURNS} × PettingZoo’s classic games"
        judge(goal, f"{times(ratio)} ({named(slowest)})", ratio >= TURNS)
    for case, usual, _ in beginning:
        if case.goal:
            judge(f"{case.label} under {case.goal:g} s", f"{usual.wall:.3f} s", usual.wall < case.goal)
    return lines
