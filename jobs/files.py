"""The files of jobs: handed out, long ones one at a time."""

from io import FileIO
from pathlib import Path
from typing import Final

from django.http import FileResponse, Http404
from django.utils.translation import gettext as _

from core.system import Lock, lock_take
from jobs.kinds import kind_of
from jobs.models import Job, JobState
from jobs.services import JobStateError, job_path
from jobs.work import folder

BLOCK: Final = 16 * 2**20
"""Bytes handed to the web server at once: it sends shorter files without occupying us."""


class TransferBusyError(JobStateError):
    """Another long file is being sent or fetched."""

    def __init__(self) -> None:
        words = _(
            "Another archive is being uploaded or downloaded just now. Try again in a minute."
        )
        super().__init__("busy", words)


def job_file(job: Job) -> FileResponse:
    """Return the response with the file of a job; 404 for kinds whose file nobody may fetch.

    Raises `JobStateError` if the file is not ready, is deleted, or another long file is being sent.
    """
    kind = kind_of(job)
    if not kind.media_type:
        raise Http404
    if job.state != JobState.DONE:
        raise JobStateError("not_ready", _("The file is not ready."))
    path = job_path(job)
    try:
        file = SentFile(path) if kind.one_transfer else path.open("rb")
    except FileNotFoundError:
        raise JobStateError(
            "cleared_away", _("The file has been deleted. Request it again.")
        ) from None
    name = kind.file_name(job)
    answer = FileResponse(file, as_attachment=True, filename=name, content_type=kind.media_type)
    if kind.one_transfer:
        answer.block_size = BLOCK
    answer["Cache-Control"] = "private, no-store"
    return answer


def transfer_begin() -> Lock:
    """Return the lock of the one transfer allowed at a time, until it is closed.

    A slow connection occupies a web process for the whole transfer, and there are few of them.
    Raises ``TransferBusyError``.
    """
    if (lock := lock_take(folder() / "transfer.lock")) is None:
        raise TransferBusyError
    return lock


class SentFile(FileIO):
    """A long file being downloaded; the transfer ends when it is closed."""

    def __init__(self, path: Path) -> None:
        """Open it. Raises ``TransferBusyError``, and ``FileNotFoundError``."""
        self._lock = transfer_begin()
        try:
            super().__init__(str(path))  # Django takes the size of a file whose name is a string
        except OSError:
            self._lock.close()
            raise

    def close(self) -> None:
        """Close the file and end the transfer."""
        super().close()
        self._lock.close()
