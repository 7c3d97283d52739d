"""The entry form of Pandoeren: its fields, to and from the hand record."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import read_whole
from core.text import with_codes
from games.base import HandTable, bid_of, calls_written, declarer_of
from games.entry_form import (
    NO_BIDDER,
    OPEN_QUESTION,
    SCORE_ATTRS,
    Calls,
    ContractEntryForm,
    seat_read,
    short_names,
    sides_offered,
)
from games.pandoeren.labels import SEATS, bid_words, canonical
from games.pandoeren.line import STUK_ON_SHEET, read_calls
from games.wording import SUIT_NAMES, card_name, suit_row
from rules.pandoeren.cards import NUMBERS
from rules.pandoeren.contracts import BIDS, CONTRACTS, PANDOER_PLUS, PASS
from rules.pandoeren.contracts import Calls as Called
from rules.problems import Code, Problem

CARD: Final = re.compile(r"[SHDC]\s*(?:10|[AKQJT2-9])(?=[SHDC\s,;]|$)|[^\s,;]+", re.IGNORECASE)
Choices = list[tuple[str, Any]]

NOTHING: Final = ("", "–")
YES_NO: Final = [NOTHING, ("yes", gettext_lazy("yes")), ("no", gettext_lazy("no"))]
SIDES: Final = sides_offered(gettext_lazy("the declaring side"), gettext_lazy("the other side"))
RESULTS: Final = [("made", gettext_lazy("Made")), ("set", gettext_lazy("Failed"))]
PLUS: Final = [NOTHING, *((bid.partition("+")[2],) * 2 for bid in PANDOER_PLUS)]
TRUMPS: Final = [*SUIT_NAMES.items()]
CALLABLE: Final = [f"{suit}{rank}" for rank in "AK" for suit in SUIT_NAMES]
PACK: Final = tuple(
    (*suit_row(suit, "AKQJT987"), *(("H6",) if suit == "H" else ())) for suit in SUIT_NAMES
)
"""A row for each suit; the six of hearts is the thirty-third card."""


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
        (str(SUIT_NAMES[row[0][0]]), [(card, card_name(card)) for card in row]) for row in PACK
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


def read_pieces(text: str) -> list[str]:
    """Return ``sa h10 d7`` as cards in any spelling; invalid words stay unchanged."""
    return [_piece(word) for word in CARD.findall(text)]


def _piece(word: str) -> str:
    name = re.sub(r"\s", "", word).upper()
    return canonical(name) if name in NUMBERS else word


class PandoerenEntryForm(ContractEntryForm):
    """See ``EntryForm``."""

    template = "pandoeren/entry.html"
    questions = QUESTIONS
    line_fields = (
        *("bidder", "bid", "plus", "trump", "call", "partner"),
        *("result", "cards", "roem", "stuk", "calls"),
    )
    shows: ClassVar = {
        **dict.fromkeys(("bidder", "partner"), "players"),
        **{"bid": "numbers", "trump": "suits", "call": "cards"},
    }
    hand_size = 8
    tricks_in_hand = 8
    most_points = 141
    piece_names = tuple(card for row in PACK for card in row)
    read_pieces = staticmethod(read_pieces)
    canonical = staticmethod(canonical)
    whole_keys = frozenset({"plays", "deal", "centre", "discard"})
    sides = SIDES
    calls_label = gettext_lazy("Auction")
    calls_help = with_codes(
        gettext_lazy(
            "From the dealer's left, as in: %(calls)s. Only players who bid may deny roem."
        ),
        calls="p 120 p 150",
    )
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
    def initial_of(cls, record: Mapping[str, Any], written: Calls | None = None) -> dict[str, Any]:
        """Return the fields of a recorded hand."""
        calls = calls_written(record["auction"], None) if written is None else written
        contract = record.get("contract") or {}
        fields = super().initial_of(record, written) | {
            "trump": contract.get("trump") or "",
            "call": canonical(contract.get("call") or ""),
            "partner": str(record.get("partner", "")),
            "centre": canonical(record.get("centre", "")),
            "discard": canonical(record.get("discard", "")),
        }
        fields |= _auction_fields(calls) | _tally_fields(record.get("tally", {}))
        return fields | _roem_fields(record)

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
        """Return the problem; an unknown partner is asked for by name."""
        if problem.code is Code.TALLY_INSUFFICIENT and problem.at == "/partner":
            return _("Who has the called card?")
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
        record: dict[str, Any] = {"dealer": data["dealer"], "auction": auction}
        if (contract := _contract(data, auction)) is not None:
            record["contract"] = contract
        if tally := _tally(data):
            record["tally"] = tally
        record |= {key: data[key] for key in ("centre", "discard") if data.get(key)}
        if (partner := seat_read(data["partner"])) is not None:
            record["partner"] = partner
        if data["stuk"] != STUK_ON_SHEET and (stuk := seat_read(data["stuk"])) is not None:
            record["stuk"] = stuk
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


def _contract(
    data: Mapping[str, Any], auction: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return the declaration; None if there is none although the bid needs one."""
    if declarer_of(auction) is None:
        return None
    trump, call, bid = data["trump"], data["call"], BIDS.get(bid_of(auction))
    asks = bid is not None and (bid.contract.trumps or bid.contract.calls is Called.ACE)
    return (
        None if asks and not trump and not call else {"trump": trump or None, "call": call or None}
    )


def _tally(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tally, in the order of the record format."""
    tally: dict[str, Any] = {}
    if data["result"]:
        tally["made"] = data["result"] == "made"
    tally |= {key: data[key] for key in ("cards", "roem") if data[key] is not None}
    if data["stuk"] == STUK_ON_SHEET:
        tally["stuk"] = int(STUK_ON_SHEET)
    if data["tricks"] is not None:
        tally["tricks"] = data["tricks"]
    return tally | {key: data[key] == "yes" for key in ("first", "first_four") if data[key]}


def _auction_fields(auction: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    declarer = declarer_of(auction)
    if declarer is None:
        return {"bidder": NO_BIDDER}
    kind, _plus, more = bid_of(auction).partition("+")
    fields = {"bidder": str(declarer), "bid": kind, "plus": more}
    if len(auction) > 1:
        fields["calls"] = " ".join("p" if call["bid"] == PASS else call["bid"] for call in auction)
    return fields


def _tally_fields(tally: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {
        key: tally[key] for key in ("cards", "roem", "tricks") if key in tally
    }
    words = {True: "made", False: "set"}
    if "made" in tally:
        fields["result"] = words[tally["made"]]
    if tally.get("stuk"):
        fields["stuk"] = STUK_ON_SHEET
    for key in ("first", "first_four"):
        if key in tally:
            fields[key] = "yes" if tally[key] else "no"
    return fields


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
    if record.get("stuk") is not None:
        fields["stuk"] = str(record["stuk"])
    return fields
