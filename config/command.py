"""The command that began this process, as it is to be typed again."""

import os
import shlex
import sys
from collections.abc import Collection, Iterable, Iterator
from typing import Final

SETTINGS: Final = ("HOST", "PORT", "ALLMARK_DATA")
"""Variables of a start that are often typed before its command."""
OPTIONS: Final = {"HOST": "--host", "PORT": "--port"}
HALL: Final = "ALLMARK_HALL_COMMAND"
"""A variable that tells pages the command which starts this site for phones in the hall."""
SECRETS: Final = ("DATABASE_URL", "BROKER_URL")
"""Others, which may hold a password."""


def command_again(**changed: str) -> str:
    """Return the command with some settings changed, and the others as they were given.

    The host and port are variables of ``make run``, and options of every other command.
    """
    given = {name: os.environ[name] for name in SETTINGS if os.environ.get(name)} | changed
    is_made = "MAKELEVEL" in os.environ
    variables = [
        f"{name}={shlex.quote(value)}"
        for name, value in given.items()
        if is_made or name not in OPTIONS
    ]
    variables += [f"{name}=…" for name in SECRETS if os.environ.get(name)]
    if is_made:
        return " ".join([*variables, "make run"])
    words = [*_without(sys.orig_argv, [OPTIONS[name] for name in changed if name in OPTIONS])]
    for name, value in given.items():
        if (option := OPTIONS.get(name)) and (name in changed or option not in words):
            words += [option, value]
    return " ".join([*variables, shlex.join(words)])


def _without(words: Iterable[str], options: Collection[str]) -> Iterator[str]:
    """Yield the words but these options and their values."""
    rest = iter(words)
    for word in rest:
        if word in options:
            next(rest, None)
        elif word.partition("=")[0] not in options:
            yield word
