"""Bids of known deals compared with best play: asked behind the site, then counted."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from clubs.services.clubs import club_create
from clubs.services.players import player_add
from engine.analysis import answers
from engine.analysis.answers import makeable
from engine.analysis.deals import make_deal
from scoring.models import BestPlay, DealState, Hand, KnownDeal, Match, Occurrence
from scoring.selectors.best_play import MAX_ATTEMPTS, Ask, question_of
from scoring.selectors.numbers import deals_waiting
from scoring.services.best_play import best_play_ask, best_play_compute, deals_want
from scoring.services.hands import hand_correct, hand_record, hand_undo
from scoring.services.numbers import numbers_write
from scoring.tasks import best_play_sweep, known_deals_go_on
from tests.scoring.best_play_hands import whole_hand
from tests.scoring.conftest import quick
from tests.scoring.matches import match_create

pytestmark = pytest.mark.django_db
ADDS = {"makeable", "unmakeable", "settable"}


def states() -> list[str]:
    return list(KnownDeal.objects.values_list("state", flat=True))


def counted() -> set[tuple[str, int, bool | None]]:
    rows = Occurrence.objects.filter(measure__in=ADDS)
    return set(rows.values_list("measure", "player", "made"))


def dealt(number: int, match: Match) -> dict[str, Any]:
    """A bid of 30, made, on a deal of this number."""
    match.refresh_from_db()
    dealer = match.next_dealer
    calls = [
        {"seat": seat % 4, "bid": "30" if seat == dealer + 1 else "pass"}
        for seat in range(dealer + 1, dealer + 5)
    ]
    return {
        "dealer": dealer,
        "deal": make_deal("texas42", "turns", number + 1)["deal"],
        "auction": calls,
        "contract": {"kind": "trump", "trump": 5},
        "tally": {"made": True},
    }


def wanted() -> None:
    """Everybody's numbers are looked at, before the worker comes to any."""
    deals_want(KnownDeal.objects.all())


def solved() -> None:
    """The worker asks, computes and counts until nothing is left."""
    for _ in range(10):
        known_deals_go_on()
        for row in BestPlay.objects.filter(answer__isnull=True):
            best_play_compute(digest=row.digest)
        if set(states()) <= {DealState.COUNTED}:
            return
    raise AssertionError(states())


def test_a_known_deal_is_asked_about_computed_and_counted(
    match: Match,
    players: list[Player],
    organiser: User,
    viewer: User,
    client_for: Callable[[User], Client],
) -> None:
    hand_record(match_id=match.pk, record=quick(dealer=3, bidder=1), author=organiser)
    assert states() == []
    record = whole_hand()
    written = hand_record(match_id=match.pk, record=record, author=organiser)
    assert states() == [DealState.WAITING]
    assert deals_waiting(players[1], "texas42") == 1
    address = reverse("player-numbers", args=[match.club.slug, players[1].pk])
    best_play_sweep()
    known_deals_go_on()
    assert not BestPlay.objects.exists(), "nobody has looked"
    looker = client_for(viewer)
    caches["numbers"].clear()
    assert "still to be compared" in looker.get(address).content.decode()
    assert states() == [DealState.WANTED]
    assert BestPlay.objects.count() == 1
    solved()
    assert deals_waiting(players[1], "texas42") == 0
    shown = looker.get(address).content.decode()
    assert "still to be compared" not in shown
    assert "Bids that could be made" in shown
    full = {"format": "hand-record/1", "game": "texas42", "rules": {}} | record
    could = makeable(full)["table"]["points"]["5"][1] >= 30
    made = written.hand.verdict["outcome"] == "made"
    expected = {("makeable" if could else "unmakeable", players[1].pk, made)}
    if not could:
        expected |= {("settable", players[seat].pk, not made) for seat in (0, 2)}
    assert counted() == expected

    deal = KnownDeal.objects.get()
    hand_correct(
        match_id=match.pk,
        number=2,
        record=whole_hand(contract={"kind": "trump", "trump": 0}, plays=[], claim="defence"),
        author=organiser,
        reason="misread",
        revision=1,
    )
    again = KnownDeal.objects.get()
    assert (again.digest, again.state) == (deal.digest, DealState.COUNTED), "the same deal"
    hand_undo(match_id=match.pk, author=organiser, number=2, revision=2)
    assert states() == []
    assert counted() == set()


