"""How often a wrong password may be tried, and from where a request comes."""

from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest

LIMITS: Final = (settings.AXES_FAILURE_LIMIT, 30, 60)
"""Wrong passwords for one name from one address, from one address, and for one name from anywhere.

In the order of ``AXES_LOCKOUT_PARAMETERS``. A hall shares one address, so that is let more; a name
is closed to everywhere last, for whoever tries it could keep its owner out.
"""


class Handler(AxesDatabaseHandler):  # type: ignore[misc] # axes is untyped
    """Counts by name, by address and by both, each with a limit of its own."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The failures that are nearest to their limit, in sixths of it, as axes compares them."""
        attempts = self.get_user_attempts(request, credentials)
        sums = [each.aggregate(found=Sum("failures_since_start"))["found"] for each in attempts]
        return max(
            (count or 0) * settings.AXES_FAILURE_LIMIT // limit
            for count, limit in zip(sums, LIMITS, strict=True)
        )

    def reset_user_attempts(
        self, request: HttpRequest, credentials: dict[str, Any] | None = None
    ) -> int:
        """Whoever signs in clears what he mistyped himself, not what others tried from there."""
        own, *_others = self.filter_user_attempts(request, credentials)
        deleted, _by_model = own.delete()
        return int(deleted)


def client_address(request: HttpRequest) -> str:
    """The address that a request comes from, as the proxies of ``ALLMARK_PROXIES`` tell it.

    Each of them adds who asked it to ``X-Forwarded-For``; the last that is none of ours counts.
    What anybody else says of himself in that header is not believed.
    """
    address = str(request.META.get("REMOTE_ADDR") or "")
    said = request.headers.get("X-Forwarded-For", "").split(",")
    while said and _is_ours(address, settings.PROXIES):
        told = _read(said.pop())
        if told is None:
            break
        address = str(told)
    return address


def _is_ours(address: str, proxies: Sequence[Any]) -> bool:
    read = _read(address)
    return read is not None and any(read in network for network in proxies)


def _read(text: str) -> IPv4Address | IPv6Address | None:
    with suppress(ValueError):
        found = ip_address(text.strip())
        return getattr(found, "ipv4_mapped", None) or found
    return None
