"""Seasons of any size: one evening held by the services, multiplied in SQL."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import F, ForeignKey, Max, Min, Model

from clubs.models import Club, Player, User
from clubs.services.clubs import club_create
from clubs.services.players import players_add_many
from leagues.models import (
    AbsenceRule,
    Contender,
    Division,
    Evening,
    EveningResult,
    Season,
    SeasonMeasure,
    SeasonScoring,
    SeasonStanding,
)
from leagues.selectors.sums import score_rows
from leagues.services.standings import season_refresh
from scoring.models import Match, Seat, Side
from tournaments.models import Entry, EntryPlayer, Event, Game, Round, Table, TableSeat
from tournaments.services.entries import entries_add
from tournaments.services.events import event_create
from tournaments.services.locking import standings_mark_stale_by_match
from tournaments.services.rounds import round_begin, rounds_plan

HANDS = 16
START = datetime.date(2026, 1, 2)
MULTIPLIED: tuple[type[Model], ...] = (
    *(Event, Entry, EntryPlayer, Round, Table, Match, Seat, Side, TableSeat, Game),
)


@dataclass
class BuiltSeason:
    """A season that is ready to be computed."""

    season: Season
    evenings: int

    @property
    def hands(self) -> int:
        """Hands that were played in it."""
        matches = Match.objects.filter(game_of__table__round__event__evenings__season=self.season)
        return matches.count() * HANDS

    def query(self, sql: str) -> list[Any]:
        """The rows of a query with the season's key."""
        with connection.cursor() as cursor:
            cursor.execute(sql, [self.season.pk])
            return list(cursor.fetchall())

    def sums(self) -> list[Any]:
        """The sums of all evenings, as the job reads them."""
        return list(score_rows(self.season.evenings.values_list("pk", flat=True), []))

    def touch(self) -> None:
        """One row changed and committed."""
        with transaction.atomic():
            Season.objects.filter(pk=self.season.pk).update(version=F("version") + 1)

    def refresh_first(self) -> None:
        """The first computation."""
        assert season_refresh(season_id=self.season.pk)
        people = self.season.contenders.count()
        assert SeasonStanding.objects.filter(contender__season=self.season).count() == people
        results = EveningResult.objects.filter(evening__season=self.season)
        assert results.count() == people * self.evenings

    def mark_whole(self) -> None:
        """Let everything be behind."""
        with transaction.atomic():
            Season.objects.filter(pk=self.season.pk).update(version=F("version") + 1)
            self.season.evenings.update(results_version=0)

    def one_more_hand(self) -> None:
        """What a hand writes: the score rows of its match, and the event's version."""
        match = Match.objects.filter(
            game_of__table__round__event__evenings__season=self.season
        ).earliest("pk")
        with transaction.atomic():
            match.sides.update(total=F("total") + F("number") - 1, hands=F("hands") + 1)
            standings_mark_stale_by_match(match_id=match.pk)

    def refresh(self) -> None:
        """Whatever is behind, computed."""
        assert season_refresh(season_id=self.season.pk)


@dataclass(frozen=True)
class Built:
    """The events of the largest season, of which every other has a part."""

    club: Club
    owner: User
    players: list[Player]
    events: list[int]

    def season(self, evenings: int) -> BuiltSeason:
        """A season of the first so many events."""
        Season.objects.all().delete()
        season = Season.objects.create(
            club=self.club,
            name=f"{evenings} evenings",
            game="pandoeren",
            starts_on=START,
            template="pandoeren_evening",
            measure=SeasonMeasure.AVERAGE,
            scoring=SeasonScoring.BEST,
            best=max(1, evenings * 3 // 4),
            noticed=AbsenceRule.LOWEST,
            created_by=self.owner,
        )
        division = Division.objects.create(season=season, order=1, name="All")
        Contender.objects.bulk_create(
            Contender(season=season, division=division, player=player) for player in self.players
        )
        Evening.objects.bulk_create(
            Evening(season=season, number=number, date=START, event_id=event)
            for number, event in enumerate(self.events[:evenings], start=1)
        )
        analyse()
        return BuiltSeason(season, evenings)


def build(evenings: int, players: int) -> Built:
    """So many evenings of so many players, at tables of four."""
    owner = User.objects.create_user("bench")
    club = club_create(name="Bench", owner=owner)
    roster = players_add_many(club=club, names=[f"Player {n}" for n in range(players)])
    event = event_create(
        club=club,
        name="Evening",
        date=START,
        created_by=owner,
        game="pandoeren",
        rules={"preset": "standard", "hands": HANDS},
        format_options={"rounds": 4},
    )
    entries_add(event=event, lineups=[[player] for player in roster])
    rounds_plan(event=event)
    for round_ in event.rounds.all():
        round_begin(round=round_)
    Match.objects.update(is_over=True, hand_count=HANDS)
    Side.objects.update(is_over=True, hands=HANDS)
    multiply(evenings - 1)
    with connection.cursor() as cursor:
        # Points from -20 to 20, other ones at every table.
        cursor.execute("UPDATE scoring_side SET total = (id * 7919 + match_id * 31) %% 41 - 20", [])
    return Built(
        club, owner, roster, list(Event.objects.values_list("pk", flat=True).order_by("pk"))
    )


def multiply(copies: int) -> None:
    """Every row of the evening so many times more, each copy with keys of its own."""
    spans = {model: span(model) for model in MULTIPLIED}
    numbers = (
        "WITH RECURSIVE copies(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copies WHERE i < %s) "
    )
    if not copies:
        return
    with transaction.atomic(), connection.cursor() as cursor:
        for model in MULTIPLIED:
            columns = [field.column for field in model._meta.concrete_fields]
            values = [copied(field, spans) for field in model._meta.concrete_fields]
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({', '.join(map(quoted, columns))}) "
                f"SELECT {', '.join(values)} FROM ({numbers} SELECT i FROM copies) copy "
                f"CROSS JOIN {model._meta.db_table} model",
                [copies],
            )


def span(model: type[Model]) -> int:
    """By how much keys of a model grow from copy to copy."""
    keys = model._default_manager.aggregate(low=Min("pk"), high=Max("pk"))
    return int(keys["high"] - keys["low"] + 1)


def copied(field: Any, spans: dict[type[Model], int]) -> str:
    """A column of a copy: keys move on, everything else is the same."""
    column = f"model.{quoted(field.column)}"
    points_at = field.related_model if isinstance(field, ForeignKey) else None
    step = spans.get(field.model if field.primary_key else points_at, 0)
    return f"{column} + copy.i * {step}" if step else column


def quoted(name: str) -> str:
    """A name as both databases take it."""
    return f'"{name}"'


def analyse() -> None:
    """Let the planner know the sizes, and which rows all see, as a database in use does."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
