"""Pages about people: what they have played, how strong they are, whom they meet; ladders."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from starlette.responses import JSONResponse, Response

from ludoteca.games import names
from ludoteca.house.input import whole_number
from ludoteca.house.refusals import NoSuchPerson, refusal
from ludoteca.house.service.profiles import SHOWN, PlayedMatch, Profile
from ludoteca.house.service.ratings import ANCHORS, Rating
from ludoteca.house.service.seasons import read_season, season_at
from ludoteca.house.web.pages import game_cards
from ludoteca.house.web.pages.game_cards import titles
from ludoteca.house.web.pages.page_request import PageRequest, game_of, safe_path
from ludoteca.house.web.pages.rating_chart import rating_chart

MOST_SEATS: Final = 99
DAY: Final = 86_400_000


class ShownRating(NamedTuple):
    """A rating as pages show it."""

    game: str
    seats: int
    rating: Rating
    matches: int
    chosen: bool


async def own_profile(request: PageRequest) -> Response:
    """To one's own profile. Whoever only looks does not become anybody."""
    if request.person is None:
        return request.redirect("/")
    profile = await request.house.profiles.own(request.person)
    return request.redirect(f"/people/{profile.handle}")


async def profile_page(request: PageRequest) -> Response:
    """Somebody, as the asking person may see them."""
    profiles = request.house.profiles
    profile = await profiles.of_handle(request.http.path_params["handle"])
    viewer = request.person.id if request.person is not None else ""
    as_others = "others" in request.http.query_params
    mine = profile.person == viewer
    seen = (profile.shown != "me") if mine and as_others else await profiles.may_see(profile, viewer)
    values: dict[str, Any] = {}
    if seen:
        values = await shown_values(request, profile)
    if viewer:
        request.waiting = len(await request.house.own_tables.awaiting(viewer))
    friends = await request.house.friends.of(request.person)
    return request.page(
        "profile.html", profile=profile, mine=mine and not as_others, own=mine, seen=seen,
        titles=titles(request.language), game_cards=game_cards, now=request.now, choices=SHOWN,
        friends=friends, friend=next((one for one in friends if one.person == profile.person), None),
        **values,
    )  # fmt: skip


async def shown_values(request: PageRequest, profile: Profile) -> dict[str, Any]:
    """What a profile tells to those who may see it."""
    store = request.house.profiles.store
    played = await store.played(profile.person)
    query = request.http.query_params
    wished = (query.get("game", ""), whole_number(query.get("seats", ""), MOST_SEATS) or 0)
    found = [(one.game, one.seats) for one in played.ratings]
    chosen = wished if wished in found else (found[0] if found else ("", 0))
    ratings = [
        ShownRating(
            one.game, one.seats, Rating(one.mu, one.sigma), one.matches, (one.game, one.seats) == chosen
        )
        for one in played.ratings
        if one.game in names()
    ]
    steps = await store.steps(profile.person, *chosen) if chosen[1] else []
    chart = ""
    if len(steps) > 1 and chosen[0] in names():
        title = titles(request.language)[chosen[0]]
        label = request.say("profile.chart", game=title, seats=chosen[1])
        chart = rating_chart(steps, label, request.say("profile.first"))
    return {
        "ratings": ratings,
        "chart": chart,
        "games": [one for one in played.games if one.game in names()],
        "analysed": any(one.analysed for one in played.games),
        "matches": sum(one.matches for one in played.games),
        "recent": [Recent(one, profile.person) for one in played.recent if one.game in names()],
        "meetings": played.meetings,
    }


class Recent:
    """A match that somebody has played, as their profile tells it."""

    def __init__(self, match: PlayedMatch, person: str) -> None:
        self.match = match
        own = [seat for seat in match.seats if seat.person == person]
        self.place = min((seat.place for seat in own), default=0)
        self.scored = any(seat.score > 1 for seat in match.seats)
        given = [seat.luck for seat in own if seat.luck is not None]
        self.luck = round(100 * max(given, key=abs)) if given else None
        """What chance gave, in percent of a victory; None if the match was not analysed."""

    @property
    def key(self) -> str:
        """Which sentence tells how it ended."""
        if self.match.together:
            return "profile.won_together" if self.place == 1 else "profile.lost_together"
        return "profile.won" if self.place == 1 else "profile.place"


