"""Inviting a member by a link, and the page that the link opens."""

from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import ClubRequest, club_view
from clubs.forms.clubs import InvitationForm, MemberForm, NewUserForm
from clubs.models import AttemptKind, Invitation, Membership
from clubs.roles import ROLE_HELP, Right, Role
from clubs.services.guessing import GuessingError, guess_note, guessing_check, network_address
from clubs.services.invitations import (
    invitation_accept,
    invitation_accept_as_new,
    invitation_make,
    invitation_of_key,
    invitation_revoke,
    is_valid,
)
from clubs.views.clubs import members_page
from core.languages import read_as_club
from core.text import isolated

BACKEND = "django.contrib.auth.backends.ModelBackend"


@club_view(Right.MEMBERS)
@never_cache
@require_POST
def invitation_new(request: ClubRequest) -> HttpResponse:
    """Make an invitation; its link is shown in the answer, and only there."""
    form = InvitationForm(request.POST)
    if form.is_valid():
        with form.problems_shown():
            club, user = request.membership.club, request.user
            made = invitation_make(club=club, created_by=user, **form.cleaned_data)
            return members_page(request, MemberForm(), invited=made)
    return members_page(request, MemberForm(), invite=form)


@club_view(Right.MEMBERS)
@require_POST
def invitation_removal(request: ClubRequest, pk: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, club=request.membership.club, pk=pk)
    invitation_revoke(invitation=invitation)
    messages.success(request, _("The invitation has been revoked."))
    return redirect("members", request.membership.club.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Show who invites to what, and let a user, or somebody who becomes one, accept."""
    address = network_address(request)
    try:
        guessing_check(kind=AttemptKind.PAGE, address=address)
    except GuessingError:
        return render(request, "429.html", status=429)
    found = invitation_of_key(key)
    if found is None:
        guess_note(kind=AttemptKind.PAGE, address=address)
        raise Http404
    read_as_club(found.club, request)
    is_new = not request.user.is_authenticated
    form = NewUserForm(request.POST if request.method == "POST" and is_new else None)
    if request.method == "POST":
        with form.problems_shown():
            if member := _accepted(request, found, form):
                return _welcome(request, member)
    is_open = is_valid(found)
    context = {
        "invitation": found,
        "club": None,
        "inviter": found.created_by.shown_name,
        "role_help": ROLE_HELP[Role(found.role)],
        "is_open": is_open,
        "form": form,
    }
    status = 410 if not is_open else 422 if form.errors else 200
    answer = render(request, "clubs/invitation.html", context, status=status)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _accepted(request: HttpRequest, found: Invitation, form: NewUserForm) -> Membership | None:
    """Accept the invitation; None if the form has to be mended or the invitation is over."""
    if request.user.is_authenticated:
        try:
            return invitation_accept(invitation=found, user=request.user)
        except ValidationError:
            return None
    if not form.is_valid():
        return None
    member = invitation_accept_as_new(invitation=found, **form.cleaned_data)
    login(request, member.user, backend=BACKEND)
    return member


def _welcome(request: HttpRequest, member: Membership) -> HttpResponse:
    role = {"club": isolated(member.club.name), "role": member.get_role_display()}
    messages.success(request, _("You are a member of %(club)s now: %(role)s.") % role)
    return redirect("club", member.club.slug)
