"""Who may enter: every view and endpoint of a club comes through here.

A stranger gets 404, so that a club's existence is not told; a member who lacks a right gets 403.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from clubs.models import Membership, User
from clubs.roles import Right

P = ParamSpec("P")


class ClubRequest(HttpRequest):
    """A request that has passed ``club_view``."""

    user: User
    membership: Membership


def membership_get(*, user: Any, slug: str, right: Right) -> Membership:
    """The user's membership with its club; 404 for strangers, 403 without the right."""
    found = (
        Membership.objects.select_related("club", "user")
        .filter(club__slug=slug, user_id=user.pk)
        .first()
    )
    if found is None:
        raise Http404
    if not found.may(right):
        raise PermissionDenied(_("Your role in this club does not allow this."))
    return found


def club_view(
    right: Right,
) -> Callable[
    [Callable[Concatenate[ClubRequest, P], HttpResponseBase]], Callable[..., HttpResponseBase]
]:
    """A view under ``/c/<slug>/``: signed in, a member, with the right."""

    def decorate(
        view: Callable[Concatenate[ClubRequest, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def entered(
            request: ClubRequest, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            request.membership = membership_get(user=request.user, slug=slug, right=right)
            return view(request, *args, **kwargs)

        # The URL names the club; the view reads it from the membership.
        return login_required(entered)

    return decorate
