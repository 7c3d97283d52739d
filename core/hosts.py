"""Hosts in addresses: whether another machine reaches what an address names."""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_own_machine(address: str) -> bool:
    """Whether an address, or a host with or without port, names only the machine that asks."""
    host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    try:
        ip = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return ip.is_loopback or ip.is_unspecified
