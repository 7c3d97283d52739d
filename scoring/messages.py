"""Problems of the rule book in the reader's language, with names in place of seats.

The templates are literals in ``rules/``; ``manage.py makemessages`` collects them from there.
"""

from django.utils.translation import gettext

from rules.problems import Problem, Seat, Value
from scoring.games.base import GamePage, Names

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def problem_text(problem: Problem, page: GamePage | None = None, names: Names = ()) -> str:
    """The sentence; ``names`` are those of the seats, isolated against their own direction.

    ``page`` knows the words of bids and contracts; problems of rules and stakes have none.
    """
    values = {name: _shown(name, value, page, names) for name, value in problem.values.items()}
    return gettext(problem.text).format(**values)


def _shown(name: str, value: Value, page: GamePage | None, names: Names) -> str:
    if isinstance(value, Seat) and int(value) < len(names):
        return f"{FIRST_STRONG_ISOLATE}{names[value]}{POP_ISOLATE}"
    return page.value_words(name, value) if page else str(value)
