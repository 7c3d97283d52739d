"""Pages of users, clubs, members and players."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, UserRequest, club_view, signed_in
from clubs.forms.clubs import (
    ClubForm,
    ClubSettingsForm,
    MemberForm,
    MemberPlayerForm,
    PictureForm,
    RoleForm,
    TokenForm,
)
from clubs.forms.players import PastePlayersForm, PlayerEditForm, PlayerForm, ReviewForm
from clubs.forms.versions import form_status
from clubs.models import Club, Membership, Player
from clubs.roles import RIGHT_WORDS, RIGHTS, ROLE_HELP, Right, Role
from clubs.selectors import members_of, picture_of, players_find, players_suggest, tokens_of
from clubs.services.clubs import (
    NewMember,
    NewToken,
    club_create,
    club_picture_remove,
    club_update,
    member_add,
    member_player_set,
    member_remove,
    member_role_set,
    token_create,
    token_revoke,
    user_language_set,
)
from clubs.services.players import (
    Pasted,
    player_add,
    player_name_hide,
    player_roster_set,
    player_update,
    players_paste_save,
)
from core.cells import Rows
from core.languages import is_offered
from core.tables import table_response
from core.text import isolated
from games import PRESENTERS


def form_page(
    request: HttpRequest, template: str, form: BaseForm, *, cursor: str = "", **context: Any
) -> HttpResponse:
    """Return the page with its form; 422 if the form has errors, 409 after a conflict.

    The focus is in the first wrong field, else in the one named by `cursor`.
    """
    field = next((name for name in form.fields if form.has_error(name)), cursor)
    if field:
        form.fields[field].widget.attrs["autofocus"] = True
    return render(request, template, {"form": form} | context, status=form_status(form))


def game_tabs(games: Iterable[str], current: str) -> list[dict[str, Any]]:
    """Return the tabs of a page that shows one of the games at a time: ``?game=`` names it."""
    return [
        {"label": PRESENTERS[name].label, "href": f"?game={name}", "current": name == current}
        for name in games
    ]


def crumbs(*steps: tuple[str, str], here: str) -> list[dict[str, str]]:
    """The way to this page as (words, address), for ``components/breadcrumb.html``."""
    return [*({"label": label, "href": href} for label, href in steps), {"label": here}]


# The user: signing in, password, tokens.


class SignIn(auth.LoginView):
    """Sign in; ``next`` is the address to return to."""

    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """Show the page again, with the errors."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


class PasswordChange(auth.PasswordChangeView):
    """A new password; other browsers are signed out by it."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("home")

    def form_valid(self, form: Any) -> HttpResponse:
        """Change it and say so."""
        messages.success(self.request, _("Your password has been changed."))
        return super().form_valid(form)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again, with what is wrong."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


@csrf_exempt  # a page for everybody leaves no cookie; other sites send none of ours along
@require_POST
def language_choose(request: HttpRequest) -> HttpResponse:
    """Store the reader's language, with the account if signed in, and redirect back."""
    code = request.POST.get("language", "")
    if not is_offered(code):
        raise Http404
    back = request.POST.get("next", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, {request.get_host()})
    answer = HttpResponseRedirect(back if is_ours else reverse("home"))
    if request.user.is_authenticated:
        user_language_set(user=request.user, language=code)
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    return answer


@signed_in
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: UserRequest) -> HttpResponseBase:
    """The user's tokens. A new one is shown in the answer to the form and nowhere else."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            return _tokens_page(
                request, TokenForm(), token_create(user=request.user, **form.cleaned_data)
            )
    return _tokens_page(request, form)


@signed_in
@require_POST
def token_revoked(request: UserRequest, key: str) -> HttpResponseBase:
    """Revoke one of the user's tokens."""
    token = get_object_or_404(tokens_of(request.user), pk=key)
    token_revoke(token=token)
    messages.success(
        request, _("The token “%(label)s” has been revoked.") % {"label": isolated(token.label)}
    )
    return redirect("tokens")


def _tokens_page(
    request: UserRequest, form: TokenForm, made: NewToken | None = None
) -> HttpResponse:
    tokens = tokens_of(request.user)
    return form_page(
        request, "clubs/tokens.html", form, tokens=tokens, made=made, now=timezone.now()
    )


