"""Forms of an event's rules, every option with its explanation, and of its stakes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.fields import CurrencyField, ExplainedLabel
from core.figures import MOST, read_whole, stake_shown
from core.forms import DependentForm, Difference, ServiceForm
from core.text import about, isolated, statements
from games.wording import OptionLabels, problem_text, value_label
from ledger.amounts import Misread, misread_words, read, written
from rules import GAMES
from rules.money import parse, render
from rules.options import Option, OptionKind
from scoring.models import TimePays
from scoring.running_score import pays_to_target
from tournaments.events.models import Event

PREFIX = "option_"


class RulesForm(DependentForm, ServiceForm):
    """A preset and the deviations from it.

    ``rules`` of the cleaned data is the ``rules`` object of a record: the preset's name and the
    options that differ. Unbound, the form shows ``initial_rules``, or the values of a preset that
    was just chosen. ``dropped`` are the deviations from a former preset that were submitted with
    another one.
    """

    deciding = "preset"
    versioned = ("rules",)
    dropped: tuple[str, ...] = ()
    preset = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect)

    def __init__(
        self,
        *args: Any,
        event: Event,
        initial_rules: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.presenter, frozen = event.presenter, event.rules_frozen
        self.table, self.labels = GAMES[event.game].options, self.presenter.labels
        given = initial_rules or event.rules or {"preset": self.table.default_preset}
        self.initial_rules = dict(given)
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [
            (name, ExplainedLabel(str(labels.label), help=str(labels.explanation)))
            for name, labels in self.labels.presets.items()
        ]
        preset.initial = self.initial_rules.get("preset", self.table.default_preset)
        self.chosen_preset = self.choice_of(self.table.presets, str(preset.initial))
        self.is_exchanged = not frozen and self._exchange(self.shown_for(str(preset.initial)))
        self.shown_field(self.chosen_preset, disabled=frozen)
        shown = self.table.values(self.initial_rules)
        for option in self.table.options:
            if option.name != self.table.variant:
                field = option_field(option, self.labels.options[option.name], self._variant)
                # Fixed options have the preset's values, whatever the event had before.
                fixed = self._variant in option.fixed
                values = self.preset_values if fixed else shown
                field.initial = _to_field(option, values[option.name])
                self._mark_preset(field, option)
                field.disabled = field.disabled or frozen
                self.fields[PREFIX + option.name] = field
        preset.disabled = frozen
        self.version_start(event)

    def _mark_preset(self, field: forms.Field, option: Option) -> None:
        """Mark the preset's values with a chip, or in the labels of a list."""
        preset, labels = self.preset_values[option.name], self.labels.options[option.name]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [
                (word, ExplainedLabel(str(labels.values[word]), preset=word in preset))
                for word in option.choices
            ]
        else:
            # The field's template shows this chip.
            field.preset_text = value_label(preset, labels)  # type: ignore[attr-defined]

    def _exchange(self, former: str) -> bool:
        """Show the chosen preset's options in the place of another's; whether there was another."""
        if not self.is_bound or former == self.chosen_preset or former not in self.table.presets:
            return False
        options = [option for option in self.table.options if option.name != self.table.variant]
        values = self.table.values({"preset": former})
        variant = str(values[self.table.variant]) if self.table.variant else ""
        dropped = []
        for option in options:
            field = option_field(option, self.labels.options[option.name], variant)
            name = self.add_prefix(PREFIX + option.name)
            value = _from_field(option, field.widget.value_from_datadict(self.data, {}, name))
            if variant not in option.fixed and value != values[option.name]:
                dropped.append(self.labels.options[option.name])
        self.dropped = tuple(str(labels.label) for labels in dropped)
        shown = {
            PREFIX + option.name: _to_field(option, self.preset_values[option.name])
            for option in options
        }
        self.data_exchange(shown, shown)
        return True

    @property
    def _variant(self) -> str:
        name = self.table.variant
        return str(self.table.values({"preset": self.chosen_preset})[name]) if name else ""

    @cached_property
    def preset_values(self) -> dict[str, Any]:
        """Return the chosen preset's value of every option."""
        return self.table.values({"preset": self.chosen_preset})

    @property
    def rules_now(self) -> dict[str, Any]:
        """Return the rules of the form, if it is valid."""
        if self.is_bound and self.is_valid():
            return dict(self.cleaned_data["rules"])
        return {"preset": self.chosen_preset} if self.is_bound else self.initial_rules

    def preset_label(self) -> str:
        return str(self.labels.presets[self.chosen_preset].label)

    def option_fields(self) -> list[forms.BoundField]:
        """The controls of all options."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def differing(self) -> int:
        """Return how many options differ from the preset."""
        return sum(
            _from_field(option, self[PREFIX + option.name].value())
            != self.preset_values[option.name]
            for option in self.table.options
            if option.name != self.table.variant
        )

    def headline(self) -> str:
        """The rules that the form makes now, in a line; empty if they are invalid."""
        rules = self.rules_now
        if isinstance(self.table.resolve(dict(rules)), tuple):
            return ""
        return self.presenter.rules_headline(rules)

    def is_open(self) -> bool:
        """Whether one of the options has to be mended."""
        return any(name.startswith(PREFIX) for name in self.errors)

    def clean(self) -> dict[str, Any]:
        """Validate with the rule book, and show its problems beside their options."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        rules: dict[str, Any] = {"preset": cleaned["preset"]}
        for option in self.table.options:
            if option.name == self.table.variant:
                continue
            value = _from_field(option, cleaned[PREFIX + option.name])
            if value != self.preset_values[option.name]:
                rules[option.name] = list(value) if isinstance(value, tuple) else value
        options = self.table.resolve(rules)
        if isinstance(options, tuple):
            for wrong in options:
                name = PREFIX + wrong.at.rsplit("/", 1)[-1]
                words = problem_text(wrong, self.presenter)
                self.add_error(name if name in self.fields else "preset", words)
        cleaned["rules"] = rules
        return cleaned


