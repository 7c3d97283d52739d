"""The entry form of Dummy-Hand Spades: its fields by player and hand, to and from the record."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import read_whole
from core.text import isolated
from games.entry_form import Calls, RecordField, Step, TrickEntryForm, short_names
from rules.dummy_spades.auction import IN_TURN
from rules.dummy_spades.cards import DUMMY, PACK, TRICKS
from rules.problems import Code, Problem

NUMBERS = [(str(count), str(count)) for count in range(TRICKS + 1)]
COUNT_ATTRS = {"class": "input--score", "inputmode": "numeric", "min": "0", "max": str(TRICKS)}


class BidRow(NamedTuple):
    """One player's bid."""

    seat: int
    key: str
    name: str
    bid: Any
    nil: Any


def bid_field(name: str) -> forms.CharField:
    """Return a bid to tap; whatever else is sent is for the rule book to judge."""
    return forms.CharField(
        label=_("%(name)s bids") % {"name": isolated(name)},
        required=False,
        max_length=8,
        widget=forms.RadioSelect(choices=NUMBERS),
    )


def nil_field(seat: int, names: Sequence[str]) -> forms.TypedMultipleChoiceField:
    """Return the hands on which a bidder may declare nil: their own, the dummy's, the others'."""
    others = [(str(other), name) for other, name in enumerate(names) if other != seat]
    return forms.TypedMultipleChoiceField(
        label=_("Nil of %(name)s on") % {"name": isolated(names[seat])},
        required=False,
        choices=[(str(seat), _("own hand")), (str(DUMMY), _("the dummy")), *others],
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )


def count_field(label: str, *, chips: bool = False) -> forms.IntegerField:
    """Return a number of tricks, to tap or to type."""
    widget = forms.RadioSelect(choices=NUMBERS) if chips else forms.NumberInput(attrs=COUNT_ATTRS)
    return forms.IntegerField(label=label, required=False, min_value=0, widget=widget)


PLAYERS = range(DUMMY)
HANDS: Final = DUMMY + 1
BY_HAND = tuple(f"tricks_{hand}" for hand in range(HANDS))
QUESTIONS = {
    Code.AUCTION_INCOMPLETE: gettext_lazy("Somebody has not bid yet."),
    Code.TALLY_INSUFFICIENT: gettext_lazy("How many tricks did each hand take?"),
    Code.PLAY_INCOMPLETE: gettext_lazy("Enter all thirteen tricks, or say who takes the rest."),
}


def completed_tricks(tricks: Sequence[int | None]) -> list[int] | None:
    """Return the tricks by hand; one left open is the rest of thirteen."""
    known = [count for count in tricks if count is not None]
    if len(known) < HANDS - 1:
        return None
    rest = max(TRICKS - sum(known), 0)
    return [rest if count is None else count for count in tricks]


