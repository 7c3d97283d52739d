"""Pages of a list."""

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import exceptions, pagination
from rest_framework.request import Request

from core.figures import read_whole

PAGING: Final = ("page", "page_size")
"""The parameters of a list in pages."""


class Pages(pagination.PageNumberPagination):
    """Fifty a page, up to two hundred on request; ``count`` is the number on all pages."""

    page_query_param, page_size_query_param = PAGING
    max_page_size = 200

    def get_page_size(self, request: Request) -> int | None:
        """Return the requested page size; 400 if it is out of range."""
        requested_size = request.query_params.get(self.page_size_query_param)
        if requested_size is None:
            return self.page_size
        size = read_whole(requested_size, most=self.max_page_size)
        if not size:
            words = _("A page has 1 to %(most)d rows.") % {"most": self.max_page_size}
            detail = exceptions.ErrorDetail(words, "page_size")
            raise exceptions.ValidationError({self.page_size_query_param: [detail]})
        return size

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The envelope of a page, in the words of OpenAPI 3.1."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "properties": {
                "count": {"type": "integer", "minimum": 0, "examples": [123]},
                "next": link,
                "previous": link,
                "results": schema,
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The two query parameters, with their limits."""
        page = {"type": "integer", "minimum": 1, "maximum": 1_000_000, "default": 1}
        size = {"type": "integer", "minimum": 1, "maximum": self.max_page_size}
        return [
            _parameter("page", "The page, from 1.", page),
            _parameter("page_size", "Rows a page; 50 where left out.", size),
        ]


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "schema": schema,
    }
