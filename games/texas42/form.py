"""The entry form of Texas 42: its fields, to and from the hand record."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import read_whole
from core.text import isolated
from games.base import HandTable, Record, declarer_of
from games.entry_form import (
    NO_BIDDER,
    OPEN_QUESTION,
    SCORE_ATTRS,
    Calls,
    ContractEntryForm,
    RecordField,
    seat_read,
)
from games.texas42.labels import KINDS, RANKINGS, SUITS, bid_words
from games.texas42.line import read_calls
from rules.pieces import HIGHEST_END
from rules.problems import Code, Problem
from rules.texas42.dominoes import DOMINOES

SEATS: Final = 4
PAIR: Final = re.compile(r"[0-6]\s*(?:[-–]\s*)?[0-6]")
PIECE: Final = re.compile(rf"{PAIR.pattern}|[^\s,;]+")
RANKED: Final = {"no_trump": "high", "nello": "own"}
WITH_PARTNER: Final = frozenset({"plunge", "splash"})
RESULTS = [("made", gettext_lazy("Made")), ("set", gettext_lazy("Set"))]
QUESTIONS = {
    Code.CONTRACT_MISSING: gettext_lazy("What was named?"),
    Code.TALLY_INSUFFICIENT: gettext_lazy("Made or set?"),
    Code.PLAY_INCOMPLETE: OPEN_QUESTION,
}
Choices = list[tuple[str, Any]]


def bidders(table: HandTable) -> Choices:
    """Return the players, and a choice for no bid if the rules allow it."""
    seats = [(str(seat), name) for seat, name in enumerate(table.names)]
    return seats if table.options.dealer_must_bid else [*seats, (NO_BIDDER, _("All passed"))]


def bids(options: Any) -> list[str]:
    """Return every bid that an auction can end with: openings, a plunge, and a mark more for each
    of the other callers.
    """
    if options.by_points:
        high = ["84", "168", *(["low-no"] if options.low_no else [])]
        return [*map(str, range(30, 43)), *high]
    most = max(options.max_opening_marks, options.plunge_marks if options.plunge else 1)
    return [*map(str, range(30, 42)), *(f"{marks}m" for marks in range(1, most + SEATS))]


def contracts(options: Any) -> Choices:
    """Return the suits, and the table's other contracts."""
    suits = [(str(suit), word) for suit, word in enumerate(SUITS)]
    played = kinds(options)
    return [*suits, *((kind, word) for kind, word in KINDS.items() if kind in played)]


def kinds(options: Any) -> set[str]:
    """Return the contracts besides trump suits that the table plays."""
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
    """Return whether doubles may rank in more than one way in some contract."""
    ways = {"no_trump": options.no_trump_doubles, "nello": options.nello_doubles}
    return any(len(ways[kind]) > 1 for kind in kinds(options) & RANKED.keys())


def _piece(word: str) -> str:
    digits = [c for c in word if c in "0123456"]
    if len(digits) == 2 and PAIR.fullmatch(word):
        return DOMINOES.canonical("-".join(digits))
    return word


