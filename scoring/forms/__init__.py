"""The forms in which hands are entered: one for each game, all of the shape of ``EntryForm``."""

from collections.abc import Mapping
from typing import Final

from games.dummy_spades.forms import DummySpadesEntryForm
from games.entry_form import EntryForm
from games.pandoeren.forms import PandoerenEntryForm
from games.texas42.forms import Texas42EntryForm

ENTRY_FORMS: Final[Mapping[str, type[EntryForm]]] = {
    "texas42": Texas42EntryForm,
    "pandoeren": PandoerenEntryForm,
    "dummy_spades": DummySpadesEntryForm,
}

__all__ = ["ENTRY_FORMS", "EntryForm"]
