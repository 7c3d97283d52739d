"""A table with one player more than seats, on its pages: the right names stand by each hand."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import Club, User
from clubs.services.players import player_add
from paper.documents.hand_record import hand_records_build
from paper.documents.matches import matches_for_print
from paper.documents.scorecard import scorecard_build
from paper.documents.sheets import sheet_build
from scoring.models import Hand, Match
from scoring.services.hands import hand_record, hand_undo
from tests.conftest import ClientFor
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import Typed, address
from tests.tournaments.single import misere, spades, thrown_in

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")
PANDOEREN_LINES = ("dmism", "bmisf", "b15hsadm")
"""Dan makes a misère, Bob fails one, and Bob and Dan make 150."""


def table_for(club: Club, game: str, count: int, **more: Any) -> Match:
    players = [player_add(club=club, name=name) for name in NAMES[:count]]
    given: dict[str, Any] = {"rules": {}, "stakes": None, "label": "Table 1"} | more
    return match_create(club=club, game=game, players=players, **given)


@pytest.fixture
def match(club: Club) -> Match:
    """Five at Pandoeren; Cleo deals first."""
    stakes = {"currency": "EUR", "per_point": "0.10"}
    return table_for(club, "pandoeren", 5, first_dealer=2, stakes=stakes, rules={"hands": 4})


@pytest.fixture
def four(club: Club) -> Match:
    """Four at spades; Ann deals first."""
    return table_for(club, "dummy_spades", 4)


@pytest.fixture
def page(organiser: User, client_for: ClientFor) -> Callable[..., str]:
    """``page(match, "hands/1/")``: the text of the match page, or of something below it."""

    def read(of: Match, below: str = "") -> str:
        page = client_for(organiser).get(address(of, below)).content.decode()
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))

    return read


def read_for_print(match: Match) -> Match:
    return matches_for_print(Match.objects.all()).get(pk=match.pk)


def plain(text: str) -> str:
    """Without the marks that fence a name off."""
    return re.sub("[\u2066-\u2069]", "", text)


def test_a_typed_letter_is_the_same_player_in_every_hand(match: Match, typed: Typed) -> None:
    # Cleo, Dan and Eva deal: the seats begin with Dan, Eva and Ann.
    for line in PANDOEREN_LINES:
        assert typed(line).status_code == 302
    declarers = [(hand.verdict or {})["declarer"] for hand in Hand.objects.order_by("number")]
    assert declarers == [0, 2, 1]
    # Dan 3; of Eva, Ann, Bob, Cleo the third, Bob, -3; of Ann, Bob, Cleo, Dan: Bob and Dan 2.
    assert Match.objects.get(pk=match.pk).totals == [0, -3 + 2, 0, 3 + 2, 0]


def test_the_page_names_who_plays_and_who_deals_beside(
    match: Match, typed: Typed, page: Callable[..., str]
) -> None:
    text = page(match)
    assert "Cleo deals and sits out" in text
    assert re.search(r"D Dan .*E Eva .*A Ann .*B Bob", text)
    assert "Who deals first" not in text, "that is settled from the start"
    assert "A letter is the same player all evening" in text
    typed(PANDOEREN_LINES[0])
    text = page(match)
    assert "Dan deals and sits out" in text
    assert re.search(r"E Eva .*A Ann .*B Bob .*C Cleo", text)


def test_the_table_of_hands_has_the_dealer_and_the_bidder_of_each(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    for line in PANDOEREN_LINES:
        typed(line)
    sheet = client_for(organiser).get(address(match)).context["score"]
    rows = [(row.labels.dealer, row.labels.bidder) for row in sheet.rows]
    assert rows == [("Cleo", "Dan"), ("Dan", "Bob"), ("Eva", "Bob")]
    assert [[cell.rests for cell in row.changes].index(True) for row in sheet.rows] == [2, 3, 4]
    assert [cell.added for cell in sheet.rows[2].changes] == ["", "+2", "", "+2", ""]
    assert [side.figure for side in sheet.sides] == ["0", "−1", "0", "5", "0"]
    assert dict(sheet.settlement) == {
        "Ann": "−0.40",
        "Bob": "−0.90",
        "Cleo": "−0.40",
        "Dan": "2.10",
        "Eva": "−0.40",
    }


def test_a_hand_s_own_page_says_who_sat_where(
    match: Match, typed: Typed, page: Callable[..., str]
) -> None:
    for line in PANDOEREN_LINES:
        typed(line)
    text = page(match, "hands/2/")
    assert re.search(r"Seated, clockwise E Eva A Ann B Bob C Cleo", text)
    assert re.search(r"Dealer ?Dan", text)
    assert re.search(r"C Cleo ?0", text)
    assert "D Dan" not in text, "who sat out has no score there"
    assert "Bob, misère" in text


def test_a_correction_is_typed_at_the_table_of_its_own_hand(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor, page: Callable[..., str]
) -> None:
    typed(PANDOEREN_LINES[0])
    typed(PANDOEREN_LINES[1])
    assert "Cleo dealt." in page(match, "hands/1/correct/")
    form = {"revision": 1, "reason": "Eva it was", "key": "k", "mode": "quick", "command": "emism"}
    answer = client_for(organiser).post(address(match, "hands/1/correct/"), form)
    assert answer.status_code == 302
    assert Match.objects.get(pk=match.pk).totals == [0, -3, 0, 0, 3]
    history = page(match, "hands/1/")
    assert "Recorded: Dan, misère" in history
    assert "Corrected to: Eva, misère" in history


def test_undo_gives_the_deal_back(
    match: Match, typed: Typed, organiser: User, page: Callable[..., str]
) -> None:
    typed(PANDOEREN_LINES[0])
    hand_undo(match_id=match.pk, author=organiser, number=1, revision=1)
    assert "Cleo deals and sits out" in page(match)
    assert Match.objects.get(pk=match.pk).totals == [0] * 5


def test_what_was_typed_for_a_hand_that_another_recorded_is_read_at_the_next_table(
    match: Match, typed: Typed, organiser: User
) -> None:
    typed(PANDOEREN_LINES[0])
    answer = typed("emism", number=1, key="late")
    assert answer.status_code == 409
    form = answer.context["form"]
    assert form.table.dealer_name == "Dan"
    assert form.table.names == ("Eva", "Ann", "Bob", "Cleo")
    assert form["number"].value() == "2"
    rows = {row.label: row for row in answer.context["rows"]}
    assert (rows["Bid"].theirs, rows["Bid"].mine) == ("Dan, misère", "Eva, misère")


def test_the_preview_counts_at_the_table_of_the_hand(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    typed(PANDOEREN_LINES[0])
    form = {"number": 2, "dealer": 3, "key": "k", "mode": "quick", "command": "a15hsacm"}
    answer = client_for(organiser).post(address(match, "preview/"), form)
    preview = answer.context["preview"]
    assert preview.sentence.startswith("Ann, 150")
    assert [(score.player, score.added) for score in preview.scores] == [
        ("Ann", "+2"),
        ("Bob", "0"),
        ("Cleo", "+2"),
        ("Eva", "0"),
    ]


def test_four_at_spades_have_their_bags_by_who_played(
    four: Match, organiser: User, page: Callable[..., str]
) -> None:
    # Ann, then Bob deals: Bob, Cleo, Dan play, then Cleo, Dan, Ann.
    for tricks in ([5, 4, 0, 4], [7, 3, 0, 3]):
        hand_record(match_id=four.pk, record=spades(2, [5, 2, 1], tricks), author=organiser)
    text = page(four)
    assert "Cleo deals and sits out" in text
    assert re.search(r"E Dan .*A Ann .*B Bob .*D the dummy", text)
    four.refresh_from_db()
    # Bob 5 and 9 tricks, Cleo 2 and Dan 1 against 4; Cleo 5 and 10, Dan 2 and Ann 1 against 3.
    assert four.totals == [12, 54, 22 + 55, 13 + 21]
    assert four.standing["bags"] == [2, 4, 2 + 5, 3 + 1]
    account = page(four, "hands/2/")
    assert "Cleo: 22 +55 = 77, 7 of 10 bags" in account


def test_prints_tell_each_hand_by_its_own_seats(match: Match, typed: Typed) -> None:
    for line in PANDOEREN_LINES:
        typed(line)
    printed = read_for_print(match)
    card = scorecard_build(printed)
    assert [name for side in card.sides for name in side.label.players] == list(NAMES)
    assert [hand.cells[0].text for hand in card.hands] == ["C", "D", "E"]
    assert [hand.figures[3].texts for hand in card.hands] == [
        ("+3", "3"),
        ("–", "3"),
        ("+2", "5"),
    ]
    records = hand_records_build(printed)
    assert records.players == tuple(zip("ABCDE", NAMES, strict=True))
    second = dict(records.hands[1].facts)
    assert plain(second["Dealer"]) == "Dan"
    seated = plain(second["Seated, clockwise"]).replace("\xa0", " ")
    assert seated == "E Eva\nA Ann\nB Bob\nC Cleo"
    assert [score.total for score in records.hands[1].scores] == ["0", "−3", "0", "3", "0"]


@pytest.mark.parametrize(("game", "letters"), [("pandoeren", "ABCDE"), ("dummy_spades", "ABCE")])
def test_an_empty_sheet_has_room_for_everybody_and_says_who_deals(
    game: str, letters: str, club: Club
) -> None:
    built = sheet_build(read_for_print(table_for(club, game, len(letters), first_dealer=1)))
    assert [side.short for side in built.sides] == list(letters)
    assert built.given == (*letters[1:], letters[0])
    assert "The dealer sits out" in built.design.legend[0]


def test_a_usual_table_is_as_ever(club: Club, page: Callable[..., str], organiser: User) -> None:
    usual = table_for(club, "pandoeren", 4)
    hand_record(match_id=usual.pk, record=thrown_in(1), author=organiser)
    hand_record(match_id=usual.pk, record=misere(2, 0), author=organiser)
    text = page(usual)
    assert "sits out" not in text
    assert re.search(r"A Ann .*B Bob .*C Cleo .*D Dan", text)
