"""Keys and numbers in addresses: no larger than the database takes.

Importing this module, as the app does before any address is read, makes ``<key:…>``,
``<number:…>`` and ``<place:…>`` known. Django's own ``<int:…>`` has no bound and is not used.
"""

from django.urls import register_converter
from django.urls.converters import IntConverter


class KeyConverter(IntConverter):
    """A row's key: at most eighteen digits, so that it is less than 2 to the 63rd."""

    regex = "[1-9][0-9]{0,17}"


class NumberConverter(IntConverter):
    """A hand, round, table or entry: at most nine digits, so that it is less than 2 to the 31st."""

    regex = "[1-9][0-9]{0,8}"


class PlaceConverter(IntConverter):
    """A place among others, from 0."""

    regex = "0|[1-9][0-9]{0,3}"


register_converter(KeyConverter, "key")
register_converter(NumberConverter, "number")
register_converter(PlaceConverter, "place")
