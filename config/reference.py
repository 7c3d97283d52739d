"""The API's description as a page to be read: no script, the site's own look."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of text; ``code`` for what a program writes."""

    text: str
    code: bool


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that is sent beside the body."""

    name: str
    place: str
    required: bool
    description: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that a program can ask for."""

    key: str
    method: str
    path: str
    summary: str
    description: tuple[Words, ...]
    parameters: tuple[Parameter, ...]
    examples: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, tuple[Words, ...]], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The operations of one tag."""

    name: str
    operations: tuple[Operation, ...]


def reference(request: HttpRequest) -> HttpResponse:
    """The page; open to everybody, as the description is."""
    return render(request, "api/reference.html", {"chapters": chapters()})


@cache
def chapters() -> tuple[Chapter, ...]:
    """The whole description in the order of its tags."""
    schema: Schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call] # as its authors left it
    found: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            row = _operation(schema, method.upper(), path, operation)
            found.setdefault(operation["tags"][0], []).append(row)
    return tuple(Chapter(name, tuple(rows)) for name, rows in found.items())


def _operation(schema: Schema, method: str, path: str, operation: Schema) -> Operation:
    return Operation(
        key=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        description=words(operation["description"]),
        parameters=tuple(_parameters(operation)),
        examples=tuple(_examples(operation)),
        answers=tuple(_answers(schema, operation)),
    )


def words(text: str) -> tuple[Words, ...]:
    """A description split at its backticks."""
    pieces = enumerate(text.split("`"))
    return tuple(Words(piece, code=index % 2 == 1) for index, piece in pieces if piece)


def _parameters(operation: Schema) -> Iterator[Parameter]:
    for parameter in operation.get("parameters", []):
        if parameter["in"] != "path":
            description = words(parameter.get("description", ""))
            is_required = parameter.get("required", False)
            yield Parameter(parameter["name"], parameter["in"], is_required, description)


def _examples(operation: Schema) -> Iterator[tuple[str, str]]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    for name, example in content.get("examples", {}).items():
        title = example.get("summary", name)
        yield title, json.dumps(example["value"], ensure_ascii=False, indent=1)


def _answers(schema: Schema, operation: Schema) -> Iterator[tuple[str, tuple[Words, ...]]]:
    for status, answer in operation["responses"].items():
        name = answer.get("$ref", "").rsplit("/", 1)[-1]
        shared = schema["components"]["responses"].get(name, answer)
        yield status, words(shared["description"])
