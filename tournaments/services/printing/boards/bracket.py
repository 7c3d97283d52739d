"""A bracket for the wall: the movement's drawing with names and words."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from tournaments.formats import FORMATS
from tournaments.models import Event, RoundState
from tournaments.movements.brackets.boxes import FINAL, LOSERS, THIRD, WINNERS, Take
from tournaments.movements.brackets.drawing import (
    Bracket,
    DrawnBox,
    DrawnColumn,
    DrawnLine,
    DrawnPart,
    Status,
)
from tournaments.movements.brackets.elimination import CONSOLATION
from tournaments.pdf.bracket import BracketColumn, BracketPart, BracketSheet
from tournaments.pdf.bracket_box import BoxLook, BracketBox, BracketLine
from tournaments.selectors.overview import event_overview
from tournaments.selectors.situations import situation_of, stored_rounds
from tournaments.services.printing.base import Job, Wish, titled
from tournaments.services.printing.boards.common import (
    document_job,
    entrant_words,
    event_imprint,
    format_place,
)

Names = Mapping[int, str]
"""Who an entry is, by its number."""

_LOOKS = {Status.PLAYING: BoxLook.LIVE, Status.NEEDLESS: BoxLook.FAINT}


def bracket_job(event: Event, wish: Wish) -> Job:
    """The whole bracket on one sheet, as it stands."""
    total = int(has_bracket(event) and event.rounds.exists())

    def build() -> Iterator[BracketSheet]:
        yield bracket_sheet(event)

    return document_job(titled(_("Bracket"), event, wish), total, build, paper=wish.paper)


def has_bracket(event: Event) -> bool:
    """Whether the event's format draws one."""
    return FORMATS[event.format].bracket is not None


def bracket_sheet(event: Event) -> BracketSheet:
    """The document of an event's bracket."""
    drawn = _drawn(event)
    names = {one.number: entrant_words(one) for one in event_overview(event).entrants}
    is_double = any(part.name.endswith(LOSERS) for part in drawn.parts)
    return BracketSheet(
        event_imprint(event, _("Bracket")),
        event.name,
        format_place(event),
        tuple(_part(part, names, is_double=is_double) for part in drawn.parts if part.boxes),
        champions=tuple((_champion(part), names[entry]) for part, entry in drawn.champions),
        legend=_(
            "The number of a meeting stands before it. In bold: who won; at the end: games won. "
            "W 7 is who wins meeting 7, L 7 is who loses it."
        ),
    )


def _drawn(event: Event) -> Bracket:
    draw = FORMATS[event.format].bracket
    if draw is None:
        return Bracket(())
    planned = event.rounds.filter(state=RoundState.PLANNED).order_by("number")
    return draw(situation_of(event, announced=stored_rounds(planned)))


def _part(part: DrawnPart, names: Names, *, is_double: bool) -> BracketPart:
    return BracketPart(
        tuple(
            BracketColumn(_column(column, is_double=is_double), _round_words(column))
            for column in part.columns
        ),
        tuple(_box(box, names, part.columns[box.column]) for box in part.boxes),
        tuple((stroke.start, stroke.end) for stroke in part.strokes),
        part.rows,
        _part_title(part.name, is_double=is_double),
    )


def _part_title(name: str, *, is_double: bool) -> str:
    consolation = name.startswith(CONSOLATION)
    match name.removeprefix(CONSOLATION), consolation:
        case "losers", True:
            return _("Consolation, losers")
        case "losers", False:
            return _("Losers")
        case _, True:
            return _("Consolation")
        case _:
            return _("Winners") if is_double else ""


def _champion(part: str) -> str:
    return _("Winner of the consolation") if part.startswith(CONSOLATION) else _("Winner")


def _column(column: DrawnColumn, *, is_double: bool) -> str:
    """What a column is called; quarter- and semi-finals where one defeat puts out."""
    section = column.section.removeprefix(CONSOLATION)
    if section == THIRD:
        return _("Third place")
    if section == FINAL:
        return _("Final") if column.number == 1 else _("Further final")
    left = column.of - column.number
    if section == WINNERS and not is_double and left < 2:
        return _("Quarter-finals") if left else _("Semi-finals")
    return _("Round %(number)d") % {"number": column.number}


def _round_words(column: DrawnColumn) -> str:
    """The round of the event, once that is drawn."""
    if column.round is None:
        return ""
    return _("round %(number)d of the event") % {"number": column.round}


def _box(box: DrawnBox, names: Names, column: DrawnColumn) -> BracketBox:
    return BracketBox(
        box.number,
        box.column,
        box.row,
        (_line(box, box.lines[0], names), _line(box, box.lines[1], names)),
        _note(box, column),
        _LOOKS.get(box.status, BoxLook.PLAIN),
    )


def _line(box: DrawnBox, line: DrawnLine, names: Names) -> BracketLine:
    if line.entry is None:
        return BracketLine("", source=_source(box, line))
    return BracketLine(
        names[line.entry],
        seed=str(line.seed) if line.seed else "",
        games="" if line.games is None else str(line.games),
        won=line.has_won,
    )


def _source(box: DrawnBox, line: DrawnLine) -> str:
    """Where somebody comes from; of a bye nobody does."""
    if line.source is not None:
        words = _("W %(number)d") if line.source.take is Take.WINNER else _("L %(number)d")
        return words % {"number": line.source.number}
    return _("bye") if box.status is Status.WALKOVER else ""


def _note(box: DrawnBox, column: DrawnColumn) -> str:
    """Where it is played, the length of the series, whether it is played at all.

    The round is told where the heading of the column does not.
    """
    notes = []
    if box.round and box.table:
        words = _("table %(table)d") if column.round else _("round %(round)d, table %(table)d")
        notes.append(words % {"round": box.round, "table": box.table})
    if box.best_of > 1:
        notes.append(_("best of %(count)d") % {"count": box.best_of})
    if box.if_needed:
        notes.append(_("if needed"))
    return " · ".join(notes)
