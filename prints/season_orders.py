"""A season's long prints: what the worker makes of tables and calendars."""

from collections.abc import Callable, Iterator
from typing import IO, Final

from django.utils.translation import gettext as _

from leagues.models import Ranks, Season
from press.base import Paper, Story, print_stories
from prints.documents import NothingToPrintError, Progress
from prints.models import Document
from prints.render_boards import AnyPrint, stories_of
from prints.seasons import calendar_sheet, season_sheets
from tournaments.models import Table

SEASON: Final = "season"
TABLE: Final = "table"
CALENDAR: Final = "calendar"
_LINES, _FIXTURES, _EVENINGS = 24, 32, 12
"""About so many stand on a page."""


def _calendars(season: Season) -> Iterator[AnyPrint]:
    yield calendar_sheet(season)


SHEETS: Final[dict[str, Callable[[Season], Iterator[AnyPrint]]]] = {
    TABLE: season_sheets,
    CALENDAR: _calendars,
}


def season_pages(season: Season, what: str) -> int:
    """About how many pages a print of a season takes; nothing is built for it. Two queries."""
    if what == TABLE:
        return season.divisions.count() + season.contenders.count() // _LINES
    pages = season.evenings.count() // _EVENINGS + 1
    if season.ranks == Ranks.PAIRS:
        tables = Table.objects.filter(round__event__evenings__season=season)
        pages += tables.count() // _FIXTURES
    return pages


def season_make(document: Document, file: IO[bytes], progress: Progress) -> None:
    """A season's table or calendar, whichever was ordered."""
    kept = document.parameters
    seasons = Season.objects.select_related("club").filter(club=document.club_id)
    season = seasons.filter(pk=kept["season"]).first()
    if season is None:
        raise NothingToPrintError(_("The season is no longer there."))
    paper = Paper[kept["paper"].upper()]
    sheets = list(SHEETS[kept["what"]](season))
    if not sheets:
        raise NothingToPrintError(_("This season has no division yet."))

    def stories() -> Iterator[Story]:
        for done, sheet in enumerate(sheets):
            progress(done, len(sheets))
            yield from stories_of(sheet, paper)

    print_stories(stories(), paper=paper, title=document.title, out=file)
    progress(len(sheets), len(sheets))
