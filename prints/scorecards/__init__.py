"""Scorecards and empty sheets as frozen documents, built from what is recorded.

Everything printed is turned into text here, in the reader's language; ``scoring.pdf`` only draws.
A new game adds one line to ``PRINTERS``.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, Protocol

from games.words.dealing import speak
from press.base import Printable
from prints.scorecards import dummy_spades, pandoeren, players, sides
from prints.scorecards.common import imprint, matches_for_print, short_code
from prints.scorecards.tables import SheetTable, blank_names, plain_imprint, table_of_match
from scoring.models import Match


class SheetBuild(Protocol):
    """Builds the empty sheet of a table."""

    def __call__(self, table: SheetTable, *, large: bool) -> Printable:
        """In large type or not."""


class Printer(NamedTuple):
    """How the matches of a game are printed."""

    card: Callable[[Match], Printable]
    sheet: SheetBuild


PRINTERS: Final[Mapping[str, Printer]] = {
    "texas42": Printer(sides.card_build, sides.sheet_build),
    "pandoeren": Printer(players.card_builder(pandoeren.TELLER), pandoeren.sheet_build),
    "dummy_spades": Printer(players.card_builder(dummy_spades.TELLER), dummy_spades.sheet_build),
}


def scorecard_build(match: Match) -> Printable:
    """The scorecard of a match that ``matches_for_print`` has read.

    The imprint's time is that of the match's last change: the same match prints the same bytes.
    """
    return PRINTERS[match.game].card(match)


def sheet_build(match: Match, *, large: bool = False) -> Printable:
    """The empty sheet of a match, with the names of those who play it."""
    speak(match.says)
    return table_sheet_build(table_of_match(match), large=large)


def table_sheet_build(table: SheetTable, *, large: bool = False) -> Printable:
    """The empty sheet of a table that may have no match yet."""
    return PRINTERS[table.game].sheet(table, large=large)


__all__ = [
    "SheetTable",
    "blank_names",
    "imprint",
    "matches_for_print",
    "plain_imprint",
    "scorecard_build",
    "sheet_build",
    "short_code",
    "table_of_match",
    "table_sheet_build",
]
