"""Hands of a match read from Portable Bridge Notation."""

from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from core.text import about
from games import PRESENTERS
from games.pbn import PbnError, PbnGame, games_read, is_pbn
from games.wording import isolated_names, problem_text
from scoring.errors import HandRejected
from scoring.models import Match
from scoring.selectors.pbn import hand_notation
from scoring.selectors.scores import seat_names
from scoring.services.hands import hand_record

MOST_HANDS: Final = 1000


@transaction.atomic
def hands_read(*, match: Match, text: str, author: User) -> int:
    """Record the hands of a PBN file as the next of a match, all or none; return their number.

    Locks the match. ``ValidationError`` under ``file`` names the line of the first faulty hand.
    """
    if not is_pbn(text):
        raise ValidationError({"file": _("This is not a PBN file.")})
    count = 0
    try:
        for count, game in enumerate(games_read(text), 1):
            if count > MOST_HANDS:
                words = _("A match has 1 to %(most)d hands.") % {"most": MOST_HANDS}
                raise PbnError(game.line, words)
            _hand_read(match, game, author)
    except PbnError as error:
        place = _("Line %(number)d") % {"number": error.line}
        raise ValidationError({"file": about(place, error.message)}) from error
    if not count:
        raise ValidationError({"file": _("The file has no hands.")})
    return count


def _hand_read(match: Match, game: PbnGame, author: User) -> None:
    """Record one hand; ``PbnError`` where its text or the rules do not allow it."""
    notation = hand_notation(match.game)
    if notation is None:
        raise PbnError(game.line, _("PBN has no way to write hands of this game."))
    try:
        hand_record(match_id=match.pk, record=notation.record_of(game), author=author)
    except HandRejected as error:
        current = Match.objects.get(pk=match.pk)
        names = isolated_names(seat_names(current, number=current.hand_count + 1))
        text = problem_text(error.problems[0], PRESENTERS[match.game], names)
        raise PbnError(game.line, text) from error
