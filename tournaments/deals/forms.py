"""Forms of deal sets, of how an event scores compared deals, and of rulings."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import User
from core.fields import ExplainedLabel
from core.forms import RowForm, ServiceForm
from core.versions import values_version
from engine.standings.metrics import COMPARED
from tournaments.deals.models import DealRuling, DealSet, DealSource
from tournaments.deals.selectors.duplicate import scoring_of
from tournaments.deals.services.deals import MOST_DEALS, MOST_HANDS, deal_set_draw, deal_set_read
from tournaments.events.event_labels import AWARD_LABELS, metric_label
from tournaments.events.models import Event

MOST_BYTES: Final = 2_000_000


def _sources() -> list[tuple[str, str]]:
    by_lot = _(
        "From a secret seed. Its hash is shown now, and the seed itself once all deals have been "
        "played, so that anyone can reproduce the deals."
    )
    from_file = _(
        "Deals made elsewhere, in the format deal/1. Whoever has the file knows them and should "
        "not play."
    )
    return [
        (DealSource.LOT, ExplainedLabel(_("By lot"), help=by_lot)),
        (DealSource.FILE, ExplainedLabel(_("From a file"), help=from_file)),
    ]


class DealSetForm(ServiceForm):
    """How the deals of an event are made."""

    source = forms.ChoiceField(
        label=gettext_lazy("Where the deals come from"),
        choices=_sources,
        widget=forms.RadioSelect,
    )
    per_round = forms.IntegerField(
        label=gettext_lazy("Deals per round"),
        help_text=gettext_lazy("Every match then has this many hands."),
        min_value=1,
        max_value=MOST_HANDS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "input--short"}),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds with deals"),
        help_text=gettext_lazy("By lot only; a file sets its own number."),
        required=False,
        min_value=1,
        max_value=MOST_DEALS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "input--short"}),
    )
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("Deals are numbered in the order of the file."),
        required=False,
        allow_empty_file=True,
    )

    def clean(self) -> dict[str, Any]:
        """The text of the file as ``text``, and ``count`` deals of a lot."""
        cleaned = super().clean() or {}
        for name, source in (("rounds", DealSource.LOT), ("file", DealSource.FILE)):
            if cleaned.get("source") not in {source, None}:
                self.errors.pop(name, None)
        if cleaned.get("source") == DealSource.LOT and "rounds" not in self.errors:
            if not cleaned.get("rounds"):
                self.add_error("rounds", _("Enter the number of rounds."))
            else:
                cleaned["count"] = cleaned["rounds"] * cleaned.get("per_round", 0)
        if cleaned.get("source") == DealSource.FILE and "file" not in self.errors:
            cleaned["text"] = self._text(cleaned.get("file"))
        return cleaned

    def _text(self, file: Any) -> str:
        try:
            if file is None:
                raise ValidationError(_("Choose a file."))
            if file.size is None or file.size > MOST_BYTES:
                raise ValidationError(_("The file is too large for a deal set."))
            return str(file.read(), "utf-8-sig")
        except UnicodeDecodeError:
            self.add_error("file", _("This is not UTF-8 text."))
        except ValidationError as error:
            self.add_error("file", error)
        return ""

    def make(self, *, event: Event, by: User) -> DealSet:
        cleaned = self.cleaned_data
        given: dict[str, Any] = {"event": event, "by": by, "per_round": cleaned["per_round"]}
        if cleaned["source"] == DealSource.LOT:
            return deal_set_draw(count=cleaned["count"], **given)
        return deal_set_read(text=cleaned["text"], file_name=cleaned["file"].name or "", **given)


class ScoringForm(ServiceForm):
    """How deals are scored."""

    general = "scoring"
    scoring = forms.ChoiceField(
        label=gettext_lazy("Deals are scored by"),
        required=False,
        choices=[
            ("", gettext_lazy("plain totals, as if every table shuffled for itself")),
            *((key, metric_label(key).name) for key in COMPARED),
        ],
        help_text=gettext_lazy(
            "Standings rank by this first; the other tie-breaks follow in their order."
        ),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scoring"].initial = scoring_of(event)
        self.version_start(event)

    def version_now(self, row: Event) -> str:
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
        return [self.cleaned_data[name] for name in self.names]

    def field_of(self, name: str, problem: ValidationError) -> str | None:
        """Awards are refused together."""
        return super().field_of(name, problem) if name != "awards" else self.names[0]
