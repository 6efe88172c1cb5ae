"""Those parts of a table's page that change with almost every move, written without templates.

Words come in as they are and go out escaped; what is called `markup` is escaped already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from ludoteca.house.web.pages.assets import seat_mark
from ludoteca.house.web.pages.named_pieces import names_in
from ludoteca.house.web.pages.part_values import (
    Button,
    ChipsPart,
    ChoiceButton,
    ChoicesPart,
    QuestionPart,
    SeatPart,
)
from ludoteca.house.web.pages.texts import Texts

LONG_QUESTION: Final = 44
"""Letters beyond which a question is set in smaller type."""


def escaped(words: str) -> str:
    """Words as they stand in an element or an attribute: as templates do it, but without a `Markup` each."""
    if "&" in words:
        words = words.replace("&", "&amp;")
    if "<" in words:
        words = words.replace("<", "&lt;")
    if ">" in words:
        words = words.replace(">", "&gt;")
    if "'" in words:
        words = words.replace("'", "&#39;")
    if '"' in words:
        words = words.replace('"', "&#34;")
    return words


@lru_cache(maxsize=1024)
def _say(say: Texts, key: str) -> str:
    return escaped(say(key))


@lru_cache(maxsize=1024)
def _count(say: Texts, key: str, number: int) -> str:
    return escaped(say(key, number=number))


@lru_cache(maxsize=128)
def _mark(seat: int) -> str:
    return str(seat_mark(seat))


# What is asked


def question(page: QuestionPart, say: Texts) -> str:
    """What is asked, of whom, and until when."""
    mark = _mark(page.asked) if page.asked >= 0 else ""
    long = " long" if len(page.question) > LONG_QUESTION else ""
    clock, undo = "", ""
    if page.deadline:
        clock = (
            f'<span class="clock" id="t-clock" data-until="{page.deadline}">'
            f'<span class="unseen">{_say(say, "table.clock_left")} </span>'
            f"<time>{escaped(page.time_left)}</time></span>"
        )
    if page.undoable:
        undo = (
            '<button class="narrowish" id="t-undo" name="do" value="undo" form="t-act">'
            f"<span>{_say(say, 'table.undo')}</span></button>"
        )
    return (
        f'<section id="t-ask" class="ask{" mine" if page.mine else ""}" aria-label="{_say(say, "table.ask")}"'
        f' data-mine="{1 if page.mine else 0}">{mark}'
        f'<p class="question{long}" id="t-question" tabindex="-1">{escaped(page.question)}</p>'
        f"{clock}{undo}</section>"
    )


# What can be chosen


def choices(page: ChoicesPart, say: Texts) -> str:
    """What can be chosen beside the board and on it, what is refused, and what ends the turn."""
    title = _say(say, "table.you_choose" if page.mine else "table.choices")
    inside = [f'<p class="hint-now">{page.hint}</p>'] if page.hint else []
    if page.beside:
        calm = " calm" if page.on_board else ""
        inside.append(f'<ul class="choice-list beside{calm}">{_buttons(page.beside, "")}</ul>')
    if page.on_board:
        if not page.beside:
            inside.append(f'<p class="faint">{_say(say, "table.on_board")}</p>')
        inside.append(_folded_choices(page.on_board, say))
    elif not page.beside and not page.ending:
        inside.append(f'<p class="faint">{escaped(page.idle)}</p>')
        if page.ahead:
            link = f'<a href="{escaped(page.ahead)}">{_say(say, "ahead.title")}</a>'
            inside.append(f'<p class="small">{link}</p>')
    if page.refused:
        inside.append(_refusals(page.refused, say))
    return (
        '<section id="t-choices" aria-labelledby="t-choices-title">'
        f'<h2 id="t-choices-title">{title}</h2>'
        '<div class="in scroll" tabindex="0" role="region" aria-labelledby="t-choices-title">'
        f"{''.join(inside)}</div>{_ending(page, say) if page.ending else ''}</section>"
    )


def _buttons(offered: Sequence[ChoiceButton], more: str) -> str:
    found: list[str] = []
    for choice in offered:
        text = escaped(choice.text)
        found.append(
            f'<li data-key="li {text}"><button name="do" value="act {text}" form="t-act"'
            f' data-key="button {text}" data-choice="{text}"{more}>{escaped(choice.label)}</button></li>'
        )
    return "".join(found)


def _folded_choices(on_board: Sequence[ChoiceButton], say: Texts) -> str:
    return (
        f'<details class="all" id="t-all"><summary>{_count(say, "table.in_words", len(on_board))}</summary>'
        f'<ul class="choice-list">{_buttons(on_board, "")}</ul></details>'
    )


def _refusals(refused: Sequence[ChoiceButton], say: Texts) -> str:
    told = "".join([f"<li><b>{escaped(choice.label)}</b>{choice.why}</li>" for choice in refused])
    summary = _count(say, "table.not_now", len(refused))
    return (
        f'<details class="refusals" id="t-refused"><summary>{summary}</summary>'
        f'<ul class="plain">{told}</ul></details>'
    )


def _ending(page: ChoicesPart, say: Texts) -> str:
    """What ends a turn asks once while something else is left to do."""
    is_more = bool(page.beside or page.on_board)
    return (
        f'<ul class="choice-list ending{" quietly" if is_more else ""}"'
        f' data-say-really="{_say(say, "table.really")}" data-say-yes="{_say(say, "table.really_yes")}"'
        f' data-say-no="{_say(say, "table.really_no")}">'
        f"{_buttons(page.ending, ' data-ending' if is_more else '')}</ul>"
    )


# What happened


Where = Callable[[str], tuple[float, float] | None]
"""Where on the board a place lies, by what it is called; None for whatever is none."""


def with_names(sentence: str, where: Where | None = None) -> str:
    """A sentence whose names of pieces can be pointed at, and of places on which no piece lies."""
    found: list[str] = []
    for key, words in names_in(sentence):
        shown = escaped(words)
        at = where(words) if key and where is not None else None
        place = f' data-at="{at[0]:.0f} {at[1]:.0f}"' if at is not None else ""
        found.append(
            f'<span class="name" data-named="{escaped(key)}"{place}>{shown}</span>' if key else shown
        )
    return "".join(found)


def sentence(number: int, seat: int, markup: str) -> str:
    """A sentence of the log, with the mark of the seat it is about (-1 for none)."""
    return f'<li id="said-{number}">{_mark(seat) if seat >= 0 else ""}<span>{markup}</span></li>'


def turn(number: int, seat: int, name: str) -> str:
    """The heading of a turn in the log."""
    return f'<li class="turn" id="turn-{number}">{_mark(seat)}<b>{escaped(name)}</b></li>'


def told_turn(seat: int, name: str, markup: Sequence[str]) -> str:
    """What somebody did in a turn: their name is said once in a row, and so is a card that brings several
    things; what they did again is counted.
    """
    said, of_them, before = "", False, ""
    for sentence, again in groupby(markup):
        times = len(list(again))
        deed = _without_name(sentence, escaped(name))
        card, brings, what = ("", "", "") if deed else sentence.partition(": ")
        if brings and card == before:
            said += f", {what}"
        else:
            said += f"; {deed}" if deed and of_them else f". {sentence}" if said else sentence
        said += f" (×{times})" if times > 1 else ""
        of_them, before = bool(deed), card if brings else ""
    return f"<li>{_mark(seat)}<span>{said}.</span></li>"


def _without_name(sentence: str, name: str) -> str:
    """What a sentence says of somebody whose name it begins with; empty if it begins otherwise."""
    first, found, rest = sentence.partition("</span>")
    if found and first.startswith("<span") and first.endswith(f">{name}") and rest.startswith(" "):
        return rest[1:]
    return sentence[len(name) + 1 :] if sentence.startswith(f"{name} ") else ""


# Who sits at the table


def chips(page: ChipsPart, say: Texts) -> str:
    """The others' names."""
    others = "".join([_chip(seat) for seat in page.seats if not seat.you])
    return f'<ul id="t-chips" class="chips" aria-label="{_say(say, "table.seats")}">{others}</ul>'


