"""Final totals of a match as its slip has them, and taking back a hand.

The entry forms of hands are the games' own.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from core.figures import MINUS
from core.text import isolated, together
from core.typing import plain_digits
from games.base import SideLabel
from scoring.models import Ended
from scoring.services.results import MOST, MOST_HANDS, ResultQuestion

UNANSWERED = ("", _lazy("choose, or mend the totals"))


class TotalField(forms.IntegerField):
    """A whole number, below zero with any minus sign."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        return super().to_python(
            plain_digits(value).replace(MINUS, "-") if isinstance(value, str) else value
        )


class ResultForm(forms.Form):
    """One total for each side; all of them or, where it ``may_be_empty``, none.

    ``hands`` may be left empty: then nobody knows them. ``usual`` is how many the rules make a
    match of; they are filled in. Where the stakes pay for sets, ``asks_sets``: how often each side
    was set, of both or of neither.
    """

    hands = TotalField(
        label=_lazy("Hands played"),
        required=False,
        min_value=1,
        max_value=MOST_HANDS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3}),
    )

    ended = forms.ChoiceField(
        label=_lazy("How it ended"),
        required=False,
        choices=[UNANSWERED, *Ended.choices[1:]],
    )

    def __init__(
        self,
        sides: Sequence[SideLabel],
        data: Mapping[str, Any] | None = None,
        *,
        prefix: str = "result",
        may_be_empty: bool = False,
        usual: int | None = None,
        asks_sets: bool = False,
    ) -> None:
        super().__init__(
            data, prefix=prefix, empty_permitted=may_be_empty, use_required_attribute=False
        )
        self.fields["hands"].initial = usual
        self.question = ""
        self.names = [f"side{number}" for number in range(len(sides))]
        for name, side in zip(self.names, sides, strict=True):
            self.fields[name] = TotalField(
                label=together(side.players),
                min_value=-MOST,
                max_value=MOST,
                error_messages={"required": _("This total is missing.")},
                widget=forms.TextInput(
                    attrs={"inputmode": "text", "autocomplete": "off", "size": 4}
                ),
            )

        self.set_names = [f"set{number}" for number in range(len(sides))] if asks_sets else []
        for name, side in zip(self.set_names, sides, strict=False):
            self.fields[name] = sets_field(side)

    def clean(self) -> dict[str, Any]:
        """Check that sets are known of both sides or of neither."""
        cleaned = super().clean() or {}
        known = [cleaned.get(name) is not None for name in self.set_names]
        if any(known) and not all(known) and not any(map(self.has_error, self.set_names)):
            missing = self.set_names[known.index(False)]
            self.add_error(
                missing, _("Enter for both sides how often they were set, or for neither.")
            )
        return cleaned

    @property
    def sets(self) -> list[int] | None:
        """Return how often each side was set, if that was entered."""
        counts = [self.cleaned_data.get(name) for name in self.set_names]
        known = [count for count in counts if count is not None]
        return known if known and len(known) == len(counts) else None

    @property
    def set_boxes(self) -> list[forms.BoundField]:
        """The fields for sets, by side; empty where the stakes do not pay for them."""
        return [self[name] for name in self.set_names]

    def refuse(self, error: ValidationError) -> None:
        """Show a refusal of the service, beside the field where it names one."""
        for name, problems in getattr(error, "error_dict", {NON_FIELD_ERRORS: error}).items():
            field = self.set_names[0] if name == "sets" and self.set_names else name
            self.add_error(field if field in self.fields else None, problems)

    @property
    def totals(self) -> list[int]:
        """Return the totals by side if they are valid; empty without input."""
        return [self.cleaned_data[name] for name in self.names if name in self.cleaned_data]

    @property
    def hand_count(self) -> int | None:
        """Return the number of hands, if it was entered."""
        count: int | None = self.cleaned_data.get("hands")
        return count

    @property
    def how_ended(self) -> str:
        """Return why totals end no match, if that was answered."""
        return str(self.cleaned_data.get("ended") or "")

    @property
    def asks(self) -> bool:
        """Return whether to ask how the match ended: from the first time until it is answered."""
        return bool(self.question or self["ended"].data)

    def ask(self, question: ResultQuestion) -> None:
        """Show the question with its answers."""
        self.question = question.text
        field = self.fields["ended"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [UNANSWERED, *((answer, answer.label) for answer in question.answers)]
        self.add_error("ended", question.text)

    @property
    def boxes(self) -> Iterator[forms.BoundField]:
        """The fields as they are drawn, by side."""
        return (self[name] for name in self.names)


def sets_field(side: SideLabel) -> TotalField:
    """A field for how often a side was set."""
    return TotalField(
        label=_("%(who)s: times set") % {"who": together(map(isolated, side.players))},
        required=False,
        min_value=0,
        max_value=MOST_HANDS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3}),
    )


class SetsForm(forms.Form):
    """How often each side was set, in a match whose totals were entered."""

    def __init__(self, sides: Sequence[SideLabel], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="sets", use_required_attribute=False)
        for number, side in enumerate(sides):
            self.fields[f"set{number}"] = sets_field(side)
            self.fields[f"set{number}"].required = True

    @property
    def sets(self) -> list[int]:
        """Return how often each side was set."""
        return [self.cleaned_data[name] for name in self.fields]


class UndoForm(forms.Form):
    """Hidden fields of the undo button."""

    number = forms.IntegerField(min_value=1)
    revision = forms.IntegerField(min_value=1)
    key = forms.CharField(max_length=80)
