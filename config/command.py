"""The command that began this process, as it is to be typed again."""

import os
import shlex
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

from config.leftovers import process

SETTINGS: Final = ("HOST", "PORT", "ALLMARK_DATA")
"""Variables of a start that are often typed before its command."""
SECRETS: Final = ("DATABASE_URL", "BROKER_URL")
"""Others, which may hold a password."""


def command_again(**changed: str) -> str:
    """Return the command with some settings changed, and the others as they were given.

    Options of the command that go before these settings are left out.
    """
    given = {name: os.environ[name] for name in SETTINGS if os.environ.get(name)} | changed
    variables = [f"{name}={shlex.quote(value)}" for name, value in given.items()]
    variables += [f"{name}=…" for name in SECRETS if os.environ.get(name)]
    parent = process(os.getppid())
    if parent and Path(parent.command[0]).name in {"make", "gmake"}:
        return " ".join([*variables, "make run"])
    words = _without(sys.orig_argv, [f"--{name.lower()}" for name in changed])
    return " ".join([*variables, shlex.join(words)])


def _without(words: Iterable[str], options: Collection[str]) -> Iterator[str]:
    """Yield the words but these options and their values."""
    rest = iter(words)
    for word in rest:
        if word in options:
            next(rest, None)
        elif word.partition("=")[0] not in options:
            yield word
