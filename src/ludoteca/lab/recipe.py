"""What made a run: the command that repeats it, the files it read, and with which versions.

A finished run's folder holds `recipe.json` and, in `made_of`, copies of the edition, the policies and the
file of bots that it was played with. `ludoteca rerun FOLDER` plays it again and compares.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import ludoteca
from ludoteca.bots.own_bot_finder import BOTS_FILE
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.plan import Plan
from ludoteca.lab.run_folder import PLAN, as_json, write_whole

RECIPE: Final = "recipe.json"
INPUTS: Final = "made_of"
EDITION: Final = "--edition"
RESULTS: Final = ("results.json", "balance.json", "benchmark.json")
BY_THE_CLOCK: Final = frozenset(("seconds_a_move", "seconds"))
"""Figures that no two runs have in common."""
MOST_DIFFERENCES: Final = 5


def options_of(plan: Plan) -> list[str]:
    """The words of a command that give seed, options and edition."""
    words = ["--seed", str(plan.seed)]
    for key, value in plan.options.items():
        words += ["-o", f"{key}={value}"]
    return words + ([EDITION, str(plan.edition)] if plan.edition is not None else [])


def write_recipe(folder: Path, command: Sequence[str], plans: Sequence[Plan]) -> None:
    """Keep in a run's folder what made it."""
    inputs = []
    for path in sorted(set(files_of(plans))):
        digest = digest_of(path)
        (folder / INPUTS).mkdir(exist_ok=True)
        shutil.copyfile(path, folder / INPUTS / f"{digest[:6]}-{path.name}")
        inputs.append({"path": str(path), "digest": digest, "copy": f"{INPUTS}/{digest[:6]}-{path.name}"})
    made_with = {
        "ludoteca": ludoteca.__version__,
        "compiled": ludoteca.compiled,
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
    recipe = {"command": list(command), "inputs": inputs, "made_with": made_with}
    write_whole(folder / RECIPE, as_json(recipe))


def files_of(plans: Sequence[Plan]) -> Iterable[Path]:
    """The files that decide a run: the edition, policies, the file of bots."""
    for plan in plans:
        if plan.edition is not None:
            yield plan.edition
        for bot in plan.lineup:
            kind, _, rest = bot.partition(":")
            if kind == "policy":
                yield Path(rest).expanduser().resolve()
    if os.environ.get(BOTS_FILE):
        yield Path(os.environ[BOTS_FILE]).expanduser().resolve()


def digest_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:16]


class Recipe:
    """What a run's folder says about how it was made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / RECIPE
        if not path.is_file():
            raise LudotecaError(f"{folder} holds no finished run: there is no {RECIPE}; finish it first")
        read = json.loads(path.read_text(encoding="utf-8"))
        self.words: list[str] = read["command"]
        self.inputs: list[dict[str, str]] = read["inputs"]
        self.made_with: dict[str, Any] = read["made_with"]
        for word in self.words:
            if "object:" in word:
                raise LudotecaError(
                    f"a bot of this run was an object of some program ({word}), which no folder can hold; "
                    "name it python:package.module:name to be able to repeat such a run"
                )

    def command(self) -> list[str]:
        """The command that repeats the run, with the edition as it was."""
        words = list(self.words)
        if EDITION in words:
            at = words.index(EDITION) + 1
            words[at] = str(
                self.folder / next(one["copy"] for one in self.inputs if one["path"] == words[at])
            )
        return words

    def changes(self) -> list[str]:
        """What is no longer as it was: files that were read, the version."""
        found = []
        for one in self.inputs:
            path, copy = Path(one["path"]), self.folder / one["copy"]
            if not copy.is_file() or digest_of(copy) != one["digest"]:
                found.append(f"{copy} was changed")
            if one["path"] not in self.words and (not path.is_file() or digest_of(path) != one["digest"]):
                found.append(f"{path} has changed or is gone; as it was, it lies at {copy}")
        if self.made_with["ludoteca"] != ludoteca.__version__:
            found.append(f"it was played by version {self.made_with['ludoteca']}, not {ludoteca.__version__}")
        return found


def same_program(one: Path, other: Path) -> bool:
    """Whether two runs were played by the same rules and bots."""
    plans = [json.loads((folder / PLAN).read_text(encoding="utf-8")) for folder in (one, other)]
    return bool(plans[0]["program"] == plans[1]["program"])


def compare(one: Path, other: Path) -> list[str]:
    """In what the results of two folders differ, as sentences; none where they agree."""
    names = [name for name in RESULTS if (one / name).is_file()]
    if not names:
        raise LudotecaError(f"{one} holds no results to compare with")
    found: list[str] = []
    for name in names:
        before, after = (json.loads((folder / name).read_text(encoding="utf-8")) for folder in (one, other))
        differing = list(differences(before, after, name))
        found += differing[:MOST_DIFFERENCES]
        if len(differing) > MOST_DIFFERENCES:
            found.append(f"{name}: {len(differing) - MOST_DIFFERENCES} more")
    return found


def differences(before: Any, after: Any, where: str) -> Iterable[str]:
    """Every figure in which two results differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            if key not in BY_THE_CLOCK and key not in ("program", "command"):
                yield from differences(before.get(key), after.get(key), f"{where}, {key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True), 1):
            yield from differences(one, other, f"{where} {number}")
    elif before != after:
        yield f"{where}: {before} then, {after} now"
