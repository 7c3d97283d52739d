"""Names of matches: a code with values, turned into text in the reader's language."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.text import about, isolated

NO_VALUES: Final[Mapping[str, Any]] = MappingProxyType({})


class LabelKind(models.TextChoices):
    """The sentence that takes the values."""

    NONE = "", ""
    NAME = "name", "%(name)s"
    TABLE = "table", _("round %(round)d, table %(table)d")
    GAME = "game", _("round %(round)d, table %(table)d, game %(game)d")


class Label(NamedTuple):
    """Beside the values of the kind there may be ``event``, a name, and ``shift``."""

    kind: str = LabelKind.NONE
    values: Mapping[str, Any] = NO_VALUES

    def __str__(self) -> str:
        event = self.values.get("event")
        return about(isolated(event or ""), self.place)

    @property
    def place(self) -> str:
        """The label without the event."""
        words = str(LabelKind(self.kind).label) % dict(self.values)
        if self.values.get("shift", 1) == 1:
            return words
        values = {"place": words, "shift": self.values["shift"]}
        return gettext("%(place)s, shift %(shift)d") % values
