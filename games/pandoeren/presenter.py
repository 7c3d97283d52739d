"""Pandoeren: four players each alone, with a partner for one hand."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.figures import MINUS, figure, stake_shown, stake_units, units_shown
from core.text import comma_list, isolated
from games.base import (
    ContractLabel,
    Example,
    ExplanationLine,
    HandLabels,
    HandTable,
    LineFields,
    MoneyLine,
    Names,
    Record,
    SideLabel,
    auction_words,
    dealer_name,
)
from games.cards import SUIT_NAMES, card_words
from games.pandoeren.best_play import PandoerenBestPlay
from games.pandoeren.explanation import hand_account, record_facts, roem_account, trick_orders
from games.pandoeren.form import PandoerenEntryForm
from games.pandoeren.labels import (
    LABELS,
    OUTCOMES,
    PandoerenWords,
    bid_words,
    contract_words,
)
from games.pandoeren.line import line_help, read_line
from games.pandoeren.marks import PandoerenMarks
from games.pandoeren.measures import MEASURES
from games.pandoeren.presets import PRESETS, USUAL_ORDER
from games.pandoeren.printing import PandoerenColumns, PandoerenHandRecord, sheet_design, tables
from games.presenter import GamePresenter
from rules import verdict as verdict_on
from rules.game import MatchStanding
from rules.pandoeren import PANDOEREN
from rules.pandoeren.contracts import BIDS, Calls
from rules.pandoeren.scoring import pot_played

_MOST_OF_HAND: Final = 6


def agreed_words(options: Any) -> tuple[str, ...]:
    """Return the rules of a table in a few words each."""
    some = [
        (_("piccolo with any one trick"), options.any_trick),
        (_("a pass is final"), options.pass_is_final),
    ]
    return (_length(options.hands), *(words for words, agreed in some if agreed))


def _length(hands: int | None) -> str:
    if hands is None:
        return _("no fixed number of hands")
    return ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands}


PER_POINT = "per_point"


def pair_lines(
    totals: Sequence[int], stakes: Mapping[str, str], players: Sequence[str]
) -> tuple[MoneyLine, ...]:
    """Return one line for every two players who are not level."""
    return tuple(
        _pair(totals, stakes, players, player, other)
        for player, other in combinations(range(len(totals)), 2)
        if totals[player] != totals[other]
    )


def _pair(
    totals: Sequence[int],
    stakes: Mapping[str, str],
    players: Sequence[str],
    player: int,
    other: int,
) -> MoneyLine:
    ahead, behind = (player, other) if totals[player] > totals[other] else (other, player)
    label = _("%(loser)s to %(winner)s") % {"loser": players[behind], "winner": players[ahead]}
    per_point = stake_shown(stakes, PER_POINT)
    difference = totals[ahead] - totals[behind]
    return MoneyLine(
        label,
        f"({figure(totals[ahead])} {MINUS} {_apart(totals[behind])}) × {per_point}",
        units_shown(difference * stake_units(stakes, PER_POINT), stakes),
    )


def _apart(total: int) -> str:
    """Return a total after a minus sign; a negative one in brackets."""
    return f"({figure(total)})" if total < 0 else figure(total)


class PandoerenPresenter(GamePresenter):
    """See ``GamePresenter``."""

    laws = PANDOEREN
    label = gettext_lazy("Pandoeren")
    evening_label = gettext_lazy("Pandoeren evening, %(date)s")
    labels = LABELS
    words = PandoerenWords()
    marks = PandoerenMarks()
    form = PandoerenEntryForm
    line_help = staticmethod(line_help)
    has_pot = True
    presets = PRESETS
    usual_order = USUAL_ORDER
    season = {"measure": "average", "scoring": "best", "noticed": "lowest"}
    card_columns = PandoerenColumns()
    hand_record = PandoerenHandRecord()
    measures = MEASURES
    best_play = PandoerenBestPlay()
    explanation_so_far = staticmethod(roem_account)
    facts = staticmethod(record_facts)
    orders = staticmethod(trick_orders)
    agreed = staticmethod(agreed_words)
    bid_words = staticmethod(bid_words)
    rule_tables = staticmethod(tables)
    sheet = staticmethod(sheet_design)

    def highest_total(self, options: Any) -> int:
        """Nobody wins six points in every hand, for themselves or with others."""
        return _MOST_OF_HAND * (options.hands or self.marks.hands)

    def hand_labels(self, record: Record, verdict: Record, names: Names) -> HandLabels:
        """Return a legal hand in words."""
        declarer, partner = verdict["declarer"], verdict["partner"]
        return HandLabels(
            dealer=dealer_name(record, names),
            bidder=names[declarer] if declarer is not None else "",
            bid=bid_words(verdict["bid"]) if verdict["bid"] else "",
            contract=_named(record, verdict, names),
            outcome=verdict["outcome"],
            result=str(OUTCOMES[verdict["outcome"]]),
            detail=_added_up(verdict["points"]),
            score=tuple(verdict["score"]),
            auction=auction_words(record["auction"], bid_words),
            sentence=_sentence(record, verdict, names, partner),
        )

    def explanation(
        self, record: Record, options: Any, names: Names, before: MatchStanding
    ) -> tuple[ExplanationLine, ...]:
        """Explain roem, denials, points and everybody's score."""
        return hand_account(record, verdict_on(record), options, names)

    def calculation(
        self,
        standing: MatchStanding,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideLabel],
    ) -> tuple[MoneyLine, ...]:
        """Settle the difference of the current totals between each two players."""
        return pair_lines(standing.totals, stakes, [side.players[0] for side in sides])

    def read_line(self, text: str, table: HandTable) -> LineFields:
        """Return the form fields of a typed line."""
        return read_line(text, table.names)

    def example(self, options: Any) -> Example:
        """Return an example with player, bid, trumps, called card, partner and result."""
        return Example(
            "b150 h sa d m",
            "b15hsadm",
            _("B bid 150, hearts, calls the ace of spades, D has it, made"),
            _("Who, bid, trumps, called card, partner, result."),
        )

    def pot_received(
        self, scores: Sequence[Sequence[int]], *, players: int, ante: int, point: int
    ) -> tuple[int, ...]:
        """Return the amount that each player receives from the pot at the end, in minor units."""
        return pot_played(scores, players=players, ante=ante, point=point).received


