"""What is printed of a match of single players: each hand in words, each score explained."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, User
from games.dummy_spades.printing import scoring_words
from games.pandoeren.printing import points_sum, worth_words
from games.printing import Cell, MarkedOutcome, Sign
from jobs.models import Job
from paper.documents.matches import match_imprint, matches_for_print
from paper.documents.printouts import PAGES_AT_ONCE
from paper.documents.score_sheet import ScoreSheet
from paper.documents.scorecard import HANDS_ON_CARD, Scorecard, scorecard_build
from paper.documents.sheets import sheet_build
from press.base import Paper, render
from press.fonts import isolated
from rules import GAMES
from scoring.models import Match
from scoring.services.hands import hand_correct
from tests.prints.matches.reading import bookmarks, missing_glyphs, texts
from tests.scoring.services.card_matches import (
    NAMES,
    PANDOEREN_HANDS,
    SPADES_HANDS,
    pandoeren_match,
    spades_match,
)

ANN, BAHRAM, CARL, HANAKO = NAMES


def printed(match: Match) -> Scorecard:
    return scorecard_build(matches_for_print(Match.objects.all()).get(pk=match.pk))


def sheet_of(match: Match, *, large: bool = False) -> ScoreSheet:
    return sheet_build(match, large=large)


def figures_of(card: Scorecard, place: int) -> list[tuple[str, ...]]:
    """One column of figures, hand by hand."""
    return [tuple(figure.texts[place] for figure in hand.figures) for hand in card.hands]


@pytest.fixture
def pandoeren(club: Club, organiser: User) -> Match:
    return pandoeren_match(club, organiser)


@pytest.fixture
def spades(club: Club, organiser: User) -> Match:
    return spades_match(club, organiser)


# --- Pandoeren


def test_each_hand_of_pandoeren_shows_its_gain_and_the_running_totals(pandoeren: Match) -> None:
    card = printed(pandoeren)
    assert figures_of(card, 0) == [
        ("", "+2", "", "+2"),
        ("", "", "−3", ""),
        ("", "", "", ""),
        ("+2", "+2", "", ""),
        ("", "", "", "−5"),
    ]
    assert figures_of(card, 1)[-1] == ("2", "4", "−3", "−3")
    assert card.running_totals[0] == (0, 0, 0, 2, 2)
    assert [side.figure for side in card.sides] == ["2", "4", "−3", "−3"]
    assert [side.won for side in card.sides] == [False, True, False, False]


def test_a_contract_is_told_with_its_suit_its_card_and_its_partner(pandoeren: Match) -> None:
    number, misere, thrown, kereltje, solo = (hand.cells for hand in printed(pandoeren).hands)
    assert number == (
        Cell(ANN),
        Cell("150", "calls the ace of hearts", sign=Sign(suit="S"), card="HA", strong=True),
        Cell(BAHRAM, HANAKO),
        Cell("made", "104 + 50 + 0 = 154", outcome=MarkedOutcome.MADE),
    )
    assert misere[1:3] == (Cell("misère", sign=Sign(suit="D"), strong=True), Cell(CARL, "alone"))
    assert thrown == (
        Cell(CARL),
        Cell(""),
        Cell(""),
        Cell("thrown in", outcome=MarkedOutcome.PASSED),
    )
    assert kereltje[1:3] == (
        Cell("kereltje", "calls the jass", sign=Sign(suit="H"), strong=True),
        Cell(ANN, BAHRAM),
    )
    assert solo[1:] == (
        Cell("solo zwabber", strong=True),
        Cell(HANAKO, "alone"),
        Cell("failed", outcome=MarkedOutcome.SET),
    )


def test_every_two_players_settle_their_difference(pandoeren: Match) -> None:
    settlement = printed(pandoeren).settlement
    assert settlement is not None
    assert settlement.sides == ()
    assert [amount for _text, amount in settlement.players] == [
        isolated("2.00 EUR"),
        isolated("4.00 EUR"),
        isolated("−3.00 EUR"),
        isolated("−3.00 EUR"),
    ]
    # Those of the six pairs of players who are even are left out.
    assert len(settlement.steps) == 5
    owed = {amount for _text, amount in settlement.steps}
    assert owed == {isolated("0.50 EUR"), isolated("1.25 EUR"), isolated("1.75 EUR")}
    assert any(isolated(BAHRAM) in text for text, _amount in settlement.steps)
    assert settlement.stakes.startswith(f"{isolated('0.25 EUR')} for each point")


def test_rulings_and_corrections_are_noted_at_their_hands(
    pandoeren: Match, organiser: User
) -> None:
    corrected = PANDOEREN_HANDS[0] | {"partner": 2}
    hand_correct(
        match_id=pandoeren.pk,
        number=1,
        record=corrected,
        author=organiser,
        reason="wrong partner",
        revision=1,
    )
    card = printed(pandoeren)
    notes = {note.hand: note.text for note in card.notes}
    assert set(notes) == {1, 5}
    assert notes[1].endswith(isolated("wrong partner"))
    assert notes[5] == f"Ruling against the bidding side: {isolated('a revoke')}"
    assert card.hands[0].cells[2] == Cell(BAHRAM, CARL)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (None, ""),
        ({"cards": 131, "roem": 0, "stuk": 0, "total": 131}, "131"),
        ({"cards": 104, "roem": 50, "stuk": 0, "total": 154}, "104 + 50 + 0 = 154"),
        ({"cards": 100, "roem": 0, "stuk": 20, "total": 120}, "100 + 0 + 20 = 120"),
    ],
)
def test_points_are_added_up_so_that_roem_and_stuk_are_told_apart(
    points: dict[str, int] | None, words: str
) -> None:
    assert points_sum(points) == words


def test_the_sheet_tells_the_worth_of_every_contract() -> None:
    assert worth_words() == (
        "Worth: 120–140: 1 · piccolo: 3 · misère: 3 · 150–160: 2 · kereltje: 2 · zwabber: 2 · "
        "170–190: 3 · solo zwabber: 5 · piccolo ouvert: 6 · 200–300: 4 · misère ouvert: 6 · "
        "stil praatje: 9 · pandoer: 5 · pandoer + …: 5 · praatje: 9 · privé: 10."
    )


@pytest.mark.parametrize(("agreed", "rows"), [(None, 16), (5, 5), (16, 16), (1000, 64)])
def test_a_sheet_of_pandoeren_has_the_hands_of_a_round(
    club: Club, organiser: User, agreed: int | None, rows: int
) -> None:
    match = pandoeren_match(club, organiser, rules={"hands": agreed})
    assert sheet_of(match).design.hands == rows


def test_a_sheet_of_pandoeren_tells_who_deals_and_how_roem_is_noted(pandoeren: Match) -> None:
    Match.objects.filter(pk=pandoeren.pk).update(first_dealer=2)
    pandoeren.refresh_from_db()
    sheet = sheet_of(pandoeren)
    day = timezone.localtime(pandoeren.created_at)
    assert {field.label: field.value for field in sheet.fields} == {
        "Date": f"{day.day} {day:%b %Y}",
        "Hands": "5",
        "First dealer": CARL,
    }
    assert sheet.given == ("C", "D", "A", "B")
    assert [field.value for side in sheet.sides for field in side.players] == list(NAMES)
    assert sheet.design.legend[0] == "Roem: I = 20, V = 50."
    assert sheet.design.side_heads == (("±", "Total"),)
    assert sheet_of(pandoeren, large=True).design == sheet.design
    assert sheet.design.wide


# --- Dummy-Hand Spades


def test_each_score_of_spades_is_explained_line_by_line(spades: Match) -> None:
    first, second = printed(spades).hands
    assert [figure.lines for figure in first.figures] == [
        ("−3 × 10 = −30",),
        ("5 × 10 + 6 bags = +56",),
        ("−4 × 10 = −40", "nil on own hand, made: +100"),
    ]
    assert [figure.lines for figure in second.figures] == [
        (
            "6 × 10 + 2 bags = +62",
            "nil on the dummy, failed: −100",
            f"nil on {isolated(BAHRAM)} does not count",
        ),
        ("1 × 10 + 4 bags = +14", "10 bags: −100"),
        ("2 × 10 + 3 bags = +23",),
    ]


def test_bids_tricks_gains_bags_and_totals_stand_in_columns(spades: Match) -> None:
    card = printed(spades)
    assert [figure.texts for figure in card.hands[0].figures] == [
        ("3", "2", "−30", "0", "−30"),
        ("5", "11", "+56", "6", "56"),
        ("4", "2", "+60", "0", "60"),
    ]
    assert [figure.texts for figure in card.hands[1].figures] == [
        ("6", "8", "−38", "2", "−68"),
        ("1", "5", "−86", "0", "−30"),
        ("2", "5", "+23", "3", "83"),
    ]
    assert [hand.cells for hand in card.hands] == [(Cell(BAHRAM, ANN),), (Cell(ANN, BAHRAM),)]
    assert [side.won for side in card.sides] == [False, False, True]
    assert all(side.note for side in card.sides)
    assert card.target == 80


def test_spades_are_settled_by_the_point_and_by_the_game(spades: Match) -> None:
    settlement = printed(spades).settlement
    assert settlement is not None
    assert [amount for _text, amount in settlement.players] == [
        isolated("−20.90 EUR"),
        isolated("−9.50 EUR"),
        isolated("30.40 EUR"),
    ]
    steps = " ".join(text for text, _amount in settlement.steps)
    assert "(83 − (−68)) × 0.10" in steps
    assert "2.00" in steps


def test_without_a_winner_nothing_is_settled_in_spades(club: Club, organiser: User) -> None:
    assert printed(spades_match(club, organiser, rules={})).settlement is None


def test_a_hand_beyond_the_end_is_printed_and_brings_nothing(
    spades: Match, organiser: User
) -> None:
    """A correction that ends the match with its first hand."""
    better = SPADES_HANDS[0] | {"tally": {"tricks": [0, 6, 0, 7]}}
    better["auction"] = [
        {"seat": 1, "bid": "13"},
        {"seat": 2, "bid": "4", "nil": [2]},
        {"seat": 0, "bid": "3"},
    ]
    hand_correct(
        match_id=spades.pk, number=1, record=better, author=organiser, reason="tricks", revision=1
    )
    card = printed(spades)
    assert [figure.texts[2] for figure in card.hands[1].figures] == ["0", "0", "0"]
    assert not any("10 bags" in line for figure in card.hands[1].figures for line in figure.lines)
    assert [side.figure for side in card.sides] == ["−30", "130", "60"]
    assert any("does not count" in note.text for note in card.notes)


@pytest.mark.parametrize(
    ("rules", "end"),
    [
        ({}, "Nil: 100 won or lost. Every 10 bags: 100 off."),
        ({"bag_limit": 5, "bag_penalty": 50}, "Nil: 100 won or lost. Every 5 bags: 50 off."),
        ({"bag_limit": None, "nil_bonus": 0}, "10 off for each trick bid."),
        ({"bag_penalty": 0}, "Nil: 100 won or lost."),
    ],
)
def test_a_sheet_of_spades_tells_how_it_is_scored(rules: dict[str, int | None], end: str) -> None:
    options = GAMES["dummy_spades"].options.resolve(rules)
    assert " ".join(scoring_words(options)).endswith(end)


def test_a_sheet_of_spades_has_three_players_and_what_is_played_to(spades: Match) -> None:
    sheet = sheet_of(spades)
    fields = {field.label: field.value for field in sheet.fields}
    assert fields["Game to"] == "80 points"
    assert fields["First dealer"] == ANN
    assert [side.short for side in sheet.sides] == ["A", "B", "C"]
    assert sheet.given == ("A", "B", "C")


# --- both


@pytest.mark.parametrize("build", [pandoeren_match, spades_match])
def test_cards_and_sheets_print_the_same_bytes_without_a_missing_glyph(
    club: Club, organiser: User, build: Callable[..., Match]
) -> None:
    match = build(club, organiser)
    for paper in Paper:
        data = render([printed(match)], paper=paper)
        assert missing_glyphs(data) == 0
        assert render([printed(match)], paper=paper) == data
        assert match_imprint(match, "").code in texts(data)[0]
        for large in (False, True):
            sheet = render([sheet_of(match, large=large)], paper=paper)
            assert missing_glyphs(sheet) == 0


@pytest.mark.parametrize("build", [pandoeren_match, spades_match])
def test_the_addresses_of_a_match_give_its_card_and_sheet(
    club: Club,
    organiser: User,
    client_for: Callable[[User], Client],
    build: Callable[..., Match],
) -> None:
    match = build(club, organiser)
    browser = client_for(organiser)
    for name in ("scorecard.pdf", "sheet.pdf", "sheet.pdf?large=on&paper=letter"):
        answer = browser.get(f"/c/{club.slug}/matches/{match.pk}/print/{name}")
        assert answer["Content-Type"] == "application/pdf"
        assert "Ann" in texts(answer.content)[0]


def test_a_long_scorecard_is_ordered(
    pandoeren: Match, organiser: User, client_for: Callable[[User], Client]
) -> None:
    Match.objects.filter(pk=pandoeren.pk).update(hand_count=PAGES_AT_ONCE * HANDS_ON_CARD + 1)
    browser = client_for(organiser)
    keys = [pandoeren.club.slug, pandoeren.pk, "scorecard"]
    assert "request it here" in browser.get(reverse("match-print", args=keys), follow=True).text
    browser.post(reverse("match-print-order", args=keys), {"paper": "letter"})
    document = Job.objects.get()
    assert (document.parameters["of"], document.parameters["print"]) == (pandoeren.pk, "scorecard")
    assert document.parameters["paper"] == "letter"


def test_matches_of_two_games_are_one_file(pandoeren: Match, organiser: User, club: Club) -> None:
    matches = [spades_match(club, organiser), pandoeren]
    data = render(map(printed, matches), paper=Paper.A4)
    first, second = (title for title, _page in bookmarks(data))
    assert first.startswith("Dummy-Hand Spades")
    assert second.startswith("Pandoeren")


@pytest.mark.parametrize("build", [pandoeren_match, spades_match])
def test_reading_for_print_takes_four_queries(
    club: Club, organiser: User, build: Callable[..., Match]
) -> None:
    build(club, organiser)
    with CaptureQueriesContext(connection) as captured:
        for match in matches_for_print(Match.objects.all()):
            scorecard_build(match)
    assert len(captured) <= 4
