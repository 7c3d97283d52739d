"""What a phone that was let in at a table is told of the API."""

from typing import Any

from django.http import Http404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.response import Response

from clubs.access import GUEST_COOKIE
from core.rest import problems


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """To such a phone nothing is there, as on the pages."""
    if isinstance(error, NotAuthenticated) and GUEST_COOKIE in context["request"].COOKIES:
        error = Http404()
    return problems.problem_response(error, context)
