"""Dummy-Hand Spades: three players and a dummy."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.figures import stake_units, units_shown
from core.text import beside, by_side, sentences
from games.base import (
    ContractLabel,
    Example,
    HandLabels,
    HandTable,
    LineFields,
    MoneyLine,
    Names,
    Record,
    SideLabel,
    dealer_name,
    hand_keys,
)
from games.dummy_spades.explanation import (
    account_lines,
    bags_standing,
    declarer_tricks,
    hand_names,
    record_facts,
    trick_orders,
)
from games.dummy_spades.form import DummySpadesEntryForm
from games.dummy_spades.labels import (
    LABELS,
    SpadesWords,
    auction_words,
    bid_words,
    contract_words,
    nil_words,
)
from games.dummy_spades.line import line_help, read_line
from games.dummy_spades.marks import DummySpadesMarks
from games.dummy_spades.measures import MEASURES
from games.dummy_spades.presets import PRESETS
from games.dummy_spades.printing import SpadesColumns, SpadesHandRecord, sheet_design, tables
from games.presenter import GamePresenter
from games.printing import NO_BREAK
from games.tricks import Order
from rules.dummy_spades import DUMMY_SPADES
from rules.dummy_spades.auction import BIDS
from rules.dummy_spades.cards import TRICKS
from rules.dummy_spades.options import Bidding, Options
from rules.game import MatchStanding
from rules.problems import SeatInText, Value


def agreed_words(options: Options) -> tuple[str, ...]:
    """Return the rules of a table in a few words each."""
    said = [
        (_points_to(options.target), True),
        (_bag_words(options), True),
        (_("nil %(bonus)d") % {"bonus": options.nil_bonus}, True),
        (_("mirror: the bid is the spades in hand"), options.bidding is Bidding.MIRROR),
        (_("suicide: everybody declares a nil"), options.bidding is Bidding.SUICIDE),
        (_("spades may be led at any time"), not options.break_spades),
        (_flipped_words(options.flipped), options.flipped > 0),
        (_peeked_words(options.peeked), options.peeked > 0),
    ]
    return tuple(words for words, shown in said if shown)


def _points_to(target: int) -> str:
    return ngettext("to %(count)d point", "to %(count)d points", target) % {"count": target}


def _bag_words(options: Options) -> str:
    if options.bag_limit is None or not options.bag_penalty:
        return _("bags cost nothing")
    return _("%(limit)d bags cost %(penalty)d") % {
        "limit": options.bag_limit,
        "penalty": options.bag_penalty,
    }


def _flipped_words(count: int) -> str:
    return ngettext(
        "%(count)d card of the dummy turned up", "%(count)d cards of the dummy turned up", count
    ) % {"count": count}


def _peeked_words(count: int) -> str:
    return ngettext(
        "each looks at %(count)d card of the dummy",
        "each looks at %(count)d cards of the dummy",
        count,
    ) % {"count": count}


def difference_lines(
    standing: MatchStanding, stakes: Mapping[str, str], names: Names
) -> tuple[MoneyLine, ...]:
    """Settle the difference between each two players; the winner receives a game from each of the
    others."""
    return tuple(_pair(high, low, standing, stakes, names) for high, low in _pairs(standing.totals))


def _pairs(totals: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield every two players, the higher total first; those of the winner come first."""
    ranked = sorted(range(len(totals)), key=lambda player: -totals[player])
    return combinations(ranked, 2)


def _pair(
    high: int, low: int, standing: MatchStanding, stakes: Mapping[str, str], names: Names
) -> MoneyLine:
    totals = standing.totals
    game = stake_units(stakes, "per_game") if high == standing.winner else 0
    units = (totals[high] - totals[low]) * stake_units(stakes, "per_point") + game
    per_point = units_shown(stake_units(stakes, "per_point"), stakes)
    calculation = f"({totals[high]} − {_bracketed(totals[low])}) × {per_point}"
    return MoneyLine(
        _("%(payer)s pays %(winner)s") % {"payer": names[low], "winner": names[high]},
        f"{calculation} + {units_shown(game, stakes)}" if game else calculation,
        units_shown(units, stakes),
    )


def _bracketed(number: int) -> str:
    return f"(−{-number})" if number < 0 else str(number)


