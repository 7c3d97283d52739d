"""The sums that standings are computed from: grouped queries, and the director's decisions."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from django.db.models import (
    Aggregate,
    Count,
    F,
    FilteredRelation,
    IntegerField,
    Max,
    Model,
    Q,
    QuerySet,
    Sum,
)
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Greatest, Least

from engine.pairings.format import sides_of
from engine.standings.awards import (
    Bye,
    GivenUp,
    RunningSums,
    Score,
    ScoreChange,
    average_score,
    change_add,
    forfeit_add,
    meeting_points,
)
from engine.standings.metric import Metric
from engine.standings.metrics import METRICS
from engine.standings.results import Detail, Outcome, Results, Sums
from rules import GAMES
from scoring.models import Hand, Side
from scoring.running_score import Rotation
from tournaments.events.event_hooks import same_deals
from tournaments.events.lengths import worth_at
from tournaments.events.models import ByeRule, Event, PlayOff, RoundTotal, TableSeat
from tournaments.events.selectors.meetings import (
    BegunMeeting,
    bye_award,
    byes_of,
    meetings_of,
    meetings_won_add,
)

# Sums over single hands: declarations, losses and best hands. Seats of a verdict are the sides at
# the table, unless one player more sits there than the game has seats: then they rotate by deal.


TABLE = "match__game_of__table"
DEALER = "dealing"
DECLARED = ("verdict__declarer", "verdict__outcome")

Sitting = dict[tuple[int, int], list[int]]
"""The numbers of the entries by table and side."""


def bids_counted(event: Event, hands: QuerySet[Hand]) -> tuple[Counter[int], Counter[int]]:
    """Count the hands that each entry declared, and those of them that it lost.

    Two queries, and one more where players take turns.
    """
    sitting = _sitting(event)
    bid, lost = Counter[int](), Counter[int]()
    for table, side, outcome, count in _declared(event, hands, _turning(event, sitting)):
        for entry in sitting[table, side]:
            bid[entry] += count
            lost[entry] += count if outcome == "set" else 0
    return bid, lost


def best_hands(event: Event, hands: QuerySet[Hand]) -> dict[int, int]:
    """Return the most that each entry's side made in one hand.

    Two queries, one of them over all hands, and one more where players take turns.
    """
    sitting = _sitting(event)
    most: dict[int, int] = {}
    for table, side, best in _bests(event, hands, _turning(event, sitting)):
        for entry in sitting[table, side]:
            most[entry] = max(best, most.get(entry, best))
    return most


def _sitting(event: Event) -> Sitting:
    sitting: Sitting = defaultdict(list)
    seats = TableSeat.objects.filter(table__round__event=event)
    for table, side, entry in seats.values_list("table", "side", "entry__number"):
        sitting[table, side].append(entry)
    return sitting


def _turning(event: Event, sitting: Sitting) -> frozenset[int]:
    """Return the tables at which players take turns."""
    seats = GAMES[event.game].seats
    return frozenset(table for table, side in sitting if side == seats)


def _declared(
    event: Event, hands: QuerySet[Hand], turning: frozenset[int]
) -> Iterator[tuple[int, int, str, int]]:
    """Yield numbers of hands: table, side that declared, outcome, count."""
    grouped = hands.values(TABLE, *DECLARED).annotate(count=Count("pk"))
    for table, declarer, outcome, count in grouped.values_list(TABLE, *DECLARED, "count"):
        if declarer is not None and table not in turning:
            yield table, declarer, outcome, count
    for (table, dealer), declarer, outcome, count in _turns(
        event, hands, turning, DECLARED, {"count": Count("pk")}
    ):
        if declarer is not None:
            yield table, _seated(event, dealer)[declarer], outcome, count


def _bests(
    event: Event, hands: QuerySet[Hand], turning: frozenset[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield the best score of a hand: table, side, score."""
    columns = {f"best_{side}": _best(side) for side in range(sides_of(event.game))}
    grouped = hands.values(TABLE).annotate(**columns)
    for table, *bests in grouped.values_list(TABLE, *columns):
        if table not in turning:
            yield from ((table, side, best) for side, best in enumerate(bests) if best is not None)
    for (table, dealer), *bests in _turns(event, hands, turning, (), columns):
        seated = _seated(event, dealer)
        yield from ((table, seated[seat], best) for seat, best in enumerate(bests))


