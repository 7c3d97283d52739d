"""The form of a new webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.fields import ServiceForm
from feeds.models import HOOKED


class WebhookForm(ServiceForm):
    """Where a webhook leads, and what it is told of."""

    address = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://", "dir": "ltr"}),
        help_text=_("The receiver's address. It must begin with https://."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Messages about"),
        choices=[(kind.value, kind.label) for kind in HOOKED],
        initial=[kind.value for kind in HOOKED],
        widget=forms.CheckboxSelectMultiple,
    )
