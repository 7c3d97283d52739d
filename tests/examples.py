"""How many examples slow property tests try: half in everyday runs, all in ``make thorough``."""

import os

THOROUGH = os.environ.get("ALLMARK_THOROUGH") == "1"


def examples(full: int) -> int:
    return full if THOROUGH else (full + 1) // 2