def _chip(seat: SeatPart) -> str:
    deciding = ' class="deciding"' if seat.deciding else ""
    points = f'<b class="points">{escaped(seat.points)}</b>' if seat.points else ""
    return (
        f'<li id="chip-{seat.number}"{deciding}>{_mark(seat.number)}<span>{escaped(seat.name)}</span>'
        f"{points}{_clock(seat)}</li>"
    )


def _clock(seat: SeatPart) -> str:
    return f'<span class="clock">{escaped(seat.clock)}</span>' if seat.clock else ""


def chair(seat: SeatPart, say: Texts) -> str:
    """A seat: who is there, and what can be done about it."""
    you = f" ({_say(say, 'table.you').lower()})" if seat.you else ""
    doors = f'<span class="doors">{_doors(seat.buttons, "", say)}</span>' if seat.buttons else ""
    return (
        f'<li id="chair-{seat.number}" data-key="seat {seat.number}">{_mark(seat.number)}'
        f'<span class="who">{escaped(seat.name)}{you}<small>{_presence(seat, say)}</small></span>'
        f"{_doing(seat, say)}{doors}{_more(seat, say) if seat.more else ''}</li>"
    )


def _presence(seat: SeatPart, say: Texts) -> str:
    if seat.bot:
        return escaped(seat.bot)
    here = " here" if seat.here else ""
    return f'<span class="dot{here}"></span>{_say(say, "table.here" if seat.here else "table.away")}'


def _doing(seat: SeatPart, say: Texts) -> str:
    if seat.clock:
        return _clock(seat)
    return f'<span class="small">{_say(say, "table.deciding")}</span>' if seat.deciding else "<span></span>"


def _doors(buttons: Sequence[Button], quiet: str, say: Texts) -> str:
    return "".join(
        [
            f'<button class="narrowish{quiet}" name="do" value="{escaped(do)}" form="t-act">'
            f"{_say(say, label)}</button>"
            for do, label in buttons
        ]
    )


def _more(seat: SeatPart, say: Texts) -> str:
    """What one can do about the person there."""
    return (
        f'<details class="more" id="more-{seat.number}"><summary class="small faint">'
        f"{escaped(say('table.more', name=seat.name))}</summary>"
        f'<span class="doors">{_doors(seat.more, " quiet", say)}</span></details>'
    )
