"""The score of a match: hands as text, running totals, the table, and what is owed.

A constant number of queries for any number of hands.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, prefetch_related_objects
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club
from core.figures import UNKNOWN, amount, figure, signed
from core.text import by_side, comma_list, together
from engine.analysis.answers import deal_known
from games import GamePresenter
from games.base import HandLabels, HandTable, MoneyLine, SeatedNames, SideLabel
from games.wording import isolated_names
from rules.game import MatchStanding
from scoring.models import EnteredResult, Hand, HandRevision, Match, RevisionKind, TimePays
from scoring.running_score import (
    Rotation,
    RunningScore,
    match_options,
    match_rotation,
    match_running_score,
)


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat, or a dummy's place, as the table is drawn."""

    key: str
    name: str
    dealer: bool
    turn: bool


@dataclass(frozen=True, slots=True)
class SideChange:
    """A hand's effect on one side: the addition, and the new total, None for a hand that does not
    count; ``rests`` if the player sat out.
    """

    side: SideLabel
    points: int
    reached: int | None
    rests: bool = False

    @property
    def added(self) -> str:
        """The addition with its sign, empty for nothing."""
        return signed(self.points) if self.points else ""

    @property
    def direction(self) -> str:
        """The direction in which the total moves: "up" or "down"."""
        return "down" if self.points < 0 else "up"

    @property
    def total(self) -> str:
        """The new total in words, empty for none."""
        return "" if self.reached is None else figure(self.reached)


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand; ``counted`` is false for one after the end of the match.

    ``can_walk`` where its whole deal is known, in a game with a solver.
    """

    number: int
    revision: int
    labels: HandLabels
    changes: tuple[SideChange, ...]
    counted: bool
    corrected: bool
    reason: str
    ruling: str
    by: str
    at: datetime
    last: bool = False
    can_walk: bool = False


@dataclass(frozen=True, slots=True)
class SideScore:
    """The score of a side; ``newest`` is how many points the last counted hand added, if it did."""

    label: SideLabel
    total: int
    figure: str
    newest: int
    times_set: str
    won: bool
    note: str


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match ready for display; ``table`` is that of the next hand.

    ``resting`` deals the next hand and sits out; ``is_individual`` in games of single players;
    ``target`` is the total that ends the match, in ``unit``.
    """

    match: Match
    presenter: GamePresenter
    table: HandTable
    rows: tuple[HandRow, ...]
    sides: tuple[SideScore, ...]
    seats: tuple[SeatPlace, ...]
    resting: str
    is_individual: bool
    target: int
    unit: str
    draws_marks: bool
    stakes: tuple[MoneyLine, ...]
    calculation: tuple[MoneyLine, ...]
    time_paid: TimePays | None
    settlement: tuple[tuple[str, str], ...]
    currency: str

    @property
    def agreed(self) -> tuple[str, ...]:
        """The rules of the table."""
        return self.presenter.agreed(self.table.options)

    @property
    def winner(self) -> SideScore | None:
        return next((side for side in self.sides if side.won), None)

    @property
    def last(self) -> HandRow | None:
        """The hand that can be taken back."""
        return self.rows[-1] if self.rows else None


def match_get(*, club: Club, match_id: int) -> Match:
    """A match of this club with its seats; 404 for any other."""
    entered = EnteredResult.objects.filter(match=OuterRef("pk"))
    of_club = Match.objects.select_related("club").prefetch_related("seats")
    matches = of_club.annotate(has_entered=Exists(entered))
    return get_object_or_404(matches, club=club, pk=match_id)


def hand_get(*, match: Match, number: int) -> Hand:
    """A hand of the match that has been recorded at least once; else 404."""
    return get_object_or_404(Hand, match=match, number=number, revision__gt=0)


@dataclass(frozen=True, slots=True)
class ResultState:
    """A revision of the entered result: totals before and after; None if there was none.

    ``pictures`` are what it was read from.
    """

    row: EnteredResult
    was: str | None
    totals: str | None
    is_newest: bool


def result_states(match: Match) -> tuple[ResultState, ...]:
    """Return every revision of the entered result, newest first.

    One query; none where ``match_get`` found no result.
    """
    if not getattr(match, "has_entered", True):
        return ()
    rows = list(match.entered_results.all())
    before = [None, *rows]
    return tuple(
        ResultState(row, _totals_shown(was), _totals_shown(row), row is rows[-1])
        for was, row in reversed(list(zip(before, rows, strict=False)))
    )


def _totals_shown(row: EnteredResult | None) -> str | None:
    """Return what a slip said, with the sets where it said these."""
    if row is None or row.totals is None:
        return None
    totals = by_side(map(figure, row.totals), " – ")
    if row.sets is None:
        return totals
    return _("%(totals)s, sets %(sets)s") % {
        "totals": totals,
        "sets": by_side(map(figure, row.sets), " – "),
    }


