"""The code on a sheet for marking: which table's it is, and how it is laid out.

It is short enough for a small code, and signed, so that no sheet of another site is taken for one
of ours.
"""

import base64
import re
from dataclasses import dataclass
from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac

from press.bubbles import SIZES, VERSION

_CODE: Final = re.compile(
    r"AM(?P<version>\d+)-(?P<event>\d{1,9})-(?P<round>\d{1,3})-(?P<table>\d{1,3})-(?P<game>\d{1,2})"
    r"-(?P<page>\d{1,2})-(?P<size>[A-Z])(?P<side>[UX])-(?P<digest>[0-9A-F]{4})"
    r"-(?P<signature>[A-Z2-7]{8})"
)
_GAMES: Final = 100
SERIALS: Final = 1000 * _GAMES
"""So many numbers of blank sheets there are."""
_ANY: Final = re.compile(r"AM(?P<version>\d+)-")


def blank_place(serial: int) -> tuple[int, int, int]:
    """Return round, table and game on the code of the blank sheet of a number."""
    return 0, *divmod(serial % SERIALS, _GAMES)


class UnknownCode(Exception):
    """The text is no code of a sheet for marking, or none that this site has signed."""


class OlderCode(Exception):
    """The sheet is of another version of the layout."""


@dataclass(frozen=True, slots=True)
class SheetCode:
    """A page of a game at a table of a round, counted from 1.

    A blank sheet has round 0, and its own number in the places of table and game.
    `table` is the table's number in the draw. `size` is the letter of the paper, `digest` that of
    the layout.
    """

    event: int
    round: int
    table: int
    game: int
    page: int
    size: str
    across: bool
    digest: str

    @property
    def is_blank(self) -> bool:
        """Whether it is of no table, which is marked on it."""
        return self.round == 0

    @property
    def serial(self) -> int:
        """The number of a blank sheet, which is different on each."""
        return self.table * _GAMES + self.game

    @property
    def text(self) -> str:
        return f"{self._plain}-{_signature(self._plain)}"

    @property
    def _plain(self) -> str:
        side = "X" if self.across else "U"
        place = f"{self.event}-{self.round}-{self.table}-{self.game}-{self.page}"
        return f"AM{VERSION}-{place}-{self.size}{side}-{self.digest}"


def is_sheet_code(text: str) -> bool:
    """Return whether a code found in a picture claims to be that of a sheet for marking."""
    return _ANY.match(text) is not None


def read_code(text: str) -> SheetCode:
    """Return what a code says. Raises `UnknownCode` or `OlderCode`."""
    claim = _ANY.match(text)
    if claim is not None and claim["version"] != str(VERSION):
        raise OlderCode
    match = _CODE.fullmatch(text)
    if match is None:
        raise UnknownCode
    if not constant_time_compare(match["signature"], _signature(text.rpartition("-")[0])):
        raise UnknownCode
    if match["size"] not in SIZES or (match["round"] != "0" and match["game"] == "0"):
        raise OlderCode  # a round slip for marking, as earlier editions printed them
    return SheetCode(
        **{name: int(match[name]) for name in ("event", "round", "table", "game", "page")},
        size=match["size"],
        across=match["side"] == "X",
        digest=match["digest"],
    )


def _signature(plain: str) -> str:
    digest = salted_hmac("prints.sheet_code", plain, algorithm="sha256").digest()
    return base64.b32encode(digest[:5]).decode()
