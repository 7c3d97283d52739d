"""Empty score sheets: of tables with a match, of tables only planned, or one to be copied."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from press.base import Story
from prints.event_prints.base import Job, Wish, story_job, titled
from prints.event_prints.matches import matches_of, matches_read
from prints.render_matches import sheet_story
from prints.scorecards import (
    SheetTable,
    blank_names,
    plain_imprint,
    table_of_match,
    table_sheet_build,
)
from rules import GAMES
from scoring.rotation import rules_for
from tournaments.models import Event, Round, RoundState, Table
from tournaments.selectors.events import Lineup, lineup
from tournaments.selectors.next_step import draw_state
from tournaments.selectors.pairing_state import game_label
from tournaments.services.rounds import players_seated

PAGES_LARGE: Final = 2
"""A sheet in large type may take so many pages."""


def sheets_job(event: Event, wish: Wish) -> Job:
    """A sheet for every game of a round, or of all rounds; with lines for the names where blank."""

    def stories() -> Iterator[Story]:
        numbered = takes_turns(event)
        for table in _tables(event, wish.round):
            placed = replace(nameless(table) if wish.blank else table, numbered=numbered)
            yield sheet_story(table_sheet_build(placed, large=wish.large))

    title, total = titled(_("Score sheets"), event, wish), _count(event, wish.round)
    pages = total * (PAGES_LARGE if wish.large else 1)
    return story_job(title, total, stories, paper=wish.paper, pages=pages)


def blank_sheet_job(event: Event, wish: Wish) -> Job:
    """One sheet under the event's rules, without names, round and table."""

    def stories() -> Iterator[Story]:
        yield sheet_story(table_sheet_build(_blank(event), large=wish.large))

    return story_job(titled(_("Score sheet"), event, wish), 1, stories, paper=wish.paper)


def nameless(table: SheetTable) -> SheetTable:
    """The same table with a line to write on for every name."""
    return replace(table, names=("",) * len(table.names), first_dealer=None)


def takes_turns(event: Event) -> bool:
    """Whether at any of its tables more sit than the game has seats."""
    tables = Table.objects.filter(round__event=event, is_bye=False)
    seats = GAMES[event.game].seats
    return tables.annotate(entries=Count("seats")).filter(entries__gt=seats).exists()


def _count(event: Event, number: int | None) -> int:
    """How many sheets: a match each, and where a round is only planned the games it will have."""
    planned = Table.objects.filter(round__in=_planned(event, number), is_bye=False)
    series = planned.values_list("best_of", flat=True)
    games = sum(best_of or event.games_per_meeting for best_of in series)
    return matches_of(event, number).count() + games


def _planned(event: Event, number: int | None) -> QuerySet[Round]:
    found = event.rounds.filter(state=RoundState.PLANNED).order_by("number")
    if outdated := draw_state(event).outdated:
        found = found.filter(number__lt=outdated.number)
    return found if number is None else found.filter(number=number)


def _tables(event: Event, number: int | None) -> Iterator[SheetTable]:
    """Those with a match first: rounds are begun in their order."""
    keys = list(matches_of(event, number).values_list("pk", flat=True))
    for match in matches_read(keys):
        yield replace(table_of_match(match), day=event.date)
    lined_up = lineup(event)
    for round_ in _planned(event, number).prefetch_related("tables__seats"):
        yield from _planned_tables(event, round_, lined_up)


def _planned_tables(event: Event, round_: Round, lined_up: Lineup) -> Iterator[SheetTable]:
    lineups = lined_up.at(round_.number)
    for table in round_.tables.all():
        if table.is_bye:
            continue
        names = tuple(player.name for player in players_seated(table, lineups))
        count = table.best_of or event.games_per_meeting
        for number in range(1, count + 1):
            yield SheetTable(
                game=event.game,
                rules=rules_for(event.game, event.rules, len(names)),
                title=game_label(event, round_, table, number if count > 1 else None),
                names=names,
                imprint=plain_imprint(event.club.name),
                day=event.date,
            )


def _blank(event: Event) -> SheetTable:
    return SheetTable(
        game=event.game,
        rules=event.rules,
        title=event.name,
        names=blank_names(event.game),
        imprint=plain_imprint(event.club.name),
        day=event.date,
        placed=False,
    )