class Texas42EntryForm(ContractEntryForm):
    """See ``EntryForm``."""

    template = "texas42/entry.html"
    questions = QUESTIONS
    line_fields = (
        *("bidder", "bid", "contract", "ranking", "named"),
        *("result", "points", "calls"),
    )
    asks: ClassVar = {"bidder": "players", "bid": "numbers", "contract": "ends", "result": "words"}
    pack = DOMINOES
    most_points = 42
    three_in_trick = "contract=nello"
    record_fields = (
        *ContractEntryForm.record_fields,
        RecordField("opening_suit", "/opening_suit"),
    )
    call_codes: ClassVar = {"pass": "p", "low-no": "ln"}
    calls_label = gettext_lazy("Whole auction")
    calls_example = "p 30 p 1m"

    contract = forms.CharField(
        label=gettext_lazy("Trumps or contract"),
        required=False,
        max_length=20,
        widget=forms.RadioSelect,
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
    opening_suit = forms.TypedChoiceField(
        label=gettext_lazy("First lead announced as"),
        required=False,
        choices=[("", "–"), *((str(n), word) for n, word in enumerate(SUITS))],
        coerce=int,
        empty_value=None,
    )

    @classmethod
    def read_pieces(cls, text: str) -> list[str]:
        """Return ``55 5-3 06`` as dominoes; a word that is none stays."""
        return [_piece(word) for word in PIECE.findall(text)]

    @classmethod
    def initial_of(cls, record: Record, written: Calls | None = None) -> dict[str, Any]:
        """Return the fields of a recorded hand."""
        fields = super().initial_of(record, written)
        declarer, points = declarer_of(record["auction"]), record.get("tally", {}).get("points")
        if points and declarer is not None:
            fields["points"] = points[declarer % 2]
        return fields | _contract_fields(record.get("contract"))

    def fields_add(self) -> None:
        """Add the table's choices, in the detail of the mode."""
        super().fields_add()
        options = self.table.options
        self.choices_offer("bidder", bidders(self.table))
        standing = self["bid"].value()
        offered = dict.fromkeys([*bids(options), *([standing] if standing else [])])
        self.choices_offer("bid", [(bid, bid_words(bid)) for bid in offered])
        self.choices_offer("contract", contracts(options))
        if not options.low_end_opening or self.shown_mode != "full":
            del self.fields["opening_suit"]

    def control(self, pointer: str) -> str | None:
        """Return the field of the points, or as in all games with contracts."""
        return "points" if pointer.startswith("/tally/points") else super().control(pointer)

    def problem_words(self, problem: Problem) -> str:
        """Say how an auction is written, if a bid is allowed only after a lower one."""
        calls = "" if self.data.get("calls") else self._calls_before()
        if problem.code != Code.AUCTION_NOT_ALLOWED or not calls:
            return super().problem_words(problem)
        return _(
            "%(bid)s needs a lower bid before it: enter the whole auction, as in %(calls)s, or "
            "in one line %(line)s."
        ) % {
            "bid": bid_words(self.data.get("bid", "")),
            "calls": isolated(calls),
            "line": isolated(f"{calls} / 5 m"),
        }

    def _calls_before(self) -> str:
        """Return an auction that ends with the chosen bid, by marks or by 84; empty if none can."""
        options, bid = self.table.options, str(self.data.get("bid", ""))
        bidder, dealer = seat_read(self.data.get("bidder", "")), read_whole(self.data["dealer"])
        if bidder is None or dealer is None:
            return ""
        before = (bidder - dealer - 1) % SEATS
        if options.by_points:
            lower = ["84"] if bid == "168" else []
        else:
            opening = options.max_opening_marks
            marks = read_whole(bid.removesuffix("m")) if bid.endswith("m") else None
            lower = [f"{number}m" for number in range(opening, marks or 0)]
        if not lower or len(lower) > before:
            return ""
        passes = ["p"] * (before - len(lower))
        return " ".join([*passes, *lower, bid, *["p"] * (SEATS - 1 - before)])

    @property
    def offers_rankings(self) -> bool:
        """Whether the table lets doubles rank in more than one way."""
        return ranks_doubles(self.table.options)

    @property
    def offers_partner(self) -> bool:
        """Whether a partner may have to name trumps."""
        return bool(WITH_PARTNER & kinds(self.table.options))

    def read_calls(self, text: str) -> list[str] | None:
        """See ``games.texas42.line``."""
        return read_calls(text, by_points=self.table.options.by_points)

    def record_of(self, data: Mapping[str, Any], calls: list[str]) -> dict[str, Any]:
        """Auction, contract and tally."""
        auction = _auction(data, calls)
        record: dict[str, Any] = {"dealer": data["dealer"], "auction": auction}
        record |= self.values_read(data)
        if data["contract"]:
            record["contract"] = _contract(data)
        points, declarer = data["points"], declarer_of(auction)
        if points is not None and declarer is not None:
            both = [points, max(42 - points, 0)]
            record.setdefault("tally", {})["points"] = both if declarer % 2 == 0 else both[::-1]
        return record


# To and from the record


def _auction(data: Mapping[str, Any], calls: Sequence[str]) -> list[dict[str, Any]]:
    """Return every call with its seat; without the whole auction the others are taken to have
    passed."""
    order = [(data["dealer"] + step) % SEATS for step in range(1, SEATS + 1)]
    if calls:
        return [{"seat": order[step % SEATS], "bid": bid} for step, bid in enumerate(calls)]
    bidder = seat_read(data["bidder"])
    if bidder is None and data["bidder"] != NO_BIDDER:
        return []
    return [{"seat": s, "bid": data["bid"] if s == bidder else "pass"} for s in order]


def _contract(data: Mapping[str, Any]) -> dict[str, Any]:
    kind, named, ranking = data["contract"], data["named"], data["ranking"]
    suit = read_whole(kind, most=HIGHEST_END)
    if suit is not None:
        return {"kind": "trump", "trump": suit}
    contract = _ranked(kind, ranking)
    if kind not in WITH_PARTNER or not named:
        return contract
    suit = read_whole(named, most=HIGHEST_END)
    return contract | ({"as": _ranked(named, ranking)} if suit is None else {"trump": suit})


def _ranked(kind: str, ranking: str) -> dict[str, Any]:
    if kind not in RANKED:
        return {"kind": kind}
    return {"kind": kind, "doubles": ranking or RANKED[kind]}


def _contract_fields(contract: Mapping[str, Any] | None) -> dict[str, str]:
    if contract is None:
        return {}
    kind, suit = contract["kind"], contract.get("trump")
    if kind == "trump":
        return {"contract": str(suit)}
    if suit is not None:
        return {"contract": kind, "named": str(suit)}
    named = contract.get("as", {})
    ranking = (named or contract).get("doubles", "")
    return {"contract": kind, "named": named.get("kind", ""), "ranking": ranking}
