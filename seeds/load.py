"""Loading the demo club. Every entry, round and hand goes through the services that pages use."""

import json
from typing import Any

from django.db import transaction

from clubs.models import Club, User
from clubs.services.clubs import club_create
from clubs.services.players import players_add_many
from seeds.money import money_keep, money_settle
from seeds.playing import (
    DATA,
    House,
    Told,
    decisions_make,
    event_set_up,
    hands_mend,
    late_reasons,
    match_of,
    played,
    rounds_play,
)
from seeds.seasons import season_load
from tournaments.models import Event
from tournaments.services.events import event_finish, event_reopen
from tournaments.services.settling import evening_settle


def club_told() -> dict[str, Any]:
    """What the files tell of the club: its players, evenings and seasons."""
    told: dict[str, Any] = json.loads((DATA / "club.json").read_text())
    return told


def demo_load(*, owner: User) -> Club:
    """Found the demo club with its evenings and seasons, all or nothing."""
    told = club_told()
    with transaction.atomic():
        house = house_found(told=told, owner=owner)
        for evening in told["evenings"]:
            evening_load(house=house, told=evening)
        for season in told["seasons"]:
            season_load(house=house, told=season)
    return house.club


def house_found(*, told: Told, owner: User) -> House:
    """The club and everybody on its roster."""
    club = club_create(name=told["name"], owner=owner, currency=told["currency"])
    added = players_add_many(club=club, names=told["players"])
    return House(club, owner, {player.name: player for player in added})


def evening_load(*, house: House, told: Told) -> Event:
    """One evening: its event, its money at the door, what was played, and how it ended."""
    event = event_set_up(house=house, told=told)
    money = told.get("money")
    if money:
        money_keep(house=house, event=event, told=money)
    lines = list(played(DATA / told["file"]))
    rounds_play(event=event, lines=lines, owner=house.owner, seed=told["seed"])
    decisions_make(house=house, event=event, told=told)
    if told["finished"]:
        event = event_finish(event=event, by=house.owner)
        if money:
            money_settle(house=house, event=event, told=money)
    if reason := next(late_reasons(lines), ""):
        if told["finished"]:
            event_reopen(event=event, by=house.owner, reason=reason)
        for line in lines:
            hands_mend(match_of(event, line), line, house.owner, late=True)
        if told["finished"]:
            event = event_finish(event=event, by=house.owner)
    evening_settle(event_id=event.pk)
    return event
