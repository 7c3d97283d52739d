"""Clubs, their members, and personal tokens."""

import base64
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, TypeVar

import icu
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.models import (
    Club,
    ClubPicture,
    Membership,
    PaperChoice,
    PersonalToken,
    Player,
    PublicPage,
    User,
)
from clubs.public import code_new
from clubs.roles import Role
from clubs.services.players import roster_sort
from core.currencies import CURRENCIES
from core.languages import Calendar
from core.model_settings import settings_check, settings_of
from core.names import made_by
from core.pictures import picture_made
from core.text import isolated
from core.transactions import get_or_gone, row_save
from core.versions import version_check


@dataclass(frozen=True, slots=True)
class NewMember:
    """A membership and, if the account was created for it, its one-time password."""

    membership: Membership
    password: str | None


LETTER_HEIGHT: Final = 279  # mm

CLUB_SETTINGS: Final = tuple(name for name in settings_of(Club) if name != "slug")


def club_defaults(*, language: str, locale: str) -> dict[str, str]:
    """Return settings for a new club of people who read in this language and live there.

    ``locale`` is one of ``reader_locale``. Currency, paper and calendar are those of its country as
    CLDR has them.
    """
    place = icu.Locale(locale)
    currency = icu.NumberFormat.createCurrencyInstance(place).getCurrency()
    height, _width = icu.LocaleData(locale).getPaperSize()
    is_persian = icu.Calendar.createInstance(place).getType() == Calendar.PERSIAN
    return {
        "language": language,
        "currency": currency
        if currency in CURRENCIES
        else Club._meta.get_field("currency").default,
        "paper": PaperChoice.LETTER if height == LETTER_HEIGHT else PaperChoice.A4,
        "calendar": Calendar.PERSIAN if is_persian else Calendar.GREGORIAN,
    }


@transaction.atomic
def club_create(*, name: str, owner: User, slug: str = "", **settings: Any) -> Club:
    """Found a club with these of its settings; its founder is its first owner."""
    settings_check(Club, settings)
    club = Club(name=name.strip(), slug=slug or _free_slug(name), **settings)
    club.names_sorted_by = made_by(club.language)
    try:
        row_save(club)
    except ValidationError as error:
        if slug or "slug" not in error.error_dict:
            raise
        club.slug = _free_slug(name)  # another club took the address meanwhile
        row_save(club)
    Membership.objects.create(club=club, user=owner, role=Role.OWNER)
    return club


@transaction.atomic
def club_update(*, club: Club, version: str | None = None, **changes: Any) -> Club:
    """Change the given settings of a club; existing events keep their currency. Locks the club.

    Another language reorders the roster. Raises ``Outdated`` if the settings are no longer those of
    the ``version``.
    """
    settings_check(Club, changes, fixed=["slug"])
    locked = get_or_gone(Club.objects.select_for_update(), club.pk)
    version_check(locked, version)
    # A currency that stays may be one that is no more.
    stays = {"currency"} if changes.get("currency", locked.currency) == locked.currency else set()
    for name, value in changes.items():
        setattr(locked, name, value.strip() if name == "name" else value)
    locked.full_clean(exclude=stays)
    locked.save(update_fields=[*changes])
    if locked.names_sorted_by != made_by(locked.language):
        roster_sort(club=locked)
    club.refresh_from_db()
    return club


@transaction.atomic
def club_picture_set(*, club: Club, content: bytes) -> ClubPicture:
    """Put a picture, written anew, in the place of the club's. ``ValidationError``."""
    text = base64.b64encode(picture_made(content)).decode()
    return ClubPicture.objects.update_or_create(club=club, defaults={"content": text})[0]


@transaction.atomic
def club_picture_remove(*, club: Club) -> None:
    """Delete the club's picture, if it has one."""
    ClubPicture.objects.filter(club=club).delete()


Page = TypeVar("Page", bound=PublicPage)


@transaction.atomic
def public_page_update(
    pages: type[Page],
    *,
    of: Mapping[str, Any],
    renew: bool = False,
    version: str | None = None,
    **changes: Any,
) -> Page:
    """Change the given fields of a public page; it is created when first used.

    With ``renew`` it gets a new address. Locks the page. Raises ``ValidationError`` by field,
    ``Outdated``.
    """
    pages._default_manager.get_or_create(**of)
    page = pages._default_manager.select_for_update().get(**of)
    version_check(page, version)
    for name, value in changes.items():
        setattr(page, name, value)
    if renew:
        page.code = code_new()
    page.clean_fields(exclude={field.name for field in page._meta.fields} - changes.keys())
    page.save()
    return page


