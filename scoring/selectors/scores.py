"""The score sheet of a match: every hand in words, running totals, what is owed and why.

A constant number of queries however many hands there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import F
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.models import Club
from games import PRESENTERS, GamePresenter
from games.base import HandWords, MoneyLine, Seated, SideWords, Table
from games.figures import amount, figure, signed
from games.wording import isolate_bidi, speak
from rules.game import Standing
from scoring.models import EnteredResult, Hand, HandRevision, Match, RevisionKind
from scoring.running_score import (
    Rotation,
    RunningScore,
    match_rotation,
    match_running_score,
    standing_kept,
)

# Who sits where in which hand


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """A seat, or a dummy's place, as the table is drawn."""

    key: str
    name: str
    shaker: bool
    turn: bool


def player_names(match: Match) -> tuple[str, ...]:
    """The names of all players round the table, as they were when the match was made."""
    return tuple(seat.name for seat in sorted(match.seats.all(), key=lambda seat: seat.number))


def side_names(match: Match) -> tuple[str, ...]:
    """Who plays on each side, to be put into sentences: "Ann & Carl"."""
    sides = PRESENTERS[match.game].sides(player_names(match))
    return tuple(" & ".join(isolate_bidi(side.players)) for side in sides)


def against_words(match: Match) -> str:
    """Who plays against whom."""
    names = side_names(match)
    if len(names) != 2:
        return ", ".join(names)
    return _("%(home)s against %(away)s") % {"home": names[0], "away": names[1]}


def outcome_words(match: Match) -> str:
    """How a match that is over ended: "Ann & Carl won 7-4"; empty where several share the first
    place."""
    totals = sorted(match.totals, reverse=True)
    score = f"{figure(totals[0])}–{figure(totals[1])}" if len(totals) == 2 else ""
    if match.winner is not None:
        words = _("%(who)s won %(score)s") if score else _("%(who)s won")
        return words % {"who": side_names(match)[match.winner], "score": score}
    return _("it ended level, %(score)s") % {"score": score} if score else ""


def seat_names(match: Match, *, number: int) -> tuple[str, ...]:
    """The names by seat in hand ``number``; where players take turns, with who deals to them."""
    return names_at(match_rotation(match), player_names(match), number)


def names_at(rotation: Rotation, names: Sequence[str], number: int) -> tuple[str, ...]:
    """Of the names of all players those by seat in hand ``number``."""
    resting = rotation.resting(number)
    seated = rotation.gathered(names, number)
    return seated if resting is None else Seated(seated, names[resting])


def table_of(match: Match, *, dealer: int | None = None, number: int | None = None) -> Table:
    """The table as the next hand finds it, or as ``dealer`` or hand ``number`` did."""
    return Table(
        match_running_score(match).options,
        seat_names(match, number=number or match.hand_count + 1),
        match.next_dealer if dealer is None else dealer,
    )


def seats_drawn(match: Match) -> tuple[SeatSheet, ...]:
    """The seats of the next hand; of the last one, once the match is over."""
    presenter, is_open = PRESENTERS[match.game], not match.is_over
    names = seat_names(match, number=shown_hand(match))
    deals = None if isinstance(names, Seated) else match.next_dealer
    first = (match.next_dealer + 1) % len(names)
    return tuple(
        SeatSheet(key, name, shaker=number == deals and is_open, turn=number == first and is_open)
        for number, (key, name) in enumerate(
            zip(presenter.keys, presenter.hand_names(names), strict=True)
        )
    )


def shown_hand(match: Match) -> int:
    """The number of the hand whose seats are shown: the next, or the last of a match that is
    over."""
    return max(match.hand_count, 1) if match.is_over else match.hand_count + 1