# Names at the table


def player_names(match: Match) -> tuple[str, ...]:
    """The names of all players round the table, as they were when the match was made."""
    return tuple(seat.name for seat in sorted(match.seats.all(), key=lambda seat: seat.number))


def side_names(match: Match) -> tuple[str, ...]:
    """Return the players of each side as text for sentences: "Ann & Carl"."""
    sides = match.presenter.sides(player_names(match))
    return tuple(map(_partners, sides))


def _partners(side: SideLabel) -> str:
    return together(isolated_names(side.players))


def against_words(match: Match) -> str:
    """Return the opposing sides as text."""
    names = side_names(match)
    if len(names) != 2:
        return comma_list(names)
    return _("%(home)s against %(away)s") % {"home": names[0], "away": names[1]}


def outcome_words(match: Match) -> str:
    """Describe the result of a finished match: "Ann & Carl won 7-4"; empty if several share the
    first place.
    """
    totals = sorted(match.totals, reverse=True)
    score = by_side(map(figure, totals)) if len(totals) == 2 else ""
    if match.winner is not None:
        side = match.presenter.sides(player_names(match))[match.winner]
        people = len(side.players)
        if score:
            words = ngettext("%(who)s won %(score)s", "%(who)s won %(score)s", people)
        else:
            words = ngettext("%(who)s won", "%(who)s won", people)
        return words % {"who": _partners(side), "score": score}
    return _("it ended level, %(score)s") % {"score": score} if score else ""


def seat_names(match: Match, *, number: int) -> tuple[str, ...]:
    """Return the names by seat in hand ``number``; with rotation, including the dealer."""
    keys = match.presenter.player_keys
    return names_at(match_rotation(match), player_names(match), number, keys=keys)


def names_at(
    rotation: Rotation,
    names: Sequence[str],
    number: int,
    *,
    keys: Callable[[int], Sequence[str]],
) -> tuple[str, ...]:
    """Of the names of all players those by seat in hand ``number``; ``keys`` are the letters of so
    many players.
    """
    resting = rotation.resting(number)
    seated = rotation.gathered(names, number)
    if resting is None:
        return seated
    letters = keys(len(names))
    return SeatedNames(
        seated,
        names[resting],
        keys=rotation.gathered(letters, number),
        dealer_key=letters[resting],
    )


def table_of(match: Match, *, dealer: int | None = None, number: int | None = None) -> HandTable:
    """The table as the next hand finds it, or as ``dealer`` or hand ``number`` did."""
    return HandTable(
        match_options(match),
        seat_names(match, number=number or match.hand_count + 1),
        match.next_dealer if dealer is None else dealer,
        dealer_is_given=match.first_deal is not None,
    )


def _seats(match: Match) -> tuple[SeatPlace, ...]:
    """The seats of the next hand; of the last one, once the match is over."""
    presenter, is_open = match.presenter, not match.is_over
    number = match.hand_count + 1 if is_open else max(match.hand_count, 1)
    names = seat_names(match, number=number)
    deals = None if isinstance(names, SeatedNames) else match.next_dealer
    first = (match.next_dealer + 1) % len(names)
    return tuple(
        SeatPlace(key, name, dealer=seat == deals and is_open, turn=seat == first and is_open)
        for seat, (key, name) in enumerate(
            zip(presenter.hand_keys(names), presenter.hand_names(names), strict=True)
        )
    )


# Standings and rows


def standing_before(match: Match, *, number: int) -> MatchStanding:
    """Where its hands had the match before hand ``number``; the first and the next ask for none."""
    if number > match.hand_count:
        return match_running_score(match, match.standing).standing
    score = match_running_score(match)
    if number <= 1:
        return score.standing
    for hand in match.hands.filter(record__isnull=False, number__lt=number):
        score.add_hand(hand.verdict or {})
    return score.by_hands


def standing_after(
    match: Match, before: MatchStanding, verdict: Mapping[str, Any]
) -> MatchStanding:
    """Return where its hands have the match after one more with this verdict."""
    score = match_running_score(match, asdict(before))
    score.add_hand(verdict)
    return score.by_hands


