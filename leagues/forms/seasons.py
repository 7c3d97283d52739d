"""Forms of a season's own facts."""

import datetime
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.forms import RowForm, ServiceForm
from core.model_settings import settings_of
from engine.pairings.formats import FORMATS
from games import PRESENTERS
from leagues.models import (
    BY_PLACE,
    MAX_EVENINGS,
    AbsenceRule,
    Division,
    Season,
    SeasonAdjustment,
    SeasonMeasure,
    SeasonScoring,
)
from leagues.selectors.table import Move
from leagues.services.seasons import SETTINGS, best_suggested, season_defaults
from tournaments.events.forms.events import date_field
from tournaments.events.presets import TEMPLATES, templates_of

WEEKS = [
    (1, gettext_lazy("every week")),
    (2, gettext_lazy("every two weeks")),
    (3, gettext_lazy("every three weeks")),
    (4, gettext_lazy("every four weeks")),
]
USUAL_EVENINGS = 8
LEAVES = 0
"""The choice for contenders who do not continue."""

BASIC = ("measure", "place_points", "scoring", "best", "minimum", "jokers")
ABSENCES = ("noticed", "noticed_score", "unnoticed", "unnoticed_score")
ELSEWHERE = ("game", "template")
"""Settings of a season that are chosen when it is set up."""


NUMBERS_OF_CHOICES = (
    ("measure", BY_PLACE, "place_points"),
    ("scoring", {SeasonScoring.BEST}, "best"),
    ("noticed", {AbsenceRule.FIXED}, "noticed_score"),
    ("unnoticed", {AbsenceRule.FIXED}, "unnoticed_score"),
)
"""A choice, those of its values that take a number, and the field of the number."""


class DatesForm(ServiceForm):
    """A first date and its repetition."""

    first = date_field()
    count = forms.IntegerField(label=gettext_lazy("Evenings"), min_value=1, max_value=MAX_EVENINGS)
    weeks = forms.TypedChoiceField(label=gettext_lazy("How often"), choices=WEEKS, coerce=int)

    def dates(self) -> list[datetime.date]:
        """Return the dates; call when valid."""
        step = datetime.timedelta(weeks=self.cleaned_data["weeks"])
        first: datetime.date = self.cleaned_data["first"]
        return [first + place * step for place in range(self.cleaned_data["count"])]

    def _dates_start(self, *, count: int, first: datetime.date | None = None) -> None:
        self.fields["first"].label = _("First evening")
        self.fields["first"].initial = first or timezone.localdate()
        self.fields["count"].initial = count
        self.fields["weeks"].initial = 1


class NewSeasonForm(DatesForm, RowForm):
    """A season of a game: a name, the dates, the kind of evening, the divisions."""

    divisions = forms.CharField(
        label=gettext_lazy("Divisions"),
        required=False,
        help_text=gettext_lazy("One per line, the highest first; leave empty for a single table."),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=800,
    )

    class Meta(RowForm.Meta):
        model = Season
        fields = ("name", "template", "scoring", "best")
        help_texts: ClassVar = {
            "best": gettext_lazy(
                "Only if the best evenings are added up. If left empty, three in four count: 6 "
                "of 8."
            )
        }

    field_order = ("name", "template", "first", "count", "weeks", "scoring", "best", "divisions")

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._dates_start(count=USUAL_EVENINGS)
        self.usual = season_defaults(game, evenings=USUAL_EVENINGS)
        templates = templates_of(game)
        self.initial = {
            "name": _("Season %(year)d") % {"year": timezone.localdate().year},
            "template": next(iter(templates)),
            "scoring": self.usual["scoring"],
        }
        self.fields["best"].required = False
        template = self.fields["template"]
        assert isinstance(template, forms.ChoiceField)
        template.choices = [(key, offered.name) for key, offered in templates.items()]

    def clean(self) -> dict[str, Any]:
        """No more evenings can count than there are."""
        cleaned = super().clean() or {}
        if cleaned.get("scoring") not in {SeasonScoring.BEST, None}:
            self.errors.pop("best", None)
            cleaned["best"] = None
        best, count = cleaned.get("best"), cleaned.get("count")
        if best and count and best > count:
            self.add_error("best", _("There are %(count)d evenings.") % {"count": count})
        return cleaned

    def rules(self) -> dict[str, Any]:
        """Template and scoring as ``season_create`` takes them; call when valid."""
        scoring = self.cleaned_data["scoring"]
        best = self.cleaned_data["best"] or best_suggested(self.cleaned_data["count"])
        rules = {"template": self.cleaned_data["template"], "scoring": scoring, "best": best}
        if scoring != self.usual["scoring"]:
            rules["minimum"] = best if scoring == SeasonScoring.BEST else 0
        return rules

    def names(self) -> list[str]:
        """Return the names of the divisions; call when valid."""
        lines = self.cleaned_data["divisions"].splitlines()
        return [line.strip()[:60] for line in lines if line.strip()]


