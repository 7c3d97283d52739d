"""The options of a print."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Final

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs.models import PaperChoice
from ledger.forms import PeriodForm
from paper.documents.rows import AnyPrint, PrintOption, PrintOptions, SubjectSummary
from press.base import Paper

PERIOD = PeriodForm.base_fields
MOST_COPIES: Final = 60


def _choice(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, empty_value=None, required=False)


def _submitted(data: Mapping[str, Any], name: str, field_name: str) -> Any:
    """Return what was sent of a field: all that was ticked of papers."""
    if name == PrintOption.PAPERS.value and isinstance(data, QueryDict):
        return data.getlist(field_name)
    return data[field_name]


class PaperForm(forms.Form):
    """What a page of prints asks once, for all of its rows."""

    paper = forms.ChoiceField(label=_("Paper"), choices=PaperChoice)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, required=False)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any], **more: Any
    ) -> None:
        usual = {"language": get_language(), **initial}
        super().__init__(data, initial=usual, **more)
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]


class PrintOptionsForm(PaperForm):
    """Paper and language, and of the other choices those that the row has."""

    round = _choice(_("Round"))
    hand = _choice(_("Hand"))
    blank = forms.BooleanField(label=_("Leave the names blank"), required=False)
    large = forms.BooleanField(label=_("Large type"), required=False)
    play = forms.BooleanField(label=_("With the play"), required=False)
    poster = forms.BooleanField(label=_("Twice as large (A3, tabloid)"), required=False)
    season = _choice(PERIOD["season"].label)
    since = PERIOD["since"]
    until = PERIOD["until"]
    site = forms.URLField(
        label=_("Address in the codes"), required=False, assume_scheme="http", max_length=200
    )

    copies = forms.IntegerField(
        label=_("How many"), min_value=1, max_value=MOST_COPIES, required=False
    )
    papers = forms.MultipleChoiceField(
        label=_("Papers"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one.")},
    )
    two_sided = forms.BooleanField(label=_("Two-sided"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        row: AnyPrint,
        summary: SubjectSummary,
        site: str = "",
        shares_page: bool = False,
    ) -> None:
        """Add a field for each option of the row.

        ``site`` is the site's current address, as ``https://example.org``. If it ``shares_page``
        with other rows, the page asks for paper and language, and the names of the row's fields
        begin with its key (``own_options`` takes that off again).
        """
        whole = row.all_rounds_first or summary.current is None
        first = {
            "paper": summary.club.paper,
            "round": None if whole else summary.current,
            "site": site,
            "copies": 1,
            "papers": row.usual(summary),
        }
        self.reached_at = site
        prefix = row.key if shares_page else None
        super().__init__(data, initial=first, prefix=prefix, auto_id="%s")
        if shares_page:
            for name in PaperForm.base_fields:
                self.fields.pop(name, None)
        for option in set(PrintOption) - row.options:
            del self.fields[option.value]
        rounds = [
            (number, _("Round %(number)d") % {"number": number}) for number in row.rounds(summary)
        ]
        hands = [(number, _("Hand %(number)d") % {"number": number}) for number in summary.numbers]
        if PrintOption.PAPERS in row.options:
            self._offer_papers(row.papers(summary))
        self._offer(PrintOption.ROUND, _("all rounds"), rounds)
        self._offer(PrintOption.HAND, _("all hands"), hands)
        self._offer(PrintOption.SEASON, _("all books"), summary.seasons)
        if not summary.seasons:
            self.fields.pop(PrintOption.SEASON.value, None)

    @staticmethod
    def own_options(row: AnyPrint, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was sent of a row, from a page of many rows or without them."""
        begin = f"{row.key}-"
        plain = {name: name for name in PrintOptionsForm.base_fields if name in data}
        names = plain | {name.removeprefix(begin): name for name in data if name.startswith(begin)}
        return {name: _submitted(data, name, field_name) for name, field_name in names.items()}

    def _offer(self, option: PrintOption, everything: Any, choices: Any) -> None:
        field = self.fields.get(option.value)
        if isinstance(field, forms.TypedChoiceField):
            field.choices = [("", everything), *choices]

    def _offer_papers(self, papers: Mapping[str, str]) -> None:
        field = self.fields[PrintOption.PAPERS.value]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [*papers.items()]

    def in_language(self) -> AbstractContextManager[None]:
        """Activate the chosen language of a valid form; else that of the reader."""
        return translation.override(self.cleaned_data.get("language") or get_language())

    def print_options(self) -> PrintOptions:
        chosen = self.cleaned_data
        site = chosen.get("site") or self.reached_at
        options = {option.value: chosen[option] for option in PrintOption if chosen.get(option)}
        if papers := options.get(PrintOption.PAPERS.value):
            options[PrintOption.PAPERS.value] = tuple(papers)
        paper = Paper[chosen["paper"].upper()]
        return PrintOptions(paper, **options | {"site": site.rstrip("/")})
