"""The form that turns a public page on and off."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.fields import ServiceForm
from clubs.models import PublicPage


class PublicPageForm(ServiceForm):
    """Whether a public page is shown, and to whom; ``shows`` says what of it is seen there."""

    shows: str | Promise

    is_on = forms.BooleanField(label=gettext_lazy("Show the public page"), required=False)
    may_be_found = forms.BooleanField(
        label=gettext_lazy("Search engines may list it"),
        help_text=gettext_lazy("Otherwise they are asked to leave it out."),
        required=False,
    )

    def __init__(self, *args: Any, page: PublicPage | None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["is_on"].help_text = _("Anybody who has its address sees %(what)s.") % {
            "what": self.shows
        }
        for name, field in self.fields.items():
            field.initial = getattr(page, name, False)
