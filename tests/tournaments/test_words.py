"""Sentences that are put together of parts."""

import pytest

from pairings.swiss import PairedEntry, Reason, Why
from tournaments.bracket_words import round_title
from tournaments.words import PAIRS, points_words, why_words

SENTENCES = {
    Why.FOLD: (
        (PairedEntry(3, 4, 1, 8), PairedEntry(9, 4, 5, 8)),
        "Both have 2 wins. In this group of 8 the upper half meets the lower: "
        "place 1 meets place 5.",
    ),
    Why.NEAR_FOLD: (
        (PairedEntry(3, 4, 1, 8), PairedEntry(9, 4, 6, 8)),
        "Both have 2 wins. In this group of 8 place 1 meets place 6: as near to upper half "
        "against lower half as earlier meetings and odd groups allow.",
    ),
    Why.FLOAT_ODD: (
        (PairedEntry(3, 5, 7, 7), PairedEntry(9, 4, 1, 5)),
        "Of those with 2½ wins one is left over: pair 3 goes down and meets pair 9 with 2 wins.",
    ),
    Why.FLOAT_MET: (
        (PairedEntry(3, 2, 2, 2), PairedEntry(9, 0, 1, 5)),
        "Of those with 1 win, or further down, too many have met already: pair 3 goes down and "
        "meets pair 9 with no win.",
    ),
    Why.BYE: (
        (PairedEntry(3, 1, 4, 4),),
        "The number is odd, and with ½ win pair 3 is of the lowest that have not yet sat out.",
    ),
}


@pytest.mark.parametrize("why", Why)
def test_every_reason_is_a_sentence(why: Why) -> None:
    sides, sentence = SENTENCES[why]
    assert why_words(Reason(why, sides), PAIRS) == sentence


@pytest.mark.parametrize(
    ("doubled", "words"),
    [(0, "no win"), (1, "½ win"), (2, "1 win"), (3, "1½ wins"), (4, "2 wins"), (9, "4½ wins")],
)
def test_points_are_said_as_wins(doubled: int, words: str) -> None:
    assert points_words(doubled) == words


@pytest.mark.parametrize(
    ("sections", "losers_go_on", "is_redrawn", "title"),
    [
        (["", ""], False, False, ""),
        (["group.1", "group.2"], False, False, "Groups"),
        (["winners"] * 8, False, False, "Bracket"),
        (["winners"] * 4, False, False, "Quarter-finals"),
        (["winners"] * 2, False, False, "Semi-finals"),
        (["winners"] * 4, True, False, "Winners' bracket"),
        (["winners", "losers"], True, False, "Winners' bracket, Losers' bracket"),
        (["winners", "losers"], True, True, "Winners' box, Losers' box"),
        (["final", "third"], False, False, "Final, Third place"),
        (["final", "consolation.winners"], False, False, "Final, Consolation bracket"),
    ],
)
def test_a_round_of_a_bracket_says_what_is_played(
    sections: list[str], losers_go_on: bool, is_redrawn: bool, title: str
) -> None:
    assert round_title(sections, losers_go_on=losers_go_on, is_redrawn=is_redrawn) == title
