"""Recording, correcting and undoing: one effect a key, nothing lost, everything derived follows."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from clubs.models import User
from rules.problems import Code
from scoring.errors import (
    HandConflict,
    HandRejected,
    KeyReused,
    MatchConflict,
    NothingToUndo,
    ReasonMissing,
)
from scoring.models import Hand, HandRevision, Match
from scoring.services.hands import hand_correct, hand_record, hand_undo
from scoring.signals import match_changed
from tests.scoring.conftest import MatchFor, Recorded, passed_out, quick

pytestmark = pytest.mark.django_db


def stands(match: Match) -> dict[str, Any]:
    """What is derived of a match, read anew."""
    match_now = Match.objects.get(pk=match.pk)
    sides = match_now.sides.order_by("number")
    return {
        "totals": match_now.totals,
        "dealer": match_now.next_dealer,
        "hands": match_now.hand_count,
        "winner": match_now.winner,
        "over": match_now.is_over,
        "sets": [side.sets for side in sides],
        "sides": [(side.total, side.against, side.won, side.lost) for side in sides],
    }


def test_a_recorded_hand_scores_and_passes_the_deal(match: Match, recorded: Recorded) -> None:
    written = recorded(bidder=1, bid="2m")
    assert (written.hand.number, written.revision.no, written.replayed) == (1, 1, False)
    assert stands(match) == {
        "totals": [0, 2],
        "dealer": 1,
        "hands": 1,
        "winner": None,
        "over": False,
        "sets": [0, 0],
        "sides": [(0, 2, False, False), (2, 0, False, False)],
    }


def test_a_set_hand_is_counted_against_the_side_that_bid(match: Match, recorded: Recorded) -> None:
    recorded(bidder=1, made=False)
    recorded(bidder=3, made=False)
    assert stands(match)["sets"] == [0, 2]


def test_the_deal_passes_after_a_passed_out_hand_too(match: Match, organiser: User) -> None:
    hand_record(match_id=match.pk, record=passed_out(dealer=0), author=organiser)
    assert stands(match)["dealer"] == 1
    assert stands(match)["totals"] == [0, 0]


def test_the_record_kept_is_complete_in_itself(match_for: MatchFor, organiser: User) -> None:
    match = match_for(rules={"preset": "straight"})
    written = hand_record(match_id=match.pk, record=quick(dealer=0, bidder=2), author=organiser)
    record_now = Hand.objects.get(pk=written.hand.pk).record
    assert record_now["rules"] == {"preset": "straight"}
    assert (record_now["format"], record_now["game"]) == ("hand-record/1", "texas42")


REFUSED = {
    "an illegal hand": ({"contract": {"kind": "trump", "trump": 9}}, "/contract/trump"),
    "another game": ({"game": "pandoeren"}, "/game"),
    "other rules than the match's": ({"rules": {"preset": "points"}}, "/rules"),
    "a hand out of turn": ({"dealer": 2, "auction": []}, "/auction"),
}


@pytest.mark.parametrize(("change", "at"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_says_where_and_writes_nothing(
    match: Match, organiser: User, change: dict[str, Any], at: str
) -> None:
    record = quick(dealer=0, bidder=0) | change
    with pytest.raises(HandRejected) as refused:
        hand_record(match_id=match.pk, record=record, author=organiser)
    assert refused.value.problems[0].at == at
    assert not HandRevision.objects.exists()


def test_the_second_hand_is_shaken_by_the_next_player(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded()
    with pytest.raises(HandRejected) as refused:
        hand_record(match_id=match.pk, record=quick(dealer=3, bidder=0), author=organiser)
    assert refused.value.problems[0].code == Code.MATCH_WRONG_DEALER


def test_nothing_is_recorded_after_the_match_is_won(
    match_for: MatchFor, recorded: Recorded
) -> None:
    match = match_for(rules={"target": 2})
    recorded(match, bidder=0, bid="2m")
    with pytest.raises(HandRejected) as refused:
        recorded(match)
    assert refused.value.problems[0].code == Code.MATCH_AFTER_END
    assert stands(match)["winner"] == 0
    assert stands(match)["sides"] == [(2, 0, True, False), (0, 2, False, True)]


def test_the_same_key_is_the_same_hand(match: Match, organiser: User) -> None:
    sent: dict[str, Any] = {"match_id": match.pk, "author": organiser, "number": 1, "key": "k"}
    first = hand_record(record=quick(dealer=0, bidder=0), **sent)
    again = hand_record(record=quick(dealer=0, bidder=0), **sent)
    assert again.replayed
    assert again.revision == first.revision
    assert stands(match)["hands"] == 1


def test_a_key_with_another_hand_is_refused_and_names_the_hand_it_stands_for(
    match: Match, organiser: User
) -> None:
    sent: dict[str, Any] = {"match_id": match.pk, "author": organiser, "key": "k"}
    first = hand_record(record=quick(dealer=0, bidder=0), **sent)
    with pytest.raises(KeyReused) as reused:
        hand_record(record=quick(dealer=0, bidder=2), **sent)
    assert reused.value.current == first.hand


def test_two_people_may_happen_to_send_the_same_key(
    match: Match, organiser: User, scorer: User
) -> None:
    hand_record(match_id=match.pk, record=quick(dealer=0, bidder=0), author=organiser, key="k")
    other = hand_record(match_id=match.pk, record=quick(dealer=1, bidder=0), author=scorer, key="k")
    assert other.hand.number == 2


def test_a_hand_that_is_there_already_is_a_conflict_that_shows_it(
    match: Match, recorded: Recorded, scorer: User
) -> None:
    first = recorded(bidder=1)
    mine = quick(dealer=0, bidder=0)
    with pytest.raises(HandConflict) as conflict:
        hand_record(match_id=match.pk, record=mine, author=scorer, number=1)
    assert conflict.value.current == first.hand
    assert conflict.value.submitted == mine


def test_a_version_that_has_passed_is_a_conflict(
    match: Match, recorded: Recorded, scorer: User
) -> None:
    recorded()
    with pytest.raises(MatchConflict):
        hand_record(match_id=match.pk, record=quick(dealer=1, bidder=0), author=scorer, version=0)


def test_a_correction_is_a_new_revision_with_its_reason(
    match: Match, recorded: Recorded, scorer: User
) -> None:
    recorded(bidder=0)
    recorded(bidder=1)
    written = hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=0, bidder=0, made=False),
        author=scorer,
        reason="  misheard ",
        revision=1,
    )
    assert (written.revision.no, written.revision.reason) == (2, "misheard")
    assert stands(match)["totals"] == [0, 2]
    assert stands(match)["dealer"] == 2
    revision = HandRevision.objects.get(hand=written.hand, no=1)
    assert revision.record["tally"] == {"made": True}
    assert revision.author_name == "organiser"


def test_a_correction_may_end_the_match_earlier_and_later_hands_then_count_for_nothing(
    match_for: MatchFor, recorded: Recorded, organiser: User
) -> None:
    match = match_for(rules={"target": 3})
    recorded(match, bidder=0)
    recorded(match, bidder=0)
    recorded(match, bidder=1)

    def correct(bid: str, revision: int) -> None:
        hand_correct(
            match_id=match.pk,
            number=2,
            record=quick(dealer=1, bidder=0, bid=bid),
            author=organiser,
            reason="the bid was another",
            revision=revision,
        )

    correct("2m", 1)
    assert stands(match)["winner"] == 0
    assert stands(match)["totals"] == [3, 0]
    assert [hand.counted for hand in match.hands.all()] == [True, True, False]
    correct("1m", 2)
    assert stands(match)["winner"] is None
    assert stands(match)["totals"] == [2, 1]
    assert [hand.counted for hand in match.hands.all()] == [True, True, True]


def test_a_number_that_lay_after_the_end_counts_again_when_it_is_recorded_anew(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    for bid in ("1m", "1m", "1m"):
        recorded(bidder=0, bid=bid)
    Hand.objects.filter(match=match, number=3).update(counted=False)
    hand_undo(match_id=match.pk, author=organiser, number=3, revision=1)
    recorded(bidder=1, bid="1m")
    assert [hand.counted for hand in match.hands.all()] == [True, True, True]


def test_the_sides_follow_when_a_correction_turns_the_match(
    match_for: MatchFor, recorded: Recorded, organiser: User
) -> None:
    match = match_for(rules={"target": 2})
    recorded(match, bidder=0, bid="2m")
    hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=0, bidder=0, bid="2m", made=False),
        author=organiser,
        reason="it was set",
        revision=1,
    )
    assert stands(match)["sides"] == [(0, 2, False, True), (2, 0, True, False)]
    assert stands(match)["sets"] == [1, 0]


CORRECTIONS_REFUSED = [
    ("no reason", {"reason": " "}, ReasonMissing),
    ("a revision that is not the newest", {"revision": 7}, HandConflict),
    ("a hand that is not there", {"number": 5}, HandConflict),
    ("another shaker", {"record": quick(dealer=1, bidder=0)}, HandRejected),
    ("an illegal hand", {"record": quick(dealer=0, bidder=0, bid="29")}, HandRejected),
]


@pytest.mark.parametrize(
    ("change", "error"),
    [row[1:] for row in CORRECTIONS_REFUSED],
    ids=[row[0] for row in CORRECTIONS_REFUSED],
)
def test_a_correction_is_refused_for(
    match: Match,
    recorded: Recorded,
    organiser: User,
    change: dict[str, Any],
    error: type[Exception],
) -> None:
    recorded()
    fields: dict[str, Any] = {
        "number": 1,
        "record": quick(dealer=0, bidder=2),
        "reason": "so",
        "revision": 1,
    }
    with pytest.raises(error):
        hand_correct(match_id=match.pk, author=organiser, **(fields | change))
    assert HandRevision.objects.count() == 1


def test_a_correction_sent_twice_is_one(match: Match, recorded: Recorded, organiser: User) -> None:
    recorded()
    fields: dict[str, Any] = {"number": 1, "reason": "so", "revision": 1, "key": "c"}
    record = quick(dealer=0, bidder=2)
    first = hand_correct(match_id=match.pk, author=organiser, record=record, **fields)
    again = hand_correct(match_id=match.pk, author=organiser, record=record, **fields)
    assert again.replayed
    assert again.revision == first.revision


def test_undo_takes_the_last_hand_back_and_keeps_its_history(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded(bidder=0)
    recorded(bidder=1)
    hand_undo(match_id=match.pk, author=organiser, number=2, revision=1)
    assert stands(match)["totals"] == [1, 0]
    assert stands(match)["dealer"] == 1
    assert stands(match)["hands"] == 1
    assert HandRevision.objects.filter(hand__number=2).count() == 2
    written = recorded(bidder=3)
    assert (written.hand.number, written.revision.no) == (2, 3)


def test_undo_of_the_first_hand_gives_the_deal_back(
    match_for: MatchFor, recorded: Recorded, organiser: User
) -> None:
    match = match_for(first_dealer=2)
    recorded(match)
    hand_undo(match_id=match.pk, author=organiser, number=1, revision=1)
    assert stands(match)["dealer"] == 2
    with pytest.raises(NothingToUndo):
        hand_undo(match_id=match.pk, author=organiser, number=1, revision=2)


def test_undo_reopens_a_match_that_was_won(
    match_for: MatchFor, recorded: Recorded, organiser: User
) -> None:
    match = match_for(rules={"target": 1})
    recorded(match)
    hand_undo(match_id=match.pk, author=organiser, number=1, revision=1)
    assert not stands(match)["over"]
    assert stands(match)["sides"] == [(0, 0, False, False), (0, 0, False, False)]


@pytest.mark.parametrize(("number", "revision"), [(1, 1), (2, 9), (3, 1)])
def test_undo_takes_back_only_what_was_seen(
    match: Match, recorded: Recorded, organiser: User, number: int, revision: int
) -> None:
    recorded()
    recorded()
    with pytest.raises(HandConflict):
        hand_undo(match_id=match.pk, author=organiser, number=number, revision=revision)
    assert stands(match)["hands"] == 2


def test_undo_sent_twice_takes_one_hand_back(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded()
    recorded()
    for _ in range(2):
        hand_undo(match_id=match.pk, author=organiser, number=2, revision=1, key="u")
    assert stands(match)["hands"] == 1


def test_a_ruling_turns_a_made_hand_over(match: Match, organiser: User) -> None:
    ruled = quick(
        dealer=0, bidder=0, ruling={"against": "declarer", "reason": "revoke in trick 4"}
    ) | {"tally": {"made": False}}
    hand_record(match_id=match.pk, record=ruled, author=organiser)
    assert stands(match)["totals"] == [0, 1]


def test_every_change_tells_the_house_once_within_its_transaction(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    heard: list[tuple[int, bool]] = []

    def listen(sender: object, match: Match, **_: object) -> None:
        heard.append((match.version, transaction.get_connection().in_atomic_block))

    match_changed.connect(listen)
    try:
        recorded()
        hand_undo(match_id=match.pk, author=organiser, number=1, revision=1)
    finally:
        match_changed.disconnect(listen)
    assert heard == [(1, True), (2, True)]


def test_the_database_itself_refuses_to_change_a_revision(match: Match, recorded: Recorded) -> None:
    written = recorded()
    with pytest.raises(IntegrityError, match="only ever added"), transaction.atomic():
        HandRevision.objects.filter(pk=written.revision.pk).update(reason="never mind")


def test_the_sides_know_how_many_hands_count_and_whether_the_match_is_over(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    def side_states() -> set[tuple[int | None, bool]]:
        return set(match.sides.values_list("hands", "is_over"))

    recorded(bid="1m")
    assert side_states() == {(1, False)}
    for _ in range(3):
        recorded(bid="2m")
    assert side_states() == {(4, True)}
    hand_undo(match_id=match.pk, author=organiser, number=4, revision=1)
    assert side_states() == {(3, False)}
