"""Whether the catalogues keep to the glossaries: ``python -m tests.glossary``.

Each `docs/languages/LANG-glossary.md` has a table of words that are not used, each with the fixed
term. A translation that has one is listed with its message; the exit status is then 1.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib

ROOT = Path(__file__).resolve().parent.parent
SECTION = "## Words that are not used"
ROW = re.compile(r"^\| `(?P<word>[^`]+)` \| (?P<use>[^|]+) \|(?: (?P<but>[^|]*) \|)?$")
LETTER = r"[^\W\d_]"
WITHOUT_BLANKS = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
"""Scripts that write words without blanks between them."""


class Unused(NamedTuple):
    """A word that no translation has, and what to say; messages with ``but`` in them may."""

    word: str
    use: str
    but: str

    def is_in(self, text: str) -> bool:
        """Whether a text has it as a word of its own."""
        if WITHOUT_BLANKS.search(self.word):
            return self.word in text
        return bool(re.search(rf"(?<!{LETTER}){re.escape(self.word)}(?!{LETTER})", text, re.I))


class Deviation(NamedTuple):
    """A translation with a word that is not used."""

    language: str
    message: str
    text: str
    unused: Unused


def unused_words(glossary: Path) -> list[Unused]:
    """Return the table of a glossary."""
    _before, section, table = glossary.read_text().partition(SECTION)
    if not section:
        return []
    rows = map(ROW.match, table.partition("\n## ")[0].splitlines())
    return [
        Unused(row["word"], row["use"].strip(), (row["but"] or "").strip()) for row in rows if row
    ]


def deviations() -> Iterator[Deviation]:
    """Yield every translation that has a word which its glossary does not use."""
    for catalogue in sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po")):
        language = catalogue.parts[-3]
        words = unused_words(ROOT / f"docs/languages/{language}-glossary.md")
        for entry in polib.pofile(str(catalogue)):
            for text in (entry.msgstr, *entry.msgstr_plural.values()):
                for unused in words:
                    if unused.is_in(text) and not (unused.but and unused.but in entry.msgid):
                        yield Deviation(language, entry.msgid, text, unused)


def main() -> int:
    """List the deviations."""
    wrong = list(deviations())
    for deviation in wrong:
        unused = deviation.unused
        sys.stdout.write(
            f"{deviation.language}: {unused.word} is {unused.use}\n"
            f"    {deviation.message[:100]}\n    {deviation.text[:100]}\n"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
