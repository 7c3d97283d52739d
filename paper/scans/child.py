"""Reading files of pictures in a child process: its questions and answers.

The worker asks, with the database at hand; the child has the pictures and the library that reads
them. It is asked to `open` a file, to `see` its pages one by one, and to `measure` the sheets of
the page seen last, whose `picture` is kept for a while. Here nothing of the library is imported, so
that the worker can do without.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jobs.child import Budget, Child

if TYPE_CHECKING:
    from press.bubbles import SheetLayout

BUDGET: Final = Budget(memory=2**30, cpu_seconds=30, seconds=90)
"""Ten times what a page of twelve megapixels takes on a slow laptop, and half as much again as a
picture of `MOST_PIXELS`."""
MOST_PAGES: Final = 300
"""Pages of a file: the sheets of a long tournament, both sides."""
MOST_PIXELS: Final = 120_000_000
"""Pixels of a picture, as the largest of a phone have."""
LONGEST_KEPT: Final = 2000
"""Pixels of the longer side of a whole picture that is kept: 6 to a millimetre of a page of A4."""

Corners = Sequence[tuple[float, float]]
"""The inner corners of a sheet's four squares, in any order: how far across and down each lies, as
shares of the picture."""


class FileRefused(Exception):
    """A file, or a page of it, is not read; `problem` is the key of the reason."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class SeenSheet:
    """A sheet on a page: its code, and whether it can be measured, as all its corners are there."""

    code: str
    has_plane: bool


@dataclass(frozen=True, slots=True)
class SeenPage:
    """What is on a page: sheets, or nothing on a blank one of a scanner, and the key of the reason
    why none was found, or one of several was not read."""

    sheets: tuple[SeenSheet, ...] = ()
    is_blank: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """A row with a mark: the sure values by group, the unsure groups, its picture as JPEG."""

    number: int
    marks: Mapping[str, tuple[str, ...]]
    unsure: frozenset[str]
    picture: bytes


@dataclass(frozen=True, slots=True)
class MarkedSheet:
    """The rows of a sheet that have a mark, that of its place first, which has number 0; who is
    marked as dealing first, by number; and the groups in the second half of a row's picture, which
    is folded so that each half is as wide."""

    rows: tuple[MarkedRow, ...]
    has_lost_pale: bool
    dealer: int | None = None
    is_dealer_unsure: bool = False
    second_half: tuple[str, ...] = ()


class Sight:
    """The child process as the worker sees it."""

    def __init__(self, watch: Callable[[], None]) -> None:
        self._child = Child("paper.scans.pictures:Reading", BUDGET, watch)

    def __enter__(self) -> "Sight":
        return self

    def __exit__(self, *_error: object) -> None:
        self._child.end()

    def open(self, path: str) -> int:
        """Open a file; return how many pages it has. Raises `FileRefused`."""
        return int(self._child.ask("open", path))

    def see(self, number: int) -> SeenPage:
        """Look at a page of the open file, counted from 0. Raises `FileRefused`."""
        page: SeenPage = self._child.ask("see", number)
        return page

    def see_placed(self, corners: Corners) -> SeenPage:
        """Look at the only page of the open file for the sheet whose corners somebody placed.
        Raises `FileRefused`."""
        page: SeenPage = self._child.ask("see_placed", corners)
        return page

    def picture(self) -> bytes:
        """Return the page seen last as JPEG, not longer than `LONGEST_KEPT`."""
        return bytes(self._child.ask("picture"))

    def measure(self, number: int, layout: "SheetLayout") -> MarkedSheet:
        """Measure a sheet of the page seen last, by its layout."""
        sheet: MarkedSheet = self._child.ask("measure", number, layout)
        return sheet
