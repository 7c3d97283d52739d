"""The hands of a match in Portable Bridge Notation, where its game can be written so."""

from collections.abc import Iterator, Mapping

from games import PRESENTERS
from games.pbn import HandNotation
from scoring.models import Match
from scoring.selectors.scores import seat_names


def hand_notation(game: str) -> HandNotation | None:
    """Return how hands of a game are written; None where they cannot be."""
    notation = PRESENTERS[game].pbn
    return notation if isinstance(notation, HandNotation) else None


def hands_written(match: Match, notation: HandNotation, tags: Mapping[str, str]) -> Iterator[str]:
    """Yield the hands in their order; ``tags`` are those of the match."""
    for hand in match.hands.all():
        if hand.record is not None and hand.verdict is not None:
            names = seat_names(match, number=hand.number)
            hand_tags = {**tags, "Board": str(hand.number)}
            yield notation.hand_game(hand_tags, hand.record, hand.verdict, names)
