"""The routes of the pages, and the handlers of the lobby, the tables and the settings."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final, get_args
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ludoteca.games import broken, load, names
from ludoteca.house.input import whole_number
from ludoteca.house.refusals import Forbidden, NoSuchTable, Refused
from ludoteca.house.service.block_lists import NOBODY
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import LINK_AGE, nickname, used_mark
from ludoteca.house.table import commands as c
from ludoteca.house.table import visibility
from ludoteca.house.table.option_preview import preview_option
from ludoteca.house.table.plan import lay_out
from ludoteca.house.web.pages import (
    assets,
    companion_pages,
    documentation,
    game_cards,
    host_pages,
    key_pages,
    notice_pages,
    own_table_pages,
    person_pages,
    preferences,
    print_pages,
    profile_pages,
    setup_form,
    sheet_pages,
    studio_pages,
    tournament_pages,
    trial_pages,
)
from ludoteca.house.web.pages.ahead_page import ahead_page, dropped_note, prepare
from ludoteca.house.web.pages.calendar_page import calendar_page
from ludoteca.house.web.pages.coach_page import coach_at_table
from ludoteca.house.web.pages.curtain_page import curtain_page, hidden_by_curtain
from ludoteca.house.web.pages.flags import place_called
from ludoteca.house.web.pages.ghosts import ghosts
from ludoteca.house.web.pages.inspector import about_at_table, about_in_lesson, about_in_replay, explained
from ludoteca.house.web.pages.lab_pages import lab_page, report_page
from ludoteca.house.web.pages.lesson_pages import learn_move, learn_page, lessons_page
from ludoteca.house.web.pages.newcomers import first_game, offers
from ludoteca.house.web.pages.page_request import (
    Note,
    PageRequest,
    code_of,
    game_of,
    house_address,
    read_seat,
    safe_path,
    status_of,
    wished_seat,
    with_refusals,
)
from ludoteca.house.web.pages.puzzle_pages import answer_puzzle, puzzle_page, puzzles_page
from ludoteca.house.web.pages.replay_pages import (
    analysis,
    ask_for_analysis,
    moment_picture,
    open_record,
    record_form,
    replay_page,
)
from ludoteca.house.web.pages.rule_pages import one_rule, rules_page, seen_page
from ludoteca.house.web.pages.setup_form import SetupForm
from ludoteca.house.web.pages.setup_page import SetupPage
from ludoteca.house.web.pages.table_page import TablePage, level_name
from ludoteca.house.web.pages.texts import LANGUAGES
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import presentation_of

FOREVER: Final = "public, max-age=31536000, immutable"
FARTHEST: Final = 10_000
"""No point of a board lies farther to the right or below."""


# The lobby


async def lobby(request: PageRequest) -> Response:
    values = lobby_values(request)
    found = await request.house.lobby(request.person)
    own = await own_table_pages.own_tables(request)
    new, friends = await offers(request), await request.house.friends.of(request.person)
    shown = found.of_games(values["titles"])
    invitations = await request.house.invitations.to(request.person)
    return request.page(
        "lobby.html", **values, **own, lobby=shown, offers=new, friends=friends, invitations=invitations
    )


def lobby_values(request: PageRequest) -> dict[str, Any]:
    games = game_cards.games()
    return {
        "games": games,
        "broken": broken(),
        "titles": {game.name: game for game in games},
        "game_cards": game_cards,
        "language": request.language,
        "now": int(time.time() * 1000),
    }


async def play_now(request: PageRequest) -> Response:
    """A table against bots, in one click."""
    form = await request.form()
    name = form.get("game", "")
    if name not in names():
        raise NoSuchTable(name)
    game = load(name)
    level = form.get("level", "")
    options = game.presets.get(form.get("preset", ""), {})
    if level not in request.house.levels():
        level = usual_level(request.house)
    wish = game_cards.quick_wish(game, level, options=options)
    if "first" in form:
        wish = first_game(game, request.house.levels()[0])
    person = request.person_or_newcomer()
    opened = await request.house.open(person, wish, command_id(form), request.visitor)
    return request.redirect(f"/tables/{opened.table}")


def command_id(form: Mapping[str, str]) -> str:
    """The id by which a form that is sent twice is carried out once."""
    found: str = c.checked(form.get("command") or token_hex(16), c.CommandId)
    return found


def usual_level(house: House) -> str:
    """Neither the weakest level nor one that makes people wait."""
    levels = house.levels()
    return levels[min(1, len(levels) - 1)]


# Opening a table


async def open_form(request: PageRequest) -> Response:
    """The set-up page. Its fields stand in its address: one can change without losing the others."""
    form = SetupForm(game_of(request.http), request.http.query_params, fresh=True)
    return await show_open_form(request, form)


async def show_open_form(
    request: PageRequest, form: SetupForm, note: Note | None = None, status: int = 200
) -> Response:
    levels = [(level, level_name(request.say, level)) for level in request.house.levels()]
    own = await studio_pages.own_editions(request, form.game)
    await request.house.shelf.bring(form.game.name, form.fields.get("edition", ""))
    return request.page(
        "open.html", status, setup=SetupPage(form.game, request.say, form, own), form=form, game=form.game,
        cover=game_cards.cover(form.game), players=game_cards.players(form.game, request.say),
        levels=levels, usual=usual_level(request.house), command=token_hex(16), note=note,
        times=setup_form.TIMES, increments=setup_form.INCREMENTS, hands=get_args(c.HandsAfter),
        offer=(await offers(request)).get(form.game.name),
    )  # fmt: skip


async def open_table(request: PageRequest) -> Response:
    form = SetupForm(game_of(request.http), await request.form())
    refusal = SetupPage(form.game, request.say, form).refusal
    if refusal is not None:
        return await show_open_form(request, form, status=422)
    try:
        person = request.person_or_newcomer(form.fields.get("name", "").strip()[: c.NAME_LENGTH])
        wish: c.Wish = c.checked(msgspec.to_builtins(form.wish), c.Wish)
        opened = await request.house.open(person, wish, command_id(form.fields), request.visitor)
    except LudotecaError as error:
        return await show_open_form(request, form, request.refusal(error, form.game.name), status_of(error))
    return request.redirect(f"/tables/{opened.table}")


# A table


async def table_page(request: PageRequest, note: Note | None = None, status: int = 200) -> Response:
    house, http = request.house, request.http
    table = await house.table(http.path_params["table"])
    block_list = await house.block_lists.of(request.person.id) if request.person else NOBODY
    if request.person is not None:
        request.waiting = len(await house.own_tables.awaiting(request.person.id, table.id))
    offer = (await offers(request)).get(table.game.name) if table.match is None else None
    invitable = await house.invitations.by(request.person, table)
    note = note or await dropped_note(request, table)
    # From here on nothing is waited for: the page must show one moment of a table that goes on.
    if hidden_by_curtain(request, table):
        return curtain_page(request, table, note, status)
    page = TablePage(
        table,
        request.person,
        request.language,
        request.narrow,
        wished_seat(http),
        house.absent_seats(table),
        block_list,
    )
    parts, picture = page.parts()
    token = http.query_params.get("invitation", "")
    invited = bool(token) and house.invites(table, token)
    if invited and request.person is None and request.by_invitation and not table.ended_at:
        request.cookies.append(request.identities.invited_cookie())
    invitation = house.invitation(table, request.person) if request.person else ""
    return request.page(
        "table.html" if picture else "waiting.html", status, page=page, parts=parts, picture=picture,
        table=table, game=table.game, command=token_hex(16), note=note, token=token,
        title=table.game.words(request.language).phrase("game", "title"),
        invitation=invitation_link(request, table.id, invitation) if invitation else "",
        invited=table.public or invited,
        cover=game_cards.cover(table.game), seat=wished_seat(http),
        inspected=presentation_of(table.game).about is not None,
        remembered=presentation_of(table.game).seen is not None,
        coached=table.coach and not table.finished and page.own_seats != [],
        offer=offer, invitable=invitable,
        layout="narrow" if request.narrow else "wide", first_tab="choices" if request.narrow else "log",
    )  # fmt: skip


def invitation_link(request: PageRequest, table: str, token: str) -> str:
    return f"{house_address(request)}/tables/{table}?invitation={quote(token)}"


async def do(request: PageRequest) -> Response:
    """Carry out the command of a button on a table's page."""
    form = await request.form()
    table_id = request.http.path_params["table"]
    word, _, seat = form.get("do", "").partition(" ")
    if word in person_pages.KINDS:
        return await person_pages.shun(request, table_id, word, read_seat(seat))
    if word == "profile":
        return await profile_pages.go_to_person(request, table_id, read_seat(seat))
    if word == "report":
        where = f"/tables/{table_id}/report?seat={read_seat(seat)}"
        return JSONResponse({"seq": 0, "go": where}) if request.wants_json else request.redirect(where)
    person = request.person_or_newcomer(form.get("name", "").strip()[: c.NAME_LENGTH])
    try:
        answer = await request.house.do(table_id, person, read_command(form), request.visitor)
    except LudotecaError as error:
        table = await request.house.table(table_id)
        note = request.refusal(error, table.game.name)
        if request.wants_json:
            problem = {"detail": note.text, "rule": note.rule, "link": note.link, "code": code_of(error)}
            return request.with_cookies(JSONResponse(problem, status_of(error)))
        return await table_page(request, note, status_of(error))
    where = f"/tables/{answer.rematch}" if answer.rematch else f"/tables/{table_id}"
    onward = (
        word == "act" and request.preferences.onward and await next_unless_asked(request, person, table_id)
    )
    where = onward or where
    if request.wants_json:
        go = where if answer.rematch or onward else ""
        return request.with_cookies(JSONResponse({"seq": answer.seq, "go": go}))
    if form.get("do") == "leave":
        where = "/"
    return request.redirect(where)


