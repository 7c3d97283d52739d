"""What pages of all apps share: forms, tabs, the way to a page, and the picture of a club."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response

from clubs.models import Club
from clubs.selectors import picture_of
from core.forms import form_status
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


def picture_response(request: HttpRequest, club: Club) -> HttpResponseBase:
    """Send the picture, or 304 where the browser has it; 404 where the club has none."""
    picture = picture_of(club)
    if picture is None:
        raise Http404
    answer = HttpResponse(picture.data, content_type=picture.media_type)
    answer["ETag"] = f'"{sha256(picture.data).hexdigest()[:16]}"'
    answer["Cache-Control"] = "private, no-cache"
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer
