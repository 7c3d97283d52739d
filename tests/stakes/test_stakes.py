"""Stakes: posted when a match is over, and corrected by reversal when a hand is."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from ledger.models import Transaction
from ledger.selectors import corrections_of
from scoring.models import Match
from scoring.services.hands import hand_correct, hand_record, hand_undo
from scoring.services.matches import match_time_call
from tests.conftest import ApiFor, ClientFor
from tests.stakes.conftest import KeepMoney, entered, owed
from tests.tournaments.conftest import EveningMaker, drawn_and_begun, match_of, record
from tests.tournaments.pages import words as words_of
from tests.tournaments.single import called, misere, play, win_spades
from tournaments.events.models import Event
from tournaments.events.services.events import event_finish
from tournaments.events.services.standings import standings_refresh
from tournaments.events.tasks import standings_refresh_task, sweep
from tournaments.money.models import EventMoney
from tournaments.money.services.settling import evening_settle

pytestmark = pytest.mark.usefixtures("held")

Win = Callable[..., Match]


def names_at(match: Match) -> list[str]:
    return [seat.name for seat in match.seats.order_by("number")]


def test_a_match_of_42_is_paid_by_the_mark_and_by_the_set(
    stakes_night: Event, first_match: Match, keep: KeepMoney, bid: Win, win: Win
) -> None:
    # The losers have four of seven marks and were set once: 3 x 0.25 + 1.00, split in two.
    book = keep(stakes_night).book
    bid(first_match, 1, made=False)
    bid(first_match, 0, made=False)
    for _more in range(3):
        bid(first_match, 1)
    for marks in (2, 2, 2):
        bid(first_match, 0, marks=marks)
    evening_settle(event_id=stakes_night.pk)
    winner, loser, partner, other = names_at(first_match)
    assert owed(book) == {winner: 88, partner: 87, loser: -88, other: -87}
    sides = f"{winner} & {partner} against {loser} & {other}"
    assert entered(book) == [f"Stakes: round 1, table 1, game 1, {sides}, 7–4"]


@pytest.mark.parametrize(
    ("pays", "owes", "words", "line"),
    [
        ("target", [75, 75], "each mark short of the target", "6 marks short (7 − 1) × 0.25"),
        (
            "winners",
            [13, 12],
            "each mark short of the winners’ marks",
            "1 mark short (2 − 1) × 0.25",
        ),
    ],
)
def test_a_match_that_time_stops_is_paid_to_the_target_or_to_the_winners_as_was_agreed(
    pays: str,
    owes: list[int],
    words: str,
    line: str,
    stakes_night: Event,
    first_match: Match,
    keep: KeepMoney,
    bid: Win,
    owner: User,
    api_for: ApiFor,
    client_for: Callable[[User], Client],
) -> None:
    event, club = stakes_night, stakes_night.club
    address = reverse("api-events-detail", args=[club.slug, event.pk])
    assert api_for(owner).patch(address, {"time_pays": pays}, format="json").status_code == 200
    book = keep(event).book
    bid(first_match, 0, marks=2)
    bid(first_match, 1)
    match_time_call(match_id=first_match.pk, called_by=owner, after=2)
    evening_settle(event_id=event.pk)
    winner, loser, partner, other = names_at(first_match)
    assert owed(book) == {winner: owes[0], partner: owes[1], loser: -owes[0], other: -owes[1]}
    assert entered(book)[0].endswith(f"2–1, ended early: {words}")
    page = words_of(client_for(owner).get(reverse("match", args=[club.slug, first_match.pk])))
    assert line in page
    assert f"ended early: {words}" in page


def test_points_42_are_paid_by_the_difference(make_event: Any, keep: KeepMoney, bid: Win) -> None:
    event = make_event(
        rules={"preset": "points"}, stakes={"currency": "JPY", "per_point": "2"}, pairs=2
    )
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    book = keep(event).book
    assert book.currency == "JPY"
    while not match.is_over:
        points = record(match.next_dealer, 0)
        points["auction"] = [
            {**call, "bid": "42" if call["bid"] == "1m" else "pass"} for call in points["auction"]
        ]
        points["tally"] = {"made": True, "points": [42, 0]}
        match = hand_record(match_id=match.pk, record=points, author=event.created_by).match
    evening_settle(event_id=event.pk)
    assert match.totals[1] == 0
    assert sum(amount for amount in owed(book).values() if amount > 0) == 2 * match.totals[0]


def test_pandoeren_settles_the_differences_of_every_two(
    make_evening: EveningMaker, keep: KeepMoney, owner: User
) -> None:
    event = make_evening(4, stakes={"currency": "EUR", "per_point": "0.10"})
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    book = keep(event).book
    declarer = 2
    play(match, owner, lambda dealer: misere(dealer, declarer), lambda dealer: misere(dealer, 2))
    evening_settle(event_id=event.pk)
    names = names_at(match)
    assert owed(book) == {name: 180 if seat == declarer else -60 for seat, name in enumerate(names)}


def test_pandoeren_may_be_played_with_a_pot_of_cents(
    make_evening: EveningMaker, keep: KeepMoney, owner: User
) -> None:
    # 10 each: 40 in the pot. A lost 120 pays in 2 x 5; a misère takes 15: 35 are left to share.
    # Differences are not paid besides.
    event = make_evening(4, stakes={"currency": "USD", "per_point": "0.10"})
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    book = keep(event, ante=10, point=5).book
    play(
        match,
        owner,
        lambda dealer: called(dealer, 0, 1, made=False),
        lambda dealer: misere(dealer, 2),
    )
    evening_settle(event_id=event.pk)
    names = names_at(match)
    # Of the odd cents one goes to each of the highest totals, then to the first seat.
    received = [-5 + 9 - 10, -5 + 8 - 10, 15 + 9 - 10, 0 + 9 - 10]
    assert owed(book) == dict(zip(names, received, strict=True))


def test_spades_are_paid_by_the_point_and_by_the_game(
    make_evening: EveningMaker, keep: KeepMoney, owner: User
) -> None:
    stakes = {"currency": "EUR", "per_point": "0.01", "per_game": "2.00"}
    event = make_evening(3, "dummy_spades", stakes=stakes)
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    book = keep(event).book
    match = win_spades(match, owner, 1)
    evening_settle(event_id=event.pk)
    names = names_at(match)
    total = match.totals
    assert owed(book) == {
        names[seat]: 3 * total[seat] - sum(total) + (400 if seat == 1 else -200)
        for seat in range(3)
    }


def test_an_open_match_owes_nothing_until_the_event_is_finished(
    make_evening: EveningMaker, keep: KeepMoney, owner: User
) -> None:
    event = make_evening(4, rules={"hands": None}, stakes={"currency": "EUR", "per_point": "0.10"})
    drawn_and_begun(event)
    book = keep(event).book
    play(match_of(event, 1, 1), owner, lambda dealer: misere(dealer, 0))
    evening_settle(event_id=event.pk)
    assert owed(book) == {}
    event_finish(event=event, unfinished=True)
    evening_settle(event_id=event.pk)
    assert sorted(owed(book).values()) == [-30, -30, -30, 90]


def test_settling_twice_writes_nothing_the_second_time(
    stakes_night: Event, first_match: Match, keep: KeepMoney, win: Win
) -> None:
    book = keep(stakes_night).book
    win(first_match, 0)
    assert evening_settle(event_id=stakes_night.pk).changed
    before = entered(book)
    assert not evening_settle(event_id=stakes_night.pk).changed
    assert entered(book) == before


def test_a_corrected_hand_reverses_the_stakes_of_its_match_alone(
    stakes_night: Event, first_match: Match, keep: KeepMoney, win: Win, owner: User
) -> None:
    book = keep(stakes_night).book
    win(first_match, 0, loser_marks=3)
    win(match_of(stakes_night, 1, 2), 1)
    evening_settle(event_id=stakes_night.pk)
    before = owed(book)
    first = first_match.hands.get(number=1)
    assert first.record is not None
    hand_correct(
        match_id=first_match.pk,
        number=1,
        record=first.record | {"tally": {"made": False}},
        author=owner,
        reason="misread",
        revision=first.revision,
    )
    assert evening_settle(event_id=stakes_night.pk).changed
    # Two marks rather than three, and set once: 5 x 0.25 + 1.00 instead of 4 x 0.25.
    winner, loser, *_rest = names_at(first_match)
    assert owed(book)[winner] - before[winner] == 63
    assert owed(book)[loser] - before[loser] == -63
    (correction,) = corrections_of([book])
    assert correction.before.source == f"stakes:{first_match.pk}"
    assert "hand 1 corrected by owner: misread" in correction.reversal.description
    assert correction.after is not None
    assert dict(correction.changes)[winner] == 63
    assert len(entered(book)) == 4


def test_a_match_that_is_open_again_owes_nothing(
    stakes_night: Event,
    first_match: Match,
    keep: KeepMoney,
    win: Win,
    bid: Win,
    owner: User,
) -> None:
    book = keep(stakes_night).book
    match = win(first_match, 0)
    evening_settle(event_id=stakes_night.pk)
    last = match.hands.get(number=match.hand_count)
    hand_undo(match_id=match.pk, author=owner, number=last.number, revision=last.revision)
    evening_settle(event_id=stakes_night.pk)
    assert owed(book) == {}
    first, undone = entered(book)
    assert undone == f"undo {first} (hand 4 taken back by owner)"
    bid(first_match, 0)
    evening_settle(event_id=stakes_night.pk)
    assert len(owed(book)) == 4
    assert [row.revision for row in Transaction.objects.order_by("number")] == [1, 2, 3]


@pytest.mark.parametrize("by", ["task", "sweep"])
def test_the_worker_settles_when_a_match_is_over(
    by: str, stakes_night: Event, first_match: Match, keep: KeepMoney, win: Win
) -> None:
    book = keep(stakes_night).book
    standings_refresh(event_id=stakes_night.pk)
    win(first_match, 0)
    if by == "task":
        standings_refresh_task(stakes_night.pk)
    else:
        sweep()
    assert sorted(owed(book).values()) == [-88, -87, 87, 88]
    assert Transaction.objects.get().made_by is None


def test_a_book_opens_by_itself_where_stakes_are_played_for(
    stakes_night: Event, first_match: Match, win: Win
) -> None:
    win(first_match, 0)
    sweep()
    (money,) = EventMoney.objects.all()
    assert money.event == stakes_night
    assert sorted(owed(money.book).values()) == [-88, -87, 87, 88]


def test_nothing_is_kept_of_an_event_without_money(
    make_event: Callable[..., Event], win: Win
) -> None:
    event = make_event()
    drawn_and_begun(event)
    win(match_of(event, 1, 1), 0)
    sweep()
    assert not evening_settle(event_id=event.pk).changed
    assert not EventMoney.objects.filter(event=event).exists()


def test_a_book_that_cannot_be_settled_is_told_on_its_page_and_logged_once(
    stakes_night: Event,
    first_match: Match,
    keep: KeepMoney,
    win: Win,
    client_for: ClientFor,
    owner: User,
    caplog: pytest.LogCaptureFixture,
) -> None:
    keep(stakes_night)
    win(first_match, 0)
    stakes = Match.objects.get(pk=first_match.pk).stakes
    Match.objects.filter(pk=first_match.pk).update(stakes={"unheard of": 1})
    sweep()
    sweep()
    assert caplog.text.count(f"The money of event {stakes_night.pk} cannot be settled") == 1
    page = reverse("event-money", args=[stakes_night.club.slug, stakes_night.pk])
    words = "the last changes could not be entered in the book"
    assert words in client_for(owner).get(page).text
    Match.objects.filter(pk=first_match.pk).update(stakes=stakes)
    evening_settle(event_id=stakes_night.pk)
    assert words not in client_for(owner).get(page).text
