"""The entry form of Pandoeren: its fields, to and from the hand record."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import read_whole
from games.base import HandTable, Record, bid_of, declarer_of
from games.cards import SUIT_NAMES, card_name, card_rows
from games.entry_form import (
    NO_BIDDER,
    OPEN_QUESTION,
    SCORE_ATTRS,
    Calls,
    ContractEntryForm,
    RecordField,
    seat_read,
    short_names,
)
from games.pandoeren.labels import SEATS, bid_words
from games.pandoeren.line import STUK_ON_SHEET, read_calls
from rules.pandoeren.cards import PACK
from rules.pandoeren.contracts import BIDS, CONTRACTS, PANDOER_PLUS, PASS
from rules.pandoeren.contracts import Calls as Called
from rules.problems import Code, Problem

Choices = list[tuple[str, Any]]

NOTHING: Final = ("", "–")
YES_NO: Final = [NOTHING, ("yes", gettext_lazy("yes")), ("no", gettext_lazy("no"))]
RESULTS: Final = [("made", gettext_lazy("Made")), ("set", gettext_lazy("Failed"))]
PLUS: Final = [NOTHING, *((bid.partition("+")[2],) * 2 for bid in PANDOER_PLUS)]
TRUMPS: Final = [*SUIT_NAMES.items()]
CALLABLE: Final = [f"{suit}{rank}" for rank in "AK" for suit in SUIT_NAMES]


def seat_choices(table: HandTable) -> Choices:
    """Return the players."""
    return [(str(seat), name) for seat, name in enumerate(table.names)]


def short_seat_choices(table: HandTable) -> Choices:
    """Return the players by their first names."""
    return [(str(seat), name) for seat, name in enumerate(short_names(table.names))]


def bidder_choices(table: HandTable) -> Choices:
    """Return the players, and a choice for no bid."""
    return [*seat_choices(table), (NO_BIDDER, _("All passed"))]


def partner_choices(table: HandTable) -> Choices:
    """Return the players, and a choice for an unknown partner."""
    return [*seat_choices(table), ("", _("not said"))]


def bid_choices() -> Choices:
    """Return the numbers, then the contracts that have names, each from low to high."""
    named = [bid for row in CONTRACTS for bid in row.bids if "+" not in bid]
    ordered = sorted(named, key=lambda bid: not BIDS[bid].is_number)
    return [(bid, bid_words(bid)) for bid in ordered]


def call_choices() -> Choices:
    """Aces, then kings, and that no card is called."""
    return [*((card, card_name(card)) for card in CALLABLE), ("", _("none"))]


def stuk_choices(table: HandTable) -> Choices:
    """Return the players who may have shown king and queen of trumps, and the sheet."""
    return [NOTHING, *seat_choices(table), (STUK_ON_SHEET, _("20, by the sheet"))]


def card_choices() -> Choices:
    """Return every card, by suit."""
    suits = [
        (str(SUIT_NAMES[row[0][0]]), [(card, card_name(card)) for card in row])
        for row in card_rows(PACK)
    ]
    return [NOTHING, *suits]


ANNOUNCEMENTS: Final = 2
"""Only the declarer and the partner announce roem."""

ROEM: Final = tuple(f"roem_seat_{number}" for number in range(ANNOUNCEMENTS))
ANNOUNCED: Final = tuple(
    f"{part}_{number}"
    for number in range(ANNOUNCEMENTS)
    for part in ("roem_seat", "roem_value", "denied_by")
)
"""The fields of the roem that is announced."""
QUESTIONS: Final = {
    Code.CONTRACT_MISSING: gettext_lazy("What was named: trumps, and which card was called?"),
    Code.CALL_MISSING: gettext_lazy("Which card was called?"),
    Code.TALLY_INSUFFICIENT: gettext_lazy("Made or failed? Or how many card points?"),
    Code.PLAY_INCOMPLETE: OPEN_QUESTION,
}


def _number(label: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs=SCORE_ATTRS | {"max": "500"})
    return forms.IntegerField(label=label, required=False, widget=widget)


def _chips(label: Any, **more: Any) -> forms.CharField:
    """Chips to tap; whatever else is sent is for the rule book to judge."""
    more.setdefault("max_length", 20)
    return forms.CharField(label=label, required=False, widget=forms.RadioSelect, **more)


def _on_sheet(stuk: int) -> str:
    return STUK_ON_SHEET if stuk else ""


class PandoerenEntryForm(ContractEntryForm):
    """See ``EntryForm``."""

    template = "pandoeren/entry.html"
    questions = QUESTIONS
    line_fields = (
        *("bidder", "bid", "plus", "trump", "call", "partner"),
        *("result", "cards", "roem", "stuk", "calls"),
    )
    asks: ClassVar = {
        **{"bidder": "players", "bid": "numbers", "trump": "suits", "call": "cards"},
        **{"partner": "players", "result": "words"},
    }
    pack = PACK
    most_points = 141
    whole_keys = frozenset({"plays", "deal", "centre", "discard"})
    record_fields = (
        *ContractEntryForm.record_fields,
        RecordField("trump", "/contract/trump"),
        RecordField("call", "/contract/call", write=PACK.canonical),
        RecordField("partner", "/partner", seat_read, str),
        RecordField("centre", "/centre", write=PACK.canonical),
        RecordField("discard", "/discard", write=PACK.canonical),
        *(RecordField(name, f"/tally/{name}") for name in ("cards", "roem", "tricks")),
        RecordField("stuk", "/tally/stuk", {STUK_ON_SHEET: int(STUK_ON_SHEET)}.get, _on_sheet),
        RecordField("stuk", "/stuk", seat_read, str),
        *(
            RecordField(
                name,
                f"/tally/{name}",
                {"yes": True, "no": False}.get,
                {True: "yes", False: "no"}.get,
            )
            for name in ("first", "first_four")
        ),
    )
    calls_label = gettext_lazy("Auction")
    calls_example = "p 120 p 150"
    seldom = ("calls", "tricks", "first", "first_four", "claim", "against", "ruling_reason")

    plus = forms.ChoiceField(
        label=gettext_lazy("Pandoer and that much in roem and stuk"),
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
    tricks = _number(gettext_lazy("Tricks of the declaring side"))
    first = forms.ChoiceField(
        label=gettext_lazy("Declarer won the first trick"), required=False, choices=YES_NO
    )
    first_four = forms.ChoiceField(
        label=gettext_lazy("Declarer won the first four"), required=False, choices=YES_NO
    )

    @classmethod
    def initial_of(cls, record: Record, written: Calls | None = None) -> dict[str, Any]:
        """Return the fields of a recorded hand."""
        return super().initial_of(record, written) | _roem_fields(record)

    @classmethod
    def bid_fields(cls, bid: str) -> dict[str, str]:
        """Return the fields of a bid, pandoer apart from what it adds."""
        kind, _plus, more = bid.partition("+")
        return {"bid": kind, "plus": more}

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

    def control(self, pointer: str) -> str | None:
        """Return the row of an announcement, or as in all games with contracts."""
        _empty, first, place = f"{pointer}//".split("/")[:3]
        if first == "roem":
            return f"roem_seat_{place}"
        return self._denial_control(place) if first == "denials" else super().control(pointer)

    def problem_words(self, problem: Problem) -> str:
        """Return the problem; ask only for what the contract needs, and for a partner by name."""
        if problem.code is Code.TALLY_INSUFFICIENT and problem.at == "/partner":
            return _("Who has the called card?")
        if problem.code is Code.CONTRACT_MISSING:
            contract = BIDS[bid_of(self.record["auction"])].contract
            if contract.calls is not Called.ACE:
                return _("Which suit is trumps?")
            if not contract.trumps:
                return _("Which card was called?")
        return super().problem_words(problem)

    @property
    def roem_open(self) -> bool:
        """Whether roem is announced by name, or something is wrong with it."""
        return any(self[name].value() or self[name].errors for name in ROEM)

    def sheet_rows(self) -> list[Any]:
        """Return the fields for points that the table may have recorded."""
        return [self["cards"], self["roem"], self["stuk"]]

    def announcement_rows(self) -> list[tuple[Any, Any, Any]]:
        """Return rows for announcements: player, value, denials."""
        return [
            (self[f"roem_seat_{n}"], self[f"roem_value_{n}"], self[f"denied_by_{n}"])
            for n in range(ANNOUNCEMENTS)
        ]

    def read_calls(self, text: str) -> list[str] | None:
        """See ``games.pandoeren.line``."""
        return read_calls(text)

    def record_of(self, data: Mapping[str, Any], calls: list[str]) -> dict[str, Any]:
        """Auction, contract, exchange, roem and tally."""
        auction = _auction(data, calls, pass_is_final=self.table.options.pass_is_final)
        record = {"dealer": data["dealer"], "auction": auction} | self.values_read(data)
        named = record.pop("contract", {})
        if _is_declared(auction, named):
            record["contract"] = {"trump": None, "call": None} | named
        return record | self._announced(data)

    def _announced(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the announced roem: player, value if recorded, and denials."""
        roem, denials = [], []
        for number in range(ANNOUNCEMENTS):
            seat, value = data[f"roem_seat_{number}"], data[f"roem_value_{number}"]
            denied_by = [int(by) for by in data[f"denied_by_{number}"]]
            if seat:
                roem.append({"seat": int(seat)} | ({} if value is None else {"value": value}))
                denials += [{"by": by, "against": int(seat)} for by in denied_by]
            elif value is not None or denied_by:
                self.add_error(f"roem_seat_{number}", _("Who announced it?"))
        return ({"roem": roem} if roem else {}) | ({"denials": denials} if denials else {})

    def _denial_control(self, place: str) -> str | None:
        """Return the row of the announcement that the denial refers to."""
        denials = self.record.get("denials", ())
        number = read_whole(place, most=len(denials) - 1)
        if number is None:
            return None
        against = denials[number]["against"]
        seats = [announcement["seat"] for announcement in self.record["roem"]]
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
        for name, label in (("centre", _("Card in the middle")), ("discard", _("Discarded"))):
            self.fields[name] = forms.ChoiceField(
                label=label, required=False, choices=card_choices()
            )


