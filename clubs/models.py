"""Users, clubs, members with their roles, players, personal tokens.

A *user* signs in; a *player* sits at a table. Most players never sign in. This app knows nothing
about matches.
"""

import base64
import unicodedata
from datetime import timedelta
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxLengthValidator
from django.db import models
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken

from clubs.public import PublicNames, code_new
from clubs.roles import RIGHTS, Right, Role
from core.currencies import currency_check
from core.languages import Calendar
from core.model_settings import between
from core.names import (
    folded,
    language_check,
    line_check,
    lines_check,
    name_check,
    signs_alike,
    sort_key,
    without_marks,
)
from core.pictures import WRITTEN, picture_check, picture_kind, picture_size
from core.versions import version_of


class User(AbstractUser):  # type: ignore[django-manager-missing] # knox carries no types
    """A user; ``language`` is empty until one was chosen.

    ``has_password_offer`` from when a password is generated until the first sign-in with it.
    """

    first_name = models.CharField(
        _("first name"), max_length=150, blank=True, validators=[line_check]
    )
    last_name = models.CharField(
        _("last name"), max_length=150, blank=True, validators=[line_check]
    )
    email = models.EmailField(_("email address"), blank=True)
    language = models.CharField(_("language"), max_length=12, blank=True, default="")
    has_password_offer = models.BooleanField(default=False, db_default=False, editable=False)

    def set_password(self, raw_password: str | None) -> None:
        """Set a password that somebody chose."""
        super().set_password(raw_password)
        self.has_password_offer = False

    @property
    def shown_name(self) -> str:
        """The full name if known, else the user name."""
        return self.get_full_name() or self.get_username()


MAX_NAME = 80
"""Characters of a person's name."""
MOST_ABOUT = 1000


class PaperChoice(models.TextChoices):
    """The paper that a club prints on."""

    A4 = "a4", _("A4")
    LETTER = "letter", _("Letter")


