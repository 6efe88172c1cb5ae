"""A balance report as Markdown with pictures, for a folder of documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ludoteca.draw import Scene
from ludoteca.lab.balance_page import distributions, ranked, told_rate, win_charts
from ludoteca.lab.plurals import told_number
from ludoteca.lab.run_folder import write_whole

MOST: Final = 24
"""Values of a category that are listed; of more, the best and the worst are."""


def write_notes(data: Mapping[str, Any], folder: Path) -> Path:
    """`bosa.md` with its pictures `bosa-….svg`; the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    game = data["game"]
    page = folder / f"{game}.md"
    pictures: dict[str, Scene] = {}
    write_whole(page, ("\n".join(_notes(data, pictures)) + "\n").encode())
    for name, scene in pictures.items():
        write_whole(folder / name, scene.svg(width=scene.width).encode())
    return page


def _notes(data: Mapping[str, Any], pictures: dict[str, Scene]) -> Iterator[str]:
    ways = data["variants"]
    matches = told_number(sum(way["matches"] for way in ways), "match", "matches")
    yield f"# The balance of {data['title']}"
    yield ""
    bots = ", ".join(ways[0]["bots"])
    yield f"{matches} between bots ({bots}), edition {data['edition']}, made by"
    yield ""
    yield f"```\n{data['command']}\n```"
    yield ""
    yield (
        "The command writes all figures as data, too. Rates are shares of victory with 95 % intervals; in "
        "the pictures blue lies above the dashed average by more than its interval, orange below."
    )
    for place, way in enumerate(ways):
        yield ""
        if len(ways) > 1:
            yield f"## {way['name']}"
            yield ""
        stem = data["game"] if len(ways) == 1 else f"{data['game']}-{place + 1}"
        yield from _way(way, stem, pictures, "##" if len(ways) == 1 else "###")


def _way(way: Mapping[str, Any], stem: str, pictures: dict[str, Scene], level: str) -> Iterator[str]:
    yield "| | |"
    yield "|---|---|"
    yield f"| matches | {way['matches']:,} with {told_number(way['players'], 'player', 'players')} |"
    yield f"| decisions a match | {way['decisions_a_match']:.1f} |"
    if way["together"] or way["players"] == 1:
        yield f"| won | {told_rate(way['won_by_anybody'])} |"
    else:
        yield f"| won by the first seat | {told_rate(way['win_rate_by_seat'][0])} |"
    if len(way["scores"]["all"]["counts"]) > 1:
        found = way["scores"]["all"]
        yield f"| score | {found['mean']:.1f} on average, from {found['least']} to {found['most']} |"
    if way["lead"]:
        yield f"| lead changes a match | {way['lead']['changes']['mean']:.1f} |"
        half = way["lead"]["leader_at_half_time_won"]
        if half:
            yield f"| leader at half-time won | {told_rate(half)} |"
    ends = ", ".join(f"{reason} {count / way['matches']:.1%}" for reason, count in way["reasons"].items())
    yield f"| how they ended | {ends} |"
    yield ""
    yield f"{level} Who wins"
    yield ""
    yield from _drawn(win_charts(way), stem, "wins", pictures)
    for category, values in way["facets"].items():
        if len(values) > 1:
            yield from _category(category, values)
    yield ""
    yield f"{level} How it goes"
    yield ""
    yield from _drawn(distributions(way), stem, "course", pictures)
    yield ""
    yield f"{level} What is chosen"
    yield ""
    yield "| option | offered | chosen | share | by winners | won by those who did | who never did |"
    yield "|---|---|---|---|---|---|---|"
    for one in way["choices"]:
        if one["option"] == one["verb"]:
            by_winners = f"{one['chosen_by_winners'] / one['chosen']:.1%}" if one["chosen"] else "–"
            did, never = one["win_rate_of_those_who_did"], one["win_rate_of_those_who_never_did"]
            yield (
                f"| {one['label']} | {one['offered']:,} | {one['chosen']:,} | {one['chosen_share']:.1%} "
                f"| {by_winners} | {told_rate(did) if did else '–'} | {told_rate(never) if never else '–'} |"
            )


def _drawn(scenes: Iterator[Scene], stem: str, kind: str, pictures: dict[str, Scene]) -> Iterator[str]:
    for number, scene in enumerate(scenes, 1):
        name = f"{stem}-{kind}-{number}.svg"
        pictures[name] = scene
        yield f"![{scene.title}]({name})"


def _category(category: str, values: Mapping[str, Any]) -> Iterator[str]:
    order = ranked(values)
    shown = order if len(order) <= MOST else order[: MOST // 2] + order[-MOST // 2 :]
    yield ""
    left_out = "" if len(shown) == len(order) else f" (the best and the worst {MOST // 2} of {len(order)})"
    yield f"| {category}{left_out} | seats | won |"
    yield "|---|---|---|"
    for value in shown:
        yield f"| {value} | {values[value]['seats']:,} | {told_rate(values[value]['win_rate'])} |"
