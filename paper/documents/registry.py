"""Every document, in the order in which a page offers it: one row here for each module."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import IO, Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club, Membership
from jobs.child import Budget
from jobs.kinds import JobKind
from jobs.models import Job
from jobs.work import Report
from paper.documents.printouts import NothingToPrintError, Printout
from paper.documents.rows import AnyPrint, AnySubject, PrintOptions, printout_of
from paper.documents.subjects import SUBJECTS

MODULES: Final = [
    "paper.documents.evening",
    "paper.documents.notices",
    "paper.documents.rules",
    "paper.documents.sheets",
    "paper.documents.marking",
    "paper.documents.blank_marking",
    "paper.documents.draw",
    "paper.documents.table_cards",
    "paper.documents.badges",
    "paper.documents.guides",
    "paper.documents.own_cards",
    "paper.documents.slips",
    "paper.documents.deals",
    "paper.documents.bracket",
    "paper.documents.standings",
    "paper.documents.results",
    "paper.documents.scorecard",
    "paper.documents.hand_record",
    "paper.documents.hand_lists",
    "paper.documents.travellers",
    "paper.documents.certificates",
    "paper.documents.prizes",
    "paper.documents.event_money",
    "paper.documents.settlement",
    "paper.documents.statement",
    "paper.documents.seasons",
    "paper.documents.yearbook",
    "paper.documents.club_calendar",
]


@cache
def prints() -> tuple[AnyPrint, ...]:
    return tuple(row for module in MODULES for row in import_module(module).PRINTS)


def prints_about(about: AnySubject) -> dict[str, AnyPrint]:
    """Return the rows about a kind of subject by their keys."""
    return {row.key: row for row in prints() if row.about is about}


def print_named(about: AnySubject, key: str) -> AnyPrint | None:
    return prints_about(about).get(key)


def prints_for(about: AnySubject, of: Any, membership: Membership) -> list[AnyPrint]:
    """Return the rows that suit a subject, of those that a member may see."""
    rows = prints_about(about).values()
    return [row for row in rows if row.is_for(membership, of) and row.suits(of)]


def ordered_printout(club: Club, parameters: Mapping[str, Any]) -> Printout:
    """Return the printout of an order; ``NothingToPrintError`` if its subject is gone."""
    about = SUBJECTS[parameters["about"]]
    of = about.find(club, parameters["of"])
    if of is None:
        raise NothingToPrintError(str(about.gone))
    row = print_named(about, parameters["print"])
    if row is None:
        raise NothingToPrintError(_("This site no longer prints that."))
    return printout_of(row, of, PrintOptions.from_parameters(parameters))


class DocumentKind(JobKind):
    """Ordered documents."""

    def budget(self) -> Budget:
        seconds = settings.PRINT_SECONDS
        return Budget(settings.PRINT_MEMORY * 2**20, cpu_seconds=seconds, seconds=seconds)

    def page(self, job: Job) -> str:
        assert job.club is not None
        return reverse("document", args=[job.club.slug, job.pk])

    def home(self, job: Job) -> str:
        assert job.club is not None
        return reverse("documents", args=[job.club.slug])


def document_make(job: Job, file: IO[bytes], report: Report) -> None:
    assert job.club is not None
    ordered_printout(job.club, job.parameters).write(file, report, title=job.title)