class DummySpadesEntryForm(TrickEntryForm):
    """See ``EntryForm``."""

    template = "dummy_spades/entry.html"
    questions = QUESTIONS
    line_fields = (
        *(f"bid_{seat}" for seat in PLAYERS),
        *(f"nil_{seat}" for seat in PLAYERS),
        *BY_HAND,
        "declarer_side",
    )
    pack = PACK
    whole_keys = frozenset({"plays", "deal", "flipped"})
    record_fields = (
        *TrickEntryForm.record_fields,
        RecordField("declarer_side", "/tally/declarer_side"),
        RecordField("flipped", "/flipped", list, lambda cards: [*map(PACK.canonical, cards)]),
    )

    declarer_side = forms.IntegerField(
        label=gettext_lazy("Declarer and dummy together"),
        required=False,
        min_value=0,
        widget=forms.NumberInput(attrs=COUNT_ATTRS),
    )
    claim = forms.ChoiceField(label=gettext_lazy("The rest was given to"), required=False)

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], written: Calls | None = None) -> dict[str, Any]:
        """Return the fields of a recorded hand."""
        tally, fields = record.get("tally", {}), super().initial_of(record, written)
        for call in record["auction"]:
            fields[f"bid_{call['seat']}"] = call["bid"]
            fields[f"nil_{call['seat']}"] = [str(hand) for hand in call.get("nil", ())]
        for hand, tricks in enumerate(tally.get("tricks", ())):
            fields[f"tricks_{hand}"] = tricks
        return fields

    def fields_add(self) -> None:
        """The players' bids and the hands' tricks, in the detail of the mode."""
        super().fields_add()
        for seat in self.turns:
            self.fields[f"bid_{seat}"] = bid_field(self.table.names[seat])
            self.fields[f"nil_{seat}"] = nil_field(seat, self.table.names)
        for hand, name in enumerate(self.hand_names):
            self.fields[f"tricks_{hand}"] = count_field(
                _("Tricks of %(name)s") % {"name": isolated(name)}, chips=self.shown_mode == "quick"
            )

    def control(self, pointer: str) -> str | None:
        """Return the bid or the tricks concerned, or as in all trick games."""
        _empty, first, place = f"{pointer}//".split("/")[:3]
        if first == "auction":
            return f"bid_{self._bidder(place)}"
        return self._settling(place) if first == "tally" else super().control(pointer)

    def problem_words(self, problem: Problem) -> str:
        """Return the problem; a question names the player who has to answer it."""
        if problem.code is Code.AUCTION_INCOMPLETE:
            return self._ask_bid(self._bidder(""))
        if problem.code is Code.TALLY_INSUFFICIENT and "tally" in self.record:
            return _("A nil counts: enter the tricks of each hand.")
        if problem.code is Code.TALLY_INSUFFICIENT and self.shown_mode == "tricks":
            return _("Who won each trick?")
        return super().problem_words(problem)

    def clean(self) -> dict[str, Any]:
        """Require the fields without which no record exists; then build it."""
        data = super().clean()
        if self.command_error or self.errors:
            return data
        if not any(data[f"bid_{seat}"] or data[f"nil_{seat}"] for seat in PLAYERS):
            first = self.turns[0]
            self.add_error(f"bid_{first}", self._ask_bid(first))
        else:
            self._record_make(data)
        return data

    def steps(self) -> list[Step]:
        """Return everybody's bid with the nils, then the tricks of each hand."""
        bids = [Step((row.bid, row.nil), "numbers") for row in self.bid_rows()]
        counts = [field for _seat, field in self.count_rows()]
        return bids + [Step((field,), "numbers") for field in (*counts, self.dummy_count())]

    @property
    def turns(self) -> Sequence[int]:
        """The bidders in their order."""
        return IN_TURN[self.table.dealer]

    @property
    def more_open(self) -> bool:
        """Whether an optional section has input or errors."""
        seldom = ["claim", *(() if self.shown_mode == "quick" else (*BY_HAND, "declarer_side"))]
        return any(self[name].value() not in (None, "") or self[name].errors for name in seldom)

    def bid_rows(self) -> list[BidRow]:
        """Return everybody's bid and nils, in the order of bidding."""
        keys = self.presenter.keys
        return [
            BidRow(
                seat, keys[seat], self.table.names[seat], self[f"bid_{seat}"], self[f"nil_{seat}"]
            )
            for seat in self.turns
        ]

    def count_rows(self) -> list[tuple[int, Any]]:
        """Return the tricks by hand: of the bidders in their order."""
        return [(seat, self[f"tricks_{seat}"]) for seat in self.turns]

    def dummy_count(self) -> Any:
        return self[f"tricks_{DUMMY}"]

    def winner_rows(self) -> list[Any]:
        return [self[f"winner_{t}"] for t in range(TRICKS)]

    def winners_offered(self) -> list[tuple[str, str]]:
        """Return the bidders in their order, then the dummy."""
        names = [*short_names(self.table.names), _("dummy")]
        return [(str(hand), names[hand]) for hand in (*self.turns, DUMMY)]

    def _record_make(self, data: dict[str, Any]) -> None:
        """Return the record of clean fields; nothing is judged, and the rule book reports missing
        parts.
        """
        counts = [data[name] for name in BY_HAND]
        record = self.values_read(data) | self.tricks_record(data, self.tricks_read(data))
        settled = record.keys() & {"claim", "trick_results", "plays"}
        if (tricks := completed_tricks(counts)) is not None:
            record.setdefault("tally", {})["tricks"] = tricks
        elif any(n is not None for n in counts) and (settled or "tally" in record):
            missing = self._hand_missing()
            self.add_error(f"tricks_{missing}", self._ask_tricks(missing))
        if not self.errors:
            self.record = record | {"dealer": data["dealer"], "auction": self._auction(data)}

    def _auction(self, data: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the calls in order; the auction ends at a missing bid."""
        calls: list[dict[str, Any]] = []
        for seat in self.turns:
            if not data[f"bid_{seat}"]:
                break
            nils = data[f"nil_{seat}"]
            call = {"seat": seat, "bid": data[f"bid_{seat}"]}
            calls.append(call | ({"nil": list(nils)} if nils else {}))
        return calls

    def _bidder(self, place: str) -> int:
        """Return the author of call number ``place``; without one, the player whose call is
        missing.
        """
        called = len(self.record.get("auction", ()))
        number = read_whole(place, most=DUMMY - 1)
        return self.turns[min(called if number is None else number, DUMMY - 1)]

    def _settling(self, key: str) -> str:
        """Return the field of a tally's ``key``, or of whatever would settle the hand."""
        if key == "declarer_side":
            return key
        if self.shown_mode == "tricks" and "tally" not in self.record:
            return "winner_0"
        return f"tricks_{self._hand_missing()}"

    def _hand_missing(self) -> int:
        """Return the first hand, in the order of the questions, whose tricks are unknown."""
        order = (*self.turns, DUMMY)
        said = self.cleaned_data
        return next((hand for hand in order if said.get(f"tricks_{hand}") is None), order[0])

    def _ask_bid(self, seat: int) -> str:
        return _("What does %(name)s bid?") % {"name": isolated(self.table.names[seat])}

    def _ask_tricks(self, hand: int) -> str:
        return _("How many tricks did %(name)s take?") % {"name": isolated(self.hand_names[hand])}

    def pieces_add(self) -> None:
        """The cards of the dummy that were turned up besides."""
        super().pieces_add()
        if self.table.options.flipped:
            self.fields["flipped"] = forms.MultipleChoiceField(
                label=_("The dummy's cards turned up"), required=False, choices=self.pieces
            )
