"""The kinds of jobs; each app registers its own when it is ready.

A job that writes a table of players to a file::

    def table_make(job: Job, file: IO[bytes], report: Report) -> None:
        players = job.club.players.all()
        for done, player in enumerate(players):
            report(done, len(players))
            file.write(f"{player.name}\\n".encode())

    table = JobKind("player-table", table_make, suffix=".txt", media_type="text/plain")
    job_kind_add(table)  # in AppConfig.ready()

    job = job_order(kind="player-table", club=club, title="Players", requested_by=user)

A job that reads a file, as a photograph, is ordered with `file=path`; it finds it at
`job_path(job)` and returns what it has read, which then is `job.result`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import IO, TYPE_CHECKING, Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from core.languages import date_text
from core.names import file_name
from jobs.child import Budget
from jobs.models import Job
from jobs.work import Report

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Result = Mapping[str, Any] | None
Make = Callable[[Job, IO[bytes], Report], Result]
"""Does a job: writes its file, if it makes one, reports progress, returns what else came of it.

Called in the language of the job and outside any transaction, by one worker at a time; after a
lost worker it is called again. Raises `JobRefused` with a message for people.
"""

LONG: Final = "documents"
"""The queue of long work."""


class JobRefused(Exception):
    """The job cannot be done; the translated message gives the reason."""


@dataclass(frozen=True, slots=True)
class JobText:
    """A job in words: its title, details, what its progress counts, and the way to repeat it."""

    title: "StrOrPromise" = ""
    details: "tuple[StrOrPromise, ...]" = ()
    label: "StrOrPromise" = ""
    again: "StrOrPromise" = ""


@dataclass(frozen=True)
class JobKind:
    """A kind of job; its file's name ends in `suffix`.

    Jobs of one `queue` take turns over the clubs. After its `lifetime` a job is deleted with its
    file, unless `expires_at` was changed meanwhile. Its file is for people if it has a
    `media_type`; files of `one_transfer` are sent one at a time. A page that shows more of a job
    than the panel that follows it `reloads` when the job ends.
    """

    key: str
    make: Make
    suffix: str = ""
    queue: str = LONG
    lifetime: timedelta | None = None
    media_type: str = ""
    one_transfer: bool = False
    reloads: bool = False

    def budget(self) -> Budget | None:
        """Return what a job may use; None for a job that keeps a budget of its own, or writes to
        the database.

        Within a budget the job is done in a copy of the worker, where the system can make one;
        elsewhere only its time counts, and is looked at when the job reports.
        """
        return None

    def text(self, job: Job) -> JobText:
        """Return how pages show a job."""
        moment = date_text(job.created_at, "moment")
        return JobText(job.title, (moment, job.requested_by.shown_name), _("Being made"))

    def page(self, job: Job) -> str:
        """Return the address of the page that shows a job."""
        return reverse("home")

    def home(self, job: Job) -> str:
        """Return the address of the page to go to once a job is deleted."""
        return self.page(job)

    def file_name(self, job: Job) -> str:
        """Return the name under which people save the file."""
        return file_name(job.title)

    def may_be_deleted(self, job: Job) -> bool:
        """Whether nothing else belongs to a job that has ended."""
        return True

    def outcome(self, job: Job) -> str:
        """Return the API address of a job's result other than its file; empty if it has none."""
        return ""


KINDS: Final[dict[str, JobKind]] = {}


def job_kind_add(kind: JobKind) -> None:
    """Make a kind known to workers and services."""
    KINDS[kind.key] = kind


def kind_of(job: Job) -> JobKind:
    return KINDS[job.kind]
