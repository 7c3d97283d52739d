"""Problems of the rule book in the reader's language, with names in place of seats.

The templates are literals in ``rules/``; ``manage.py makemessages`` collects them from there.
"""

from collections.abc import Sequence

from django.utils.translation import gettext

from rules.problems import Bid, Problem, Seat, Value
from scoring.games.texas42.words import KINDS, bid_words

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def problem_text(problem: Problem, names: Sequence[str] = ()) -> str:
    """The sentence; ``names`` are those of the seats, isolated against their own direction."""
    values = {
        key: str(KINDS.get(str(value), value)) if key == "kind" else _shown(value, names)
        for key, value in problem.values.items()
    }
    return gettext(problem.text).format(**values)


def _shown(value: Value, names: Sequence[str]) -> str:
    match value:
        case Seat() if int(value) < len(names):
            return f"{FIRST_STRONG_ISOLATE}{names[value]}{POP_ISOLATE}"
        case Bid():
            return bid_words(value)
        case _:
            return str(value)