async def change_profile(request: PageRequest) -> Response:
    """Choose whether to be rated, and who may see it."""
    form = await request.form()
    person = request.person_or_newcomer()
    profile = await request.house.profiles.choose(person, "rated" in form, form.get("shown", ""))
    return request.redirect(f"/people/{profile.handle}")


async def befriend(request: PageRequest) -> Response:
    """Ask somebody to be friends, accept, or end it."""
    form = await request.form()
    profile = await request.house.profiles.of_handle(request.http.path_params["handle"])
    person = request.person_or_newcomer()
    request.house.moderation.check(person)
    await request.house.profiles.own(person)
    await request.house.friends.do(person, profile, form.get("do", ""))
    return request.redirect(safe_path(form.get("back", "") or f"/people/{profile.handle}"))


async def invite(request: PageRequest) -> Response:
    """Invite a friend to a table, or take it back."""
    form = await request.form()
    table = request.http.path_params["table"]
    person = request.person_or_newcomer()
    await request.house.invitations.do(person, table, form.get("person", ""), form.get("do", ""))
    return request.redirect(f"/tables/{table}")


async def invited(request: PageRequest) -> Response:
    """Sit down at a table to which a friend has invited, or decline."""
    form = await request.form()
    table, accepts = request.http.path_params["table"], form.get("do") == "accept"
    await request.house.invitations.answer(request.person_or_newcomer(), table, accepts)
    return request.redirect(f"/tables/{table}" if accepts else "/")


async def go_to_person(request: PageRequest, table_id: str, seat: int) -> Response:
    """To the profile of somebody at a table."""
    table = await request.house.table(table_id)
    if not 0 <= seat < len(table.seats) or not table.seats[seat].person:
        raise refusal("no-such-seat", request.language, seat=seat)
    profile = await request.house.profiles.store.of(table.seats[seat].person)
    if profile is None:
        raise NoSuchPerson()
    where = f"/people/{profile.handle}"
    return JSONResponse({"seq": 0, "go": where}) if request.wants_json else request.redirect(where)


async def first_ladder(request: PageRequest) -> Response:
    """To the ladder of the game that the asking person has played most."""
    store = request.house.profiles.store
    played = await store.played(request.person.id) if request.person is not None else None
    known = [one.game for one in played.games if one.game in names()] if played is not None else []
    return request.redirect(f"/ladder/{[*known, *names()][0]}")


async def season_page(request: PageRequest) -> Response:
    """How people did in a season, whatever the number of seats; every season begins anew."""
    game = game_of(request.http)
    now = season_at(request.now)
    season = read_season(request.http.query_params.get("season", ""), request.now)
    viewer = request.person.id if request.person is not None else ""
    store = request.house.profiles.store
    rows = await request.house.profiles.season(game.name, season, viewer)
    own = await store.of(viewer) if viewer else None
    return request.page(
        "season.html", game=game, games=game_cards.games(), titles=titles(request.language),
        season=season, rows=rows, later=season.next if season < now else None, own=own.handle if own else "",
        days=max(0, (season.until - request.now) // DAY), running=season == now,
    )  # fmt: skip


async def ladder_page(request: PageRequest) -> Response:
    """The strongest players of a game with so many seats, among those who want to be seen."""
    game = game_of(request.http)
    store = request.house.profiles.store
    known = await store.ladders(game.name)
    wished = whole_number(request.http.query_params.get("seats", ""), MOST_SEATS)
    seats = wished or (known[0] if known else game.least)
    viewer = request.person.id if request.person is not None else ""
    rows = [
        (Rating(row.mu, row.sigma), row)
        for row in await request.house.profiles.ladder(game.name, seats, viewer)
    ]
    own = await store.of(viewer) if viewer else None
    anchors = {level: Rating(mu).points for level, mu in ANCHORS.items()}
    return request.page(
        "ladder.html", game=game, games=game_cards.games(), titles=titles(request.language),
        seats=seats, known=known, anchors=anchors,
        sure=[one for one in rows if not one[0].provisional],
        provisional=[one for one in rows if one[0].provisional], own=own.handle if own else "",
    )  # fmt: skip