def _best(side: int) -> Max:
    score = KeyTextTransform(side, KeyTransform("score", "verdict"))
    return Max(Cast(score, IntegerField()))


def _turns(
    event: Event,
    hands: QuerySet[Hand],
    turning: frozenset[int],
    by: tuple[str, ...],
    columns: dict[str, Any],
) -> Iterator[tuple[Any, ...]]:
    """Yield hands of tables at which players take turns, grouped by dealer and ``by`` these.

    First table and dealer, then the values of ``by`` and ``columns``. No query without such tables.
    """
    if not turning:
        return
    dealer = (F("number") + F("match__first_dealer") - 1) % (GAMES[event.game].seats + 1)
    hands_dealt = hands.filter(**{f"{TABLE}__in": turning}).annotate(**{DEALER: dealer})
    grouped = hands_dealt.values(TABLE, DEALER, *by).annotate(**columns)
    for table, dealt, *values in grouped.values_list(TABLE, DEALER, *by, *columns):
        yield (table, dealt), *values


def _seated(event: Event, dealer: int) -> tuple[int, ...]:
    seats = GAMES[event.game].seats
    return Rotation(seats, seats + 1, dealer).seated(1)


Row = TypeVar("Row", bound=Model)

SEATS = f"{TABLE}__seats"


