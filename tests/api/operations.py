"""The operations of the API, a line each, as `operations.txt` has them for a review.

python -m tests.api.operations > tests/api/operations.txt
"""

import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import django

LISTED = Path(__file__).with_name("operations.txt")


@cache
def described() -> dict[str, Any]:
    """The description of the API, as JSON has it; made once a process, not to be changed."""
    from drf_spectacular.generators import SchemaGenerator

    schema: dict[str, Any] = json.loads(
        json.dumps(SchemaGenerator().get_schema(request=None, public=True))
    )
    return schema


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each operation, after its method and path."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def listed(schema: dict[str, Any]) -> str:
    """Method, path, operation id and statuses of each operation, sorted by path."""
    lines = (
        " ".join([name, operation["operationId"], *sorted(operation["responses"])])
        for name, operation in operations(schema)
    )
    return "".join(f"{line}\n" for line in sorted(lines, key=lambda line: line.split()[1::-1]))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.stdout.write(listed(described()))
