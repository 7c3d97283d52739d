"""The fields of the entry form of Dummy-Hand Spades that are there once for each player or hand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from rules.dummy_spades.cards import DUMMY, TRICKS

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
