"""Refusals, in every language of the house."""

from __future__ import annotations

import tomllib
from pathlib import Path

import ludoteca.house as package
from ludoteca.house.refusals import refusal


def test_every_refusal_speaks_both_languages() -> None:
    folder = Path(package.__path__[0]) / "words"
    english = tomllib.loads((folder / "en.toml").read_text())["refusal"]
    italian = tomllib.loads((folder / "it.toml").read_text())["refusal"]
    assert english.keys() == italian.keys()
    for code in english:
        assert str(refusal(code, "it")) == italian[code][:1] + str(refusal(code, "it"))[1:]
        assert refusal(code, "en").in_language("it") == str(refusal(code, "it"))
        assert str(refusal(code, "xx")) == str(refusal(code, "en"))