def option_field(option: Option, labels: OptionLabels, variant: str) -> forms.Field:
    """The control for an option of the table; one that is fixed under the preset is disabled."""
    common: dict[str, Any] = {
        "label": labels.label,
        "help_text": labels.explanation,
        "required": False,
        "disabled": variant in option.fixed,
    }
    match option.kind:
        case OptionKind.BOOLEAN:
            return forms.BooleanField(**common)
        case OptionKind.INTEGER:
            common["required"] = not option.nullable
            return forms.IntegerField(min_value=option.low, max_value=option.high, **common)
        case OptionKind.CHOICE:
            common["required"] = True
            return forms.ChoiceField(choices=_choices(option, labels), **common)
        case OptionKind.CHOICES:
            common["required"] = option.non_empty
            return forms.MultipleChoiceField(
                choices=_choices(option, labels), widget=forms.CheckboxSelectMultiple, **common
            )


def _choices(option: Option, labels: OptionLabels) -> list[tuple[str, Any]]:
    return [(word, labels.values[word]) for word in option.choices]


def _to_field(option: Option, value: Any) -> Any:
    return list(value) if option.kind is OptionKind.CHOICES else value


def _from_field(option: Option, value: Any) -> Any:
    """Convert a control's value to the option table's form; invalid values stay unchanged."""
    match option.kind:
        case OptionKind.CHOICES:
            return tuple(word for word in option.choices if word in (value or ()))
        case OptionKind.BOOLEAN:
            return bool(value)
        case OptionKind.INTEGER if value in ("", None):
            return None
        case OptionKind.INTEGER:
            number = read_whole(str(value), least=-MOST)
            return value if number is None else number
        case _:
            return value


# Stakes.


