"""How games are put into words: labels of options, the shaker's name, problems, names, cards."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from django.db import models
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import Text, comma_list, isolated
from games.base import Names, each_name
from rules.pieces import read_card
from rules.problems import Described, Problem, SeatInText, Value


@dataclass(frozen=True, slots=True)
class OptionLabels:
    """An option as an organiser reads it: label, explanation, and a label for each value."""

    label: Text
    explanation: Text
    values: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PresetLabels:
    """A preset as an organiser chooses it."""

    label: Text
    explanation: Text


@dataclass(frozen=True, slots=True)
class GameLabels:
    """Labels of one game; ``stakes`` has a label for each amount that may be agreed."""

    presets: Mapping[str, PresetLabels]
    options: Mapping[str, OptionLabels]
    stakes: Mapping[str, Text]


def value_label(value: Any, labels: OptionLabels) -> str:
    """Return the label of an option's value: yes or no, a number, a word."""
    match value:
        case None:
            return _("none")
        case bool():
            return _("yes") if value else _("no")
        case tuple():
            return comma_list(str(labels.values[word]) for word in value) or _("none")
        case _:
            return str(labels.values.get(value, value))


# Whether dominoes are shaken or dealt


class DealerTerm(models.TextChoices):
    """A club's word for mixing the dominoes; chosen by event, kept by its matches."""

    SHAKER = "shaker", gettext_lazy("shaker: “A shakes”")
    DEALER = "dealer", gettext_lazy("dealer: “A deals”")


_word: ContextVar[str] = ContextVar("word", default=DealerTerm.SHAKER.value)


def speak(word: str = DealerTerm.SHAKER, **_signal: Any) -> None:
    """Use this word for the rest of the request or document. Connected to ``request_started``, so
    that every request begins with the default word."""
    _word.set(word)


def says_dealer() -> bool:
    """Return whether dominoes are dealt, as cards are."""
    return _word.get() == DealerTerm.DEALER


def _either(shaker: object, dealer: object) -> str:
    return str(dealer if says_dealer() else shaker)


either: Final[Callable[[object, object], Any]] = lazy(_either, str)
"""One of two texts, selected by the active word."""


# Problems of the rule book


class ValueWords(Protocol):
    """What says the values of a game's problems in words: its presenter."""

    def value_words(self, name: str, value: Value, /) -> str:
        """Return a value in words; ``name`` is its place in the text."""


def problem_text(problem: Problem, presenter: ValueWords | None, names: Names = ()) -> str:
    """Return the sentence of a problem in the reader's language, names in place of seats.

    ``presenter`` has the words of bids, contracts and options; none is known where a record names
    no game. The sentences are literals in ``rules/``; ``manage.py makemessages`` collects them from
    there.
    """
    values = {name: _shown(name, value, presenter, names) for name, value in problem.values.items()}
    return _(problem.text).format(**values)


def problem_body(problem: Problem, presenter: ValueWords | None) -> dict[str, str]:
    """Return a problem as verdicts carry it, its message in the reader's language: each value in
    words, and as the record writes it.
    """
    values = {name: _value_words(name, value, presenter) for name, value in problem.values.items()}
    return problem.as_dict() | {"message": _(problem.text).format(**values)}


def _shown(name: str, value: Value, presenter: ValueWords | None, names: Names) -> str:
    match value:
        case SeatInText():
            known = int(value) < len(names)
            return isolated(names[value]) if known else _seat_words(value, name, presenter)
        case Described():
            return _(value)
        case str():
            return isolated(presenter.value_words(name, value) if presenter else value)
        case _:
            return str(value)


def _seat_words(seat: SeatInText, name: str, presenter: ValueWords | None) -> str:
    """Return a seat without a name: as the game calls it, else by its number."""
    words = presenter.value_words(name, seat) if presenter else str(seat)
    return _seat_numbered(seat) if words == str(seat) else words


def _seat_numbered(seat: SeatInText) -> str:
    return _("seat %(number)d") % {"number": int(seat)}


def _value_words(name: str, value: Value, presenter: ValueWords | None) -> str:
    """Return a value in words with the record's own beside it; a seat by the record's number."""
    if isinstance(value, SeatInText):
        return _seat_numbered(value)
    words = _shown(name, value, presenter, ())
    code = isolated(value)
    if isinstance(value, Described) or words == code:
        return words
    return _("%(words)s (%(code)s)") % {"words": words, "code": code}


def isolated_names(names: Names) -> Names:
    """Return the names, each isolated for a sentence on a page."""
    return each_name(names, isolated)


# Cards


SUIT_NAMES: Final = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}

RANK_NAMES: Final = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "T": gettext_lazy("ten"),
    "9": gettext_lazy("nine"),
    "8": gettext_lazy("eight"),
    "7": gettext_lazy("seven"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("five"),
    "4": gettext_lazy("four"),
    "3": gettext_lazy("three"),
    "2": gettext_lazy("two"),
}


def suit_row(suit: str, ranks: str) -> tuple[str, ...]:
    """Return the cards of a suit with these ranks."""
    return tuple(f"{suit}{rank}" for rank in ranks)


WHOLE_PACK: Final = tuple(suit_row(suit, "".join(RANK_NAMES)) for suit in SUIT_NAMES)
"""All 52, a row for each suit from the ace down."""


def suit_name(suit: str) -> str:
    """ "H" is "hearts"."""
    return str(SUIT_NAMES[suit])


def card_name(card: str) -> str:
    """Return a card's name: "SA" is "ace of spades". Raises ValueError for an invalid card."""
    suit, rank = read_card(card)
    return _("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[rank], "suit": SUIT_NAMES[suit]}
