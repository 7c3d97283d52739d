"""How a bracket speaks, on a page and on paper."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _

from games.base import figure
from pairings.brackets import FINAL, LOSERS, THIRD, WINNERS, Take
from pairings.drawing import Bracket, DrawnBox, DrawnColumn, DrawnLine, DrawnPart, From, Status
from pairings.elimination import CONSOLATION, DOUBLE_ELIMINATION
from pairings.state import CATCH_UP
from pairings.two_boxes import TWO_BOXES
from tournaments.models import Event


class _HasSection(Protocol):
    @property
    def section(self) -> str: ...


Sectioned = TypeVar("Sectioned", bound=_HasSection)


def part_title(part: DrawnPart, bracket: Bracket, *, is_redrawn: bool) -> str:
    """What a part is called; just the bracket where there is nothing beside it."""
    is_consolation = part.name.startswith(CONSOLATION)
    name = part.name.removeprefix(CONSOLATION)
    if is_redrawn:
        return _("Winners' box") if name == WINNERS else _("Losers' box")
    is_halved = any(other.name == part.name.replace(WINNERS, LOSERS) for other in bracket.parts)
    if is_consolation:
        whole = _("Consolation bracket")
        half = (
            _("Consolation bracket, winners")
            if name == WINNERS
            else _("Consolation bracket, losers")
        )
        return half if is_halved else whole
    if not is_halved:
        return _("Bracket")
    return _("Winners' bracket") if name == WINNERS else _("Losers' bracket")


def column_title(column: DrawnColumn, bracket: Bracket, *, is_redrawn: bool) -> str:
    """What is played in a column."""
    section = column.section.removeprefix(CONSOLATION)
    if section == FINAL:
        return _final_title(column.number)
    if section == THIRD:
        return _("Third place")
    if is_redrawn:
        return _("Round %(number)d") % {"number": column.round or column.number}
    is_last = column.number == column.of
    if section == LOSERS:
        return _("Losers' final") if is_last else _numbered(_("Losers' round %(number)d"), column)
    losers = column.section.replace(WINNERS, LOSERS)
    if any(part.name == losers for part in bracket.parts):
        return _("Winners' final") if is_last else _numbered(_("Round %(number)d"), column)
    return _late_title(column)


def round_title(sections: Sequence[str], *, losers_go_on: bool, is_redrawn: bool) -> str:
    """What is played in a round, by the sections of its tables and byes; empty where all is one.

    ``losers_go_on`` where a second defeat is needed to be out.
    """
    if sections and all(section.startswith("group") for section in sections):
        return _("Groups")
    counts = Counter(section for section in sections if section)
    main = [section for section in counts if not section.startswith(CONSOLATION)]
    titles = [
        _section_title(name, counts[name], losers_go_on=losers_go_on, is_redrawn=is_redrawn)
        for name in main
    ]
    if len(main) < len(counts):
        titles.append(_("Consolation bracket"))
    return ", ".join(title for title in titles if title)


def sections_title(event: Event, sections: Sequence[str]) -> str:
    """What is played at tables of these sections of the draw; empty where all is one."""
    return round_title(
        sections,
        losers_go_on=event.format == DOUBLE_ELIMINATION.key
        or event.format_options.get("bracket") == 2,
        is_redrawn=event.format == TWO_BOXES.key,
    )


def table_title(event: Event, section: str) -> str:
    """The bracket of a single table; empty in groups, and where there is but one bracket."""
    title = sections_title(event, [section]) if _is_part(section) else ""
    return "" if title == _("Bracket") else title


def parts_of(tables: Iterable[Sectioned]) -> list[list[Sectioned]]:
    """Tables by the bracket they belong to, in the order in which these first come."""
    parts: dict[str, list[Sectioned]] = {}
    for table in tables:
        parts.setdefault(table.section if _is_part(table.section) else "", []).append(table)
    return list(parts.values())


def _is_part(section: str) -> bool:
    """Whether a section has a heading of its own; groups have not."""
    return bool(section) and not section.startswith("group")


def _section_title(name: str, boxes: int, *, losers_go_on: bool, is_redrawn: bool) -> str:
    titles = {FINAL: _("Final"), THIRD: _("Third place"), CATCH_UP: _("Meetings caught up")}
    if is_redrawn:
        titles |= {WINNERS: _("Winners' box"), LOSERS: _("Losers' box")}
    elif losers_go_on:
        titles |= {WINNERS: _("Winners' bracket"), LOSERS: _("Losers' bracket")}
    else:
        titles[WINNERS] = {2: _("Semi-finals"), 4: _("Quarter-finals")}.get(boxes, _("Bracket"))
    return titles.get(name, "")


def is_third(box: DrawnBox) -> bool:
    """Whether the third place is played for there."""
    return box.section.removeprefix(CONSOLATION) == THIRD


def box_title(box: DrawnBox, column: str) -> str:
    """What is played in a box of a column that is called so."""
    return _("Third place") if is_third(box) else column


def line_words(line: DrawnLine) -> str:
    """Who comes to a line nobody is known for yet; empty for the bye."""
    return source_words(line.source) if line.source else ""


def source_words(source: From) -> str:
    """``Winner of 12``."""
    words = _("Winner of %(number)d") if source.take == Take.WINNER else _("Loser of %(number)d")
    return words % {"number": source.number}


def score_words(box: DrawnBox, line: DrawnLine) -> str:
    """What stands beside a line: marks, or games won of a series; empty before it is played."""
    score = box.score(line)
    is_known = box.status == Status.PLAYING or any(any(one.marks) or one.games for one in box.lines)
    return "" if score is None or not is_known else figure(score)


def marks_words(box: DrawnBox, line: DrawnLine) -> str:
    """The marks of each game of a series, those of ``line`` first: "7-4, 3-7"; else empty."""
    one, other = box.lines
    against = other if line is one else one
    if not box.is_series:
        return ""
    games = zip(line.marks, against.marks, strict=False)
    return ", ".join(f"{own}–{theirs}" for own, theirs in games)


def box_note(box: DrawnBox, *, is_redrawn: bool) -> str:
    """The small words under a box: where it is played, or why it is not."""
    if box.is_overruled:
        return _("corrected: the draw stays")
    return " · ".join(_notes(box, is_redrawn=is_redrawn))


def box_standing(box: DrawnBox, *, is_redrawn: bool) -> str:
    """How a box stands, in words that need no picture."""
    words = [status_words(box.status), *_notes(box, is_redrawn=is_redrawn)]
    words += filter(None, [marks_words(box, box.lines[0])])
    return " · ".join(dict.fromkeys(words))


def _notes(box: DrawnBox, *, is_redrawn: bool) -> list[str]:
    notes = [_("third place")] if is_third(box) else []
    if box.table is not None and box.status in {Status.DRAWN, Status.PLAYING}:
        notes.append(_("table %(number)d") % {"number": box.table})
    if box.status == Status.PLAYING:
        notes.append(_("playing"))
    if box.best_of > 1:
        notes.append(_("best of %(count)d") % {"count": box.best_of})
    if box.status == Status.OVER and not any(line.games for line in box.lines):
        notes.append(_("decided without a game"))
    if box.status == Status.WALKOVER:
        notes.append(_("sits out") if is_redrawn else _("without playing"))
    if box.status == Status.NEEDLESS:
        notes.append(_("not needed"))
    elif box.if_needed and box.status in {Status.COMING, Status.READY, Status.DRAWN}:
        notes.append(_("if necessary"))
    if box.is_overruled:
        notes.append(_("corrected after the next round had begun: the draw stays"))
    return notes


def status_words(status: Status) -> str:
    """How a box stands, in a word."""
    return {
        Status.COMING: _("to come"),
        Status.READY: _("both are known"),
        Status.DRAWN: _("drawn"),
        Status.PLAYING: _("playing"),
        Status.OVER: _("over"),
        Status.WALKOVER: _("without playing"),
        Status.NEEDLESS: _("not needed"),
    }[status]


def _final_title(number: int) -> str:
    titles = {1: _("Final"), 2: _("Second final"), 3: _("Third final")}
    return titles[number]


def _late_title(column: DrawnColumn) -> str:
    """The rounds before the final by how many are still in, the earlier ones by number."""
    from_end = column.of - column.number
    if from_end == 0:
        return _("Semi-finals")
    if from_end == 1:
        return _("Quarter-finals")
    return _numbered(_("Round %(number)d"), column)


def _numbered(words: str, column: DrawnColumn) -> str:
    return words % {"number": column.number}
