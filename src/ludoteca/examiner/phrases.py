"""The law of words: everything that can be said has a complete sentence in every language."""

from __future__ import annotations

import re
from typing import Any, Final

from ludoteca.examiner.report import Broken
from ludoteca.examiner.sitting import Sitting
from ludoteca.kernel.actions import Action, Verb
from ludoteca.kernel.events import Event, EventKind
from ludoteca.kernel.game import Game
from ludoteca.kernel.words import PhraseBook, holes

_LEFT_OPEN: Final = re.compile(r"\{\w*(\|[^}]*)?\}")
_TEXT: Final = re.compile(r"[^\s#]+( [^\s#]+)*")
_GAME_WORDS: Final = ("title", "seat", "nobody", "and", "waiting")


def spelling(sitting: Sitting) -> None:
    """Every action of the catalogue prints and parses back."""
    catalogue = sitting.game.catalogue
    if not sitting.memory.first_time("spelling"):
        return
    for shelf in (catalogue.decisions, catalogue.outcomes):
        for index, action in enumerate(shelf):
            if not _TEXT.fullmatch(action.text):
                raise Broken(f"“{action.text}” does not fit a record: expected words, single spaces, no #")
            if catalogue.by_text.get(action.text) is not action:
                raise Broken(f"“{action.text}” does not parse back to its action")
            if action.index != index:
                raise Broken(f"“{action.text}” has the index {action.index}, not {index}")
    sitting.memory.note("spelling")


def books(sitting: Sitting) -> None:
    """The phrase books are complete, alike, and ask for no value that nobody gives."""
    if not sitting.memory.first_time("books"):
        return
    game = sitting.game
    languages = sitting.memory.languages
    if not languages:
        raise Broken("there is no phrase book in words/")
    first = game.words(languages[0])
    for language in languages:
        book = game.words(language)
        _alike(first, book)
        for key in _GAME_WORDS:
            _needed(book, "game", key, {"seat"} if key == "waiting" else set())
        for kind in game.events.all:
            _event_kind(game, book, kind)
        for verb in game.catalogue.verbs:
            _verb(game, book, verb)
        for option in game.options:
            for key in (option.key, f"{option.key}.help", *(f"{option.key}.{word}" for word in option.words)):
                _needed(book, "option", key, set())
            _rule_exists(game, option.rule, f"option {option.key}")
        for key in book.sections.get("objection", {}):
            _rule_exists(game, key.partition("/")[0], f"words/{language}.toml, objection {key}")
    sitting.memory.note("books")


def _alike(first: PhraseBook, book: PhraseBook) -> None:
    one = {f"{section}.{key}" for section, phrases in first.sections.items() for key in phrases}
    two = {f"{section}.{key}" for section, phrases in book.sections.items() for key in phrases}
    if one != two:
        key = min(one ^ two)
        has, lacks = (first, book) if key in one else (book, first)
        raise Broken(f"“{key}” is said in words/{has.language}.toml, but not in words/{lacks.language}.toml")
    sizes = {noun: len(words) for noun, words in first.nouns.items()}
    if {noun: len(words) for noun, words in book.nouns.items()} != sizes:
        raise Broken(f"words/{first.language}.toml and words/{book.language}.toml have different nouns")


def _needed(book: PhraseBook, section: str, key: str, known: set[str]) -> str:
    template = book.find(section, key)
    if template is None:
        raise Broken(f"words/{book.language}.toml says nothing for “{key}” in [{section}]")
    strange = holes(template) - known
    if strange:
        where = f"words/{book.language}.toml, [{section}] {key}"
        raise Broken(f"{where}: nobody gives a value for {{{min(strange)}}}")
    return template


def _event_kind(game: Game[Any], book: PhraseBook, kind: EventKind) -> None:
    _needed(book, "event", kind.name, {field.label for field in kind.fields})
    if kind.partly_secret:
        open_labels = {field.label for field in kind.fields if not field.secret}
        _needed(book, "event", f"{kind.name}.hidden", open_labels)
    _rule_exists(game, kind.rule, f"event {kind.name}")


def _verb(game: Game[Any], book: PhraseBook, verb: Verb) -> None:
    known = {"seat"} | {domain.label for domain in verb.domains}
    _needed(book, "action", verb.name, known)


def _rule_exists(game: Game[Any], rule: str, where: str) -> None:
    if rule and rule not in game.rules():
        raise Broken(f"{where} names the rule {rule}, which rules.md does not have")


# At the table


def sentences(sitting: Sitting) -> None:
    """The question, the options, the objections, the news and the result can be said."""
    state, memory = sitting.state, sitting.memory
    for language in memory.languages:
        if state.actor >= 0:
            _question(sitting, language)
        if state.result is not None:
            _needed(sitting.game.words(language), "result", state.result.reason, {"winners"})
            _whole(sitting.speaker(language).result(state.result), language)
        for event in _news(sitting):
            _event(sitting, language, event)


def _question(sitting: Sitting, language: str) -> None:
    state, memory = sitting.state, sitting.memory
    step = state.step
    book, speaker = sitting.game.words(language), sitting.speaker(language)
    details = step.details(state)
    asked = ("question", language, step.name(), " ".join([label for label, _, _ in details]))
    if memory.first_time(*asked):
        _needed(book, "question", step.name(), {"seat"} | {label for label, _, _ in details})
        _whole(speaker.question(step, state), language)
        memory.note(*asked)
    for action in step.candidates(state):
        _label(sitting, language, action)
        objection = step.objection(state, action)
        if objection is not None:
            key = ("objection", language, objection, action.verb.name)
            if memory.first_time(*key):
                known = {"seat"} | {domain.label for domain in action.verb.domains}
                _needed(book, "objection", objection, known)
                _whole(speaker.objection(objection, action, state.actor), language)
                memory.note(*key)


def _label(sitting: Sitting, language: str, action: Action) -> None:
    key = ("action", language, action.text)
    if sitting.memory.first_time(*key):
        _whole(sitting.speaker(language).action(action, sitting.state.actor), language)
        sitting.memory.note(*key)


def _event(sitting: Sitting, language: str, event: Event) -> None:
    key = ("event", language, event.text(), str(sitting.state.seats))
    if sitting.memory.first_time(*key):
        _whole(sitting.speaker(language).event(event), language, may_be_silent=True)
        sitting.memory.note(*key)


def _news(sitting: Sitting) -> list[Event]:
    """The events of the last action, whole, and as they reach viewers who may not know everything."""
    match = sitting.match
    last = match.story[-1] if match.story else None
    events = match.opening if last is None else getattr(last, "events", [])
    found: list[Event] = []
    for event in events:
        found.append(event)
        for viewer in sitting.viewers:
            seen = event.seen_by(viewer)
            if seen is not None and seen is not event:
                found.append(seen)
                break
    return found


def _whole(sentence: str, language: str, may_be_silent: bool = False) -> None:
    """A sentence without holes."""
    if _LEFT_OPEN.search(sentence):
        raise Broken(f"a hole is left in “{sentence}” ({language})")
    if not sentence and not may_be_silent:
        raise Broken(f"a sentence is empty ({language})")
