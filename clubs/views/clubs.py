"""Founding a club and its settings."""

from django.contrib import messages
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import ClubRequest, UserRequest, club_view, signed_in
from clubs.forms.clubs import ClubForm
from clubs.roles import Right
from clubs.services.clubs import club_create, club_update
from clubs.views.pages import form_page


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: UserRequest) -> HttpResponseBase:
    """Found a club: whoever founds it is its first owner."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            club = club_create(owner=request.user, **form.cleaned_data)
            messages.success(
                request, _("%(club)s is set up. Now add its players.") % {"club": club.name}
            )
            return redirect("players", club.slug)
    return form_page(request, "clubs/club_new.html", form, cursor="name")


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: ClubRequest) -> HttpResponseBase:
    """The club's name, currency, paper and language."""
    club = request.membership.club
    initial = {name: getattr(club, name) for name in ("name", "currency", "paper", "language")}
    form = ClubForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            club_update(club=club, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("club-settings", club.slug)
    return form_page(request, "clubs/settings.html", form)
