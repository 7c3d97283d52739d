"""Errors as problem details (RFC 9457), in one place for every endpoint."""

from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.serializers import as_serializer_error
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from core.transactions import Closed, RowGone
from core.versions import Outdated

PROBLEM_JSON: Final = "application/problem+json"
_OF_NONE: Final = api_settings.NON_FIELD_ERRORS_KEY
PASSED_HEADERS: Final = ("WWW-Authenticate", "Retry-After")


class ProblemError(exceptions.APIException):
    """An error with its own status and further members in its body."""

    def __init__(self, status_code: int, code: str, title: str, **members: Any) -> None:
        super().__init__(title, code)
        self.status_code = status_code
        self.code = code
        self.members = members


def problem_body(status: int, code: str, title: str, **members: Any) -> dict[str, Any]:
    """The members of a problem; ``code`` is the word that a program may ask for."""
    return {"type": "about:blank", "title": title, "status": status, "code": code} | members


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error of every endpoint as problem details; unknown ones stay loud."""
    if isinstance(error, Closed):
        error = ProblemError(409, "closed", error.messages[0], reopen=error.operation)
    elif isinstance(error, Outdated):
        error = ProblemError(412, "stale", error.messages[0])
    elif isinstance(error, ValidationError):
        error = exceptions.ValidationError(_validation_detail(error))
    elif isinstance(error, RowGone):
        error = Http404()
    answer = exception_handler(error, context)
    if answer is None:
        return None
    body = problem_body(answer.status_code, _code(error), _title(error), **_members(error))
    headers = {name: answer[name] for name in PASSED_HEADERS if answer.has_header(name)}
    return Response(body, answer.status_code, headers=headers, content_type=PROBLEM_JSON)


def not_found(request: HttpRequest) -> HttpResponse:
    """Return the response for unknown addresses."""
    body = problem_body(404, "not_found", _("There is nothing at this address."))
    return JsonResponse(body, status=404, content_type=PROBLEM_JSON)


def _code(error: Exception) -> str:
    if isinstance(error, ProblemError):
        return error.code
    if isinstance(error, exceptions.APIException):
        return error.default_code
    return "not_found" if isinstance(error, Http404) else "permission_denied"


def _title(error: Exception) -> str:
    if isinstance(error, exceptions.ValidationError):
        return _("Invalid input.")
    if isinstance(error, exceptions.APIException):
        return str(error.detail)
    if isinstance(error, Http404):
        return _("Not found.")
    if isinstance(error, PermissionDenied):
        return str(error) or _("You do not have permission to perform this action.")
    return _("Error.")


def _members(error: Exception) -> Mapping[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        return {"errors": error.detail, "codes": error.get_codes()}
    return error.members if isinstance(error, ProblemError) else {}


def _validation_detail(error: ValidationError) -> dict[str, Any]:
    """The messages by field, each with its code."""
    detail = as_serializer_error(error)
    return {_OF_NONE if name == NON_FIELD_ERRORS else name: detail[name] for name in detail}
