"""What was read on slips, beside what is on record: row by row, as the results would be recorded.

A row is tried with the service that typed results are recorded with.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import User
from core.figures import figure
from core.text import about, by_side, comma_list
from core.transactions import Closed
from core.trials import tried
from games import PRESENTERS
from press.bubbles import CANCEL, SheetLayout
from prints.marking_slips import marking_slip_layout
from prints.sheet_code import SheetCode
from scans.models import ReadRow, ReadSheet, SheetReading
from scans.selectors import RowStanding, form_problems, rows_shown, unsure_words
from scoring.forms import ResultForm
from scoring.models import Ended, Match
from scoring.result_marks import ResultMarks
from scoring.running_score import FinalTotals, match_options, match_result, pays_for_sets
from scoring.selectors.scores import player_names, side_names
from scoring.services.results import result_state
from tournaments.models import Table


def result_marks(match: Match) -> ResultMarks:
    """Return the bubbles of a match's result."""
    sides = PRESENTERS[match.game].sides(player_names(match))
    letters = tuple(side.short for side in sides)
    return ResultMarks(match.game, match_options(match), letters, sets=pays_for_sets(match))


def slip_layout_of(match: Match, code: SheetCode) -> SheetLayout | None:
    """Return the layout of the slip of a match's table, as it is printed now."""
    table = match.game_of.table
    event = table.round.event
    return marking_slip_layout(
        event, table, result_marks(match), size=code.size, across=code.across
    )


@dataclass(frozen=True, slots=True)
class SlipRowState:
    """A row: whose game's result it is, in words, and what is to be said of it.

    Where the game is unknown, ``game`` is 0 and ``match`` that of the table's first. ``recorded``
    is the result on record in words where that differs.
    """

    row: ReadRow
    match: Match
    standing: RowStanding
    game: int = 0
    sentence: str = ""
    problems: tuple[str, ...] = ()
    recorded: str = ""
    result: FinalTotals | None = None
    ended: str = ""
    is_of_several: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it can be recorded."""
        return self.standing is RowStanding.SURE

    @property
    def title(self) -> str:
        """Which game's result it is, where the table may play several."""
        return _("Game {number}").format(number=self.game) if self.is_of_several else ""


@dataclass(frozen=True, slots=True)
class SlipReading:
    """The slip of a table; ``match`` is that of its first game."""

    meeting: Table
    match: Match
    rows: tuple[SlipRowState, ...]

    @property
    def sure(self) -> int:
        """How many results can be recorded."""
        return sum(row.is_sure for row in self.rows)


def slip_readings(reading: SheetReading, by: User) -> list[SlipReading]:
    """Return what was read on slips, table by table; ``by`` is who would record it."""
    sheets = (
        reading.sheets.filter(problem="", meeting__isnull=False)
        .select_related("meeting__round__event")
        .prefetch_related(rows_shown())
    )
    by_meeting: dict[int, ReadSheet] = {}
    for sheet in sheets.order_by("round", "table", "pk"):
        assert sheet.meeting_id is not None
        by_meeting.setdefault(sheet.meeting_id, sheet)
    return [_slip_reading(sheet, by) for sheet in by_meeting.values()]


def _slip_reading(sheet: ReadSheet, by: User) -> SlipReading:
    meeting = sheet.meeting
    assert meeting is not None
    games = meeting.games.select_related("match__club").prefetch_related("match__seats")
    matches = [game.match for game in games.order_by("number")]
    rows = tuple(_rows(sheet, matches, by))
    return SlipReading(meeting, matches[0], rows)


def _rows(sheet: ReadSheet, matches: list[Match], by: User) -> Iterator[SlipRowState]:
    """Yield the rows with their games: those not struck out, from the first.

    Once it is unsure whether a row is struck out, the games of later ones are unknown.
    """
    game, is_lost = 0, False
    for row in sheet.rows.all():
        if CANCEL in row.unsure:
            is_lost = True
            words = _("It is unclear whether this row is struck out.")
            yield SlipRowState(row, matches[0], RowStanding.UNSURE, problems=(words,))
        elif CANCEL in row.marks:
            yield SlipRowState(row, matches[0], RowStanding.CANCELLED)
        elif is_lost:
            words = _("It is unclear whether an earlier row is struck out.")
            yield SlipRowState(row, matches[0], RowStanding.WAITING, problems=(words,))
        elif game == len(matches):
            words = _("All games of this table have a row already: strike out the wrong ones.")
            yield SlipRowState(row, matches[0], RowStanding.REFUSED, problems=(words,))
        else:
            game += 1
            match = matches[game - 1]
            several = len(matches) > 1
            state = SlipRowState(row, match, RowStanding.UNSURE, game, is_of_several=several)
            yield _RowOfGame(state, by).judged()


