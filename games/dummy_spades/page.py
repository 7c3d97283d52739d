"""The page of Dummy-Hand Spades: three players, the words of a hand, what is agreed and owed."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import (
    AccountLine,
    ContractWords,
    DrawnTrick,
    Example,
    Fact,
    HandWords,
    KeyHelp,
    LineFields,
    MoneyLine,
    Names,
    Record,
    Seated,
    SideWords,
    Table,
    dealer_name,
    side_keys,
)
from games.card_names import card_name
from games.dummy_spades.account import account_lines, bags_standing
from games.dummy_spades.agreed import agreed_words, command_help
from games.dummy_spades.command import read_command
from games.dummy_spades.course import declarer_tricks
from games.dummy_spades.drawn import draw_tricks
from games.dummy_spades.facts import hand_names, record_facts
from games.dummy_spades.money import reckoning_lines, stakes_lines
from games.dummy_spades.words import (
    DUMMY,
    PLAYERS,
    SEAT_KEYS,
    auction_words,
    bid_words,
    contract_words,
    nil_words,
)
from rules.dummy_spades.auction import BIDS
from rules.dummy_spades.cards import TRICKS
from rules.game import Standing
from rules.problems import Piece, Problem, Seat, Value

NO_BREAK: Final = "\N{NO-BREAK SPACE}"


class DummySpadesPage:
    """See ``GamePresenter``."""

    game = "dummy_spades"
    cards = True
    deals = True

    def sides(self, names: Names) -> tuple[SideWords, ...]:
        """Everybody for himself."""
        keys = side_keys(SEAT_KEYS[:PLAYERS], names)
        return tuple(SideWords(key, (name,)) for key, name in zip(keys, names, strict=True))

    def seat_keys(self) -> tuple[str, ...]:
        """A, B, C clockwise; D is the dummy."""
        return SEAT_KEYS

    def hand_names(self, names: Names) -> tuple[str, ...]:
        """The players' and the dummy's."""
        return hand_names(names)

    def value_words(self, name: str, value: Value) -> str:
        """Cards as they are said, and the dummy by its name."""
        if isinstance(value, Seat):
            return hand_names(("A", "B", "C"))[value]
        return card_name(value) if isinstance(value, Piece) else str(value)

    def target(self, options: Any) -> int:
        """Points to play for."""
        return int(options.target)

    def draws_marks(self, options: Any) -> bool:
        """Points are figures."""
        return False

    def unit(self, options: Any) -> str:
        """What a total counts."""
        return _("points")

    def side_notes(self, standing: Standing, options: Any) -> tuple[str, ...]:
        """The bags of each player as they stand."""
        return tuple(bags_standing(bags, options) for bags in standing.bags or ())

    def words(self, record: Record, verdict: Record, names: Names) -> HandWords:
        """A legal hand in words; made and set are said of the declarer's bid."""
        declarer, won = verdict["declarer"], declarer_tricks(record, verdict)
        made = won >= BIDS[verdict["bid"]]
        own = next(call for call in record["auction"] if call["seat"] == declarer)
        return HandWords(
            shaker=dealer_name(record, names),
            bidder=names[declarer],
            bid=bid_words(own, names),
            contract=ContractWords(_against(record, declarer, names)),
            outcome="made" if made else "set",
            result=_("made") if made else _("set"),
            score=tuple(verdict["score"]),
            auction=auction_words(record["auction"], names),
            sentence=_sentence(record, verdict, names),
            detail=f"{won}–{TRICKS - won}",
        )

    def account(
        self, record: Record, options: Any, names: Names, before: Standing
    ) -> tuple[AccountLine, ...]:
        """Bids, nils and bags of each player."""
        return account_lines(record, options, names, before)

    def account_so_far(self, record: Record, options: Any, names: Names) -> tuple[AccountLine, ...]:
        """Nothing is decided before the tricks are counted."""
        return ()

    def facts(self, record: Record, names: Names) -> tuple[Fact, ...]:
        """Any record in labelled facts."""
        return record_facts(record, names)

    def tricks(
        self, record: Record, options: Any, names: Names, problems: Collection[Problem]
    ) -> tuple[DrawnTrick, ...]:
        """The recorded tricks as they are drawn."""
        return draw_tricks(record, hand_names(names), problems)

    def agreed(self, options: Any) -> tuple[str, ...]:
        """The rules of the table in a few words each."""
        return agreed_words(options)

    def stakes(self, stakes: Mapping[str, str]) -> tuple[MoneyLine, ...]:
        """The amounts agreed."""
        return stakes_lines(stakes)

    def reckoning(
        self,
        standing: Standing,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideWords],
    ) -> tuple[MoneyLine, ...]:
        """What every player pays to every other."""
        if standing.winner is None:
            return ()
        return reckoning_lines(standing, stakes, [side.players[0] for side in sides])

    def command(self, text: str, table: Table) -> LineFields:
        """The fields of the entry form that a typed line stands for."""
        return read_command(text, table.dealer)

    def example(self, options: Any) -> Example:
        """Three bids, then tricks."""
        return Example(
            "4 5n 3 / 5 2 3 3",
            "45n3 5233",
            _("bids 4, 5 with a nil, 3; then the tricks, the dummy's last"),
            _("Three bids in their order, then the tricks of the same three and the dummy."),
        )

    def command_help(self, options: Any) -> tuple[KeyHelp, ...]:
        """What may be typed."""
        return command_help(options)


def _against(record: Record, declarer: int, names: Names) -> str:
    """The bids of the defenders, by the letters at their seats, or by their names where seats
    change."""
    keys = (*names, SEAT_KEYS[DUMMY]) if isinstance(names, Seated) else SEAT_KEYS
    defenders = [call for call in record["auction"] if call["seat"] != declarer]
    bids = [f"{keys[call['seat']]}{NO_BREAK}{bid_words(call, keys)}" for call in defenders]
    return " · ".join(bids)


def _sentence(record: Record, verdict: Record, names: Names) -> str:
    bids = [0, 0, 0]
    for call in record["auction"]:
        bids[call["seat"]] = BIDS[call["bid"]]
    won = declarer_tricks(record, verdict)
    tricks = ngettext("%(won)d trick to %(lost)d", "%(won)d tricks to %(lost)d", won)
    told = [
        contract_words(verdict["declarer"], bids, names),
        tricks % {"won": won, "lost": TRICKS - won},
        *(nil_words(nil, names) for nil in verdict["nil"]),
    ]
    return ". ".join(told)


PAGE: Final = DummySpadesPage()