@dataclass(frozen=True, slots=True)
class Scope:
    """The matches to sum: of an event, or of a stage of it, without void ones."""

    event: Event
    stage: str | None
    void: Collection[int]

    def of(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        """Return the rows of these matches that are not disputed, unordered."""
        settled = {f"{TABLE}__round__event": self.event, "match__game_of__is_disputed": False}
        settled_rows = rows.filter(**settled)
        if self.stage is not None:
            settled_rows = settled_rows.filter(**{f"{TABLE}__round__stage": self.stage})
        return (settled_rows.exclude(match__in=self.void) if self.void else settled_rows).order_by()


def results_of(event: Event, *, stage: str | None = None) -> Results:
    """Return the sums of every entry, alone and against every other; of one stage if given.

    Includes byes, forfeits, penalties and bonuses; excludes unneeded games of a series and games
    that time ended before their first hand. At most seven queries; two more for declared hands, two
    for best hands, one for byes at the own average, one before the first round for imported totals,
    and ten if deals are compared.
    """
    entries = tuple(event.entries.values_list("number", flat=True))
    meetings = meetings_of(event, stage=stage)
    void = list(chain.from_iterable(meeting.void() for meeting in meetings))
    scope = Scope(event, stage, void)
    sides = _sides(scope)
    account = _played(scope, sides)
    played = [meeting for meeting in meetings if not (meeting.is_bye or meeting.given_up)]
    meetings_won_add(account, played)
    _byes_add(account, event, sides, meetings)
    _forfeits_add(account, event, meetings)
    for change in _changes(event):
        change_add(account, change)
    if not meetings:
        for number, sums in _bare_totals(event):
            account.add(number, sums)
    details = {detail for metric in _metrics(event) for detail in metric.details}
    return Results(
        entries,
        account.totals,
        account.against,
        play_offs=_play_offs(event),
        best_hands=best_hands(event, _hands(scope)) if Detail.BEST_HANDS in details else {},
        byes=account.byes,
        compared=same_deals().totals(event) if Detail.COMPARED_DEALS in details else {},
    )


def _sides(scope: Scope) -> QuerySet[Side]:
    """Return the sides of the matches, joined to their entries (``own_seat``) and to the others."""
    same = Q(**{f"{SEATS}__side": F("number")})
    return scope.of(Side.objects.all()).annotate(
        own_seat=FilteredRelation(SEATS, condition=same),
        other_seat=FilteredRelation(SEATS, condition=~same),
    )


def _played(scope: Scope, sides: QuerySet[Side]) -> RunningSums:
    """Return the sums of played games, each counted as a meeting."""
    wanted = {outcome for metric in _metrics(scope.event) for outcome in metric.sums}
    columns = _columns(scope.event, wanted)
    totals = {
        entry: sums.replaced(
            {
                Outcome.MEETINGS_WON: sums[Outcome.GAMES_WON],
                Outcome.MEETINGS_DRAWN: sums[Outcome.GAMES_DRAWN],
            }
        )
        for (entry,), sums in _summed(sides, columns | _known(), "own_seat__entry__number")
    }
    if Outcome.MEETINGS in wanted:
        columns[Outcome.MEETINGS] = Count(TABLE, distinct=True, filter=Q(is_over=True))
    against = dict(_summed(sides, columns, "own_seat__entry__number", "other_seat__entry__number"))
    if Outcome.HANDS_DECLARED in wanted:
        totals = dict(_with_bids(scope, totals))
    return RunningSums(totals, against)


Columns = dict[Outcome, Aggregate]


def _metrics(event: Event) -> list[Metric]:
    """Return the metrics that the event shows or ranks by."""
    shown = (key for key in event.presenter.metrics if METRICS[key].is_shown_always)
    return [METRICS[key] for key in {*shown, *event.tie_breaks} if key in METRICS]


def _columns(event: Event, wanted: Collection[Outcome]) -> Columns:
    """Return the columns that are summed, those of capped marks only if ``wanted``."""
    columns: Columns = {
        Outcome.GAMES_PLAYED: Count("pk", filter=Q(is_over=True)),
        Outcome.GAMES_WON: Count("pk", filter=Q(won=True)),
        Outcome.GAMES_LOST: Count("pk", filter=Q(lost=True)),
        Outcome.GAMES_DRAWN: Count("pk", filter=Q(drawn=True)),
        Outcome.POINTS: Sum("total"),
        Outcome.POINTS_AGAINST: Sum("against"),
        Outcome.HANDS_SET: Sum("sets"),
        Outcome.HANDS: Sum("hands"),
    }
    difference = F("total") - F("against")
    capped: Columns = {
        Outcome.CAPPED_FOR: Sum(Least(F("total"), event.cap)),
        Outcome.CAPPED_DIFFERENCE: Sum(Greatest(Least(difference, event.cap), -event.cap)),
    }
    return columns | {outcome: capped[outcome] for outcome in capped.keys() & wanted}


def _known() -> Columns:
    """Return how much is known of the games, and the marks made where hands were counted."""
    entered, counted = Q(match__entered_totals__isnull=False), Q(hands__isnull=False)
    begun = Q(match__hand_count__gt=0) | entered
    written = Q(match__hand_count__gt=0) & ~entered
    return {
        Outcome.GAMES_BEGUN: Count("pk", filter=begun),
        Outcome.GAMES_COUNTED: Count("pk", filter=begun & counted),
        Outcome.GAMES_WRITTEN: Count("pk", filter=written),
        Outcome.POINTS_IN_HANDS: Sum("total", filter=counted),
    }


def _summed(sides: QuerySet[Side], columns: Columns, *by: str) -> Iterator[tuple[Any, Sums]]:
    # Not by the names of fields: a column hides the field of its name from those after it.
    named = {f"{outcome}_sum": column for outcome, column in columns.items()}
    grouped = sides.order_by().values(*by).annotate(**named)
    for row in grouped.values_list(*by, *named):
        key, values = row[: len(by)], row[len(by) :]
        yield key, Sums(dict(zip(columns, values, strict=True)))


def _hands(scope: Scope) -> QuerySet[Hand]:
    hands = Hand.objects.filter(record__isnull=False, counted=True)
    return scope.of(hands.filter(match__entered_totals__isnull=True))


def _with_bids(scope: Scope, totals: Mapping[int, Sums]) -> Iterator[tuple[int, Sums]]:
    """Yield the totals with the hands that each declared and lost."""
    bid, lost = bids_counted(scope.event, _hands(scope))
    for entry, sums in totals.items():
        declared = {Outcome.HANDS_DECLARED: bid[entry], Outcome.HANDS_SET: lost[entry]}
        yield entry, sums.replaced(declared)


def _forfeits_add(
    account: RunningSums, event: Event, meetings: Iterable[BegunMeeting]
) -> RunningSums:
    for meeting in meetings:
        if meeting.given_up:
            worth = worth_at(event, event.forfeit_for, event.forfeit_against, meeting.target)
            given_up = GivenUp(meeting.sides, meeting.given_up, meeting.length)
            forfeit_add(account, given_up, Score(*worth), event.cap)
    return account


def _byes_add(
    account: RunningSums, event: Event, sides: QuerySet[Side], meetings: Sequence[BegunMeeting]
) -> None:
    byes = byes_of(event, meetings)
    by_average = byes and event.bye_rule == ByeRule.AVERAGE
    averages = _averages(event, sides, meetings) if by_average else {}
    for bye in byes:
        account.add_bye(bye.entry, bye_award(event, bye, averages.get(bye.entry)))


def bye_points(event: Event) -> dict[int, int]:
    """Return twice the meetings won that a bye of each entry counts. One query, four more for own
    averages."""
    averages: dict[int, Score | None] = {}
    if event.bye_rule == ByeRule.AVERAGE:
        meetings = meetings_of(event)
        void = list(chain.from_iterable(meeting.void() for meeting in meetings))
        averages = _averages(event, _sides(Scope(event, None, void)), meetings)
    return {
        number: meeting_points(bye_award(event, Bye(number, 1), averages.get(number)))
        for number in event.entries.values_list("number", flat=True)
    }


def _averages(
    event: Event, sides: QuerySet[Side], meetings: Iterable[BegunMeeting]
) -> dict[int, Score | None]:
    """Return everybody's average finished game, forfeited ones included. One query."""
    over = sides.filter(is_over=True)
    columns: Columns = {
        Outcome.GAMES_PLAYED: Count("pk"),
        Outcome.POINTS: Sum("total"),
        Outcome.POINTS_AGAINST: Sum("against"),
    }
    finished = _forfeits_add(RunningSums(), event, meetings)
    for (entry,), sums in _summed(over, columns, "own_seat__entry__number"):
        finished.add(entry, sums)
    return {
        entry: average_score(
            sums[Outcome.POINTS], sums[Outcome.POINTS_AGAINST], sums[Outcome.GAMES_PLAYED]
        )
        for entry, sums in finished.totals.items()
    }


def _changes(event: Event) -> Iterator[ScoreChange]:
    holding = event.adjustments.filter(revoked_at=None)
    for row in holding.values_list("entry__number", "games", "marks"):
        yield ScoreChange(*row)


def _bare_totals(event: Event) -> Iterator[tuple[int, Sums]]:
    """Yield entries with the values of rounds that have only totals. One query."""
    totals = RoundTotal.objects.filter(entry__event=event)
    summed = totals.order_by().values_list("entry__number").annotate(Sum("total"), Count("pk"))
    for number, total, rounds in summed:
        yield (
            number,
            Sums(
                {
                    Outcome.POINTS: total,
                    Outcome.GAMES_BEGUN: rounds,
                    Outcome.BARE_ROUNDS: rounds,
                }
            ),
        )


def _play_offs(event: Event) -> tuple[tuple[int, ...], ...]:
    holding = PlayOff.objects.filter(event=event, revoked_at=None).order_by("pk")
    return tuple(map(tuple, holding.values_list("order", flat=True)))
