"""What every entry form has: which hand it is for, its key, and problems beside their controls."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import CommandError, Example, GamePresenter, LineFields, Table
from games.messages import problem_text
from games.numbers import read_whole
from games.words.dealing import either
from rules.problems import Code, Problem

MODES = (
    ("quick", gettext_lazy("Quick")),
    ("tricks", gettext_lazy("Trick by trick")),
    ("full", gettext_lazy("Whole hand")),
)
Calls = Sequence[Mapping[str, Any]]
GIVEN = frozenset({"number", "dealer", "key", "mode"})


class EntryForm(forms.Form):
    """One hand as it was typed. ``record`` is there once the form is valid; ``derived_calls`` are
    the places of calls in its auction that nobody typed.

    ``number``, ``dealer`` and ``key`` say what the sender saw: the number of the hand, who shook,
    and the key under which sending twice is one hand.
    """

    template: ClassVar[str]
    page: ClassVar[GamePresenter]
    questions: ClassVar[Mapping[Code, str | Promise]]
    """What to ask for where a record is only not complete yet."""
    line_fields: ClassVar[tuple[str, ...]]
    """The fields that the one line fills; a control that is touched takes the line's place."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    dealer = forms.IntegerField(
        label=gettext_lazy("Who deals first"), min_value=0, widget=forms.HiddenInput
    )
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    mode = forms.ChoiceField(choices=MODES, widget=forms.HiddenInput)
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

    hand_size: ClassVar[int]
    pack: ClassVar[str]
    """The pack that ``card_picker`` offers; empty where dominoes are dealt."""

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        table: Table,
        mode: str,
        correcting: bool = False,
        **kwargs: Any,
    ) -> None:
        self.table, self.shown_mode, self.correcting = table, mode, correcting
        self.record: dict[str, Any] = {}
        self.derived_calls: list[int] = []
        self.command_error = ""
        self.understood: LineFields = {}
        super().__init__(self._with_command(data), **kwargs)
        self.fields_add()

    @property
    def shaker(self) -> str:
        """Who shook."""
        return self.table.dealer_name

    @property
    def is_typed(self) -> bool:
        """Whether anything was filled in besides what the form brought itself."""
        return any(
            self.data.get(name)
            for name in self.fields
            if name not in GIVEN and not self[name].is_hidden
        )

    @property
    def hand_number(self) -> int:
        """Which hand this is; 0 where what was sent is no number."""
        return read_whole(str(self["number"].value())) or 0

    @property
    def example(self) -> Example:
        """The line that shows how a hand is typed."""
        return self.page.example(self.table.options)

    def key_renew(self, key: str) -> None:
        """Let what was typed be sent again as a request of its own."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data["key"] = key
        self.data = data

    def fields_add(self) -> None:
        """Add what depends on the table and the mode."""
        is_first = str(self["number"].value()) == "1"
        if is_first and not self.correcting and not self.table.turns:
            seats = list(enumerate(self.table.names))
            self.fields["dealer"].widget = forms.Select(choices=seats)
        if not self.page.cards:
            first = either(_("Who shakes first"), _("Who deals first"))
            self.fields["dealer"].label = str(first)

    @classmethod
    @abstractmethod
    def initial_of(cls, record: Mapping[str, Any], written: Calls | None = None) -> dict[str, Any]:
        """The fields, ``mode`` among them, in which a recorded hand is shown to be corrected.

        ``written`` are the calls of its auction that somebody wrote, if that is known.
        """

    @abstractmethod
    def control(self, pointer: str) -> str | None:
        """The field beside which a problem at this place of the record belongs."""

    def problems_add(self, problems: Iterable[Problem]) -> None:
        """Put each problem beside the field that it speaks of, or above the row."""
        for problem in problems:
            control = self.control(problem.at)
            seen = control in self.fields and not self[control].is_hidden
            self.add_error(control if seen else None, self.problem_words(problem))

    def problem_words(self, problem: Problem) -> str:
        """The problem, or a question where something is only missing."""
        question = self.questions.get(problem.code)
        return str(question) if question else problem_text(problem, self.page, self.table.names)

    def clean_dealer(self) -> int:
        """Whoever shook sits at the table."""
        dealer: int = self.cleaned_data["dealer"]
        if dealer >= len(self.table.names):
            raise forms.ValidationError(_("Nobody sits there."))
        return dealer

    def clean(self) -> dict[str, Any]:
        """A line that was not understood stands for nothing."""
        if self.command_error:
            self.add_error("command", self.command_error)
        self._ruling_is_whole(self.cleaned_data)
        return self.cleaned_data

    def _ruling_is_whole(self, data: Mapping[str, Any]) -> None:
        """A ruling says against whom, and why."""
        against, reason = data.get("against"), data.get("ruling_reason")
        if against and not reason:
            self.add_error("ruling_reason", _("Say why the director ruled so."))
        if reason and not against:
            self.add_error("against", _("Say which side the ruling is against."))

    def _with_command(self, data: QueryDict | None) -> QueryDict | None:
        """What is typed in the one line goes before the controls below it."""
        if data is None or not data.get("command", "").strip():
            return data
        data = data.copy()
        try:
            line = str(data["command"])[:80]
            self.understood = self.page.command(line, self.table)
        except CommandError as error:
            self.command_error = str(error)
            return data
        for name in self.line_fields:
            data.pop(name, None)
            if name in self.understood:
                said = self.understood[name]
                data.setlist(name, said if isinstance(said, list) else [said])
        return data
