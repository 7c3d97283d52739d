"""The reading compared with the record, row by row, with the rule book's verdict."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.forms import Form
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club
from core.text import about, comma_list
from games import GamePresenter
from games.base import calls_derived
from games.entry_form import EntryForm
from games.marks import HandMarks, Lines, MarkGroup, Marks, seated
from games.wording import isolated_names
from paper.scans.models import ReadRow, ReadSheet, SheetReading
from press.bubbles import CANCEL, CANCEL_GROUP
from rules import GAMES, explain, verdict
from scoring.models import Hand, HandRevision, Match
from scoring.running_score import (
    RunningScore,
    match_options,
    match_rotation,
    match_running_score,
)
from scoring.selectors.histories import EvidencePicture
from scoring.selectors.scores import player_names, table_of
from tournaments.events.models import Event


class RowStanding(StrEnum):
    """How a row compares with the record."""

    SURE = "sure"
    UNSURE = "unsure"
    REFUSED = "refused"
    WAITING = "waiting"
    CANCELLED = "cancelled"
    PART = "part"
    """It goes with the row above it."""
    ON_RECORD = "on_record"
    DIFFERENT = "different"
    AFTER_END = "after_end"
    """The match is over before it."""
    OTHER_SHEET = "other_sheet"
    """Its page was read from another sheet of the table."""


class ReadAnswer(NamedTuple):
    """The label of a group of bubbles, and those that are marked; empty where that is unsure."""

    label: str
    marked: str


@dataclass(frozen=True, slots=True)
class RowState:
    """A row: its hand, if its number is known, in words, and what is to be said of it.

    ``recorded`` is the hand on record in words where that differs; ``revision`` is that of the
    hand, 0 before the first. ``parts`` are further rows of the same hand. ``halves`` is what was
    read in each half of its picture, none where that is not folded.
    """

    row: ReadRow
    standing: RowStanding
    hand: int | None = None
    sentence: str = ""
    problems: tuple[str, ...] = ()
    recorded: str = ""
    record: dict[str, Any] = field(default_factory=dict)
    derived_calls: tuple[int, ...] = ()
    revision: int = 0
    parts: tuple[ReadRow, ...] = ()
    halves: tuple[tuple[ReadAnswer, ...], ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether it can be recorded."""
        return self.standing is RowStanding.SURE

    @property
    def title(self) -> str:
        """Which hand it is; empty where that is unknown."""
        return _("Hand %(number)s") % {"number": self.hand} if self.hand else ""


@dataclass(frozen=True, slots=True)
class TableReading:
    """All pages of a match in a reading, in their order."""

    match: Match
    presenter: GamePresenter
    names: tuple[str, ...]
    rows: tuple[RowState, ...]
    sheets: tuple[ReadSheet, ...] = ()

    @property
    def sure(self) -> int:
        """How many hands can be recorded."""
        return sum(row.is_sure for row in self.rows)


def retention_text(club: Club) -> str:
    """Say how long a club keeps pictures."""
    if club.picture_months is None:
        return _("Pictures are never deleted.")
    words = ngettext(
        "Pictures are deleted after %(count)d month; hands are kept.",
        "Pictures are deleted after %(count)d months; hands are kept.",
        club.picture_months,
    )
    return words % {"count": club.picture_months}


def problem_sheets(reading: SheetReading) -> list[ReadSheet]:
    """Return the pictures and sheets on which nothing was read."""
    return list(reading.sheets.filter(players=None).exclude(problem=""))


def warned_sheets(reading: SheetReading) -> list[ReadSheet]:
    """Return the sheets that were read with a warning: those that lost pale ink, and blank ones on
    which nobody marked who deals first."""
    event = reading.event
    seats = 0 if event.deals_per_round else GAMES[event.game].seats
    unsaid = Q(players=seats, page=1, dealer=None, is_dealer_unsure=False)
    return list(reading.sheets.filter(Q(has_lost_pale=True) | unsaid))


