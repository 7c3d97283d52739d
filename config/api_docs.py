"""The API's description by drf-spectacular, with records and problems added; and its page."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_page
from django.views.decorators.http import require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from archive.kinds import schema
from clubs.rest.schema import STAYS_OPEN
from config.settings import VERSION
from core.rest.docs import SCHEMAS, ref
from core.rest.problems import PROBLEM_JSON
from rules.json_schema import definitions
from scoring.api.serializers import MATCH_STATE, hand_written

Schema = dict[str, Any]

WHY: Final[dict[int, str]] = {
    400: "The request cannot be read, or something in it is wrong: see `errors`.",
    401: "No valid token or session.",
    403: "Your role in this club does not allow this, or a session without its CSRF token.",
    404: "There is no such thing, or you do not belong to its club.",
    406: "The answer is JSON; nothing else can be had.",
    409: "It does not fit how things stand.",
    412: "What you have seen is out of date. `current`, of a match or hand, is how it stands now.",
    413: "The body is larger than a megabyte, or than two in an import.",
    415: "The body must be `application/json`, in an import `application/x-ndjson`.",
    422: "The record breaks a rule: see `problems`. Or totals end no match: `field` wants one of "
    "`answers`. Or the Idempotency-Key came with another request before.",
    428: "`If-Match` is missing.",
    429: "Too many requests; `Retry-After` says in how many seconds to come again.",
    503: "The computer fails, not the request: its disk is full, say. `Retry-After` says in how "
    "many seconds to come again.",
}
CLOSABLE: Final = {"{event}", "{match}", "{season}"}
"""Whose writing operations are refused once the event or season is finished."""
CLOSED: Final = "ProblemClosed"
CLOSED_WHY: Final = (
    "It does not fit how things stand. The code `closed` says that the event or season is "
    "finished: send a POST to the address in `reopen`, with a token that may run events, to open "
    "it again; for an event, with a `reason`."
)
DONE: Final = {"200": "As it stands now.", "201": "Made.", "204": "Gone."}
PROBLEM: Final[Schema] = {
    "type": "object",
    "description": "Problem details (RFC 9457).",
    "required": ["type", "title", "status", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string", "description": "In words, translated."},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "code": {"type": "string", "description": "The same for programs."},
        "detail": {"type": "string"},
        "errors": {"description": "What is wrong, by field, in words."},
        "codes": {"description": "The same for programs, in the shape of `errors`."},
        "problems": {"type": "array", "items": ref("RecordProblem")},
        "current": {"type": "object", "description": "The match or hand as it stands."},
        "last": {"type": "integer", "description": "The number of the last hand."},
        "field": {"type": "string", "description": "The field that says why totals end a match."},
        "answers": {
            "type": "array",
            "description": "What it may say.",
            "items": {"type": "string"},
        },
        "reopen": {
            "type": "string",
            "format": "uri-reference",
            "description": "The address of the operation that opens the event or season again.",
        },
    },
}


_LOCK: Final = threading.Lock()
P = ParamSpec("P")
T = TypeVar("T")


def one_at_a_time(ask: Callable[P, T]) -> Callable[P, T]:
    """Let one thread at a time ask drf-spectacular, which loads its extensions when first asked."""

    @wraps(ask)
    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        with _LOCK:
            return ask(*args, **kwargs)

    return asked


@method_decorator(one_at_a_time, name="dispatch")
@method_decorator(cache_page(3600, key_prefix=VERSION), name="get")
class SchemaView(SpectacularAPIView):
    """The description, as YAML or JSON by ``Accept`` or ``?format=``, cached for an hour.

    It is public: it is the same for everybody.
    """

    authentication_classes = ()


@require_safe
@cache_page(3600, key_prefix=VERSION)
def archive_schema(request: HttpRequest) -> JsonResponse:
    """The JSON Schema of the lines of a club's archive; public, as the description is."""
    return JsonResponse(schema())


