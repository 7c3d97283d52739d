"""What the entry form of Pandoeren offers: players, bids, trumps, cards to call."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Table, calls_derived
from games.entry_form import SCORE_ATTRS, Calls, TrickEntryForm, short_names
from games.figures import read_whole
from games.pandoeren.entry import (
    NO_BIDDER,
    SEATS,
    STUK_ON_SHEET,
    Announcement,
    Entry,
    fields_of,
    read_pieces,
    record_of,
)
from games.pandoeren.labels import bid_words
from games.pandoeren.line import read_calls
from games.wording import SUIT_NAMES, card_name, suit_row
from rules.pandoeren.contracts import BIDS, CONTRACTS, PANDOER_PLUS
from rules.problems import Code, Problem

Choices = list[tuple[str, Any]]

NOTHING: Final = ("", "–")
YES_NO: Final = [NOTHING, ("yes", gettext_lazy("yes")), ("no", gettext_lazy("no"))]
SIDES: Final = [
    NOTHING,
    ("declarer", gettext_lazy("the declaring side")),
    ("defence", gettext_lazy("the other side")),
]
RESULTS: Final = [("made", gettext_lazy("Made")), ("set", gettext_lazy("Failed"))]
PLUS: Final = [NOTHING, *((bid.partition("+")[2],) * 2 for bid in PANDOER_PLUS)]
TRUMPS: Final = [*SUIT_NAMES.items()]
CALLED: Final = [f"{suit}{rank}" for rank in "AK" for suit in SUIT_NAMES]
PACK: Final = tuple(
    (*suit_row(suit, "AKQJT987"), *(("H6",) if suit == "H" else ())) for suit in SUIT_NAMES
)
"""A row for each suit; the six of hearts is the thirty-third card."""


def seat_choices(table: Table) -> Choices:
    """The players."""
    return [(str(seat), name) for seat, name in enumerate(table.names)]


def short_seat_choices(table: Table) -> Choices:
    """The players by their first names."""
    return [(str(seat), name) for seat, name in enumerate(short_names(table.names))]


def bidder_choices(table: Table) -> Choices:
    """The players, and that nobody bid."""
    return [*seat_choices(table), (NO_BIDDER, _("All passed"))]


def partner_choices(table: Table) -> Choices:
    """The players, and that it is not said."""
    return [*seat_choices(table), ("", _("not said"))]


def bid_choices() -> Choices:
    """The numbers, then the contracts that have names, each from low to high."""
    named = [bid for row in CONTRACTS for bid in row.bids if "+" not in bid]
    ordered = sorted(named, key=lambda bid: not BIDS[bid].is_number)
    return [(bid, bid_words(bid)) for bid in ordered]


def call_choices() -> Choices:
    """Aces, then kings, and that no card is called."""
    return [*((card, card_name(card)) for card in CALLED), ("", _("none"))]


def stuk_choices(table: Table) -> Choices:
    """Who showed king and queen of trumps, or that it stands on the sheet."""
    return [NOTHING, *seat_choices(table), (STUK_ON_SHEET, _("20, by the sheet"))]


def card_choices() -> Choices:
    """Every card, by suit."""
    suits = [
        (str(SUIT_NAMES[row[0][0]]), [(card, card_name(card)) for card in row]) for row in PACK
    ]
    return [NOTHING, *suits]


ANNOUNCEMENTS: Final = 2
"""Only the declarer and the partner announce roem."""

SELDOM: Final = ("calls", "tricks", "first", "first_four", "claim", "against", "ruling_reason")
ROEM: Final = tuple(f"roem_seat_{number}" for number in range(ANNOUNCEMENTS))
QUESTIONS: Final = {
    Code.CONTRACT_MISSING: gettext_lazy("What was named: trumps, and which card was called?"),
    Code.CALL_MISSING: gettext_lazy("Which card was called?"),
    Code.TALLY_INSUFFICIENT: gettext_lazy("Made or failed? Or how many card points?"),
    Code.PLAY_INCOMPLETE: gettext_lazy(
        "The result is not settled yet: go on, or say who takes the rest."
    ),
}


def _number(label: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs=SCORE_ATTRS | {"max": "500"})
    return forms.IntegerField(label=label, required=False, widget=widget)


def _chips(label: Any, **more: Any) -> forms.CharField:
    """Chips to tap; whatever else is sent is for the rule book to judge."""
    return forms.CharField(label=label, required=False, widget=forms.RadioSelect, **more)


class PandoerenEntryForm(TrickEntryForm):
    """See ``EntryForm``."""

    template = "pandoeren/entry.html"
    questions = QUESTIONS
    line_fields = (
        *("bidder", "bid", "plus", "trump", "call", "partner"),
        *("result", "cards", "roem", "stuk", "calls"),
    )
    hand_size = 8
    tricks_in_hand = 8
    most_points = 141
    piece_names = tuple(card for row in PACK for card in row)
    read_pieces = read_pieces

    bidder = _chips(gettext_lazy("Who bid"))
    bid = _chips(gettext_lazy("Bid"), max_length=20)
    plus = forms.ChoiceField(
        label=gettext_lazy("Pandoer and so much in roem and stuk"),
        required=False,
        choices=PLUS,
    )
    trump = _chips(gettext_lazy("Trumps"), max_length=8)
    call = _chips(gettext_lazy("Called card"), max_length=8)
    partner = _chips(gettext_lazy("Who has the called card"))
    result = forms.ChoiceField(
        label=gettext_lazy("Result"),
        required=False,
        choices=RESULTS,
        widget=forms.RadioSelect,
    )
    cards = _number(gettext_lazy("Card points"))
    roem = _number(gettext_lazy("Roem"))
    stuk = forms.ChoiceField(label=gettext_lazy("Stuk"), required=False)
    calls = forms.CharField(
        label=gettext_lazy("Auction"),
        required=False,
        max_length=200,
        help_text=gettext_lazy(
            "From the dealer's left, as in: p 120 p 150. Who bid may deny roem."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    tricks = _number(gettext_lazy("Tricks of the declaring side"))
    first = forms.ChoiceField(
        label=gettext_lazy("Declarer won the first trick"), required=False, choices=YES_NO
    )
    first_four = forms.ChoiceField(
        label=gettext_lazy("Declarer won the first four"), required=False, choices=YES_NO
    )
    claim = forms.ChoiceField(
        label=gettext_lazy("The rest was given to"), required=False, choices=SIDES
    )
    against = forms.ChoiceField(label=gettext_lazy("Ruling against"), required=False, choices=SIDES)
    ruling_reason = forms.CharField(
        label=gettext_lazy("Why the director ruled so"), required=False, max_length=200
    )

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], written: Calls | None = None) -> dict[str, Any]:
        """The fields of a recorded hand."""
        return fields_of(record, written)

    def fields_add(self) -> None:
        """Offer the players of this table, in the detail of the mode."""
        super().fields_add()
        self.choices_offer("bidder", bidder_choices(self.table))
        self.choices_offer("bid", bid_choices())
        self.choices_offer("trump", TRUMPS)
        self.choices_offer("call", call_choices())
        self.choices_offer("partner", partner_choices(self.table))
        self.fields["stuk"] = forms.ChoiceField(
            label=_("Stuk"), required=False, choices=stuk_choices(self.table)
        )
        self._announcements_add()
        if self.shown_mode == "tricks":
            self.tricks_add()
        if self.shown_mode == "full":
            self.pieces_add()

    def control(self, pointer: str) -> str | None:
        """Where a problem of the record is shown."""
        _empty, first, place, last = f"{pointer}///".split("/")[:4]
        row = place or str(self.tricks_given)
        controls = {
            "auction": "calls" if self.data.get("calls") else "bid",
            "contract": place or "trump",
            "tally": place if place not in {"", "made"} else "result",
            "trick_results": f"points_{row}" if last == "points" else f"winner_{row}",
            "plays": f"plays_{row}",
            "deal": f"deal_{place or 0}",
            "ruling": "ruling_reason" if place == "reason" else "against",
            "roem": f"roem_seat_{place}",
            "denials": self._denial_control(place),
        }
        return controls.get(first, first or None)

    def problem_words(self, problem: Problem) -> str:
        """The partner who is not known is asked for by name."""
        if problem.code is Code.TALLY_INSUFFICIENT and problem.at == "/partner":
            return _("Who has the called card?")
        return super().problem_words(problem)

    def clean(self) -> dict[str, Any]:
        """Ask for what no record can be made without; then make it."""
        data = super().clean()
        if self.command_error or self.errors:
            return data
        calls = read_calls(data["calls"])
        if calls is None:
            self.add_error("calls", _("Type the calls like this: p 120 p 150"))
        elif not calls and not data["bidder"]:
            self.add_error("bidder", _("Who bid? Or did everyone pass?"))
        elif not calls and data["bidder"] != NO_BIDDER and not data["bid"]:
            self.add_error("bid", _("What was bid?"))
        else:
            self._record_make(data, calls)
        return data

    @property
    def more_open(self) -> bool:
        """Whether something is filled in, or wrong, in what is usually closed."""
        return any(self[name].value() or self[name].errors for name in SELDOM)

    @property
    def roem_open(self) -> bool:
        """Whether roem is announced by name, or something is wrong with it."""
        return any(self[name].value() or self[name].errors for name in ROEM)

    def sheet_rows(self) -> list[Any]:
        """What the table may have written down of the points."""
        return [self["cards"], self["roem"], self["stuk"]]

    def announcement_rows(self) -> list[tuple[Any, Any, Any]]:
        """Who announced, how much, who tried to deny."""
        return [
            (self[f"roem_seat_{n}"], self[f"roem_value_{n}"], self[f"denied_by_{n}"])
            for n in range(ANNOUNCEMENTS)
        ]

    # Into the record

    def _record_make(self, data: dict[str, Any], calls: list[str]) -> None:
        bidder, tricks = data["bidder"], self.tricks_read(data)
        announcements = self._announcements(data)
        if self.errors:
            return
        stuk = data["stuk"]
        entry = Entry(
            bidder=_seat(bidder),
            passed=bidder == NO_BIDDER,
            bid=f"{data['bid']}+{data['plus']}" if data["plus"] else data["bid"],
            calls=calls,
            trump=data["trump"],
            call=data["call"],
            partner=_seat(data["partner"]),
            tally=_tally(data),
            tricks=tricks,
            deal=[data.get(f"deal_{s}", ()) for s in range(SEATS)],
            plays=self.plays_read(data),
            centre=data.get("centre", ""),
            discard=data.get("discard", ""),
            announcements=announcements,
            stuk=None if stuk == STUK_ON_SHEET else _seat(stuk),
            claim=data["claim"],
            against=data["against"],
            reason=data["ruling_reason"],
        )
        self.record = record_of(
            entry, dealer=data["dealer"], pass_is_final=self.table.options.pass_is_final
        )
        self.derived_calls = calls_derived(self.record["auction"], len(calls))

    def _announcements(self, data: dict[str, Any]) -> list[Announcement]:
        found = []
        for number in range(ANNOUNCEMENTS):
            seat, value = data[f"roem_seat_{number}"], data[f"roem_value_{number}"]
            denied_by = [int(by) for by in data[f"denied_by_{number}"]]
            if seat:
                found.append(Announcement(int(seat), value, denied_by))
            elif value is not None or denied_by:
                self.add_error(f"roem_seat_{number}", _("Who announced it?"))
        return found

    def _denial_control(self, place: str) -> str | None:
        """The row of the announcement that the denial speaks of."""
        denials = self.record.get("denials", ())
        number = read_whole(place, most=len(denials) - 1)
        if number is None:
            return None
        against = denials[number]["against"]
        seats = [one["seat"] for one in self.record["roem"]]
        return f"denied_by_{seats.index(against)}"

    # Fields by mode

    def _announcements_add(self) -> None:
        seats = short_seat_choices(self.table)
        for number in range(ANNOUNCEMENTS):
            self.fields[f"roem_seat_{number}"] = forms.ChoiceField(
                label=_("Roem announced by"),
                required=False,
                choices=[NOTHING, *seat_choices(self.table)],
            )
            self.fields[f"roem_value_{number}"] = _number(_("How much"))
            self.fields[f"denied_by_{number}"] = forms.MultipleChoiceField(
                label=_("Denied by"),
                required=False,
                choices=seats,
                widget=forms.CheckboxSelectMultiple,
            )

    def pieces_add(self) -> None:
        """The exchange besides."""
        super().pieces_add()
        for name, label in (("centre", _("Card in the middle")), ("discard", _("Thrown out"))):
            self.fields[name] = forms.ChoiceField(
                label=label, required=False, choices=card_choices()
            )


def _seat(value: str) -> int | None:
    return int(value) if re.fullmatch("[0-3]", value) else None


def _tally(data: Mapping[str, Any]) -> dict[str, Any]:
    """What the table wrote on its sheet, in the order of the record format."""
    tally: dict[str, Any] = {}
    if data["result"]:
        tally["made"] = data["result"] == "made"
    tally |= {key: data[key] for key in ("cards", "roem") if data[key] is not None}
    if data["stuk"] == STUK_ON_SHEET:
        tally["stuk"] = int(STUK_ON_SHEET)
    if data["tricks"] is not None:
        tally["tricks"] = data["tricks"]
    return tally | {key: data[key] == "yes" for key in ("first", "first_four") if data[key]}
