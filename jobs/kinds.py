"""The kinds of jobs; each app registers its own when it is ready.

A job that writes a table of players to a file::

    def table_make(job: Job, file: IO[bytes], report: Report) -> None:
        players = job.club.players.all()
        for done, player in enumerate(players):
            report(done, len(players))
            file.write(f"{player.name}\\n".encode())

    job_kind_add(JobKind("player-table", table_make, suffix=".txt"))  # in AppConfig.ready()

    job = job_order(kind="player-table", club=club, title="Players", requested_by=user)

A job that reads a file, as a photograph, is ordered with `file=path`; it finds it at
`job_path(job)` and returns what it has read, which then is `job.result`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import IO, Any, Final

from jobs.models import Job
from jobs.work import Report

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
class JobKind:
    """A kind of job; its file's name ends in `suffix`.

    Jobs of one `queue` take turns over the clubs. A job that is kept no longer than `kept` is
    deleted with its file, unless `expires_at` was changed meanwhile.
    """

    key: str
    make: Make
    suffix: str = ""
    queue: str = LONG
    kept: timedelta | None = None


KINDS: Final[dict[str, JobKind]] = {}


def job_kind_add(kind: JobKind) -> None:
    """Make a kind known to workers and services."""
    KINDS[kind.key] = kind
