"""Where a webhook may lead: https, and only to addresses outside of the network.

A name is resolved once for each attempt. Every address that it has must be allowed, and the
connection goes to one of those that were checked: a name that changes in between leads nowhere
else. ``ALLMARK_WEBHOOKS_INSIDE`` allows every address, and plain http.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

UNICAST: Final = IPv6Network("2000::/3")
"""What IANA allots of IPv6; everything else has a special meaning, or none yet."""
SPECIAL: Final = tuple(
    map(
        ip_network,
        (
            *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
            *("192.0.0.0/24", "192.88.99.0/24"),
        ),
    )
)
"""Networks with a special meaning within the public ones: protocols with Teredo, documentation,
6to4, its relays (RFC 6890, RFC 7526, RFC 9637)."""
TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""The last 32 bits are an IPv4 address behind a gateway (RFC 6052). Another prefix, as that of
RFC 8215, belongs to the network."""
ISATAP: Final = frozenset({0x0000_5EFE, 0x0200_5EFE})
"""What stands before an IPv4 address of the same network in an interface's number (RFC 5214)."""


class NotAllowedError(ValueError):
    """Nothing is sent to an address: ``code`` is ``bad_address`` or ``inside``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Target(NamedTuple):
    """The parts of a webhook's address."""

    is_https: bool
    host: str
    port: int
    path: str


def is_outside(address: str) -> bool:
    """Whether an IP address is public, and the IPv4 address that it carries, if any."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv4Address):
        return ip.is_global and not ip.is_multicast and not _is_special(ip)
    if ip in TRANSLATED:
        return is_outside(str(IPv4Address(int(ip) & 0xFFFF_FFFF)))
    is_local = int(ip) >> 32 & 0xFFFF_FFFF in ISATAP
    return ip in UNICAST and ip.is_global and not is_local and not _is_special(ip)


def _is_special(ip: IPv4Address | IPv6Address) -> bool:
    return any(ip in network for network in SPECIAL)


def addresses_of(host: str, port: int) -> list[str]:
    """Return the IP addresses of a name. Raises ``NotAllowedError``, ``gaierror`` for no name."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise NotAllowedError("bad_address") from error
    addresses = list(dict.fromkeys(str(row[4][0]) for row in rows))
    if not settings.WEBHOOKS_INSIDE and not all(map(is_outside, addresses)):
        raise NotAllowedError("inside")
    return addresses


def target_of(address: str) -> Target:
    """Return the parts of an address. Raises ``NotAllowedError``."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise NotAllowedError("bad_address") from error
    is_https = parts.scheme == "https"
    is_allowed = is_https or (settings.WEBHOOKS_INSIDE and parts.scheme == "http")
    is_plain = address.isascii() and all(" " < sign < "\x7f" for sign in address)
    if not (is_allowed and is_plain and parts.hostname) or "@" in parts.netloc:
        raise NotAllowedError("bad_address")
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    return Target(is_https, parts.hostname, port or (443 if is_https else 80), path)


def address_check(address: str) -> None:
    """Refuse an address to which nothing is ever sent; a name that is unknown now may pass."""
    try:
        target = target_of(address)
        addresses_of(target.host, target.port)
    except NotAllowedError as error:
        if error.code == "inside":
            text = _("This leads to an address inside the network: nothing is sent there.")
        elif settings.WEBHOOKS_INSIDE:
            text = _("Write an address that begins with https:// or http://, without a user name.")
        else:
            text = _("Write an address that begins with https://, without a user name.")
        raise ValidationError({"address": ValidationError(text, code=error.code)}) from error
    except OSError:
        return
