"""Addresses of pages that a site may have or not, by the apps that are installed."""

from typing import Any

from django.urls import NoReverseMatch, reverse


def address_if_any(name: str, *keys: Any) -> str:
    """Return the address of a page; empty if no installed app has a page of that name."""
    try:
        return reverse(name, args=keys)
    except NoReverseMatch:
        return ""
