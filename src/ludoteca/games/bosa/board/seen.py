"""What somebody may remember of the season's stack and of the goals."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.kernel.speaker import Speaker


def seen(view: BosaView, speaker: Speaker) -> list[d.Seen]:
    """The cards of this season, and the goals that others may hold."""
    kit = BosaKit(view, speaker)
    return [_season(kit), *([_goals(kit)] if view.with_goals else [])]


def _season(kit: BosaKit) -> d.Seen:
    """Every card of the season has been in the market, will come, or stays in the box unseen (BOS-1.4)."""
    view, edition = kit.view, kit.edition
    cards = [card for card in edition.cards if card.season == view.season]
    unseen = set(view.unseen)
    left, out = [0] * len(edition.colours), [0] * len(edition.colours)
    for card in cards:
        (left if card.number in unseen else out)[card.colour] += 1
    names = [kit.noun("colour", colour) for colour in range(len(edition.colours))]
    text = kit.say("season", "seen", number=view.stack, unseen=len(unseen))
    keys = [f"card {number}" for number in view.unseen]
    title = kit.say("season", "game", season=view.season)
    return d.Seen(title, text, list(zip(names, out, strict=True)), list(zip(names, left, strict=True)), keys)


def _goals(kit: BosaKit) -> d.Seen:
    """Goals that nobody has shown: those of others, and those that were not dealt (BOS-1.9)."""
    view = kit.view
    known = {goal for goals in view.goals for goal in goals if goal >= 0}
    hidden = sum([goal < 0 for goals in view.goals for goal in goals])
    keys = [f"goal {goal}" for goal in range(len(kit.edition.goals)) if goal not in known]
    text = kit.say("goals", "seen", number=hidden, unseen=len(keys))
    return d.Seen(kit.say("goals", "about"), text, keys=keys)
