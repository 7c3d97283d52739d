"""Problems of the rule book in the reader's language, with names in place of seats.

The templates are literals in ``rules/``; ``manage.py makemessages`` collects them from there.
"""

import unicodedata
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from games.base import Names, each_name
from rules.problems import Problem, Seat, Value

if TYPE_CHECKING:
    from games.presenter import GamePresenter

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
FROM_THE_RIGHT = frozenset({"R", "AL"})


def problem_text(
    problem: Problem, presenter: "GamePresenter | None" = None, names: Names = ()
) -> str:
    """The sentence; ``names`` are those of the seats, isolated against their own direction.

    ``presenter`` knows the words of bids and contracts; problems of rules and stakes have none.
    """
    values = {name: _shown(name, value, presenter, names) for name, value in problem.values.items()}
    return gettext(problem.text).format(**values)


def _shown(name: str, value: Value, presenter: "GamePresenter | None", names: Names) -> str:
    if isinstance(value, Seat) and int(value) < len(names):
        return isolated(names[value])
    return presenter.value_words(name, value) if presenter else str(value)


def isolate_bidi(names: Names) -> Names:
    """Names to be put into sentences on a page: one written from right to left is isolated, so
    that the figures and commas beside it keep their place; any other stays as it is."""
    return each_name(names, lambda name: isolated(name) if _runs_left(name) else name)


def isolated(name: str) -> str:
    """A name isolate_bidi off from the direction of the text around it."""
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"


def _runs_left(name: str) -> bool:
    return any(unicodedata.bidirectional(letter) in FROM_THE_RIGHT for letter in name)
