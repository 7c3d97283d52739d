"""Pages of a club and its members."""

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, UserRequest, club_view, signed_in
from clubs.forms.clubs import (
    ClubSettingsForm,
    InvitationForm,
    MemberForm,
    MemberPlayerForm,
    NewClubForm,
    PictureForm,
    RoleForm,
)
from clubs.models import Club, Membership
from clubs.roles import RIGHT_WORDS, RIGHTS, ROLE_HELP, Right, Role
from clubs.selectors import invitations_of, members_of, picture_of
from clubs.services.clubs import (
    NewMember,
    club_create,
    club_defaults,
    club_picture_remove,
    club_update,
    member_add,
    member_player_set,
    member_remove,
    member_role_set,
)
from clubs.services.invitations import NewInvitation
from clubs.views.common import crumbs, form_page, picture_response
from core.cells import Rows
from core.currencies import currency_name
from core.languages import language_tag, reader_locale
from core.pages import act_and_redirect, submit
from core.tables import table_response
from core.text import isolated


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: UserRequest) -> HttpResponseBase:
    """Found a club; the founder is its first owner."""
    form = NewClubForm(request.POST or None, language=language_tag())

    def found() -> Club:
        defaults = club_defaults(language=language_tag(), locale=reader_locale(request))
        return club_create(owner=request.user, **defaults | form.cleaned_data)

    def message(club: Club) -> str:
        words = _(
            "%(club)s is set up. Currency: %(currency)s. Paper: %(paper)s. "
            "Both can be changed under Club."
        )
        return words % {
            "club": isolated(club.name),
            "currency": currency_name(club.currency),
            "paper": club.get_paper_display(),
        }

    answer = submit(request, form, lambda club: reverse("club", args=[club.slug]), found, message)
    return answer or form_page(request, "clubs/club_new.html", form, cursor="name")


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: ClubRequest) -> HttpResponseBase:
    """The club's name, currency, paper, language, and how it names players in public."""
    club = request.membership.club
    form = ClubSettingsForm(request.POST or None, club=club)
    answer = submit(
        request,
        form,
        reverse("club-settings", args=[club.slug]),
        lambda: club_update(club=club, version=form.version, **form.cleaned_data),
        _("Saved."),
    )
    return answer or form_page(request, "clubs/settings.html", form)


# The club's picture.


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def club_picture(request: ClubRequest) -> HttpResponseBase:
    """Show the club's picture, and put another in its place."""
    club = request.membership.club
    is_sent = request.method == "POST"
    form = PictureForm(request.POST, request.FILES) if is_sent else PictureForm()
    target = reverse("club-picture", args=[club.slug])
    if answer := submit(request, form, target, lambda: form.save(club), _("Saved.")):
        return answer
    label, href = _("Club"), reverse("club-settings", args=[club.slug])
    way = crumbs((label, href), here=_("Picture"))
    return form_page(request, "clubs/picture.html", form, picture=picture_of(club), crumbs=way)


@club_view(Right.MEMBERS)
@require_POST
def club_picture_removal(request: ClubRequest) -> HttpResponse:
    """Delete the club's picture."""
    club_picture_remove(club=request.membership.club)
    messages.success(request, _("The picture has been removed."))
    return redirect("club-picture", request.membership.club.slug)


@club_view(Right.SEE)
@require_safe
def club_picture_file(request: ClubRequest) -> HttpResponseBase:
    """Send the club's picture to its members."""
    return picture_response(request, request.membership.club)


# Members.


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
                return members_page(request, MemberForm(), new=new)
            messages.success(
                request,
                _("%(name)s is a member now and signs in as before.")
                % {"name": isolated(new.membership.user)},
            )
            # The form's address ends in "#answer"; the message is at the top.
            return redirect(f"{request.path}#content")
    return members_page(request, form)


@club_view(Right.MEMBERS)
@require_safe
def members_file(request: ClubRequest, form: str) -> HttpResponseBase:
    """Send the members for a spreadsheet."""
    club = request.membership.club
    head = [_("User name"), _("Member"), _("Role"), _("Player"), _("Since")]
    rows: Rows = (
        [
            *(member.user.username, member.user.shown_name, str(member.get_role_display())),
            *(member.player.name if member.player else "", timezone.localdate(member.created_at)),
        ]
        for member in members_of(club)
    )
    name = _("%(table)s, %(event)s") % {"table": _("Members"), "event": club.name}
    return table_response(form, name, head, rows)


@club_view(Right.MEMBERS)
@require_POST
def member_role(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Give a member another role."""
    member = _member(request, pk)
    form = RoleForm(request.POST)

    def message(_changed: object) -> str:
        said = {"name": isolated(member.user.shown_name), "role": member.get_role_display()}
        return _("%(name)s is now %(role)s.") % said

    answer = submit(
        request,
        form,
        _after(request, member),
        lambda: member_role_set(
            membership=member,
            role=form.cleaned_data["role"],
            version=request.POST.get("version"),
        ),
        message,
    )
    if answer:
        return answer
    for problems in form.errors.values():
        messages.error(request, " ".join(map(str, problems)))
    return redirect(_after(request, member))


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def member_player(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Link a member to a player on the roster."""
    member = _member(request, pk)
    form = MemberPlayerForm(request.POST or None, member=member)

    def message(_changed: object) -> str:
        player = form.cleaned_data["player"]
        words = _("%(name)s is %(player)s.") if player else _("%(name)s is not linked to a player.")
        return words % {"name": isolated(member.user.shown_name), "player": isolated(player)}

    answer = submit(
        request,
        form,
        reverse("members", args=[member.club.slug]),
        lambda: member_player_set(
            membership=member, player=form.cleaned_data["player"], version=form.version
        ),
        message,
    )
    return answer or form_page(
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
    return act_and_redirect(
        request,
        _after(request, member),
        lambda: member_remove(membership=member),
        _("%(name)s is no longer a member.") % {"name": isolated(member.user.shown_name)},
    )


def _way_to(member: Membership) -> list[dict[str, str]]:
    """Return the breadcrumb from the members to a page about one of them."""
    href = reverse("members", args=[member.club.slug])
    return crumbs((_("Members"), href), here=member.user.shown_name)


def _member(request: ClubRequest, pk: int) -> Membership:
    return get_object_or_404(members_of(request.membership.club), pk=pk)


def _after(request: ClubRequest, changed: Membership) -> str:
    """Return the address of the members, or home if the user may no longer see them."""
    if changed.user_id == request.user.pk:
        return reverse("home")
    return reverse("members", args=[request.membership.club.slug])


def members_page(
    request: ClubRequest,
    form: MemberForm,
    *,
    new: NewMember | None = None,
    invite: InvitationForm | None = None,
    invited: NewInvitation | None = None,
) -> HttpResponse:
    """Show the members; beside them a secret that is shown once, or a form with errors."""
    club = request.membership.club
    listed = list(members_of(club))
    owners = [member for member in listed if member.role == Role.OWNER]
    return form_page(
        request,
        "clubs/members.html",
        form,
        members=listed,
        last_owner=owners[0] if len(owners) == 1 else None,
        roles=[(role.label, ROLE_HELP[role], _has(role)) for role in Role],
        rights=list(RIGHT_WORDS.values()),
        choices=Role.choices,
        new=new,
        invite=invite or InvitationForm(),
        invited=invited,
        link=invited and request.build_absolute_uri(reverse("invitation", args=[invited.key])),
        invitations=invitations_of(club),
    )


def _has(role: Role) -> list[tuple[str, bool]]:
    return [(str(message), right in RIGHTS[role]) for right, message in RIGHT_WORDS.items()]
