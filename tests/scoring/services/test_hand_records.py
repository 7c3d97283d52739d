"""What is printed of hands agrees with their verdicts, in matches of all games."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club, User
from clubs.services.players import player_add
from games import PRESENTERS
from games.printing import TableEdge
from jobs.models import Job
from jobs.services import job_path
from paper.documents.hand_record import PrintedHand, hand_records_build
from paper.documents.matches import matches_for_print
from press.base import Paper, render
from rules import GAMES
from scoring.models import Hand, Match
from scoring.services.hands import hand_correct, hand_record
from tests.games.samples import SAMPLES
from tests.prints.matches.reading import bookmarks, missing_glyphs, texts
from tests.scoring.conftest import MatchFor, Recorded
from tests.scoring.matches import match_create
from tests.scoring.services.card_matches import (
    PANDOEREN_HANDS,
    SPADES_HANDS,
    pandoeren_match,
    spades_match,
)
from tests.scoring.services.card_matches import played as match_of_cards

Played = Callable[[str], Match]


@cache
def sample_match(game: str) -> dict[str, Any]:
    """A match of the game, the same for every test."""
    return SAMPLES[game].match(Random(7))


@pytest.fixture
def evening(club: Club, organiser: User) -> Played:
    """``evening("pandoeren")``: a match of it, its hands trick by trick."""

    def play(game: str) -> Match:
        record = deepcopy(sample_match(game))
        match = match_create(
            club=club,
            game=game,
            rules=record.get("rules", {}),
            stakes=None,
            players=[player_add(club=club, name=name) for name in record["players"]],
            label="Round 1, table 1",
            first_dealer=record["hands"][0]["dealer"],
        )
        for hand in record["hands"]:
            hand_record(match_id=match.pk, record=hand, author=organiser)
        return read(match)

    return play


def read(match: Match) -> Match:
    return matches_for_print(Match.objects.all()).get(pk=match.pk)


def hands_in_print(match: Match) -> Iterator[tuple[Hand, PrintedHand]]:
    return zip(match.hands.all(), hand_records_build(match).hands, strict=True)


def seats_of(hand: PrintedHand) -> dict[int, int]:
    """The hand's number by its column."""
    return {column: "ABCD".index(key) for column, key in enumerate(hand.columns)}


@pytest.mark.parametrize("game", GAMES)
def test_the_diagram_holds_the_deal_and_the_tricks_what_was_played(
    game: str, evening: Played
) -> None:
    shown = 0
    for hand, printed in hands_in_print(evening(game)):
        record = hand.record or {}
        if "deal" in record and None not in record["deal"]:
            held = {"ABCD".index(dealt.key): set(dealt.pieces) for dealt in printed.deal}
            assert held == dict(enumerate(map(set, record["deal"])))
        if "plays" in record:
            rows = [sorted(filter(None, trick.pieces)) for trick in printed.tricks]
            spelled = PRESENTERS[game].pack.canonical
            assert rows == [sorted(map(spelled, trick)) for trick in record["plays"]]
            shown += 1
    assert shown


@pytest.mark.parametrize("game", GAMES)
def test_winners_and_leads_agree_with_the_verdict(game: str, evening: Played) -> None:
    compared = 0
    for hand, printed in hands_in_print(evening(game)):
        verdict, seats = hand.verdict or {}, seats_of(printed)
        winners = [trick.winner for trick in printed.tricks]
        if verdict["tricks"] is not None and printed.tricks:
            won = [seats[winner] for winner in winners if winner is not None]
            assert [won.count(number) for number in range(4)] == verdict["tricks"]
            compared += 1
        leads = [trick.led for trick in printed.tricks]
        if leads and leads[0] is not None:
            assert leads[1:] == winners[:-1]
    assert compared


def test_points_of_tricks_add_up_to_those_of_the_sides(evening: Played) -> None:
    compared = 0
    for hand, printed in hands_in_print(evening("texas42")):
        verdict = hand.verdict or {}
        if len(printed.tricks) == 7 and printed.tricks[0].led is not None and verdict["points"]:
            taken = [0, 0]
            for trick in printed.tricks:
                assert trick.winner is not None
                taken[trick.winner % 2] += int(trick.points)
            assert taken == verdict["points"]
            compared += 1
    assert compared >= 3


def test_card_points_of_pandoeren_add_up_to_those_of_the_declaring_side(evening: Played) -> None:
    compared = 0
    for hand, printed in hands_in_print(evening("pandoeren")):
        verdict = hand.verdict or {}
        if printed.tricks and printed.tricks[0].points and len(printed.tricks) == 8:
            side = {verdict["declarer"], verdict["partner"]}
            won = [int(trick.points) for trick in printed.tricks if trick.winner in side]
            assert sum(won) == verdict["points"]["cards"]
            compared += 1
        elif not str(verdict["bid"]).isdigit():
            assert not any(trick.points for trick in printed.tricks)
    assert compared >= 3


