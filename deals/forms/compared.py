"""Forms of deals that are compared: how an event scores them, and rulings on single ones."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from core.forms import RowForm, ServiceForm
from core.versions import values_version
from deals.models import DealRuling
from deals.selectors.duplicate import scoring_of
from standings.metrics import COMPARED
from tournaments.metric_labels import AWARD_LABELS, metric_label
from tournaments.models import Event


class ScoringForm(ServiceForm):
    """How deals are scored."""

    general = "scoring"
    scoring = forms.ChoiceField(
        label=_("Deals are scored by"),
        required=False,
        choices=[
            ("", _("plain totals, as if every table shuffled for itself")),
            *((key, metric_label(key).name) for key in COMPARED),
        ],
        help_text=_("Standings rank by this first; the other tie-breaks follow in their order."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scoring"].initial = scoring_of(event)
        self.version_start(event)

    def version_now(self, row: Event) -> str:
        """Return the version of the scoring alone."""
        return values_version(scoring_of(row))


class RulingForm(RowForm):
    """An award for each side of a table, and why."""

    class Meta(RowForm.Meta):
        model = DealRuling
        fields = ("reason",)

    def __init__(self, *args: Any, sides: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [f"side{side}" for side in range(len(sides))]
        for name, label in zip(self.names, sides, strict=True):
            self.fields[name] = forms.ChoiceField(
                label=label, choices=[("", "–"), *AWARD_LABELS.items()]
            )
        self.order_fields([*self.names, "reason"])

    @property
    def awards(self) -> list[str]:
        """The awards by side."""
        return [self.cleaned_data[name] for name in self.names]

    def field_of(self, name: str, problem: ValidationError) -> str | None:
        """Awards are refused together."""
        return super().field_of(name, problem) if name != "awards" else self.names[0]
