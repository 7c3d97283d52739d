"""What is printed of a match, as frozen values: built from what is recorded, in words."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, User
from clubs.services.players import player_add
from games.printing import Cell, MarkedOutcome
from paper.documents.matches import match_imprint, matches_for_print
from paper.documents.scorecard import Scorecard, scorecard_build
from paper.documents.sheets import sheet_build
from press.base import Paper, render
from press.fonts import isolated
from scoring.models import Match
from scoring.services.hands import hand_correct, hand_record
from tests.scoring.conftest import MatchFor, Recorded, passed_out, quick
from tests.scoring.matches import match_create

STAKES = {"currency": "EUR", "per_mark": "0.25", "per_set": "1.00"}


def printed(match: Match) -> Scorecard:
    return scorecard_build(matches_for_print(Match.objects.all()).get(pk=match.pk))


def mixed(club: Club, **fields: Any) -> Match:
    """A match with names from both directions of writing."""
    names = ("بهرام", "Bea", "Ann", "Dan")
    players = [player_add(club=club, name=name) for name in names]
    given = {"rules": {}, "stakes": STAKES, "label": "Table 1"} | fields
    return match_create(club=club, game="texas42", players=players, **given)


@pytest.fixture
def played(club: Club, organiser: User) -> Match:
    """Seven marks to four and a set on each side: the source's worked example of stakes."""
    match = mixed(club)
    hands = [(0, "2m", True), (1, "2m", True), (0, "2m", True), (1, "1m", True)]
    hands += [(0, "1m", False), (1, "1m", False), (0, "2m", True)]
    for number, (bidder, bid, made) in enumerate(hands):
        hand = quick(dealer=number % 4, bidder=bidder, bid=bid, made=made)
        hand_record(match_id=match.pk, record=hand, author=organiser)
    match.refresh_from_db()
    return match


def test_every_hand_is_printed_with_how_it_stood_after_it(played: Match) -> None:
    assert played.totals == [7, 4]
    card = printed(played)
    running = list(zip(*card.running_totals, strict=True))
    assert running == [(2, 0), (2, 2), (4, 2), (4, 3), (4, 4), (5, 4), (7, 4)]
    assert [side.won for side in card.sides] == [True, False]
    assert (card.draws_marks, card.target) == (True, 7)


def test_the_settlement_shows_how_it_came_about(played: Match) -> None:
    settlement = printed(played).settlement
    assert settlement is not None
    assert settlement.steps[-1][1] == isolated("1.75 EUR")
    assert [amount for _text, amount in settlement.sides] == [
        isolated("1.75 EUR"),
        isolated("−1.75 EUR"),
    ]
    assert [amount for _text, amount in settlement.players] == [
        isolated("0.88 EUR"),
        isolated("−0.88 EUR"),
        isolated("0.87 EUR"),
        isolated("−0.87 EUR"),
    ]


def test_names_are_fenced_off_where_a_text_is_put_together(played: Match) -> None:
    card = printed(played)
    ours = f"{isolated('بهرام')} & {isolated('Ann')}"
    theirs = f"{isolated('Bea')} & {isolated('Dan')}"
    assert card.title == f"{ours} – {theirs}"
    assert card.settlement is not None
    assert [text for text, _amount in card.settlement.sides] == [ours, theirs]
    assert all(isolated(name) in card.settlement.steps[-1][0] for name in ("Bea", "Dan"))


def test_without_stakes_or_before_the_end_nothing_is_settled(
    match_for: MatchFor, recorded: Recorded
) -> None:
    match = match_for(stakes=STAKES)
    recorded(match)
    assert printed(match).settlement is None


def test_corrections_rulings_and_hands_beyond_the_end_are_noted(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded()
    hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=0, bidder=0, made=False),
        author=organiser,
        reason="made and set mixed up",
        revision=1,
    )
    for against, bidder in (("declarer", 1), ("defence", 2)):
        ruling = {"against": against, "reason": "revoke"}
        recorded(bidder=bidder, ruling=ruling, tally={"made": against == "defence"})
    notes = {note.hand: note.text for note in printed(match).notes}
    at = f"{timezone.localtime():%H}"
    assert notes[1].startswith(f"Corrected by {isolated('organiser')} at {at}:")
    assert notes[1].endswith(isolated("made and set mixed up"))
    assert notes[2] == f"Ruling against the bidding side: {isolated('revoke')}"
    assert notes[3] == f"Ruling against the defending side: {isolated('revoke')}"


def test_a_passed_out_hand_has_its_line(match: Match, organiser: User) -> None:
    hand_record(match_id=match.pk, record=passed_out(dealer=0), author=organiser)
    (hand,) = printed(match).hands
    _shaker, _bid, bidder, _contract, result = hand.cells
    assert (bidder, result.outcome) == (Cell(""), MarkedOutcome.PASSED)
    assert [figures.texts for figures in hand.figures] == [("", "0"), ("", "0")]


def test_the_same_state_prints_the_same_bytes_and_another_has_another_code(
    match: Match, recorded: Recorded
) -> None:
    recorded()
    first = render([printed(match)], paper=Paper.A4)
    assert render([printed(match)], paper=Paper.A4) == first
    match.refresh_from_db()
    code = match_imprint(match, "").code
    recorded()
    match.refresh_from_db()
    assert match_imprint(match, "").code != code
    assert len(code) == 7
    assert not set("ILOU") & set(code)


def test_a_sheet_tells_the_day_the_target_and_who_shakes_first(match_for: MatchFor) -> None:
    match = match_for(first_dealer=2, rules={"preset": "points"})
    sheet = sheet_build(match)
    fields = {field.label: field.value for field in sheet.fields}
    day = timezone.localtime(match.created_at)
    assert fields == {
        "Date": f"{day.day} {day:%b %Y}",
        "Game to": "250 points",
        "First shaker": "Carl",
    }
    sides = [[field.value for field in side.players] for side in sheet.sides]
    assert sides == [["Ann", "Carl"], ["Bea", "Dan"]]


def test_reading_matches_for_print_takes_the_same_queries_for_any_number(
    match_for: MatchFor, recorded: Recorded
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            for match in matches_for_print(Match.objects.all()):
                scorecard_build(match)
        return len(captured)

    recorded(match_for())
    few = queries()
    for _ in range(3):
        match = match_for()
        for bidder in (0, 1, 2):
            recorded(match, bidder=bidder)
    assert queries() == few
    assert few <= 4
