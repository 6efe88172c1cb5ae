"""Fifty faults, each planted in a copy of Tartufo by changing a few words of its source.

`python -m tests.examiner.planted_faults` plants them all and says what the examiner finds.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

from ludoteca.examiner import examine
from ludoteca.games import BrokenGame, _whole
from ludoteca.kernel.errors import told_with_place
from ludoteca.kernel.game import Game

SOURCE = Path(__file__).resolve().parents[2] / "examples" / "tartufo" / "tartufo"


@dataclass(frozen=True)
class Fault:
    """`old` becomes `new` in a file; what is said about it has to mention `leads_to`."""

    name: str
    file: str
    old: str
    new: str
    leads_to: str


FAULTS = [
    # Copies
    Fault("copies share their bag", "state.py", "twin.bag = self.bag[:]", "twin.bag = self.bag", "Wood.copy"),
    Fault("copies share their tiles", "state.py", "self.tiles[:]", "self.tiles", "Wood.copy"),
    Fault("copies share what is open", "state.py", "self.open[:]", "self.open", "Wood.copy"),
    Fault("copies share the noses", "state.py", "self.noses[:]", "self.noses", "Wood.copy"),
    Fault("copies share the larders", "state.py", "self.larders[:]", "self.larders", "Wood.copy"),
    Fault("copies share the biscuits", "state.py", "self.biscuits[:]", "self.biscuits", "Wood.copy"),
    Fault("a copy forgets the digger", "state.py", "        twin.digger = self.digger\n", "", "Wood.copy"),
    Fault("a copy forgets the basket", "state.py", "        twin.basket = self.basket\n", "", "Wood.copy"),
    Fault(
        "a step on the agenda changes",
        "steps.py",
        "state.push(Turn(self.seat, sniffed=True))",
        "self.sniffed = True\n            state.push(self)",
        "sniffed",
    ),
    # Conservation and progress
    Fault("a tile stays in the bag", "steps.py", "        state.bag[action.a] -= 1\n", "", "Find.play"),
    Fault(
        "a tile is put down twice",
        "steps.py",
        "state.tiles[self.place] = action.a",
        "state.tiles[self.place] = state.tiles[self.place - 1] = action.a",
        "Find.play",
    ),
    Fault("the bound is too low", "game.py", "2 * len(PLACES) +", "len(PLACES) // 2 +", "Tartufo.bound"),
    Fault("nobody comes next", "steps.py", "    state.push(Turn(state.digger))\n", "    pass\n", "steps.py"),
    Fault(
        "the end does not come", "steps.py", "        if all(state.open):", "        if False:", "steps.py"
    ),
    Fault("a seat that is not there", "steps.py", "(seat + 1) % state.seats", "seat + 1", "steps.py"),
    Fault(
        "a place is missing in the result",
        "steps.py",
        "ranking(state.larders)",
        "ranking(state.larders[1:])",
        "steps.py",
    ),
    Fault(
        "an index beyond the list",
        "steps.py",
        "state.larders[seat] +=",
        "state.larders[seat + 1] +=",
        "go_home",
    ),
    Fault(
        "a name is misspelt in a rule",
        "steps.py",
        "state.basket += tile",
        "state.baskets += tile",
        "in happen",
    ),
    Fault("the table is laid without a step", "game.py", "        wood.push(Turn(0))\n", "", "Tartufo.start"),
    Fault(
        "an option is misspelt",
        "game.py",
        'setup.edition, setup.number("biscuits"))',
        'setup.edition, setup.number("biscuit"))',
        "in start",
    ),
    # Objections
    Fault("an objection names no rule", "steps.py", 'return "TAR-2.3"', 'return "TAR-9.3"', "Turn.objection"),
    Fault("an objection has no sentence", "steps.py", 'return "TAR-2.3"', 'return "TAR-2.5"', "TAR-2.5"),
    Fault(
        "an objection stumbles",
        "steps.py",
        "if action is HOME:\n            return None if self.dug",
        "if state.open[action.b + 99]:\n            return None if self.dug",
        "in objection",
    ),
    Fault(
        "options that a rule forbids",
        "steps.py",
        "    def objection(self,",
        "    def options(self, state: Wood) -> list[Action]:\n        return list(self.candidates(state))\n\n"
        "    def objection(self,",
        "Turn.objection",
    ),
    Fault("a candidate comes twice", "steps.py", "*DIG.actions, HOME]", "*DIG.actions, HOME, HOME]", "Turn"),
    Fault(
        "an outcome of chance as a candidate",
        "steps.py",
        "*DIG.actions, HOME]",
        "*DIG.actions, HOME, TILE[0]]",
        "Turn",
    ),
    # Odds
    Fault(
        "an outcome of weight 0",
        "steps.py",
        "enumerate(state.bag) if count]",
        "enumerate(state.bag)]",
        "Find.odds",
    ),
    Fault(
        "an outcome comes twice",
        "steps.py",
        "for tile, count in enumerate(state.bag) if count]",
        "for tile, count in [*enumerate(state.bag), (0, 1)] if count]",
        "Find.odds",
    ),
    Fault(
        "draws do not follow the odds",
        "steps.py",
        "    def audience(self, state: Wood, action: Action)",
        "    def sample(self, state, source):\n        return self.odds(state)[0][0]\n\n"
        "    def audience(self, state: Wood, action: Action)",
        "Find.sample",
    ),
    Fault(
        "luck that nobody asked for",
        "steps.py",
        "        tile = state.tiles[self.place]\n",
        "        import random\n\n        tile = state.tiles[self.place]\n"
        "        state.basket += random.randrange(2)\n",
        "steps.py",
    ),
    # Secrecy
    Fault(
        "the view shows every tile",
        "game.py",
        "tile if state.knows(seat, place) else UNSEEN for",
        "tile for",
        "Tartufo.view",
    ),
    Fault(
        "the view adds up hidden tiles",
        "game.py",
        "            state.basket,\n            tuple(state.lar",
        "            sum(state.tiles),\n            tuple(state.lar",
        "Tartufo.view",
    ),
    Fault(
        "the view is about another seat",
        "game.py",
        "        return WoodView(\n            seat,",
        "        return WoodView(\n            0,",
        "Tartufo.view",
    ),
    Fault("the view holds a list", "game.py", "tuple(state.larders),", "state.larders,", "Tartufo.view"),
    Fault(
        "everybody sees what the dog finds",
        "steps.py",
        "find(state, action.a, only(self.seat))",
        "find(state, action.a, EVERYONE)",
        "audience",
    ),
    Fault(
        "the news tells a secret",
        "steps.py",
        "state.confide(only(self.owner), SNIFFED, self.owner, self.place, state.tiles[self.place])",
        "state.tell(SNIFFED, self.owner, self.place, state.tiles[self.place])",
        "“sniffed” tells it",
    ),
    Fault(
        "what was seen is not remembered",
        "steps.py",
        "        state.noses[self.place] |= only(self.owner)\n",
        "",
        "Tartufo.view",
    ),
    Fault(
        "what was learnt can be undone",
        "state.py",
        '"seat place tile?", rule="TAR-2.2", reveals=True',
        '"seat place tile?", rule="TAR-2.2"',
        "steps.py",
    ),
    Fault(
        "the doer does not see the action",
        "steps.py",
        "    def objection(self,",
        "    def audience(self, state: Wood, action: Action) -> Audience:\n        return Audience(0)\n\n"
        "    def objection(self,",
        "Turn.audience",
    ),
    # Imagining
    Fault(
        "imagining is the truth",
        "game.py",
        "        twin = state.copy()\n        hidden",
        "        return state.copy()\n        hidden",
        "Tartufo.imagine",
    ),
    Fault("imagining changes the table", "game.py", "twin = state.copy()", "twin = state", "Tartufo.imagine"),
    Fault(
        "imagining makes tiles up",
        "game.py",
        "            twin.bag[state.tiles[place]] += 1\n",
        "            pass\n",
        "Tartufo.imagine",
    ),
    Fault(
        "imagining takes every kind as likely",
        "game.py",
        "for _ in range(count)], source)",
        "for _ in range(min(count, 1))] * 4, source)",
        "Tartufo.imagine",
    ),
    Fault(
        "imagining fears the boars a little",
        "game.py",
        "        for place in hidden:\n            twin.tiles",
        "        if source.below(4) == 0:\n            pool.sort()\n"
        "        for place in hidden:\n            twin.tiles",
        "Tartufo.imagine",
    ),
    # Bots, learners, pictures
    Fault("an evaluation above 1", "game.py", "/ 20))", "/ 20)) + 0.5", "Tartufo.evaluate"),
    Fault(
        "an evaluation that stumbles at the end",
        "game.py",
        "        if state.result is not None:\n",
        "        if state.result is not None and 1 / (len(state.agenda.steps())):\n",
        "in evaluate",
    ),
    Fault(
        "a misspelt field in the encoding",
        "game.py",
        '("basket", Number',
        '("baskets", Number',
        "Tartufo.layout",
    ),
    Fault(
        "an encoding that is too short",
        "game.py",
        '("tiles", Each(PLACES,',
        '("tiles", Each(PLACES[:4],',
        "Tartufo.layout",
    ),
    Fault(
        "an encoding that stumbles",
        "game.py",
        "Each(PLACES, Pick(TILES, unknown=UNSEEN))",
        "Pick(TILES)",
        "Tartufo.layout",
    ),
    Fault(
        "a board that fails on a phone",
        "board.py",
        "(12, wood) if narrow",
        "(12, woods) if narrow",
        "in draw",
    ),
    # Events and words
    Fault(
        "an event with a value too few",
        "steps.py",
        "state.tell(DUG, self.digger, self.place, tile)",
        "state.tell(DUG, self.digger, self.place)",
        "in happen",
    ),
    Fault("an event with a value too many", "steps.py", "state.tell(OVER)", "state.tell(OVER, 1)", "in end"),
    Fault("an event of no rule", "state.py", 'rule="TAR-2.4"', 'rule="TAR-2.9"', "event trampled"),
    Fault("a sentence is missing", "words/en.toml", 'over = "The season is over"\n', "", "over"),
    Fault(
        "an Italian sentence is missing", "words/it.toml", "TAR-2.2/known", "TAR-2.2/knowm", "words/it.toml"
    ),
    Fault(
        "a hole that nobody fills",
        "words/en.toml",
        "digs at {place}: {tile}",
        "digs at {plaze}: {tile}",
        "words/en.toml",
    ),
    Fault("a word with a line missing", "words/it.toml", "[question]", "[question", "it.toml"),
]


class Planted:
    """A copy of the game with one fault, as a package of its own."""

    number = 0

    def __init__(self, fault: Fault, folder: Path) -> None:
        Planted.number += 1
        self.fault = fault
        self.package = f"tartufo_{Planted.number}"
        copytree(SOURCE, folder / self.package, ignore=ignore_patterns("__pycache__"))
        file = folder / self.package / fault.file
        text = file.read_text(encoding="utf-8")
        assert fault.old in text, f"{fault.name}: {fault.file} has no “{fault.old}”"
        file.write_text(text.replace(fault.old, fault.new, 1), encoding="utf-8")
        self.folder = folder

    def found(self, matches: int = 60) -> str:
        """What is said about the fault: by the examiner, or when the package is opened; empty if nothing."""
        sys.path.insert(0, str(self.folder))
        try:
            game: Game[Any] = importlib.import_module(self.package).GAME
            opened = _whole("tartufo", game)
        except Exception as error:
            return str(BrokenGame("tartufo", told_with_place(error)))
        finally:
            sys.path.remove(str(self.folder))
        report = examine(opened, matches=matches, most=1)
        return "".join(str(breach) for breach in report.breaches)


def main() -> None:
    wanted = " ".join(sys.argv[1:])
    started = time.monotonic()
    found = led = 0
    with tempfile.TemporaryDirectory() as folder:
        for fault in [one for one in FAULTS if wanted in one.name]:
            begun = time.monotonic()
            said = Planted(fault, Path(folder)).found()
            found += bool(said)
            led += fault.leads_to in said
            mark = "found" if fault.leads_to in said else "vague" if said else "MISSED"
            begins = " | ".join(said.splitlines()[:2])
            print(f"{mark:7} {time.monotonic() - begun:5.1f} s  {fault.name}: {begins}")
    seconds = time.monotonic() - started
    print(f"{found} of {len(FAULTS)} found, {led} with the line, in {seconds:.0f} seconds")


if __name__ == "__main__":
    main()
