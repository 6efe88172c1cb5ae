"""What the inspector says of every piece on the table, made from a view alone."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import CUBES, SHEET, sign, statue
from ludoteca.games.bomarzo.board.box import about_benefit, about_sign, about_symbol, about_token
from ludoteca.games.bomarzo.board.cards import face, fields_of, steps_in_words
from ludoteca.games.bomarzo.board.fiefs import in_words, row_symbol
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.shrines import NEEDED, lacks_card
from ludoteca.games.bomarzo.board.standings import if_it_ended_now, shown_values
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import AREAS, DIVINITIES, FIELDS, GODS, KINDS, ROWS, TRACKS
from ludoteca.games.bomarzo.rules.edition import SCORES_TRACKS
from ludoteca.kernel.speaker import Speaker

FAVOUR_RULES: Final = ("8.1", "8.2", "8.3", "8.4", "8.4", "8.5", "8.4", "8.6")
BENEFIT_RULES: Final = ("3.5", "3.5", "3.5", "3.5", "10.1", "10.2", "10.3", "6.4", "10.5")


def about(view: BomarzoView, speaker: Speaker, key: str) -> d.About | None:
    """What a piece is, does, and how it stands now; None for a key that no piece has."""
    kit = BomarzoKit(view, speaker)
    match key.split():
        case ["statue", name] if name in DIVINITIES:
            return _statue(kit, DIVINITIES.index(name))
        case ["card", card] if card.isdigit() and 0 < int(card) < len(kit.edition.fields):
            return _card(kit, int(card))
        case ["area", area] if area in AREAS:
            return _area(kit, AREAS.index(area))
        case ["row", row] if row in ROWS:
            return _row(kit, ROWS.index(row))
        case ["track", track] if track in TRACKS:
            return _track(kit, TRACKS.index(track))
        case ["store", kind] if kind in KINDS:
            return _store(kit, KINDS.index(kind))
        case ["field", field] if field in FIELDS:
            return _field(kit, FIELDS.index(field))
        case ["player", seat] if seat.isdigit() and int(seat) < kit.seats:
            return _player(kit, int(seat))
        case ["season"]:
            return _season(kit)
        case ["sign", name]:
            return about_sign(kit, name)
        case ["benefit", name]:
            return about_benefit(kit, name)
        case ["symbol", name]:
            return about_symbol(kit, name)
        case ["token", name]:
            return about_token(kit, name)
        case ["deck" | "discards" | "worship" | "reserve" | "temple" | "worth"]:
            return _pile(kit, key)
    return None


def _say(kit: BomarzoKit, key: str, **values: int | str) -> str:
    return kit.say(key, "about", **values)


def _standing(kit: BomarzoKit, field: int) -> str:
    """What each seat has in a field."""
    return ", ".join([f"{kit.name(seat)} {value}" for seat, value in enumerate(shown_values(kit, field))])


def _statue(kit: BomarzoKit, god: int) -> d.About:
    view, edition = kit.view, kit.edition
    told: list[str] = []
    if len(kit.order) == GODS:
        place = kit.order.index(god)
        second = _say(kit, "second", second=edition.second_prize[place])
        second = second if kit.seats >= edition.second_from and edition.second_prize[place] else ""
        told.append(_say(kit, "place", place=place + 1, first=edition.first_prize[place]) + second + ".")
    field = view.scores[god]
    told.append(_say(kit, "values", what=kit.noun("scored", field), who=_standing(kit, field)))
    if view.dormant[god]:
        told.append(_say(kit, "asleep"))
    else:
        told.append(_say(kit, "price", price=kit.cubes_in_words(view.prices[god], "slot")))
    awake = kit.cubes_in_words(tuple(edition.active_tribute[god]), "slot")
    mossy = kit.cubes_in_words(tuple(edition.moss_tribute[god]), "slot")
    facts = _say(kit, "tributes", awake=awake.lower(), mossy=mossy.lower())
    if view.viewer >= 0:
        told += [
            kit.say("own_under", card=kit.noun("card", card), number=edition.devotion[card],
                    divinity=kit.noun("divinity", god)) + "."
            for card in view.under[view.viewer][god]
            if card > 0
        ]  # fmt: skip
        if view.worship and god in view.worship[view.viewer]:
            told.append(_say(kit, "own_worship", divinity=kit.noun("divinity", god)))
    picture = d.group(d.group(statue(god, view.moss[god], view.dormant[god]), y=45, scale=0.6))
    text = kit.noun("favour_long", god)
    if lacks_card(kit, god):
        text += " " + _say(kit, "no_card", field=kit.noun("field", NEEDED[god]))
    rule = f"BOM-{FAVOUR_RULES[god]}"
    return d.About(kit.noun("divinity", god), text, " ".join(told), rule, picture, facts)


def _card(kit: BomarzoKit, card: int) -> d.About:
    edition, view = kit.edition, kit.view
    benefit = edition.benefit[card]
    fields = kit.say("or", "game").join([kit.noun("field", field) for field in fields_of(edition, card)])
    text = " ".join(
        [
            _say(kit, "field_of", fields=fields),
            _say(
                kit,
                "first_side",
                steps=steps_in_words(kit, edition.first_steps[card]),
                temple=kit.noun("temple", edition.temple[card]),
                number=edition.devotion[card],
            ),
            _say(
                kit,
                "second_side",
                upgrade=kit.noun("upgrade", card),
                steps=steps_in_words(kit, edition.second_steps[card]),
                benefit=kit.noun("benefit_long", benefit),
            ),
        ]
    )
    side = 2 if card == view.top or any([card in cards for cards in view.second_level]) else 1
    picture = d.group(d.group(face(kit, card, side), x=-41, y=-58, scale=0.79))
    name = kit.noun("card" if side == 1 else "upgrade", card)
    rule = f"BOM-{BENEFIT_RULES[benefit]}" if side == 2 else "BOM-9.4"
    return d.About(name, text, _whereabouts(kit, card), rule, picture)


def _whereabouts(kit: BomarzoKit, card: int) -> str:
    """Where a card lies, as far as the viewer knows."""
    view = kit.view
    if card == view.top:
        return _say(kit, "on_top")
    for seat in range(kit.seats):
        if card in view.first_level[seat] or card in view.second_level[seat]:
            used = f" {kit.say('used').capitalize()}." if card in view.rotated[seat] else ""
            return _say(kit, "on_table", who=kit.name(seat)) + used
    if view.viewer >= 0:
        if card in view.hands[view.viewer]:
            return _say(kit, "in_hand")
        for god in range(GODS):
            if card in view.under[view.viewer][god]:
                return _say(kit, "under", divinity=kit.noun("divinity", god))
    return ""


def _area(kit: BomarzoKit, area: int) -> d.About:
    yields = ", ".join([str(number) for number in kit.edition.yields[area]])
    text = _say(kit, "harvest", yields=yields, kind=kit.noun("kinds", area))
    state = _say(kit, "next_harvest", number=kit.view.next_harvest[area])
    picture = d.group(d.group(d.use(SHEET, AREAS[area]), x=-58, y=-18, scale=0.44))
    return d.About(kit.noun("area", area), text, state, "BOM-4.4", picture)


def _row(kit: BomarzoKit, row: int) -> d.About:
    symbols = ", ".join([str(at) for at in kit.edition.rows[row]])
    reached = kit.view.rows[kit.me][row]
    state = _say(kit, "row_state", number=reached, end=kit.edition.row_end[row], symbols=symbols)
    picture = d.group(row_symbol(kit, row, 0, 0, 2.6))
    return d.About(kit.noun("row", row).capitalize(), kit.noun("row_use", row), state, "BOM-1.9", picture)


def _track(kit: BomarzoKit, track: int) -> d.About:
    marks = ", ".join([str(at) for at in kit.edition.points_at])
    picture = d.group(sign(TRACKS[track], 40, 0, 0))
    state = _standing(kit, track) + "."
    return d.About(kit.noun("track", track), _say(kit, "track", marks=marks), state, "BOM-9.6", picture)


def _store(kit: BomarzoKit, kind: int) -> d.About:
    view = kit.view
    state = _say(kit, "kind_state", number=view.cubes[kit.me][kind], income=view.incomes[kit.me][kind])
    picture = d.group(d.use(SHEET, CUBES[kind], 0, 0, 4))
    title = kit.noun("kind", kind).capitalize()
    return d.About(title, kit.noun("store_use", kind), state, "BOM-6.1", picture)


def _field(kit: BomarzoKit, field: int) -> d.About:
    scored = SCORES_TRACKS + field
    text = _say(kit, "field", what=kit.noun("scored", scored))
    picture = d.group(d.use(SHEET, f"badge-{FIELDS[field]}", 0, 0, 4))
    return d.About(kit.noun("field", field), text, _standing(kit, scored) + ".", "BOM-12.3", picture)


def _player(kit: BomarzoKit, seat: int) -> d.About:
    view = kit.view
    rows = ", ".join([f"{kit.noun('row', row)} {at}" for row, at in enumerate(view.rows[seat])])
    worth = kit.say("worth", number=if_it_ended_now(kit)[seat])
    coming = [
        f"{number} {kit.noun('row' if number == 1 else 'rows', row)}"
        for row, number in enumerate(view.incomes[seat])
        if number
    ]
    income = kit.say("income", what=", ".join(coming) or "0")
    state = f"{in_words(kit, seat)}. {_say(kit, 'rows', rows=rows)} {income}. {worth}."
    return d.About(kit.name(seat), _say(kit, "fief"), state, "BOM-12.4")


def _season(kit: BomarzoKit) -> d.About:
    view = kit.view
    told = [_say(kit, "season_state", number=view.season, seasons=kit.edition.seasons)]
    told += [
        _say(kit, "token_of", number=number + 1, token=kit.noun("token", token)) + "."
        for number, token in enumerate(view.tokens)
    ]
    text = _say(kit, "season") + (f" {_say(kit, 'token')}" if view.tokens else "")
    title = kit.say("season", number=max(view.season, 1))
    picture = d.pictured(SHEET, "dial")
    return d.About(title, text, " ".join(told), "BOM-13.2" if view.tokens else "BOM-2.1", picture)


PILE_RULES: Final = {
    "deck": "BOM-1.7", "discards": "BOM-1.6", "worship": "BOM-14.2", "reserve": "BOM-1.1",
    "temple": "BOM-12.8", "worth": "BOM-12.5",
}  # fmt: skip

PILE_PICTURES: Final = {
    "deck": "card-back", "discards": "card-second", "worship": "seal", "reserve": "stock",
    "temple": "temple-sun", "worth": "prize-first",
}  # fmt: skip


def _pile(kit: BomarzoKit, key: str) -> d.About:
    view = kit.view
    state = ""
    if key == "deck":
        state = kit.say("deck", deck=view.deck_size, discard=len(view.discard)) + "."
    elif key == "discards":
        names = ", ".join([kit.noun("card", card) for card in view.discard])
        state = _say(kit, "discards_state", cards=names) if names else _say(kit, "nothing_seen")
    elif key == "worship":
        state = kit.say("worship", number=view.worship_left) + "."
    elif key == "reserve" and view.reserve:
        food, coin, wine = view.reserve
        state = kit.say("reserve", food=food, coin=coin, wine=wine) + "."
    elif key == "temple":
        state = kit.say("temples", number=len(kit.temples_of(kit.me))) + "."
    elif key == "worth":
        state = (
            ", ".join([f"{kit.name(seat)} {worth}" for seat, worth in enumerate(if_it_ended_now(kit))]) + "."
        )
    picture = d.pictured(SHEET, PILE_PICTURES[key])
    return d.About(_say(kit, f"{key}_title"), _say(kit, key), state, PILE_RULES[key], picture)
