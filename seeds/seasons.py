"""The demo club's league season: evenings that count together, with absences and guests."""

from collections.abc import Iterator
from typing import Any

from leagues.models import Contender, Evening, Season
from leagues.services.evenings import absence_note, evening_event_create
from leagues.services.seasons import contenders_add, division_update, season_create
from seeds.playing import DATA, House, Told, date_of, event_draw, played, rounds_play
from tournaments.models import Event
from tournaments.services.entries import entry_add
from tournaments.services.events import event_finish, event_update


def season_load(*, house: House, told: Told) -> Season:
    """A season and all that was played of it."""
    season = season_set_up(house=house, told=told)
    lines = list(played(DATA / told["file"]))
    for evening, found in evenings_of(season, told):
        event = evening_set_up(house=house, evening=evening, season=told, told=found)
        own = [line for line in lines if line.evening == evening.number]
        seed = evening_seed(told, evening)
        rounds_play(event=event, lines=own, owner=house.owner, seed=seed)
        event_finish(event=event)
    return season


def season_set_up(*, house: House, told: Told) -> Season:
    """The season with its divisions and everybody in them, before the first evening."""
    season = season_create(
        club=house.club,
        name=told["name"],
        game=told["game"],
        created_by=house.owner,
        dates=[date_of(evening) for evening in told["evenings"]],
        divisions=[division["name"] for division in told["divisions"]],
        **told["counting"],
    )
    for division, found in zip(season.divisions.all(), told["divisions"], strict=True):
        moves = {key: found[key] for key in ("promoted", "relegated")}
        lineups = [[player] for player in house.named(found["players"])]
        contenders_add(division=division_update(division=division, **moves), lineups=lineups)
    return season


def evenings_of(season: Season, told: Told) -> Iterator[tuple[Evening, dict[str, Any]]]:
    """The evenings that were played, each with what is told of it."""
    yield from zip(season.evenings.all(), told["evenings"], strict=True)


def evening_seed(season: Told, evening: Evening) -> str:
    """From what an evening's lots are drawn."""
    return f"{season['seed']}-{evening.number}"


def evening_set_up(*, house: House, evening: Evening, season: Told, told: Told) -> Event:
    """The event of an evening with who came, guests too; its rounds drawn, none begun."""
    by_name = {str(contender): contender for contender in _contenders(evening)}
    for noticed in (True, False):
        for name in told.get("noticed" if noticed else "unnoticed", ()):
            absence_note(evening=evening, contender=by_name[name], noticed=noticed)
    event = evening_event_create(evening=evening, created_by=house.owner)
    if evening.number == 1:
        changes = {key: season[key] for key in ("rules", "format_options")}
        event = event_update(event=event, **changes)
    for name in told.get("guests", ()):
        entry_add(event=event, players=[house.players[name]])
    event_draw(house=house, event=event, told=told, seed=evening_seed(season, evening))
    return event


def _contenders(evening: Evening) -> list[Contender]:
    return list(evening.season.contenders.select_related("player", "partner"))
