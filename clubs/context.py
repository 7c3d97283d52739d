"""Context of the base template: the club, its navigation, the user's menu."""

from functools import cache, partial
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import GUEST_COOKIE
from clubs.roles import Right

SCANNED: Final = {"/t/": "table", "/p/": "page"}
"""What addresses are for that are printed and scanned, by how they begin."""


def shell(request: HttpRequest) -> dict[str, Any]:
    """Context of the frame; without a club only the user's menu.

    Menu and navigation are made where a template shows them: fragments do not.
    """
    membership = getattr(request, "membership", None)
    context = {
        "version": settings.VERSION,
        "user_menu": cache(partial(_user_menu, request)),
        "table_href": _table(request),
        "scanned": SCANNED.get(request.path[:3], ""),
    }
    if membership is not None:
        context |= {
            "club": membership.club,
            "membership": membership,
            "nav": cache(partial(_navigation, request, membership)),
            "may_keep_money": membership.may(Right.MONEY),
        }
    return context


def _table(request: HttpRequest) -> str:
    """Return the table of a phone admitted at one; empty on its own page, and on others."""
    if GUEST_COOKIE not in request.COOKIES:
        return ""
    href = reverse("phone")
    return href if request.path != href else ""


def _user_menu(request: HttpRequest) -> list[dict[str, str]]:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return []
    return [
        {"label": _("Your clubs"), "href": reverse("your-clubs")},
        {"label": _("Change password"), "href": reverse("password")},
        {"label": _("API tokens"), "href": reverse("tokens")},
    ]


def _navigation(request: HttpRequest, membership: Any) -> list[dict[str, Any]]:
    slug = membership.club.slug
    links = [
        (_("Events"), reverse("events", args=[slug]), Right.SEE),
        (_("Seasons"), reverse("seasons", args=[slug]), Right.SEE),
        (_("Players"), reverse("players", args=[slug]), Right.SEE),
        (_("Statistics"), reverse("club-numbers", args=[slug]), Right.SEE),
        (_("Money"), reverse("club-money", args=[slug]), Right.MONEY),
        (_("Documents"), reverse("documents", args=[slug]), Right.SEE),
        (_("Members"), reverse("members", args=[slug]), Right.MEMBERS),
        (_("Club"), reverse("club-settings", args=[slug]), Right.MEMBERS),
    ]
    return [
        {"label": label, "href": href, "current": request.path.startswith(href)}
        for label, href, right in links
        if membership.may(right)
    ]
