"""The rules of each game in an organiser's words: what the rule book names, told and translated.

``words_for(game)`` gives labels and explanations of presets and options. A test holds that every
option, every value and every preset of the rule book has words here.
"""

from games.words.base import GameWords, OptionWords, PresetWords
from games.words.dummy_spades import DUMMY_SPADES
from games.words.pandoeren import PANDOEREN
from games.words.texas42 import TEXAS42
from games.words.values import value_words

WORDS: dict[str, GameWords] = {
    "texas42": TEXAS42,
    "pandoeren": PANDOEREN,
    "dummy_spades": DUMMY_SPADES,
}


def words_for(game: str) -> GameWords:
    """The words of a game of the rule book."""
    return WORDS[game]


__all__ = ["WORDS", "GameWords", "OptionWords", "PresetWords", "value_words", "words_for"]