class DummySpadesPresenter(GamePresenter):
    """See ``GamePresenter``."""

    laws = DUMMY_SPADES
    label = gettext_lazy("Dummy-Hand Spades")
    evening_label = gettext_lazy("Spades evening, %(date)s")
    labels = LABELS
    words = SpadesWords()
    marks = DummySpadesMarks()
    form = DummySpadesEntryForm
    round_minutes = 40
    presets = PRESETS
    usual_order = ("games_won", "points", "at_one_table")
    card_columns = SpadesColumns()
    hand_record = SpadesHandRecord()
    measures = MEASURES
    sheet = staticmethod(sheet_design)
    explanation = staticmethod(account_lines)
    facts = staticmethod(record_facts)
    agreed = staticmethod(agreed_words)
    line_help = staticmethod(line_help)
    rule_tables = staticmethod(tables)

    def hand_names(self, names: Names) -> tuple[str, ...]:
        """Return the players' and the dummy's."""
        return hand_names(names)

    def value_words(self, name: str, value: Value) -> str:
        if isinstance(value, SeatInText):
            return hand_names(("A", "B", "C"))[value]
        return super().value_words(name, value)

    def target(self, options: Any) -> int:
        """Points to play for."""
        return int(options.target)

    def highest_total(self, options: Any) -> int:
        """The last hand may bring the points of thirteen tricks and two nils."""
        return int(options.target) - 1 + 10 * TRICKS + 2 * int(options.nil_bonus)

    def side_notes(self, standing: MatchStanding, options: Any) -> tuple[str, ...]:
        """Return the current bags of each player."""
        return tuple(bags_standing(bags, options) for bags in standing.bags or ())

    def hand_labels(self, record: Record, verdict: Record, names: Names) -> HandLabels:
        """Return the labels of a legal hand; made and set refer to the declarer's bid."""
        declarer, won = verdict["declarer"], declarer_tricks(record, verdict)
        made = won >= BIDS[verdict["bid"]]
        declarer_call = next(call for call in record["auction"] if call["seat"] == declarer)
        return HandLabels(
            dealer=dealer_name(record, names),
            bidder=names[declarer],
            bid=bid_words(declarer_call, names),
            contract=ContractLabel(_against(record, declarer, names)),
            outcome="made" if made else "set",
            result=_("made") if made else _("set"),
            score=tuple(verdict["score"]),
            auction=auction_words(record["auction"], names),
            sentence=_sentence(record, verdict, names),
            detail=by_side((won, TRICKS - won)),
        )

    def orders(self, record: Record, options: Any) -> list[Order]:
        return trick_orders(record)

    def calculation(
        self,
        standing: MatchStanding,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideLabel],
    ) -> tuple[MoneyLine, ...]:
        """Return the payments between players."""
        if standing.winner is None:
            return ()
        return difference_lines(standing, stakes, [side.players[0] for side in sides])

    def read_line(self, text: str, table: HandTable) -> LineFields:
        """Return the form fields of a typed line."""
        return read_line(text, table.dealer, table.names)

    def example(self, options: Any) -> Example:
        return Example(
            "4 5n 3 / 5 2 3 3",
            "45n3 5233",
            _("bids 4, 5 with a nil, 3; then the tricks, the dummy's last"),
            _("Three bids in their order, then the tricks of the same three and the dummy."),
        )


def _against(record: Record, declarer: int, names: Names) -> str:
    """Return the defenders' bids, by their letters."""
    keys = hand_keys(names)
    defenders = [call for call in record["auction"] if call["seat"] != declarer]
    bids = [beside(keys[call["seat"]], bid_words(call, keys), space=NO_BREAK) for call in defenders]
    return " · ".join(bids)


def _sentence(record: Record, verdict: Record, names: Names) -> str:
    bids = [0, 0, 0]
    for call in record["auction"]:
        bids[call["seat"]] = BIDS[call["bid"]]
    won = declarer_tricks(record, verdict)
    tricks = ngettext("%(won)d trick to %(lost)d", "%(won)d tricks to %(lost)d", won)
    phrases = [
        contract_words(verdict["declarer"], bids, names),
        tricks % {"won": won, "lost": TRICKS - won},
        *(nil_words(nil, names) for nil in verdict["nil"]),
    ]
    return sentences(phrases)


GAME: Final = DummySpadesPresenter()
