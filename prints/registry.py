"""Every document, in the order in which a page offers it: one row here for each module."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import IO, Any, Final, NamedTuple

from django.apps import apps
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club, Membership
from jobs.kinds import JobKind
from jobs.models import Job
from jobs.work import Report
from prints.printouts import NothingToPrintError, Printout
from prints.rows import AnyPrint, AnySubject, PrintOptions, printout_of
from prints.subjects import SUBJECTS


class Documents(NamedTuple):
    """A module with a tuple ``PRINTS`` of rows, and the apps without which it has none."""

    module: str
    apps: tuple[str, ...] = ()


DOCUMENTS: Final = [
    Documents("prints.notices", ("phones",)),
    Documents("prints.rules"),
    Documents("prints.sheets"),
    Documents("prints.marking"),
    Documents("prints.blank_marking"),
    Documents("prints.draw"),
    Documents("prints.table_cards"),
    Documents("prints.phone_cards", ("phones",)),
    Documents("prints.badges"),
    Documents("prints.guides"),
    Documents("prints.slips"),
    Documents("prints.marking_slips"),
    Documents("prints.deals", ("deals",)),
    Documents("prints.bracket"),
    Documents("prints.standings"),
    Documents("prints.results"),
    Documents("prints.scorecard"),
    Documents("prints.hand_record"),
    Documents("prints.event_hands"),
    Documents("prints.travellers", ("deals",)),
    Documents("prints.certificates"),
    Documents("prints.prizes", ("stakes",)),
    Documents("prints.event_money", ("stakes",)),
    Documents("prints.settlement"),
    Documents("prints.statement"),
    Documents("prints.seasons"),
    Documents("prints.yearbook"),
    Documents("prints.club_calendar"),
]


@cache
def prints() -> tuple[AnyPrint, ...]:
    """Return all rows of the apps that this site has."""
    installed = [row for row in DOCUMENTS if all(map(apps.is_installed, row.apps))]
    return tuple(row for documents in installed for row in import_module(documents.module).PRINTS)


def prints_about(about: AnySubject) -> dict[str, AnyPrint]:
    """Return the rows about a kind of subject by their keys."""
    return {row.key: row for row in prints() if row.about is about}


def print_named(about: AnySubject, key: str) -> AnyPrint | None:
    """Return the row of a key."""
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

    def page(self, job: Job) -> str:
        assert job.club is not None
        return reverse("document", args=[job.club.slug, job.pk])

    def home(self, job: Job) -> str:
        """Return the list of documents."""
        assert job.club is not None
        return reverse("documents", args=[job.club.slug])


def document_make(job: Job, file: IO[bytes], report: Report) -> None:
    """Print an ordered document."""
    assert job.club is not None
    ordered_printout(job.club, job.parameters).write(file, report, title=job.title)
