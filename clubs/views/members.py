"""Who belongs to the club."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import ClubRequest, club_view
from clubs.forms.clubs import MemberForm, MemberPlayerForm, RoleForm
from clubs.models import Membership
from clubs.roles import RIGHT_WORDS, RIGHTS, ROLE_HELP, Right, Role
from clubs.selectors import members_of
from clubs.services.clubs import (
    NewMember,
    member_add,
    member_player_set,
    member_remove,
    member_role_set,
)
from clubs.views.pages import crumbs, form_page


@club_view(Right.MEMBERS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def members(request: ClubRequest) -> HttpResponseBase:
    """The members; a new account's password is shown in the answer to the form, and only there."""
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            new = member_add(club=request.membership.club, **form.cleaned_data)
            if new.password is not None:
                return _members_page(request, MemberForm(), new)
            messages.success(
                request,
                _("%(name)s is a member now and signs in as before.")
                % {"name": new.membership.user},
            )
            # The form's address ends in "#answer"; the message stands at the top.
            return redirect(f"{request.path}#content")
    return _members_page(request, form)


@club_view(Right.MEMBERS)
@require_POST
def member_role(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Give a member another role."""
    member = _member(request, pk)
    form = RoleForm(request.POST)
    if form.is_valid():
        with form.problems_shown():
            member_role_set(membership=member, role=form.cleaned_data["role"])
            words = _("%(name)s is %(role)s now.")
            said = {"name": member.user.shown_name, "role": member.get_role_display()}
            messages.success(request, words % said)
            return _back(request, member)
    for problems in form.errors.values():
        messages.error(request, " ".join(map(str, problems)))
    return _back(request, member)


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def member_player(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Say who on the roster a member is."""
    member = _member(request, pk)
    form = MemberPlayerForm(
        request.POST or None, member=member, initial={"player": member.player_id}
    )
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            player = form.cleaned_data["player"]
            member_player_set(membership=member, player=player)
            words = _("%(name)s is %(player)s.") if player else _("%(name)s is no player.")
            said = {"name": member.user.shown_name, "player": player}
            messages.success(request, words % said)
            return redirect("members", request.membership.club.slug)
    return form_page(
        request,
        "clubs/member_player.html",
        form,
        cursor="player",
        member=member,
        crumbs=_way_to(member),
    )


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def member_removal(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Ask, then end a membership."""
    member = _member(request, pk)
    if request.method != "POST":
        shown = {"member": member, "crumbs": _way_to(member)}
        return render(request, "clubs/member_removal.html", shown)
    try:
        member_remove(membership=member)
    except ValidationError as error:
        messages.error(request, error.message)
    else:
        words = _("%(name)s is no longer a member.")
        messages.success(request, words % {"name": member.user.shown_name})
    return _back(request, member)


def _way_to(member: Membership) -> list[dict[str, str]]:
    """From the members to what is asked about one of them."""
    href = reverse("members", args=[member.club.slug])
    return crumbs((_("Members"), href), here=member.user.shown_name)


def _member(request: ClubRequest, pk: int) -> Membership:
    return get_object_or_404(members_of(request.membership.club), pk=pk)


def _back(request: ClubRequest, changed: Membership) -> HttpResponse:
    """To the members; home where one's own right to see them may have gone."""
    if changed.user_id == request.user.pk:
        return redirect("home")
    return redirect("members", request.membership.club.slug)


def _members_page(
    request: ClubRequest, form: MemberForm, new: NewMember | None = None
) -> HttpResponse:
    listed = list(members_of(request.membership.club))
    owners = [member for member in listed if member.role == Role.OWNER]
    return form_page(
        request,
        "clubs/members.html",
        form,
        members=listed,
        last_owner=owners[0] if len(owners) == 1 else None,
        roles=[(role.label, ROLE_HELP[role], _has(role)) for role in Role],
        rights=[RIGHT_WORDS[right] for right in Right],
        choices=Role.choices,
        new=new,
    )


def _has(role: Role) -> list[tuple[str, bool]]:
    return [(str(RIGHT_WORDS[right]), right in RIGHTS[role]) for right in Right]