class SeasonForm(RowForm):
    """The settings of a season, except those that are chosen when it is set up."""

    versioned = tuple(name for name in SETTINGS if name not in ELSEWHERE)

    class Meta(RowForm.Meta):
        model = Season
        exclude = ELSEWHERE

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, row=season, **kwargs)
        self.season = season
        self._explain()
        if season.contenders.exists():
            self.fields["ranks"].disabled = True
        self.version_start(season)

    def clean(self) -> dict[str, Any]:
        """Read a number only if the choice beside it takes one; otherwise keep the stored one."""
        cleaned = super().clean() or {}
        for choice, taking, name in NUMBERS_OF_CHOICES:
            if cleaned.get(choice) not in {*taking, None}:
                self.errors.pop(name, None)
                cleaned[name] = getattr(self.season, name)
        return cleaned

    def changes(self) -> dict[str, Any]:
        """Return the arguments of ``season_update``."""
        return dict(self.cleaned_data)

    def basic_fields(self) -> list[forms.BoundField]:
        """Return the fields of ranking and scoring."""
        return [self[name] for name in BASIC]

    def absence_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ABSENCES]

    def other_fields(self) -> list[forms.BoundField]:
        """Return the settings that stand in no other place of the form."""
        elsewhere = {"name", "head_to_head", *BASIC, *ABSENCES}
        return [self[name] for name in self.versioned if name not in elsewhere]

    def _explain(self) -> None:
        fields = self.fields
        usual = best_suggested(self.season.evenings.count())
        fields["best"].help_text = _(
            "Only if the best evenings are added up; %(best)d is usual for this season."
        ) % {"best": usual}
        if FORMATS[TEMPLATES[self.season.template].format].lineup == 1:
            fields["ranks"].disabled = True
        measures = fields["measure"]
        assert isinstance(measures, forms.ChoiceField)
        points = PRESENTERS[self.season.game].words.unit
        measures.choices = [
            (key, points if key == SeasonMeasure.POINTS else label)
            for key, label in SeasonMeasure.choices
        ]


class AdjustmentForm(RowForm):
    """Bonus or penalty points."""

    class Meta(RowForm.Meta):
        model = SeasonAdjustment
        fields = "__all__"


class NewDivisionForm(RowForm):
    """A division's name and how many go up and down."""

    class Meta(RowForm.Meta):
        model = Division
        fields = "__all__"


class DivisionForm(NewDivisionForm):
    """The same of a division that is there."""

    versioned = settings_of(Division)

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, row=division, **{"prefix": f"d{division.order}"} | kwargs)
        self.version_start(division)


class NextSeasonForm(DatesForm, RowForm):
    """The next season: its name, its dates, and everybody's division."""

    class Meta(RowForm.Meta):
        model = Season
        fields = ("name",)

    field_order = ("name", "first", "count", "weeks")

    def __init__(
        self, *args: Any, season: Season, moves: list[Move], last: datetime.date, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._dates_start(
            count=season.evenings.count() or 1, first=last + datetime.timedelta(weeks=1)
        )
        self.fields["name"].initial = season.name
        self.moves = moves
        choices = [(division.order, division.name) for division in season.divisions.all()]
        choices.append((LEAVES, _("does not play")))
        for move in moves:
            self.fields[_of(move)] = forms.TypedChoiceField(
                label=str(move.contender), choices=choices, coerce=int, initial=move.to.order
            )

    def general_fields(self) -> list[forms.BoundField]:
        """Name and dates."""
        return [self[name] for name in ("name", "first", "count", "weeks")]

    def placed(self) -> list[tuple[Move, forms.BoundField]]:
        """Return everybody with the choice of a division."""
        return [(move, self[_of(move)]) for move in self.moves]

    def divisions(self) -> dict[int, int | None]:
        """Return the order of the division by the contender's key, None for those who leave.

        Call when valid.
        """
        return {move.contender.pk: self.cleaned_data[_of(move)] or None for move in self.moves}


def _of(move: Move) -> str:
    return f"division_{move.contender.pk}"
