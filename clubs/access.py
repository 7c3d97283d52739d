"""Authorisation of every view and endpoint of a club.

A stranger gets 404, which hides that the club exists; a member without the right gets 403. Public
content goes through ``public_view``.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from clubs.models import AttemptKind, Membership, Player, PublicPage, User
from clubs.public import code_read
from clubs.roles import Right
from clubs.services.guessing import GuessingError, guess_note, guessing_check, network_address
from core.languages import read_as_club
from core.transactions import RowGone

P = ParamSpec("P")

GUEST_COOKIE: Final = "allmark-phone"
"""The cookie of a phone admitted at a table of an event."""


class UserRequest(HttpRequest):
    """A request that has passed ``signed_in``."""

    user: User
    htmx: HtmxDetails


class ClubRequest(UserRequest):
    """A request that has passed ``club_view``."""

    membership: Membership


def membership_get(
    *, user: Any, slug: str, right: Right, among: QuerySet[Membership] | None = None
) -> Membership:
    """Return the user's membership with its club; 404 for strangers, 403 without the right.

    ``among`` narrows the memberships searched, for example to clubs that have a certain match, and
    limits the loaded fields.
    """
    memberships = Membership.objects.select_related("club", "user") if among is None else among
    return membership_with(right, memberships.filter(club__slug=slug, user_id=user.pk))


def membership_with(right: Right, found: Iterable[Membership]) -> Membership:
    """Return the one membership that was found; 404 for none, 403 if it is without the right."""
    membership = next(iter(found), None)
    if membership is None:
        raise Http404
    if not membership.may(right):
        raise PermissionDenied(_("Your role in this club does not allow this."))
    return membership


def sees_hidden(membership: Membership) -> bool:
    """Return whether a member sees the numbers of players hidden in public."""
    return membership.may(Right.RUN)


def may_name(membership: Membership, player: Player) -> bool:
    """Return whether a member may see a player's numbers.

    Those of a player hidden in public are visible to that player and to those who run events.
    """
    return not player.name_hidden or sees_hidden(membership) or membership.player_id == player.pk


def player_named(membership: Membership, pk: int) -> Player:
    """Return a player of the club whose numbers the member may see; 404 otherwise."""
    player = Player.objects.filter(club=membership.club, pk=pk).first()
    if player is None or not may_name(membership, player):
        raise Http404
    return player


def signed_in(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a view for signed-in users; others sign in and are redirected back."""

    @wraps(view)
    def entered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return _to_sign_in(request)

    return entered


def club_view(
    right: Right,
) -> Callable[
    [Callable[Concatenate[ClubRequest, P], HttpResponseBase]], Callable[..., HttpResponseBase]
]:
    """Decorate a view under ``/c/<slug>/``: signed in, a member, with the right.

    404 if its subject was deleted meanwhile, and for a phone admitted at a table, unless somebody
    has signed in on it.
    """

    def decorate(
        view: Callable[Concatenate[ClubRequest, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def entered(
            request: ClubRequest, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            request.membership = membership_get(user=request.user, slug=slug, right=right)
            read_as_club(request.membership.club, request)
            try:
                return view(request, *args, **kwargs)
            except RowGone:
                raise Http404 from None

        # The URL names the club; the view reads it from the membership.
        members_enter = signed_in(entered)

        @wraps(view)
        def unless_guest(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if GUEST_COOKIE in request.COOKIES and not request.user.is_authenticated:
                raise Http404
            return members_enter(request, *args, **kwargs)

        return unless_guest

    return decorate


Row = TypeVar("Row")

READ: Final = ("GET", "HEAD")
FORM: Final = ("GET", "HEAD", "POST")
POST: Final = ("POST",)


def row_view(
    right: Right,
    methods: tuple[str, ...],
    *,
    key: str,
    row_get: Callable[[ClubRequest, int], Row],
) -> Callable[
    [Callable[Concatenate[ClubRequest, Row, P], HttpResponseBase]], Callable[..., HttpResponseBase]
]:
    """Let members with the right in, and pass the row that ``row_get`` returns for its key.

    ``key`` is the name of the key in the address.
    """

    def decorate(
        view: Callable[Concatenate[ClubRequest, Row, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def loaded(request: ClubRequest, /, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(request, row_get(request, kwargs.pop(key)), *args, **kwargs)

        return require_http_methods(methods)(club_view(right)(loaded))

    return decorate


Page = TypeVar("Page", bound=PublicPage)


def public_view(
    pages: Callable[[], QuerySet[Page]],
) -> Callable[
    [Callable[Concatenate[HttpRequest, Page, P], HttpResponseBase]], Callable[..., HttpResponseBase]
]:
    """Decorate a view for anybody with the code of such a page, while it is on; else 404.

    A code typed in another form redirects to the canonical one. Too many wrong codes are answered
    with 429 for their network address, right ones included.
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, Page, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def entered(
            request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            address = network_address(request)
            try:
                guessing_check(kind=AttemptKind.PAGE, address=address)
            except GuessingError:
                return render(request, "429.html", status=429)
            page = pages().filter(code=code_read(code), is_on=True).first()
            if page is None:
                guess_note(kind=AttemptKind.PAGE, address=address)
                raise Http404
            if page.code != code:
                return redirect(request.get_full_path().replace(code, page.code, 1))
            read_as_club(page.club, request, browser_first=page.club.public_language_follows)
            try:
                answer = view(request, page, *args, **kwargs)
            except RowGone:
                raise Http404 from None
            if not page.may_be_found:
                answer["X-Robots-Tag"] = "noindex, nofollow"
            return answer

        return entered

    return decorate


def _to_sign_in(request: HttpRequest) -> HttpResponseBase:
    fragment = "HX-Request" in request.headers
    whole_page = request.method in {"GET", "HEAD"} and not fragment
    answer = redirect_to_login(request.get_full_path() if whole_page else _page_behind(request))
    # A redirect would put the sign-in page in the fragment's place.
    return HttpResponseClientRedirect(answer.url) if fragment else answer


def _page_behind(request: HttpRequest) -> str:
    """The page that a form or a fragment was sent from: an address that GET can come back to."""
    sent_from = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    if not url_has_allowed_host_and_scheme(sent_from, {request.get_host()}):
        return reverse("home")
    return urlsplit(sent_from)._replace(scheme="", netloc="", fragment="").geturl()