def match_score(match: Match) -> MatchScore:
    """Return the whole score, with one query for the hands and one for their authors."""
    presenter, score, table = match.presenter, match_running_score(match), table_of(match)
    names = player_names(match)
    sides = presenter.sides(names)
    rows, newest = _rows(match, score, names, sides)
    payers = [replace(side, players=tuple(isolated_names(side.players))) for side in sides]
    settled = score.settlement(match.stakes)
    stakes: Mapping[str, str] = match.stakes or {}
    calculation: tuple[MoneyLine, ...] = ()
    settlement: tuple[tuple[str, str], ...] = ()
    if settled:
        calculation = presenter.calculation(score.standing, stakes, score.money_options, payers)
        settlement = tuple(zip(names, map(amount, settled["players"]), strict=True))
    elif score.unknown_stakes(match.stakes):
        calculation = presenter.calculation(score.standing, stakes, score.money_options, payers)
        settlement = tuple((name, UNKNOWN) for name in names)
    return MatchScore(
        match=match,
        presenter=presenter,
        table=table,
        rows=rows,
        sides=side_scores(presenter, sides, score, newest),
        seats=_seats(match),
        resting=table.names.dealer if isinstance(table.names, SeatedNames) else "",
        is_individual=all(len(side.players) == 1 for side in sides),
        target=presenter.target(table.options),
        unit=presenter.unit(table.options),
        draws_marks=presenter.draws_marks(table.options),
        stakes=presenter.stakes(stakes) if stakes else (),
        calculation=calculation,
        time_paid=score.time_paid if settlement else None,
        settlement=settlement,
        currency=stakes.get("currency", ""),
    )


def _rows(
    match: Match, score: RunningScore, names: Sequence[str], sides: Sequence[SideLabel]
) -> tuple[tuple[HandRow, ...], tuple[int, ...]]:
    """Return the hands, added to ``score`` one by one, and the effect of the last counted one."""
    # The revisions after the hands: a hand may be corrected in between, what it said stays there.
    hands = list(match.hands.all())
    revisions = HandRevision.objects.filter(match=match).defer("record", "verdict")
    written = {(row.hand_id, row.no): row for row in revisions}
    presenter, rotation = match.presenter, score.rotation
    nothing = newest = (0,) * len(sides)
    rows = []
    for hand in hands:
        if hand.record is None or hand.verdict is None:
            continue
        seated = isolated_names(names_at(rotation, names, hand.number, keys=presenter.player_keys))
        labels = presenter.hand_labels(hand.record, hand.verdict, seated)
        before = score.by_hands.totals
        if counted := score.add_hand(hand.verdict):
            added = newest = tuple(map(int.__sub__, score.by_hands.totals, before))
        else:
            added = rotation.scattered(nothing, labels.score, hand.number)
        running = score.by_hands.totals if counted else None
        changes = _changes(sides, added, running, rotation.resting(hand.number))
        can_walk = presenter.best_play is not None and deal_known(hand.record)
        by = written[hand.pk, hand.revision]
        row = _row(hand, labels, changes, by, counted=counted, can_walk=can_walk)
        rows.append(row)
    if rows:
        rows[-1] = replace(rows[-1], last=True)
    return tuple(rows), newest if score.hands_written else nothing


def hand_sentences(matches: Sequence[Match]) -> dict[tuple[int, int], str]:
    """Return the hands of matches in words, by match and number. Two queries."""
    prefetch_related_objects(matches, "seats")
    by_key = {match.pk: match for match in matches}
    sentences = {}
    for hand in Hand.objects.filter(match__in=matches, record__isnull=False).order_by():
        match = by_key[hand.match_id]
        names = isolated_names(seat_names(match, number=hand.number))
        presenter = match.presenter
        labels = presenter.hand_labels(hand.record or {}, hand.verdict or {}, names)
        sentences[match.pk, hand.number] = labels.sentence
    return sentences


def _changes(
    sides: Sequence[SideLabel],
    added: Sequence[int],
    running: Sequence[int] | None,
    resting: int | None,
) -> tuple[SideChange, ...]:
    return tuple(
        SideChange(
            side=side,
            points=added[number],
            reached=running[number] if running else None,
            rests=number == resting,
        )
        for number, side in enumerate(sides)
    )


def _row(
    hand: Hand,
    labels: HandLabels,
    changes: tuple[SideChange, ...],
    written: HandRevision,
    *,
    counted: bool,
    can_walk: bool,
) -> HandRow:
    return HandRow(
        number=hand.number,
        revision=hand.revision,
        labels=labels,
        changes=changes,
        counted=counted,
        corrected=written.kind == RevisionKind.CORRECTED or bool(written.reason),
        reason=written.reason,
        ruling=(hand.record or {}).get("ruling", {}).get("reason", ""),
        by=written.written_by,
        at=written.created_at,
        can_walk=can_walk,
    )


def side_scores(
    presenter: GamePresenter,
    sides: Sequence[SideLabel],
    score: RunningScore,
    newest: Sequence[int],
) -> tuple[SideScore, ...]:
    """Return the score of each side, of which the last hand changed the totals by ``newest``."""
    standing = score.standing
    notes, words = presenter.side_notes(standing, score.options), presenter.words
    sets = standing.sets or [0] * len(sides)
    return tuple(
        SideScore(
            label=label,
            total=standing.totals[side],
            figure=figure(standing.totals[side]),
            newest=max(newest[side], 0),
            times_set=words.times_set % {"count": sets[side]} if sets[side] else "",
            won=standing.winner == side,
            note=notes[side] if notes else "",
        )
        for side, label in enumerate(sides)
    )
