"""The earlier seasons of the demo club, loaded evening by evening while the site is in use.

Each match is one transaction, and existing data is left alone, so an interrupted load continues
where it stopped.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import transaction

from clubs.models import Club
from leagues.models import Evening, Season
from leagues.services.seasons import season_finish
from leagues.services.standings import season_refresh
from seeds.demo import DemoClub, Spec
from seeds.load import evening_seed, evening_set_up, season_set_up
from seeds.playing import DATA, PlayedLine, event_set_up, played, rounds_play
from tournaments.events.models import Event, EventState
from tournaments.events.services.events import event_finish

FILE = "demo-history"
"""A file in the data folder that exists while the history is still to be loaded."""


def history_spec() -> dict[str, Any]:
    """Return the description of the earlier evenings and seasons."""
    spec: dict[str, Any] = json.loads((DATA / "history.json").read_text())
    return spec


def history_count() -> int:
    """Return how many evenings the history has."""
    spec = history_spec()
    return len(spec["evenings"]) + sum(len(season["evenings"]) for season in spec["seasons"])


def mark_pending(data: Path, club: Club) -> None:
    """Leave a note in the data folder that the history of a club is to be loaded."""
    (data / FILE).write_text(str(club.pk))


def club_pending(data: Path) -> Club | None:
    """Return the club whose history is to be loaded; None if there is none or it was deleted."""
    try:
        return Club.objects.filter(pk=int((data / FILE).read_text())).first()
    except (FileNotFoundError, ValueError):
        return None


def history_go_on(data: Path) -> bool:
    """Load the next evening; return whether there may be more.

    The note is removed after the last evening, or where the club is deleted.
    """
    club = club_pending(data)
    if club is not None and next(_evenings_loaded(demo_of(club)), False):
        return True
    (data / FILE).unlink(missing_ok=True)
    return False


def demo_of(club: Club) -> DemoClub:
    """Return the demo club from the database."""
    owner = club.memberships.order_by("pk").select_related("user")[0].user
    return DemoClub(club, owner, {player.name: player for player in club.players.all()})


def _evenings_loaded(demo: DemoClub) -> Iterator[bool]:
    """Load one evening after the other; yield after each."""
    spec = history_spec()
    for season in spec["seasons"]:
        yield from _season_loaded(demo, season)
    for evening in spec["evenings"]:
        if _cup_loaded(demo, evening):
            yield True


def _season_loaded(demo: DemoClub, spec: Spec) -> Iterator[bool]:
    season = Season.objects.filter(club=demo.club, name=spec["name"]).first()
    if season is None:
        season = season_set_up(demo=demo, spec=spec)
    if season.is_finished:
        return
    lines = list(played(DATA / spec["file"]))
    evenings = season.evenings.select_related("event", "season").order_by("number")
    for evening, evening_spec in zip(evenings, spec["evenings"], strict=True):
        evening_lines = [line for line in lines if line.evening == evening.number]
        if _evening_loaded(demo, evening, spec, evening_spec, evening_lines):
            yield True
    season_refresh(season_id=season.pk)
    season_finish(season=season)


def _evening_loaded(
    demo: DemoClub, evening: Evening, season: Spec, spec: Spec, lines: list[PlayedLine]
) -> bool:
    """Load an evening of a season unless it exists; return whether anything was done."""
    event = evening.event
    if event is None:
        with transaction.atomic():
            event = evening_set_up(demo=demo, evening=evening, season=season, spec=spec)
    return _event_played(demo, event, lines, evening_seed(season, evening))


def _cup_loaded(demo: DemoClub, spec: Spec) -> bool:
    event = Event.objects.filter(club=demo.club, name=spec["name"]).first()
    if event is None:
        with transaction.atomic():
            event = event_set_up(demo=demo, spec=spec)
    return _event_played(demo, event, list(played(DATA / spec["file"])), spec["seed"])


def _event_played(demo: DemoClub, event: Event, lines: list[PlayedLine], seed: str) -> bool:
    if event.state == EventState.FINISHED:
        return False
    rounds_play(event=event, lines=lines, owner=demo.owner, seed=seed)
    event_finish(event=event, by=demo.owner)
    return True