# Clubs.


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: UserRequest) -> HttpResponseBase:
    """Found a club; the founder is its first owner."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            club = club_create(owner=request.user, **form.cleaned_data)
            messages.success(
                request,
                _("%(club)s is set up. Now add its players.") % {"club": isolated(club.name)},
            )
            return redirect("players", club.slug)
    return form_page(request, "clubs/club_new.html", form, cursor="name")


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: ClubRequest) -> HttpResponseBase:
    """The club's name, currency, paper, language, and how it names players in public."""
    club = request.membership.club
    form = ClubSettingsForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            club_update(club=club, version=form.version, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("club-settings", club.slug)
    return form_page(request, "clubs/settings.html", form)


# The club's picture.


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def club_picture(request: ClubRequest) -> HttpResponseBase:
    """Show the club's picture, and put another in its place."""
    club = request.membership.club
    is_sent = request.method == "POST"
    form = PictureForm(request.POST, request.FILES) if is_sent else PictureForm()
    if is_sent and form.is_valid():
        with form.problems_shown():
            form.save(club)
            messages.success(request, _("Saved."))
            return redirect("club-picture", club.slug)
    label, href = _("The club"), reverse("club-settings", args=[club.slug])
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


def picture_response(request: HttpRequest, club: Club) -> HttpResponseBase:
    """Send the picture, or 304 where the browser has it; 404 where the club has none."""
    picture = picture_of(club)
    if picture is None:
        raise Http404
    answer = HttpResponse(picture.data, content_type=picture.media_type)
    answer["ETag"] = f'"{sha256(picture.data).hexdigest()[:16]}"'
    answer["Cache-Control"] = "private, no-cache"
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


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
                return _members_page(request, MemberForm(), new)
            messages.success(
                request,
                _("%(name)s is a member now and signs in as before.")
                % {"name": isolated(new.membership.user)},
            )
            # The form's address ends in "#answer"; the message is at the top.
            return redirect(f"{request.path}#content")
    return _members_page(request, form)


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
    if form.is_valid():
        with form.problems_shown():
            seen = request.POST.get("version")
            member_role_set(membership=member, role=form.cleaned_data["role"], version=seen)
            message = _("%(name)s is now %(role)s.")
            said = {
                "name": isolated(member.user.shown_name),
                "role": member.get_role_display(),
            }
            messages.success(request, message % said)
            return _back(request, member)
    for problems in form.errors.values():
        messages.error(request, " ".join(map(str, problems)))
    return _back(request, member)


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def member_player(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Link a member to a player on the roster."""
    member = _member(request, pk)
    form = MemberPlayerForm(request.POST or None, member=member)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            player = form.cleaned_data["player"]
            member_player_set(membership=member, player=player, version=form.version)
            message = (
                _("%(name)s is %(player)s.") if player else _("%(name)s is not linked to a player.")
            )
            said = {"name": isolated(member.user.shown_name), "player": isolated(player)}
            messages.success(request, message % said)
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
        message = _("%(name)s is no longer a member.")
        messages.success(request, message % {"name": isolated(member.user.shown_name)})
    return _back(request, member)


def _way_to(member: Membership) -> list[dict[str, str]]:
    """Return the breadcrumb from the members to a page about one of them."""
    href = reverse("members", args=[member.club.slug])
    return crumbs((_("Members"), href), here=member.user.shown_name)


def _member(request: ClubRequest, pk: int) -> Membership:
    return get_object_or_404(members_of(request.membership.club), pk=pk)


def _back(request: ClubRequest, changed: Membership) -> HttpResponse:
    """Redirect to the members, or home if the user may no longer see them."""
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
        rights=list(RIGHT_WORDS.values()),
        choices=Role.choices,
        new=new,
    )


def _has(role: Role) -> list[tuple[str, bool]]:
    return [(str(message), right in RIGHTS[role]) for right, message in RIGHT_WORDS.items()]


# Players.


PAGE = 50


@club_view(Right.SEE)
@require_safe
def players(request: ClubRequest) -> HttpResponseBase:
    """Show the roster, searched by ``?q=``; ``?away=1`` lists former players.

    After adding one, ``?next=1`` focuses the field for the next.
    """
    return _roster_page(request, PlayerForm(club=request.membership.club))


@club_view(Right.SEE)
@require_safe
def players_file(request: ClubRequest, form: str) -> HttpResponseBase:
    """Send the roster for a spreadsheet, searched as its page is by ``?q=`` and ``?away=1``."""
    club = request.membership.club
    text, away = request.GET.get("q", ""), request.GET.get("away") == "1"
    players = players_find(club=club, text=text).filter(active=not away)
    head = [_("Name"), _("Note"), _("On the list since")]
    rows: Rows = (
        [player.name, player.note, timezone.localdate(player.created_at)] for player in players
    )
    name = _("%(table)s, %(event)s") % {"table": _("Players"), "event": club.name}
    return table_response(form, name, head, rows)


@club_view(Right.SEE)
@require_safe
def player_search(request: ClubRequest) -> HttpResponseBase:
    """Suggest up to twelve players as an HTML fragment.

    ``?q=`` is the input: every word is searched in names and notes; names that begin with it come
    first, former players last. ``?field=`` names another parameter to read it from, so that an
    input can send itself under its own name. Without ``?as=`` the response is ``<option value="Ann
    Lee">note</option>`` for a ``<datalist>``; ``?as=list`` gives links to the players' pages under
    a heading, empty if nobody is found.
    """
    typed = request.GET.get(request.GET.get("field", "q"), "")
    players = players_suggest(club=request.membership.club, text=typed)
    kind = "list" if request.GET.get("as") == "list" else "options"
    return render(request, f"clubs/_player_{kind}.html", {"players": players})


@club_view(Right.RUN)
@require_POST
def player_new(request: ClubRequest) -> HttpResponseBase:
    """Quick-add: one player from the roster page."""
    club = request.membership.club
    form = PlayerForm(request.POST, club=club)
    if form.is_valid():
        with form.problems_shown():
            player = player_add(club=club, **form.cleaned_data)
            messages.success(request, _("%(name)s is on the roster.") % {"name": isolated(player)})
            return redirect(f"{reverse('players', args=[club.slug])}?next=1")
    return _roster_page(request, form)


@club_view(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Rename a player or change the note."""
    club = request.membership.club
    player = get_object_or_404(Player, club=club, pk=pk)
    form = PlayerEditForm(request.POST or None, player=player)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            player_update(player=player, version=form.version, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("player", club.slug, player.pk)
    way = crumbs(
        _roster_step(request),
        (player.name, reverse("player", args=[club.slug, player.pk])),
        here=_("Change"),
    )
    return form_page(request, "clubs/player_edit.html", form, player=player, crumbs=way)


@club_view(Right.RUN)
@require_POST
def player_roster(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Take a player off the roster, or with ``active=1`` bring them back."""
    player = get_object_or_404(Player, club=request.membership.club, pk=pk)
    player_roster_set(player=player, active=request.POST.get("active") == "1")
    message = _("%(name)s is on the roster.") if player.active else _("%(name)s is off the roster.")
    messages.success(request, message % {"name": isolated(player)})
    return redirect("player", request.membership.club.slug, player.pk)


@club_view(Right.SEE)
@require_POST
def player_name(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Hide a player's name on public pages, or with ``hidden=0`` show it again.

    For those who run events, and for the member linked to this player.
    """
    player = get_object_or_404(Player, club=request.membership.club, pk=pk)
    if not (request.membership.may(Right.RUN) or request.membership.player_id == player.pk):
        raise PermissionDenied(_("Your role in this club does not allow this."))
    player_name_hide(player=player, hidden=request.POST.get("hidden") != "0")
    message = (
        _("%(name)s is not named on public pages.")
        if player.name_hidden
        else _("%(name)s is named on public pages again.")
    )
    messages.success(request, message % {"name": isolated(player)})
    return redirect("player", request.membership.club.slug, player.pk)


@club_view(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def players_paste(request: ClubRequest) -> HttpResponseBase:
    """Paste a list, review the effect of each line, then save; every step keeps the input."""
    club = request.membership.club
    form = PastePlayersForm(request.POST or None, request.FILES or None, club=club)
    step = request.POST.get("step")
    if step not in {"review", "save"} or not form.is_valid():
        form = _paste_again(form, step)
        way = _paste_way(request)
        return form_page(request, "clubs/players_paste.html", form, cursor="text", crumbs=way)
    review = ReviewForm(request.POST if step == "save" else None, lines=form.lines)
    if step == "save" and review.is_valid():
        with review.problems_shown():
            done = players_paste_save(club=club, decisions=review.decisions())
            messages.success(request, _pasted_words(done))
            return redirect("players", club.slug)
    text = form.cleaned_data["text"]
    return form_page(
        request, "clubs/players_review.html", review, text=text, crumbs=_paste_way(request)
    )


def _roster_step(request: ClubRequest) -> tuple[str, str]:
    return _("Players"), reverse("players", args=[request.membership.club.slug])


def _paste_way(request: ClubRequest) -> list[dict[str, str]]:
    return crumbs(_roster_step(request), here=_("Paste a list"))


def _paste_again(form: PastePlayersForm, step: str | None) -> PastePlayersForm:
    """Return the form with its input, without errors if the user only came back to it."""
    if step != "edit":
        return form
    return PastePlayersForm(club=form.club, initial={"text": form.data.get("text", "")})


def _pasted_words(done: Pasted) -> str:
    added, back, known = len(done.added), len(done.returned), len(done.known)
    message = [ngettext("%d player added.", "%d players added.", added) % added]
    if back:
        message.append(
            ngettext("%d is back on the roster.", "%d are back on the roster.", back) % back
        )
    if known:
        message.append(ngettext("%d was already there.", "%d were already there.", known) % known)
    return " ".join(message)


def _roster_page(request: ClubRequest, form: PlayerForm) -> HttpResponse:
    text, away = request.GET.get("q", ""), request.GET.get("away") == "1"
    players = players_find(club=request.membership.club, text=text).filter(active=not away)
    query = QueryDict(mutable=True)
    query.update(
        {name: value for name, value in (("q", text), ("away", "1" if away else "")) if value}
    )
    home = reverse("players", args=[request.membership.club.slug])
    tabs = [
        {"label": _("On the roster"), "href": home, "current": not away},
        {"label": _("Off the roster"), "href": f"{home}?away=1", "current": away},
    ]
    return form_page(
        request,
        "clubs/players.html",
        form,
        tabs=tabs,
        cursor="name" if "next" in request.GET else "",
        page=Paginator(players, PAGE).get_page(request.GET.get("page")),
        query=query.urlencode(),
        text=text,
        away=away,
        may_run=request.membership.may(Right.RUN),
    )
