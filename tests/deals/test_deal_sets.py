"""Deal sets: the same deals at every table, and secret until their round is over everywhere."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import User
from engine.analysis.deals import make_deal, make_deals, seed_hash
from rules import verdict
from scoring.errors import HandRejected
from scoring.models import Hand, HandRevision, Match
from scoring.services.hands import hand_record
from scoring.services.matches import match_refold
from tests.deals.dealt import deals_given, pieces_of
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    begin_next,
    drawn_and_begun,
    match_of,
    record,
)
from tournaments.deals.models import Deal, DealSet
from tournaments.deals.selectors.deals import (
    contradicting_hands,
    deals_over,
    deals_shown,
    seed_shown,
)
from tournaments.deals.services.deals import (
    deal_set_draw,
    deal_set_drop,
    deal_set_read,
    deals_open_where_over,
)
from tournaments.events.models import Event
from tournaments.events.services.events import event_finish, event_reopen, event_update
from tournaments.events.services.rounds import round_undo_begin, rounds_plan

pytestmark = pytest.mark.usefixtures("held")

SEED = "a seed for tests"
NOTING = ("event-desk", "event-compared")
"""The pages that list hands with pieces of another deal."""


@pytest.fixture
def dealt(make_event: EventMaker, owner: User) -> Event:
    """Four pairs, three rounds of two deals, the first round begun."""
    event = make_event(name="Same deals")
    deal_set_draw(event=event, by=owner, count=6, per_round=2, seed=SEED)
    event.refresh_from_db()
    drawn_and_begun(event)
    return event


def lines(*deals: Any) -> str:
    return "\n".join(json.dumps(deal) for deal in deals)


# --- making


def test_a_set_by_lot_can_be_made_again_from_its_seed(event: Event, owner: User) -> None:
    made = deal_set_draw(event=event, by=owner, count=12, per_round=4)
    assert len(made.seed) >= 32
    assert made.seed_hash == seed_hash(made.seed)
    again = [deal["deal"] for deal in make_deals("texas42", made.seed, 12)]
    assert [deal.hands for deal in made.deals.all()] == again


def test_two_sets_have_other_seeds(make_event: EventMaker, owner: User) -> None:
    sets = [
        deal_set_draw(event=make_event(name=name), by=owner, count=1, per_round=1)
        for name in ("one", "two")
    ]
    assert sets[0].seed != sets[1].seed


def test_a_file_is_read_in_the_spelling_of_deals_by_lot(event: Event, owner: User) -> None:
    deal = make_deal("texas42", SEED, 1)
    hands = [["-".join(reversed(piece.split("-"))) for piece in hand] for hand in deal["deal"]]
    text = "\n\n" + lines(deal | {"deal": [hand[::-1] for hand in hands]})
    made = deal_set_read(event=event, by=owner, text=text, per_round=1, file_name="club.jsonl")
    assert made.deals.get().hands == deal["deal"]


def test_a_faulty_file_is_refused_line_by_line(event: Event, owner: User) -> None:
    good = make_deal("texas42", SEED, 1)
    short = good | {"deal": [good["deal"][0][:6], *good["deal"][1:]]}
    other = make_deal("pandoeren", SEED, 1)
    text = lines(good, short) + "\nno json\n" + lines(other, good)
    with pytest.raises(ValidationError) as refused:
        deal_set_read(event=event, by=owner, text=text, per_round=1)
    assert refused.value.message_dict["file"] == [
        "Line 2: A was dealt 6 dominoes, not seven.",
        "Line 3: This is not JSON.",
        "Line 4: This is a deal of another game.",
        "Line 5: the same deal as in line 1.",
    ]
    assert not DealSet.objects.filter(event=event).exists()


REFUSED: dict[str, Callable[[Event], Any]] = {
    "several games a meeting": lambda event: event_update(event=event, games_per_meeting=2),
    "a round begun": lambda event: (rounds_plan(event=event), begin_next(event)),
}


@pytest.mark.parametrize("why", REFUSED)
def test_an_event_takes_no_deals_with(why: str, make_event: EventMaker, owner: User) -> None:
    event = make_event(name="No deals")
    REFUSED[why](event)
    with pytest.raises(ValidationError):
        deal_set_draw(event=event, by=owner, count=6, per_round=2)


def test_a_set_stays_once_a_round_is_begun(dealt: Event, owner: User) -> None:
    with pytest.raises(ValidationError):
        deal_set_drop(event=dealt)
    round_undo_begin(round=dealt.rounds.get(number=1))
    deal_set_drop(event=dealt)
    dealt.refresh_from_db()
    assert not Deal.objects.filter(deal_set__event=dealt).exists()
    assert dealt.deals_per_round == 0


def test_the_game_stays_while_there_are_deals(event: Event, owner: User) -> None:
    deal_set_draw(event=event, by=owner, count=1, per_round=1)
    with pytest.raises(ValidationError):
        event_update(event=event, game="pandoeren", rules={"hands": 4})


# --- which deal is played where


def test_every_match_has_the_hands_of_a_round_and_one_dealer_for_a_deal(
    dealt: Event, bid: Callable[..., Match]
) -> None:
    for round_number in (1, 2):
        for table in (1, 2):
            match = match_of(dealt, round_number, table)
            numbers = [match.deal_number(hand) for hand in (1, 2, 3)]
            assert numbers == [2 * round_number - 1, 2 * round_number, None]
            assert match.first_dealer == (2 * round_number - 2) % 4
            assert not bid(match, 0, marks=2).is_over
            assert bid(match, 0).is_over
        if round_number == 1:
            begin_next(dealt)


def test_a_match_without_a_deal_set_has_no_deals(running: Event) -> None:
    assert match_of(running, 1, 1).deal_number(1) is None


# --- who may see them


def play(event: Event, round_number: int, table: int, bid: Callable[..., Match]) -> None:
    for _hand in range(2):
        bid(match_of(event, round_number, table), 0)


def test_deals_are_secret_until_their_round_is_over_at_every_table(
    dealt: Event, bid: Callable[..., Match]
) -> None:
    play(dealt, 1, 1, bid)
    assert deals_over(dealt) == frozenset()
    assert deals_shown(dealt) == []
    play(dealt, 1, 2, bid)
    assert deals_over(dealt) == {1, 2}
    assert [deal.number for deal in deals_shown(dealt)] == [1, 2]
    assert seed_shown(dealt) == ""


def test_the_seed_is_shown_once_all_deals_are_over(dealt: Event, bid: Callable[..., Match]) -> None:
    for round_number in (1, 2, 3):
        for table in (1, 2):
            assert seed_shown(dealt) == ""
            play(dealt, round_number, table, bid)
        if round_number < 3:
            begin_next(dealt)
    assert seed_shown(dealt) == SEED


def test_a_round_begun_after_all_was_shown_has_no_deals(dealt: Event, owner: User) -> None:
    event_finish(event=dealt, by=owner, unfinished=True)
    dealt.refresh_from_db()
    assert deals_over(dealt) == set(range(1, 7))
    assert seed_shown(dealt) == SEED
    event_reopen(event=dealt, by=owner, reason="one more round")
    dealt.refresh_from_db()
    assert deals_over(dealt) == set(range(1, 7))
    begin_next(dealt)
    assert match_of(dealt, 1, 1).deal_number(1) == 1
    assert match_of(dealt, 2, 1).deal_number(1) is None


# --- what the record of a hand shows meanwhile


class Night(NamedTuple):
    """An event whose deals were all played once, and the records of that by deal."""

    event: Event
    hands: list[dict[str, Any]]


@pytest.fixture(params=["texas42", "pandoeren"])
def night(
    request: pytest.FixtureRequest, make_event: EventMaker, make_evening: EveningMaker, owner: User
) -> Night:
    """Two tables and two rounds of two deals, the first round begun."""
    made = make_event(name="Whole") if request.param == "texas42" else make_evening(8)
    hands = deals_given(made, owner, per_round=2, rounds=2)
    drawn_and_begun(made)
    return Night(made, hands)


def written(night: Night, table: int, number: int, by: User) -> Hand:
    """Record a hand of the first round as the table wrote it, in full."""
    match = match_of(night.event, 1, table)
    return hand_record(match_id=match.pk, record=night.hands[number - 1], author=by).hand


def test_pieces_are_sealed_until_the_round_is_over_at_every_table(
    night: Night, owner: User
) -> None:
    first = [written(night, 1, number, owner) for number in (1, 2)]
    deals_open_where_over()
    for hand in first:
        hand.refresh_from_db()
        revision = HandRevision.objects.get(hand=hand)
        assert not names_pieces(hand.record, night.event)
        assert not names_pieces(revision.record, night.event)
    version = match_of(night.event, 1, 1).version
    for number in (1, 2):
        written(night, 2, number, owner)
    deals_open_where_over()
    for hand in first:
        hand.refresh_from_db()
        assert hand.record is not None
        whole = night.hands[hand.number - 1]
        assert hand.record["plays"] == whole["plays"]
        assert hand.record["contract"] == whole["contract"]
        assert hand.verdict == verdict(hand.record)
        assert hand.sealed is None
    assert match_of(night.event, 1, 1).version == version + 1


def test_a_record_without_pieces_is_given_its_deal(night: Night, owner: User) -> None:
    for table in (1, 2):
        for number in (1, 2):
            match = match_of(night.event, 1, table)
            bare = {key: value for key, value in night.hands[number - 1].items() if key != "deal"}
            hand_record(match_id=match.pk, record=bare, author=owner)
    deals_open_where_over()
    hand = Hand.objects.get(match=match_of(night.event, 1, 1), number=1)
    deal = deals_shown(night.event)[0]
    assert hand.record is not None
    assert hand.record["deal"] == deal.hands


def test_what_follows_is_the_same_before_and_after_opening(night: Night, owner: User) -> None:
    for table in (1, 2):
        for number in (1, 2):
            written(night, table, number, owner)
    before = match_of(night.event, 1, 1)
    deals_open_where_over()
    after = match_of(night.event, 1, 1)
    assert (before.totals, before.changed_at) == (after.totals, after.changed_at)
    match_refold(after)
    assert after.totals == before.totals


def test_another_deal_than_that_of_the_set_is_refused(dealt: Event, owner: User) -> None:
    match = match_of(dealt, 1, 1)
    dealt_hands = make_deal("texas42", SEED, 1)["deal"]
    hand = record(0, 1) | {"deal": [dealt_hands[0], None, dealt_hands[3], None]}
    with pytest.raises(HandRejected) as refused:
        hand_record(match_id=match.pk, record=hand, author=owner)
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [
        ("match.other_deal", "/deal/2")
    ]
    assert refused.value.problems[0].message == "This is not what was dealt in deal 1."
    hand["deal"][2] = dealt_hands[2]
    assert hand_record(match_id=match.pk, record=hand, author=owner).hand.number == 1


def test_a_record_that_contradicts_its_deal_is_shown_as_such_once_it_is_open(
    night: Night, owner: User, client: Client
) -> None:
    for table in (1, 2):
        for number in (1, 2):
            written(night, table, number, owner)
    client.force_login(owner)
    slug, words = night.event.club.slug, "not those of"
    match = match_of(night.event, 1, 2)
    hand = reverse("hand", args=[slug, match.pk, 1])
    pages = [hand, *(reverse(name, args=[slug, night.event.pk]) for name in NOTING)]
    # Pieces that were only played are not checked against the deal before it is open.
    deal = Deal.objects.get(deal_set__event=night.event, number=1)
    Deal.objects.filter(pk=deal.pk).update(hands=[*deal.hands[2:], *deal.hands[:2]])
    assert contradicting_hands(night.event) == []
    assert words not in client.get(hand).content.decode()
    deals_open_where_over()
    contradictions = [
        (number, hand.match_id, hand.number) for number, hand in contradicting_hands(night.event)
    ]
    assert contradictions == [(1, match_of(night.event, 1, 1).pk, 1), (1, match.pk, 1)]
    assert all(words in client.get(page).content.decode() for page in pages)
    fitting = reverse("hand", args=[slug, match.pk, 2])
    assert words not in client.get(fitting).content.decode()


def test_the_first_dealer_follows_from_the_deal(dealt: Event, owner: User) -> None:
    with pytest.raises(HandRejected) as refused:
        hand_record(match_id=match_of(dealt, 1, 1).pk, record=record(1, 0), author=owner)
    assert refused.value.problems[0].code == "match.wrong_dealer"


def names_pieces(record: dict[str, Any] | None, event: Event) -> set[str]:
    return {piece for piece in pieces_of(event) if f'"{piece}"' in json.dumps(record)}
