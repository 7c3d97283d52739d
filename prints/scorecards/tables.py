"""The table that an empty sheet is for, read from a match or put together by a caller."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

from press.base import Imprint
from prints.score_sheet import Field
from prints.scorecards.common import imprint, names_of, seat_field
from rules import GAMES
from scoring.folding import RunningScore
from scoring.models import Match
from scoring.models.matches import GameName


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Where a sheet is filled in; what is not known is a line to write on.

    ``names`` are by seat. ``placed`` is whether ``title`` says which round and table it is, else
    there are lines for both. ``imprint`` is what its pages say of themselves, its kind left open.
    ``numbered`` has numbers round the table where seats would have letters, as at larger tables.
    """

    game: str
    rules: Mapping[str, Any]
    title: str
    names: tuple[str, ...]
    imprint: Imprint
    first_dealer: int | None = None
    day: date | None = None
    placed: bool = True
    numbered: bool = False

    @property
    def options(self) -> Any:
        """The rules, resolved."""
        return RunningScore(self.game, self.rules).options

    @property
    def game_name(self) -> str:
        """The game as it is called."""
        return str(GameName(self.game).label)

    @property
    def dealer(self) -> str:
        """Who deals first, where it is known."""
        return "" if self.first_dealer is None else self.names[self.first_dealer]

    def fields(self, *more: Field) -> tuple[Field, ...]:
        """What stands under the title: the place where the title has none, the day, and more."""
        places = () if self.placed else (Field(_("Round")), Field(_("Table")))
        day = formats.date_format(self.day, "j M Y") if self.day else ""
        return (*places, Field(_("Date"), day), *more)

    def seat_fields(self, keys: tuple[str, ...]) -> tuple[Field, ...]:
        """The seats with their names; a dummy has a key and no seat."""
        return tuple(seat_field(key, name) for key, name in zip(keys, self.names, strict=False))


def table_of_match(match: Match) -> SheetTable:
    """The table of a match whose seats are loaded."""
    return SheetTable(
        game=match.game,
        rules=match.rules,
        title=match.label,
        names=tuple(names_of(match)),
        imprint=imprint(match, ""),
        first_dealer=match.first_dealer,
        day=timezone.localtime(match.created_at).date(),
    )


def blank_names(game: str) -> tuple[str, ...]:
    """A line to write on for every seat."""
    return ("",) * GAMES[game].seats


def plain_imprint(club: str, *, made_at: str = "", code: str = "") -> Imprint:
    """What pages say of themselves that belong to no match; its kind left open."""
    return Imprint(
        club=club,
        kind="",
        made_at=made_at,
        code=code,
        page_of=_("Page {page} of {pages}"),
        lang=translation.get_language() or "en",
    )
