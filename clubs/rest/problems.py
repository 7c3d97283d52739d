"""Errors as problem details (RFC 9457), in one place for every endpoint."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

PROBLEM_JSON = "application/problem+json"


def problem(
    status_code: int, title: str, *, detail: str = "", headers: Any = None, **members: Any
) -> Response:
    """An answer in the shape of RFC 9457."""
    body = {"type": "about:blank", "title": title, "status": status_code} | members
    if detail:
        body["detail"] = detail
    return Response(body, status=status_code, headers=headers, content_type=PROBLEM_JSON)


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error of every endpoint as problem details; unknown ones stay loud."""
    if isinstance(error, ValidationError):
        error = exceptions.ValidationError(_validation_detail(error))
    answer = exception_handler(error, context)
    if answer is None:
        return None
    headers = {
        name: answer[name] for name in ("WWW-Authenticate", "Retry-After") if answer.has_header(name)
    }
    if isinstance(error, exceptions.ValidationError):
        return problem(answer.status_code, _("Invalid input."), headers=headers, errors=answer.data)
    return problem(answer.status_code, _title(error), headers=headers)


def _title(error: Exception) -> str:
    if isinstance(error, exceptions.APIException):
        return str(error.detail)
    if isinstance(error, Http404):
        return _("Not found.")
    if isinstance(error, PermissionDenied):
        return str(error) or _("You do not have permission to perform this action.")
    return _("Error.")


def _validation_detail(error: ValidationError) -> Any:
    if hasattr(error, "error_dict"):
        return error.message_dict
    return {"non_field_errors": error.messages}

