"""Forms of a new event: first about the evening, then the choice of what to play."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.fields import ExplainedLabel
from core.forms import RowForm
from core.languages import date_text
from core.text import isolated
from games import PRESENTERS
from games.presets import EventTemplate
from tournaments.events.format_labels import format_label
from tournaments.events.models import Event
from tournaments.events.presets import templates_of
from tournaments.events.selectors.events import LastEvent
from tournaments.events.suggestions import Expected, Suggestion, suggestions

MOST_PLAYERS: Final = 400
LENGTHS: Final = (*range(60, 301, 30), 360, 420, 480, 600)
"""Minutes of an evening that are offered."""
USUAL_PLAYERS: Final = 16
USUAL_MINUTES: Final = 180

Kind = EventTemplate | Suggestion | Event
"""What an event is made from; an event is copied."""
Choice = tuple[str, ExplainedLabel]


class ExpectedForm(forms.Form):
    """How many come, how long the evening is and what is played, as at the club's last evening."""

    players = forms.IntegerField(
        label=gettext_lazy("How many come?"), min_value=1, max_value=MOST_PLAYERS
    )
    minutes = forms.TypedChoiceField(label=gettext_lazy("How long is the evening?"), coerce=int)
    game = forms.ChoiceField(
        label=gettext_lazy("What do you play?"),
        widget=forms.RadioSelect(attrs={"class": "options--inline"}),
    )

    def __init__(self, asked: Mapping[str, str], *, game: str, last: LastEvent | None) -> None:
        players = last.players if last and last.players else USUAL_PLAYERS
        minutes = last.event.minutes if last else USUAL_MINUTES
        usual = {"players": str(players), "minutes": str(minutes), "game": game}
        given = {name: asked[name] for name in usual if name in asked}
        super().__init__(usual | given)
        self.fields["minutes"].choices = [  # type: ignore[attr-defined]
            (choice, hours_text(choice)) for choice in sorted({*LENGTHS, minutes})
        ]
        self.fields["game"].choices = [  # type: ignore[attr-defined]
            (name, presenter.label) for name, presenter in PRESENTERS.items()
        ]

    def suggestions(self, rules: Mapping[str, Any]) -> tuple[Suggestion, ...]:
        """Return what fits the evening; nothing while an answer is wrong."""
        return suggestions(Expected(rules=rules, **self.cleaned_data)) if self.is_valid() else ()


def hours_text(minutes: int) -> str:
    """Write a length as on an invitation: "3 h", "3 h 30 min"."""
    hours, rest = divmod(minutes, 60)
    values = {"hours": hours, "minutes": rest}
    if not hours:
        return _("%(minutes)d min") % values
    return (_("%(hours)d h %(minutes)d min") if rest else _("%(hours)d h")) % values


class KindSelect(forms.RadioSelect):
    """Kinds of events: those for this evening, then all others behind a fold.

    Each names the event after it, as ``js/name.js`` reads.
    """

    template_name = "django/forms/widgets/kinds.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Fold the groups that have a name; the fold is open if what is chosen is in it."""
        context = super().get_context(name, value, attrs)
        groups = context["widget"]["optgroups"]
        folded = [group for group in groups if group[0]]
        context["widget"]["optgroups"] = [group for group in groups if not group[0]]
        is_open = any(
            option["selected"] for _group, options, _index in folded for option in options
        )
        return context | {"folded": folded, "is_open": is_open}


class NewEventForm(RowForm):
    """An event like the last one, as suggested, or from a template; name and date are filled in."""

    template = forms.ChoiceField(label=gettext_lazy("Kind of event"), widget=KindSelect)
    field_order = ("template",)

    class Meta(RowForm.Meta):
        model = Event
        fields = ("name", "date")

    def __init__(
        self,
        *args: Any,
        game: str,
        suggested: Sequence[Suggestion] = (),
        last: LastEvent | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        templates = templates_of(game)
        like = {f"like-{last.event.pk}": last.event} if last else {}
        self.kinds: dict[str, Kind] = {
            **like,
            **{kind.key: kind for kind in suggested},
            **templates,
        }
        template = self.fields["template"]
        assert isinstance(template, forms.ChoiceField)
        template.choices = list(_near(suggested, last)) + [
            (family, [_explained(key, offered) for key, offered in together])
            for family, together in groupby(templates.items(), key=lambda item: item[1].family)
        ]
        template.initial = next(iter(self.kinds))
        self.fields["date"].initial = timezone.localdate()
        self.fields["name"].initial = evening_name(game)
        if not self.is_bound:
            self.fields["name"].widget.attrs["data-named-by"] = "template"

    @property
    def kind(self) -> Kind:
        """What was chosen."""
        return self.kinds[self.cleaned_data["template"]]


def _near(suggested: Sequence[Suggestion], last: LastEvent | None) -> Iterator[Choice]:
    if last is not None:
        event = last.event
        label = _("As last time: %(name)s") % {"name": isolated(event.name)}
        date = isolated(date_text(event.date))
        values = {"format": format_label(event.format).name, "date": date}
        explanation = _("%(format)s, on %(date)s. Its settings are copied.") % values
        yield f"like-{event.pk}", ExplainedLabel(label, help=explanation)
    for kind in suggested:
        yield kind.key, ExplainedLabel(kind.name, help=kind.explanation)


def _explained(key: str, offered: EventTemplate) -> Choice:
    return key, ExplainedLabel(str(offered.name), help=str(offered.explanation))


def evening_name(game: str) -> str:
    """Return the default name of an evening of a game today."""
    today = date_text(timezone.localdate())
    return str(PRESENTERS[game].evening_label) % {"date": today}