def test_clubs_take_turns_and_people_come_first(
    match: Match, stranger: User, organiser: User
) -> None:
    for number in range(8):
        hand_record(match_id=match.pk, record=dealt(number, match), author=organiser)
    next_door = club_create(name="Next door", owner=stranger)
    four = [player_add(club=next_door, name=name) for name in "ABCD"]
    other = match_create(club=next_door, game="texas42", rules={}, stakes=None, players=four)
    hand_record(match_id=other.pk, record=dealt(9, other), author=organiser)

    wanted()
    known_deals_go_on()
    digests = BestPlay.objects.values_list("digest", flat=True)
    assert len(digests) == 3
    assert KnownDeal.objects.get(match=other).digest in set(digests)
    known_deals_go_on()
    assert BestPlay.objects.count() == 3, "nothing more while a question is unanswered"


def test_questions_of_clubs_are_answered_in_turn(
    club: Club, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "makeable", lambda record: {"ok": True})
    next_door = club_create(name="Next door", owner=stranger)
    for asker, count in ((club, 4), (next_door, 2)):
        deals = (make_deal("texas42", f"{asker.pk}", number + 1) for number in range(count))
        best_play_ask(
            (question_of(Ask.MAKEABLE, {**deal, "rules": {}, "dealer": 0}) for deal in deals),
            club=asker,
        )
    messages = list(BestPlay.objects.order_by("asked_at").values_list("pk", flat=True))
    assert len(messages) == 6
    BestPlay.objects.filter(pk=messages[3]).update(attempts=1)

    turns = []
    for digest in messages:
        before = set(BestPlay.objects.filter(answer__isnull=True).values_list("pk", flat=True))
        best_play_compute(digest=digest)
        (done,) = before - set(
            BestPlay.objects.filter(answer__isnull=True).values_list("pk", flat=True)
        )
        turns.append((BestPlay.objects.get(pk=done).club_id, done == digest))
    assert [asker for asker, _is_own_message in turns] == [
        *(next_door.pk, club.pk, next_door.pk, club.pk),
        *(club.pk, club.pk),
    ], "the question begun before counts as a turn of its club"
    assert turns[3] == (club.pk, True), "it is answered by its own message"


def test_a_deal_that_is_given_up_is_left_out(match: Match, organiser: User) -> None:
    hand_record(match_id=match.pk, record=whole_hand(), author=organiser)
    wanted()
    known_deals_go_on()
    BestPlay.objects.update(attempts=MAX_ATTEMPTS)
    for _ in range(3):
        known_deals_go_on()
    assert states() == [DealState.COUNTED]
    assert counted() == set()


def test_an_answer_that_came_between_looking_and_writing_is_not_forgotten(
    match: Match, organiser: User
) -> None:
    hand_record(match_id=match.pk, record=whole_hand(), author=organiser)
    wanted()
    known_deals_go_on()
    for row in BestPlay.objects.all():
        best_play_compute(digest=row.digest)
    KnownDeal.objects.update(state=DealState.WANTED)
    known_deals_go_on()
    assert states() == [DealState.DUE]
    known_deals_go_on()
    assert states() == [DealState.COUNTED]
    assert counted()


def test_pieces_of_secret_deals_are_not_asked_about(match: Match, organiser: User) -> None:
    Match.objects.filter(pk=match.pk).update(is_sealed=True)
    hand_record(match_id=match.pk, record=whole_hand(), author=organiser)
    numbers_write([Match.objects.get(pk=match.pk)])
    assert Hand.objects.get().sealed
    assert states() == []
