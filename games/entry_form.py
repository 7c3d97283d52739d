"""The entry form of a hand: number and key, the one-line entry, tricks and pieces, problems beside
controls.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, ClassVar, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import read_whole
from core.text import isolated, with_codes
from core.typing import plain_line
from games.base import (
    Example,
    HandTable,
    LineError,
    LineFields,
    Record,
    bid_of,
    calls_derived,
    calls_written,
    declarer_of,
)
from games.cards import card_rows, read_cards
from games.wording import problem_text
from rules.pack import Pack
from rules.pieces import triangle
from rules.problems import Code, Problem


def short_names(names: Sequence[str]) -> list[str]:
    """Return first names if they distinguish the players."""
    first = [name.split()[0] if name.split() else name for name in names]
    return first if len(set(first)) == len(names) else list(names)


MODES: Final = {
    "quick": gettext_lazy("Quick"),
    "tricks": gettext_lazy("Trick by trick"),
    "full": gettext_lazy("Whole hand"),
}
"""How much of a hand may be entered, by mode."""
Calls = Sequence[Record]
GIVEN = frozenset({"number", "dealer", "key", "mode"})
RULING = frozenset({"against", "ruling_reason"})


@dataclass(frozen=True, slots=True)
class Step:
    """A question of the step-by-step form; ``shows`` selects how choices are drawn. A field without
    choices is typed."""

    fields: tuple[forms.BoundField, ...]
    shows: str = "words"


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of the form that is a value of the record, and its place there as a JSON Pointer.

    ``read`` returns the record's value of what was entered, None for nothing, and ``write`` what is
    entered for a value of the record.
    """

    name: str
    at: str
    read: Callable[[Any], Any] = lambda entered: entered
    write: Callable[[Any], Any] = lambda value: value

    @property
    def keys(self) -> list[str]:
        """The keys that lead to the value."""
        return self.at.split("/")[1:]

    def value_in(self, record: Record) -> Any:
        """Return the value that a record of sound shape has there, None where it has none."""
        value: Any = record
        for key in self.keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value


