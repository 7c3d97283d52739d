"""Fragments that refresh themselves: the browser asks often and is mostly told "unchanged"."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """The answer 304 where the browser has this version already, else None."""
    answer = get_conditional_response(request, etag=f'"{tag}"')
    return answer if isinstance(answer, HttpResponseNotModified) else None


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """Tell the browser to keep this version and to ask each time whether it still stands."""
    response["ETag"] = f'"{tag}"'
    response["Cache-Control"] = "private, no-cache"
    return response