def _named(record: Record, verdict: Record, names: Names) -> ContractLabel:
    """Return the declaration and the partner."""
    contract = record.get("contract")
    if contract is None:
        return ContractLabel("")
    trump, call, partner = contract.get("trump"), contract.get("call"), verdict["partner"]
    parts = [str(SUIT_NAMES[trump]) if trump else _("no trumps")]
    if call:
        parts.append(card_words(call))
    if partner is not None:
        parts.append(_("with %(name)s") % {"name": names[partner]})
    elif BIDS[verdict["bid"]].contract.calls is not Calls.NOBODY:
        parts.append(_("alone"))
    return ContractLabel(comma_list(parts), suit=trump or "")


def _added_up(points: Mapping[str, int] | None) -> str:
    """Return the declaring side's points: "112", "112 + 50 + 20 = 182"."""
    if points is None:
        return ""
    parts = [points["cards"], *(points[key] for key in ("roem", "stuk") if points[key])]
    added = " + ".join(map(str, parts))
    return added if len(parts) == 1 else isolated(f"{added} = {points['total']}")


def _sentence(record: Record, verdict: Record, names: Names, partner: int | None) -> str:
    if verdict["bid"] is None:
        return _("Everyone passed.")
    calls = BIDS[verdict["bid"]].contract.calls is not Calls.NOBODY
    values = {
        "name": names[verdict["declarer"]],
        "contract": contract_words(
            verdict["bid"], record.get("contract"), alone=calls and partner is None
        ),
        "outcome": OUTCOMES[verdict["outcome"]],
    }
    if partner is None:
        return _("%(name)s, %(contract)s: %(outcome)s") % values
    values["partner"] = names[partner]
    return _("%(name)s, %(contract)s, with %(partner)s: %(outcome)s") % values


GAME: Final = PandoerenPresenter()
