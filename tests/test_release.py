"""Files about releases agree with the package and with one another."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import ludoteca

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
YAML = [
    *sorted(ROOT.glob(".github/**/*.yml")),
    ROOT / ".pre-commit-config.yaml",
    ROOT / "CITATION.cff",
    ROOT / "deploy" / "compose.yaml",
]
DEPLOY = sorted((ROOT / "deploy").iterdir())


def read(path: str | Path) -> Any:
    return import_module("yaml").safe_load((ROOT / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_a_form_or_workflow_can_be_read(path: Path) -> None:
    assert read(path)


def test_the_version_is_the_same_everywhere() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", ludoteca.__version__)
    assert read("CITATION.cff")["version"] == ludoteca.__version__
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert f"{ludoteca.__version__}.".startswith(f"{newest[1]}.")


def test_the_supported_pythons_are_tested_and_built() -> None:
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"
    assert read(".github/workflows/test.yml")["jobs"]["test"]["strategy"]["matrix"]["python"] == PYTHONS
    built = [f"cp{python.replace('.', '')}-*" for python in PYTHONS]
    assert PROJECT["tool"]["cibuildwheel"]["build"] == built


def test_hooks_run_what_make_lint_runs() -> None:
    recipe = re.search(
        r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert recipe is not None
    linted = [line.strip().replace("$(PY)", ".venv/bin/python") for line in recipe[1].splitlines()]
    (local,) = read(".pre-commit-config.yaml")["repos"]
    assert [hook["entry"] for hook in local["hooks"]] == linted


def test_the_form_about_rules_names_every_game() -> None:
    from ludoteca.games import HOUSE_GAMES, load

    form = {field["id"]: field for field in read(".github/ISSUE_TEMPLATE/rule.yml")["body"]}
    assert set(form["game"]["attributes"]["options"]) == {
        *(load(name).title for name in HOUSE_GAMES),
        "another",
    }


@pytest.mark.parametrize("path", DEPLOY, ids=lambda path: path.name)
def test_recipes_for_hosts_use_settings_that_exist(path: Path) -> None:
    from ludoteca.house.settings import Settings

    used = set(re.findall(r"LUDOTECA_([A-Z_]+)", path.read_text(encoding="utf-8")))
    assert used
    assert used <= {name.upper() for name in Settings.__struct_fields__}


def test_every_service_of_the_compose_file_is_a_command_or_the_database() -> None:
    from ludoteca.cli import COMMANDS

    services = read("deploy/compose.yaml")["services"]
    assert set(services) == {"database", "house", "work"}
    assert services["work"]["command"] == ["work"]
    assert "volumes" not in services["work"], "the database has everything"
    assert {"house", "work"} <= set(COMMANDS)
    for name in ("house", "work"):
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["environment"]["LUDOTECA_DATABASE"].startswith("postgresql://")


def test_the_container_copies_only_what_the_build_needs_and_that_exists() -> None:
    recipe = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    copied = [
        name
        for line in re.findall(r"^COPY (?!--from)(.*) \S+$", recipe, re.MULTILINE)
        for name in line.split()
    ]
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert set(copied) == sent
    assert [name for name in copied if not (ROOT / name).exists()] == []
