"""Forms of an event: its facts, length and scoring, and the search of events."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.fields import NUMBERS_TYPED, ExplainedLabel, OrderField
from core.figures import read_whole
from core.forms import DependentForm, RowForm, ServiceForm
from core.model_settings import form_field
from core.names import DAY_CHECKS
from core.text import comma_list, statements
from core.typing import plain_digits
from engine.pairings.format import Setting, sides_of
from engine.pairings.formats import FORMATS
from engine.standings.metrics import COMPARED
from games import PRESENTERS
from tournaments.events.event_labels import bye_text, entry_labels, metric_label, tie_break_names
from tournaments.events.format_labels import SettingLabel, format_label
from tournaments.events.lengths import HANDS, TARGET
from tournaments.events.models import MAX_GAMES, Event, EventTransition, WhoWrites
from tournaments.events.models.events import hands_typed, lengths_wrong
from tournaments.events.services.events import SETTINGS

# Fields of length and scoring.


ELSEWHERE = ("game", "rules", "stakes", "time_pays")
"""Settings of an event that have a page of their own, or are chosen once."""
HEAD = ("name", "date", "starts_at", "minutes", "place", "format", "games_per_meeting")
COUNTING = (
    *("bye_rule", "bye_for", "bye_against", "forfeit_for", "forfeit_against"),
    "cap",
)
PHONES = ("who_writes", "confirms")
WHO_WRITES = {
    WhoWrites.SCORERS: gettext_lazy(
        "Scorers and organisers record every hand; phones cannot join."
    ),
    WhoWrites.PLAYERS: gettext_lazy(
        "Any player at a table records its hands on a phone, without an account."
    ),
    WhoWrites.CONFIRMED: gettext_lazy(
        "The same, and a player of another side confirms it; what is disputed does not count until "
        "it is settled."
    ),
}
OF_TWO_SIDES = frozenset({"best_of", "forfeit_for", "forfeit_against", "bye_against", "cap"})
"""Fields without a meaning for single players."""


LENGTHS_APART = re.compile(r"[\s,;،、]+")
PARTS_APART = re.compile(r"[,;،、]")


class LengthsField(forms.CharField):
    """Lengths of series by round: ``5, 3``."""

    widget = forms.TextInput(attrs=NUMBERS_TYPED)

    def __init__(self, *, max_length: int = 80, **options: Any) -> None:
        super().__init__(max_length=max_length, **options)

    def to_python(self, value: Any) -> Any:
        """Read whole numbers, 0 for anything else; the model checks which are allowed."""
        parts = LENGTHS_APART.split(plain_digits(super().to_python(value) or "").strip())
        return [read_whole(part, most=MAX_GAMES) or 0 for part in parts if part]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class RoundLengthsField(forms.CharField):
    """Other lengths of games by round: ``6: 5, 7: 8 hands``."""

    widget = forms.TextInput(attrs=NUMBERS_TYPED)

    PART = re.compile(r"(\d{1,3})\s*[:=]\s*(\d{1,4})\s*(\D*)")

    def __init__(self, *, max_length: int = 200, **options: Any) -> None:
        super().__init__(max_length=max_length, **options)

    def to_python(self, value: Any) -> Any:
        """Read the lengths by round; model and service check which are allowed."""
        text = plain_digits(super().to_python(value) or "").strip()
        for check in self.validators:
            check(text)
        lengths: dict[str, dict[str, int]] = {}
        hands = {"h", "hand", "hands", hands_typed("").strip().casefold()}
        for part in filter(None, map(str.strip, PARTS_APART.split(text))):
            read = self.PART.fullmatch(part)
            unit = read[3].strip().casefold() if read else ""
            if read is None or (unit and unit not in hands) or str(int(read[1])) in lengths:
                raise forms.ValidationError(lengths_wrong())
            lengths[str(int(read[1]))] = {HANDS if unit else TARGET: int(read[2])}
        return lengths

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        written = []
        for number, length in sorted(value.items(), key=lambda item: int(item[0])):
            hands = length.get(HANDS)
            typed = length[TARGET] if hands is None else hands_typed(hands)
            written.append(f"{number}: {typed}")
        return ", ".join(written)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


SETTING = "setting_"


def date_field() -> forms.DateField:
    """A day, as the browser lets one choose it."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=gettext_lazy("Date"), widget=widget, validators=[*DAY_CHECKS])


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields folded under a summary; open if one of them has an error."""

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


class EventForm(DependentForm, RowForm):
    """The settings of an event, except game, rules and stakes.

    Unbound, it shows the event's format, or another that was just chosen, with its settings.
    """

    deciding = "format"
    versioned = tuple(name for name in SETTINGS if name not in ELSEWHERE)
    tie_breaks = OrderField(choices=(), label=Event._meta.get_field("tie_breaks").verbose_name)

    class Meta(RowForm.Meta):
        model = Event
        exclude = (*ELSEWHERE, "format_options")
        field_classes: ClassVar = {"best_of": LengthsField, "round_lengths": RoundLengthsField}
        widgets: ClassVar = {"who_writes": forms.RadioSelect}

    def __init__(
        self, *args: Any, event: Event, locked: bool, chosen: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, row=event, **kwargs)
        self.event = event
        suiting = [key for key, known in FORMATS.items() if known.suits(event.game)]
        self.chosen_format = event.format
        if not locked:
            self.chosen_format = self.choice_of(
                suiting, chosen if chosen in suiting else event.format
            )
        self._format_fields(suiting, locked=locked)
        games = self.fields["games_per_meeting"]
        games.disabled = locked
        if FORMATS[self.chosen_format].lineup == 1:
            games.label = _("Games per round")
        self._meaningless_drop()
        self._who_writes_explain()
        self._tie_break_field()
        self.version_start(event)

    def setting_fields(self) -> list[forms.BoundField]:
        """The controls of the format's own settings."""
        return [self[name] for name in self.fields if name.startswith(SETTING)]

    def groups(self) -> list[FieldGroup]:
        """Return the fields that few organisers change, in groups with a summary."""
        names = tie_break_names(self.event.tie_breaks, self.event.game)
        ranked = entry_labels(self.event).ranked
        lot = _("A lot is drawn only when the event is finished.")
        fields = "form-row fields-level"
        groups = [
            FieldGroup("time", _("Time and tables"), self._series_now(), self._others(), fields),
            FieldGroup(
                "phones",
                _("Who records hands"),
                str(self.event.get_who_writes_display()),
                [self[name] for name in PHONES],
                "stack",
            ),
            FieldGroup(
                "counting",
                _("Byes, forfeits and caps"),
                self._counting_now(),
                [self[name] for name in COUNTING if name in self.fields],
                fields,
            ),
            FieldGroup(
                "ranking",
                _("Tie-breaks"),
                comma_list(names),
                [self["tie_breaks"]],
                "stack",
                help=f"{ranked} {lot}",
            ),
        ]
        return [group for group in groups if group.fields]

    def _others(self) -> list[forms.BoundField]:
        """Return the settings that stand in no other place of the form."""
        elsewhere = {*HEAD, *PHONES, *COUNTING, "tie_breaks"}
        return [self[name] for name in SETTINGS if name in self.fields and name not in elsewhere]

    def _series_now(self) -> str:
        """Summarize the length as saved, in a line."""
        event = self.event
        parts = [
            _("best of %(lengths)s") % {"lengths": comma_list(event.best_of)}
            if event.best_of
            else "",
            _("%(minutes)d minutes per round") % {"minutes": event.round_minutes}
            if event.round_minutes
            else _("no round clock"),
            ngettext("%(count)d table", "%(count)d tables", event.tables_in_room)
            % {"count": event.tables_in_room}
            if event.tables_in_room
            else _("as many tables as it takes"),
            ngettext(
                "%(count)d substitute for each", "%(count)d substitutes for each", event.substitutes
            )
            % {"count": event.substitutes}
            if event.substitutes is not None
            else "",
        ]
        return statements(filter(None, parts))

    def _counting_now(self) -> str:
        """Summarize byes, forfeits and caps as saved, in a line."""
        event = self.event
        scores = bye_text(event) or event.get_bye_rule_display()
        parts = [_("a bye scores: %(score)s") % {"score": scores}]
        if "forfeit_for" in self.fields:
            score = {"best": event.forfeit_for, "worst": event.forfeit_against}
            parts.append(_("a forfeit counts %(best)d–%(worst)d") % score)
        if "cap" in self.fields:
            parts.append(_("at most %(cap)d per game in capped tie-breaks") % {"cap": event.cap})
        return statements(parts)

    def field_of(self, name: str, problem: ValidationError) -> str | None:
        """Return the field; problems of the format's settings name theirs."""
        setting = f"{SETTING}{(problem.params or {}).get('setting')}"
        return next((known for known in (name, setting) if known in self.fields), None)

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
        """Return the arguments of ``event_update``."""
        changes = {name: self.cleaned_data[name] for name in SETTINGS if name in self.cleaned_data}
        if self.chosen_format != self.event.format and not self._orders_anew():
            del changes["tie_breaks"]
        return changes

    def _orders_anew(self) -> bool:
        """Whether the order of tie-breaks is another than the former format's."""
        before = [key for key in self.event.tie_breaks if key in self._keys()]
        return bool(self.cleaned_data["tie_breaks"] != before)

    def _meaningless_drop(self) -> None:
        """Drop the fields without a meaning for the game."""
        if self.event.presenter.cards:
            del self.fields["says"]
        if sides_of(self.event.game) != 2:
            for name in OF_TWO_SIDES:
                del self.fields[name]

    def _who_writes_explain(self) -> None:
        field = self.fields["who_writes"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (choice.value, ExplainedLabel(str(choice.label), help=str(WHO_WRITES[choice])))
            for choice in WhoWrites
        ]

    def _format_fields(self, suiting: Sequence[str], *, locked: bool) -> None:
        field = self.fields["format"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, format_label(key).name) for key in suiting]
        if not self.is_bound:
            self.initial["format"] = self.chosen_format
        field.disabled = locked
        if not locked:
            field.help_text = _("Another format begins with its usual settings.")
        settings = FORMATS[self.chosen_format].settings
        is_stored = self.chosen_format == self.event.format
        stored = self.event.format_options if is_stored else {}
        values = {setting.key: stored.get(setting.key, setting.default) for setting in settings}
        if self.is_bound and self.chosen_format != self.shown_for(self.event.format):
            sent = [name for name in self.data if name.startswith(SETTING)]
            self.data_exchange(sent, {SETTING + key: str(value) for key, value in values.items()})
        self.shown_field(self.chosen_format, disabled=locked)
        labels = format_label(self.chosen_format).settings
        for setting in settings:
            self.fields[SETTING + setting.key] = _setting_field(
                setting, labels[setting.key], values[setting.key], locked=locked
            )

    def format_help(self) -> str:
        return str(format_label(self.chosen_format).explanation)

    def _keys(self) -> tuple[str, ...]:
        has_places = FORMATS[self.chosen_format].has_bracket
        compared = COMPARED if self.event.deals_per_round else ()
        return (*compared, *self.event.presenter.tie_breaks(has_places=has_places))

    def _tie_break_field(self) -> None:
        choices = [
            (key, ExplainedLabel(str(label.name), help=str(label.explanation)))
            for key, label in ((key, metric_label(key, self.event.game)) for key in self._keys())
        ]
        self.fields["tie_breaks"] = OrderField(
            label=self.fields["tie_breaks"].label, choices=choices
        )