@transaction.atomic
def member_add(*, club: Club, username: str, role: str) -> NewMember:
    """Make a user a member; an unknown name gets an account with a generated password.

    Raises ``ValidationError`` by field. Locks the club.
    """
    get_or_gone(Club.objects.select_for_update(no_key=True), club.pk)
    user = User.objects.filter(username=username).first()
    password = None
    if user is None:
        user = User(username=username)
        password = password_generate(user)
        row_save(user)
    if Membership.objects.filter(club=club, user=user).exists():
        raise ValidationError(
            {
                "username": ValidationError(
                    _("%(name)s is already a member.") % {"name": isolated(username)},
                    code="member_already",
                )
            }
        )
    membership = Membership(club=club, user=user, role=role)
    row_save(membership)
    return NewMember(membership, password)


@transaction.atomic
def member_role_set(*, membership: Membership, role: str, version: str | None = None) -> Membership:
    """Give a member another role. Locks the club's owners: the last one stays.

    Raises ``Outdated``.
    """
    version_check(get_or_gone(Membership.objects.select_for_update(), membership.pk), version)
    if role not in Role.values:
        raise ValidationError(
            {"role": ValidationError(_("There is no such role."), code="no_such_role")}
        )
    if membership.role == Role.OWNER and role != Role.OWNER:
        _must_not_be_last_owner(membership)
    membership.role = role
    membership.save(update_fields=["role"])
    return membership


@transaction.atomic
def member_player_set(
    *, membership: Membership, player: Player | None, version: str | None = None
) -> Membership:
    """Link a member to a player on the roster, so that they see their own money; None removes the
    link. Locks the membership.

    ``ValidationError`` for a player of another club, or one linked to another member; ``Outdated``.
    """
    version_check(get_or_gone(Membership.objects.select_for_update(), membership.pk), version)
    membership.player = player
    row_save(membership, fields=["player"])
    return membership


@transaction.atomic
def member_remove(*, membership: Membership) -> None:
    """End a membership. Locks the club's owners: the last one stays."""
    if membership.role == Role.OWNER:
        _must_not_be_last_owner(membership)
    membership.delete()


def _must_not_be_last_owner(membership: Membership) -> None:
    owners = Membership.objects.select_for_update().filter(
        club_id=membership.club_id, role=Role.OWNER
    )
    if not owners.exclude(pk=membership.pk).exists():
        raise ValidationError(
            _("A club needs an owner: make somebody else an owner first."), code="last_owner"
        )


def _free_slug(name: str) -> str:
    base = slugify(name)[:50] or "club"
    slug, number = base, 1
    while Club.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug


def password_generate(user: User) -> str:
    """Give an account that is not saved yet a password; its first sign-in offers another."""
    password = secrets.token_urlsafe(9)
    user.set_password(password)
    user.has_password_offer = True
    return password


def password_offer_take(*, user: User) -> bool:
    """Return whether to offer the user to replace a generated password, which is done once."""
    return bool(
        User.objects.filter(pk=user.pk, has_password_offer=True).update(has_password_offer=False)
    )


# Tokens.


MAX_TOKENS = 50


def user_language_set(*, user: User, language: str) -> None:
    """Keep the language that a user reads in, on every device they sign in on."""
    user.language = language
    user.save(update_fields=["language"])


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token and its secret, which is known now and never again."""

    token: PersonalToken
    secret: str


@transaction.atomic
def token_create(*, user: User, label: str, days: int | None = None) -> NewToken:
    """Create a token that lasts ``days`` days, or until it is revoked. Locks the user."""
    get_or_gone(User.objects.select_for_update(no_key=True), user.pk)
    if PersonalToken.objects.filter(user=user).count() >= MAX_TOKENS:
        raise ValidationError(_("Revoke a token you no longer need first."), code="too_many_tokens")
    expiry = None if days is None else timedelta(days=days)
    token, secret = PersonalToken.objects.create(user=user, expiry=expiry, label=label.strip())
    return NewToken(token, secret)


def token_revoke(*, token: PersonalToken) -> None:
    token.delete()
