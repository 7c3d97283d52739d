"""How the pages speak of each game. A new game adds one package and one line here.

Nothing here knows a model, a form or a request: records, verdicts and names in, words out.
"""

from collections.abc import Mapping
from typing import Final

from games.base import GamePresenter
from games.dummy_spades import PAGE as DUMMY_SPADES
from games.pandoeren import PAGE as PANDOEREN
from games.texas42 import PAGE as TEXAS42

ALL: Final[tuple[GamePresenter, ...]] = (TEXAS42, PANDOEREN, DUMMY_SPADES)
PAGES: Final[Mapping[str, GamePresenter]] = {page.game: page for page in ALL}

__all__ = ["PAGES", "GamePresenter"]
