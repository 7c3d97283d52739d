"""Which tables get an empty score sheet: of a match, of the rounds of an event, or blank."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from paper.documents.event_prints import needs_rounds, plain_imprint, titled
from paper.documents.matches import match_printout, matches_of, matches_read
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.score_sheet import ScoreSheet, SheetTable, table_of_match, table_sheet
from paper.documents.subjects import EVENT, MATCH
from press.base import Printable
from press.packing import packed
from rules import GAMES
from scoring.models import Match
from scoring.running_score import rules_for
from tournaments.events.lengths import rules_at
from tournaments.events.models import Event, Round, RoundState, Table
from tournaments.events.selectors.events import Lineup, lineup
from tournaments.events.selectors.next_step import draw_state
from tournaments.events.selectors.pairing_state import game_label
from tournaments.events.services.rounds import players_seated


def sheet_build(match: Match, *, large: bool = False) -> ScoreSheet:
    """Return the empty sheet of a match, with its players' names."""
    return table_sheet(table_of_match(match), large=large)


def _short(sheet: ScoreSheet) -> ScoreSheet | None:
    """Return the form in which a sheet of few hands shares its page."""
    return replace(sheet, short=True) if sheet.design.hands else None


def sheet_printout(match: Match, options: PrintOptions) -> Printout:
    title = _("Score sheet %(match)s") % {"match": match}
    return match_printout(match, options, title, partial(sheet_build, large=options.large))


# --- of an event

PAGES_LARGE: Final = 2
"""Maximum pages of a sheet in large type."""


def sheets_printout(event: Event, options: PrintOptions) -> Printout:
    """Print a sheet for each game of a round, or of all; with lines for the names if blank."""

    def documents() -> Iterator[Printable]:
        sheets = (
            table_sheet(nameless(table) if options.blank else table, large=options.large)
            for table in _tables(event, options.round)
        )
        return packed([(sheet, _short(sheet)) for sheet in sheets], options.paper)

    title, total = titled(_("Score sheets"), event, options), tables_count(event, options.round)
    pages = total * (PAGES_LARGE if options.large else 1)
    return Printout(title, total, documents, options.paper, pages)


def blank_sheet_printout(event: Event, options: PrintOptions) -> Printout:
    """A sheet for each size of the event's tables, without names, round and table."""
    sizes = table_sizes(event)

    def documents() -> Iterator[Printable]:
        for players in sizes:
            yield table_sheet(blank_table(event, players), large=options.large)

    pages = len(sizes) * (PAGES_LARGE if options.large else 1)
    title = titled(_("Score sheet"), event, options)
    return Printout(title, len(sizes), documents, options.paper, pages)


def nameless(table: SheetTable) -> SheetTable:
    """The same table with a line to write on for every name."""
    return replace(table, names=("",) * len(table.names), first_dealer=None)


def table_sizes(event: Event) -> list[int]:
    """Return how many people sit at its tables; more than the game has seats take turns."""
    tables = Table.objects.filter(round__event=event, is_bye=False)
    seats = GAMES[event.game].seats
    counts = tables.annotate(entries=Count("seats")).values_list("entries", flat=True)
    larger = {count for count in counts if count > seats}
    if event.format_options.get("left_over"):
        larger.add(seats + 1)
    return [seats, *sorted(larger)]


def tables_count(event: Event, number: int | None) -> int:
    """Return the number of sheets: one per match, and for a planned round one per future game."""
    planned = Table.objects.filter(round__in=_planned(event, number), is_bye=False)
    series = planned.values_list("best_of", flat=True)
    games = sum(best_of or event.games_per_meeting for best_of in series)
    return matches_of(event, number).count() + games


def _planned(event: Event, number: int | None) -> QuerySet[Round]:
    rounds = event.rounds.filter(state=RoundState.PLANNED).order_by("number")
    if outdated := draw_state(event).outdated:
        rounds = rounds.filter(number__lt=outdated.number)
    return rounds if number is None else rounds.filter(number=number)


Place = tuple[int, int, int]
"""A game at a table: the numbers of round, table in the draw, and game."""


def _tables(event: Event, number: int | None) -> Iterator[SheetTable]:
    return (table for _place, table in placed_tables(event, number))


def placed_tables(event: Event, number: int | None) -> Iterator[tuple[Place, SheetTable]]:
    """Yield those with a match first: rounds are begun in their order."""
    places = {
        key: place
        for key, *place in matches_of(event, number).values_list(
            "pk", "game_of__table__round__number", "game_of__table__number", "game_of__number"
        )
    }
    for match in matches_read(Match.objects.all(), list(places)):
        round_number, table, game = places[match.pk]
        yield (round_number, table, game), replace(table_of_match(match), day=event.date)
    lined_up = lineup(event)
    for round_ in _planned(event, number).prefetch_related("tables__seats"):
        yield from _planned_tables(event, round_, lined_up)


def _planned_tables(
    event: Event, round_: Round, lined_up: Lineup
) -> Iterator[tuple[Place, SheetTable]]:
    lineups = lined_up.at(round_.number)
    for table in round_.tables.all():
        if table.is_bye:
            continue
        names = tuple(player.name for player in players_seated(table, lineups))
        count = table.best_of or event.games_per_meeting
        rules = rules_at(event, number=round_.number, stage=round_.stage, section=table.section)
        for number in range(1, count + 1):
            sheet = SheetTable(
                presenter=event.presenter,
                rules=rules_for(event.game, rules, len(names)),
                title=str(game_label(event, round_, table, number if count > 1 else None)),
                names=names,
                imprint=plain_imprint(event.club.name, ""),
                day=event.date,
            )
            yield (round_.number, table.number, number), sheet


def blank_table(event: Event, players: int) -> SheetTable:
    """Return a table of so many whose names, round and table are written on the sheet."""
    return SheetTable(
        presenter=event.presenter,
        rules=rules_for(event.game, event.rules, players),
        title=event.name,
        names=("",) * players,
        imprint=plain_imprint(event.club.name, ""),
        day=event.date,
        placed=False,
    )


SHEET: Final = Print(
    about=MATCH,
    key="sheet",
    phase=Phase.BEFORE,
    title=gettext_lazy("Empty score sheet"),
    text=gettext_lazy("With the names of those who play, and a line for each hand."),
    printout=sheet_printout,
    options=frozenset({PrintOption.LARGE}),
)


SHEETS: Final = Print(
    about=EVENT,
    key="sheets",
    phase=Phase.BEFORE,
    title=gettext_lazy("Empty score sheets"),
    text=gettext_lazy("One for each table with the names of those who play there."),
    printout=sheets_printout,
    missing=needs_rounds,
    options=frozenset({PrintOption.ROUND, PrintOption.BLANK, PrintOption.LARGE}),
)


BLANK_SHEET: Final = Print(
    about=EVENT,
    key="blank-sheet",
    phase=Phase.BEFORE,
    title=gettext_lazy("Blank score sheet"),
    text=gettext_lazy("Without names and places, to be copied; in large type perhaps two pages."),
    printout=blank_sheet_printout,
    options=frozenset({PrintOption.LARGE}),
)

PRINTS: Final = (SHEET, SHEETS, BLANK_SHEET)
