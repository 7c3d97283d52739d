"""The form of a deal set: by lot or from a file, and how many deals a round plays."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import User
from core.fields import ExplainedLabel
from core.forms import ServiceForm
from deals.models import DealSet, DealSource
from deals.services.deals import MOST_DEALS, MOST_HANDS, deal_set_draw, deal_set_read
from tournaments.models import Event

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