def table_readings(reading: SheetReading) -> list[TableReading]:
    sheets = (
        reading.sheets.filter(problem="", match__isnull=False)
        .select_related("match__club")
        .prefetch_related(rows_shown(), "match__seats")
    )
    by_match: dict[int, list[ReadSheet]] = {}
    for sheet in sheets.order_by("round", "table", "match", "page", "pk"):
        assert sheet.match_id is not None
        by_match.setdefault(sheet.match_id, []).append(sheet)
    return [_table_reading(sheets_of_match) for sheets_of_match in by_match.values()]


def rows_shown() -> "Prefetch[str, QuerySet[ReadRow], str]":
    """Return how rows are fetched with their sheets: whether they have a picture, not the picture
    itself."""
    rows = ReadRow.objects.defer("picture").annotate(has_picture=Q(picture__isnull=False))
    return Prefetch("rows", rows)


def unsure_words(row: ReadRow, groups: Iterable[MarkGroup]) -> str:
    labels = [group.label for group in groups if group.key in row.unsure]
    return _("Unclear: %(groups)s.") % {"groups": comma_list(list(dict.fromkeys(labels)))}


def form_problems(form: Form) -> tuple[str, ...]:
    """Return what is wrong with the marks, each with whose field it is."""
    return tuple(
        about(str(form[name].label), str(error)) if name in form.fields else str(error)
        for name, errors in form.errors.items()
        for error in errors
    )


def _table_reading(sheets: list[ReadSheet]) -> TableReading:
    match = sheets[0].match
    assert match is not None
    rows = tuple(_rows(match, sheets))
    return TableReading(match, match.presenter, tuple(player_names(match)), rows, tuple(sheets))


def _rows(match: Match, sheets: list[ReadSheet]) -> Iterator[RowState]:
    """Yield the rows with the numbers of their hands: those not struck out, from the first page.

    Once it is unsure whether a row is struck out, or a page is missing, later numbers are unknown.
    """
    walk, queue, lost = _RowsOfMatch(match, sheets), list[_Queued](), ""
    pages: dict[int, ReadSheet] = {}
    left_over: list[ReadRow] = []
    for sheet in sheets:
        page = sheet.page or 0
        rows = [row for row in sheet.rows.all() if row.number]
        if page in pages:
            left_over += _left_over(rows, sheet, pages[page])
            continue
        if page != len(pages) + 1:
            lost = lost or _("Read it together with page %(page)d of this table.") % {
                "page": len(pages) + 1
            }
        pages[page] = sheet
        queue += [_Queued(row, lost) for row in rows]
    while queue:
        yield from (walk.with_halves(state) for state in walk.states(queue))
    for row in left_over:
        words = _("This page was read from another sheet of the table: type this row.")
        state = RowState(row, RowStanding.OTHER_SHEET, problems=(words,))
        yield walk.with_halves(state)


def _left_over(rows: list[ReadRow], sheet: ReadSheet, first: ReadSheet) -> Iterator[ReadRow]:
    """Yield the rows that a second sheet adds: all rows of a different sheet, none of another photo
    of the same sheet, and only the differing rows of a copied blank sheet."""
    if sheet.serial != first.serial:
        yield from rows
    elif sheet.serial is not None:
        marks = {row.number: row for row in first.rows.all()}
        yield from (
            row for row in rows if (other := marks.get(row.number)) is None or _differ(row, other)
        )


def _differ(row: ReadRow, other: ReadRow) -> bool:
    """Whether the sure marks of two rows contradict each other."""
    unsure = {*row.unsure, *other.unsure}
    keys = {*row.marks, *other.marks} - unsure
    return any(row.marks.get(key) != other.marks.get(key) for key in keys)


Rows = tuple[ReadRow, ...]
"""The rows of a hand: its own, and those that go with it."""


class _Queued(NamedTuple):
    """A row, and why its hand's number is unknown."""

    row: ReadRow
    lost: str


