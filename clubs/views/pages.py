"""What pages share: answering with a form, saying where one is."""

from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def form_page(
    request: HttpRequest, template: str, form: BaseForm, *, cursor: str = "", **context: Any
) -> HttpResponse:
    """The page with its form; 422 where something in it is to be mended.

    The cursor stands in the first field that is wrong, else in the one that `cursor` names.
    """
    field = next((name for name in form.fields if form.has_error(name)), cursor)
    if field:
        form.fields[field].widget.attrs["autofocus"] = True
    status = 422 if form.errors else 200
    return render(request, template, {"form": form} | context, status=status)


def crumbs(*steps: tuple[str, str], here: str) -> list[dict[str, str]]:
    """The way to this page as (words, address), for ``components/breadcrumb.html``."""
    return [*({"label": label, "href": href} for label, href in steps), {"label": here}]
