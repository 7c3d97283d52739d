"""The lines of the file of an event's results, as ``results_file`` sends it, read in again.

No queries. The columns may stand in any order, their heads in any language on offer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.figures import read_whole
from core.names import folded
from core.tables import in_all_languages

HEADS: Final = {
    "round": ("Round", ""),
    "table": ("Table", "furniture"),
    "game": ("Game", ""),
    "side": ("Side", ""),
    "entries": ("No.", ""),
    "total": ("Total", ""),
}
"""What ``results_file`` writes above the columns that are read, with its context."""


class GameKey(NamedTuple):
    """A game of an event: round, table in the room, number in its meeting."""

    round: int
    table: int
    game: int


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A side of a game: the numbers of its entries as they are written, and its total as typed."""

    number: int
    entries: str
    total: str


def results_read(rows: Sequence[Sequence[str]]) -> Mapping[GameKey, Mapping[int, ResultLine]]:
    """Return the lines by game and side, sides from 0.

    Raises ``ValidationError`` where a column is missing, a place is no number, or the same side of
    a game is there twice.
    """
    known = {key: in_all_languages([word], context) for key, (word, context) in HEADS.items()}
    at, places = next(
        (
            (at, columns)
            for at, row in enumerate(rows[:10])
            if len(columns := _places(row, known)) == len(HEADS)
        ),
        (None, {}),
    )
    if at is None:
        raise ValidationError(
            _("This is not the results file: its columns for places or totals are missing."),
            code="other_file",
        )
    games: dict[GameKey, dict[int, ResultLine]] = {}
    for number, row in enumerate(rows[at + 1 :], start=at + 2):
        cells = {
            key: row[place].strip() if place < len(row) else "" for key, place in places.items()
        }
        if not any(cells.values()):
            continue
        wanted = [read_whole(cells[name], least=1) for name in ("round", "table", "game", "side")]
        *place, side = wanted
        if None in wanted or side is None:
            words = _("Line %(number)d: round, table, game and side have to be numbers.")
            raise ValidationError(words % {"number": number}, code="no_place")
        sides = games.setdefault(GameKey(*(part or 0 for part in place)), {})
        if side - 1 in sides:
            words = _("Line %(number)d: the same side as on line %(before)d.")
            values = {"number": number, "before": sides[side - 1].number}
            raise ValidationError(words % values, code="side_twice")
        sides[side - 1] = ResultLine(number, cells["entries"], cells["total"])
    return games


def _places(row: Sequence[str], known: Mapping[str, frozenset[str]]) -> dict[str, int]:
    heads = [folded(cell) for cell in row]
    columns = {key: [at for at, head in enumerate(heads) if head in known[key]] for key in known}
    return {key: places[0] for key, places in columns.items() if places}