@method_decorator(one_at_a_time, name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """The interactive page; the content security policy allows only scripts from files."""

    template_name = "api/docs.html"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # registers itself
    """How a personal token is sent."""

    target_class = "core.rest.incoming.PersonalTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Schema:
        """Return the header as an OpenAPI security scheme."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token`, a space and a personal token, made on the page for tokens.",
        }


def records_added(result: Schema, generator: SchemaGenerator, **_: Any) -> Schema:
    """Add the schemas of records and verdicts, and those of webhooks, which are registered after
    the components were collected."""
    schemas = result["components"].setdefault("schemas", {})
    schemas |= generator.registry.build({})["schemas"]
    schemas |= definitions(SCHEMAS)
    schemas |= {"HandWritten": hand_written(), "MatchState": MATCH_STATE, "Problem": PROBLEM}
    return result


def problems_added(result: Schema, **_: Any) -> Schema:
    """Add the possible problems to every operation."""
    responses = result["components"].setdefault("responses", {})
    texts = {f"Problem{status}": words for status, words in WHY.items()} | {CLOSED: CLOSED_WHY}
    for name, words in texts.items():
        responses[name] = {
            "description": words,
            "content": {PROBLEM_JSON: {"schema": ref("Problem")}},
        }
    for path, method, operation in _operations(result):
        responses_of = operation["responses"]
        for done in responses_of.keys() & DONE.keys():
            responses_of[done]["description"] = responses_of[done]["description"] or DONE[done]
        declared = {int(status) for status in responses_of} & WHY.keys()
        for status in sorted(declared | _statuses(path, operation, is_reading=method == "get")):
            responses_of[str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
        stays_open = operation.pop(STAYS_OPEN, False)
        is_closable = method != "get" and not CLOSABLE.isdisjoint(path.split("/"))
        if is_closable and not stays_open:
            responses_of["409"] = {"$ref": f"#/components/responses/{CLOSED}"}
        if "If-None-Match" in _parameters(operation):
            responses_of["304"] = {"description": "Nothing has changed."}
        operation["responses"] = dict(sorted(responses_of.items()))
    return result


def _operations(result: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _parameters(operation: Schema) -> dict[str, Schema]:
    return {parameter["name"]: parameter for parameter in operation.get("parameters", [])}


def _statuses(path: str, operation: Schema, *, is_reading: bool) -> set[int]:
    """Return the problems an operation may answer with, by its parameters."""
    parameters = _parameters(operation)
    statuses = {401, 403, 406, 429, 503}
    if "{" in path or "page" in parameters:
        statuses.add(404)
    if "requestBody" in operation:
        statuses |= {400, 413, 415}
    if not is_reading or any(
        parameter["in"] in {"query", "header"} for parameter in parameters.values()
    ):
        statuses.add(400)
    if "Idempotency-Key" in parameters:
        statuses.add(422)
    if "If-Match" in parameters:
        statuses.add(412)
        statuses |= {409, 428} if parameters["If-Match"].get("required") else set()
    return statuses


# The reference page: no scripts, in the site's own look.


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter in the path, query or header."""

    name: str
    place: str
    required: bool
    description: SafeString


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API."""

    key: str
    method: str
    path: str
    summary: str
    description: SafeString
    parameters: tuple[Parameter, ...]
    examples: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, SafeString], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The operations of one tag."""

    name: str
    operations: tuple[Operation, ...]


def reference(request: HttpRequest) -> HttpResponse:
    """Show the reference page; public, as the description is."""
    return render(request, "api/reference.html", {"chapters": chapters()})


@cache
@one_at_a_time
def chapters() -> tuple[Chapter, ...]:
    """Return all operations by their tags, in the order of the description."""
    schema: Schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call] # as its authors left it
    by_tag: dict[str, list[Operation]] = {tag["name"]: [] for tag in schema["tags"]}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            row = _operation(schema, method.upper(), path, operation)
            by_tag.setdefault(operation["tags"][0], []).append(row)
    return tuple(Chapter(name, tuple(rows)) for name, rows in by_tag.items())


def _operation(schema: Schema, method: str, path: str, operation: Schema) -> Operation:
    return Operation(
        key=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        description=prose(operation["description"]),
        parameters=tuple(_shown_parameters(operation)),
        examples=tuple(_examples(operation)),
        answers=tuple(_answers(schema, operation)),
    )


def prose(text: str) -> SafeString:
    """Return a description with what stands between backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "",
        "{}",
        ((format_html("<code>{}</code>", part) if at % 2 else part,) for at, part in parts),
    )


def _shown_parameters(operation: Schema) -> Iterator[Parameter]:
    for parameter in operation.get("parameters", []):
        if parameter["in"] != "path":
            description = prose(parameter.get("description", ""))
            is_required = parameter.get("required", False)
            yield Parameter(parameter["name"], parameter["in"], is_required, description)


def _examples(operation: Schema) -> Iterator[tuple[str, str]]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    for name, example in content.get("examples", {}).items():
        title = example.get("summary", name)
        yield title, json.dumps(example["value"], ensure_ascii=False, indent=1)


def _answers(schema: Schema, operation: Schema) -> Iterator[tuple[str, SafeString]]:
    for status, answer in operation["responses"].items():
        name = answer.get("$ref", "").rsplit("/", 1)[-1]
        shared = schema["components"]["responses"].get(name, answer)
        yield status, prose(shared["description"])