class Club(models.Model):
    """A club: the border of everything. Nobody sees across it.

    The editable fields, except ``slug``, are its settings: form, API and archive take them from
    here.
    """

    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    name = models.CharField(_("Name of the club"), max_length=120, validators=[name_check])
    currency = models.CharField(
        _("Currency"),
        max_length=3,
        default="USD",
        validators=[currency_check],
        help_text=_("Its code or its name. Matches already played keep theirs."),
    )
    paper = models.CharField(
        _("Paper"),
        max_length=6,
        choices=PaperChoice,
        default=PaperChoice.A4,
        help_text=_("What score sheets and scorecards are printed on."),
    )
    language = models.CharField(
        _("Language"),
        max_length=12,
        default="en",
        validators=[language_check],
        help_text=_(
            "Pages are shown in it to everyone who has not chosen another language, if Allmark "
            "has been translated into it. Lists of names follow its alphabet: Åsa comes after "
            "Zoë in Swedish, near Ann in English."
        ),
    )
    calendar = models.CharField(
        _("Calendar"),
        max_length=10,
        choices=Calendar,
        default=Calendar.GREGORIAN,
        help_text=_("How dates are written. Date fields follow the browser."),
    )
    public_names = models.CharField(
        _("Names on public pages"),
        max_length=8,
        choices=PublicNames,
        default=PublicNames.INITIAL,
        help_text=_(
            "What anyone with the address of a public page can read. A player's name can be hidden "
            "on that player's page."
        ),
    )
    public_language_follows = models.BooleanField(
        _("Public pages in the reader's language"),
        default=False,
        help_text=_(
            "Public pages are shown in the language of the reader's browser if Allmark has it, "
            "otherwise in the club's language."
        ),
    )
    contact = models.CharField(
        _("Contact"),
        max_length=200,
        blank=True,
        default="",
        validators=[line_check],
        help_text=_("How visitors reach the club; on the front page of its website."),
    )
    about = models.TextField(
        _("About the club"),
        max_length=MOST_ABOUT,
        blank=True,
        default="",
        validators=[MaxLengthValidator(MOST_ABOUT), lines_check],
        help_text=_("A few lines for visitors, on the front page of its website."),
    )
    picture_months = models.PositiveSmallIntegerField(
        _("Months to keep pictures of sheets"),
        null=True,
        blank=True,
        default=12,
        validators=between(1, 120),
        help_text=_(
            "How long the picture of its row stays in the history of a hand read from a marked "
            "sheet. The hand itself is always kept. Empty: for ever."
        ),
    )
    names_sorted_by = models.CharField(max_length=40, editable=False, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("organisations", "clubs")

    def __str__(self) -> str:
        return self.name


class ClubPicture(models.Model):
    """The club's own picture, as ``core.pictures`` writes it; in base64, as an archive has it."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="picture")
    content = models.TextField(validators=[picture_check])

    class Meta:
        verbose_name = _("picture of the club")
        verbose_name_plural = _("pictures of clubs")

    def __str__(self) -> str:
        return f"{self.club}: {self.suffix}"

    def clean(self) -> None:
        """Refuse an empty text, which no validator sees and an archive may have."""
        try:
            picture_check(self.content)
        except ValidationError as error:
            raise ValidationError({"content": error}) from error

    @property
    def data(self) -> bytes:
        """The file."""
        return base64.b64decode(self.content)

    @property
    def media_type(self) -> str:
        """``image/png`` or ``image/jpeg``."""
        return WRITTEN[picture_kind(self.data)][0]

    @property
    def suffix(self) -> str:
        """The ending of its file's name."""
        return WRITTEN[picture_kind(self.data)][1]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return picture_size(self.data)


class Membership(models.Model):
    """A user's membership in a club; ``player`` is the linked player on its roster, if any."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("Role"), max_length=12, choices=Role, default=Role.VIEWER)
    player = models.ForeignKey(
        "Player",
        models.SET_NULL,
        verbose_name=_("Player"),
        related_name="members",
        null=True,
        blank=True,
        help_text=_("This member can then read this player's statement as their own."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["user__username"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_club"),
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(player__isnull=False),
                name="one_member_a_player",
                violation_error_message=_("Another member is already linked to this player."),
            ),
        ]
        verbose_name = _("member")
        verbose_name_plural = _("members")

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"

    def clean(self) -> None:
        """A member is a player of the same club, and alone is."""
        if self.player is None:
            return
        if self.player.club_id != self.club_id:
            raise ValidationError(
                {
                    "player": ValidationError(
                        _("There is no such player in this club."), code="no_such_player"
                    )
                }
            )
        if self.player.members.exclude(pk=self.pk).exists():
            raise ValidationError(
                {
                    "player": ValidationError(
                        _("Another member is already linked to this player."),
                        code="player_of_another_member",
                    )
                }
            )

    @property
    def role_version(self) -> str:
        """The version of the role, for the form that changes it."""
        return version_of(self, ["role"])

    def may(self, right: Right) -> bool:
        """Whether the role carries this right."""
        return right in RIGHTS[self.role]

    def may_see_money_of(self, player_id: int) -> bool:
        """Whether a player's money is their own, or theirs to keep."""
        return self.may(Right.MONEY) or self.player_id == player_id


class InvitationState(models.TextChoices):
    """Whether an invitation can still be accepted, or why not."""

    OPEN = "open", pgettext_lazy("an invitation", "open")
    ACCEPTED = "accepted", pgettext_lazy("an invitation", "accepted")
    REVOKED = "revoked", pgettext_lazy("an invitation", "revoked")
    EXPIRED = "expired", pgettext_lazy("an invitation", "expired")


class Invitation(models.Model):
    """A link that makes one person a member, once, until it expires.

    Only the digest of its key is kept.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(_("Role"), max_length=12, choices=Role, default=Role.ORGANISER)
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(User, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(User, models.SET_NULL, related_name="+", null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club}: {self.get_role_display()}"

    @property
    def state(self) -> InvitationState:
        """Open, or why it cannot be accepted now."""
        if self.accepted_at:
            return InvitationState.ACCEPTED
        if self.revoked_at:
            return InvitationState.REVOKED
        is_late = timezone.now() >= self.expires_at
        return InvitationState.EXPIRED if is_late else InvitationState.OPEN


NAME_KEY_LENGTH = 160
SEARCH_KEY_LENGTH = 400


def name_key(name: str) -> str:
    """Return the form in which names are compared: compatible characters, no case, single spaces,
    one apostrophe and one hyphen for all that look like them.

    Some characters expand to whole phrases; the result is cut to the length of a name.
    """
    folded = unicodedata.normalize("NFKC", signs_alike(without_marks(name))).casefold()
    return " ".join(folded.split())[:NAME_KEY_LENGTH]


class Player(models.Model):
    """A player on the club's roster. Two players may share a name; ``note`` distinguishes them.

    ``search_key`` is the searched form, ``sort_key`` the place in the club's alphabet.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=MAX_NAME, validators=[name_check])
    name_key = models.CharField(max_length=NAME_KEY_LENGTH, editable=False, db_index=True)
    search_key = models.CharField(max_length=SEARCH_KEY_LENGTH, editable=False, default="")
    sort_key = models.BinaryField(editable=False, default=b"")
    note = models.CharField(
        _("note"),
        max_length=80,
        blank=True,
        help_text=_("Tells two people of the same name apart: a town, a year, “the tall one”."),
        validators=[line_check],
    )
    active = models.BooleanField(_("on the roster"), default=True)
    name_hidden = models.BooleanField(_("not named on public pages"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "pk"]
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes: ClassVar = [models.Index(fields=["club", "sort_key"], name="roster_by_name")]

    def __str__(self) -> str:
        return f"{self.name} ({self.note})" if self.note else self.name

    @property
    def api_path(self) -> str:
        """The address in the API, below that of the club."""
        return f"players/{self.pk}/"

    @property
    def in_order(self) -> tuple[bytes, int]:
        """The sort key for sorting outside the database."""
        return bytes(self.sort_key), self.pk

    def keys_set(self) -> None:
        """Set the keys derived from the name."""
        self.name_key = name_key(self.name)
        self.search_key = folded(f"{self.name} {self.note}")[:SEARCH_KEY_LENGTH]
        self.sort_key = sort_key(str(self), self.club.language)


class Forgetting(models.Model):
    """A player whose name the club has forgotten: by whom, when and why; ``number`` replaces it.

    ``is_open`` is true only within the transaction that replaces the name: meanwhile the database
    allows changes to revisions and ledger entries, which otherwise are only ever added.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="forgettings")
    player = models.OneToOneField(Player, models.CASCADE, related_name="forgetting")
    number = models.PositiveIntegerField()
    reason = models.CharField(
        _("Why"),
        max_length=200,
        help_text=_("Recorded with your name and the date. Do not write the player's name here."),
    )
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    author_name = models.CharField(max_length=150, validators=[line_check])
    made_at = models.DateTimeField(auto_now_add=True)
    is_open = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering: ClassVar = ["number"]
        verbose_name = _("forgotten player")
        verbose_name_plural = _("forgotten players")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "number"], name="one_forgotten_a_number")
        ]

    def __str__(self) -> str:
        return f"#{self.number}"


class PersonalToken(AbstractAuthToken):  # type: ignore[misc] # knox carries no types
    """A token for other programs: only its digest is kept; revoked by deleting it."""

    label = models.CharField(
        _("What it is for"),
        max_length=80,
        default="",
        validators=[line_check],
        help_text=_("So that you know later which one to revoke."),
    )

    class Meta:
        ordering = ["-created"]


class KeyedAnswer(models.Model):
    """The answer that was given to a request with an ``Idempotency-Key``, to be given again.

    ``digest`` is the hash of method, address and body.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    location = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key")
        ]

    def __str__(self) -> str:
        return self.key


class PublicPage(models.Model):
    """A public page, readable by anybody with its address.

    ``code`` is its address; a new one invalidates the old address. Search engines are asked not to
    index it unless it ``may_be_found``.
    """

    code = models.CharField(max_length=14, unique=True, default=code_new, editable=False)
    is_on = models.BooleanField(
        _("Show the public page"),
        default=False,
        help_text=_("Anyone who has the address can see it."),
    )
    may_be_found = models.BooleanField(
        _("Search engines may list it"),
        default=False,
        help_text=_("Otherwise they are asked to leave it out."),
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.code

    @property
    def club(self) -> Club:
        raise NotImplementedError

    def address(self, request: HttpRequest, name: str) -> str:
        """The whole address of the page of that URL name, to be copied or scanned."""
        return request.build_absolute_uri(reverse(name, args=[self.code]))


class AttemptKind(models.TextChoices):
    """The kind of a limited attempt without an account."""

    TABLE = "table", "a wrong address of a table"
    SPOKEN = "spoken", "a wrong spoken code"
    PAGE = "page", "a wrong address of a public page"
    SIGN_UP = "sign_up", "a sign-up"
    JOIN = "join", "a phone that was let in"


class Attempt(models.Model):
    """A limited attempt without an account; kept while it counts.

    ``address`` is where it comes from: in the network, or the table at which a phone was let in.
    """

    kind = models.CharField(max_length=8, choices=AttemptKind)
    event_id = models.BigIntegerField()
    address = models.CharField(max_length=45)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.address} {self.at:%H:%M:%S}"


class Heartbeat(models.Model):
    """When the worker, or the check of the database, last showed that it works."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"

    @property
    def age(self) -> timedelta:
        """How long ago that was."""
        return timezone.now() - self.at
