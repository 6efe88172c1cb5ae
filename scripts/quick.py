"""The quick check: style, types, and the tests of what changed, from plain source; nothing is compiled.

    python scripts/quick.py                  what differs from main, or on main from the last commit
    python scripts/quick.py --since HEAD~3   what differs from there
    python scripts/quick.py --list           only say which tests would run

A changed file stands for the tests of its folder (see `covering`). Tests marked `long` are left out.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALWAYS = ["tests/test_arrows.py"]
TESTS = {
    "adapters": ["tests/adapters"],
    "analysis": ["tests/analysis"],
    "api.py": ["tests/test_api.py"],
    "bots": ["tests/bots"],
    "cli": ["tests/test_cli.py", "tests/test_doctor.py"],
    "datafiles": ["tests/test_editions.py"],
    "draw": ["tests/draw"],
    "encoding": ["tests/adapters/test_observation.py"],
    "examiner": ["tests/examiner", "tests/toys"],
    "house": ["tests/house", "tests/pages"],
    "kernel": ["tests/kernel", "tests/toys"],
    "lab": ["tests/lab"],
    "printing": ["tests/printing"],
}
"""The tests of every room of the package; a game's stand in the folder of its name."""


def git(*words: str) -> list[str]:
    """The lines that git prints; none where it refuses."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed(since: str | None) -> list[str]:
    """The files that differ from a commit, new ones included.

    Without a commit: from where this branch left main. On main: from the last commit, or if nothing has
    changed since, what the last commit changed.
    """
    if since is not None:
        return differing(since)
    for main in ("main", "origin/main"):
        fork = git("merge-base", "HEAD", main)
        if fork and fork != git("rev-parse", "HEAD"):
            return differing(fork[0])
    return differing("HEAD") or differing("HEAD~1")


def differing(commit: str) -> list[str]:
    return [
        *git("diff", "--name-only", commit),
        *git("ls-files", "--others", "--exclude-standard"),
    ]


def covering(path: str) -> list[str]:
    """The tests that a changed file stands for, as folders and files."""
    parts = Path(path).parts
    match parts:
        case ("tests", *_, name) if name.startswith("test_"):
            return [path] if Path(ROOT, path).exists() else []
        case ("tests", folder, _, *_) if folder != "browser":
            return [f"tests/{folder}"]
        case ("src", "ludoteca", "games", game, _, *_):
            return [f"tests/{game}", "tests/test_editions.py"]
        case ("src", "ludoteca", room, *_):
            return TESTS.get(room, [])
        case ("README.md",) | ("docs", _):
            return ["tests/test_readme.py"]
        case ("scripts", "rules.py"):
            return ["tests/test_rules_covered.py"]
        case _:
            return []


def chosen(paths: Iterable[str]) -> list[str]:
    """The tests of all changed files, each once: a file whose folder is chosen is not named again."""
    wanted = {test for path in paths for test in covering(path)}.union(ALWAYS)
    return sorted(
        test
        for test in wanted
        if Path(ROOT, test).exists() and wanted.isdisjoint(map(str, Path(test).parents))
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--since", help="the commit to compare with")
    parser.add_argument("--list", action="store_true", help="only say which tests would run")
    asked = parser.parse_args()
    tests = chosen(changed(asked.since))
    print("quick:", *tests, flush=True)
    if asked.list:
        return 0
    plain = {**os.environ, "PYTHONPATH": "src"}
    python = [sys.executable, "-m"]
    with subprocess.Popen([*python, "mypy"], cwd=ROOT) as types:
        codes = [
            subprocess.run([*python, *words], cwd=ROOT, env=plain, check=False).returncode
            for words in (
                ["ruff", "check", "-q"],
                ["ruff", "format", "--check", "-q"],
                ["pytest", "-q", "-n", "2", "-m", "not long", *tests],
            )
        ]
        codes.append(types.wait())
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
