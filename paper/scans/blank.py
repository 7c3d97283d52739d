"""Blank sheets: of which table they are, by what is marked on them or by who looks at them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from games.marks import Marks
from paper.documents.blank_marking import blank_layout, place_of
from paper.documents.sheet_code import SheetCode
from paper.documents.sheets import table_sizes
from paper.scans.child import MarkedRow
from paper.scans.models import ReadRow, ReadSheet, SheetProblem, SheetReading
from press.bubbles import SheetLayout
from scoring.models import Match
from tournaments.events.models import Event, EventState, Game, Table
from tournaments.events.services.locking import event_closed


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """The layout of a blank sheet, for a table of so many that plays one game or `several`."""

    layout: SheetLayout
    players: int
    several: bool


def blank_of(event: Event, code: SheetCode) -> BlankSheet | None:
    """Return the blank sheet of a code; None if that layout no longer exists.

    A round may have tables with one player more than when the sheet was printed.
    """
    sizes = table_sizes(event)
    for players in sorted({*sizes, max(sizes) + 1, max(sizes) - 1}, reverse=True):
        for several, large in product((False, True), repeat=2):
            layout, across = blank_layout(event, players, code.size, several=several, large=large)
            if (layout.digest, across) == (code.digest, code.across):
                return BlankSheet(layout, players, several)
    return None


def blank_place(sheet: ReadSheet, event: Event, read: MarkedRow, *, several: bool) -> None:
    """Give a sheet the match whose place is marked on it, or the problem with that."""
    marks: Marks = read.marks
    place = None if read.unsure else place_of(marks, several=several)
    if place is None:
        sheet.problem = SheetProblem.NO_PLACE
        return
    sheet.round, sheet.table, game = place
    tables = Table.objects.filter(
        Q(stands_at=sheet.table) | Q(stands_at=None, number=sheet.table),
        round__event=event,
        round__number=sheet.round,
        is_bye=False,
    )
    matches = Match.objects.filter(game_of__table__in=tables, game_of__number=game)
    if not tables:
        sheet.problem = SheetProblem.WRONG_PLACE
    elif not Game.objects.filter(table__in=tables).exists():
        sheet.problem = SheetProblem.NOT_BEGUN
    elif len(matches) != 1:
        sheet.problem = SheetProblem.NO_PLACE if matches else SheetProblem.WRONG_PLACE
    elif matches[0].seats.count() != sheet.players:
        sheet.problem = SheetProblem.OTHER_SIZE
    else:
        sheet.match = matches[0]


@transaction.atomic
def sheet_place(*, sheet_id: int, match: Match) -> ReadSheet:
    """Say which match a blank sheet is of, whatever is marked on it, in all pictures of the paper.
    Locks the sheets.

    Raises ``Closed`` in a finished event, ``ValidationError`` if hands were recorded from it, or it
    is no blank sheet for this match.
    """
    sheet = ReadSheet.objects.get(pk=sheet_id)
    paper = Q(pk=sheet_id) | Q(serial=sheet.serial, page=sheet.page, serial__isnull=False)
    pictures = list(sheet.reading.sheets.select_for_update().filter(paper).order_by("pk"))
    event = sheet.reading.event
    if event.state == EventState.FINISHED:
        raise event_closed(event)
    if ReadRow.objects.filter(sheet__in=pictures, revision__isnull=False).exists():
        words = _("Hands were recorded from this sheet: it stays with their table.")
        raise ValidationError(words, code="recorded")
    table = match.game_of.table
    if sheet.players != match.seats.count() or table.round.event_id != event.pk:
        raise ValidationError(_("This sheet does not fit that table."), code="other_table")
    for picture in pictures:
        picture.match, picture.problem = match, ""
        picture.round, picture.table = table.round.number, table.in_room
    ReadSheet.objects.bulk_update(pictures, ["match", "problem", "round", "table"])
    return next(picture for picture in pictures if picture.pk == sheet.pk)


@dataclass(frozen=True, slots=True)
class BlankReading:
    """A blank sheet in a reading: the row of its place, and the matches that it may be of.

    None are offered once hands were recorded from it.
    """

    sheet: ReadSheet
    row: ReadRow | None
    rows: int
    matches: tuple[Match, ...]


def blank_readings(reading: SheetReading) -> list[BlankReading]:
    """Return the blank sheets, those first whose place is not known.

    Further pictures of a paper are left out where they say the same place.
    """
    sheets = list(
        reading.sheets.filter(players__isnull=False)
        .select_related("match")
        .annotate(recorded=Count("rows", Q(rows__revision__isnull=False)))
    )
    if not sheets:
        return []
    begun = Match.objects.filter(game_of__table__round__event=reading.event)
    matches = list(
        begun.annotate(players=Count("seats")).order_by(
            "-game_of__table__round__number", "game_of__table__number", "game_of__number"
        )
    )
    sheets.sort(key=lambda sheet: (not sheet.problem, not getattr(sheet, "recorded", 0), sheet.pk))
    papers: dict[tuple[int | None, ...], ReadSheet] = {}
    for sheet in sheets:
        papers.setdefault((sheet.serial, sheet.page, sheet.match_id), sheet)
    return [_blank_reading(sheet, matches) for sheet in papers.values()]


def _blank_reading(sheet: ReadSheet, matches: Sequence[Match]) -> BlankReading:
    rows = list(
        sheet.rows.defer("picture")
        .annotate(has_picture=Q(picture__isnull=False))
        .order_by("number")
    )
    place = next((row for row in rows if row.number == 0), None)
    is_open = not getattr(sheet, "recorded", 0)
    fitting = (match for match in matches if getattr(match, "players", 0) == sheet.players)
    return BlankReading(
        sheet, place, len(rows) - (place is not None), tuple(fitting) if is_open else ()
    )
