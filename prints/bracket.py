"""The bracket of an event with names and labels."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings.drawing import Bracket, DrawnBox, DrawnColumn, DrawnLine, DrawnPart, Status
from pairings.elimination import CONSOLATION
from prints.bracket_boxes import BoxLook, BracketBox, BracketColumn, BracketLine, BracketPart
from prints.bracket_sheet import BracketSheet
from prints.event_prints import (
    EventPrint,
    Option,
    Phase,
    PrintOptions,
    entrant_words,
    event_imprint,
    format_place,
    needs_rounds,
    titled,
)
from prints.jobs import Job
from tournaments.event_labels import box_note, column_title, line_label, part_title, score_text
from tournaments.models import Event
from tournaments.selectors.brackets import BracketView, bracket_view, has_bracket

Names = Mapping[int, str]
"""Who an entry is, by its number."""

_LOOKS = {Status.PLAYING: BoxLook.LIVE, Status.NEEDLESS: BoxLook.FAINT}


def bracket_job(event: Event, options: PrintOptions) -> Job:
    """The whole bracket as it stands; nothing while only groups are played."""
    view = bracket_view(event) if has_bracket(event) and event.rounds.exists() else None
    total = int(view is not None and any(part.boxes for part in view.bracket.parts))

    def build() -> Iterator[BracketSheet]:
        if view is not None:
            yield replace(bracket_sheet(event, view), poster=options.poster)

    return Job(titled(_("Bracket"), event, options), total, build, options.paper)


def bracket_sheet(event: Event, view: BracketView) -> BracketSheet:
    """The document of an event's bracket."""
    names = {number: entrant_words(entrant) for number, entrant in view.entrants.items()}
    champions = view.bracket.champions
    return BracketSheet(
        event_imprint(event, _("Bracket")),
        event.name,
        format_place(event),
        tuple(_part(part, view, names) for part in view.bracket.parts if part.boxes),
        champions=tuple((_champion(part), names[entry]) for part, entry in champions),
        legend=_(
            "The number of a meeting stands before it. In bold: who won; at the end: marks, "
            "or games won of a series."
        ),
    )


def _part(part: DrawnPart, view: BracketView, names: Names) -> BracketPart:
    is_alone = len(view.bracket.parts) == 1
    redrawn = view.is_redrawn
    return BracketPart(
        tuple(_column(column, view.bracket, is_redrawn=redrawn) for column in part.columns),
        tuple(_box(box, names, is_redrawn=redrawn) for box in part.boxes),
        tuple((stroke.start, stroke.end) for stroke in part.strokes),
        part.rows,
        "" if is_alone else part_title(part, view.bracket, is_redrawn=redrawn),
    )


def _champion(part: str) -> str:
    return _("Winner of the consolation") if part.startswith(CONSOLATION) else _("Winner")


def _column(column: DrawnColumn, bracket: Bracket, *, is_redrawn: bool) -> BracketColumn:
    """A heading, and the round of the event once that is drawn."""
    title = column_title(column, bracket, is_redrawn=is_redrawn)
    if column.round is None or is_redrawn:
        return BracketColumn(title)
    return BracketColumn(title, _("round %(number)d of the event") % {"number": column.round})


def _box(box: DrawnBox, names: Names, *, is_redrawn: bool) -> BracketBox:
    return BracketBox(
        box.number,
        box.column,
        box.row,
        (_line(box, box.lines[0], names), _line(box, box.lines[1], names)),
        box_note(box, is_redrawn=is_redrawn),
        _LOOKS.get(box.status, BoxLook.PLAIN),
    )


def _line(box: DrawnBox, line: DrawnLine, names: Names) -> BracketLine:
    if line.entry is None:
        return BracketLine("", source=line_label(line))
    return BracketLine(
        names[line.entry],
        seed=str(line.seed) if line.seed else "",
        score=score_text(box, line),
        won=line.has_won,
    )


BRACKET: Final = EventPrint(
    key="bracket",
    phase=Phase.DURING,
    title=gettext_lazy("Bracket"),
    text=gettext_lazy("The bracket as it stands, on as many sheets as it takes to be readable."),
    job=bracket_job,
    missing=needs_rounds,
    suits=has_bracket,
    options=frozenset({Option.POSTER}),
)
