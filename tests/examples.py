"""How many examples slow property tests try: half in everyday runs, all in ``make thorough``."""

import os


def examples(full: int) -> int:
    return full if os.environ.get("ALLMARK_THOROUGH") == "1" else (full + 1) // 2
