"""The balance reports that come with the package: shortened to what their pages show.

`scripts/ship_report.py` shortens what `ludoteca balance` wrote; the command in a report makes the full one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

REPORTS: Final = Path(__file__).with_name("reports")

KINDS: Final = 10
"""The kinds of an option that are kept: those chosen most often."""


def ship(data: Mapping[str, Any]) -> Path:
    """Write a report into the package, in short; the path of its file."""
    path = REPORTS / f"{data['game']}.json"
    text = json.dumps(shortened(data), ensure_ascii=False, separators=(",", ":"))
    path.write_text(text + "\n", encoding="utf-8")
    return path


def shortened(data: Mapping[str, Any]) -> dict[str, Any]:
    """A report without the figures that no page shows, and with few kinds of each option.

    Where a report compares variants, options are told by their verbs alone. A verb says how many `kinds` of
    it there were, so that a page can tell what was left out.
    """
    kinds = KINDS if len(data["variants"]) == 1 else 0
    return {**data, "variants": [_variant(way, kinds) for way in data["variants"]]}


def _variant(way: Mapping[str, Any], kinds: int) -> dict[str, Any]:
    scores = {name: found for name, found in way["scores"].items() if name != "by_seat"}
    return {**way, "scores": scores, "choices": _choices(way["choices"], kinds)}


def _choices(choices: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    inside: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for one in choices:
        if one["option"] != one["verb"]:
            inside[one["verb"]].append(one)
    kept = []
    for one in choices:
        if one["option"] == one["verb"]:
            found = sorted(inside[one["verb"]], key=lambda kind: (-kind["chosen"], kind["option"]))
            kept += [{**one, "kinds": one.get("kinds", len(found))}, *found[:most]]
    return [{name: value for name, value in one.items() if name != "seats_that_did"} for one in kept]
