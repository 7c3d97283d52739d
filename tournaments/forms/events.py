"""Forms of an event's own facts."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.choices import Explained
from clubs.forms.order import OrderField
from clubs.typed import DAY_CHECKS, visible_check
from standings.metrics import METRICS, tie_breaks_of
from tournaments.formats import FORMATS, Setting
from tournaments.forms.scoring import ScoringFields
from tournaments.models import Event
from tournaments.presets import EventTemplate, templates_of
from tournaments.services.event_checks import MAX_GAMES
from tournaments.services.events import MOST_REASON
from tournaments.words import entry_words

SETTING = "setting_"


def date_field() -> forms.DateField:
    """A day, as the browser lets one choose it."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=gettext_lazy("Date"), widget=widget, validators=[*DAY_CHECKS])


class NewEventForm(forms.Form):
    """An event from one of a game's templates: name and date are filled in."""

    template = forms.ChoiceField(label=gettext_lazy("Kind of event"), widget=forms.RadioSelect)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120, validators=[visible_check])
    date = date_field()

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        template, templates = self.fields["template"], templates_of(game)
        assert isinstance(template, forms.ChoiceField)
        template.choices = [
            (family, [_explained(key, found) for key, found in together])
            for family, together in groupby(templates.items(), key=lambda item: item[1].family)
        ]
        template.initial = next(iter(templates))
        self.fields["date"].initial = timezone.localdate()
        self.fields["name"].initial = evening_name(game)
        if not self.is_bound:
            self.fields["name"].widget.attrs["data-named-by"] = "template"


def _explained(key: str, template: EventTemplate) -> tuple[str, Explained]:
    return key, Explained(str(template.name), help=str(template.explanation))


def evening_name(game: str) -> str:
    """What an evening of a game today is called where nobody says otherwise."""
    names = {
        "texas42": _("42 night, %(date)s"),
        "pandoeren": _("Pandoeren evening, %(date)s"),
        "dummy_spades": _("Spades evening, %(date)s"),
    }
    return names[game] % {"date": timezone.localdate().strftime("%-d %b %Y")}


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that are folded away under what holds now; open where one of them is wrong."""

    key: str
    title: str
    now: str
    fields: list[forms.BoundField]
    layout: str
    help: str = ""

    @property
    def is_open(self) -> bool:
        """Whether something in it has to be mended."""
        return any(field.errors for field in self.fields)


class EventForm(ScoringFields):
    """Name, date, format, what counts, and the order of tie-breaks of an event."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120, validators=[visible_check])
    date = date_field()
    format = forms.ChoiceField(label=gettext_lazy("Format"))
    games_per_meeting = forms.IntegerField(
        label=gettext_lazy("Games a meeting"), min_value=1, max_value=MAX_GAMES
    )

    def __init__(self, *args: Any, event: Event, locked: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self._format_fields(locked=locked)
        for name in ("name", "date", "format", "games_per_meeting"):
            self.fields[name].initial = getattr(event, name)
        games = self.fields["games_per_meeting"]
        games.disabled = locked
        if FORMATS[event.format].lineup == 1:
            games.label = _("Games a round")
        self.scoring_fill(event)
        self._tie_break_field()

    def setting_fields(self) -> list[forms.BoundField]:
        """The controls of the format's own settings."""
        return [self[name] for name in self.fields if name.startswith(SETTING)]

    def groups(self) -> list[FieldGroup]:
        """What most organisers leave as it is, folded under a line that says what holds."""
        names = (str(METRICS[key].name) for key in self.event.tie_breaks if key in METRICS)
        ranked = entry_words(self.event).ranked
        lot = _("A lot is drawn only when the event is finished.")
        fields = "form-row fields-level"
        return [
            FieldGroup(
                "time", _("Time and tables"), self.series_summary(), self.series_fields(), fields
            ),
            FieldGroup(
                "counting",
                _("Byes, forfeits and caps"),
                self.counting_summary(),
                self.counting_fields(),
                fields,
            ),
            FieldGroup(
                "ranking",
                _("Tie-breaks"),
                ", ".join(names),
                [self["tie_breaks"]],
                "stack",
                help=f"{ranked} {lot}",
            ),
        ]

    def clean(self) -> dict[str, Any]:
        """Gather the settings of the format."""
        cleaned = super().clean() or {}
        cleaned["format_options"] = {
            name.removeprefix(SETTING): cleaned[name]
            for name in self.fields
            if name.startswith(SETTING) and name in cleaned
        }
        return cleaned

    def changes(self) -> dict[str, Any]:
        """What ``event_update`` takes."""
        names = ("name", "date", "format", "games_per_meeting", "tie_breaks", "format_options")
        return {name: self.cleaned_data[name] for name in names} | self.scoring_changes()

    def _format_fields(self, *, locked: bool) -> None:
        suiting = [found for found in FORMATS.values() if self.event.game in found.games]
        field = self.fields["format"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(found.key, found.name) for found in suiting]
        field.help_text = FORMATS[self.event.format].explanation
        field.disabled = locked
        for setting in FORMATS[self.event.format].settings:
            value = self.event.format_options.get(setting.key, setting.default)
            self.fields[SETTING + setting.key] = _setting_field(setting, value, locked=locked)

    def _keys(self) -> tuple[str, ...]:
        has_places = FORMATS[self.event.format].places is not None
        return tie_breaks_of(self.event.game, has_places=has_places)

    def _tie_break_field(self) -> None:
        choices = [
            (key, Explained(str(METRICS[key].name), help=str(METRICS[key].explanation)))
            for key in self._keys()
        ]
        self.fields["tie_breaks"] = OrderField(
            label=_("Order of tie-breaks"), choices=choices, initial=self.event.tie_breaks
        )


def _setting_field(setting: Setting, value: int, *, locked: bool) -> forms.Field:
    """A number, or a choice where the setting names its values."""
    if setting.choices:
        return forms.TypedChoiceField(
            label=setting.name,
            help_text=setting.explanation,
            choices=setting.choices,
            coerce=int,
            initial=value,
            disabled=locked,
        )
    return forms.IntegerField(
        label=setting.name,
        help_text=setting.explanation,
        min_value=setting.low,
        max_value=setting.high,
        initial=value,
        disabled=locked,
    )


class ReopenForm(forms.Form):
    """Why a finished event is opened again."""

    reason = forms.CharField(
        label=gettext_lazy("Why it is opened again"),
        max_length=MOST_REASON,
        help_text=gettext_lazy("Kept with your name and the time."),
        error_messages={"required": gettext_lazy("Say why it is opened again.")},
    )
