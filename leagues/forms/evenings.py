"""Forms of evenings and contenders."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import Max
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from core.forms import RowForm, ServiceForm
from core.languages import date_text
from core.model_settings import form_field
from core.text import isolated
from leagues.forms.seasons import DatesForm
from leagues.models import AwayPeriod, Contender, Division, Evening, Ranks, Season
from leagues.selectors.seasons import seasons_open_to
from tournaments.events.event_labels import PAIRS, PLAYERS
from tournaments.events.forms.entries import LineupsForm
from tournaments.events.models import Event

OFFERED = 60
EVERYBODY = gettext_lazy("everybody")
WEEK = datetime.timedelta(weeks=1)

if TYPE_CHECKING:
    EventField = forms.ModelChoiceField[Event]
else:
    EventField = forms.ModelChoiceField


def division_field(*, required: bool) -> forms.ModelChoiceField[Division]:
    return forms.ModelChoiceField(
        Division.objects.none(),
        label=gettext_lazy("Division"),
        required=required,
        empty_label=None if required else EVERYBODY,
    )


def division_choices(form: forms.Form, season: Season) -> None:
    """Offer a season's divisions as choices; hide the field if there is only one."""
    field = form.fields["division"]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = season.divisions.all()
    if season.divisions.count() == 1:
        field.initial = season.divisions.get() if field.required else None
        field.disabled = True
        field.widget = forms.HiddenInput()


class EveningsForm(DatesForm):
    division = division_field(required=False)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        last = season.evenings.aggregate(last=Max("date"))["last"]
        self._dates_start(count=1, first=last + WEEK if last else None)
        division_choices(self, season)


class AwayForm(RowForm):
    """The days on which somebody is away."""

    class Meta(RowForm.Meta):
        model = AwayPeriod
        fields = "__all__"


class EveningForm(RowForm):
    """An evening's date and division, and how many times it counts."""

    versioned = ("date", "division", "times")

    class Meta(RowForm.Meta):
        model = Evening
        fields = ("date", "division", "times")

    def __init__(self, *args: Any, evening: Evening, **kwargs: Any) -> None:
        super().__init__(*args, row=evening, **kwargs)
        division = self.fields["division"]
        assert isinstance(division, forms.ModelChoiceField)
        division.empty_label = EVERYBODY
        division_choices(self, evening.season)
        self.version_start(evening)


class DatedEventField(EventField):
    """Events with their dates as labels."""

    def label_from_instance(self, obj: Event) -> str:
        """Return the day and the name."""
        return f"{date_text(obj.date)} · {obj.name}"


class AttachForm(ServiceForm):
    """An event that is there already."""

    event = DatedEventField(Event.objects.none(), label=gettext_lazy("Event"), empty_label=None)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["event"]
        assert isinstance(field, forms.ModelChoiceField)
        counting = season.evenings.filter(event__isnull=False).values("event")
        known = Event.objects.filter(club=season.club, game=season.game).exclude(pk__in=counting)
        newest = known.order_by("-date", "-pk").values_list("pk", flat=True)[:OFFERED]
        field.queryset = Event.objects.filter(pk__in=list(newest)).order_by("-date", "-pk")

    @property
    def has_choices(self) -> bool:
        """Whether there is any event to choose."""
        field = self.fields["event"]
        assert isinstance(field, forms.ModelChoiceField)
        return bool(field.queryset)


class AttachEventForm(ServiceForm):
    """The evening that an event is to count as: one that waits for its event, or one more."""

    evening = forms.ChoiceField(label=gettext_lazy("It counts as"))

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seasons = {season.pk: season for season in seasons_open_to(event)}
        waiting = Evening.objects.filter(season__in=self._seasons, event=None)
        self._evenings = {evening.pk: evening for evening in waiting.order_by("number")}
        field = self.fields["evening"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            offer for season in self._seasons.values() for offer in self._offers(season)
        ]
        field.initial = self._likely(event)

    @property
    def has_choices(self) -> bool:
        """Whether there is any season that the event could count in."""
        return bool(self._seasons)

    def chosen(self) -> Evening | Season:
        """Return the evening, or the season that gets one more; call when valid."""
        kind, key = self.cleaned_data["evening"].split("-")
        return self._evenings[int(key)] if kind == "evening" else self._seasons[int(key)]

    def _offers(self, season: Season) -> list[tuple[str, str]]:
        evenings = [
            evening for evening in self._evenings.values() if evening.season_id == season.pk
        ]
        offers = [
            (f"evening-{evening.pk}", _evening_words(season, evening)) for evening in evenings
        ]
        more = _("%(season)s, one more evening on the event's day") % {
            "season": isolated(season.name)
        }
        return [*offers, (f"season-{season.pk}", more)]

    def _likely(self, event: Event) -> str:
        """Return the evening nearest in time; a new one if none is waiting."""
        near = min(
            self._evenings.values(),
            key=lambda evening: abs(evening.date - event.date),
            default=None,
        )
        if near is not None:
            return f"evening-{near.pk}"
        return next((f"season-{key}" for key in self._seasons), "")


def _evening_words(season: Season, evening: Evening) -> str:
    date = date_text(evening.date, "weekday")
    values = {"season": isolated(season.name), "number": evening.number, "date": date}
    return _("%(season)s, evening %(number)d · %(date)s") % values


class ContendersForm(LineupsForm):
    """Contenders, one per line."""

    division = division_field(required=True)
    joined = form_field(Contender._meta.get_field("joined"))

    def __init__(self, *args: Any, season: Season, everyone: bool = False, **kwargs: Any) -> None:
        pairs = season.ranks == Ranks.PAIRS
        labels, lineup = (PAIRS, 2) if pairs else (PLAYERS, 1)
        super().__init__(*args, club=season.club, lineup=lineup, labels=labels, **kwargs)
        division_choices(self, season)
        self.season, self.everyone = season, everyone and not pairs
        self.fields["text"].required = not self.everyone

    @cached_property
    def waiting(self) -> list[Player]:
        """Return everyone on the roster who is not in the season; empty in seasons of pairs."""
        if self.season.ranks == Ranks.PAIRS:
            return []
        roster = Player.objects.filter(club=self.season.club, active=True)
        return list(roster.exclude(pk__in=self.season.contenders.values("player")))

    def players(self) -> list[list[Player]]:
        """Return the players of the list and, on request, the rest of the roster."""
        listed = super().players()
        if not self.everyone:
            return listed
        named = {player.pk for lineup in listed for player in lineup}
        return [*listed, *([player] for player in self.waiting if player.pk not in named)]
