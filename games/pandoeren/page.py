"""The page of Pandoeren: four players each for himself, with a partner for one hand."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

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
    SideWords,
    Table,
    dealer_name,
    side_keys,
)
from games.card_names import SUIT_NAMES
from games.pandoeren import money
from games.pandoeren.account import hand_account, roem_account
from games.pandoeren.agreed import agreed_words, command_help
from games.pandoeren.command import read_command
from games.pandoeren.drawn import draw_tricks
from games.pandoeren.facts import record_facts
from games.pandoeren.words import (
    OUTCOMES,
    SEAT_KEYS,
    auction_words,
    bid_words,
    card_words,
    contract_words,
)
from rules import verdict as verdict_on
from rules.game import Standing
from rules.pandoeren.contracts import BIDS, Calls
from rules.problems import Bid, Piece, Problem, Value


class PandoerenPage:
    """See ``GamePresenter``."""

    game = "pandoeren"
    cards = True
    deals = True

    def sides(self, names: Names) -> tuple[SideWords, ...]:
        """Everybody for himself."""
        keys = side_keys(SEAT_KEYS, names)
        return tuple(SideWords(key, (name,)) for key, name in zip(keys, names, strict=True))

    def seat_keys(self) -> tuple[str, ...]:
        """A, B, C, D around the table."""
        return SEAT_KEYS

    def hand_names(self, names: Names) -> tuple[str, ...]:
        """Every player has one."""
        return tuple(names)

    def side_notes(self, standing: Standing, options: Any) -> tuple[str, ...]:
        """The total says it all."""
        return ()

    def value_words(self, name: str, value: Value) -> str:
        """Bids and cards as they are said."""
        if isinstance(value, Bid):
            return bid_words(value)
        return card_words(value) if isinstance(value, Piece) else str(value)

    def target(self, options: Any) -> int:
        """No total ends a match."""
        return 0

    def draws_marks(self, options: Any) -> bool:
        """Totals go up and down: they are numbers."""
        return False

    def unit(self, options: Any) -> str:
        """What a total counts."""
        return _("points")

    def words(self, record: Record, verdict: Record, names: Names) -> HandWords:
        """A legal hand in words."""
        declarer, partner = verdict["declarer"], verdict["partner"]
        return HandWords(
            shaker=dealer_name(record, names),
            bidder=names[declarer] if declarer is not None else "",
            bid=bid_words(verdict["bid"]) if verdict["bid"] else "",
            contract=_named(record, verdict, names),
            outcome=verdict["outcome"],
            result=str(OUTCOMES[verdict["outcome"]]),
            detail=_added_up(verdict["points"]),
            score=tuple(verdict["score"]),
            auction=auction_words(record["auction"]),
            sentence=_sentence(record, verdict, names, partner),
        )

    def account(
        self, record: Record, options: Any, names: Names, before: Standing
    ) -> tuple[AccountLine, ...]:
        """Roem, denials, points and what everybody gets."""
        return hand_account(record, verdict_on(record), options, names)

    def account_so_far(self, record: Record, options: Any, names: Names) -> tuple[AccountLine, ...]:
        """Roem is announced after the first lead: it is adjudicated before the hand is over."""
        return roem_account(record, options, names)

    def facts(self, record: Record, names: Names) -> tuple[Fact, ...]:
        """Any record in labelled facts."""
        return record_facts(record, names)

    def tricks(
        self, record: Record, options: Any, names: Names, problems: Collection[Problem]
    ) -> tuple[DrawnTrick, ...]:
        """The recorded tricks as they are drawn."""
        return draw_tricks(record, options, names, problems)

    def agreed(self, options: Any) -> tuple[str, ...]:
        """The rules of the table in a few words each."""
        return agreed_words(options)

    def stakes(self, stakes: Mapping[str, str]) -> tuple[MoneyLine, ...]:
        """The amount for a point."""
        return money.stakes_agreed(stakes)

    def reckoning(
        self,
        standing: Standing,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideWords],
    ) -> tuple[MoneyLine, ...]:
        """Every two players settle the difference of their totals, as they stand."""
        return money.reckoning(standing.totals, stakes, [side.players[0] for side in sides])

    def command(self, text: str, table: Table) -> LineFields:
        """The fields of the entry form that a typed line stands for."""
        return read_command(text)

    def example(self, options: Any) -> Example:
        """Who, bid, trumps, called card, partner and result."""
        return Example(
            "b150 h sa d m",
            "b15hsadm",
            _("B bid 150, hearts, calls the ace of spades, D has it, made"),
            _("Who, bid, trumps, called card, partner, result."),
        )

    def command_help(self, options: Any) -> tuple[KeyHelp, ...]:
        """What may be typed."""
        return command_help()


def _named(record: Record, verdict: Record, names: Names) -> ContractWords:
    """What the declarer named, and with whom he played."""
    contract = record.get("contract")
    if contract is None:
        return ContractWords("")
    trump, call, partner = contract.get("trump"), contract.get("call"), verdict["partner"]
    parts = [str(SUIT_NAMES[trump]) if trump else _("no trumps")]
    if call:
        parts.append(card_words(call))
    if partner is not None:
        parts.append(_("with %(name)s") % {"name": names[partner]})
    elif BIDS[verdict["bid"]].contract.calls is not Calls.NOBODY:
        parts.append(_("alone"))
    return ContractWords(", ".join(parts), suit=trump or "")


def _added_up(points: Mapping[str, int] | None) -> str:
    """The declaring side's points: "112", "112 + 50 + 20 = 182"."""
    if points is None:
        return ""
    parts = [points["cards"], *(points[key] for key in ("roem", "stuk") if points[key])]
    added = " + ".join(map(str, parts))
    return added if len(parts) == 1 else f"{added} = {points['total']}"


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


PAGE: Final = PandoerenPage()