class _RowsOfMatch:
    """The rows of a match from the first: which hand each is, and whether it can be recorded."""

    def __init__(self, match: Match, sheets: Sequence[ReadSheet]) -> None:
        self.match = match
        self.presenter = match.presenter
        self.hands = {hand.number: hand for hand in match.hands.all()}
        self.rotation = match_rotation(match)
        self.keys = self.presenter.player_keys(self.rotation.players)
        self.number = 0
        self.score: RunningScore | None = match_running_score(match)
        self.lost, self.waits = "", ""
        marked = {sheet.dealer for sheet in sheets} - {None}
        self.first_dealer = marked.pop() if marked else None
        if (marked or any(sheet.is_dealer_unsure for sheet in sheets)) and not match.hand_count:
            self.lose(_("It is unclear who dealt first: type the first hand."))

    def _dealer(self) -> int:
        """Return who deals the hand that a row is of: as it is marked, or else as the match has
        it."""
        if self.rotation.rotates:
            return self.match.next_dealer
        first, hands = self.first_dealer, self.number - 1
        if first is None:
            first, hands = self.match.next_dealer, hands - self.match.hand_count
        return (first + hands) % self.rotation.seats

    def _other_dealer(self, dealer: int) -> str:
        """Say who deals a hand by the sheet, if that is not its dealer on record."""
        if self._dealer() == dealer:
            return ""
        name = isolated_names(player_names(self.match))[self._dealer()]
        return _("On the sheet %(player)s deals this hand.") % {"player": name}

    def _counted(self, judged: Mapping[str, Any] | None) -> None:
        """Add a hand to the score; one that nobody knows makes the score unknown."""
        if self.score is not None and judged and judged["ok"]:
            self.score.add_hand(judged)
        else:
            self.score = None

    def lose(self, why: str) -> None:
        """Know no numbers of hands from here on."""
        self.lost = self.lost or why

    def states(self, queue: list[_Queued]) -> Iterator[RowState]:
        """Take the rows of the next hand from the queue, and yield their states."""
        row, lost = queue.pop(0)
        if lost:
            self.lose(lost)
        parts, rows = list[ReadRow](), list[ReadRow]()
        if CANCEL not in {*row.marks, *row.unsure}:
            parts, rows = self._parts(row, queue)
        yield self.row_state(row, parts)
        for further in rows:
            standing = RowStanding.PART if further in parts else RowStanding.CANCELLED
            yield RowState(further, standing)

    def _parts(self, row: ReadRow, queue: list[_Queued]) -> tuple[list[ReadRow], list[ReadRow]]:
        """Take the rows that go with one from the queue; return them, and those struck out among
        them besides."""
        parts, taken, lost = list[ReadRow](), list[ReadRow](), self.lost
        for following, its_lost in queue:
            if its_lost != lost or not self._marks.goes_on((parts or [row])[-1].marks):
                break
            is_struck = CANCEL in following.marks
            if not is_struck and not self._is_part(following):
                break
            taken.append(following)
            if not is_struck:
                parts.append(following)
        while taken and taken[-1] not in parts:
            taken.pop()
        del queue[: len(taken)]
        return parts, taken

    def _is_part(self, row: ReadRow) -> bool:
        return {*row.marks, *row.unsure} <= self._marks.of_parts

    def row_state(self, row: ReadRow, parts: Sequence[ReadRow]) -> RowState:
        """Return the state of the next hand's row."""
        if CANCEL in row.unsure:
            self.lose(_("It is unclear whether an earlier row is struck out."))
            words = _("It is unclear whether this row is struck out.")
            return RowState(row, RowStanding.UNSURE, problems=(words,))
        if CANCEL in row.marks:
            return RowState(row, RowStanding.CANCELLED)
        if self.lost:
            return RowState(row, RowStanding.WAITING, problems=(self.lost,))
        self.number += 1
        hand, rows = self.hands.get(self.number), (row, *parts)
        if hand is not None and hand.record is not None:
            return self._recorded(rows, hand)
        if self.score is not None and self.score.standing.over:
            words = _("After the end of the match: it is not recorded.")
            return RowState(row, RowStanding.AFTER_END, self.number, problems=(words,))
        return self._new(rows, revision=hand.revision if hand else 0)

    @cached_property
    def _marks(self) -> HandMarks:
        marks = self.presenter.marks
        assert marks is not None
        return marks

    @cached_property
    def _lines(self) -> Lines:
        return self._marks.lines(match_options(self.match), self.keys)

    def _seated(self, row: ReadRow) -> Marks | None:
        """Return the marks of a row by seat; None if somebody is marked who sits the hand out."""
        if not self.rotation.rotates:
            marks: Marks = row.marks
            return marks
        players = self.rotation.seated(self.number)
        return seated(row.marks, self._lines, players, self.rotation.players)

    def _left_open(self, rows: Rows, dealer: int) -> tuple[str, ...]:
        """Return why the marks of a hand's rows make no hand although they are clear."""
        marks = [self._seated(row) for row in rows]
        known = [row_marks for row_marks in marks if row_marks is not None]
        if len(known) < len(marks):
            resting = self.rotation.resting(self.number)
            assert resting is not None
            return (_("%(player)s sits this hand out.") % {"player": self.keys[resting]},)
        options = match_options(self.match)
        words = self._marks.left_open(known[0], known[1:], dealer=dealer, options=options)
        return (words,) if words else ()

    def _form(self, rows: Rows, dealer: int) -> EntryForm:
        """Return the entry form as if the marks of a hand's rows had been typed."""
        marks, row = self._marks, rows[0]
        own_marks, *parts = (self._seated(each) or {} for each in rows)
        data = QueryDict(mutable=True)
        hand_values = {"number": self.number, "dealer": dealer, "key": str(row.pk), "mode": "quick"}
        for name, value in {**marks.fields(own_marks, parts, dealer=dealer), **hand_values}.items():
            data.setlist(name, value if isinstance(value, list) else [str(value)])
        form = self.presenter.form(
            data,
            presenter=self.presenter,
            table=table_of(self.match, dealer=dealer, number=self.number),
            mode="quick",
        )
        form.is_valid()
        if parts and form.record:  # nobody wrote the passes
            form.derived_calls = calls_derived(form.record["auction"], 0)
        return form

    def _recorded(self, rows: Rows, hand: Hand) -> RowState:
        assert hand.record is not None
        row, dealer = rows[0], hand.record["dealer"]
        self._counted(hand.verdict)
        form = self._form(rows, dealer)
        there, left_open = self._words(hand.record, form), self._left_open(rows, dealer)
        read = self._words(form.record, form) if form.record and not left_open else ""
        unsure = self._unsure(rows)
        other = "" if self.first_dealer is None else self._other_dealer(dealer)
        if not other and (not read if unsure else read == there):
            return RowState(row, RowStanding.ON_RECORD, self.number, there)
        self.waits = self.waits or _(
            "A row above differs from the record: correct the hand there, or type this one."
        )
        problems = unsure or left_open or ((other,) if other else self._problems(form))
        standing = RowStanding.DIFFERENT
        return RowState(row, standing, self.number, read, problems, recorded=there)

    def _new(self, rows: Rows, *, revision: int) -> RowState:
        row, dealer = rows[0], self._dealer()
        form = self._form(rows, dealer)
        problems = self._left_open(rows, dealer) or self._problems(form)
        unsure = self._unsure(rows)
        sentence = "" if problems else self._words(form.record, form)
        self._counted(verdict(self._full(form.record)) if form.record and not unsure else None)
        waits = self.waits
        if unsure or problems:
            self.waits = waits or _("It follows once the rows above are on record.")
        if unsure:
            return RowState(row, RowStanding.UNSURE, self.number, sentence, unsure)
        if problems:
            return RowState(row, RowStanding.REFUSED, self.number, problems=problems)
        if waits:
            return RowState(row, RowStanding.WAITING, self.number, sentence, (waits,))
        return RowState(
            row,
            RowStanding.SURE,
            self.number,
            sentence,
            record=form.record,
            derived_calls=tuple(form.derived_calls),
            revision=revision,
            parts=rows[1:],
        )

    def _full(self, record: dict[str, Any]) -> dict[str, Any]:
        record_head = {
            "format": "hand-record/1",
            "game": self.match.game,
            "rules": self.match.rules,
        }
        return record_head | record

    def _words(self, record: dict[str, Any], form: EntryForm) -> str:
        """Return a hand in a sentence; empty if the rules refuse it."""
        judged = verdict(self._full(record))
        if not judged["ok"]:
            return ""
        names = isolated_names(form.table.names)
        return self.presenter.hand_labels(self._full(record), judged, names).sentence

    def _problems(self, form: EntryForm) -> tuple[str, ...]:
        if not form.record:
            return form_problems(form)
        problems = explain(self._full(form.record))
        return tuple(dict.fromkeys(form.problem_words(problem) for problem in problems))

    def with_halves(self, state: RowState) -> RowState:
        """Return a row's state with what was read in each half of its picture."""
        second = set(state.row.sheet.second_half)
        if not second:
            return state
        halves: tuple[list[ReadAnswer], list[ReadAnswer]] = ([], [])
        for group in (*(group for line in self._lines for group in line), CANCEL_GROUP):
            values = state.row.marks.get(group.key, ())
            if values or group.key in state.row.unsure:
                labels = [bubble.label for bubble in group.bubbles if bubble.value in values]
                answer = ReadAnswer(group.label, comma_list(labels))
                halves[group.key in second].append(answer)
        return replace(state, halves=tuple(map(tuple, halves)))

    def _unsure(self, rows: Rows) -> tuple[str, ...]:
        """Return in words which groups of a hand's rows are unsure."""
        groups = [group for line in self._lines for group in line]
        return tuple(unsure_words(row, groups) for row in rows if row.unsure)


