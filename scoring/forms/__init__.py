"""The forms in which hands are entered: one for each game, all of the shape of ``EntryForm``."""

from collections.abc import Mapping
from typing import Final

from scoring.forms.dummy_spades import DummySpadesEntryForm
from scoring.forms.entry import EntryForm
from scoring.forms.pandoeren import PandoerenEntryForm
from scoring.forms.texas42 import Texas42EntryForm

ENTRY_FORMS: Final[Mapping[str, type[EntryForm]]] = {
    "texas42": Texas42EntryForm,
    "pandoeren": PandoerenEntryForm,
    "dummy_spades": DummySpadesEntryForm,
}

__all__ = ["ENTRY_FORMS", "EntryForm"]
