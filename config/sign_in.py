"""Limits on wrong passwords, and the address a request comes from."""

from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest

LIMITS: Final = (settings.AXES_FAILURE_LIMIT, 30, 60)
"""Wrong passwords for one name from one address, from one address, and for one name from anywhere.

In the order of ``AXES_LOCKOUT_PARAMETERS``. A hall shares one address, so an address is allowed
more. A name is locked for every address last, because an attacker could lock its owner out.
"""


class Handler(AxesDatabaseHandler):  # type: ignore[misc] # axes is untyped
    """Count failures by name, by address and by both, each with its own limit."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Return the count nearest to its limit, scaled to ``AXES_FAILURE_LIMIT`` for axes."""
        attempts = self.get_user_attempts(request, credentials)
        sums = [
            each.aggregate(failures=Sum("failures_since_start"))["failures"] for each in attempts
        ]
        return max(
            (count or 0) * settings.AXES_FAILURE_LIMIT // limit
            for count, limit in zip(sums, LIMITS, strict=True)
        )

    def reset_user_attempts(
        self, request: HttpRequest, credentials: dict[str, Any] | None = None
    ) -> int:
        """Clear the user's own failures on sign-in, not those of others at the same address."""
        attempts, *_others = self.filter_user_attempts(request, credentials)
        deleted, _by_model = attempts.delete()
        return int(deleted)


def client_address(request: HttpRequest) -> str:
    """Return the client's address, trusting only the proxies of ``ALLMARK_PROXIES``.

    Each proxy appends its client to ``X-Forwarded-For``; the last address that is not one of our
    proxies counts. Entries before it are not trusted.
    """
    address = str(request.META.get("REMOTE_ADDR") or "")
    forwarded = request.headers.get("X-Forwarded-For", "").split(",")
    while forwarded and is_proxy(address):
        hop = _read(forwarded.pop())
        if hop is None:
            break
        address = str(hop)
    return address


def is_proxy(address: str) -> bool:
    """Whether an address is that of one of ``ALLMARK_PROXIES``."""
    read = _read(address)
    return read is not None and any(read in network for network in settings.PROXIES)


def _read(text: str) -> IPv4Address | IPv6Address | None:
    with suppress(ValueError):
        address = ip_address(text.strip())
        return getattr(address, "ipv4_mapped", None) or address
    return None