@dataclass(frozen=True, slots=True)
class HandRow:
    """A line of the sheet; ``counted`` is false for a hand after the end of the match."""

    number: int
    revision: int
    words: HandWords
    cells: tuple["Cell", ...]
    counted: bool
    corrected: bool
    reason: str
    ruling: str
    by: str
    at: datetime
    last: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What a hand did to one side: what it added (empty for nothing), and its total after it.

    ``direction`` is "up" or "down"; ``rests`` where the player sat out.
    """

    side: SideWords
    added: str
    direction: str
    total: str
    rests: bool = False


@dataclass(frozen=True, slots=True)
class SideSheet:
    """How a side stands; ``newest`` is how many points the last counted hand added, if it did."""

    words: SideWords
    total: int
    figure: str
    newest: int
    sets: int | None
    won: bool
    note: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match ready to be shown; ``table`` is that of the next hand."""

    match: Match
    presenter: GamePresenter
    table: Table
    rows: tuple[HandRow, ...]
    sides: tuple[SideSheet, ...]
    seats: tuple[SeatSheet, ...]
    stakes: tuple[MoneyLine, ...]
    reckoning: tuple[MoneyLine, ...]
    settlement: tuple[tuple[str, str], ...]
    currency: str

    @property
    def resting(self) -> str:
        """Who deals the next hand and sits out; empty where all play."""
        names = self.table.names
        return names.dealer if isinstance(names, Seated) else ""

    @property
    def is_individual(self) -> bool:
        """Whether everybody plays for himself."""
        return all(len(side.words.players) == 1 for side in self.sides)

    @property
    def target(self) -> int:
        """What a side needs."""
        return self.presenter.target(self.table.options)

    @property
    def draws_marks(self) -> bool:
        """Whether totals are strokes of the ALL."""
        return self.presenter.draws_marks(self.table.options)

    @property
    def unit(self) -> str:
        """What is counted."""
        return self.presenter.unit(self.table.options)

    @property
    def agreed(self) -> tuple[str, ...]:
        """The rules of the table."""
        return self.presenter.agreed(self.table.options)

    @property
    def winner(self) -> SideSheet | None:
        """The side that has won."""
        return next((side for side in self.sides if side.won), None)

    @property
    def last(self) -> HandRow | None:
        """The hand that can be taken back."""
        return self.rows[-1] if self.rows else None


def match_get(*, club: Club, match_id: int) -> Match:
    """A match of this club with its seats, in its own words; 404 for any other."""
    matches = Match.objects.select_related("club").prefetch_related("seats")
    match = get_object_or_404(matches, club=club, pk=match_id)
    speak(match.says)
    return match


def hand_get(*, match: Match, number: int) -> Hand:
    """A hand of the match that has been recorded at least once; else 404."""
    return get_object_or_404(Hand, match=match, number=number, revision__gt=0)


@dataclass(frozen=True, slots=True)
class StatedState:
    """A state of the entered result: totals before and after; None where none was entered."""

    row: EnteredResult
    was: str | None
    totals: str | None
    is_newest: bool


def stated_states(match: Match) -> tuple[StatedState, ...]:
    """Every state that the entered result was in, the newest first. One query where it may be."""
    if match.hand_count and match.stated is None:
        return ()
    rows = list(match.stated_results.all())
    before = [None, *rows]
    return tuple(
        StatedState(row, _totals_told(was), _totals_told(row), row is rows[-1])
        for was, row in reversed(list(zip(before, rows, strict=False)))
    )


def _totals_told(row: EnteredResult | None) -> str | None:
    return " – ".join(map(figure, row.totals)) if row and row.totals is not None else None


def stated_by(match: Match) -> EnteredResult | None:
    """Who entered the result that holds, where one was entered. One query then."""
    return match.stated_results.last() if match.stated is not None else None


def standing_before(match: Match, *, number: int) -> Standing:
    """Where the match stood before hand ``number``; the first and the next ask for no hand."""
    if number > match.hand_count:
        return match_running_score(match, match.standing).standing
    ladder = match_running_score(match)
    if number <= 1:
        return ladder.standing
    for hand in match.hands.filter(record__isnull=False, number__lt=number):
        ladder.add_hand(hand.verdict or {})
    return ladder.standing


def standing_after(match: Match, before: Standing, verdict: Mapping[str, Any]) -> Standing:
    """Where the match would stand after one more hand with this verdict."""
    ladder = match_running_score(match, standing_kept(before))
    ladder.add_hand(verdict)
    return ladder.standing