def test_the_dummy_lies_opposite_the_declarer_between_the_defenders(evening: Played) -> None:
    for hand, printed in hands_in_print(evening("dummy_spades")):
        declarer = (hand.verdict or {})["declarer"]
        edges = {"ABCD".index(dealt.key): dealt.edge for dealt in printed.deal}
        if edges:
            assert (edges[declarer], edges[3]) == (TableEdge.SOUTH, TableEdge.NORTH)
            assert edges[(declarer + 1) % 3] is TableEdge.WEST
        assert printed.columns[0] == "ABC"[declarer]
        assert printed.columns[2] == "D"


@pytest.mark.parametrize("game", GAMES)
def test_totals_run_to_those_of_the_match_and_everything_can_be_set(
    game: str, evening: Played
) -> None:
    match = evening(game)
    records = hand_records_build(match)
    totals = [int(score.total.replace("−", "-")) for score in records.hands[-1].scores]
    assert totals == match.totals
    for paper in Paper:
        data = render([records], paper=paper)
        assert missing_glyphs(data) == 0
    text = "".join(texts(data))
    assert all(seat.name in text for seat in match.seats.all())


def test_hands_known_by_their_result_alone_show_no_diagram(
    recorded: Recorded, match: Match
) -> None:
    recorded(bid="1m")
    [hand] = hand_records_build(read(match)).hands
    assert (hand.deal, hand.tricks) == ((), ())
    assert hand.summary.replace("\u00a0", " ").endswith("1 mark, fives")
    assert hand.auction.replace("\u00a0", " ") == "B pass · C pass · D pass · A 1 mark"
    assert hand.scores[0].added == "+1"


DEAL = [
    ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"],
    ["5-5", "5-4", "5-3", "5-2", "5-1", "5-0", "4-4"],
    ["4-3", "4-2", "4-1", "4-0", "3-3", "3-2", "3-1"],
    ["3-0", "2-2", "2-1", "2-0", "1-1", "1-0", "0-0"],
]


def test_the_fourth_hand_follows_from_the_other_three(recorded: Recorded, match: Match) -> None:
    recorded(deal=[*DEAL[:3], None])
    [hand] = hand_records_build(read(match)).hands
    assert set(hand.deal[3].pieces) == set(DEAL[3])


def test_hands_that_were_not_written_down_are_known_from_the_play_alone(
    recorded: Recorded, match: Match
) -> None:
    plays = [["6-6", "5-5", "4-3", "3-0"], ["6-5", "5-4", "4-2", "2-2"]]
    recorded(trump=6, plays=plays, claim="declarer", tally={})
    [hand] = hand_records_build(read(match)).hands
    assert [dealt.pieces for dealt in hand.deal] == [
        ("6-6", "6-5"),
        ("5-5", "5-4"),
        ("4-3", "4-2"),
        ("3-0", "2-2"),
    ]
    facts = dict(hand.facts)
    assert facts["Hands"] == "as far as they were played"
    assert facts["The rest was given to"] == "the bidding side"
    assert [(trick.led, trick.winner, trick.points) for trick in hand.tricks] == [
        (0, 0, "11"),
        (0, 0, "1"),
    ]


def test_results_of_tricks_show_who_won_and_what_it_was_worth(
    recorded: Recorded, match: Match
) -> None:
    worth = (11, 11, 6, 6, 6, 1, 1)
    won = [{"winner": trick % 4, "points": points} for trick, points in enumerate(worth)]
    recorded(trick_results=won, tally={})
    [hand] = hand_records_build(read(match)).hands
    assert [trick.winner for trick in hand.tricks] == [0, 1, 2, 3, 0, 1, 2]
    assert [trick.points for trick in hand.tricks] == [str(points) for points in worth]
    assert not any(any(trick.pieces) for trick in hand.tricks)


def test_corrections_rulings_and_announcements_are_told(
    club: Club, organiser: User, match: Match, recorded: Recorded
) -> None:
    recorded(bid="31")
    first = match.hands.get(number=1)
    changed = (first.record or {}) | {"tally": {"made": False}}
    hand_correct(
        match_id=match.pk, number=1, record=changed, author=organiser, reason="sheet", revision=1
    )
    [hand] = hand_records_build(read(match)).hands
    assert "sheet" in hand.notes[0]
    last = hand_records_build(read(pandoeren_match(club, organiser))).hands[-1]
    assert "a revoke" in last.notes[0]
    nils = hand_records_build(read(spades_match(club, organiser))).hands[0]
    assert "nil on own hand: made" in dict(nils.facts)["Nil"]


def facts_of(hand: PrintedHand) -> dict[str, str]:
    return {name: text.replace("\u00a0", " ") for name, text in hand.facts}


def test_what_the_table_noted_of_a_lead_and_of_tricks_is_printed(
    match: Match, recorded: Recorded
) -> None:
    plays = [["6-5", "6-3", "6-0", "6-1"]]
    recorded(bidder=0, plays=plays, opening_suit=5, claim="declarer", tally={})
    recorded(bidder=1, bid="1m", tally={"tricks": [0, 7]})
    lead, tally = hand_records_build(read(match)).hands
    assert facts_of(lead)["First lead stands for"] == "fives"
    assert facts_of(tally)["Tricks"] == "0 – 7"


