"""What somebody may remember of the role cards."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.state import NO_ROLE
from ludoteca.kernel.speaker import Speaker


def seen(view: BolognaView, speaker: Speaker) -> list[d.Seen]:
    """Roles the viewer has seen, and for each other role how many players may have it."""
    kit = BolognaKit(view, speaker)
    known = {role for role in (*view.roles, *view.lost_roles) if role != NO_ROLE}
    roles = [role for role in range(kit.roles_in_play) if role not in known]
    hidden = [seat for seat in range(kit.seats) if view.roles[seat] == NO_ROLE and view.alive[seat]]
    left = [(kit.words.roles[role], sum([role in kit.suspects[seat] for seat in hidden])) for role in roles]
    text = kit.say("roles", "seen", number=view.deck_size, players=len(hidden))
    out = [(kit.words.roles[role], 1) for role in sorted(known)]
    return [d.Seen(kit.say("deck"), text, out, left, [f"role {role}" for role in roles])]
