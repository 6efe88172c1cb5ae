"""How strong the bots are: every figure of docs/bots.md, played in pieces, resumed at will.

python bench/strength.py list                       what is measured, how far it is, how long it takes
python bench/strength.py play [NAME…] --workers 2   play what is missing (a name or the beginning of one)
python bench/strength.py write                      put the tables and charts into the documents
python bench/strength.py pace [GAME…]               iterations that a tenth of a second gives here

What is measured stands in strength.toml beside this file. One bot sits at a table of rivals; every deal is
played once with it in every seat. Seconds of thought are turned into iterations by the pace of a quiet core
(also in strength.toml), so that the figures can be made again exactly, and so that two workers or a busy
machine do not change them. Finished deals lie in a folder (`--out`) and are never played twice; other rules,
bots or settings get a folder of their own. The figures are kept in strength.json, each with the digest of the
program that played, until their line is played again.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
import time
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import ludoteca
from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.levels import LEVELS, level_of
from ludoteca.bots.playing import play_out
from ludoteca.games import load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Source
from ludoteca.lab.arena import Arena, Report, about
from ludoteca.lab.backends import make_backend
from ludoteca.lab.charts import Row, dot_plot
from ludoteca.lab.plan import Outcome, Plan
from ludoteca.lab.run_folder import PLAN, RunFolder

HERE = Path(__file__).parent
OUT = HERE.parent / "build" / "strength"
FIGURES = HERE / "strength.json"
DOCUMENT = HERE.parent / "docs" / "bots.md"
PICTURES = HERE.parent / "docs" / "pictures"
SECONDS = re.compile(r"ismcts:([0-9.]+)s")
MARKED = "<!-- strength:{} -->"
ENDED = "<!-- end of strength:{} -->"


class Line(NamedTuple):
    """One figure: a bot at a table of rivals; with no rivals named, at a table of its own kind."""

    table: str
    name: str
    game: str
    players: int
    said: str
    """The bot as people call it, before its seconds became iterations."""
    bot: str
    rivals: str
    games: int
    seed: int
    options: dict[str, str]
    goal: str
    minutes: float

    @property
    def plan(self) -> Plan:
        lineup = [self.bot] + [self.rivals or self.bot] * (self.players - 1)
        return Plan(self.game, lineup, options=self.options, seed=self.seed, mirrored=True)

    @property
    def command(self) -> str:
        """The same matches by the command of the laboratory."""
        words = ["ludoteca", "arena", self.game, "--seats", ",".join(self.plan.lineup)]
        for key, value in self.options.items():
            words += ["-o", f"{key}={value}"]
        return shlex.join([*words, "--games", str(self.games), "--seed", str(self.seed)])


# What is to be measured


def read_lines() -> list[Line]:
    """All lines of strength.toml; a line that doubles its budget becomes several."""
    data = tomllib.loads((HERE / "strength.toml").read_text(encoding="utf-8"))
    return [line for entry in data["line"] for line in lines_of(entry, data)]


def lines_of(entry: dict[str, Any], data: dict[str, Any]) -> list[Line]:
    game, players = entry["game"], entry["players"]
    pace, bots = data["pace"][f"{game}-{players}"], bots_of(entry)
    found: list[Line] = []
    for said in bots:
        bot = exact(game, players, said, pace)
        rivals = exact(game, players, rivals_of(entry, said), pace)
        name = entry.get("name", f"{entry['table']}/{game}-{players}")
        if len(bots) > 1:
            name += f"/{said.rpartition(':')[2]}"
        games = entry["games"]
        seed, options, goal = entry.get("seed", data["seed"]), entry.get("options", {}), entry.get("goal", "")
        minutes = games * seconds_a_match(entry, bot, rivals, pace) / 60
        found.append(
            Line(entry["table"], name, game, players, said, bot, rivals, games, seed, options, goal, minutes)
        )
    return found


def bots_of(entry: dict[str, Any]) -> list[str]:
    if entry["table"] == "levels":
        # the highest is measured in the table "second": a second of thought at a table of greedy ones
        return [f"level:{name}" for name in LEVELS[0 if entry.get("together") else 1 : -1]]
    if "doublings" in entry:
        return [f"ismcts:{entry['least'] << step}" for step in range(entry["doublings"] + 1)]
    return [entry["bot"]]


def rivals_of(entry: dict[str, Any], bot: str) -> str:
    if entry["table"] == "levels" and not entry.get("together"):
        return f"level:{LEVELS[LEVELS.index(bot.removeprefix('level:')) - 1]}"
    return str(entry.get("rivals", ""))


def exact(game: str, players: int, bot: str, pace: int) -> str:
    """A bot whose budget is counted in iterations, whatever clock it was said to have."""
    if bot.startswith("level:"):
        level = level_of(load(game), bot.removeprefix("level:"), players)
        if not level.seconds:
            if level.misjudges:
                faults = (level.misjudges, level.overlooks, level.hurries, level.misses)
                return "fallible:" + "/".join(f"{fault:g}" for fault in faults)
            return f"hasty:{level.blur:g}" if level.blur else f"greedy:{level.worlds}"
        budget = round(10 * pace * level.seconds)
        return f"ismcts:{min(budget, level.iterations or budget)}"
    timed = SECONDS.fullmatch(bot)
    return f"ismcts:{round(10 * pace * float(timed[1]))}" if timed else bot


def seconds_a_match(entry: dict[str, Any], bot: str, rivals: str, pace: int) -> float:
    """CPU seconds: so many decisions of a seat, a tenth of a second for each `pace` iterations."""
    seconds = 0.0
    for name, seats in ((bot, 1), (rivals or bot, entry["players"] - 1)):
        if name.startswith("ismcts:"):
            seconds += seats * entry["decisions"] * 0.1 * int(name.removeprefix("ismcts:")) / pace
        elif name != "random":
            seconds += seats * entry["greedy_s"]
    return seconds


def chosen(lines: list[Line], names: list[str]) -> list[Line]:
    found = [line for line in lines if not names or any(line.name.startswith(name) for name in names)]
    if not found:
        raise SystemExit(f"there is nothing called {' or '.join(names)}; `list` says what there is")
    return found


# Playing, and what was played


def folder_of(line: Line, out: Path) -> Path:
    """Other rules, bots, options, seeds or budgets are another folder."""
    plan = line.plan
    return out / f"{line.name.replace('/', '-')}-{line.bot.replace(':', '-')}-{plan.seed}-{plan.program()}"


def play(line: Line, workers: int, out: Path) -> Report:
    """Play what is missing of a line."""
    contest = Arena(line.plan, line.games, folder_of(line, out))
    left, started = contest.matches - contest.finished, time.monotonic()
    print(f"{line.name}: {left} of {contest.matches} matches to play", flush=True)
    played = 0

    def progress(more: int) -> None:
        nonlocal played
        played += more
        minutes = (time.monotonic() - started) / played * (left - played) / 60
        print(f"\r  {played} played, {minutes:.1f} min to go ", end="", flush=True)

    report = contest.run(make_backend("local", workers), progress)
    print(f"\r  {told_rate(report.win_rate(line.bot))} of {len(report.outcomes)}          ", flush=True)
    return report


def so_far(line: Line, out: Path) -> Report | None:
    """What the whole deals played so far show."""
    folder, plan = folder_of(line, out), line.plan
    if not (folder / PLAN).exists():
        return None
    run_folder = RunFolder(folder, about(plan, "arena"))
    run_folder.close()
    rows = sorted(row for rows in run_folder.batches.values() for row in rows)
    outcomes = [Outcome.read(row) for row in rows if row[0] < plan.whole_deals(line.games)]
    return Report(plan, outcomes) if outcomes else None


# The figures


def remember(lines: list[Line], out: Path, figures: Path) -> dict[str, Any]:
    """All figures by the names of their lines, those of what was played since among them."""
    known: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8")) if figures.exists() else {}
    for line in lines:
        report = so_far(line, out)
        if report is not None:
            known[line.name] = {**identity(line), **figures_of(line, report)}
    kept = {line.name: known[line.name] for line in lines if is_of(known.get(line.name), line)}
    figures.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return kept


def identity(line: Line) -> dict[str, Any]:
    """What a figure belongs to; with anything else it is another one."""
    return {"bot": line.bot, "rivals": line.rivals, "players": line.players, "options": line.options,
            "seed": line.seed}  # fmt: skip


def is_of(figure: dict[str, Any] | None, line: Line) -> bool:
    return figure is not None and all(figure[key] == value for key, value in identity(line).items())


def figures_of(line: Line, report: Report) -> dict[str, Any]:
    found = report.bot(line.bot)
    fair = found["times_fair_share"] if line.rivals else None
    return {
        "matches": len(report.outcomes),
        "won": {key: round(found["win_rate"][key], 4) for key in ("rate", "low", "high")},
        "times": {key: round(fair[key], 3) for key in ("rate", "low", "high")} if fair else None,
        "program": line.plan.program(),
    }


# Telling


def told_rate(found: dict[str, float]) -> str:
    return "{:.1f} % ({:.1f}–{:.1f})".format(*(100 * found[key] for key in ("rate", "low", "high")))


def told_bot(bot: str, said: str) -> str:
    return f"`{bot}`" if bot == said else f"`{said}` as `{bot}`"


def table_of(lines: list[Line], known: dict[str, Any]) -> str:
    """The lines of one table in Markdown; what has not been played says so."""
    told = [
        "| game, seats | bot | at a table of | won, 95 % interval | times fair share | goal | matches |",
        "|---|---|---|---|---|---|---|",
    ]
    commands: list[str] = []
    for line in lines:
        place = f"{load(line.game).title}, {line.players}"
        names = [told_bot(line.bot, line.said), f"`{line.rivals}`" if line.rivals else "its own kind"]
        figures = ["not measured yet", "", line.goal, "0"]
        figure = known.get(line.name)
        if figure is not None:
            fair = figure["times"]
            times = "{rate:.2f} ({low:.2f}–{high:.2f})".format(**fair) if fair else ""
            figures = [told_rate(figure["won"]), times, line.goal, str(figure["matches"])]
            commands.append(line.command)
        told.append("| " + " | ".join([place, *names, *figures]) + " |")
    if commands:
        told += ["", "```", *dict.fromkeys(commands), "```"]
    return "\n".join(told)


def draw(lines: list[Line], known: dict[str, Any]) -> list[str]:
    """A chart for each game of strength against budget; whether any budget did worse than half of it."""
    told: list[str] = []
    for name in dict.fromkeys(line.name.rpartition("/")[0] for line in lines):
        rungs = [line for line in lines if line.name.rpartition("/")[0] == name]
        rates = [(line, known[line.name]["won"]) for line in rungs if line.name in known]
        if len(rates) < 2:
            continue
        line = rates[0][0]
        rows = [Row(one.bot, found["rate"], found["low"], found["high"]) for one, found in rates]
        title = f"{load(line.game).title}: share won by the budget of one searcher, {line.players} seats"
        picture = f"strength-{line.game}-{line.players}.svg"
        fair = 1 / line.players if line.rivals else None
        (PICTURES / picture).write_text(dot_plot(title, rows, fair).svg(), encoding="utf-8")
        weaker = [
            more.bot
            for (_, half), (more, whole) in zip(rates, rates[1:], strict=False)
            if whole["high"] < half["low"]
        ]
        told += ["", f"![{title}](pictures/{picture})", ""]
        told.append(
            f"{load(line.game).title}: {', '.join(weaker)} did worse than half the budget beyond the error."
            if weaker
            else f"{load(line.game).title}: no budget did worse than half of it beyond the error."
        )
    return told


def write(lines: list[Line], out: Path, document: Path, figures: Path = FIGURES) -> None:
    """Put every table between its marks."""
    known = remember(lines, out, figures)
    text = document.read_text(encoding="utf-8")
    for table in dict.fromkeys(line.table for line in lines):
        mark, end = MARKED.format(table), ENDED.format(table)
        before, found, rest = text.partition(mark)
        _, ended, after = rest.partition(end)
        if not found or not ended:
            raise SystemExit(f"{document} has no place for the table: {mark} … {end}")
        mine = [line for line in lines if line.table == table]
        body = [table_of(mine, known)] + (draw(mine, known) if table == "doubling" else [])
        text = f"{before}{mark}\n" + "\n".join(body) + f"\n{end}{after}"
    document.write_text(text, encoding="utf-8")


# The pace


class Timekeeper(Bot):
    """Searches with few iterations and takes the time."""

    def __init__(self, iterations: int) -> None:
        self.search = Ismcts(iterations)
        self.decisions = 0
        self.iterations = 0
        self.seconds = 0.0

    def choose(self, perspective: Perspective, source: Source) -> Action:
        started = time.process_time()
        action = self.search.choose(perspective, source)
        if len(perspective.options) > 1:
            self.seconds += time.process_time() - started
            self.decisions += 1
            self.iterations += self.search.iterations
        return action


def pace(game: str, players: int, options: dict[str, str], iterations: int, matches: int) -> str:
    """CPU time of the searches of whole matches, every seat searching."""
    face = load(game)
    bot = Timekeeper(iterations)
    for number in range(matches):
        state = face.start(face.setup(players, options))
        state.settle()
        play_out(face, state, [bot] * players, Seeded(number), number)
    found = 0.1 * bot.iterations / bot.seconds
    decisions = bot.decisions / matches / players
    return f"{game}-{players} = {found:.0f}  # {decisions:.0f} decisions a seat"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["list", "play", "write", "pace"])
    parser.add_argument("names", nargs="*", help="beginnings of names, as `list` shows them")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    parser.add_argument("--iterations", type=int, default=100, help="for `pace`")
    parser.add_argument("--matches", type=int, default=1, help="for `pace`")
    asked = parser.parse_args()
    lines = read_lines()
    if not ludoteca.compiled:
        print("plain Python: the compiled package plays the same matches many times faster", file=sys.stderr)
    if asked.what == "pace":
        tables = {(line.game, line.players): line.options for line in lines}
        for (game, players), options in tables.items():
            if not asked.names or f"{game}-{players}".startswith(tuple(asked.names)):
                print(pace(game, players, options, asked.iterations, asked.matches), flush=True)
    elif asked.what == "write":
        write(lines, asked.out, asked.document)
    elif asked.what == "play":
        for line in chosen(lines, asked.names):
            play(line, asked.workers, asked.out)
    else:
        total = 0.0
        for line in chosen(lines, asked.names):
            report = so_far(line, asked.out)
            done = 0 if report is None else len(report.outcomes)
            left = line.minutes * max(0.0, 1 - done / line.games)
            total += left
            seats = f"{line.bot} at {line.players} seats with {line.rivals or 'its own kind'}"
            print(f"{line.name:32} {seats:44} {done:4} of {line.games:4}  {left:6.1f} CPU min left")
        print(f"{total:.0f} CPU minutes in all")


if __name__ == "__main__":
    main()
