"""The public form of a sign-up, and the settings of an event's public pages."""

import re
from typing import Any, ClassVar, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.forms.clubs import PublicPageForm
from core.fields import LineField, NameField
from core.forms import RowForm
from core.model_settings import settings_of
from core.name_lists import is_nobody, two_names
from core.text import isolated
from tournaments.events.event_labels import entry_labels
from tournaments.phones.models import EventPage, SignUp, SignUpPage
from tournaments.phones.services.sign_ups import sign_up_key

KEY: Final = re.compile(r"[a-z2-7]{16}")


class SignUpForm(RowForm):
    """The public sign-up form.

    ``key`` becomes the sign-up's address, so resending creates no second one.

    Two names joined by “and” in the first field are the two of a pair.
    """

    key = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput)

    class Meta(RowForm.Meta):
        model = SignUp
        fields = ("name", "partner", "seeks_partner", "note")
        field_classes: ClassVar = {"name": NameField, "partner": NameField, "note": LineField}
        widgets: ClassVar = {
            "name": forms.TextInput(attrs={"autocomplete": "name", "spellcheck": "false"}),
            "partner": forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            "note": forms.TextInput(attrs={"autocomplete": "off"}),
        }

    def __init__(self, *args: Any, lineup: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.lineup = lineup
        self.fields["key"].initial = sign_up_key()
        if lineup == 1:
            del self.fields["partner"], self.fields["seeks_partner"]

    def clean_key(self) -> str:
        """Return the key if this form issued it, else a new one."""
        given = str(self.cleaned_data["key"])
        return given if KEY.fullmatch(given) else sign_up_key()

    def clean_note(self) -> str:
        """One line."""
        return " ".join(str(self.cleaned_data["note"]).split())

    def clean(self) -> dict[str, Any]:
        """A pair has a partner or looks for one, not both."""
        cleaned = super().clean() or {}
        for field in ("name", "partner"):
            cleaned[field] = " ".join(cleaned.get(field, "").split())
        if self.lineup == 1:
            return cleaned
        names = two_names(cleaned["name"])
        if len(names) == 2 and is_nobody(names[1]):
            cleaned["name"], cleaned["partner"] = names
            names = names[:1]
        if cleaned["partner"] and is_nobody(cleaned["partner"]):
            cleaned |= {"partner": "", "seeks_partner": True}
        seeks = cleaned.get("seeks_partner", False)
        if len(names) == 2 and not cleaned["partner"] and not seeks:
            cleaned["name"], cleaned["partner"] = names
        if seeks and cleaned["partner"]:
            self.add_error("seeks_partner", _("Type a partner or look for one, not both."))
        elif not seeks and not cleaned["partner"] and not self.has_error("partner"):
            self.add_error(
                "partner", _("Type the name of your partner, or say that you are looking for one.")
            )
        return cleaned

    def key_renew(self) -> None:
        """Give the form another key, so that it can be sent once more."""
        self.data = {**dict(self.data.items()), "key": sign_up_key()}


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