async def next_unless_asked(request: PageRequest, person: c.Person, table_id: str) -> str:
    """The address of the next table that waits for a person who wants to go on there, unless this one asks
    them something else.
    """
    if not request.preferences.onward or visibility.decides(await request.house.table(table_id), person.id):
        return ""
    return await own_table_pages.next_of(request, table_id)


def read_command(form: Mapping[str, str]) -> c.AnyCommand:
    """The command in a form: a word, perhaps with a seat or the text of an action."""
    word, _, rest = form.get("do", "").partition(" ")
    fields: dict[str, Any] = {"kind": word, "id": command_id(form)}
    base = whole_number(form.get("base", ""), c.MOST_EVENTS)
    if base is not None:
        fields["base"] = base
    if word == "act":
        fields["text"], *fields["then"] = rest.split("\n")
        fields["hesitant"] = "hesitant" in form
    elif word == "chat":
        fields["text"] = form.get("text", "").strip()
    elif word == "flag":
        fields["place"] = form.get("place", "").strip()
    elif word in ("bot", "back", "free", "join") and rest:
        seat, _, level = rest.partition(" ")
        fields["seat"] = read_seat(seat)
        if word == "bot" and level:
            fields["level"] = level
    if word == "join":
        fields["token"] = form.get("token", "")
    if word in ("join", "rematch") and form.get("nonce"):
        fields["nonce"] = form["nonce"]
    if word in ("act", "undo"):
        fields["seat"] = read_seat(form.get("seat", ""))
    command: c.AnyCommand = c.checked(fields, c.AnyCommand)
    return command


