"""What the director decides counts, survives every recomputation, and can be taken back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player, User
from core.transactions import Closed
from scoring.models import Match
from scoring.services.hands import hand_correct, hand_undo
from tests.refused import refused
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    begin_next,
    drawn_and_begun,
    entry,
    match_of,
    record,
)
from tests.tournaments.naive import result
from tests.tournaments.single import misere, play
from tournaments.events.models import DecisionKind, Event, Table
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services.decisions import (
    adjustment_make,
    decision_revoke,
    play_off_record,
    table_forfeit,
    table_forfeit_undo,
)
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_finish, event_reopen, event_update
from tournaments.events.services.locking import standings_mark_stale
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

Bid = Callable[..., Match]
Values = dict[str, int | str | None]


def values(event: Event, number: int) -> Values:
    """An entry's metrics by key, computed anew."""
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    standings = standings_for(event)
    row = next(row for row in standings.rows if row.entrant.number == number)
    return {c.metric.key: cell for c, cell in zip(standings.columns, row.cells, strict=True)}


def order(event: Event) -> list[int]:
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    return [row.entrant.number for row in standings_for(event).rows]


def table_of(event: Event, number: int, table: int) -> Table:
    return Table.objects.get(round__event=event, round__number=number, number=table)


# --- penalties and bonuses


def test_a_penalty_survives_recomputations_and_corrections(
    running: Event, bid: Bid, owner: User
) -> None:
    match = bid(match_of(running, 1, 1), 0)
    adjustment_make(entry=entry(running, 1), by=owner, reason=" too  late ", marks=-1)
    assert values(running, 1)["points"] == 0
    standings_mark_stale(event_id=running.pk)
    assert values(running, 1)["points"] == 0
    record_of_hand = match.hands.get().record
    assert record_of_hand is not None
    hand_correct(
        match_id=match.pk,
        number=1,
        record=record(record_of_hand["dealer"], 0, marks=2),
        author=owner,
        reason="two, not one",
        revision=1,
    )
    assert values(running, 1)["points"] == 1
    hand_undo(match_id=match.pk, author=owner, number=1, revision=2)
    assert values(running, 1)["points"] == -1
    assert running.adjustments.get().reason == "too late"


def test_a_penalty_taken_back_counts_no_more_and_stays_on_record(
    running: Event, owner: User
) -> None:
    made = adjustment_make(entry=entry(running, 1), by=owner, reason="late", games=-1, marks=-3)
    assert (values(running, 1)["games_won"], order(running)[-1]) == (-1, 1)
    decision_revoke(decision=made, by=owner)
    assert values(running, 1)["games_won"] is values(running, 1)["points"] is None
    made.refresh_from_db()
    assert made.revoked_by == owner
    with refused("revoked_already"):
        decision_revoke(decision=made, by=owner)


def test_a_penalty_after_the_end_wants_the_event_opened_again(running: Event, owner: User) -> None:
    result(match_of(running, 1, 1), 7, 0)
    event_finish(event=running, unfinished=True)
    assert order(running)[0] == 1
    with pytest.raises(Closed, match="This event is finished"):
        adjustment_make(entry=entry(running, 1), by=owner, reason="wrong deck", games=-2)
    event_reopen(event=running, by=owner, reason="a wrong deck was found")
    adjustment_make(entry=entry(running, 1), by=owner, reason="wrong deck", games=-2)
    assert order(running)[1] == 1, "behind the losers, before those who played nothing"


WRONG: list[Any] = [
    ({"reason": "x"}, {"marks"}),
    ({"reason": " ", "marks": 1}, {"reason"}),
    ({"reason": "x" * 201, "marks": 1}, {"reason"}),
    ({"reason": "", "games": 100}, {"reason", "games"}),
    ({"reason": "x", "marks": -10_000}, {"marks"}),
]


@pytest.mark.parametrize(("given", "fields"), WRONG)
def test_everything_wrong_with_a_penalty_is_told_at_once(
    given: dict[str, Any], fields: set[str], running: Event, owner: User
) -> None:
    with pytest.raises(ValidationError) as error:
        adjustment_make(entry=entry(running, 1), by=owner, **given)
    assert set(error.value.message_dict) == fields
    assert not running.adjustments.exists()


def test_points_of_a_penalty_count_in_the_average_and_those_of_a_bye_do_not(
    make_evening: EveningMaker, owner: User
) -> None:
    event = make_evening(5, bye_rule="fixed", bye_for=10, tie_breaks=["average"])
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    play(match, owner, lambda d: misere(d, d), lambda d: misere(d, d))
    first = match.game_of.table.seats.get(place=0).entry.number
    bye = Table.objects.get(round__event=event, round__number=1, is_bye=True).seats.get().entry
    assert (values(event, bye.number)["points"], values(event, bye.number)["average"]) == (10, None)
    before = values(event, first)["average"]
    assert isinstance(before, int)
    adjustment_make(entry=entry(event, first), by=owner, reason="late", marks=-2)
    assert values(event, first)["average"] == before - 100


# --- play-offs


