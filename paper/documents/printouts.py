"""Printouts: contents, length, and the making of the file."""

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from typing import IO, Final

from django.conf import settings
from django.utils.translation import gettext as _

from jobs.kinds import JobRefused
from jobs.work import Report
from press.base import EmptyFileError, Paper, Printable, TooManyPagesError, print_documents

PAGES_AT_ONCE: Final = 8
"""Longer prints than this are made by the worker, shorter ones while the page waits."""
MOST_WAITED: Final = 100
"""Maximum pages made while a page waits, where the estimate was wrong or whoever asks may not
order: names and lists may be much longer than usual."""


class NothingToPrintError(JobRefused):
    """There is nothing to print (any more); the translated message gives the reason."""


class PrintTooLongError(JobRefused):
    """The file would have more pages than the site allows."""


@dataclass(frozen=True, slots=True)
class Printout:
    """A file to be made under `title`.

    `total` counts its parts, usually pages; 0 means that there is nothing to print. `documents`
    reads the database only when it is called, and may raise `NothingToPrintError`. `pages` is an
    estimate if parts have more than one page.
    """

    title: str
    total: int
    documents: Callable[[], Iterable[Printable]]
    paper: Paper
    pages: int = 0

    @property
    def is_short(self) -> bool:
        """Whether it may be printed while a page waits."""
        return max(self.total, self.pages) <= PAGES_AT_ONCE

    def write(
        self, out: IO[bytes], progress: Report, *, title: str = "", most: int | None = None
    ) -> None:
        """Print the documents one at a time, a bookmark for each story, on at most so many pages.

        `progress` is called before the first story and after each; as the total may be an
        estimate, all parts count as done only once the file is complete. Raises
        `NothingToPrintError` and `PrintTooLongError`.
        """
        done = count(1)

        def after_story() -> None:
            if (parts := next(done)) != self.total:
                progress(min(parts, self.total - 1), self.total)

        most = settings.PRINT_PAGES if most is None else most
        progress(0, self.total)
        try:
            print_documents(
                self.documents(),
                paper=self.paper,
                out=out,
                title=title or self.title,
                most=most,
                after_story=after_story,
            )
        except EmptyFileError:
            raise NothingToPrintError(_("There is nothing to print.")) from None
        except TooManyPagesError:
            words = _("It has more than %(count)d pages. Print a part of it at a time.")
            raise PrintTooLongError(words % {"count": most}) from None
        progress(self.total, self.total)

    def render(self) -> bytes:
        """Print it into memory, on at most `MOST_WAITED` pages."""
        out = io.BytesIO()
        self.write(out, lambda done, total: None, most=min(MOST_WAITED, settings.PRINT_PAGES))
        return out.getvalue()


def pages(count: int, on_a_page: int) -> int:
    return -(-count // on_a_page)
