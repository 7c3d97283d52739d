"""Forms of clubs, their members and the tokens of their programs."""

from typing import Any, ClassVar, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.versions import SettingsForm, VersionedForm
from clubs.models import Club, Membership, PersonalToken, PublicPage, User
from clubs.roles import Role
from clubs.selectors import players_for
from clubs.services.clubs import CLUB_SETTINGS, club_picture_set
from core.fields import CurrencyField, RowForm, ServiceForm
from core.model_settings import form_field
from core.names import language_choices
from core.pictures import MOST_SENT

LEFT_OUT_STAYS = ("language", "calendar", "public_names")
INLINE = forms.RadioSelect(attrs={"class": "options--inline"})


class ClubForm(RowForm):
    """The settings of a club."""

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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        currency, language = self.fields["currency"], self.fields["language"]
        assert isinstance(currency, CurrencyField)
        currency.current = self.instance.currency if self.instance.pk else ""
        self.fields["language"] = forms.ChoiceField(
            label=language.label,
            help_text=language.help_text,
            choices=language_choices,
            initial=language.initial,
        )
        for name in LEFT_OUT_STAYS:
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        """Keep what is left out."""
        cleaned = super().clean() or {}
        for name in LEFT_OUT_STAYS:
            cleaned[name] = cleaned.get(name) or getattr(self.instance, name)
        if self.add_prefix("picture_months") not in self.data:  # empty is for ever
            cleaned["picture_months"] = self.instance.picture_months
        return cleaned

    def _get_validation_exclusions(self) -> set[str]:
        """Do not judge a currency that stays: it may be one that is no more."""
        stays = self.cleaned_data.get("currency") == self.instance.currency
        left_out: set[str] = super()._get_validation_exclusions()  # type: ignore[misc] # of Django
        return left_out | {"currency"} if stays else left_out


class ClubSettingsForm(ClubForm, VersionedForm):
    """The settings of a club that is there."""

    versioned = CLUB_SETTINGS

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, row=club, **kwargs)
        self.version_start(club)

    def again(self, row: Club, data: Any = None) -> Self:
        """Return the form of the club as it is now."""
        return type(self)(data, club=row)


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


class MemberPlayerForm(SettingsForm):
    """The player on the roster that a member is."""

    versioned = ("player",)

    class Meta(SettingsForm.Meta):
        model = Membership
        fields = ("player",)

    def __init__(self, *args: Any, member: Membership, **kwargs: Any) -> None:
        super().__init__(*args, row=member, **kwargs)
        player = self.fields["player"]
        assert isinstance(player, forms.ModelChoiceField)
        player.queryset = players_for(member)
        player.empty_label = _("nobody on the roster")
        self.version_start(member)

    def again(self, row: Membership, data: Any = None) -> Self:
        """Return the form of the member as they are now."""
        return type(self)(data, member=row)


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


class PublicPageForm(SettingsForm):
    """Settings of a public page, which has not been saved before it is first turned on."""

    field_order = ["is_on"]

    def __init__(self, *args: Any, page: PublicPage, **more: Any) -> None:
        super().__init__(*args, row=page, **more)
        self._explain()
        self.version_start(page)

    def _explain(self) -> None:
        """Say of the fields what the model cannot know."""

    def again(self, row: PublicPage, data: Any = None) -> Self:
        """Return the form of the page as it is now."""
        return type(self)(data, page=row)
