"""Texts kept beside the tests: `ALLMARK_GOLDEN=1` writes them anew instead of comparing them."""

import os
from difflib import unified_diff
from pathlib import Path


def same_as_kept(file: Path, text: str) -> None:
    """Assert that a text is the one that is kept, or keep it."""
    if os.environ.get("ALLMARK_GOLDEN"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    kept = file.read_text() if file.exists() else ""
    if text != kept:
        lines = unified_diff(kept.splitlines(), text.splitlines(), str(file), "now", lineterm="")
        raise AssertionError("\n".join(["ALLMARK_GOLDEN=1 keeps what is now:", *lines]))
