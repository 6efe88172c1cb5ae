"""What can happen in Manticore, for the log. Each kind names the rule that made it happen."""

from __future__ import annotations

from typing import Final

from ludoteca.kernel.events import EventKind, EventKinds

EVENTS: Final = EventKinds()

# Before the roads
THREW: Final[EventKind] = EVENTS.kind("threw", "seat number", "MAN-2.5")
TURN_ORDER: Final[EventKind] = EVENTS.kind("turn_order", "seat number", "MAN-2.5")
PILE_LAID: Final[EventKind] = EVENTS.kind("pile_laid", "location kind?", "MAN-14.1")
BECAME: Final[EventKind] = EVENTS.kind("became", "seat class", "MAN-2.6")
BECAME_HEROINE: Final[EventKind] = EVENTS.kind("became_heroine", "seat heroine", "MAN-2.6")
ENTERED: Final[EventKind] = EVENTS.kind("entered", "seat cell", "MAN-2.6")

# Paving the roads
DRAWN: Final[EventKind] = EVENTS.kind("drawn", "seat token", "MAN-3.1")
PAVED: Final[EventKind] = EVENTS.kind("paved", "seat token cell", "MAN-3.1")
APPEARED: Final[EventKind] = EVENTS.kind("appeared", "monster cell", "MAN-3.6")
REACHED: Final[EventKind] = EVENTS.kind("reached", "location", "MAN-3.3")
ROADS_DONE: Final[EventKind] = EVENTS.kind("roads_done", "", "MAN-3.8")

# Rounds and turns of heroes
ROUND: Final[EventKind] = EVENTS.kind("round", "number", "MAN-4.1")
TURN: Final[EventKind] = EVENTS.kind("turn", "seat number", "MAN-4.3")
TURN_ENDED: Final[EventKind] = EVENTS.kind("turn_ended", "seat", "MAN-4.6", closes=True)
STEPPED: Final[EventKind] = EVENTS.kind("stepped", "seat cell price=number left=number", "MAN-4.8")
OPENED: Final[EventKind] = EVENTS.kind("opened", "location kind", "MAN-14.2", reveals=True)
TOOK: Final[EventKind] = EVENTS.kind("took", "seat kind level", "MAN-5.1")
PICKED_UP: Final[EventKind] = EVENTS.kind("picked_up", "seat kind level", "MAN-5.2")
BAGGED: Final[EventKind] = EVENTS.kind("bagged", "seat kind level", "MAN-5.4")
OFFERED: Final[EventKind] = EVENTS.kind("offered", "seat receiver=seat kind level", "MAN-5.7")
GAVE: Final[EventKind] = EVENTS.kind("gave", "seat receiver=seat kind level", "MAN-5.7")
DECLINED: Final[EventKind] = EVENTS.kind("declined", "seat receiver=seat kind level", "MAN-5.7")
DROPPED: Final[EventKind] = EVENTS.kind("dropped", "seat kind level", "MAN-5.8")
SPELL_DROPPED: Final[EventKind] = EVENTS.kind("spell_dropped", "seat kind level", "MAN-5.8")
HEALED: Final[EventKind] = EVENTS.kind("healed", "seat patient=seat life=number", "MAN-8.2")
PROPOSED: Final[EventKind] = EVENTS.kind("proposed", "seat foe", "MAN-7.2")
PROPOSED_HERO: Final[EventKind] = EVENTS.kind("proposed_hero", "seat victim=seat", "MAN-7.2")
AGREED: Final[EventKind] = EVENTS.kind("agreed", "seat taker=seat", "MAN-7.7")
AGREED_BLOW: Final[EventKind] = EVENTS.kind("agreed_blow", "seat taker=seat", "MAN-7.7")
AGREED_TROPHY: Final[EventKind] = EVENTS.kind("agreed_trophy", "seat taker=seat", "MAN-7.7")
JOINED: Final[EventKind] = EVENTS.kind("joined", "seat", "MAN-7.1")
STAYED_OUT: Final[EventKind] = EVENTS.kind("stayed_out", "seat", "MAN-7.2")
VOID: Final[EventKind] = EVENTS.kind("void", "seat", "MAN-7.2")

