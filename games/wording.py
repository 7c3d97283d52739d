"""How games are put into words: labels of options, a game's own words, problems, names.

A `presenter` is the game's `games.presenter.GamePresenter`, whose module imports this one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from core.text import Text, comma_list, isolated
from games.base import Names, each_name
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

    def either(self, usual: Text, dealer: Text) -> Text:
        """Return the text with this word."""
        return dealer if self is DealerTerm.DEALER else usual


# A hand


class MetricLabel(NamedTuple):
    """The name, column heading and definition of a metric."""

    name: Text
    abbreviation: Text
    explanation: Text


class HandWords:
    """A game's own words for what every game shows of its hands; a game overrides some.

    These are those of a game of cards in which the highest bidder makes the bid or is set.
    """

    dealer: ClassVar[Text] = gettext_lazy("Dealer")
    first_dealer: ClassVar[Text] = gettext_lazy("First dealer")
    deals: ClassVar[Text] = gettext_lazy("deals")
    name_deals: ClassVar[Text] = gettext_lazy("%(name)s deals")
    name_dealt: ClassVar[Text] = gettext_lazy("%(name)s dealt.")
    who_deals_first: ClassVar[Text] = gettext_lazy("Who deals first")
    dealers_drawn: ClassVar[Text] = gettext_lazy("First dealers are drawn.")

    bids: ClassVar[Text] = gettext_lazy("Bids")
    own_bids: ClassVar[Text] = gettext_lazy("Own bids")
    their_bids: ClassVar[Text] = gettext_lazy("Their bids")
    bid: ClassVar[Text] = gettext_lazy("Bid")
    bidder: ClassVar[Text] = gettext_lazy("Bidder")
    bid_by: ClassVar[Text] = gettext_lazy("Bid by")
    bids_first: ClassVar[Text] = gettext_lazy("bids first")
    who_bid: ClassVar[Text] = gettext_lazy("Who bid")
    ask_bidder: ClassVar[Text] = gettext_lazy("Who bid? Or did everyone pass?")
    ask_bid: ClassVar[Text] = gettext_lazy("What was bid?")
    calls_help: ClassVar[Text] = gettext_lazy("From the dealer's left, as in: %(calls)s")
    line_begins: ClassVar[Text] = gettext_lazy(
        "Start with the bidder: %(letters)s. Type p if everyone passed."
    )

    declarer_side: ClassVar[Text] = gettext_lazy("the declaring side")
    defence_side: ClassVar[Text] = gettext_lazy("the other side")

    made: ClassVar[Text] = gettext_lazy("made")
    set: ClassVar[Text] = gettext_lazy("set")
    made_head: ClassVar[Text] = gettext_lazy("Made")
    set_head: ClassVar[Text] = gettext_lazy("Set")
    made_or_set: ClassVar[Text] = gettext_lazy("Made or set")
    bids_made: ClassVar[Text] = gettext_lazy("Bids made")
    bids_set: ClassVar[Text] = gettext_lazy("Bids set")
    highest_bid: ClassVar[Text] = gettext_lazy("Highest bid made")
    most_sets: ClassVar[Text] = gettext_lazy("Most sets in a match")
    most_sets_meaning: ClassVar[Text] = gettext_lazy(
        "The match in which most bids were set, those of all sides together."
    )
    times_set: ClassVar[Any] = ngettext_lazy("set once", "set %(count)s times", "count")
    unit: ClassVar[Text] = gettext_lazy("points")
    amount: ClassVar[Any] = ngettext_lazy("%(shown)s point", "%(shown)s points", "size")
    metrics: ClassVar[Mapping[str, MetricLabel]] = {}
    """What the game calls metrics, where it is not as ``engine.standings.metrics`` does."""

    def side(self, side: str) -> str:
        """Return a side as claims and rulings of a record name it."""
        return str(self.declarer_side if side == "declarer" else self.defence_side)


# Problems of the rule book


def problem_text(problem: Problem, presenter: Any, names: Names = ()) -> str:
    """Return the sentence of a problem in the reader's language, names in place of seats.

    ``presenter`` has the words of bids, contracts and options; none is known where a record names
    no game. The sentences are literals in ``rules/``; ``manage.py makemessages`` collects them from
    there.
    """
    values = {name: _shown(name, value, presenter, names) for name, value in problem.values.items()}
    return _(problem.text).format(**values)


def problem_body(problem: Problem, presenter: Any) -> dict[str, str]:
    """Return a problem as verdicts carry it, its message in the reader's language: each value in
    words, and as the record writes it.
    """
    values = {name: _value_words(name, value, presenter) for name, value in problem.values.items()}
    return problem.as_dict() | {"message": _(problem.text).format(**values)}


def _shown(name: str, value: Value, presenter: Any, names: Names) -> str:
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


def _seat_words(seat: SeatInText, name: str, presenter: Any) -> str:
    """Return a seat without a name: as the game calls it, else by its number."""
    words = presenter.value_words(name, seat) if presenter else str(seat)
    return _seat_numbered(seat) if words == str(seat) else words


def _seat_numbered(seat: SeatInText) -> str:
    return _("seat %(number)d") % {"number": int(seat)}


def _value_words(name: str, value: Value, presenter: Any) -> str:
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
