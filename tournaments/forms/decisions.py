"""Forms of what the director decides beside the hands."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import DecisionKind
from tournaments.selectors import Entrant
from tournaments.services.decisions import MOST_GAMES, MOST_MARKS


class AdjustmentForm(forms.Form):
    """A penalty or bonus of one entry."""

    entry = forms.TypedChoiceField(coerce=int)
    marks = forms.IntegerField(
        label=gettext_lazy("Marks or points"),
        help_text=gettext_lazy("Below zero for a penalty: −3."),
        min_value=-MOST_MARKS,
        max_value=MOST_MARKS,
        required=False,
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games won"),
        help_text=gettext_lazy("Added to games and meetings won."),
        min_value=-MOST_GAMES,
        max_value=MOST_GAMES,
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=200,
        help_text=gettext_lazy("Shown beside the standings for everyone to read."),
    )

    def __init__(
        self, *args: Any, entrants: Iterable[Entrant], entry_label: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entry"]
        assert isinstance(field, forms.ChoiceField)
        field.label = entry_label
        field.choices = [("", "–"), *_named(entrants)]

    def clean(self) -> dict[str, Any]:
        """What is left empty is nothing."""
        cleaned = super().clean() or {}
        for name in ("games", "marks"):
            if name in cleaned:
                cleaned[name] = cleaned[name] or 0
        return cleaned


class PlayOffForm(forms.Form):
    """How a tie came out: who is first, then second, and so on; the last one follows."""

    entries = forms.CharField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(label=gettext_lazy("Decided by"), choices=DecisionKind.choices)
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)

    def __init__(self, *args: Any, tied: Sequence[Entrant], **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"tie_{'_'.join(str(one.number) for one in tied)}_%s")
        super().__init__(*args, **kwargs)
        self.tied = tied
        self.fields["entries"].initial = ",".join(str(entrant.number) for entrant in tied)
        choices = [("", "–"), *_named(tied)]
        for place in range(1, len(tied)):
            self.fields[f"place_{place}"] = forms.TypedChoiceField(
                label=_("Who won") if len(tied) == 2 else _("Place %(place)d") % {"place": place},
                choices=choices,
                coerce=int,
            )
        self.order_fields([*self._places(), "kind", "note", "entries"])

    def clean(self) -> dict[str, Any]:
        """Each of them once; who is named nowhere is last."""
        cleaned = super().clean() or {}
        order: list[int] = []
        for name in self._places():
            if name in cleaned and cleaned[name] in order:
                self.add_error(name, _("This one is named already."))
            elif name in cleaned:
                order.append(cleaned[name])
        rest = [entrant.number for entrant in self.tied if entrant.number not in order]
        cleaned["order"] = [*order, *rest]
        return cleaned

    def _places(self) -> list[str]:
        return [f"place_{place}" for place in range(1, len(self.tied))]


def _named(entrants: Iterable[Entrant]) -> list[tuple[int, str]]:
    return [(entrant.number, f"{entrant.number}. {entrant.name}") for entrant in entrants]
