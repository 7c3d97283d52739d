"""What somebody typed: can it be seen, and is it a day that people live on?"""

import datetime
import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

FIRST_DAY: Final = datetime.date(1900, 1, 1)
LAST_DAY: Final = datetime.date(2199, 12, 31)

# Letters and signs by their category, yet blank: fillers of Hangul, the empty braille cell.
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Zl", "Zp", "Zs"})


def is_visible(text: str) -> bool:
    """Whether there is anything to see: not blanks, controls or characters of no width alone."""
    return any(
        letter not in BLANK and unicodedata.category(letter) not in UNSEEN for letter in text
    )


def visible_check(text: str) -> None:
    """Raises ``ValidationError`` for a name that nobody could see or call out."""
    if not is_visible(text):
        raise ValidationError(_("Nothing of this can be seen: write a name."), code="invisible")
    if any(unicodedata.category(letter) == "Cc" for letter in text):
        raise ValidationError(_("A name is one line, without control characters."), code="control")


_DAY_WORDS: Final = gettext_lazy("A date between 1900 and 2199 is wanted.")
DAY_CHECKS: Final = (
    MinValueValidator(FIRST_DAY, _DAY_WORDS),
    MaxValueValidator(LAST_DAY, _DAY_WORDS),
)
