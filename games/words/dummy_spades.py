"""The words of Dummy-Hand Spades' presets, options and stakes."""

from django.utils.translation import gettext_lazy as _

from games.words.base import GameWords, OptionWords, PresetWords

PRESETS = {
    "standard": PresetWords(
        _("To 500"), _("The dummy stays hidden until the first lead; bids and nils are free.")
    ),
    "short": PresetWords(_("To 300"), _("As the game to 500, but shorter.")),
    "three_peeky": PresetWords(
        _("Three peeky"), _("Before bidding each player looks at three of the dummy's cards.")
    ),
    "four_peeky": PresetWords(
        _("Four peeky"), _("Before bidding each player looks at four of the dummy's cards.")
    ),
    "flip_1": PresetWords(
        _("Flip one"), _("Each player turns up one of the dummy's cards: three for all to see.")
    ),
    "flip_2": PresetWords(
        _("Flip two"), _("Each player turns up two of the dummy's cards: six for all to see.")
    ),
    "flip_3": PresetWords(
        _("Flip three"), _("Each player turns up three of the dummy's cards: nine for all to see.")
    ),
    "flip_4": PresetWords(
        _("Flip four"), _("Each player turns up four of the dummy's cards: twelve for all to see.")
    ),
    "mirror": PresetWords(
        _("Mirror"), _("Everybody bids the spades in hand; who has none bids 0 and nil.")
    ),
    "suicide": PresetWords(_("Suicide"), _("Everybody must declare nil on at least one hand.")),
}

OPTIONS = {
    "target": OptionWords(
        _("Game to"),
        _("The points at which the highest total wins, where one player alone has it."),
    ),
    "bag_limit": OptionWords(
        _("Bags to a penalty"),
        _("So many tricks over the bids cost the penalty. Empty: bags cost nothing."),
    ),
    "bag_penalty": OptionWords(
        _("Bag penalty"), _("The points lost each time the bags are full; those bags are gone.")
    ),
    "nil_bonus": OptionWords(
        _("Nil"), _("Won where the hand of a nil takes no trick, lost where it takes one.")
    ),
    "break_spades": OptionWords(
        _("Spades must be broken"),
        _("No spade is led before one was played, unless the hand holds nothing else."),
    ),
    "peek": OptionWords(
        _("Looking at the dummy"),
        _("What is seen of the dummy's hand before the bidding."),
        {
            "none": _("nothing"),
            "three": _("three cards, each player alone"),
            "four": _("four cards, each player alone"),
            "flip1": _("each turns up one for all"),
            "flip2": _("each turns up two for all"),
            "flip3": _("each turns up three for all"),
            "flip4": _("each turns up four for all"),
        },
    ),
    "bidding": OptionWords(
        _("Bidding"),
        _("How far a bid is free."),
        {
            "open": _("free"),
            "mirror": _("mirror: as many as spades in hand"),
            "suicide": _("suicide: a nil from everybody"),
        },
    ),
}

STAKES = {
    "per_point": _("for each point of difference, between every two players"),
    "per_game": _("from each loser to the winner"),
}

DUMMY_SPADES = GameWords(PRESETS, OPTIONS, STAKES)
