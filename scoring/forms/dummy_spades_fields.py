"""The fields of the entry form of Dummy-Hand Spades that are there once for each player or hand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from rules.dummy_spades.deal import DUMMY
from rules.dummy_spades.pieces import TRICKS

NUMBERS = [(str(count), str(count)) for count in range(TRICKS + 1)]
COUNT_ATTRS = {"class": "input--score", "inputmode": "numeric", "min": "0", "max": str(TRICKS)}


class Row(NamedTuple):
    """What one player bids."""

    seat: int
    key: str
    name: str
    bid: Any
    nil: Any


def bid_field(name: str) -> forms.CharField:
    """A bid to tap; whatever else is sent is for the rule book to judge."""
    return forms.CharField(
        label=_("%(name)s bids") % {"name": name},
        required=False,
        max_length=8,
        widget=forms.RadioSelect(choices=NUMBERS),
    )


def nil_field(seat: int, names: Sequence[str]) -> forms.TypedMultipleChoiceField:
    """The hands on which a bidder may declare nil: his own, the dummy's, the others'."""
    others = [(str(other), name) for other, name in enumerate(names) if other != seat]
    return forms.TypedMultipleChoiceField(
        label=_("Nil of %(name)s on") % {"name": names[seat]},
        required=False,
        choices=[(str(seat), _("own hand")), (str(DUMMY), _("the dummy")), *others],
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )


def count_field(label: str, *, chips: bool = False) -> forms.IntegerField:
    """A number of tricks, to tap or to type."""
    widget = forms.RadioSelect(choices=NUMBERS) if chips else forms.NumberInput(attrs=COUNT_ATTRS)
    return forms.IntegerField(label=label, required=False, min_value=0, widget=widget)


def winner_field(trick: int, names: Sequence[str], turns: Sequence[int]) -> forms.ChoiceField:
    """Who won a trick: the bidders in their order, then the dummy."""
    return forms.ChoiceField(
        label=_("Trick %(number)d won by") % {"number": trick + 1},
        required=False,
        choices=[(str(hand), names[hand]) for hand in (*turns, DUMMY)],
        widget=forms.RadioSelect,
    )


def cards_field(label: str, pack: list[tuple[str, str]]) -> forms.MultipleChoiceField:
    """Cards of the pack to choose from."""
    return forms.MultipleChoiceField(label=label, required=False, choices=pack)


def plays_field(trick: int) -> forms.CharField:
    """The cards of a trick in the order of play."""
    return forms.CharField(
        label=_("Trick %(number)d") % {"number": trick + 1},
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


def short_names(names: Sequence[str]) -> list[str]:
    """The players' first names, where they are enough to tell them apart, and the dummy."""
    first = [name.split()[0] if name.split() else name for name in names]
    return [*(first if len(set(first)) == len(names) else names), _("dummy")]
