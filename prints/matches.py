"""Prints of the matches of an event: empty score sheets, scorecards, hand records."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from press.base import Printable
from prints.event_prints import (
    EventPrint,
    Option,
    Phase,
    PrintOptions,
    needs_hand,
    needs_rounds,
    titled,
)
from prints.hand_records import hand_records_build
from prints.jobs import Job, pages, paper_of
from prints.scorecards import (
    SheetTable,
    blank_names,
    matches_for_print,
    plain_imprint,
    scorecard_build,
    table_of_match,
    table_sheet_build,
)
from rules import GAMES
from scoring.models import Match
from scoring.running_score import rules_for
from tournaments.models import Event, Round, RoundState, Table
from tournaments.selectors.events import Lineup, lineup
from tournaments.selectors.next_step import draw_state
from tournaments.selectors.pairing_state import game_label
from tournaments.services.rounds import players_seated

CHUNK: Final = 20
"""An evening of sixty-four pairs is never in memory as a whole."""
HANDS_ON_CARD: Final = 22
"""About so many hands of a scorecard stand on a page."""
HANDS_ON_PAGE: Final = 3
"""So many hand records stand on a page."""


def matches_of(event: Event, number: int | None = None) -> QuerySet[Match]:
    """Return the matches of an event, or of a round of it: round by round, table by table."""
    found = Match.objects.filter(game_of__table__round__event=event)
    if number is not None:
        found = found.filter(game_of__table__round__number=number)
    return found.order_by(
        "game_of__table__round__number", "game_of__table__number", "game_of__number"
    )


def matches_read(matches: QuerySet[Match], keys: list[int]) -> Iterator[Match]:
    """Return the matches of these keys, in this order, with all that is printed of them."""
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        found = {match.pk: match for match in matches_for_print(matches.filter(pk__in=chunk))}
        yield from (found[key] for key in chunk if key in found)


def event_scorecards_job(event: Event, options: PrintOptions) -> Job:
    """Print the scorecards of all matches that have begun."""
    title = titled(_("Scorecards"), event, options)
    return _event_job(event, options, title, scorecard_build)


def event_hand_records_job(event: Event, options: PrintOptions) -> Job:
    """Print the hand records of all matches that have begun."""
    title = titled(_("Hand records"), event, options)
    return _event_job(event, options, title, hand_records_build, on_page=HANDS_ON_PAGE)


def scorecards_job(club: Club, parameters: Mapping[str, Any]) -> Job:
    """Print the scorecards of the matches named in an order, in their order."""
    return _job(club, parameters, _("Scorecards"), scorecard_build, HANDS_ON_CARD)


def hand_records_job(club: Club, parameters: Mapping[str, Any]) -> Job:
    """Print the hand records of the matches named in an order, in their order."""
    return _job(club, parameters, _("Hand records"), hand_records_build, HANDS_ON_PAGE)


def _event_job(
    event: Event,
    options: PrintOptions,
    title: str,
    build: Callable[[Match], Printable],
    *,
    on_page: int | None = None,
) -> Job:
    begun = matches_of(event, options.round).filter(hand_count__gt=0)
    counts = dict(begun.values_list("pk", "hand_count"))
    estimate = sum(pages(count, on_page) for count in counts.values()) if on_page else 0

    def documents() -> Iterator[Printable]:
        return map(build, matches_read(Match.objects.all(), list(counts)))

    return Job(title, len(counts), documents, options.paper, estimate)


def _job(
    club: Club,
    parameters: Mapping[str, Any],
    title: str,
    build: Callable[[Match], Printable],
    on_page: int,
) -> Job:
    keys, own = parameters["matches"], Match.objects.filter(club=club)
    counts = own.filter(pk__in=keys).values_list("hand_count", flat=True)
    estimate = sum(pages(count, on_page) for count in counts)

    def documents() -> Iterator[Printable]:
        return map(build, matches_read(own, keys))

    return Job(title, len(keys), documents, paper_of(parameters), estimate)


SCORECARDS: Final = EventPrint(
    key="scorecards",
    phase=Phase.AFTER,
    title=gettext_lazy("Scorecards"),
    text=gettext_lazy("Every match hand by hand, with totals, corrections and what is owed."),
    job=event_scorecards_job,
    missing=needs_hand,
    options=frozenset({Option.ROUND}),
    whole=True,
    begun_only=True,
)
HAND_RECORDS: Final = EventPrint(
    key="hand-records",
    phase=Phase.AFTER,
    title=gettext_lazy("Hand records"),
    text=gettext_lazy("Deals as diagrams, auctions, and the play trick by trick, as recorded."),
    job=event_hand_records_job,
    missing=needs_hand,
    options=frozenset({Option.ROUND}),
    whole=True,
    begun_only=True,
)


# --- empty score sheets

PAGES_LARGE: Final = 2
"""A sheet in large type may take so many pages."""


def sheets_job(event: Event, options: PrintOptions) -> Job:
    """A sheet for every game of a round, or of all rounds; with lines for the names where blank."""

    def documents() -> Iterator[Printable]:
        numbered = takes_turns(event)
        for table in _tables(event, options.round):
            placed = replace(nameless(table) if options.blank else table, numbered=numbered)
            yield table_sheet_build(placed, large=options.large)

    title, total = titled(_("Score sheets"), event, options), _count(event, options.round)
    pages = total * (PAGES_LARGE if options.large else 1)
    return Job(title, total, documents, options.paper, pages)


def blank_sheet_job(event: Event, options: PrintOptions) -> Job:
    """One sheet under the event's rules, without names, round and table."""

    def documents() -> Iterator[Printable]:
        yield table_sheet_build(_blank(event), large=options.large)

    return Job(titled(_("Score sheet"), event, options), 1, documents, options.paper)


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
    for match in matches_read(Match.objects.all(), keys):
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
                title=str(game_label(event, round_, table, number if count > 1 else None)),
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


SHEETS: Final = EventPrint(
    key="sheets",
    phase=Phase.BEFORE,
    title=gettext_lazy("Empty score sheets"),
    text=gettext_lazy("One for each table with the names of those who play there."),
    job=sheets_job,
    missing=needs_rounds,
    options=frozenset({Option.ROUND, Option.BLANK, Option.LARGE}),
)


BLANK_SHEET: Final = EventPrint(
    key="blank-sheet",
    phase=Phase.BEFORE,
    title=gettext_lazy("Blank score sheet"),
    text=gettext_lazy("Without names and places, to be copied; in large type perhaps two pages."),
    job=blank_sheet_job,
    options=frozenset({Option.LARGE}),
)
