"""Personal tokens: made, shown once, revoked."""

from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import PersonalToken, User

MAX_TOKENS = 50


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token and its secret, which is known now and never again."""

    token: PersonalToken
    secret: str


def token_create(*, user: User, label: str, days: int | None = None) -> NewToken:
    """Make a token that lasts ``days`` days, or until it is revoked."""
    if PersonalToken.objects.filter(user=user).count() >= MAX_TOKENS:
        raise ValidationError(_("Revoke a token you no longer need first."))
    expiry = None if days is None else timedelta(days=days)
    token, secret = PersonalToken.objects.create(user=user, expiry=expiry, label=label.strip())
    return NewToken(token, secret)


def token_revoke(*, token: PersonalToken) -> None:
    """End a token at once: nothing of it is kept."""
    token.delete()
