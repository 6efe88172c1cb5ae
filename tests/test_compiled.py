"""Compiled or plain, in this process or another: the same seeds tell the same matches, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.random_records import random_match, random_records

ROOT = Path(__file__).resolve().parent.parent


def told_by(environment: dict[str, str]) -> dict[str, Any]:
    """What another process tells, with its own order of hashes."""
    script = ROOT / "tests" / "random_records.py"
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONHASHSEED": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    return told_by({"PYTHONPATH": str(ROOT / "src")})


def test_plain_python_tells_the_same_records(plain: dict[str, Any]) -> None:
    assert plain["compiled"] is False
    here = random_records()
    assert sorted(plain["records"]) == sorted(here)
    for name, record in here.items():
        assert plain["records"][name] == record, name


def test_different_seeds_tell_different_matches(plain: dict[str, Any]) -> None:
    records = list(plain["records"].values())
    assert len(set(records)) == len(records)
    assert random_match("bologna", 3, 4) == random_match("bologna", 3, 4)
