"""The table of rules and tests.

A game's `rules.md` defines a rule by a line that begins `- **BOL-2.3** `; a test says which rules it covers
with `@pytest.mark.rule("BOL-2.3")`. Both are read as text: neither the games nor the tests have to run.
Exits with 1 when a rule has no test, or a test names a rule that no rulebook has.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "ludoteca" / "games"
TESTS = ROOT / "tests"
RULE = re.compile(r"^- \*\*([A-Z]{3}-\d+(?:\.\d+)?[a-z]?)\*\*\s*(.*)$")
WORDS = 64

TestFunction = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Rule:
    id: str
    game: str
    text: str
    where: str


@dataclass(frozen=True)
class Mark:
    """A test says that it covers a rule."""

    rule: str
    test: str
    where: str


@dataclass
class Coverage:
    rules: list[Rule]
    tests: dict[str, list[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def missing(self) -> list[Rule]:
        return [rule for rule in self.rules if not self.tests[rule.id]]

    def of(self, game: str) -> Coverage:
        return Coverage([rule for rule in self.rules if rule.game == game], self.tests, self.problems)


def coverage(games: Path = GAMES, tests: Path = TESTS) -> Coverage:
    """Rules and tests brought together; what is wrong with either is told in `problems`."""
    found = Coverage([])
    for rule in read_rules(games):
        if rule.id in found.tests:
            found.problems.append(f"{rule.where}: {rule.id} is defined twice")
            continue
        found.rules.append(rule)
        found.tests[rule.id] = []
    for path in sorted(tests.rglob("*.py")):
        marks, problems = read_marks(path, path.relative_to(tests.parent).as_posix())
        found.problems += problems
        for mark in marks:
            if mark.rule not in found.tests:
                found.problems.append(f"{mark.where}: no rulebook has the rule {mark.rule}")
            elif mark.test not in found.tests[mark.rule]:
                found.tests[mark.rule].append(mark.test)
    return found


def read_rules(games: Path) -> Iterator[Rule]:
    for path in sorted(games.glob("*/rules.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := RULE.match(line):
                game = path.parent.name
                yield Rule(match[1], game, match[2], f"{game}/rules.md:{number}")


def read_marks(path: Path, name: str) -> tuple[list[Mark], list[str]]:
    """The marks on each test of a file: its own, its parameters', its class's and the module's."""
    module = ast.parse(path.read_text(encoding="utf-8"), name)
    values = _assigned(module.body)
    marks: list[Mark] = []
    problems: list[str] = []

    def visit(body: list[ast.stmt], owner: str, inherited: list[ast.expr]) -> None:
        above = inherited + [value for key, value in _assigned(body).items() if key == "pytestmark"]
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                visit(node.body, f"{owner}::{node.name}", above + node.decorator_list)
            elif isinstance(node, TestFunction) and node.name.startswith("test"):
                read(f"{owner}::{node.name}", above + node.decorator_list)

    def read(test: str, expressions: list[ast.expr]) -> None:
        for call in _rule_calls(expressions, values):
            where = f"{name}:{call.lineno}"
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    marks.append(Mark(argument.value, test, where))
                else:
                    problems.append(f"{where}: rules are named by plain strings")

    visit(module.body, name, [])
    return marks, list(dict.fromkeys(problems))


def _assigned(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """The names a body gives to expressions, such as `pytestmark` or a list of cases."""
    values: dict[str, ast.expr] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            values.update((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            values[node.target.id] = node.value
    return values


def _rule_calls(expressions: list[ast.expr], values: dict[str, ast.expr]) -> Iterator[ast.Call]:
    """Every `pytest.mark.rule(...)` inside the expressions, looking through the module's own names."""
    waiting = list(expressions)
    seen: set[str] = set()
    while waiting:
        for node in ast.walk(waiting.pop(0)):
            match node:
                case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark"))):
                    yield node
                case ast.Name(id=name) if name in values and name not in seen:
                    seen.add(name)
                    waiting.append(values[name])


def table(found: Coverage, *, names: bool, only_missing: bool, colour: bool) -> Iterator[str]:
    """The lines to print: a heading and its rules for each game, then one line that sums up."""
    red, bold, end = ("\033[31m", "\033[1m", "\033[0m") if colour else ("", "", "")
    for game in dict.fromkeys(rule.game for rule in found.rules):
        of_game = found.of(game)
        covered = len(of_game.rules) - len(of_game.missing)
        shown = of_game.missing if only_missing else of_game.rules
        if only_missing and not shown:
            continue
        yield f"{bold}{game}{end}: {covered} of {len(of_game.rules)} rules have a test"
        for rule in shown:
            tests = found.tests[rule.id]
            text = rule.text if len(rule.text) <= WORDS else rule.text[: WORDS - 1].rstrip() + "…"
            count = str(len(tests)) if tests else f"{red}none{end}"
            yield f"  {rule.id:<10} {text:<{WORDS}}  {count}"
            if names:
                yield from (f"             {test}" for test in tests)
    yield from (f"{red}{problem}{end}" for problem in found.problems)
    covered = len(found.rules) - len(found.missing)
    yield f"{covered} of {len(found.rules)} rules have a test"


def main() -> int:
    parser = argparse.ArgumentParser(description="Print the table of rules and the tests that cover them.")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--missing", action="store_true", help="only rules without a test")
    parser.add_argument("--tests", action="store_true", help="name the tests")
    asked = parser.parse_args()
    found = coverage()
    if asked.game:
        games = sorted({rule.game for rule in found.rules})
        if asked.game not in games:
            parser.error(f"no rules.md for {asked.game}; there is {', '.join(games) or 'none yet'}")
        found = found.of(asked.game)
    for line in table(found, names=asked.tests, only_missing=asked.missing, colour=sys.stdout.isatty()):
        print(line)
    return 1 if found.missing or found.problems else 0


if __name__ == "__main__":
    sys.exit(main())
