"""What the entry form of Texas 42 offers at a table: players, bids and contracts of its rules."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Table, calls_derived
from games.entry_form import SCORE_ATTRS, Calls, TrickEntryForm
from games.texas42.entry import (
    NO_BIDDER,
    RANKED,
    SEATS,
    TRICKS,
    WITH_PARTNER,
    Entry,
    declarer_of,
    fields_of,
    read_pieces,
    record_of,
)
from games.texas42.labels import KINDS, RANKINGS, SUITS, bid_words
from games.texas42.line import read_calls
from games.wording import either
from press.dominoes import triangle
from rules.problems import Code

Choices = list[tuple[str, Any]]


def bidders(table: Table) -> Choices:
    """The players, and that nobody bid where that may be."""
    seats = [(str(seat), name) for seat, name in enumerate(table.names)]
    return seats if table.options.dealer_must_bid else [*seats, (NO_BIDDER, _("All passed"))]


def bids(options: Any) -> list[str]:
    """The bids that may open; higher marks follow only from an auction."""
    if options.by_points:
        high = ["84", "168", *(["low-no"] if options.low_no else [])]
        return [*map(str, range(30, 43)), *high]
    most = max(options.max_opening_marks, options.plunge_marks if options.plunge else 1)
    return [*map(str, range(30, 42)), *(f"{marks}m" for marks in range(1, most + 1))]


def contracts(options: Any) -> Choices:
    """The suits, and what else the table plays."""
    suits = [(str(suit), word) for suit, word in enumerate(SUITS)]
    played = kinds(options)
    return [*suits, *((kind, word) for kind, word in KINDS.items() if kind in played)]


def kinds(options: Any) -> set[str]:
    """The contracts besides trump suits that the table plays."""
    allowed = {
        "doubles": options.doubles_trump != "never",
        "no_trump": options.no_trump != "never",
        "nello": options.nello != "never" or options.low_no,
        "sevens": options.sevens,
        "plunge": options.plunge,
        "splash": options.splash,
    }
    return {kind for kind, plays in allowed.items() if plays}


def ranks_doubles(options: Any) -> bool:
    """Whether doubles may rank in more than one way in some contract."""
    ways = {"no_trump": options.no_trump_doubles, "nello": options.nello_doubles}
    return any(len(ways[kind]) > 1 for kind in kinds(options) & RANKED.keys())


SIDES = [
    ("", "–"),
    ("declarer", gettext_lazy("the bidding side")),
    ("defence", gettext_lazy("the other side")),
]
RESULTS = [("made", gettext_lazy("Made")), ("set", gettext_lazy("Set"))]
PIECES = [piece for row in triangle() for piece in row]
SELDOM = ("calls", "claim", "against", "ruling_reason")
QUESTIONS = {
    Code.CONTRACT_MISSING: gettext_lazy("What was named?"),
    Code.TALLY_INSUFFICIENT: gettext_lazy("Made or set?"),
    Code.PLAY_INCOMPLETE: gettext_lazy(
        "The result is not settled yet: go on, or say who takes the rest."
    ),
}


class Texas42EntryForm(TrickEntryForm):
    """See ``EntryForm``."""

    template = "texas42/entry.html"
    questions = QUESTIONS
    line_fields = (
        *("bidder", "bid", "contract", "ranking", "named"),
        *("result", "points", "calls"),
    )
    hand_size = 7
    tricks_in_hand = TRICKS
    most_points = 42
    piece_names = PIECES
    read_pieces = read_pieces

    bidder = forms.CharField(
        label=gettext_lazy("Who bid"), required=False, widget=forms.RadioSelect
    )
    bid = forms.CharField(
        label=gettext_lazy("Bid"), required=False, max_length=8, widget=forms.RadioSelect
    )
    calls = forms.CharField(
        label=gettext_lazy("Whole auction"),
        required=False,
        max_length=60,
        help_text=either(
            gettext_lazy("From the shaker's left, as in: p 30 p 1m"),
            gettext_lazy("From the dealer's left, as in: p 30 p 1m"),
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    contract = forms.CharField(
        label=gettext_lazy("Trumps or contract"), required=False, widget=forms.RadioSelect
    )
    ranking = forms.ChoiceField(
        label=gettext_lazy("Doubles"), required=False, choices=[("", "–"), *RANKINGS.items()]
    )
    named = forms.ChoiceField(
        label=gettext_lazy("Partner names"),
        required=False,
        choices=[
            ("", "–"),
            *((str(n), word) for n, word in enumerate(SUITS)),
            *((k, w) for k, w in KINDS.items() if k not in WITH_PARTNER),
        ],
    )
    result = forms.ChoiceField(
        label=gettext_lazy("Result"), required=False, choices=RESULTS, widget=forms.RadioSelect
    )
    points = forms.IntegerField(
        label=gettext_lazy("Points of the bidding side"),
        required=False,
        widget=forms.NumberInput(attrs=SCORE_ATTRS | {"max": "42"}),
    )
    claim = forms.ChoiceField(
        label=gettext_lazy("The rest was given to"), required=False, choices=SIDES
    )
    against = forms.ChoiceField(label=gettext_lazy("Ruling against"), required=False, choices=SIDES)
    ruling_reason = forms.CharField(
        label=gettext_lazy("Why the director ruled so"), required=False, max_length=200
    )
    opening_suit = forms.TypedChoiceField(
        label=gettext_lazy("First lead announced as"),
        required=False,
        choices=[("", "–"), *((str(n), word) for n, word in enumerate(SUITS))],
        coerce=int,
        empty_value=None,
    )

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], written: Calls | None = None) -> dict[str, Any]:
        """The fields of a recorded hand."""
        return fields_of(record, written)

    def fields_add(self) -> None:
        """Offer what this table plays, in the detail of the mode."""
        super().fields_add()
        options = self.table.options
        self.choices_offer("bidder", bidders(self.table))
        standing = self["bid"].value()
        offered = dict.fromkeys([*bids(options), *([standing] if standing else [])])
        self.choices_offer("bid", [(bid, bid_words(bid)) for bid in offered])
        self.choices_offer("contract", contracts(options))
        if not options.low_end_opening or self.shown_mode != "full":
            del self.fields["opening_suit"]
        if self.shown_mode == "tricks":
            self.tricks_add()
        if self.shown_mode == "full":
            self.pieces_add()

    def control(self, pointer: str) -> str | None:
        """Where a problem of the record is shown."""
        _empty, first, place = f"{pointer}//".split("/")[:3]
        row = place or str(self.tricks_given)
        controls = {
            "auction": "calls" if self.data.get("calls") else "bid",
            "tally": "points" if place == "points" else "result",
            "trick_results": f"winner_{row}",
            "plays": f"plays_{row}",
            "deal": f"deal_{place or 0}",
            "ruling": "ruling_reason" if place == "reason" else "against",
        }
        return controls.get(first, first or None)

    def clean(self) -> dict[str, Any]:
        """Ask for what no record can be made without; then make it."""
        data = super().clean()
        if self.command_error or self.errors:
            return data
        calls = read_calls(data["calls"], by_points=self.table.options.by_points)
        if calls is None:
            self.add_error("calls", _("Type the calls like this: p 30 p 1m"))
        elif not calls and not data["bidder"]:
            self.add_error("bidder", _("Who bid? Or did everyone pass?"))
        elif not calls and data["bidder"] != NO_BIDDER and not data["bid"]:
            self.add_error("bid", _("What was bid?"))
        else:
            self._record_make(data, calls)
        return data

    @property
    def declarer(self) -> int | None:
        """The seat that won the bidding, once there is a record."""
        return declarer_of(self.record.get("auction", ()))

    @property
    def offers_rankings(self) -> bool:
        """Whether the table lets doubles rank in more than one way."""
        return ranks_doubles(self.table.options)

    @property
    def offers_partner(self) -> bool:
        """Whether a partner may have to name trumps."""
        return bool(WITH_PARTNER & kinds(self.table.options))

    @property
    def more_open(self) -> bool:
        """Whether something is filled in, or wrong, in what is usually closed."""
        return any(self[name].value() or self[name].errors for name in SELDOM)

    def _record_make(self, data: dict[str, Any], calls: list[str]) -> None:
        bidder, tricks = data["bidder"], self.tricks_read(data)
        if self.errors:
            return
        entry = Entry(
            bidder=int(bidder) if re.fullmatch("[0-3]", bidder) else None,
            passed=bidder == NO_BIDDER,
            bid=data["bid"],
            calls=calls,
            contract=data["contract"],
            ranking=data["ranking"],
            named=data["named"],
            made={"made": True, "set": False}.get(data["result"]),
            points=data["points"],
            tricks=tricks,
            deal=[data.get(f"deal_{s}", ()) for s in range(SEATS)],
            plays=self.plays_read(data),
            claim=data["claim"],
            against=data["against"],
            reason=data["ruling_reason"],
            opening_suit=data.get("opening_suit"),
        )
        self.record = record_of(entry, dealer=data["dealer"])
        self.derived_calls = calls_derived(self.record["auction"], len(calls))
