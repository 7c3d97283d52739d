"""The settings of an event's public page."""

from clubs.forms.clubs import PublicPageForm
from core.model_settings import settings_of
from phones.models import EventPage


class EventPageForm(PublicPageForm):
    """Settings of an event's public page."""

    versioned = settings_of(EventPage)

    class Meta(PublicPageForm.Meta):
        model = EventPage
        fields = "__all__"