# Battle
ATTACKED: Final[EventKind] = EVENTS.kind("attacked", "seat foe", "MAN-6.1")
ATTACKED_HERO: Final[EventKind] = EVENTS.kind("attacked_hero", "seat victim=seat", "MAN-6.1")
ATTACK_TYPE: Final[EventKind] = EVENTS.kind("attack_type", "type", "MAN-6.6")
CARD_TYPE: Final[EventKind] = EVENTS.kind("card_type", "type", "MAN-6.6")
FOE_RESPONDS: Final[EventKind] = EVENTS.kind("foe_responds", "foe", "MAN-6.7")
HERO_RESPONDS: Final[EventKind] = EVENTS.kind("hero_responds", "seat", "MAN-6.7")
RESHUFFLED: Final[EventKind] = EVENTS.kind("reshuffled", "", "MAN-6.9")
CAST: Final[EventKind] = EVENTS.kind("cast", "seat kind level", "MAN-6.5")
COUNTERED: Final[EventKind] = EVENTS.kind("countered", "seat kind level", "MAN-6.5")
FOE_CAST: Final[EventKind] = EVENTS.kind("foe_cast", "foe kind level", "MAN-9.7")
FIGHTS: Final[EventKind] = EVENTS.kind("fights", "seat", "MAN-6.4")
DEFENDS: Final[EventKind] = EVENTS.kind("defends", "seat", "MAN-6.4")
COMPARED: Final[EventKind] = EVENTS.kind(
    "compared", "strength=number die=number defence=number reply=number", "MAN-6.2"
)
NO_DAMAGE: Final[EventKind] = EVENTS.kind("no_damage", "", "MAN-6.2")
HURT: Final[EventKind] = EVENTS.kind("hurt", "seat damage=number life=number", "MAN-6.8")
FOE_HURT: Final[EventKind] = EVENTS.kind("foe_hurt", "foe damage=number life=number", "MAN-6.8")
HERO_DIED: Final[EventKind] = EVENTS.kind("hero_died", "seat", "MAN-8.1")
FELL: Final[EventKind] = EVENTS.kind("fell", "kind level cell", "MAN-5.10")
SLAIN: Final[EventKind] = EVENTS.kind("slain", "seat monster", "MAN-8.1")
STRENGTHENED: Final[EventKind] = EVENTS.kind("strengthened", "seat stat", "MAN-5.11")
TROPHY_TAKEN: Final[EventKind] = EVENTS.kind("trophy_taken", "seat kind level", "MAN-5.9")
TROPHY_LEFT: Final[EventKind] = EVENTS.kind("trophy_left", "seat", "MAN-5.9")

# Monsters
MONSTERS_TURN: Final[EventKind] = EVENTS.kind("monsters_turn", "", "MAN-9.1", closes=True)
MONSTERS_STILL: Final[EventKind] = EVENTS.kind("monsters_still", "", "MAN-12.1", closes=True)
FOLLOWED_ROAD: Final[EventKind] = EVENTS.kind("followed_road", "monster cell", "MAN-9.2")
WENT_STRAIGHT: Final[EventKind] = EVENTS.kind("went_straight", "monster cell", "MAN-9.3")
BLOCKED: Final[EventKind] = EVENTS.kind("blocked", "monster cell", "MAN-9.4")
PASSED: Final[EventKind] = EVENTS.kind("passed", "monster other=monster", "MAN-9.4")
DETOURED: Final[EventKind] = EVENTS.kind("detoured", "monster cell location", "MAN-9.5")
MONSTER_TOOK: Final[EventKind] = EVENTS.kind("monster_took", "monster kind level location", "MAN-9.6")
MONSTER_TOOK_HIDDEN: Final[EventKind] = EVENTS.kind("monster_took_hidden", "monster location", "MAN-14.3")
EMPTIED: Final[EventKind] = EVENTS.kind("emptied", "location", "MAN-14.1")
MONSTER_PICKED_UP: Final[EventKind] = EVENTS.kind("monster_picked_up", "monster kind level cell", "MAN-5.8")
UNVEILED: Final[EventKind] = EVENTS.kind("unveiled", "monster kind level location", "MAN-14.4", reveals=True)
IN_THE_WAY: Final[EventKind] = EVENTS.kind("in_the_way", "monster seat", "MAN-9.8")
POUNCED: Final[EventKind] = EVENTS.kind("pounced", "monster seat", "MAN-9.9")
ADVANCED: Final[EventKind] = EVENTS.kind("advanced", "monster cell", "MAN-9.9")
ENTERED_CITY: Final[EventKind] = EVENTS.kind("entered_city", "monster damage=number", "MAN-9.10")
STAYS_IN_CITY: Final[EventKind] = EVENTS.kind("stays_in_city", "monster", "MAN-9.11")
CITY_DAMAGE: Final[EventKind] = EVENTS.kind("city_damage", "number", "MAN-9.12")

# Manticore
WOKE_BY_KILL: Final[EventKind] = EVENTS.kind("woke_by_kill", "monster", "MAN-10.1")
WOKE_BY_HERO: Final[EventKind] = EVENTS.kind("woke_by_hero", "seat", "MAN-10.1")
WOKE_BY_ATTACK: Final[EventKind] = EVENTS.kind("woke_by_attack", "", "MAN-10.1")
WOKE_BY_ROUND: Final[EventKind] = EVENTS.kind("woke_by_round", "number", "MAN-11.6")
SLEEPS: Final[EventKind] = EVENTS.kind("sleeps", "", "MAN-10.1")
MANTICORE_MOVED: Final[EventKind] = EVENTS.kind("manticore_moved", "cell left=number", "MAN-10.2")
TRAMPLED: Final[EventKind] = EVENTS.kind("trampled", "monster cell", "MAN-10.3")
MANTICORE_ATTACKS: Final[EventKind] = EVENTS.kind("manticore_attacks", "seat", "MAN-10.4")
# The end opens all piles that were still hidden.
MANTICORE_IN_CITY: Final[EventKind] = EVENTS.kind("manticore_in_city", "", "MAN-10.6", reveals=True)
MANTICORE_FELL: Final[EventKind] = EVENTS.kind("manticore_fell", "seat", "MAN-8.1", reveals=True)
ALL_DEAD: Final[EventKind] = EVENTS.kind("all_dead", "", "MAN-11.3", reveals=True)
LAST_ROUND: Final[EventKind] = EVENTS.kind("last_round", "number", "MAN-11.7", reveals=True)