async def would(request: PageRequest) -> Response:
    """What an option is certain to do, as far as the asking person can know."""
    http = request.http
    table = await request.house.table(http.path_params["table"])
    page = TablePage(table, request.person, request.language, request.narrow, wished_seat(http))
    if table.match is None or not page.mine:
        return JSONResponse({"sentences": [], "chance": False})
    text = http.query_params.get("text", "")[:200]
    seen = preview_option(table.match, page.viewer, text, page.speaker)
    shown = ghosts(table.match, page.viewer, seen.worlds, page.speaker, request.narrow) if seen.worlds else {}
    told = explained(table.match, page.viewer, page.speaker, text) if request.narrow else []
    told += seen.sentences
    if not told and seen.next_question:
        told = [request.say("table.would_ask", question=seen.next_question)]
    return JSONResponse({"sentences": told, "chance": seen.chance, **shown})


async def touched_place(request: PageRequest) -> Response:
    """What the place is called that was touched to put a flag there; empty if there is none."""
    http = request.http
    table = await request.house.table(http.path_params["table"])
    page = TablePage(table, request.person, request.language, request.narrow, wished_seat(http))
    picture, flag = page.picture(), table.offered_flag
    x, y = (whole_number(http.query_params.get(axis, ""), FARTHEST) for axis in ("x", "y"))
    if picture is None or picture.places is None or flag is None or x is None or y is None:
        return JSONResponse({"place": ""})
    return JSONResponse({"place": place_called(flag, picture.places, x, y)})


