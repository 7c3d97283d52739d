"""Entity tags: the client's version, and whether it is current."""

from collections.abc import Callable, Sequence

from django.db.models import Model
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from core.figures import read_whole
from core.rest.problems import ProblemError
from core.versions import digest_of, version_of


def conditional(request: Request, etag: str, body: Callable[[], object]) -> Response:
    """Return the response with its tag; 304, without calling ``body``, if the client has it."""
    seen = parse_etags(request.headers.get("If-None-Match", ""))
    headers = {"ETag": etag}
    if "*" in seen or etag in (tag.removeprefix("W/") for tag in seen):
        return Response(status=304, headers=headers)
    return Response(body(), headers=headers)


def version_seen(request: Request, prefix: str) -> int | None:
    """The number in ``If-Match``, which a tag carries after ``prefix``; None without the header.

    A tag that is no such number can never have been current: it is -1. Of several the newest
    counts. ``*`` names no version and is taken as if nothing was sent.
    """
    tags = parse_etags(request.headers.get("If-Match", ""))
    if not tags or "*" in tags:
        return None if "If-Match" not in request.headers or "*" in tags else -1
    return max(_number(tag, prefix) for tag in tags)


def version_required(request: Request, prefix: str) -> int:
    """Return the version as ``version_seen``; 428 if the client sends none."""
    seen = version_seen(request, prefix)
    if seen is None:
        raise ProblemError(
            428,
            "precondition_required",
            _("Give in If-Match the version you have seen; * is not enough."),
        )
    return seen


def _number(tag: str, prefix: str) -> int:
    head = f'"{prefix}'
    digits = tag.removeprefix(head).removesuffix('"').split("-")[0]
    number = read_whole(digits) if tag.startswith(head) else None
    return -1 if number is None else number


def body_tag(body: object) -> str:
    """A tag of everything that is answered."""
    return f'"{digest_of(body)}"'


def settings_tag(row: Model, names: Sequence[str], body: object) -> str:
    """A tag of everything that is answered, which begins with the version of these settings."""
    return f'"{version_of(row, names).rpartition(":")[2]}-{digest_of(body)}"'


def values_tag(values: object, body: object) -> str:
    """A tag as ``settings_tag`` makes it, of values that no single row has."""
    return f'"{digest_of(values)}-{digest_of(body)}"'


def settings_seen(request: Request, names: Sequence[str]) -> str | None:
    """Return the version in ``If-Match`` as services take it; None without one, or for ``*``.

    Without ``names`` it is one of ``values_version``.

    Of a tag as ``settings_tag`` makes it only the beginning counts: what is derived, such as
    standings, may have changed. Of several tags the first counts.
    """
    header = request.headers.get("If-Match", "")
    tags = parse_etags(header)
    if not header or "*" in tags:
        return None
    return f"{','.join(names)}:{tags[0].strip(chr(34)).split('-')[0] if tags else ''}"
