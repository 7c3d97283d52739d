"""The settings of an event's public pages."""

from typing import ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.forms.clubs import PublicPageForm
from core.model_settings import settings_of
from core.text import isolated
from phones.models import EventPage, SignUpPage
from tournaments.event_labels import entry_labels


class EventPageForm(PublicPageForm):
    """Settings of an event's public page."""

    versioned = settings_of(EventPage)

    class Meta(PublicPageForm.Meta):
        model = EventPage
        fields = "__all__"


class SignUpPageForm(PublicPageForm):
    """Whether an event takes sign-ups, until when, and for how many places."""

    versioned = settings_of(SignUpPage)
    field_order = ["is_on", "closes_at", "places", "may_be_found"]

    class Meta(PublicPageForm.Meta):
        model = SignUpPage
        fields = "__all__"
        widgets: ClassVar = {
            "places": forms.TextInput(attrs={"inputmode": "numeric", "class": "input--short"})
        }

    def _explain(self) -> None:
        self.fields["closes_at"].help_text = _(
            "Times are those of %(zone)s. Empty: until the first round begins, when sign-up "
            "ends in any case."
        ) % {"zone": isolated(timezone.get_current_timezone_name())}
        self.fields["places"].help_text = entry_labels(self.instance.event).places_help