def test_a_play_off_parts_those_still_tied_before_any_lot(running: Event, owner: User) -> None:
    event_update(event=running, tie_breaks=["games_won", "lot"])
    play_off_record(event=running, order=[3, 1, 4, 2], kind=DecisionKind.HAND, by=owner)
    running.refresh_from_db()
    assert running.tie_breaks == ["games_won", "play_off", "lot"]
    assert order(running) == [3, 1, 4, 2]
    event_finish(event=running, unfinished=True)
    assert order(running) == [3, 1, 4, 2]
    assert not running.lots.filter(purpose="standings").exists()


def test_games_decide_again_where_a_correction_unties(
    running: Event, owner: User, win: Bid
) -> None:
    play_off_record(event=running, order=[3, 1, 4, 2], kind=DecisionKind.DOMINO, by=owner)
    win(match_of(running, 1, 1), 0)
    assert order(running)[0] == 1


def test_a_play_off_taken_back_decides_no_more(running: Event, owner: User) -> None:
    first = play_off_record(event=running, order=[4, 1, 2, 3], kind=DecisionKind.HAND, by=owner)
    newer = play_off_record(event=running, order=[3, 1, 2, 4], kind=DecisionKind.CARD, by=owner)
    assert order(running)[0] == 3
    decision_revoke(decision=newer, by=owner)
    assert order(running)[0] == 4
    decision_revoke(decision=first, by=owner)
    assert [row.rank for row in standings_for(running).rows] == [1, 2, 3, 4]
    order(running)
    assert [row.rank for row in standings_for(running).rows] == [1, 1, 1, 1]
    with refused("revoked_already"):
        decision_revoke(decision=first, by=owner)


@pytest.mark.parametrize("numbers", [[], [1], [1, 1], [1, 9]])
def test_a_play_off_is_between_different_entries_of_the_event(
    numbers: list[int], running: Event, owner: User
) -> None:
    with refused("too_few_named"):
        play_off_record(event=running, order=numbers, kind=DecisionKind.HAND, by=owner)


# --- forfeits


def test_a_meeting_given_up_counts_as_the_event_s_forfeit_whatever_was_played(
    running: Event, bid: Bid
) -> None:
    bid(match_of(running, 1, 1), 1, marks=2)
    table = table_of(running, 1, 1)
    table_forfeit(table=table, entry=entry(running, 4))
    first, four = values(running, 1), values(running, 4)
    assert (first["games_won"], first["points"], first["points_against"]) == (1, 7, 0)
    assert (four["games_lost"], four["points"], four["times_set"]) == (1, 0, 0)
    event_update(event=running, forfeit_for=5, forfeit_against=1)
    assert values(running, 4)["points"] == 1
    bid(match_of(running, 1, 1), 1)  # somebody records on: it counts for nothing
    assert values(running, 4)["points"] == 1
    table_forfeit_undo(table=table)
    assert values(running, 4)["points"] == 3
    assert values(running, 1)["games_played"] == 0


def test_who_may_give_up_and_when(running: Event) -> None:
    table, later = table_of(running, 1, 1), table_of(running, 2, 1)
    with refused("not_begun"):
        table_forfeit(table=later, entry=entry(running, 1))
    with refused("not_at_table"):
        table_forfeit(table=table, entry=entry(running, 2))
    with refused("not_forfeited"):
        table_forfeit_undo(table=table)
    table_forfeit(table=table, entry=entry(running, 1))
    with refused("forfeited_already"):
        table_forfeit(table=table, entry=entry(running, 1))
    event_finish(event=running, unfinished=True)
    with refused("closed"):
        table_forfeit_undo(table=table)


def test_nobody_gives_up_where_everybody_plays_alone(evening: Event) -> None:
    table = table_of(evening, 1, 1)
    with refused("not_two_sides"):
        table_forfeit(table=table, entry=table.seats.all()[0].entry)


def test_partners_give_up_together(make_event: EventMaker, players: list[Player]) -> None:
    event = make_event(pairs=0, format="rotating_partners")
    for player in players[:8]:
        entry_add(event=event, players=[player])
    drawn_and_begun(event)
    table = table_of(event, 1, 1)
    home, away, partner, other = (seat.entry.number for seat in table.seats.all())
    table_forfeit(table=table, entry=entry(event, home))
    assert [values(event, number)["games_won"] for number in (home, partner, away, other)] == [
        *(0, 0),
        *(1, 1),
    ]


# --- byes


BYES: list[Any] = [
    # settings, games won, marks for and against of who sat out once and has played nothing
    ({"bye_rule": "none"}, (None, None, None)),
    ({"bye_rule": "win"}, (1, 0, 0)),
    ({"bye_rule": "half"}, ("0.5", 0, 0)),
    ({"bye_rule": "fixed"}, (1, 7, 4)),
    ({"bye_rule": "fixed", "bye_for": 5, "bye_against": 3}, (1, 5, 3)),
    ({"bye_rule": "fixed", "games_per_meeting": 2}, (2, 14, 8)),
    ({"bye_rule": "fixed", "best_of": [3]}, (2, 14, 8)),
    ({"bye_rule": "average"}, (None, None, None)),
]


