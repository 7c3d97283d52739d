"""The bids of a declarer, beside a second count in plain Python over the records."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from games import PRESENTERS
from rules import GAMES
from scoring.models import Hand, Match
from scoring.running_score import Rotation
from scoring.selectors.bids import declarer_records
from scoring.services.hands import hand_correct, hand_record, hand_undo
from scoring.services.matches import match_create
from tests.scoring.conftest import Recorded, passed_out, quick
from tests.tournaments.single import misere

pytestmark = pytest.mark.django_db

Counted = dict[tuple[str, str], tuple[int, int]]


def selected(player: Player) -> Counted:
    """What the database counts: made and set, by game and bid."""
    return {
        (str(record.game), row.bid): (row.made, row.was_set)
        for record in declarer_records(player)
        for row in record.bids
    }


def recounted(player: Player) -> Counted:
    """The same from the records: the last call that is no pass, and the judge's word on it."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for seat in player.seats.select_related("match"):
        match = seat.match
        game, presenter = GAMES[match.game], PRESENTERS[match.game]
        turns = Rotation(game.seats, match.seats.count(), match.first_dealer)
        options = game.options.resolve(match.rules)
        for hand in Hand.objects.filter(match=match, record__isnull=False, counted=True):
            bids = [call for call in hand.record["auction"] if call["bid"] != "pass"]
            if bids and turns.seated(hand.number)[bids[-1]["seat"]] == seat.number:
                made = game.judge(hand.record, options).facts["outcome"] == "made"
                counts[str(presenter.label), presenter.bid_words(bids[-1]["bid"]), made] += 1
    return {
        (game, bid): (counts[game, bid, True], counts[game, bid, False]) for game, bid, _ in counts
    }


def test_bids_are_counted_by_their_declarer_after_corrections_and_undone_hands(
    match: Match, players: list[Player], recorded: Recorded, organiser: User
) -> None:
    for bidder, bid, made in [(0, "30", True), (0, "30", False), (1, "1m", True), (0, "2m", False)]:
        recorded(bidder=bidder, bid=bid, tally={"made": made})
    dealer = Match.objects.get(pk=match.pk).next_dealer
    hand_record(match_id=match.pk, record=passed_out(dealer=dealer), author=organiser)
    recorded(bidder=0, bid="35")
    first, last = Hand.objects.get(match=match, number=1), Hand.objects.get(match=match, number=6)
    hand_undo(match_id=match.pk, author=organiser, number=6, revision=last.revision)
    hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=first.record["dealer"], bidder=2, bid="31"),
        author=organiser,
        reason="misread",
        revision=first.revision,
    )
    assert selected(players[0]) == {("Texas 42", "30"): (0, 1), ("Texas 42", "2 marks"): (0, 1)}
    assert selected(players[3]) == {}
    for player in players:
        assert selected(player) == recounted(player)


def test_where_five_take_turns_each_has_his_own_bids(club: Club, organiser: User) -> None:
    five = players_add_many(club=club, names=["A", "B", "C", "D", "E"])
    match = match_create(
        club=club, game="pandoeren", rules={}, stakes=None, players=five, first_dealer=2
    )
    for number in range(1, 13):
        hand = misere(3, number * number % 4)
        hand_record(match_id=match.pk, record=hand, author=organiser)
    found = [selected(player) for player in five]
    assert found == [recounted(player) for player in five]
    assert sum(made + lost for one in found for made, lost in one.values()) == 12


def test_the_page_of_a_player_shows_them(
    club: Club,
    players: list[Player],
    recorded: Recorded,
    viewer: User,
    client_for: Callable[[User], Client],
) -> None:
    recorded(bidder=0, bid="2m")
    client = client_for(viewer)
    assert "2 marks" in client.get(reverse("player", args=[club.slug, players[0].pk])).text
    assert "2 marks" not in client.get(reverse("player", args=[club.slug, players[1].pk])).text