async def plan(request: PageRequest) -> Response:
    """The small decisions that would follow, with a proposal for each."""
    http = request.http
    table = await request.house.table(http.path_params["table"])
    page = TablePage(table, request.person, request.language, request.narrow, wished_seat(http))
    if table.match is None or not page.mine:
        return JSONResponse({"decisions": []})
    texts = [text[:200] for text in http.query_params.getlist("text")[: c.MOST_AT_ONCE]]
    laid = lay_out(table.match, page.viewer, texts, page.speaker)
    told = [
        {"question": one.question, "options": one.options, "chosen": one.chosen, "course": one.is_course}
        for one in laid.decisions
    ]
    if request.narrow and texts and told:
        meant = explained(table.match, page.viewer, page.speaker, texts[0])
        told[0]["options"] = [
            (text, ": ".join([label, *meant]) if text == texts[0] else label)
            for text, label in laid.decisions[0].options
        ]
    worlds = [laid.world] if laid.world is not None else []
    shown = ghosts(table.match, page.viewer, worlds, page.speaker, request.narrow) if told else {}
    return JSONResponse({"decisions": told, **shown})


async def record(request: PageRequest) -> Response:
    """The record of a table, as the asking person may read it."""
    table = await request.house.table(request.http.path_params["table"])
    viewer = visibility.viewer_of(table, request.person.id if request.person else "")
    if table.match is None:
        raise NoSuchTable(table.id)
    name = f"{table.game.name}-{table.id}.record"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(visibility.record_for(table, viewer).text(), 200, headers, "text/plain; charset=utf-8")


# Everything else


async def change_preferences(request: PageRequest) -> Response:
    """Save the preferences, and the name."""
    form = await request.form()
    words = {**form, **{name: form.get(name, "") for name in preferences.SWITCHES}}
    chosen = preferences.read(words)
    request.cookies.append(preferences.cookie(chosen))
    person = request.person
    if person is not None:
        name = nickname(form.get("name", "") or person.name)
        if name != person.name:
            request.house.moderation.check_name(person)
        language = form.get("language", "")
        language = language if language in LANGUAGES else person.language
        changed = msgspec.structs.replace(person, name=name, language=language)
        if changed != person:
            await key_pages.accounts_of(request).rename(changed)
            request.cookies.append(request.identities.cookie(changed))
        if name != person.name:
            for brief in (await request.house.lobby(changed)).yours:
                with suppress(Refused):
                    await request.house.do(brief.table, changed, c.Rename(id=token_hex(16)))
    return request.redirect(safe_path(form.get("back", "/")))


async def make_link(request: PageRequest) -> Response:
    """A link that makes another browser this person."""
    if request.person is None:
        return request.redirect("/")
    link = f"{house_address(request)}/carry/{request.identities.link(request.person)}"
    return request.page("carry.html", link=link, token="")


async def carry_form(request: PageRequest) -> Response:
    """The page on the other device: nothing happens until its button is pressed."""
    token = request.http.path_params["token"]
    person = request.identities.person_of_link(token)
    return request.page("carry.html", link="", token=token, name=person.name, id=person.id)


async def carry(request: PageRequest) -> Response:
    """Become the person who made the link, once."""
    token = request.http.path_params["token"]
    person = request.identities.person_of_link(token)
    if not await request.house.use_once(used_mark(token), LINK_AGE):
        raise Forbidden("link-used", request.say("carry.used"))
    person = await key_pages.accounts_of(request).carried(person, key_pages.agent_of(request))
    request.cookies.append(request.identities.cookie(person))
    return request.redirect("/")


async def come_form(request: PageRequest) -> Response:
    """The page behind an invitation to the house: nothing happens until its button is pressed."""
    return request.page("come.html", token=request.http.path_params["token"])


async def come(request: PageRequest) -> Response:
    """Accept an invitation to the house."""
    if not request.identities.invites(request.http.path_params["token"]):
        raise Forbidden("invitation", request.say("come.old"))
    request.cookies.append(request.identities.invited_cookie())
    return request.redirect("/")


