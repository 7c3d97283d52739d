"""Results that are entered from a slip, of matches whose hands nobody wrote down."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, Player, User
from scoring.errors import HandRejected, MatchConflict, ReasonMissing
from scoring.models import Match
from scoring.running_score import FinalTotals
from scoring.selectors.scores import match_score
from scoring.services.hands import hand_correct, hand_record
from scoring.services.matches import match_rules_set, match_time_call
from scoring.services.results import (
    MOST_HANDS,
    Unfinished,
    result_restore,
    result_state,
    result_withdraw,
)
from tests.refused import refused
from tests.scoring.conftest import MatchFor, Recorded, match_in, quick
from tests.scoring.matches import match_create

pytestmark = pytest.mark.django_db

Totals = tuple[int, ...]


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return match_in(
        club, players, rules={"preset": "marks"}, stakes={"currency": "USD", "per_mark": "0.50"}
    )


def sides(match: Match) -> list[tuple[int, int, bool, bool, bool]]:
    """Totals, those against, won, lost, over: by side."""
    columns = ("total", "against", "won", "lost", "is_over")
    return list(match.sides.order_by("number").values_list(*columns))


def test_the_higher_total_wins_and_the_match_is_over(match: Match, organiser: User) -> None:
    result_state(match_id=match.pk, totals=[4, 7], author=organiser)
    match.refresh_from_db()
    assert (match.totals, match.winner, match.is_over, match.version) == ([4, 7], 1, True, 1)
    assert sides(match) == [(4, 7, False, True, True), (7, 4, True, False, True)]


def test_it_is_settled_by_its_totals(match: Match, organiser: User) -> None:
    result_state(match_id=match.pk, totals=[4, 7], author=organiser)
    sheet = match_score(Match.objects.get(pk=match.pk))
    assert [amount for _name, amount in sheet.settlement] == [
        "\N{MINUS SIGN}0.75",
        "0.75",
        "\N{MINUS SIGN}0.75",
        "0.75",
    ]


def test_level_totals_are_a_draw(match: Match, organiser: User) -> None:
    result_state(match_id=match.pk, totals=[5, 5], author=organiser, ended="time")
    match.refresh_from_db()
    assert (match.winner, match.is_over) == (None, True)
    assert [side[2:4] for side in sides(match)] == [(False, False)] * 2


@pytest.mark.parametrize(
    ("game", "totals", "winner"),
    [
        ("pandoeren", (12, -3, 0, -9), 0),
        ("pandoeren", (5, 5, -10, 0), None),
        ("dummy_spades", (510, -40, 120), 0),
    ],
)
def test_in_other_games_everybody_has_a_total(
    seated: Callable[[str], Match],
    organiser: User,
    game: str,
    totals: Totals,
    winner: int | None,
) -> None:
    match = result_state(match_id=seated(game).pk, totals=totals, author=organiser)
    assert (tuple(match.totals), match.winner, match.is_over) == (totals, winner, True)
    best_of_others = [max(totals[:seat] + totals[seat + 1 :]) for seat in range(len(totals))]
    assert [against for _total, against, *_rest in sides(match)] == best_of_others


def test_hands_that_nobody_counted_are_not_known_even_where_a_number_was_agreed(
    club: Club, players: list[Player], organiser: User
) -> None:
    match = match_create(
        club=club, game="pandoeren", rules={"hands": 16}, stakes=None, players=players
    )
    result_state(match_id=match.pk, totals=[8, 0, -2, -6], author=organiser)
    assert set(match.sides.values_list("hands", flat=True)) == {None}
    result_state(match_id=match.pk, totals=[8, 0, -2, -6], hands=16, author=organiser)
    assert set(match.sides.values_list("hands", flat=True)) == {16}


@pytest.mark.parametrize(
    ("sets", "hands", "code"),
    [
        ([1], None, "sets_count"),
        ([-1, 2], None, "sets_count"),
        ([8, 0], 12, "sets_impossible"),
        ([5, 8], 12, "sets_impossible"),
    ],
)
def test_sets_that_cannot_be_are_refused(
    sets: list[int],
    hands: int | None,
    code: str,
    club: Club,
    players: list[Player],
    organiser: User,
) -> None:
    match = match_create(club=club, game="texas42", rules={}, stakes=None, players=players)
    with refused(code):
        result_state(match_id=match.pk, totals=[7, 4], hands=hands, sets=sets, author=organiser)
    result_state(match_id=match.pk, totals=[7, 4], hands=hands, sets=[1, 2], author=organiser)
    assert list(match.sides.values_list("sets", flat=True)) == [1, 2]


def test_a_game_without_sets_takes_none(club: Club, players: list[Player], organiser: User) -> None:
    match = match_create(club=club, game="pandoeren", rules={}, stakes=None, players=players)
    with refused("no_sets"):
        result_state(match_id=match.pk, totals=[8, 0, -2, -6], sets=[0] * 4, author=organiser)


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ((7,), "totals_count"),
        ((7, 4, 0), "totals_count"),
        ((7, 7), "two_winners"),
        ((70, 4), "total_too_high"),
        ((7, -1), "total_too_low"),
        ((10_000, 0), "total_too_long"),
    ],
)
def test_what_no_match_ends_with_is_refused(
    match: Match, organiser: User, totals: Totals, code: str
) -> None:
    with refused(code):
        result_state(match_id=match.pk, totals=totals, author=organiser)
    match.refresh_from_db()
    assert (match.entered_totals, match.version) == (None, 0)


def test_played_for_points_both_sides_may_pass_the_target(
    match_for: MatchFor, organiser: User
) -> None:
    match = match_for(rules={"preset": "points"})
    result_state(match_id=match.pk, totals=[260, 252], author=organiser)
    match.refresh_from_db()
    assert match.winner == 0


def test_totals_over_hands_want_a_reason_and_keep_the_hands(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    for _hand in range(2):
        recorded(bidder=0)
    typed: dict[str, Any] = {"match_id": match.pk, "totals": [4, 7], "author": organiser}
    with pytest.raises(ReasonMissing):
        result_state(**typed, reason="  ")
    with refused("hands_recorded"):
        result_state(**typed, hands=1, reason="The phone died")
    result_state(**typed, hands=2, reason="The phone died")
    result_state(**typed, reason="The phone died")
    match.refresh_from_db()
    assert (match.totals, match.winner, match.is_over, match.hand_count) == ([4, 7], 1, True, 2)
    assert list(match.hands.values_list("counted", flat=True)) == [True, True]
    assert match.hand_seats.filter(hand__number=2).exists(), "statistics count the hands"
    rows = match.sides.values_list("total", "hands", "sets", "won")
    assert list(rows) == [(4, None, None, False), (7, None, None, True)]
    assert [row.changes[0].total for row in match_score(match).rows] == ["1", "2"]


def test_without_the_totals_the_hands_make_the_result_again(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded(bidder=0)
    result_state(match_id=match.pk, totals=[7, 4], author=organiser, reason="The phone died")
    with pytest.raises(HandRejected):
        hand_record(match_id=match.pk, record=quick(dealer=1, bidder=0), author=organiser)
    result_withdraw(match_id=match.pk, author=organiser, reason="The other table")
    match.refresh_from_db()
    assert (match.totals, match.is_over) == ([1, 0], False)
    newest = match.entered_results.latest("pk").pk
    restored = result_restore(
        match_id=match.pk, author=organiser, revision=newest, reason="This one after all"
    )
    assert restored.entered_totals == [7, 4]


def test_a_hand_corrected_below_the_totals_changes_statistics_alone(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded(bidder=0)
    result_state(match_id=match.pk, totals=[7, 4], author=organiser, reason="The phone died")
    hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=0, bidder=1),
        author=organiser,
        reason="The other bidder",
        revision=1,
    )
    match.refresh_from_db()
    assert match.totals == [7, 4]
    assert [row.changes[1].total for row in match_score(match).rows] == ["1"]


def test_no_hand_follows_a_result_until_it_is_taken_back(match: Match, organiser: User) -> None:
    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    with pytest.raises(HandRejected):
        hand_record(match_id=match.pk, record=quick(dealer=0, bidder=0), author=organiser)
    result_withdraw(match_id=match.pk, author=organiser)
    match.refresh_from_db()
    assert (match.totals, match.winner, match.is_over) == ([0, 0], None, False)
    written = hand_record(match_id=match.pk, record=quick(dealer=0, bidder=0), author=organiser)
    assert written.match.totals == [1, 0]


def test_another_result_takes_its_place_and_both_are_kept(match: Match, organiser: User) -> None:
    for totals in ([7, 4], [7, 4], [4, 7]):
        result_state(match_id=match.pk, totals=totals, author=organiser)
    result_withdraw(match_id=match.pk, author=organiser)
    assert list(match.entered_results.values_list("totals", flat=True)) == [[7, 4], [4, 7], None]


def test_the_number_of_hands_is_kept_with_the_result_and_its_history(
    match: Match, organiser: User
) -> None:
    for hands in (None, 12, 12, 13):
        result_state(match_id=match.pk, totals=[7, 5], hands=hands, author=organiser)
    match.refresh_from_db()
    assert (match.entered_totals, match.entered_hands) == ([7, 5], 13)
    result_withdraw(match_id=match.pk, author=organiser)
    match.refresh_from_db()
    assert (match.entered_totals, match.entered_hands) == (None, None)
    assert list(match.entered_results.values_list("totals", "hands")) == [
        ([7, 5], None),
        ([7, 5], 12),
        ([7, 5], 13),
        (None, None),
    ]


HANDS = [
    # rules, totals, fewest and most hands: in marks a hand brings up to 7 (4 opened, raised thrice)
    ({"preset": "straight"}, (7, 4), 3, 11),
    ({"preset": "marks"}, (7, 4), 2, MOST_HANDS),
    ({"preset": "marks", "plunge": False}, (7, 4), 3, MOST_HANDS),
    ({"preset": "points"}, (260, 252), 4, 12),
]


@pytest.mark.parametrize(("rules", "totals", "least", "most"), HANDS)
def test_so_many_hands_must_come_to_these_totals(
    match_for: MatchFor,
    organiser: User,
    rules: dict[str, object],
    totals: Totals,
    least: int,
    most: int,
) -> None:
    match = match_for(rules=rules)
    for wrong in (least - 1, most + 1):
        with refused("hands_impossible"):
            result_state(match_id=match.pk, totals=totals, hands=wrong, author=organiser)
    for right in (least, most):
        result_state(match_id=match.pk, totals=totals, hands=right, author=organiser)


def test_a_match_of_sixteen_hands_has_no_seventeenth(
    club: Club, players: list[Player], organiser: User
) -> None:
    match = match_create(
        club=club, game="pandoeren", rules={"hands": 16}, stakes=None, players=players
    )
    with pytest.raises(ValidationError, match="16 hands at most, not 17"):
        result_state(match_id=match.pk, totals=[8, 0, -2, -6], hands=17, author=organiser)
    played: dict[str, Any] = {"totals": [8, 0, -2, -6], "hands": 12, "author": organiser}
    with pytest.raises(Unfinished, match="16 hands are agreed here"):
        result_state(match_id=match.pk, **played)
    result_state(match_id=match.pk, **played, ended="stopped")
    assert set(match.sides.values_list("hands", flat=True)) == {12}


@pytest.mark.parametrize("seen", [None, FinalTotals((7, 5)), FinalTotals((7, 4), 11)])
def test_what_was_entered_unseen_is_not_replaced(
    match: Match, organiser: User, seen: FinalTotals | None
) -> None:
    result_state(match_id=match.pk, totals=[7, 4], author=organiser, seen=None)
    with pytest.raises(MatchConflict):
        result_state(match_id=match.pk, totals=[4, 7], author=organiser, seen=seen)
    result_state(match_id=match.pk, totals=[7, 4], author=organiser, seen=seen)
    result_state(match_id=match.pk, totals=[4, 7], author=organiser, seen=FinalTotals((7, 4)))
    match.refresh_from_db()
    assert match.entered_totals == [4, 7]


def test_what_was_typed_for_another_version_is_not_kept(match: Match, organiser: User) -> None:
    at: dict[str, Any] = {"match_id": match.pk, "author": organiser}
    with pytest.raises(MatchConflict):
        result_state(**at, totals=[7, 4], version=match.version + 1)
    stated = result_state(**at, totals=[7, 4], version=match.version)
    with pytest.raises(MatchConflict):
        result_withdraw(**at, version=match.version)
    result_withdraw(**at, version=stated.version)


def test_what_was_before_the_newest_change_is_restored(match: Match, organiser: User) -> None:
    def restored() -> list[int] | None:
        newest = match.entered_results.latest("pk").pk
        return result_restore(match_id=match.pk, author=organiser, revision=newest).entered_totals

    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    old = match.entered_results.get().pk
    assert [restored(), restored()] == [None, [7, 4]]
    with pytest.raises(MatchConflict):
        result_restore(match_id=match.pk, author=organiser, revision=old)
    result_state(match_id=match.pk, totals=[7, 5], author=organiser)
    assert restored() == [7, 4]


def test_what_other_rules_cannot_end_with_is_not_restored(match: Match, organiser: User) -> None:
    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    result_withdraw(match_id=match.pk, author=organiser)
    match.refresh_from_db()
    match_rules_set(match=match, rules={"target": 3}, stakes=None)
    newest = match.entered_results.latest("pk").pk
    with refused("total_too_high"):
        result_restore(match_id=match.pk, author=organiser, revision=newest)


def test_there_must_be_one_to_be_taken_back(match: Match, organiser: User) -> None:
    with refused("no_result"):
        result_withdraw(match_id=match.pk, author=organiser)


def test_a_match_with_a_result_keeps_its_rules(match: Match, organiser: User) -> None:
    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    with pytest.raises(ValueError, match="keeps the rules"):
        match_rules_set(match=match, rules={"preset": "straight"}, stakes=None)


def test_a_slip_says_more_than_the_call_of_time(match: Match, organiser: User) -> None:
    match_time_call(match_id=match.pk, called_by=organiser, after=0)
    result_state(match_id=match.pk, totals=[3, 2], author=organiser)
    match.refresh_from_db()
    assert (match.totals, match.winner) == ([3, 2], 0)
    result_withdraw(match_id=match.pk, author=organiser)
    match.refresh_from_db()
    assert (match.totals, match.winner, match.is_over) == ([0, 0], None, True)


@pytest.mark.parametrize(
    ("rules", "totals", "question", "answers"),
    [
        ({}, (4, 2), "4 – 2 does not finish a game to 7", ("time", "stopped")),
        ({}, (1, 1), "1 – 1 does not finish a game to 7", ("time", "stopped")),
        ({}, (9, 3), "9 – 3 is more than a game to 7", ("more", "time", "stopped")),
        ({"target": 5}, (4, 2), "not finish a game to 5", ("time", "stopped")),
        ({"preset": "points"}, (180, 212), "not finish a game to 250", ("time", "stopped")),
    ],
)
def test_totals_that_finish_nothing_are_asked_about_before_they_are_kept(
    match_for: MatchFor,
    organiser: User,
    rules: dict[str, object],
    totals: Totals,
    question: str,
    answers: tuple[str, ...],
) -> None:
    match = match_for(rules=rules)
    for wrong in ("", "as_the_rules_say", *({"more"} - set(answers))):
        with pytest.raises(Unfinished, match=question) as raised:
            result_state(match_id=match.pk, totals=totals, author=organiser, ended=wrong)
        assert raised.value.question.answers == answers
    assert not match.entered_results.exists()
    for answer in answers:
        result_state(match_id=match.pk, totals=totals, author=organiser, ended=answer)
        result_withdraw(match_id=match.pk, author=organiser)
    results = match.entered_results.exclude(totals=None).order_by("pk")
    assert tuple(results.values_list("ended", flat=True)) == answers


@pytest.mark.parametrize(
    ("rules", "totals"),
    [
        ({}, (7, 4)),
        ({"target": 5}, (5, 2)),
        ({"preset": "points"}, (263, 255)),
        ({"hand_limit": 8}, (6, 2)),
        ({"hand_limit": 8}, (9, 3)),
    ],
)
def test_totals_that_the_rules_end_a_game_with_are_asked_nothing(
    match_for: MatchFor, organiser: User, rules: dict[str, object], totals: Totals
) -> None:
    match = match_for(rules=rules)
    result_state(match_id=match.pk, totals=totals, author=organiser, ended="stopped")
    assert match.entered_results.get().ended == ""