# --- what a hand was read from


class RowEvidence:
    """See `Evidence`: the pictures of rows."""

    def of_hands(self, revisions: Iterable[HandRevision]) -> dict[int, list[EvidencePicture]]:
        """Return the pictures of the rows that led to these revisions, by their keys."""
        rows = _rows_of(Q(revision__in=[revision.pk for revision in revisions]))
        words = _("Row %(row)d on page %(page)d of the sheet, from which this hand was read")
        return _by_key((row.revision_id, _evidence(row, words)) for row in rows)


def _rows_of(condition: Q) -> QuerySet[ReadRow]:
    rows = ReadRow.objects.filter(condition).defer("picture")
    with_pictures = rows.annotate(has_picture=Q(picture__isnull=False))
    return with_pictures.select_related("sheet__reading__event__club").order_by("pk")


def _by_key(
    pictures: Iterable[tuple[int | None, EvidencePicture]],
) -> dict[int, list[EvidencePicture]]:
    by_key: dict[int, list[EvidencePicture]] = {}
    for key, picture in pictures:
        assert key is not None
        by_key.setdefault(key, []).append(picture)
    return by_key


def _evidence(row: ReadRow, words: str) -> EvidencePicture:
    event = row.sheet.reading.event
    keys = [event.club.slug, event.pk, row.pk]
    is_kept = bool(getattr(row, "has_picture", False))
    return EvidencePicture(
        words % {"row": row.number, "page": row.sheet.page or 1},
        reverse("event-sheets-row", args=keys) if is_kept else "",
        reverse("api-sheet-rows-picture", args=keys) if is_kept else "",
    )


def row_shown(event: Event, row: int, *, may_record: bool) -> ReadRow | None:
    """Return a row with its picture, which those who record see, and once it led to a hand, all."""
    rows = ReadRow.objects.filter(sheet__reading__event=event, picture__isnull=False)
    if not may_record:
        rows = rows.filter(revision__isnull=False)
    return rows.filter(pk=row).first()
