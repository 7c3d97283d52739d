"""Hand records as frozen documents: every hand of a match as far as it was written down.

Everything printed is turned into text here, in the reader's language; ``scoring.pdf`` only draws.
A new game adds one line to ``TELLERS``.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games import PAGES, GamePresenter
from games.words.dealing import speak
from prints.hand_diagrams import Pieces
from prints.hand_record import HandRecordLabels, HandRecords
from prints.hand_records import dummy_spades, pandoeren, texas42
from prints.hand_records.common import HandTeller
from prints.hand_records.hands import hands_told
from prints.scorecards.common import imprint, names_of
from scoring.models import Match
from scoring.selectors.ladders import match_rotation

TELLERS: Final[Mapping[str, HandTeller]] = {
    "texas42": texas42.TELLER,
    "pandoeren": pandoeren.TELLER,
    "dummy_spades": dummy_spades.TELLER,
}


def hand_records_build(match: Match, *, numbers: Collection[int] | None = None) -> HandRecords:
    """The hands of a match that ``matches_for_print`` has read, or those of ``numbers``.

    The imprint's time is that of the match's last change: the same match prints the same bytes.
    """
    speak(match.says)
    page, names = PAGES[match.game], names_of(match)
    told = hands_told(match, TELLERS[match.game])
    return HandRecords(
        imprint=imprint(match, f"{_('Hand records')} · {match.get_game_display()}"),
        labels=_labels(),
        title=_("Hand records"),
        place=match.label or match.get_game_display(),
        pieces=Pieces.CARDS if page.cards else Pieces.DOMINOES,
        players=_players(match, page, names),
        hands=tuple(hand for number, hand in told if numbers is None or number in numbers),
    )


def _players(
    match: Match, page: GamePresenter, names: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Who sits where; where players take turns, everybody round the table."""
    if match_rotation(match).turns:
        return tuple((side.short, side.players[0]) for side in page.sides(names))
    return tuple(zip(page.seat_keys(), page.hand_names(names), strict=True))


def _labels() -> HandRecordLabels:
    return HandRecordLabels(
        auction=_("Auction"),
        tricks=_("Tricks"),
        points=_("Points"),
        score=_("Score"),
        legend=_(
            "A frame marks the piece that won the trick (a disc: it is not known which), a dot the "
            "one that was led."
        ),
        no_hands=_("No hand has been recorded."),
    )


__all__ = ["TELLERS", "hand_records_build"]
