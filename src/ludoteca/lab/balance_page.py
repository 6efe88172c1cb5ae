"""A balance report as one self-contained page: words, tables and SVG charts, in light and dark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ludoteca.draw import AUTO, CARD, FAINT, INK, LINE, PAPER, Colour, Scene, escape, stylesheet
from ludoteca.lab.charts import Row, dot_plot, histogram, percent
from ludoteca.lab.counters import ORDER
from ludoteca.lab.plurals import told_number

SHOWN: Final = 24
"""Values of a category drawn at once; of more the best and the worst are drawn and all are listed."""

RARE: Final = 0.002
"""A value that so small a share of the seats had is listed but not drawn among best and worst."""


def balance_page(data: Mapping[str, Any]) -> str:
    """The whole page of a balance report."""
    title = f"Balance of {data['title']}"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            "<style>",
            f":root{{color-scheme:light dark;background:{_both(PAPER)};color:{_both(INK)}}}",
            "body{margin:0;font:16px/1.5 system-ui,'DejaVu Sans',sans-serif}",
            "main{max-width:1240px;margin:0 auto;padding:12px}",
            report_style(),
            "</style></head>",
            f"<body><main>{balance_body(data)}</main></body></html>",
            "",
        ]
    )


def balance_body(data: Mapping[str, Any]) -> str:
    """The report without the page around it, for a page that has `report_style()` in its head."""
    album = Album()
    ways = data["variants"]
    parts = [
        '<article class="balance">',
        f"<h1>Balance of {escape(data['title'])}</h1>",
        f"<p>{_introduction(data)}</p>",
        f"<pre>{escape(data['command'])}</pre>",
        "<p>Rates are shares of victory (a shared victory is divided) with 95 % intervals. In the charts a "
        "dot is the rate, the bar its interval; blue lies above the dashed average by more than its "
        "interval, orange below. Where many rates stand side by side, one in twenty strays that far by "
        "chance alone.</p>",
    ]
    if len(ways) > 1:
        parts += _comparison(ways, album)
    for way in ways:
        if len(ways) > 1:
            parts.append(f'<details class="way"><summary>{escape(way["name"])}</summary>')
        parts += _way(way, album)
        if len(ways) > 1:
            parts.append("</details>")
    return "\n".join([*parts, "</article>"])


def report_style() -> str:
    """The style of the report and its pictures, which touches nothing else on a page."""
    line, card, faint = _both(LINE), _both(CARD), _both(FAINT)
    rules = [
        "h1{font-size:1.6em;line-height:1.2}",
        "h2{margin:1.6em 0 .4em;font-size:1.25em}",
        f"pre{{overflow-x:auto;background:{card};border:1px solid {line};padding:8px}}",
        ".charts{columns:340px;column-gap:12px}",
        f".charts>figure{{margin:0 0 12px;border:1px solid {line};border-radius:8px;overflow:hidden}}",
        ".charts>figure{break-inside:avoid}",
        ".charts svg{display:block;width:100%;max-width:480px;height:auto;margin:0 auto}",
        "dl{display:grid;gap:8px;margin:0}",
        "dl{grid-template-columns:repeat(auto-fill,minmax(min(165px,100%),1fr))}",
        f"dl>div{{background:{card};border:1px solid {line};border-radius:8px;padding:8px 10px}}",
        f"dt{{font-size:.85em;color:{faint}}}",
        "dd{margin:0;font-size:1.15em;font-weight:600}",
        f"dd small{{display:block;font-weight:400;font-size:.7em;color:{faint}}}",
        ".table{overflow-x:auto;margin:8px 0}",
        "table{border-collapse:collapse;font-size:.9em}",
        f":is(th,td){{padding:3px 10px 3px 0;text-align:right;border-bottom:1px solid {line}}}",
        "td{white-space:nowrap}",
        "thead th{vertical-align:bottom}",
        ":is(th,td):first-child{text-align:left}",
        "summary{cursor:pointer;padding:6px 0}",
        "details.way>summary{font-size:1.25em;font-weight:600}",
    ]
    return "\n".join([*(f".balance {rule}" for rule in rules), stylesheet(AUTO, choices=False)])


def _both(colour: Colour) -> str:
    return f"light-dark({colour.light},{colour.dark})"


class Album:
    """Pictures of one page, each with ids of its own."""

    def __init__(self) -> None:
        self._number = 0

    def framed(self, scenes: Iterable[Scene]) -> str:
        return f'<div class="charts">{"".join(map(self._frame, scenes))}</div>'

    def _frame(self, scene: Scene) -> str:
        self._number += 1
        scene.prefix = f"f{self._number}-"
        return f"<figure>{scene.svg(AUTO, style=False)}</figure>"


def _introduction(data: Mapping[str, Any]) -> str:
    ways = data["variants"]
    matches = told_number(sum(way["matches"] for way in ways), "match", "matches")
    bots = ", ".join(ways[0]["bots"])
    return escape(
        f"{matches} between bots ({bots}), edition {data['edition']}, seed {data['seed']}. "
        "Bots are not people: what is strong for them shows what the rules reward, not what everybody plays. "
        "This command makes the report again:"
    )


# Several variants side by side


def _comparison(ways: Sequence[Mapping[str, Any]], album: Album) -> Iterator[str]:
    yield "<h2>Variants side by side</h2>"
    losable = any(way["won_by_anybody"]["rate"] < 1 for way in ways)
    called = "won by anybody" if losable else "won by the first seat"
    rates = [way["won_by_anybody"] if losable else way["win_rate_by_seat"][0] for way in ways]
    rows = [_row(way["name"], rate, way["matches"]) for way, rate in zip(ways, rates, strict=True)]
    yield album.framed([dot_plot(f"Matches {called}", rows)])
    cells = [
        [
            escape(way["name"]),
            f"{way['matches']:,}",
            told_rate(rate),
            f"{way['decisions_a_match']:.1f}",
            _mean(way["scores"]["all"]),
            _mean(way["lead"]["changes"]) if way["lead"] else "–",
        ]
        for way, rate in zip(ways, rates, strict=True)
    ]
    yield _table(["variant", "matches", called, "decisions a match", "mean score", "lead changes"], cells)
    for category in sorted(set.intersection(*(set(way["facets"]) for way in ways))):
        values = sorted({value for way in ways for value in way["facets"][category]})
        if len(values) > 1 and len(values) <= SHOWN:
            yield f"<details><summary>Won by {escape(category)} in every variant</summary>"
            yield _table(
                [category, *(way["name"] for way in ways)],
                [
                    [escape(value), *(_cell(way["facets"][category].get(value)) for way in ways)]
                    for value in values
                ],
            )
            yield "</details>"


def _cell(found: Mapping[str, Any] | None) -> str:
    return "–" if found is None else told_rate(found["win_rate"])


# One variant


def _way(way: Mapping[str, Any], album: Album) -> Iterator[str]:
    yield from _at_a_glance(way)
    drawn = list(win_charts(way))
    if drawn:
        yield "<h2>Who wins</h2>"
        yield album.framed(drawn)
        yield from (
            _category_table(category, vs) for category, vs in way["facets"].items() if len(vs) > SHOWN
        )
    yield "<h2>How it goes</h2>"
    yield album.framed(distributions(way))
    yield "<h2>What is chosen</h2>"
    yield from _options(way)


def _at_a_glance(way: Mapping[str, Any]) -> Iterator[str]:
    facts = [
        ("matches", f"{way['matches']:,}", f"{way['players']} players" if way["players"] > 1 else "solo")
    ]
    facts.append(("decisions a match", f"{way['decisions_a_match']:.0f}", ""))
    if way["together"] or way["players"] == 1:
        facts.append(("won together" if way["players"] > 1 else "won", *_parts(way["average_win_rate"])))
    else:
        facts.append(("won by the first seat", *_parts(way["win_rate_by_seat"][0])))
    found = way["scores"]["all"]
    if len(found["counts"]) > 1:
        facts.append(("score", f"{found['mean']:.1f}", f"from {found['least']} to {found['most']}"))
        if way["players"] > 1:
            facts.append(("between first and second", f"{way['scores']['margins']['mean']:.1f}", "points"))
    if way["lead"]:
        facts.append(
            ("lead changes a match", f"{way['lead']['changes']['mean']:.1f}", "by the bots' evaluation")
        )
        if way["lead"]["leader_at_half_time_won"]:
            facts.append(("leader at half-time won", *_parts(way["lead"]["leader_at_half_time_won"])))
    yield "<dl>"
    for name, value, more in facts:
        small = f"<small>{escape(more)}</small>" if more else ""
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}{small}</dd></div>"
    yield "</dl>"
    ends = ", ".join(f"{reason} {number / way['matches']:.1%}" for reason, number in way["reasons"].items())
    set_with = ", ".join(f"{key} = {value}" for key, value in way["options"].items())
    told = f"How the matches ended: {ends}." + (f" Options: {set_with}." if set_with else "")
    yield f"<p>{escape(told)}</p>"


def win_charts(way: Mapping[str, Any]) -> Iterator[Scene]:
    """Win rates by seat and by every category."""
    average = way["average_win_rate"]["rate"]
    if not way["together"] and way["players"] > 1:
        rows = [_row(f"seat {seat}", one, way["matches"]) for seat, one in enumerate(way["win_rate_by_seat"])]
        yield dot_plot("Won by seat", rows, average)
    for category, values in way["facets"].items():
        if len(values) > 1:
            yield from _category_charts(category, values, average, way)


def _category_charts(
    category: str, values: Mapping[str, Any], average: float, way: Mapping[str, Any]
) -> Iterator[Scene]:
    """A chart of all values, or of the best and the worst if there are many."""
    if len(values) <= SHOWN:
        named = values if category == ORDER else ranked(values)
        rows = [_row(value, values[value]["win_rate"], values[value]["seats"]) for value in named]
        yield dot_plot(f"Won by {category}", rows, average)
        return
    enough = way["matches"] * way["players"] * RARE
    common = [value for value in ranked(values) if values[value]["seats"] >= enough]
    half = min(SHOWN // 2, len(common) // 2)
    if half:
        for word, some in (("highest", common[:half]), ("lowest", common[-half:])):
            rows = [_row(value, values[value]["win_rate"], values[value]["seats"]) for value in some]
            yield dot_plot(f"Won by {category}: the {word} of {len(values)}", rows, average)


def ranked(values: Mapping[str, Any]) -> list[str]:
    """The values of a category, the highest win rate first."""
    return sorted(values, key=lambda value: (-values[value]["win_rate"]["rate"], value))


def _category_table(category: str, values: Mapping[str, Any]) -> str:
    rows = [[escape(v), f"{values[v]['seats']:,}", told_rate(values[v]["win_rate"])] for v in ranked(values)]
    table = _table([category, "seats", "won"], rows)
    return f"<details><summary>Every {escape(category)}</summary>{table}</details>"


def distributions(way: Mapping[str, Any]) -> Iterator[Scene]:
    """How often each score, length and course came; what is always the same needs no picture."""
    scores, lead = way["scores"], way["lead"] or {}
    for title, found, unit in (
        ("Scores of all seats", scores["all"], "scores"),
        ("Scores of winners", scores["winners"], "scores"),
        ("Points between first and second", scores["margins"], "matches"),
        ("Decisions a match", way["lengths"], "matches"),
        ("Changes of the lead", lead.get("changes"), "matches"),
        (
            "When the winner took the lead for good (tenths of the match)",
            lead.get("decided_in_tenth"),
            "matches",
        ),
    ):
        if found and len(found["counts"]) > 1:
            numbers = Counter({int(value): number for value, number in found["counts"].items()})
            yield histogram(title, numbers, unit)


def _options(way: Mapping[str, Any]) -> Iterator[str]:
    """Tables: every verb, and folded away every verb with its first parameter."""
    yield (
        "<p>Offered: decisions in which it could be chosen. Decisions with a single option are made by the "
        "rules and not counted. Chosen by winners: the share of the choices that were made by the seat that "
        "won in the end. The last two columns compare seats that did it at least once in a match with seats "
        "that could have and never did.</p>"
    )
    heads = ["option", "offered", "chosen", "share", "chosen by winners", "won by those who did",
             "won by those who never did"]  # fmt: skip
    verbs = [one for one in way["choices"] if one["option"] == one["verb"]]
    yield _table(heads, [_option_cells(one) for one in verbs])
    left_out = False
    for verb in verbs:
        inside = [
            one for one in way["choices"] if one["verb"] == verb["verb"] and one["option"] != one["verb"]
        ]
        kinds = verb.get("kinds", len(inside))
        if len(inside) > 1:
            inside.sort(key=lambda one: (-one["chosen"], one["option"]))
            called = (
                f"{kinds} kinds"
                if len(inside) == kinds
                else f"the {len(inside)} most chosen of {kinds} kinds"
            )
            yield f"<details><summary>{escape(verb['label'])}: {called}</summary>"
            yield _table(heads, [_option_cells(one) for one in inside]) + "</details>"
        left_out = left_out or len(inside) < kinds
    if left_out:
        yield "<p>This report is shortened: the command above makes the one with every kind of option.</p>"


def _option_cells(one: Mapping[str, Any]) -> list[str]:
    did, never = one["win_rate_of_those_who_did"], one["win_rate_of_those_who_never_did"]
    return [
        escape(one["label"]),
        f"{one['offered']:,}",
        f"{one['chosen']:,}",
        percent(one["chosen_share"]),
        percent(one["chosen_by_winners"] / one["chosen"]) if one["chosen"] else "–",
        told_rate(did) if did else "–",
        told_rate(never) if never else "–",
    ]


# Small parts


def _row(label: str, found: Mapping[str, float], number: int) -> Row:
    return Row(label, found["rate"], found["low"], found["high"], f"of {number:,}")


def told_rate(found: Mapping[str, float]) -> str:
    """`12.3 % (10.1–14.8)`: a rate with its interval."""
    return f"{percent(found['rate'])} ({100 * found['low']:.1f}–{100 * found['high']:.1f})"


def _parts(found: Mapping[str, float]) -> tuple[str, str]:
    return percent(found["rate"]), f"{percent(found['low'])} to {percent(found['high'])}"


def _mean(found: Mapping[str, Any]) -> str:
    return f"{found['mean']:.1f}" if found["number"] else "–"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are HTML, its heads are words."""
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