@dataclass(frozen=True, slots=True)
class _RowOfGame:
    """A row that is the result of a game."""

    state: SlipRowState
    by: User

    @property
    def match(self) -> Match:
        return self.state.match

    def judged(self) -> SlipRowState:
        """Return its state beside what is on record."""
        form, there, row = self._form(), self._recorded(), self.state.row
        result = _result_of(form)
        ended = form.how_ended if result else ""
        sentence = result_words(self.match, result, ended) if result else ""
        state = replace(self.state, sentence=sentence, result=result, ended=ended)
        if row.unsure:
            groups = [group for line in result_marks(self.match).lines for group in line]
            unsure = unsure_words(row, groups)
            if there is None:
                return replace(state, problems=(unsure,), sentence="")
            words = result_words(self.match, there)
            return replace(state, standing=RowStanding.ON_RECORD, sentence=words)
        problems = form_problems(form)
        if there is not None:
            return self._beside(state, there, problems)
        if not problems:
            problems = self._refusal(state)
        standing = RowStanding.REFUSED if problems else RowStanding.SURE
        return replace(state, standing=standing, problems=problems)

    def _form(self) -> ResultForm:
        """Return the form of results as if the marks had been typed."""
        fields = result_marks(self.match).fields(self.state.row.marks)
        form = ResultForm(
            PRESENTERS[self.match.game].sides(player_names(self.match)),
            {f"result-{name}": value for name, value in fields.items()},
            asks_sets=pays_for_sets(self.match),
        )
        form.is_valid()
        return form

    def _recorded(self) -> FinalTotals | None:
        """Return the result on record: that which was entered, or what the hands have made."""
        match = self.match
        if match.entered_totals is None and match.hand_count and match.is_over:
            return FinalTotals(tuple(match.totals), match.hand_count)
        return match_result(match)

    def _beside(
        self, state: SlipRowState, there: FinalTotals, problems: tuple[str, ...]
    ) -> SlipRowState:
        if state.result == there or (
            state.result == FinalTotals(there.totals) and self.match.entered_totals is None
        ):
            return replace(state, standing=RowStanding.ON_RECORD)
        recorded = result_words(self.match, there)
        return replace(state, standing=RowStanding.DIFFERENT, recorded=recorded, problems=problems)

    def _refusal(self, state: SlipRowState) -> tuple[str, ...]:
        """Return why the service would refuse the result; empty if it would not."""
        if self.match.hand_count:
            return (_("Hands are recorded here: type the totals, and say why they count instead."),)
        try:
            tried(result_state, **stated(state), author=self.by)
        except Closed:
            return ()  # the page says so once for all
        except ValidationError as error:
            return tuple(error.messages)
        return ()


def stated(state: SlipRowState) -> dict[str, Any]:
    """Return what the service is told of a row; it refuses where a result was entered since."""
    assert state.result is not None
    return {
        "match_id": state.match.pk,
        "totals": state.result.totals,
        "hands": state.result.hands,
        "sets": state.result.sets,
        "ended": state.ended,
        "seen": None,
    }


def result_words(match: Match, result: FinalTotals, ended: str = "") -> str:
    sides = zip(side_names(match), result.totals, strict=True)
    parts = [about(side, figure(total)) for side, total in sides]
    if result.hands is not None:
        words = ngettext("%(count)d hand", "%(count)d hands", result.hands)
        parts.append(words % {"count": result.hands})
    if result.sets is not None:
        parts.append(about(_("Set"), by_side(map(figure, result.sets), " – ")))
    if ended:
        parts.append(str(Ended(ended).label))
    return comma_list(parts)


def _result_of(form: ResultForm) -> FinalTotals | None:
    if not form.is_valid():
        return None
    return FinalTotals(tuple(form.totals), form.hand_count, tuple(form.sets) if form.sets else None)
