"""The entry form of Klaverjassen: its fields, to and from the hand record."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import HandTable, Record, declarer_of
from games.cards import SUIT_NAMES
from games.entry_form import (
    NO_BIDDER,
    OPEN_QUESTION,
    SCORE_ATTRS,
    Calls,
    ContractEntryForm,
    RecordField,
    seat_read,
)
from games.klaverjassen.line import passes_out, read_calls
from rules.klaverjassen.auction import PASS, PLAY, STEP
from rules.klaverjassen.cards import ALL_POINTS, PACK, TRICKS
from rules.klaverjassen.options import Naming
from rules.klaverjassen.roem import MOST_ROEM
from rules.problems import Code, Problem

SEATS: Final = 4
HIGHEST_OFFERED: Final = 250
"""The highest bid on a chip; a higher one can be typed."""
MADE, NAT, PIT_MADE, PIT_LOST = "made", "set", "pit", "pit_lost"
QUESTIONS: Final = {
    Code.CONTRACT_MISSING: gettext_lazy("Which suit is trumps?"),
    Code.TALLY_INSUFFICIENT: gettext_lazy("How many card points? Or was it nat, or pit?"),
    Code.PLAY_INCOMPLETE: OPEN_QUESTION,
}
Choices = list[tuple[str, Any]]


def bidder_choices(table: HandTable) -> Choices:
    """Return the players, and a choice for no bid if the rules allow it."""
    seats = [(str(seat), name) for seat, name in enumerate(table.names)]
    return [*seats, (NO_BIDDER, _("All passed"))] if passes_out(table.options) else seats


def result_choices(options: Any) -> Choices:
    """Return made, nat and pit; a pit of the others where it counts."""
    others = [(PIT_LOST, _("pit of the others"))] if options.defence_pit else []
    return [(MADE, _("Made")), (NAT, _("Nat")), (PIT_MADE, _("Pit")), *others]


def _number(label: Any, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs=SCORE_ATTRS | {"max": str(most)})
    return forms.IntegerField(label=label, required=False, widget=widget)


class KlaverjasEntryForm(ContractEntryForm):
    """See ``EntryForm``. ``bid`` is asked for only where points are bid; card points and roem are
    those of the declaring side."""

    template = "klaverjassen/entry.html"
    questions = QUESTIONS
    line_fields = ("bidder", "bid", "trump", "result", "points", "roem", "their_roem", "calls")
    asks: ClassVar = {
        **{"bidder": "players", "bid": "numbers", "trump": "suits"},
        **dict.fromkeys(("points", "roem", "their_roem", "result"), "words"),
    }
    pack = PACK
    most_points = 56
    record_fields = (
        *(field for field in ContractEntryForm.record_fields if field.name != "result"),
        RecordField("trump", "/contract/trump"),
    )
    call_codes: ClassVar = {"pass": "p", "play": "x"}
    calls_label = gettext_lazy("Whole auction")
    calls_example = "p p x"

    trump = forms.CharField(
        label=gettext_lazy("Trumps"), required=False, max_length=8, widget=forms.RadioSelect
    )
    result = forms.CharField(
        label=gettext_lazy("Result"), required=False, max_length=8, widget=forms.RadioSelect
    )
    points = _number(gettext_lazy("Card points"), ALL_POINTS)
    roem = _number(gettext_lazy("Roem"), MOST_ROEM)
    their_roem = _number(gettext_lazy("Others’ roem"), MOST_ROEM)

    @classmethod
    def initial_of(cls, record: Record, written: Calls | None = None) -> dict[str, Any]:
        """Return the fields of a recorded hand."""
        declarer = declarer_of(record["auction"])
        tally = record.get("tally", {}) if declarer is not None else {}
        return super().initial_of(record, written) | _tally_fields(tally, declarer or 0)

    @property
    def by_points(self) -> bool:
        """Whether points are bid."""
        return bool(self.table.options.naming is Naming.POINTS)

    def fields_add(self) -> None:
        """Offer the players of this table, in the detail of the mode."""
        super().fields_add()
        options = self.table.options
        self.choices_offer("bidder", bidder_choices(self.table))
        self.choices_offer("trump", [*SUIT_NAMES.items()])
        self.choices_offer("result", result_choices(options))
        if self.by_points:
            bids = range(-(-options.lowest_bid // STEP) * STEP, HIGHEST_OFFERED + 1, STEP)
            self.choices_offer("bid", [(str(bid), str(bid)) for bid in bids])
            self.fields["bid"].label = _("Bid")
        else:
            del self.fields["bid"]

    def clean(self) -> dict[str, Any]:
        """Whoever plays says nothing more, unless points are bid."""
        self.cleaned_data.setdefault("bid", PLAY)
        return super().clean()

    def control(self, pointer: str) -> str | None:
        """Return where a problem of the record is shown."""
        _empty, first, key, *_rest = f"{pointer}//".split("/")
        if first == "auction" and not self.by_points and not self.data.get("calls"):
            return "bidder"
        if first == "tally":
            return key if key in {"points", "roem"} else "result"
        return super().control(pointer)

    def problem_words(self, problem: Problem) -> str:
        """Return the problem; with all points, ask for the pit."""
        points = self.cleaned_data.get("points")
        if problem.code is Code.TALLY_INSUFFICIENT and points in (0, ALL_POINTS):
            return _("Did one side win every trick? Choose pit, or made or nat.")
        return super().problem_words(problem)

    def read_calls(self, text: str) -> list[str] | None:
        """See ``games.klaverjassen.line``."""
        return read_calls(text)

    def record_of(self, data: Mapping[str, Any], calls: list[str]) -> dict[str, Any]:
        """Auction, contract and tally."""
        auction = _auction(data, calls, self.table.options)
        record: dict[str, Any] = {"dealer": data["dealer"], "auction": auction}
        record |= self.values_read(data)
        declarer = declarer_of(auction)
        if declarer is not None and (tally := _tally(data, declarer)):
            record["tally"] = tally
        return record


# To and from the record


def _auction(data: Mapping[str, Any], calls: list[str], options: Any) -> list[dict[str, Any]]:
    """Return every call with its seat. Who plays without a whole auction did so at the first
    chance; where points are bid the others passed."""
    first = (data["dealer"] + options.speaks_first) % SEATS
    bidder = seat_read(data["bidder"])
    if not calls and data["bidder"] == NO_BIDDER:
        calls = [PASS] * SEATS
    elif not calls and bidder is not None:
        calls = [*[PASS] * ((bidder - first) % SEATS), data["bid"]]
        if options.naming is Naming.POINTS:
            calls += [PASS] * (SEATS - len(calls))
    return _seated(calls, first)


def _seated(calls: Sequence[str], first: int) -> list[dict[str, Any]]:
    """Return calls with their seats: who passed is skipped, until all have."""
    auction: list[dict[str, Any]] = []
    seat, out = first, set[int]()
    for call in calls:
        auction.append({"seat": seat, "bid": call})
        out |= {seat} if call == PASS else set()
        after = [(seat + step) % SEATS for step in range(1, SEATS + 1)]
        seat = next((each for each in after if each not in out), first)
    return auction


def _by_team(declarer: int, ours: int, theirs: int) -> list[int]:
    return [theirs, ours] if declarer % 2 else [ours, theirs]


def _tally(data: Mapping[str, Any], declarer: int) -> dict[str, Any]:
    """Return the tally, in the order of the record format."""
    tally: dict[str, Any] = {}
    result, points = data["result"], data["points"]
    if result in {MADE, NAT}:
        tally["made"] = result == MADE
    if points is not None:
        tally["points"] = _by_team(declarer, points, max(ALL_POINTS - points, 0))
    roem = (data["roem"], data["their_roem"])
    if roem != (None, None):
        tally["roem"] = _by_team(declarer, roem[0] or 0, roem[1] or 0)
    if result == PIT_MADE:
        tally["tricks"] = _by_team(declarer, TRICKS, 0)
    if result == PIT_LOST:
        tally["tricks"] = _by_team(declarer, 0, TRICKS)
    return tally


def _tally_fields(tally: Mapping[str, Any], declarer: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if "made" in tally:
        fields["result"] = MADE if tally["made"] else NAT
    if "points" in tally:
        fields["points"] = tally["points"][declarer % 2]
    if "roem" in tally:
        fields["roem"], fields["their_roem"] = (
            tally["roem"][(declarer + side) % 2] for side in (0, 1)
        )
    match tally.get("tricks", [])[declarer % 2 :: 2]:
        case [0]:
            fields["result"] = PIT_LOST
        case [count] if count == TRICKS:
            fields["result"] = PIT_MADE
    return fields
