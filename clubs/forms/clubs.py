"""Forms of clubs, their members and the tokens of their programs."""

from typing import Any, ClassVar, Self

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.versions import VersionedForm
from clubs.models import Club, Membership, Paper, Player, PublicPage
from clubs.public import PublicNames
from clubs.roles import Role
from clubs.selectors import players_for
from clubs.services.clubs import CLUB_SETTINGS
from core.fields import CurrencyField, LineField, NameField, ServiceForm
from core.languages import Calendar
from core.names import language_choices


class ClubForm(ServiceForm):
    """The settings of a club."""

    name = NameField(
        label=gettext_lazy("Name of the club"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    currency = CurrencyField(
        help_text=gettext_lazy("Its code or its name. Matches already played keep theirs."),
        initial="USD",
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        help_text=gettext_lazy("What score sheets and scorecards are printed on."),
        choices=Paper.choices,
        initial=Paper.A4,
        widget=forms.RadioSelect(attrs={"class": "options--inline"}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        help_text=gettext_lazy(
            "Pages are shown in it to everybody who has not chosen one, where it is one of ours. "
            "Lists of names follow its alphabet: Åsa stands after Zoë in Swedish, near Ann in "
            "English."
        ),
        choices=language_choices,
        initial="en",
        required=False,
    )
    calendar = forms.ChoiceField(
        label=gettext_lazy("Calendar"),
        help_text=gettext_lazy("How dates are written. Date fields follow the browser."),
        choices=Calendar.choices,
        initial=Calendar.GREGORIAN,
        required=False,
        widget=forms.RadioSelect(attrs={"class": "options--inline"}),
    )
    public_names = forms.ChoiceField(
        label=gettext_lazy("Names on public pages"),
        help_text=gettext_lazy(
            "What anyone with the address of a public page can read. A player's name can be hidden "
            "on that player's page."
        ),
        choices=PublicNames.choices,
        initial=PublicNames.INITIAL,
        required=False,
        widget=forms.RadioSelect(attrs={"class": "options--inline"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        currency = self.fields["currency"]
        assert isinstance(currency, CurrencyField)
        currency.kept = self.initial.get("currency", "")

    def clean_language(self) -> str:
        """Left out, it stays."""
        chosen: str = self.cleaned_data["language"]
        return chosen or self.initial.get("language", "en")

    def clean_calendar(self) -> str:
        """Left out, it stays."""
        chosen: str = self.cleaned_data["calendar"]
        return chosen or self.initial.get("calendar", Calendar.GREGORIAN)

    def clean_public_names(self) -> str:
        """Left out, they stay."""
        chosen: str = self.cleaned_data["public_names"]
        return chosen or self.initial.get("public_names", PublicNames.INITIAL)


class ClubSettingsForm(ClubForm, VersionedForm):
    """The settings of a club that is there."""

    versioned = CLUB_SETTINGS

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        initial = {name: getattr(club, name) for name in CLUB_SETTINGS}
        super().__init__(*args, initial=initial, **kwargs)
        self.version_start(club)

    def again(self, row: Club, data: Any = None) -> Self:
        """Return the form of the club as it is now."""
        return type(self)(data, club=row)


class RoleForm(ServiceForm):
    """A member's role."""

    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.SCORER)


class MemberForm(RoleForm):
    """A new member by the name they sign in with."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("A new user name gets an account with its own password."),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    field_order = ["username", "role"]


class MemberPlayerForm(VersionedForm):
    """The player on the roster that a member is."""

    versioned = ("player",)
    player = forms.ModelChoiceField(
        label=gettext_lazy("Player"),
        help_text=gettext_lazy("This member can then read this player's statement as their own."),
        queryset=Player.objects.none(),
        required=False,
        empty_label=gettext_lazy("nobody on the roster"),
    )

    def __init__(self, *args: Any, member: Membership, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player = self.fields["player"]
        assert isinstance(player, forms.ModelChoiceField)
        player.queryset = players_for(member)
        player.initial = member.player_id
        self.version_start(member)

    def again(self, row: Membership, data: Any = None) -> Self:
        """Return the form of the member as they are now."""
        return type(self)(data, member=row)


class TokenForm(ServiceForm):
    """A token for another program."""

    label = LineField(
        label=gettext_lazy("What it is for"),
        help_text=gettext_lazy("So that you know later which one to revoke."),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
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


class PublicPageForm(VersionedForm):
    """Settings of a public page; ``shows`` describes its content.

    The page has not been saved before it is first turned on.
    """

    versioned: ClassVar[tuple[str, ...]] = ("is_on", "may_be_found")
    shows: str | Promise

    is_on = forms.BooleanField(label=gettext_lazy("Show the public page"), required=False)
    may_be_found = forms.BooleanField(
        label=gettext_lazy("Search engines may list it"),
        help_text=gettext_lazy("Otherwise they are asked to leave it out."),
        required=False,
    )

    def __init__(self, *args: Any, page: PublicPage, **more: Any) -> None:
        super().__init__(*args, **more)
        self.page_fields_add()
        self.fields["is_on"].help_text = _("Anybody who has its address sees %(what)s.") % {
            "what": self.shows
        }
        for name, field in self.fields.items():
            field.initial = getattr(page, name)
        self.version_start(page)

    def page_fields_add(self) -> None:
        """Complete the fields of a kind of page."""

    def again(self, row: PublicPage, data: Any = None) -> Self:
        """Return the form of the page as it is now."""
        return type(self)(data, page=row)
