"""Every rule has a test, and the scan that says so can be trusted."""

from pathlib import Path

import pytest

from scripts.rules import Coverage, coverage, read_marks, table

RULES = """\
# Toy

- **TOY-1.1** A turn is one card.
- **TOY-1.2a** A card lies face up, and this sentence goes on until it is longer than the table is wide.
- TOY-9 is only mentioned.
"""

CASES = """\
import pytest

pytestmark = [pytest.mark.long, pytest.mark.rule("TOY-1")]
CASES = [pytest.param(1, marks=pytest.mark.rule("TOY-2")), pytest.param(2, marks=[pytest.mark.rule("TOY-3")])]


@pytest.mark.rule("TOY-4", "TOY-5")
def test_function():
    pass


@pytest.mark.rule("TOY-6")
class TestClass:
    pytestmark = pytest.mark.rule("TOY-7")

    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("TOY-8"))])
    async def test_method(self, n):
        pass

    @pytest.mark.rule("TOY-9")
    def helper(self):
        pass


@pytest.mark.parametrize("n", CASES)
def test_cases(n):
    pass
"""


def test_every_rule_has_a_test_that_names_it() -> None:
    found = coverage()
    bare = [f"{rule.id} ({rule.where}): {rule.text}" for rule in found.missing]
    assert not bare, "rules without a test:\n" + "\n".join(bare)
    assert not found.problems, "\n".join(found.problems)


def marks_of(folder: Path, source: str) -> dict[str, list[str]]:
    path = folder / "test_toy.py"
    path.write_text(source)
    marks, problems = read_marks(path, "test_toy.py")
    assert not problems
    return {
        test: sorted(mark.rule for mark in marks if mark.test == test)
        for test in {mark.test for mark in marks}
    }


def test_marks_come_from_functions_classes_modules_and_parameters(tmp_path: Path) -> None:
    assert marks_of(tmp_path, CASES) == {
        "test_toy.py::test_function": ["TOY-1", "TOY-4", "TOY-5"],
        "test_toy.py::TestClass::test_method": ["TOY-1", "TOY-6", "TOY-7", "TOY-8"],
        "test_toy.py::test_cases": ["TOY-1", "TOY-2", "TOY-3"],
    }


def toy(folder: Path, rules: str, *marks: str) -> Coverage:
    """The coverage of a game with these rules by one test with these marks."""
    (folder / "games" / "toy").mkdir(parents=True)
    (folder / "games" / "toy" / "rules.md").write_text(rules)
    (folder / "tests").mkdir()
    lines = [f"@pytest.mark.rule({mark})" for mark in marks]
    (folder / "tests" / "test_toy.py").write_text("\n".join([*lines, "def test_toy(): pass"]))
    return coverage(folder / "games", folder / "tests")


def test_a_rule_without_a_test_is_told(tmp_path: Path) -> None:
    found = toy(tmp_path, RULES, '"TOY-1.1"')
    assert [rule.id for rule in found.missing] == ["TOY-1.2a"]
    assert found.tests["TOY-1.1"] == ["tests/test_toy.py::test_toy"]
    lines = list(table(found, names=True, only_missing=False, colour=False))
    assert lines[0] == "toy: 1 of 2 rules have a test"
    assert lines[1].split() == ["TOY-1.1", "A", "turn", "is", "one", "card.", "1"]
    assert lines[2].strip() == "tests/test_toy.py::test_toy"
    assert lines[3].endswith("…  none")
    assert lines[-1] == "1 of 2 rules have a test"


@pytest.mark.parametrize(
    ("mark", "problem"),
    [
        ('"TOY-7"', "tests/test_toy.py:1: no rulebook has the rule TOY-7"),
        ("*MINE", "tests/test_toy.py:1: rules are named by plain strings"),
    ],
)
def test_a_mark_that_leads_nowhere_is_told(tmp_path: Path, mark: str, problem: str) -> None:
    assert toy(tmp_path, RULES, mark).problems == [problem]


def test_a_rule_is_defined_once(tmp_path: Path) -> None:
    assert toy(tmp_path, RULES + "- **TOY-1.1** Again.\n").problems == [
        "toy/rules.md:6: TOY-1.1 is defined twice"
    ]


def test_a_house_without_games_has_no_rules(tmp_path: Path) -> None:
    assert coverage(tmp_path, tmp_path) == Coverage([])