def _setting_field(
    setting: Setting, label: SettingLabel, value: int, *, locked: bool
) -> forms.Field:
    """Return a number field, or a choice if the setting's values have names."""
    if label.choices:
        return forms.TypedChoiceField(
            label=label.name,
            help_text=label.explanation,
            choices=list(label.choices.items()),
            coerce=int,
            initial=value,
            disabled=locked,
        )
    return forms.IntegerField(
        label=label.name,
        help_text=label.explanation,
        min_value=setting.low,
        max_value=setting.high,
        initial=value,
        disabled=locked,
    )


class ReopenForm(ServiceForm):
    """Why a finished event is opened again."""

    reason = form_field(
        EventTransition._meta.get_field("reason"),
        required=True,
        label=gettext_lazy("Why you reopen it"),
        help_text=gettext_lazy("Recorded with your name and the time."),
        error_messages={"required": gettext_lazy("Say why you reopen it.")},
    )


# Search.


class EventSearch(forms.Form):
    """Words of the name, a game, a year; invalid values are ignored."""

    q = forms.CharField(
        label=gettext_lazy("Find by name"),
        max_length=120,
        required=False,
        widget=forms.TextInput(
            attrs={"type": "search", "placeholder": gettext_lazy("Find by name")}
        ),
    )
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    year = forms.TypedChoiceField(
        label=gettext_lazy("Year"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, games: Iterable[str], years: Iterable[int]) -> None:
        super().__init__(*args)
        known = ((game, PRESENTERS[game].label) for game in games)
        self._choices("game", [("", _("All games")), *known])
        self._choices("year", [("", _("All years")), *((year, str(year)) for year in years)])

    def arguments(self) -> dict[str, Any]:
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def _choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
