"""Drawing lots so that anybody can draw them again.

Each option is given the SHA-256 of ``SEED|PURPOSE|OPTION`` (the option as compact JSON) and the
options are put in the order of these hexadecimal digests. A hash is the same in every language
and every version of one, which a library's shuffle is not; and an option put in later never
changes the order of those that were there.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from typing import TypeVar

Option = TypeVar("Option", int, str)


def seed_new() -> str:
    """A seed that nobody can foresee: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def draw(seed: str, purpose: str, options: Sequence[Option]) -> list[Option]:
    """The options in the order in which they are drawn; the order they are given in is nothing."""
    return sorted(options, key=lambda option: _digest(seed, purpose, option))


def _digest(seed: str, purpose: str, option: int | str) -> str:
    text = f"{seed}|{purpose}|{json.dumps(option)}"
    return hashlib.sha256(text.encode()).hexdigest()