class StakesForm(ServiceForm):
    """A currency and the amounts that apply under ``rules``; all empty means no stakes.

    ``stakes`` of the cleaned data is the ``stakes`` object of a match record, or None. The field of
    an inapplicable amount is shown only if it has a value, so that an error can be shown beside it;
    amounts that applied under a former preset are ``dropped`` if ``is_exchanged``.
    """

    versioned = ("stakes", "time_pays")
    version_name = "stakes_version"
    dropped: tuple[str, ...] = ()

    currency = CurrencyField(required=False, help_text=gettext_lazy("Its code or its name."))

    def __init__(
        self,
        *args: Any,
        event: Event,
        rules: Mapping[str, Any],
        initial_stakes: Mapping[str, Any] | None = None,
        is_exchanged: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        game, self.rules = event.game, rules
        self.labels = event.presenter.labels.stakes
        stakes = self.before = dict(initial_stakes or event.stakes or {})
        chosen = self.fields["currency"]
        assert isinstance(chosen, CurrencyField)
        chosen.initial = chosen.current = stakes.get("currency", event.club.currency)
        self.known = stakes_known(game, rules)
        given = [name for name in GAMES[game].match.stakes if self.data.get(self.add_prefix(name))]
        beyond = [name for name in given if name not in self.known]
        if is_exchanged:
            self.dropped, beyond = tuple(str(self.labels[name]) for name in beyond), []
        self.amounts = (*self.known, *beyond)
        for name in self.amounts:
            self.fields[name] = forms.CharField(
                label=str(self.labels[name]),
                required=False,
                initial=_typed(stakes.get(name, ""), stakes.get("currency", "")),
                max_length=30,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 8}),
            )
        if _pays_to_target(game, rules):
            self.fields["time_pays"] = _time_pays(stakes.get("time_pays", event.time_pays))
        for field in self.fields.values():
            field.disabled = event.rules_frozen
        self.version_start(event)

    def differences_now(self) -> list[Difference]:
        """Add the saved amounts that these rules do not count."""
        beyond = [name for name in self.labels if name in self.before and name not in self.fields]
        return super().differences_now() + [
            Difference(str(self.labels[name]), stake_shown(self.before, name), "–")
            for name in beyond
        ]

    def now(self) -> str:
        """Summarize the stakes as saved, in a line."""
        currency = self.before.get("currency", "")
        amounts = [
            about(self.fields[name].label, isolated(f"{stake_shown(self.before, name)} {currency}"))
            for name in self.amounts
            if self.before.get(name)
        ]
        return statements(amounts) if amounts else _("nothing is played for")

    def clean(self) -> dict[str, Any]:
        """Each amount must be one of that currency, typed as amounts are anywhere."""
        cleaned = super().clean() or {}
        given = {name: cleaned[name] for name in self.amounts if cleaned.get(name, "").strip()}
        currency = cleaned.get("currency", "")
        cleaned["stakes"] = None
        if given and not currency and not self.has_error("currency"):
            self.add_error("currency", _("In which currency?"))
        elif given and currency:
            cleaned["stakes"] = {"currency": currency, **self._amounts(currency, given)}
        return cleaned

    def _amounts(self, currency: str, given: Mapping[str, str]) -> dict[str, str]:
        """Return the amounts as in records, with errors beside the fields."""
        amounts = {}
        for name, typed in given.items():
            units = read(typed, currency)
            if name not in self.known:
                self.add_error(name, _("These rules do not count this: leave it empty."))
            elif isinstance(units, Misread):
                self.add_error(name, misread_words(units, typed, currency))
            else:
                amounts[name] = self._as_before(name, units, currency)
        return amounts

    def _as_before(self, name: str, units: int, currency: str) -> str:
        """The amount in its decimals; the same as before is written as it was."""
        before = self.before.get(name, "")
        return before if parse(before, currency) == units else render(units, currency)


def _pays_to_target(game: str, rules: Mapping[str, Any]) -> bool:
    options = GAMES[game].options.resolve(dict(rules))
    return not isinstance(options, tuple) and pays_to_target(game, options)


def _time_pays(initial: str) -> forms.ChoiceField:
    """Return the field of the event's own setting."""
    field = Event._meta.get_field("time_pays")
    return forms.ChoiceField(
        required=False,  # the preset shown before may not have asked it
        label=field.verbose_name,
        choices=TimePays.choices,
        initial=initial,
        help_text=field.help_text,
    )


def _typed(amount: str, currency: str) -> str:
    """An amount of a record as the reader would type it."""
    units = parse(amount, currency)
    return written(units, currency) if units else amount


def stakes_known(game: str, rules: Mapping[str, Any]) -> tuple[str, ...]:
    """The amounts that have a meaning under these rules; all of them under rules not readable."""
    book = GAMES[game]
    options = book.options.resolve(dict(rules))
    if isinstance(options, tuple):
        return book.match.stakes
    return tuple(name for name in book.match.stakes if book.match.stake_applies(name, options))
