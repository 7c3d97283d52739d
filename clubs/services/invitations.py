"""Inviting a member by a link: made by an owner, accepted once, revoked or expired."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from clubs.models import Club, Invitation, InvitationState, Membership, User
from clubs.roles import Right
from core.transactions import get_or_gone, row_save

KEY_BYTES: Final = 16
MOST_OPEN: Final = 20
"""Invitations of a club that may be open at a time."""


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """An invitation and the key of its link, which is known now and never again."""

    invitation: Invitation
    key: str


def key_digest(key: str) -> str:
    """Return the stored digest of the key in an invitation's link."""
    return salted_hmac("clubs.invitation", key, algorithm="sha256").hexdigest()


def invitation_of_key(key: str) -> Invitation | None:
    """Return the invitation with this key, whatever its state. One query."""
    known = Invitation.objects.select_related("club", "created_by")
    return known.filter(digest=key_digest(key)).first()


@transaction.atomic
def invitation_make(*, club: Club, role: str, days: int, created_by: User) -> NewInvitation:
    """Make a link to become a member with this role. Locks the club."""
    get_or_gone(Club.objects.select_for_update(no_key=True), club.pk)
    now = timezone.now()
    waiting = club.invitations.filter(accepted_at=None, revoked_at=None, expires_at__gt=now)
    if waiting.count() >= MOST_OPEN:
        raise ValidationError(
            _("Revoke an invitation you no longer need first."), code="too_many_invitations"
        )
    key = secrets.token_urlsafe(KEY_BYTES)
    invitation = Invitation(
        club=club,
        role=role,
        digest=key_digest(key),
        created_by=created_by,
        expires_at=now + timedelta(days=days),
    )
    row_save(invitation)
    return NewInvitation(invitation, key)


@transaction.atomic
def invitation_revoke(*, invitation: Invitation) -> None:
    """Revoke an invitation that is still open; any other stays as it is. Locks it."""
    locked = get_or_gone(Invitation.objects.select_for_update(), invitation.pk)
    if locked.state == InvitationState.OPEN:
        locked.revoked_at = timezone.now()
        locked.save(update_fields=["revoked_at"])


@transaction.atomic
def invitation_accept(*, invitation: Invitation, user: User) -> Membership:
    """Make the user a member with the invitation's role. Locks the invitation.

    A member already keeps their role, and the invitation stays open for somebody else.
    ``ValidationError`` if it can no longer be accepted.
    """
    locked = get_or_gone(Invitation.objects.select_for_update(), invitation.pk)
    member = Membership.objects.filter(club_id=locked.club_id, user=user).first()
    if member is not None:
        return member
    if not is_valid(locked):
        raise ValidationError(
            _("This invitation is no longer valid. Ask for a new one."), code="invitation_over"
        )
    member = Membership(club=locked.club, user=user, role=locked.role)
    row_save(member)
    locked.accepted_by, locked.accepted_at = user, timezone.now()
    locked.save(update_fields=["accepted_by", "accepted_at"])
    return member


@transaction.atomic
def invitation_accept_as_new(*, invitation: Invitation, username: str, password: str) -> Membership:
    """Create a user with this password and accept the invitation. ``ValidationError`` by field."""
    user = User(username=username)
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise ValidationError({"password": error}) from error
    user.set_password(password)
    row_save(user)
    return invitation_accept(invitation=invitation, user=user)


def is_valid(invitation: Invitation) -> bool:
    """Return whether it is open and its author may still add members. One query."""
    if invitation.state != InvitationState.OPEN:
        return False
    author = Membership.objects.filter(club=invitation.club_id, user=invitation.created_by_id)
    return any(member.may(Right.MEMBERS) for member in author)