# To and from the record


def _auction(
    data: Mapping[str, Any], calls: list[str], *, pass_is_final: bool
) -> list[dict[str, Any]]:
    """Return every call with its seat. Players without a bid passed, before and after."""
    dealer, bidder = data["dealer"], seat_read(data["bidder"])
    if not calls and data["bidder"] == NO_BIDDER:
        calls = [PASS] * SEATS
    elif not calls and bidder is None:
        return []
    elif not calls and bidder is not None:
        bid = f"{data['bid']}+{data['plus']}" if data["plus"] else data["bid"]
        calls = [*[PASS] * ((bidder - dealer - 1) % SEATS), bid]
    return _seated(list(calls), dealer, pass_is_final=pass_is_final)


def _seated(calls: list[str], dealer: int, *, pass_is_final: bool) -> list[dict[str, Any]]:
    """Return the calls with their seats, and the passes that end the auction after the last bid."""
    auction: list[dict[str, Any]] = []
    out: set[int] = set()
    seat, passes, bid = dealer, 0, False
    while calls or (bid and passes < SEATS - 1 and len(out) < SEATS - 1):
        seat = next(s for s in _from(seat + 1) if s not in out or len(out) == SEATS)
        call = calls.pop(0) if calls else PASS
        auction.append({"seat": seat, "bid": call})
        passes, bid = (passes + 1, bid) if call == PASS else (0, True)
        if call == PASS and pass_is_final:
            out.add(seat)
    return auction


def _from(seat: int) -> list[int]:
    return [(seat + step) % SEATS for step in range(SEATS)]


def _is_declared(auction: Sequence[Record], named: Record) -> bool:
    """Return whether there is a declaration: something was named, or the bid asks for nothing."""
    if declarer_of(auction) is None:
        return False
    bid = BIDS.get(bid_of(auction))
    asks = bid is not None and (bid.contract.trumps or bid.contract.calls is Called.ACE)
    return bool(named) or not asks


def _roem_fields(record: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for number, announcement in enumerate(record.get("roem", ())):
        fields[f"roem_seat_{number}"] = str(announcement["seat"])
        fields[f"roem_value_{number}"] = announcement.get("value")
        fields[f"denied_by_{number}"] = [
            str(denial["by"])
            for denial in record.get("denials", ())
            if denial["against"] == announcement["seat"]
        ]
    return fields