def sheet_of(match: Match) -> Sheet:
    """The whole sheet, in one query for the hands and one for who wrote them."""
    presenter, ladder = PRESENTERS[match.game], match_running_score(match)
    names = player_names(match)
    hands = [hand for hand in match.hands.all() if hand.record is not None]
    headings = presenter.sides(names)
    rows, newest = _rows(match, presenter, names, ladder, hands)
    settled = ladder.settlement(match.stakes)
    stakes: Mapping[str, str] = match.stakes or {}
    return Sheet(
        match=match,
        presenter=presenter,
        table=table_of(match),
        rows=rows,
        sides=_sides(presenter, headings, ladder, newest),
        seats=seats_drawn(match),
        stakes=presenter.stakes(stakes) if stakes else (),
        reckoning=presenter.reckoning(ladder.standing, stakes, ladder.options, headings)
        if settled
        else (),
        settlement=tuple(zip(names, map(amount, settled["players"]), strict=True))
        if settled
        else (),
        currency=stakes.get("currency", ""),
    )


def _rows(
    match: Match,
    presenter: GamePresenter,
    names: Sequence[str],
    ladder: RunningScore,
    hands: Sequence[Hand],
) -> tuple[tuple[HandRow, ...], tuple[int, ...]]:
    written = {
        revision.hand_id: revision
        for revision in HandRevision.objects.filter(match=match, no=F("hand__revision")).defer(
            "record", "verdict"
        )
    }
    sides, rotation = presenter.sides(names), ladder.rotation
    newest: tuple[int, ...] = (0,) * len(sides)
    rows = []
    for hand in hands:
        assert hand.record is not None
        assert hand.verdict is not None
        seated = isolate_bidi(names_at(rotation, names, hand.number))
        words = presenter.words(hand.record, hand.verdict, seated)
        before = ladder.standing.totals
        counted = ladder.add_hand(hand.verdict)
        running = ladder.standing.totals
        bare = rotation.scattered((0,) * len(sides), words.score, hand.number)
        added = tuple(map(int.__sub__, running, before)) if counted else bare
        newest = added if counted else newest
        resting = rotation.resting(hand.number)
        cells = _cells(sides, added, running if counted else None, resting)
        rows.append(_row(hand, words, cells, written[hand.pk], counted=counted))
    if rows:
        rows[-1] = replace(rows[-1], last=True)
    return tuple(rows), newest


def _cells(
    sides: Sequence[SideWords],
    added: Sequence[int],
    running: Sequence[int] | None,
    resting: int | None,
) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            side=side,
            added=signed(added[number]) if added[number] else "",
            direction="down" if added[number] < 0 else "up",
            total=figure(running[number]) if running else "",
            rests=number == resting,
        )
        for number, side in enumerate(sides)
    )


def _row(
    hand: Hand,
    words: HandWords,
    cells: tuple[Cell, ...],
    written: HandRevision,
    *,
    counted: bool,
) -> HandRow:
    record: Mapping[str, Any] = hand.record or {}
    return HandRow(
        number=hand.number,
        revision=hand.revision,
        words=words,
        cells=cells,
        counted=counted,
        corrected=written.kind == RevisionKind.CORRECTED,
        reason=written.reason,
        ruling=record.get("ruling", {}).get("reason", ""),
        by=written.author_name,
        at=written.created_at,
    )


def _sides(
    presenter: GamePresenter,
    headings: Sequence[SideWords],
    ladder: RunningScore,
    newest: Sequence[int],
) -> tuple[SideSheet, ...]:
    standing = ladder.standing
    notes = presenter.side_notes(standing, ladder.options)
    return tuple(
        SideSheet(
            words=words,
            total=standing.totals[side],
            figure=figure(standing.totals[side]),
            newest=max(newest[side], 0),
            sets=standing.sets[side] if standing.sets else None,
            won=standing.winner == side,
            note=notes[side] if notes else "",
        )
        for side, words in enumerate(headings)
    )
