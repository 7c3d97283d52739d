"""The options of an event's print."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from django import forms
from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs.models import Paper as ClubPaper
from press.base import Paper
from prints.event_prints import EventPrint, EventSummary, Option, PrintOptions


class PrintOptionsForm(forms.Form):
    """Paper and language, and of the other choices those that the row has."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int, empty_value=None, required=False)
    blank = forms.BooleanField(label=_("Leave the names blank"), required=False)
    large = forms.BooleanField(label=_("Large type"), required=False)
    poster = forms.BooleanField(label=_("Twice as large (A3, tabloid)"), required=False)
    site = forms.URLField(
        label=_("Codes open"), required=False, assume_scheme="http", max_length=200
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=ClubPaper)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        row: EventPrint,
        summary: EventSummary,
        site: str = "",
    ) -> None:
        """Add a field for each option of the row; ids contain its key, because many forms share a
        page.

        ``site`` is the site's current address, as ``https://example.org``.
        """
        whole = row.whole or summary.current is None
        first = {
            "paper": summary.event.club.paper,
            "language": get_language(),
            "round": None if whole else summary.current,
            "site": site,
        }
        self.reached_at = site
        super().__init__(data, initial=first, auto_id=f"{row.key}-%s")
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]
        for option in set(Option) - row.options:
            del self.fields[option.value]
        if Option.ROUND in row.options:
            numbers = row.rounds(summary)
            numbered = [(number, _("Round %(number)d") % {"number": number}) for number in numbers]
            self.fields["round"].choices = [("", _("all rounds")), *numbered]  # type: ignore[attr-defined] # a choice field

    def in_language(self) -> AbstractContextManager[None]:
        """Activate the chosen language of a valid form; else that of the reader."""
        return translation.override(self.cleaned_data.get("language") or get_language())

    def print_options(self) -> PrintOptions:
        """Return the options of a valid form."""
        chosen = self.cleaned_data
        site = chosen.get("site") or self.reached_at
        return PrintOptions(
            paper=Paper[chosen["paper"].upper()],
            round=chosen.get("round"),
            blank=chosen.get("blank", False),
            large=chosen.get("large", False),
            poster=chosen.get("poster", False),
            site=site.rstrip("/"),
        )
