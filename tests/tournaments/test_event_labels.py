"""Sentences that are put together of parts."""

import pytest

from engine.pairings.format import PairedEntry, PairingReason, PairReason
from tournaments.events.event_labels import PAIRS, reason_text, sections_title, wins_text
from tournaments.events.models import Event

SENTENCES = {
    PairReason.FOLD: (
        (PairedEntry(3, 4, 1, 8), PairedEntry(9, 4, 5, 8)),
        "Both have 2 wins. In this group of 8 the upper half meets the lower: "
        "place 1 meets place 5.",
    ),
    PairReason.NEAR_FOLD: (
        (PairedEntry(3, 4, 1, 8), PairedEntry(9, 4, 6, 8)),
        "Both have 2 wins. In this group of 8 place 1 meets place 6: as near to upper half "
        "against lower half as earlier meetings, odd groups and the rounds to come allow.",
    ),
    PairReason.FLOAT_ODD: (
        (PairedEntry(3, 5, 7, 7), PairedEntry(9, 4, 1, 5)),
        "Of those with 2½ wins one is left over: pair 3 goes down and meets pair 9 with 2 wins.",
    ),
    PairReason.FLOAT_MET: (
        (PairedEntry(3, 2, 2, 2), PairedEntry(9, 0, 1, 5)),
        "Of those with 1 win, or further down, too many have met already, or would have nobody "
        "left to meet in the rounds to come: pair 3 goes down and meets pair 9 with no win.",
    ),
    PairReason.AGAIN: (
        (PairedEntry(3, 4, 1, 2), PairedEntry(9, 2, 1, 5)),
        "They have met before: pair 3 with 2 wins and pair 9 with 1 win. No round without a "
        "repeat was left, or they were seated by hand.",
    ),
    PairReason.BYE: (
        (PairedEntry(3, 1, 4, 4),),
        "The number is odd, and with ½ win pair 3 is among the lowest who have not yet sat out.",
    ),
    PairReason.BYE_ABOVE: (
        (PairedEntry(3, 2, 2, 4),),
        "The number is odd, and pair 3 sits out with 1 win: with a bye for anybody lower not "
        "everybody could be paired, now or in the rounds to come.",
    ),
    PairReason.BYE_AGAIN: (
        (PairedEntry(3, 0, 4, 4),),
        "The number is odd, and pair 3 sits out again with no win: no round without a repeat was "
        "left, or the bye was given by hand.",
    ),
}


@pytest.mark.parametrize("why", PairReason)
def test_every_reason_is_a_sentence(why: PairReason) -> None:
    sides, sentence = SENTENCES[why]
    assert reason_text(PairingReason(why, sides), PAIRS) == sentence


@pytest.mark.parametrize(
    ("doubled", "words"),
    [(0, "no win"), (1, "½ win"), (2, "1 win"), (3, "1½ wins"), (4, "2 wins"), (9, "4½ wins")],
)
def test_points_are_said_as_wins(doubled: int, words: str) -> None:
    assert wins_text(doubled) == words


@pytest.mark.parametrize(
    ("sections", "format_", "title"),
    [
        (["", ""], "single_elimination", ""),
        (["group.1", "group.2"], "qualifying", "Groups"),
        (["winners"] * 8, "single_elimination", "Bracket"),
        (["winners"] * 4, "single_elimination", "Quarter-finals"),
        (["winners"] * 2, "single_elimination", "Semi-finals"),
        (["winners"] * 4, "double_elimination", "Winners' bracket"),
        (["winners", "losers"], "double_elimination", "Winners' bracket, Losers' bracket"),
        (["winners", "losers"], "two_boxes", "Winners' box, Losers' box"),
        (["final", "third"], "single_elimination", "Final, Third place"),
        (["final", "consolation.winners"], "single_elimination", "Final, Consolation bracket"),
    ],
)
def test_a_round_of_a_bracket_says_what_is_played(
    sections: list[str], format_: str, title: str
) -> None:
    assert sections_title(Event(format=format_), sections) == title