@pytest.mark.parametrize(("more", "expected"), BYES)
def test_sitting_out_scores_what_the_event_says_once_the_round_is_begun(
    more: dict[str, Any], expected: tuple[int | str | None, ...], make_event: EventMaker
) -> None:
    event = make_event(pairs=3, **more)
    rounds_plan(event=event)
    assert values(event, 1)["games_won"] is None
    begin_next(event)
    out = Table.objects.get(round__event=event, round__number=1, is_bye=True).seats.get().entry
    row = values(event, out.number)
    assert (row["games_won"], row["points"], row["points_against"]) == expected


def test_a_bye_at_one_s_own_average_follows_one_s_games(make_event: EventMaker) -> None:
    event = make_event(pairs=3, bye_rule="average")
    rounds_plan(event=event)
    for number in (1, 2, 3):
        begin_next(event)
        result(match_of(event, number, 1), 7, 4)
    # Each has played two games; the bye is one like half of both, a half rounded up.
    rows = {number: values(event, number) for number in (1, 2, 3)}
    for number, row in rows.items():
        games = [line for line in lines(event) if number in line]
        points, other = (sum(line[number][side] for line in games) for side in (0, 1))
        assert row["games_played"] == 3
        assert row["points"] == points + (points + 1) // 2
        assert row["points_against"] == other + (other + 1) // 2


def test_a_bye_at_one_s_own_average_counts_a_forfeit_as_one_of_the_finished_games(
    make_event: EventMaker,
) -> None:
    event = make_event(pairs=3, bye_rule="average", forfeit_for=7, forfeit_against=0)
    drawn_and_begun(event)
    result(match_of(event, 1, 1), 7, 6)
    begin_next(event)
    tables = Table.objects.filter(round__event=event, is_bye=False).order_by("round__number")
    first, second = tables[0], tables[1]
    (number,) = {
        *first.seats.values_list("entry__number", flat=True),
    } & {*second.seats.values_list("entry__number", flat=True)}
    table_forfeit(table=second, entry=entry(event, number))
    begin_next(event)
    points, other = lines(event)[0][number]
    row = values(event, number)
    assert row["games_played"] == 3
    assert row["points"] == points + (points + 1) // 2
    assert row["points_against"] == other + 7 + (other + 7 + 1) // 2


def lines(event: Event) -> list[dict[int, tuple[int, int]]]:
    """What every game gave to each of its entries: marks for and against."""
    return [
        {
            seat.entry.number: (match.totals[seat.side], match.totals[1 - seat.side])
            for seat in match.game_of.table.seats.all()
        }
        for match in Match.objects.filter(game_of__table__round__event=event)
    ]


# --- series


def test_games_of_a_series_that_were_not_needed_never_count(
    make_event: EventMaker, win: Bid, bid: Bid
) -> None:
    event = make_event(pairs=2, best_of=[3], tie_breaks=["meetings_won", "games_won"])
    drawn_and_begun(event)
    win(match_of(event, 1, 1, 1), 0, loser_marks=2)
    win(match_of(event, 1, 1, 2), 0, loser_marks=3)
    win(match_of(event, 1, 1, 3), 1)
    first, two = values(event, 1), values(event, 2)
    assert (first["games_played"], first["games_won"], first["points"]) == (2, 2, 14)
    assert (first["meetings_won"], two["meetings_won"]) == (1, 0)
    assert (two["points"], two["games_won"], two["times_set"]) == (5, 0, 0)


def test_the_best_hand_is_the_most_marks_made_at_once(
    make_event: EventMaker, bid: Bid, owner: User
) -> None:
    event = make_event(pairs=2, games_per_meeting=2, tie_breaks=["best_hand"])
    drawn_and_begun(event)
    bid(match_of(event, 1, 1, 1), 0)
    bid(match_of(event, 1, 1, 1), 1)
    match = bid(match_of(event, 1, 1, 2), 1, marks=2)
    assert [values(event, number)["best_hand"] for number in (1, 2)] == [1, 2]
    hand_undo(match_id=match.pk, author=owner, number=1, revision=1)
    assert [values(event, number)["best_hand"] for number in (1, 2)] == [1, 1]


# --- what it costs


def test_the_number_of_queries_does_not_grow_with_what_was_decided(
    running: Event, owner: User, bid: Bid
) -> None:
    def cost() -> int:
        standings_mark_stale(event_id=running.pk)
        with CaptureQueriesContext(connection) as captured:
            standings_refresh(event_id=running.pk)
        return len(captured)

    table_forfeit(table=table_of(running, 1, 1), entry=entry(running, 1))
    adjustment_make(entry=entry(running, 1), by=owner, reason="x", marks=1)
    play_off_record(event=running, order=[1, 2], kind=DecisionKind.HAND, by=owner)
    few = cost()
    table_forfeit(table=table_of(running, 1, 2), entry=entry(running, 2))
    for number in (1, 2, 3):
        adjustment_make(entry=entry(running, number), by=owner, reason="x", marks=1)
        play_off_record(event=running, order=[number, 4], kind=DecisionKind.HAND, by=owner)
    assert cost() == few
