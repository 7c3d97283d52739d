"""Rows of the pages of prints: what is printed, what it is about, and with which options.

``registry`` lists the modules with rows, ``subjects`` what rows are about.
"""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Membership, User
from clubs.roles import Right
from jobs.models import Job
from jobs.services import job_order
from paper.documents.printouts import NothingToPrintError, Printout
from press.base import Paper

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise


class Phase(StrEnum):
    """When a thing is wanted; the groups of a page of prints, in their order."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"

    @property
    def label(self) -> "StrPromise":
        return {
            Phase.BEFORE: gettext_lazy("Before play"),
            Phase.DURING: gettext_lazy("During play"),
            Phase.AFTER: gettext_lazy("Afterwards"),
        }[self]


class PrintOption(StrEnum):
    """An option of a row besides the paper."""

    ROUND = "round"
    HAND = "hand"
    BLANK = "blank"
    LARGE = "large"
    PLAY = "play"
    POSTER = "poster"
    SEASON = "season"
    SINCE = "since"
    UNTIL = "until"
    SITE = "site"
    COPIES = "copies"
    PAPERS = "papers"
    TWO_SIDED = "two_sided"


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The chosen options of a print; no ``round`` or ``hand`` means all.

    ``site`` is the site's address, as ``https://example.org``, for QR codes. A ``poster`` is
    printed on paper of twice the size. ``season`` is the key of a season's book. ``copies`` is how
    many sheets are printed that differ in their number alone. ``papers`` are the keys of the prints
    of an evening, ``two_sided`` begins each, or each table's sheets, on a new one.
    """

    paper: Paper
    round: int | None = None
    hand: int | None = None
    blank: bool = False
    large: bool = False
    play: bool = False
    poster: bool = False
    season: int | None = None
    since: datetime.date | None = None
    until: datetime.date | None = None
    site: str = ""
    copies: int | None = None
    papers: tuple[str, ...] = ()
    two_sided: bool = False

    def to_parameters(self) -> dict[str, Any]:
        """Return the options as they are kept with an order."""
        return {
            "paper": self.paper.name.lower(),
            **{option.value: getattr(self, option) for option in PrintOption},
            "since": self.since and self.since.isoformat(),
            "until": self.until and self.until.isoformat(),
        }

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, Any]) -> "PrintOptions":
        """Return the options kept with an order."""
        options = {
            option.value: parameters[option] for option in PrintOption if option in parameters
        }
        for name in ("since", "until"):
            if options.get(name):
                options[name] = datetime.date.fromisoformat(options[name])
        options["papers"] = tuple(options.get("papers", ()))
        return cls(Paper[parameters["paper"].upper()], **options)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectSummary:
    """What a page of prints must know of its subject to offer the choices of its rows.

    ``rounds`` are the numbers of all rounds planned or begun, ``begun`` of those begun, ``numbers``
    those of the hands of a match, ``seasons`` keys and names of books.
    """

    club: Club
    rounds: tuple[int, ...] = ()
    begun: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    seasons: tuple[tuple[int, str], ...] = ()

    @property
    def current(self) -> int | None:
        """The last begun round; before the first the next one; None if none is drawn."""
        if self.begun:
            return self.begun[-1]
        return self.rounds[0] if self.rounds else None


S = TypeVar("S", bound=Model)
M = TypeVar("M", bound=SubjectSummary)


@dataclass(frozen=True, slots=True)
class Subject(Generic[S, M]):
    """A kind of thing that documents are about: ``key`` in orders, ``folder`` in addresses.

    ``find`` returns the one of a key in a club; an order whose subject is gone says ``gone``.
    ``page`` is the address of its page, ``name`` what it is called there.
    """

    key: str
    folder: str
    gone: "StrPromise"
    find: Callable[[Club, int], S | None]
    summary: Callable[[S], M]
    page: Callable[[S], str]
    name: Callable[[S], str] = str


@dataclass(frozen=True, slots=True)
class Print(Generic[S, M]):
    """A row: a document about a subject. ``key`` is used in addresses and orders.

    ``suits`` is false for subjects without such a document; it makes no query. ``missing`` returns
    why it cannot be printed yet, or an empty text. ``printout`` counts and prepares. Members
    without ``right`` see neither the row nor its documents; its owner (``is_own``) may always print
    it, immediately. If a round may be chosen, ``all_rounds_first`` offers all rounds before the
    current one, ``begun_only`` omits planned ones, ``rounds_of`` returns others. A ``secret`` print
    is answered to a POST only and never stored; the function records who had it. ``papers`` are
    the papers that can be ticked, with their labels by key, ``usual`` those ticked at first.
    """

    about: Subject[S, M]
    key: str
    phase: Phase
    title: "StrOrPromise"
    text: "StrOrPromise"
    printout: Callable[[S, PrintOptions], Printout]
    missing: Callable[[M], "StrOrPromise"] = lambda summary: ""
    suits: Callable[[S], bool] = lambda subject: True
    options: frozenset[PrintOption] = frozenset()
    all_rounds_first: bool = False
    begun_only: bool = False
    rounds_of: Callable[[M], tuple[int, ...]] | None = None
    right: Right = Right.SEE
    is_own: Callable[[Membership, S], bool] = lambda membership, subject: False
    secret: Callable[[S, PrintOptions, User], None] | None = None
    papers: Callable[[M], dict[str, str]] = lambda summary: {}
    usual: Callable[[M], list[str]] = lambda summary: []

    def rounds(self, summary: M) -> tuple[int, ...]:
        if PrintOption.ROUND not in self.options:
            return ()
        if self.rounds_of is not None:
            return self.rounds_of(summary)
        return summary.begun if self.begun_only else summary.rounds

    def is_for(self, membership: Membership, subject: S) -> bool:
        return membership.may(self.right) or self.is_own(membership, subject)


AnyPrint = Print[Any, Any]
AnySubject = Subject[Any, Any]

PRINT: Final = "print"
"""The kind of document that a row makes."""


def printout_of(row: Print[S, M], of: S, options: PrintOptions) -> Printout:
    """Return the printout of a row; raise ``NothingToPrintError`` if it has no part."""
    printout = row.printout(of, options)
    if not printout.total:
        raise NothingToPrintError(
            _("There is nothing to print yet: %(what)s.") % {"what": row.title}
        )
    return printout


def print_order(*, row: Print[S, M], of: S, options: PrintOptions, club: Club, by: User) -> Job:
    """Order a print as a document. Raises ``NothingToPrintError``."""
    return job_order(
        club=club,
        kind=PRINT,
        title=printout_of(row, of, options).title,
        parameters={
            "about": row.about.key,
            "of": of.pk,
            "print": row.key,
            **options.to_parameters(),
        },
        requested_by=by,
        right=row.right,
    )