@pytest.mark.parametrize(
    ("noted", "facts"),
    [
        ({"centre": "H6"}, {"In the middle": "six of hearts"}),
        ({"discard": "D9"}, {"Discarded": "nine of diamonds"}),
        (
            {"centre": "H6", "discard": "D9"},
            {"In the middle → discarded": "six of hearts → nine of diamonds"},
        ),
    ],
)
def test_of_an_exchange_that_is_printed_which_somebody_noted(
    noted: dict[str, str], facts: dict[str, str], club: Club, organiser: User
) -> None:
    hand = {**PANDOEREN_HANDS[0], **noted}
    [printed] = hand_records_build(read(match_of_cards(club, organiser, "pandoeren", [hand]))).hands
    names = ("In the middle", "Discarded", "In the middle → discarded")
    assert {name: text for name, text in facts_of(printed).items() if name in names} == facts


def test_the_dummy_s_cards_that_were_turned_up_are_printed(club: Club, organiser: User) -> None:
    turned = {**SPADES_HANDS[0], "flipped": ["SA", "HT", "D2"]}
    bids = [{"seat": 2, "bid": "2"}, {"seat": 0, "bid": "6"}, {"seat": 1, "bid": "1"}]
    counted = {"dealer": 1, "auction": bids, "tally": {"declarer_side": 8}}
    rules = {"preset": "flip_1"}
    match = match_of_cards(club, organiser, "dummy_spades", [turned, counted], rules=rules)
    first, second = hand_records_build(read(match)).hands
    assert facts_of(first)["Turned up"] == "ace of spades, ten of hearts, two of diamonds"
    assert "Tricks" in facts_of(first)
    assert "Tricks" not in facts_of(second)


def test_building_asks_only_for_best_play_once_the_match_is_read(evening: Played) -> None:
    match = evening("texas42")
    hand_records_build(match)  # asks the worker for what is not known yet
    with CaptureQueriesContext(
        connection,
    ) as captured:
        hand_records_build(match)
    assert [query["sql"] for query in captured if "bestplay" not in query["sql"]] == []
    assert len(captured) == 1


# --- fetched


def test_a_match_and_a_hand_are_fetched_at_once(
    match: Match, recorded: Recorded, viewer: User, client_for: Callable[[User], Client]
) -> None:
    recorded()
    recorded()
    client, slug = client_for(viewer), match.club.slug
    keys = [slug, match.pk, "hand-records"]
    whole = client.post(reverse("match-print-order", args=keys), {"paper": "a4"}, follow=True)
    assert whole.request["REQUEST_METHOD"] == "GET"
    assert not Job.objects.exists()
    whole = client.get(reverse("match-print", args=keys))
    assert whole["Content-Disposition"] == 'inline; filename="Hand records Table 1.pdf"'
    assert "Hand 2" in texts(whole.content)[0]
    answer = client.get(reverse("match-print", args=keys), {"paper": "letter", "hand": "2"})
    assert "Hand 2 of Table 1.pdf" in answer["Content-Disposition"]
    assert "Hand 1" not in texts(answer.content)[0]


def test_a_long_match_is_ordered_and_not_made_while_a_page_waits(
    match_for: MatchFor,
    recorded: Recorded,
    viewer: User,
    client_for: Callable[[User], Client],
    settings: Any,
    tmp_path: Path,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.JOB_ROOT = tmp_path
    match = match_for(rules={"target": 50})
    for _ in range(25):
        recorded(match, bid="1m")
    client, slug = client_for(viewer), match.club.slug
    keys = [slug, match.pk, "hand-records"]
    page = client.get(reverse("match-print", args=keys), follow=True)
    assert "made in the background" in page.text
    at = reverse("match-print-order", args=keys)
    assert f'action="{at}"' in page.text
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(at, {"paper": "letter"}, follow=True)
    document = Job.objects.get()
    assert answer.request["PATH_INFO"].endswith(f"{document.pk}/")
    assert (document.state, document.done, document.total) == ("done", 1, 1)
    content = job_path(document).read_bytes()
    assert "Hand 25" in texts(content)[-1]
    assert bookmarks(content) == [("Table 1", 1)]


def test_a_hand_that_is_not_there_is_not_found(
    match: Match, recorded: Recorded, viewer: User, client_for: Callable[[User], Client]
) -> None:
    recorded()
    at = reverse("match-print", args=[match.club.slug, match.pk, "hand-records"])
    assert client_for(viewer).get(at, {"hand": 2}).status_code == 404


@pytest.mark.parametrize("hand", ["", "1"])
def test_a_neighbour_finds_no_hands(
    hand: str,
    match: Match,
    recorded: Recorded,
    stranger: User,
    client_for: Callable[[User], Client],
) -> None:
    recorded()
    theirs = stranger.memberships.get().club
    for slug in (match.club.slug, theirs.slug):
        at = reverse("match-print", args=[slug, match.pk, "hand-records"])
        assert client_for(stranger).get(at, {"hand": hand}).status_code == 404
