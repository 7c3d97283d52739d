"""Load the demo club, its money and seasons, through the services that pages use."""

import datetime
import json
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, User
from clubs.services.clubs import club_create
from clubs.services.players import players_add_many
from leagues.models import Contender, Evening, Season
from leagues.services.evenings import absence_note, evening_event_create
from leagues.services.seasons import contenders_add, division_update, season_create
from paper.scans.models import ExampleSheet
from seeds.demo import DemoClub, Spec
from seeds.money import money_keep, money_settle
from seeds.playing import (
    DATA,
    HALL,
    date_of,
    decisions_make,
    event_draw,
    event_entered,
    event_set_up,
    hands_mend,
    late_reasons,
    match_of,
    played,
    rounds_play,
)
from seeds.sign_ups import public_pages_open
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_finish, event_reopen, event_update
from tournaments.events.services.standings import standings_refresh
from tournaments.events.signals import standings_computed

SLUG = "elm-street-42-club"
"""The demo club's short name in addresses."""

# Seasons.


def season_load(*, demo: DemoClub, spec: Spec) -> Season:
    """Load a season and all that was played of it."""
    season = season_set_up(demo=demo, spec=spec)
    lines = list(played(DATA / spec["file"]))
    for evening, evening_spec in evenings_of(season, spec):
        event = evening_set_up(demo=demo, evening=evening, season=spec, spec=evening_spec)
        evening_lines = [line for line in lines if line.evening == evening.number]
        seed = evening_seed(spec, evening)
        rounds_play(event=event, lines=evening_lines, owner=demo.owner, seed=seed)
        event_finish(event=event)
    return season


def season_set_up(*, demo: DemoClub, spec: Spec) -> Season:
    """Create the season with its divisions and contenders, before the first evening."""
    season = season_create(
        club=demo.club,
        name=spec["name"],
        game=spec["game"],
        created_by=demo.owner,
        dates=[date_of(evening) for evening in spec["evenings"]],
        divisions=[division["name"] for division in spec["divisions"]],
        **spec["counting"],
    )
    for division, division_spec in zip(season.divisions.all(), spec["divisions"], strict=True):
        moves = {key: division_spec[key] for key in ("promoted", "relegated")}
        pairs = division_spec.get("pairs") or [[name] for name in division_spec["players"]]
        lineups = [demo.named(names) for names in pairs]
        contenders_add(division=division_update(division=division, **moves), lineups=lineups)
    return season


def evenings_of(season: Season, spec: Spec) -> Iterator[tuple[Evening, dict[str, Any]]]:
    """Yield the evenings that were played, each with its description."""
    yield from zip(season.evenings.all(), spec["evenings"], strict=True)


def evening_seed(season: Spec, evening: Evening) -> str:
    """Return the seed of an evening's lots."""
    return f"{season['seed']}-{evening.number}"


def evening_set_up(*, demo: DemoClub, evening: Evening, season: Spec, spec: Spec) -> Event:
    """Create the event of an evening with its entries; its rounds are drawn, none begun."""
    by_name = {str(contender): contender for contender in _contenders(evening)}
    for noticed in (True, False):
        for name in spec.get("noticed" if noticed else "unnoticed", ()):
            absence_note(evening=evening, contender=by_name[name], noticed=noticed)
    event = evening_event_create(evening=evening, created_by=demo.owner)
    if evening.number == 1:
        changes = {key: season[key] for key in ("rules", "format_options", *HALL)}
        event = event_update(event=event, **changes)
    for name in spec.get("guests", ()):
        entry_add(event=event, players=[demo.players[name]])
    event_draw(demo=demo, event=event, spec=spec, seed=evening_seed(season, evening))
    return event


def _contenders(evening: Evening) -> list[Contender]:
    return list(evening.season.contenders.select_related("player", "partner"))


def club_spec() -> dict[str, Any]:
    """Return the description of the club: its players, evenings and seasons."""
    spec: dict[str, Any] = json.loads((DATA / "club.json").read_text())
    return spec


def demo_find() -> Club | None:
    """Return the demo club by its address, which stays when the club is renamed. One query."""
    return Club.objects.filter(slug=SLUG).first()


def demo_load(*, owner: User) -> Club:
    """Create the demo club with its evenings and seasons, all or nothing."""
    spec = club_spec()
    with transaction.atomic():
        demo = demo_create(spec=spec, owner=owner)
        for evening in spec["evenings"]:
            evening_load(demo=demo, spec=evening)
        for season in spec["seasons"]:
            season_load(demo=demo, spec=season)
        coming_load(demo=demo, spec=spec["coming"])
    return demo.club


def demo_create(*, spec: Spec, owner: User) -> DemoClub:
    """Create the club and its roster."""
    club = club_create(name=spec["name"], slug=SLUG, owner=owner, currency=spec["currency"])
    added = players_add_many(club=club, names=spec["players"])
    listed = timezone.now() - datetime.timedelta(days=spec["listed_days_ago"])
    club.players.update(created_at=listed)  # before their first evening
    return DemoClub(club, owner, {player.name: player for player in added})


def coming_load(*, demo: DemoClub, spec: Spec) -> Event:
    """Load an event that is still to come: its pages are on, and some have signed up."""
    event = event_entered(demo=demo, spec=spec)
    public_pages_open(demo=demo, event=event, spec=spec)
    return event


def evening_load(*, demo: DemoClub, spec: Spec) -> Event:
    """Load one evening: its event, money, hands and ending."""
    event = event_set_up(demo=demo, spec=spec)
    if "money" in spec:
        money_keep(demo=demo, event=event, spec=spec["money"])
    lines = list(played(DATA / spec["file"]))
    rounds_play(event=event, lines=lines, owner=demo.owner, seed=spec["seed"])
    decisions_make(demo=demo, event=event, spec=spec)
    if "sheet" in spec:
        ExampleSheet.objects.create(event=event, **spec["sheet"])
    if spec["finished"]:
        event = event_finish(event=event, by=demo.owner)
    if spec["finished"] and "money" in spec:
        money_settle(demo=demo, event=event, spec=spec["money"])
    if reason := next(late_reasons(lines), ""):
        if spec["finished"]:
            event_reopen(event=event, by=demo.owner, reason=reason)
        for line in lines:
            hands_mend(match_of(event, line), line, demo.owner, late=True)
        if spec["finished"]:
            event = event_finish(event=event, by=demo.owner)
    standings_refresh(event_id=event.pk)
    standings_computed.send(sender=Event, event_id=event.pk)
    return event