async def static_file(http: Request) -> Response:
    found = assets.statics().get(http.path_params["name"])
    if found is None:
        return Response("there is no such file", 404, media_type="text/plain")
    headers = {"cache-control": FOREVER, "vary": "Accept-Encoding", "content-type": found.kind}
    if "gzip" in http.headers.get("accept-encoding", ""):
        return Response(found.packed, 200, headers | {"content-encoding": "gzip"})
    return Response(found.body, 200, headers)


def routes() -> list[BaseRoute]:
    """Every page of the house."""
    return [
        Route("/", with_refusals(lobby)),
        Route("/yours", with_refusals(own_table_pages.yours_page)),
        Route("/yours/onward", with_refusals(own_table_pages.change_onward), methods=["POST"]),
        Route("/yours/vacation", with_refusals(own_table_pages.change_vacation), methods=["POST"]),
        Route("/me/profile", with_refusals(profile_pages.own_profile)),
        Route("/me/profile", with_refusals(profile_pages.change_profile), methods=["POST"]),
        Route("/people/{handle}", with_refusals(profile_pages.profile_page)),
        Route("/people/{handle}/friend", with_refusals(profile_pages.befriend), methods=["POST"]),
        Route("/ladder", with_refusals(profile_pages.first_ladder)),
        Route("/ladder/{game}/season", with_refusals(profile_pages.season_page)),
        Route("/ladder/{game}", with_refusals(profile_pages.ladder_page)),
        Route("/notices", with_refusals(notice_pages.notices_page)),
        Route("/notices", with_refusals(notice_pages.change_wishes), methods=["POST"]),
        Route("/notices/ways", with_refusals(notice_pages.add_way), methods=["POST"]),
        Route("/notices/do", with_refusals(notice_pages.change_way), methods=["POST"]),
        Route("/manifest.webmanifest", notice_pages.manifest),
        Route("/sw.js", notice_pages.service_worker),
        Route("/calendar", with_refusals(calendar_page)),
        Route("/tournaments", with_refusals(tournament_pages.tournaments_page)),
        Route("/tournaments", with_refusals(tournament_pages.open_tournament), methods=["POST"]),
        Route("/tournaments/{id}", with_refusals(tournament_pages.tournament_page)),
        Route("/tournaments/{id}", with_refusals(tournament_pages.do), methods=["POST"]),
        Route("/next", with_refusals(own_table_pages.next_table)),
        Route("/play", with_refusals(play_now), methods=["POST"]),
        Route("/games/{game}/open", with_refusals(open_form)),
        Route("/games/{game}/open", with_refusals(open_table), methods=["POST"]),
        Route("/games/{game}/rules", with_refusals(rules_page)),
        Route("/games/{game}/rules/{rule}", with_refusals(one_rule)),
        Route("/tables/{table}", with_refusals(table_page)),
        Route("/tables/{table}/do", with_refusals(do), methods=["POST"]),
        Route("/tables/{table}/invite", with_refusals(profile_pages.invite), methods=["POST"]),
        Route("/tables/{table}/invited", with_refusals(profile_pages.invited), methods=["POST"]),
        Route("/tables/{table}/would", with_refusals(would)),
        Route("/tables/{table}/ahead", with_refusals(ahead_page)),
        Route("/tables/{table}/ahead", with_refusals(prepare), methods=["POST"]),
        Route("/tables/{table}/plan", with_refusals(plan)),
        Route("/tables/{table}/place", with_refusals(touched_place)),
        Route("/tables/{table}/about", with_refusals(about_at_table)),
        Route("/tables/{table}/coach", with_refusals(coach_at_table)),
        Route("/tables/{table}/seen", with_refusals(seen_page)),
        Route("/tables/{table}/replay/about", with_refusals(about_in_replay)),
        Route("/tables/{table}/replay/moment.png", with_refusals(moment_picture)),
        Route("/tables/{table}/record", with_refusals(record)),
        Route("/tables/{table}/replay", with_refusals(replay_page)),
        Route("/tables/{table}/analysis", with_refusals(analysis)),
        Route("/tables/{table}/analysis", with_refusals(ask_for_analysis), methods=["POST"]),
        Route("/puzzles", with_refusals(puzzles_page)),
        Route("/puzzles/{game}/{number}", with_refusals(puzzle_page)),
        Route("/puzzles/{game}/{number}", with_refusals(answer_puzzle), methods=["POST"]),
        Route("/learn/{game}", with_refusals(lessons_page)),
        Route("/learn/{game}/{lesson}", with_refusals(learn_page)),
        Route("/learn/{game}/{lesson}", with_refusals(learn_move), methods=["POST"]),
        Route("/learn/{game}/{lesson}/about", with_refusals(about_in_lesson)),
        Route("/studio", with_refusals(studio_pages.studios)),
        Route("/studio/{game}", with_refusals(studio_pages.studio_page)),
        Route("/studio/{game}/change", with_refusals(studio_pages.change), methods=["POST"]),
        Route("/studio/{game}/sheet", with_refusals(sheet_pages.write), methods=["POST"]),
        Route("/studio/{game}/sheet/read", with_refusals(sheet_pages.read), methods=["POST"]),
        Route("/studio/{game}/forget", with_refusals(studio_pages.forget), methods=["POST"]),
        Route("/studio/{game}/keep", with_refusals(studio_pages.keep), methods=["POST"]),
        Route("/studio/{game}/print", with_refusals(print_pages.print_draft), methods=["POST"]),
        Route("/studio/{game}/trial", with_refusals(trial_pages.begin), methods=["POST"]),
        Route("/studio/{game}/trial/{trial}", with_refusals(trial_pages.look)),
        Route("/studio/{game}/trial/{trial}", with_refusals(trial_pages.end), methods=["POST"]),
        Route("/games/{game}/print.pdf", with_refusals(print_pages.print_edition)),
        Route("/companion", with_refusals(companion_pages.companions)),
        Route("/companion/{game}", with_refusals(companion_pages.companion_page)),
        Route("/companion/{game}", with_refusals(companion_pages.count), methods=["POST"]),
        Route("/lab", with_refusals(lab_page)),
        Route("/lab/{report}", with_refusals(report_page)),
        Route("/record", with_refusals(record_form)),
        Route("/record", with_refusals(open_record), methods=["POST"]),
        Route("/taste", with_refusals(change_preferences), methods=["POST"]),
        Route("/carry", with_refusals(make_link), methods=["POST"]),
        Route("/carry/{token}", with_refusals(carry_form)),
        Route("/carry/{token}", with_refusals(carry), methods=["POST"]),
        Route("/docs", documentation.first_page),
        Route("/docs/{file:path}", documentation.page),
        Route("/keys", with_refusals(key_pages.keys_page)),
        Route("/keys/begin", with_refusals(key_pages.begin), methods=["POST"]),
        Route("/keys/finish", with_refusals(key_pages.finish), methods=["POST"]),
        Route("/keys/recover", with_refusals(key_pages.recover), methods=["POST"]),
        Route("/keys/codes", with_refusals(key_pages.new_codes), methods=["POST"]),
        Route("/keys/remove", with_refusals(key_pages.remove_key), methods=["POST"]),
        Route("/keys/out", with_refusals(key_pages.sign_out), methods=["POST"]),
        Route("/come/{token}", with_refusals(come_form)),
        Route("/come/{token}", with_refusals(come), methods=["POST"]),
        Route("/privacy", with_refusals(person_pages.privacy)),
        Route("/me/data", with_refusals(person_pages.my_data)),
        Route("/me/erase", with_refusals(person_pages.erase_me), methods=["POST"]),
        Route("/me/hear", with_refusals(person_pages.hear_again), methods=["POST"]),
        Route("/tables/{table}/report", with_refusals(person_pages.report_form)),
        Route("/tables/{table}/report", with_refusals(person_pages.report), methods=["POST"]),
        Route("/host", with_refusals(host_pages.host_page)),
        Route("/host/invite", with_refusals(host_pages.invite), methods=["POST"]),
        Route("/host/worker", with_refusals(host_pages.worker_key), methods=["POST"]),
        Route("/host/do", with_refusals(host_pages.host_does), methods=["POST"]),
        Route("/host/enter/{token}", with_refusals(host_pages.host_door)),
        Route("/host/enter/{token}", with_refusals(host_pages.enter), methods=["POST"]),
        Route("/static/{name}", static_file),
    ]


def problem_page(http: Request, status: int) -> Response:
    """A page that says what went wrong, when no other page could be made."""
    return PageRequest(http).trouble(status)