class EntryForm(forms.Form):
    """The form for one hand. A valid form has ``record``; ``derived_calls`` are the places of calls
    in its auction that nobody typed.

    ``number``, ``dealer`` and ``key`` are those the sender saw: the number of the hand, its dealer,
    and the idempotency key.
    """

    template: ClassVar[str] = "scoring/match_entry_plain.html"
    """The form's controls; the plain one shows each field of the game in its order."""
    questions: ClassVar[Mapping[Code, str | Promise]] = {}
    """Questions for problems that are only missing input."""
    modes: ClassVar[tuple[str, ...]] = ("quick",)
    """The game's modes of entry, the usual one first."""
    line_fields: ClassVar[tuple[str, ...]]
    """The fields that the one line fills; a control that is touched takes the line's place."""
    asks: ClassVar[Mapping[str, str]] = {}
    """The fields that a phone asks for in every hand, in their order, all of the game's own where
    none is named. Choices are drawn as ``words``, as ``players`` round the table, as ``numbers``,
    ``ends`` of dominoes, ``suits`` or ``cards``."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    dealer = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    mode = forms.ChoiceField(choices=[*MODES.items()], widget=forms.HiddenInput)
    command = forms.CharField(
        label=gettext_lazy("The hand in one line"),
        required=False,
        max_length=80,
        widget=forms.TextInput(
            attrs={
                "class": "entry__command",
                "autocomplete": "off",
                "autocapitalize": "none",
                "autocorrect": "off",
                "spellcheck": "false",
                "enterkeyhint": "done",
                "data-command": "",
            }
        ),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        presenter: Any,  # the game's `GamePresenter`, whose module imports this one
        table: HandTable,
        mode: str,
        correcting: bool = False,
        **kwargs: Any,
    ) -> None:
        self.presenter, self.table = presenter, table
        self.shown_mode, self.correcting = mode, correcting
        self.record: dict[str, Any] = {}
        self.derived_calls: list[int] = []
        self.command_error = ""
        self.understood: LineFields = {}
        super().__init__(self._with_command(data), **kwargs)
        self.fields_add()
        self.mode_fields_add()

    @property
    def modes_offered(self) -> list[tuple[str, Promise]]:
        """The modes to choose from; empty if there is one alone."""
        return [(mode, MODES[mode]) for mode in self.modes] if len(self.modes) > 1 else []

    def own_fields(self) -> list[forms.BoundField]:
        """Return the game's own fields in their order."""
        given = {*GIVEN, "command"}
        return [self[name] for name in self.fields if name not in given]

    def steps(self) -> list[Step]:
        """Return the questions of a usual hand, in the order in which a table answers them."""
        names = self.asks or [field.name for field in self.own_fields()]
        return [
            Step((self[name],), self.asks.get(name, "words"))
            for name in names
            if name in self.fields
        ]

    def further_fields(self) -> list[forms.BoundField]:
        """Return the optional fields for players; a ruling is the director's."""
        step_names = {field.name for step in self.steps() for field in step.fields}
        return [field for field in self.own_fields() if field.name not in step_names | RULING]

    @property
    def seat_keys(self) -> tuple[str, ...]:
        """The letter of each seat, by which the line names it."""
        keys: tuple[str, ...] = self.presenter.hand_keys(self.table.names)
        return keys

    @property
    def is_typed(self) -> bool:
        """Return whether anything was filled in besides the form's initial values."""
        return any(
            self.data.get(name)
            for name in self.fields
            if name not in GIVEN and not self[name].is_hidden
        )

    @property
    def hand_number(self) -> int:
        """Return the number of the hand; 0 if the submitted one is invalid."""
        return read_whole(str(self["number"].value())) or 0

    @property
    def example(self) -> Example:
        """The line that shows how a hand is typed."""
        example: Example = self.presenter.example(self.table.options)
        return example

    def key_renew(self, key: str) -> None:
        """Give the form another key, so that sending it again is another request."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data["key"] = key
        self.data = data

    def fields_add(self) -> None:
        """Add the fields that depend on the table."""
        is_first = str(self["number"].value()) == "1"
        given = self.correcting or self.table.rotates or self.table.dealer_is_given
        if is_first and not given:
            seats = list(enumerate(self.table.names))
            self.fields["dealer"].widget = forms.Select(choices=seats)
        self.fields["dealer"].label = str(self.presenter.words.who_deals_first)

    def mode_fields_add(self) -> None:
        """Add the fields of the mode, after all others."""

    @classmethod
    @abstractmethod
    def initial_of(cls, record: Record, written: Calls | None = None) -> dict[str, Any]:
        """Return the fields, ``mode`` among them, in which a recorded hand is shown to be
        corrected.

        ``written`` are the calls of its auction that somebody wrote, if that is known.
        """

    @abstractmethod
    def control(self, pointer: str) -> str | None:
        """Return the field that shows a problem at this place of the record."""

    def problems_add(self, problems: Iterable[Problem]) -> None:
        """Show each problem beside its field, or above the row."""
        for problem in problems:
            control = self.control(problem.at)
            seen = control in self.fields and not self[control].is_hidden
            self.add_error(control if seen else None, self.problem_words(problem))

    def problem_words(self, problem: Problem) -> str:
        """Return the problem, or a question if something is only missing."""
        question = self.questions.get(problem.code)
        return (
            str(question) if question else problem_text(problem, self.presenter, self.table.names)
        )

    def clean_dealer(self) -> int:
        """The dealer sits at the table."""
        dealer: int = self.cleaned_data["dealer"]
        if dealer >= len(self.table.names):
            raise forms.ValidationError(_("Nobody sits there."))
        return dealer

    def clean(self) -> dict[str, Any]:
        """Report a line that was not understood."""
        if self.command_error:
            self.add_error("command", self.command_error)
        self._ruling_is_whole(self.cleaned_data)
        return self.cleaned_data

    def _ruling_is_whole(self, data: Mapping[str, Any]) -> None:
        """A ruling needs both a side and a reason."""
        against, reason = data.get("against"), data.get("ruling_reason")
        if against and not reason:
            self.add_error("ruling_reason", _("Say why the director ruled this way."))
        if reason and not against:
            self.add_error("against", _("Choose the side that the ruling is against."))

    def _with_command(self, data: QueryDict | None) -> QueryDict | None:
        """Fill the fields of the one-line entry from its text, overriding the controls below it."""
        if data is None or not data.get("command", "").strip():
            return data
        data = data.copy()
        try:
            self.understood = self.presenter.read_line(str(data["command"])[:80], self.table)
        except LineError as error:
            self.command_error = str(error)
            return data
        for name in self.line_fields:
            data.pop(name, None)
            if name in self.understood:
                said = self.understood[name]
                data.setlist(name, said if isinstance(said, list) else [said])
        return data


SCORE_ATTRS = {"class": "input--score", "inputmode": "numeric", "min": "0"}


class TrickEntryForm(EntryForm):
    """An ``EntryForm`` with tricks: winners of tricks in one mode, every piece in another.

    The game has a field ``claim``.
    """

    modes = (*MODES,)
    pack: ClassVar[Pack]
    most_points: ClassVar[int] = 0
    """The possible points of a trick; 0 if tricks have none."""
    three_in_trick: ClassVar[str] = ""
    """The choice, as ``field=value``, under which one player lays no piece."""
    whole_keys: ClassVar[frozenset[str]] = frozenset({"plays", "deal"})
    """The keys of a record that only the mode of the whole hand shows."""
    record_fields: ClassVar[tuple[RecordField, ...]] = (
        RecordField("claim", "/claim"),
        RecordField("against", "/ruling/against"),
        RecordField("ruling_reason", "/ruling/reason"),
    )
    """The fields that are values of the record. Of those in one object, the first shows a problem
    of the object as a whole."""

    def fields_add(self) -> None:
        """Name the sides to which the rest may be given, or a ruling may go against."""
        super().fields_add()
        words = self.presenter.words
        sides = [("declarer", words.declarer_side), ("defence", words.defence_side)]
        for field in (self.fields.get(name) for name in ("claim", "against")):
            if isinstance(field, forms.ChoiceField):
                field.choices = [("", "–"), *sides]

    def mode_fields_add(self) -> None:
        """Add the winners of the tricks, or all pieces."""
        if self.shown_mode == "tricks":
            self.tricks_add()
        if self.shown_mode == "full":
            self.pieces_add()

    @classmethod
    def read_pieces(cls, text: str) -> list[str]:
        """Return pieces typed in any spelling as records write them; a word that is none stays."""
        return read_cards(text, cls.pack)

    @classmethod
    def initial_of(cls, record: Record, written: Calls | None = None) -> dict[str, Any]:
        """Return the fields common to trick games; a game adds its own."""
        canonical = cls.pack.canonical
        small = "tricks" if "trick_results" in record else "quick"
        fields: dict[str, Any] = {"mode": "full" if record.keys() & cls.whole_keys else small}
        fields |= {
            field.name: field.write(value)
            for field in cls.record_fields
            if (value := field.value_in(record)) is not None
        }
        for number, trick in enumerate(record.get("trick_results", ())):
            fields[f"winner_{number}"] = str(trick["winner"])
            fields[f"points_{number}"] = trick.get("points")
        for seat, hand in enumerate(record.get("deal", ())):
            fields[f"deal_{seat}"] = [canonical(piece) for piece in hand or ()]
        for number, plays in enumerate(record.get("plays", ())):
            fields[f"plays_{number}"] = " ".join(canonical(piece) for piece in plays)
        return fields

    def control(self, pointer: str) -> str | None:
        """Return the field of ``record_fields`` with this place, else the first in its object; the
        row of a trick or a hand; else the field called as the record's key."""
        _empty, first, place, last = f"{pointer}///".split("/")[:4]
        row = place or str(self.tricks_given)
        rows = {
            "trick_results": f"points_{row}" if last == "points" else f"winner_{row}",
            "plays": f"plays_{row}",
            "deal": f"deal_{place or 0}",
        }
        if first in rows:
            return rows[first]
        there = [field for field in self.record_fields if field.keys[0] == first]
        exact = (field.name for field in there if field.at == pointer)
        return next(exact, there[0].name if there else first or None)

    def values_read(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the part of the record that follows from ``record_fields``."""
        record: dict[str, Any] = {}
        for field in self.record_fields:
            entered = data.get(field.name)
            value = None if entered in ("", None, []) else field.read(entered)
            if value is not None:
                *outer, last = field.keys
                reduce(lambda inside, key: inside.setdefault(key, {}), outer, record)[last] = value
        return record

    def tricks_record(
        self, data: Mapping[str, Any], tricks: Sequence[tuple[int, int | None]]
    ) -> dict[str, Any]:
        """Return the hands and the tricks."""
        deal = [list(data.get(f"deal_{n}", ())) or None for n in range(len(self.hand_names))]
        results = [
            {"winner": winner} if points is None else {"winner": winner, "points": points}
            for winner, points in tricks
        ]
        parts: dict[str, Any] = {
            "deal": deal if any(deal) else None,
            "plays": self.plays_read(data),
            "trick_results": results,
        }
        return {name: value for name, value in parts.items() if value}

    @property
    def card_rows(self) -> tuple[tuple[str, ...], ...]:
        """The cards to choose from; empty with dominoes."""
        return card_rows(self.pack) if self.presenter.cards else ()

    @property
    def has_wide_suits(self) -> bool:
        """Whether a suit takes more than nine cards."""
        return max(map(len, self.card_rows), default=0) > 9

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """The pieces to tap."""
        rows = self.card_rows or triangle()
        return [(piece, piece) for row in rows for piece in row]

    def trick_rows(self) -> list[tuple[Any, Any]]:
        return [(self[f"winner_{t}"], self[f"points_{t}"]) for t in range(self.pack.hand_size)]

    def play_rows(self) -> list[Any]:
        """Return the pieces of each trick."""
        return [self[f"plays_{t}"] for t in range(self.pack.hand_size)]

    def deal_rows(self) -> list[tuple[str, Any]]:
        """Return the hand of each seat, and a dummy's."""
        return [(name, self[f"deal_{hand}"]) for hand, name in enumerate(self.hand_names)]

    @property
    def hand_names(self) -> tuple[str, ...]:
        """Whose the dealt hands are."""
        names: tuple[str, ...] = self.presenter.hand_names(self.table.names)
        return names

    def winners_offered(self) -> list[tuple[str, str]]:
        """Return the hands that may win a trick."""
        return [(str(s), name) for s, name in enumerate(short_names(self.table.names))]

    def choices_offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        """Offer these choices; the rule book judges any other value."""
        widget = self.fields[name].widget
        assert isinstance(widget, forms.RadioSelect)
        widget.choices = choices

    def tricks_read(self, data: dict[str, Any]) -> list[tuple[int, int | None]]:
        """Return the tricks up to the last that was filled in; report a gap before it."""
        numbers = range(self.pack.hand_size)
        rows = [(data.get(f"winner_{t}"), data.get(f"points_{t}")) for t in numbers]
        last = max((t for t, row in enumerate(rows) if row != ("", None)), default=-1)
        if self.shown_mode != "tricks":
            return []
        for number, (winner, _points) in enumerate(rows[: last + 1]):
            if not winner:
                self.add_error(f"winner_{number}", _("Who won this trick?"))
        return [(int(winner), points) for winner, points in rows[: last + 1] if winner]

    def plays_read(self, data: Mapping[str, Any]) -> list[list[str]]:
        """Return the pieces of each trick, up to the last that was filled in."""
        texts = [data.get(f"plays_{t}", "") for t in range(self.pack.hand_size)]
        rows = [self.read_pieces(text) for text in texts]
        last = max((t for t, row in enumerate(rows) if row), default=-1)
        return rows[: last + 1]

    @property
    def tricks_given(self) -> int:
        """The row that comes after those filled in."""
        given = self.record.get("plays") or self.record.get("trick_results") or ()
        return min(len(given), self.pack.hand_size - 1)

    def tricks_add(self) -> None:
        """Add the winner of each trick, with its points."""
        hands = self.winners_offered()
        for trick in range(self.pack.hand_size):
            label = _("Trick %(number)d won by") % {"number": trick + 1}
            self.fields[f"winner_{trick}"] = forms.ChoiceField(
                label=label, required=False, choices=hands, widget=forms.RadioSelect
            )
            if not self.most_points:
                continue
            self.fields[f"points_{trick}"] = forms.IntegerField(
                label=_("Points in trick %(number)d") % {"number": trick + 1},
                required=False,
                widget=forms.NumberInput(attrs=SCORE_ATTRS | {"max": str(self.most_points)}),
            )

    def pieces_add(self) -> None:
        """Add the hands and the plays."""
        for hand, name in enumerate(self.hand_names):
            self.fields[f"deal_{hand}"] = forms.MultipleChoiceField(
                label=_("Hand of %(name)s") % {"name": isolated(name)},
                required=False,
                choices=self.pieces,
            )
        typing = "text" if self.presenter.cards else "numeric"
        for trick in range(self.pack.hand_size):
            attrs = {"inputmode": typing, "autocomplete": "off", "autocapitalize": "none"}
            self.fields[f"plays_{trick}"] = forms.CharField(
                label=_("Trick %(number)d") % {"number": trick + 1},
                required=False,
                max_length=40,
                widget=forms.TextInput(attrs=attrs),
            )


NO_BIDDER: Final = "none"
OPEN_QUESTION: Final = gettext_lazy(
    "The result is not settled yet: enter more tricks, or say who takes the rest."
)


class ContractEntryForm(TrickEntryForm):
    """An ``EntryForm`` in which one player bids, names a contract and makes it or not.

    Besides what is abstract a game gives ``line_fields``, ``pack``, ``calls_label``,
    and ``calls_example``; where it differs from others ``questions``, ``asks``,
    ``modes``, ``most_points``, ``whole_keys``, ``record_fields``, ``seldom`` and ``call_codes``.
    In ``fields_add`` it offers the choices of ``bidder`` and ``bid``.
    """

    calls_label: ClassVar[str | Promise]
    calls_example: ClassVar[str]
    seldom: ClassVar[tuple[str, ...]] = ("calls", "claim", "against", "ruling_reason")
    """The fields that are usually closed."""
    call_codes: ClassVar[Mapping[str, str]] = {"pass": "p"}
    """How calls are typed that are not typed as the record writes them."""
    record_fields = (
        *TrickEntryForm.record_fields,
        RecordField(
            "result",
            "/tally/made",
            {"made": True, "set": False}.get,
            {True: "made", False: "set"}.get,
        ),
    )

    bidder = forms.CharField(required=False, max_length=20, widget=forms.RadioSelect)
    bid = forms.CharField(required=False, max_length=20, widget=forms.RadioSelect)
    calls = forms.CharField(
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    claim = forms.ChoiceField(label=gettext_lazy("The rest was given to"), required=False)
    against = forms.ChoiceField(label=gettext_lazy("Ruling against"), required=False)
    ruling_reason = forms.CharField(
        label=gettext_lazy("Why the director ruled this way"), required=False, max_length=200
    )

    @classmethod
    def initial_of(cls, record: Record, written: Calls | None = None) -> dict[str, Any]:
        """Return the fields of a recorded hand, its calls as far as somebody wrote them."""
        auction = record["auction"]
        fields = super().initial_of(record, written) | {"bidder": NO_BIDDER}
        declarer = declarer_of(auction)
        if declarer is None:
            return fields
        calls = calls_written(auction, None) if written is None else written
        if len(calls) > 1:
            typed = (cls.call_codes.get(call["bid"], call["bid"]) for call in calls)
            fields["calls"] = " ".join(typed)
        return fields | {"bidder": str(declarer)} | cls.bid_fields(bid_of(auction))

    @classmethod
    def bid_fields(cls, bid: str) -> dict[str, str]:
        return {"bid": bid}

    def control(self, pointer: str) -> str | None:
        """Return where the auction is entered, or as in all trick games."""
        if pointer.startswith("/auction"):
            return "calls" if self.data.get("calls") else "bid"
        return super().control(pointer)

    def fields_add(self) -> None:
        """Name the bid and the auction."""
        super().fields_add()
        words = self.presenter.words
        self.fields["bidder"].label = str(words.who_bid)
        self.fields["bid"].label = str(words.bid)
        self.fields["calls"].label = str(self.calls_label)
        self.fields["calls"].help_text = str(with_codes(words.calls_help, calls=self.calls_example))

    @abstractmethod
    def read_calls(self, text: str) -> list[str] | None:
        """Return an auction call by call; None if unreadable."""

    @abstractmethod
    def record_of(self, data: Mapping[str, Any], calls: list[str]) -> dict[str, Any]:
        """Return the record of clean fields, without its hands and tricks.

        ``values_read`` has what follows from ``record_fields``. Nothing is judged: empty fields are
        omitted, and the rule book reports missing parts.
        """

    def clean(self) -> dict[str, Any]:
        """Require the fields without which no record exists; then build it."""
        data = super().clean()
        if self.command_error or self.errors:
            return data
        calls = self.read_calls(plain_line(data["calls"]))
        if calls is None:
            wrong = _("Type the calls like this: %(calls)s") % {
                "calls": isolated(self.calls_example)
            }
            self.add_error("calls", wrong)
        elif not calls and not data["bidder"]:
            self.add_error("bidder", str(self.presenter.words.ask_bidder))
        elif not calls and data["bidder"] != NO_BIDDER and not data["bid"]:
            self.add_error("bid", str(self.presenter.words.ask_bid))
        else:
            tricks = self.tricks_read(data)
            record = self.record_of(data, calls)
            if not self.errors:
                self.record = record | self.tricks_record(data, tricks)
                self.derived_calls = calls_derived(record["auction"], len(calls))
        return data

    @property
    def more_open(self) -> bool:
        """Whether an optional section has input or errors."""
        return any(self[name].value() or self[name].errors for name in self.seldom)


def seat_read(value: str) -> int | None:
    """Return a seat as a chip sends it."""
    return read_whole(value, most=3)
