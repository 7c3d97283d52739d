"""How Whist is spoken, typed and printed."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms

from core.figures import read_whole
from games.base import (
    ContractLabel,
    Example,
    Fact,
    HandLabels,
    HandTable,
    KeyHelp,
    LineError,
    LineFields,
    Names,
    Record,
)
from games.best_play import Answer, BestPlayWords, Makeable
from games.entry_form import EntryForm
from games.measures import GameMeasures, Measure
from games.presenter import GamePresenter
from games.wording import GameLabels, OptionLabels, PresetLabels
from tests.games.whist.laws import TRICKS, WHIST
from tests.games.whist.solver import WhistSolver


class WhistForm(EntryForm):
    """The tricks of A and C."""

    line_fields = ("tricks",)
    tricks = forms.IntegerField(label="Tricks of A & C", required=False)

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], written: Any = None) -> dict[str, Any]:
        """A recorded hand in the form."""
        return {"mode": "quick", "tricks": record["tally"]["tricks"]}

    def control(self, pointer: str) -> str | None:
        """There is one control."""
        return "tricks"

    def clean(self) -> dict[str, Any]:
        """Make the record."""
        data = super().clean()
        if not self.errors:
            self.record = {"dealer": data["dealer"]}
            if data["tricks"] is not None:
                self.record["tally"] = {"tricks": data["tricks"]}
        return data


class WhistBestPlay(BestPlayWords):
    """Of endings alone: no table of a deal, so nothing is said of bids."""

    solver = WhistSolver()

    def makeable(self, answer: Answer, names: Names) -> Makeable:
        """There is no table."""
        return Makeable(rows=(), note="")

    def contracts(self, options: Any) -> tuple[ContractLabel, ...]:
        """There is no table."""
        return ()

    def needed(self, record: Record, verdict: Record) -> int | None:
        """Nothing was bid."""
        return None

    def could_make(self, record: Record, verdict: Record, answer: Answer) -> bool | None:
        """Nothing was bid."""
        return None

    def bids(self, options: Any) -> tuple[tuple[str, str, int], ...]:
        """There are none."""
        return ()


class WhistPresenter(GamePresenter):
    """See ``GamePresenter``."""

    laws = WHIST
    label = "Whist"
    labels = GameLabels(
        presets={"standard": PresetLabels("Plain", "A point for each trick over six.")},
        options={"hands": OptionLabels("Hands", "So many make a match.")},
        stakes={"per_point": "for each point of difference"},
    )
    form = WhistForm
    best_play = WhistBestPlay()
    measures = GameMeasures(
        measures=(
            Measure(
                "slam",
                "Slams at the table",
                "Hands in which one side took all thirteen tricks.",
                where={"record.tally.tricks": frozenset({0, TRICKS})},
            ),
        )
    )

    def agreed(self, options: Any) -> tuple[str, ...]:
        """How long a match is."""
        return (f"{options.hands} hands",)

    def hand_labels(self, record: Record, verdict: Record, names: Names) -> HandLabels:
        """The tricks."""
        tricks = record["tally"]["tricks"]
        return HandLabels(
            dealer=names[record["dealer"]],
            bidder="",
            bid="",
            contract=ContractLabel(""),
            outcome="made",
            result="played",
            score=tuple(verdict["score"]),
            auction="",
            sentence=f"{names[0]} and {names[2]} took {tricks} tricks",
            points=(str(tricks), str(13 - tricks)),
        )

    def facts(self, record: Record, names: Names) -> tuple[Fact, ...]:
        """The tally."""
        return (Fact("Tricks", str(record.get("tally", {}).get("tricks", ""))),)

    def read_line(self, text: str, table: HandTable) -> LineFields:
        """A number of tricks."""
        if read_whole(text) is None:
            raise LineError("Type the tricks of A and C.")
        return {"tricks": text.strip()}

    def example(self, options: Any) -> Example:
        """Eight tricks."""
        return Example("8", "8", "A and C took eight tricks", "Tricks.")

    def line_help(self, table: HandTable) -> tuple[KeyHelp, ...]:
        """One number."""
        return (KeyHelp(("8",), "tricks of A and C"),)


GAME: Final = WhistPresenter()
