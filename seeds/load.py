"""Loading the demo club. Every entry, round and hand goes through the services that pages use."""

import datetime
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Player, User
from clubs.services.clubs import club_create
from clubs.services.players import players_add_many
from scoring.models import Match
from scoring.services.hands import hand_correct, hand_record
from tournaments.models import Event, Game
from tournaments.services.entries import entry_add
from tournaments.services.events import event_create, event_finish
from tournaments.services.rounds import round_begin, rounds_plan

DATA = Path(__file__).parent / "data"
HEAD = {"format", "game", "rules"}


@dataclass(frozen=True, slots=True)
class Played:
    """A line of an evening: where a match was played, and the match as it was written down.

    ``mended`` are hands that were first written otherwise: ``hand`` counts from 1, ``first`` is
    what was written at first, ``reason`` why it was corrected.
    """

    round: int
    table: int
    match: Mapping[str, Any]
    mended: tuple[Mapping[str, Any], ...] = ()


def demo_load(*, owner: User) -> Club:
    """Found the demo club with its evenings, all or nothing."""
    with transaction.atomic():
        told = json.loads((DATA / "club.json").read_text())
        club = club_create(name=told["name"], owner=owner, currency=told["currency"])
        players = {
            player.name: player for player in players_add_many(club=club, names=told["players"])
        }
        for evening in told["evenings"]:
            evening_load(club=club, owner=owner, players=players, evening=evening)
    return club


def evening_load(
    *, club: Club, owner: User, players: Mapping[str, Player], evening: Mapping[str, Any]
) -> Event:
    """One evening: its event, then round by round what was played."""
    event = event_set_up(club=club, owner=owner, players=players, evening=evening)
    lines = list(played(DATA / evening["file"]))
    for round_ in event.rounds.all():
        own = [line for line in lines if line.round == round_.number]
        if own:
            round_begin(round=round_, seed=evening["seed"])
        for line in own:
            match_play(_match(event, line), line, owner)
    if evening["finished"]:
        event = event_finish(event=event)
    return event


def event_set_up(
    *, club: Club, owner: User, players: Mapping[str, Player], evening: Mapping[str, Any]
) -> Event:
    """The event with its entries and its drawn rounds, none begun."""
    event = event_create(
        club=club,
        name=evening["name"],
        date=timezone.localdate() - datetime.timedelta(days=evening["days_ago"]),
        created_by=owner,
        game=evening["game"],
        rules=evening["rules"],
        stakes=evening["stakes"],
        format_options=evening["format_options"],
    )
    for names in evening["entries"]:
        entry_add(event=event, players=[players[name] for name in names])
    rounds_plan(event=event, shuffle=True, seed=evening["seed"])
    return event


def played(path: Path) -> Iterator[Played]:
    """The lines of an evening."""
    with path.open() as file:
        for line in file:
            told = json.loads(line)
            yield Played(told["round"], told["table"], told["match"], tuple(told["mended"]))


def _match(event: Event, line: Played) -> Match:
    game = Game.objects.select_related("match").get(
        table__round__event=event, table__round__number=line.round, table__number=line.table
    )
    seated = [seat.name for seat in game.match.seats.all()]
    if seated != line.match["players"]:
        raise ValueError(f"round {line.round}, table {line.table}: {seated} sit there")
    return game.match


def match_play(match: Match, line: Played, owner: User) -> None:
    """Record a match hand by hand, mistakes first as they were made, then their corrections."""
    mended = {mend["hand"]: mend for mend in line.mended}
    for number, hand in enumerate(line.match["hands"], start=1):
        first = mended[number]["first"] if number in mended else hand
        hand_record(match_id=match.pk, record=first, author=owner, number=number)
    for number, mend in mended.items():
        hand_correct(
            match_id=match.pk,
            number=number,
            record=line.match["hands"][number - 1],
            author=owner,
            reason=mend["reason"],
            revision=1,
        )
