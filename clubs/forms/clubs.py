"""Forms of clubs, their members and the tokens of their programs."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Invitation, Membership, PersonalToken, PublicPage, User
from clubs.roles import Role
from clubs.selectors import players_for
from clubs.services.clubs import CLUB_SETTINGS, club_picture_set
from core.fields import CurrencyField
from core.forms import RowForm, ServiceForm
from core.model_settings import form_field
from core.names import language_choices
from core.pictures import MOST_SENT

LEFT_OUT_STAYS = ("language", "calendar", "public_names")
INLINE = forms.RadioSelect(attrs={"class": "options--inline"})


def language_field(field: forms.Field, initial: object) -> forms.ChoiceField:
    """Return the choice of a club's language, with the words of its model field."""
    return forms.ChoiceField(
        label=field.label, help_text=field.help_text, choices=language_choices, initial=initial
    )


class NewClubForm(RowForm):
    """A new club's name and language; everything else has a default to begin with."""

    class Meta(RowForm.Meta):
        model = Club
        fields = ("name", "language")
        widgets: ClassVar = {"name": forms.TextInput(attrs={"autocomplete": "organization"})}

    def __init__(self, *args: Any, language: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = language_field(self.fields["language"], language)
        self.fields["language"].help_text = ""
        self.fields["language"].required = False

    def clean_language(self) -> str:
        """Keep the reader's language if none is chosen."""
        return self.cleaned_data["language"] or str(self.fields["language"].initial)


class ClubSettingsForm(RowForm):
    versioned = CLUB_SETTINGS

    class Meta(RowForm.Meta):
        model = Club
        exclude = ("slug",)
        field_classes: ClassVar = {"currency": CurrencyField}
        widgets: ClassVar = {
            "name": forms.TextInput(attrs={"autocomplete": "organization"}),
            "paper": INLINE,
            "calendar": INLINE,
            "public_names": INLINE,
            "about": forms.Textarea(attrs={"rows": 4}),
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, row=club, **kwargs)
        currency, language = self.fields["currency"], self.fields["language"]
        assert isinstance(currency, CurrencyField)
        currency.current = club.currency
        self.fields["language"] = language_field(language, language.initial)
        for name in LEFT_OUT_STAYS:
            self.fields[name].required = False
        self.version_start(club)

    def clean(self) -> dict[str, Any]:
        """Keep what is left out."""
        cleaned = super().clean() or {}
        for name in LEFT_OUT_STAYS:
            cleaned[name] = cleaned.get(name) or getattr(self.instance, name)
        if self.add_prefix("picture_months") not in self.data:  # empty is for ever
            cleaned["picture_months"] = self.instance.picture_months
        return cleaned

    def _get_validation_exclusions(self) -> set[str]:
        """Do not validate an unchanged currency: it may have been withdrawn."""
        stays = self.cleaned_data.get("currency") == self.instance.currency
        left_out: set[str] = super()._get_validation_exclusions()  # type: ignore[misc] # of Django
        return left_out | {"currency"} if stays else left_out


class PictureForm(ServiceForm):
    """A picture that stands for the club."""

    general = "picture"
    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy(
            "PNG, JPEG, WebP or GIF. The picture is scaled down and saved anew, without hidden "
            "data such as the place where it was taken."
        ),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )

    def save(self, club: Club) -> None:
        """Put it in the place of the club's picture."""
        club_picture_set(club=club, content=self.cleaned_data["picture"].read(MOST_SENT + 1))


class RoleForm(RowForm):
    """A member's role."""

    class Meta(RowForm.Meta):
        model = Membership
        fields = ("role",)


class MemberForm(RoleForm):
    """A new member by the name they sign in with."""

    username = form_field(
        User._meta.get_field("username"),
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("A new user name gets an account with its own password."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    field_order = ["username", "role"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].initial = Role.SCORER


class InvitationForm(RowForm):
    """The role that a link gives, and how long it lasts."""

    prefix = "invite"

    class Meta(RowForm.Meta):
        model = Invitation
        fields = ("role",)

    days = forms.TypedChoiceField(
        label=gettext_lazy("Lasts"),
        choices=[
            ("1", gettext_lazy("one day")),
            ("7", gettext_lazy("a week")),
            ("30", gettext_lazy("30 days")),
        ],
        coerce=int,
        initial="7",
    )


class NewUserForm(ServiceForm):
    """A new user who accepts an invitation: a name to sign in with, and a password."""

    username = form_field(
        User._meta.get_field("username"),
        label=gettext_lazy("User name"),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=128,
        help_text=gettext_lazy("At least eight characters, and not a common word."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class MemberPlayerForm(RowForm):
    """The player on the roster that a member is."""

    versioned = ("player",)

    class Meta(RowForm.Meta):
        model = Membership
        fields = ("player",)

    def __init__(self, *args: Any, member: Membership, **kwargs: Any) -> None:
        super().__init__(*args, row=member, **kwargs)
        player = self.fields["player"]
        assert isinstance(player, forms.ModelChoiceField)
        player.queryset = players_for(member)
        player.empty_label = _("nobody on the roster")
        self.version_start(member)


class TokenForm(RowForm):
    """A token for another program."""

    class Meta(RowForm.Meta):
        model = PersonalToken
        fields = ("label",)
        widgets: ClassVar = {"label": forms.TextInput(attrs={"autocomplete": "off"})}

    days = forms.TypedChoiceField(
        label=gettext_lazy("Lasts"),
        choices=[
            ("", gettext_lazy("until revoked")),
            ("1", gettext_lazy("one day")),
            ("30", gettext_lazy("30 days")),
            ("365", gettext_lazy("a year")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )


class PublicPageForm(RowForm):
    """Settings of a public page, which has not been saved before it is first turned on."""

    field_order = ["is_on"]

    def __init__(self, *args: Any, page: PublicPage, **more: Any) -> None:
        super().__init__(*args, row=page, **more)
        self._explain()
        self.version_start(page)

    def _explain(self) -> None:
        """Say of the fields what the model cannot know."""
