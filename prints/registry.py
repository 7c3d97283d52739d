"""Every kind of print: the rows of an event, and the jobs of the worker."""

from collections.abc import Mapping
from typing import Any, Final

from django.apps import apps
from django.utils.translation import gettext as _

from clubs.models import Club, Membership
from prints.badges import BADGES
from prints.bracket import BRACKET
from prints.certificates import CERTIFICATES
from prints.draw import DRAW
from prints.event_prints import EVENT_PRINT, EventPrint, PrintOptions, job_for
from prints.guides import GUIDES
from prints.hand_record import HAND_RECORDS, hand_records_job
from prints.jobs import Job, JobBuilder, NothingToPrintError
from prints.notices import NOTICE
from prints.orders import Maker, job_maker
from prints.rules import RULES
from prints.scorecard import SCORECARDS, scorecards_job
from prints.seasons import season_job
from prints.settlement import settlement_job
from prints.sheets import BLANK_SHEET, SHEETS
from prints.slips import SLIPS
from prints.standings import STANDINGS
from prints.statement import statement_job
from prints.table_cards import PHONE_CARDS, TABLE_CARDS
from prints.travellers import OWN_CARDS, RECAP, TRAVELLERS
from prints.yearbook import yearbook_job
from tournaments.models import Event


def _of_money() -> tuple[EventPrint, ...]:
    """Return the rows about an event's money, where the site has that app."""
    if not apps.is_installed("stakes"):
        return ()
    from prints.event_money import SETTLEMENT, STATEMENTS  # noqa: PLC0415 only where installed
    from prints.prizes import PRIZES  # noqa: PLC0415 likewise

    return (PRIZES, SETTLEMENT, STATEMENTS)


EVENT_PRINTS: Final = (
    *(NOTICE, RULES, SHEETS, BLANK_SHEET, DRAW, TABLE_CARDS, PHONE_CARDS, BADGES, GUIDES, SLIPS),
    *(BRACKET, STANDINGS),
    *(SCORECARDS, HAND_RECORDS, TRAVELLERS, RECAP, OWN_CARDS),
    CERTIFICATES,
    *_of_money(),
)
"""The rows of the "Print" page, in their order inside each phase."""


def print_named(key: str) -> EventPrint | None:
    """Return the row of a key."""
    return next((row for row in EVENT_PRINTS if row.key == key), None)


def prints_for(event: Event, membership: Membership) -> list[EventPrint]:
    """Return the rows that suit an event, of those that a member may see."""
    return [row for row in EVENT_PRINTS if membership.may(row.right) and row.suits(event)]


def event_print_job(club: Club, parameters: Mapping[str, Any]) -> Job:
    """Print a row of the "Print" page."""
    event = Event.objects.select_related("club").filter(club=club, pk=parameters["event"]).first()
    row = print_named(parameters["print"])
    if row is None or event is None:
        raise NothingToPrintError(_("The event is no longer there."))
    return job_for(event, row, PrintOptions.from_parameters(parameters))


JOBS: Final[Mapping[str, JobBuilder]] = {
    EVENT_PRINT: event_print_job,
    "scorecards": scorecards_job,
    "hand-records": hand_records_job,
    "statement": statement_job,
    "settlement": settlement_job,
    "season": season_job,
    "yearbook": yearbook_job,
}
"""How the job of an ordered document is built, by the document's kind."""

MAKERS: Final[Mapping[str, Maker]] = {kind: job_maker(build) for kind, build in JOBS.items()}
