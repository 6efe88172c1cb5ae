"""Faults planted in a copy of a whole game: the examiner finds them, and what it says leads to the line."""

from pathlib import Path

import pytest

from tests.examiner.planted_faults import FAULTS, Planted

QUICK = (
    "copies share their bag",
    "a step on the agenda changes",
    "an event with a value too few",
    "a name is misspelt in a rule",
    "nobody comes next",
    "the view adds up hidden tiles",
    "a misspelt field in the encoding",
    "an encoding that is too short",
    "a word with a line missing",
)


def test_there_are_more_than_fifty_faults_to_plant_and_each_is_another() -> None:
    assert len({fault.name for fault in FAULTS}) == len({(fault.old, fault.new) for fault in FAULTS}) >= 50


@pytest.mark.parametrize("name", QUICK)
def test_the_examiner_finds_a_planted_fault_and_names_the_line(name: str, tmp_path: Path) -> None:
    (fault,) = [one for one in FAULTS if one.name == name]
    assert fault.leads_to in Planted(fault, tmp_path).found()


def test_an_error_inside_a_rule_keeps_its_file_its_line_and_its_traceback(tmp_path: Path) -> None:
    (fault,) = [one for one in FAULTS if one.name == "a name is misspelt in a rule"]
    said = Planted(fault, tmp_path).found()
    assert "steps.py, line 108, in happen)" in said
    assert "Traceback (most recent call last)" in said
    assert "state.baskets += tile" in said


def test_evidence_too_weak_at_each_look_counts_together(tmp_path: Path) -> None:
    (fault,) = [one for one in FAULTS if one.name == "imagining takes every kind as likely"]
    said = Planted(fault, tmp_path).found()
    assert "does not follow the true odds" in said
