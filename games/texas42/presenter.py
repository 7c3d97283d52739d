"""Texas 42: two teams, dominoes, marks or points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.figures import UNKNOWN, stake_shown, stake_units, units_shown
from core.text import by_side, comma_list
from games.base import (
    Example,
    Fact,
    HandLabels,
    HandTable,
    KeyHelp,
    LineFields,
    MoneyLine,
    Names,
    Record,
    SideLabel,
    auction_words,
    declarer_of,
)
from games.presenter import GamePresenter
from games.printing import RuleSection, SheetDesign
from games.texas42.best_play import Texas42BestPlay
from games.texas42.examples import EXAMPLES
from games.texas42.explanation import record_facts, trick_orders
from games.texas42.form import Texas42EntryForm
from games.texas42.labels import (
    KINDS,
    OUTCOMES,
    ShakerWords,
    Texas42Words,
    bid_words,
    contract_words,
    labels_saying,
)
from games.texas42.line import line_help, read_line
from games.texas42.marks import Texas42Marks
from games.texas42.measures import MEASURES
from games.texas42.presets import PRESETS, USUAL_ORDER
from games.texas42.printing import (
    Texas42Columns,
    Texas42HandRecord,
    idle,
    sheet_design,
    tables,
)
from games.wording import DealerTerm, HandWords
from rules.game import MatchStanding
from rules.problems import Value
from rules.texas42 import TEXAS42
from rules.texas42.options import When


def agreed_words(options: Any, says: DealerTerm) -> tuple[str, ...]:
    """Return the rules of a table in a few words each."""
    unit = _length(options)
    must_bid = says.either(_("the shaker must bid"), _("the dealer must bid"))
    again = says.either(_("all pass: next shaker"), _("all pass: next dealer"))
    forced = str(must_bid if options.dealer_must_bid else again)
    stuck = says.either(
        _("nello only by a shaker who must bid"), _("nello only by a dealer who must bid")
    )
    contracts = [
        (_("follow me"), options.no_trump == When.ANY),
        (_("follow me with a bid of 1 mark or more"), options.no_trump == When.MARK_BIDS),
        (_("doubles as trumps"), options.doubles_trump == When.ANY),
        (
            _("doubles as trumps with a bid of 1 mark or more"),
            options.doubles_trump == When.MARK_BIDS,
        ),
        (_("nello"), options.nello == When.ANY),
        (str(stuck), options.nello == When.DEALER_FORCED),
        (_("low-no"), options.low_no),
        (_("plunge"), options.plunge),
        (_("splash"), options.splash),
        (_("sevens"), options.sevens),
    ]
    special = options.low_no or options.plunge or options.splash or options.sevens
    named = () if special or options.nello != When.NEVER else (_("straight 42"),)
    return (*named, unit, forced, *(name for name, allowed in contracts if allowed))


def _length(options: Any) -> str:
    if options.hands is not None:
        return ngettext("%(count)d hand", "%(count)d hands", options.hands) % {
            "count": options.hands
        }
    return _points_to(options.target) if options.by_points else _marks_to(options.target)


def _marks_to(target: int) -> str:
    return ngettext("to %(count)d mark", "to %(count)d marks", target) % {"count": target}


def _points_to(target: int) -> str:
    return ngettext("to %(count)d point", "to %(count)d points", target) % {"count": target}


class Texas42Presenter(GamePresenter):
    """See ``GamePresenter``."""

    laws = TEXAS42
    label = gettext_lazy("Texas 42")
    evening_label = gettext_lazy("42 night, %(date)s")
    says = DealerTerm.SHAKER
    labels = labels_saying(says)
    words: ClassVar[HandWords] = ShakerWords()
    marks = Texas42Marks()
    form = Texas42EntryForm
    examples = EXAMPLES
    cards = False
    round_minutes = 25
    presets = PRESETS
    usual_order = USUAL_ORDER
    season = {"measure": "games_won", "scoring": "sum"}
    card_columns = Texas42Columns(words)
    hand_record = Texas42HandRecord(words)
    best_play = Texas42BestPlay()
    measures = MEASURES
    orders = staticmethod(trick_orders)
    bid_words = staticmethod(bid_words)
    idle_options = staticmethod(idle)

    def saying(self, says: str) -> GamePresenter:
        """Return the presenter that calls the dealer so."""
        return DEALT if says == DealerTerm.DEALER else GAME

    def facts(self, record: Record, names: Names) -> tuple[Fact, ...]:
        return record_facts(record, names, self.words)

    def agreed(self, options: Any) -> tuple[str, ...]:
        return agreed_words(options, self.says)

    def line_help(self, table: HandTable) -> tuple[KeyHelp, ...]:
        return line_help(table, self.says)

    def sheet(self, options: Any) -> SheetDesign:
        return sheet_design(options, self.words)

    def rule_tables(self, options: Any) -> Iterator[RuleSection]:
        return tables(options, self.says)

    def value_words(self, name: str, value: Value) -> str:
        """Name contracts."""
        if name == "kinds":
            named = {"trump": _("a suit as trumps")} | KINDS
            return comma_list(str(named.get(kind, kind)) for kind in str(value).split(", "))
        if name in {"kind", "word"}:
            return str(KINDS.get(str(value), value))
        return super().value_words(name, value)

    def target(self, options: Any) -> int:
        """Return the target in marks or points; 0 with a number of hands."""
        return int(options.target) if options.hands is None else 0

    def draws_marks(self, options: Any) -> bool:
        """The ALL has seven strokes; longer marks matches draw it again and again."""
        return not options.by_points and options.hands is None

    def unit(self, options: Any) -> str:
        """Marks, unless the rules have points."""
        return _("points") if options.by_points else str(self.words.unit)

    def least_total(self, options: Any) -> int | None:
        """Nothing is ever taken off."""
        return 0

    def highest_total(self, options: Any) -> int:
        """The last hand may bring more than the target; no match to marks ends at twice that."""
        most = _most_of_hand(options)
        if options.hands is not None:
            return int(options.hands) * most
        over = most if options.by_points else int(options.target)
        return int(options.target) - 1 + over

    def hands_within(self, options: Any, totals: Sequence[int], longest: int) -> tuple[int, int]:
        """Return the range of hands: every played bid scores at least a mark, or 42 points; a
        passed-out hand scores nothing, unless the dealer must bid.
        """
        low, high = 42 if options.by_points else 1, _most_of_hand(options)
        played = sum(totals)
        most = played // low if options.dealer_must_bid else longest
        return max(1, -(-played // high)), min(most, longest)

    def hand_labels(self, record: Record, verdict: Record, names: Names) -> HandLabels:
        """Return a legal hand in words."""
        points = verdict["points"]
        return HandLabels(
            dealer=names[record["dealer"]],
            bidder=names[verdict["declarer"]] if verdict["declarer"] is not None else "",
            bid=bid_words(verdict["bid"]) if verdict["bid"] else "",
            contract=contract_words(record.get("contract")),
            outcome=verdict["outcome"],
            result=str(OUTCOMES[verdict["outcome"]]),
            points=tuple(str(n) for n in points) if points else ("", ""),
            detail=by_side(points or ()),
            score=tuple(verdict["score"]),
            auction=auction_words(record["auction"], bid_words),
            sentence=_sentence(record, verdict, names),
        )

    def calculation(
        self,
        standing: MatchStanding,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideLabel],
    ) -> tuple[MoneyLine, ...]:
        """Marks short (or points of difference) and sets of the losers, and the sum they pay."""
        if standing.winner is None:
            return ()
        loser = 1 - standing.winner
        base = _points_line if options.by_points else _marks_line
        counted, line = base(standing, stakes, options)
        per_set = stake_units(stakes, "per_set")
        payer = _("%(losers)s pay") % {"losers": _(" and ").join(sides[loser].players)}
        if standing.sets is None and per_set:
            calculation = f"{units_shown(counted, stakes)} + {UNKNOWN}"
            unknown = f"{UNKNOWN} × {stake_shown(stakes, 'per_set')}"
            return (
                line,
                MoneyLine(_("sets, not known"), unknown, UNKNOWN),
                MoneyLine(payer, calculation, UNKNOWN, is_sum=True),
            )
        sets = standing.sets[loser] if standing.sets else 0
        total = counted + sets * per_set
        calculation = f"{units_shown(counted, stakes)} + {units_shown(total - counted, stakes)}"
        return (
            line,
            *([] if standing.sets is None else [_sets_line(sets, stakes)]),
            MoneyLine(payer, calculation, units_shown(total, stakes), is_sum=True),
        )

    def read_line(self, text: str, table: HandTable) -> LineFields:
        """Return the form fields of a typed line."""
        return read_line(text, by_points=table.options.by_points, names=table.names)

    def example(self, options: Any) -> Example:
        """Return an example with player, bid, trumps and result."""
        return Example(
            "b30 5 m", "b305m", _("B bid 30, fives, made"), _("Who, bid, trumps, result.")
        )


def _most_of_hand(options: Any) -> int:
    """Return the most that a hand gives: the marks of the highest opening raised by each of the
    other three, or 168 points."""
    if options.by_points:
        return 168
    opened: int = max(options.max_opening_marks, options.plunge_marks if options.plunge else 0)
    return opened + 3


def _sentence(record: Record, verdict: Record, names: Names) -> str:
    declarer = declarer_of(record["auction"])
    if declarer is None:
        return _("Everyone passed.")
    return _("%(name)s, %(bid)s, %(contract)s: %(outcome)s") % {
        "name": names[declarer],
        "bid": bid_words(verdict["bid"]),
        "contract": contract_words(record.get("contract")).text,
        "outcome": OUTCOMES[verdict["outcome"]],
    }


def _marks_line(
    standing: MatchStanding, stakes: Mapping[str, str], options: Any
) -> tuple[int, MoneyLine]:
    loser = standing.totals[1 - (standing.winner or 0)]
    reached = options.target if options.hands is None else max(standing.totals)
    short = max(reached - loser, 0)
    label = ngettext("%(count)d mark short", "%(count)d marks short", short) % {"count": short}
    units = short * stake_units(stakes, "per_mark")
    return units, MoneyLine(
        label,
        f"({reached} − {loser}) × {stake_shown(stakes, 'per_mark')}",
        units_shown(units, stakes),
    )


def _points_line(
    standing: MatchStanding, stakes: Mapping[str, str], options: Any
) -> tuple[int, MoneyLine]:
    high, low = max(standing.totals), min(standing.totals)
    units = (high - low) * stake_units(stakes, "per_point")
    label = ngettext(
        "%(count)d point of difference", "%(count)d points of difference", high - low
    ) % {"count": high - low}
    return units, MoneyLine(
        label, f"({high} − {low}) × {stake_shown(stakes, 'per_point')}", units_shown(units, stakes)
    )


def _sets_line(sets: int, stakes: Mapping[str, str]) -> MoneyLine:
    label = ngettext("%(count)d set", "%(count)d sets", sets) % {"count": sets}
    units = sets * stake_units(stakes, "per_set")
    return MoneyLine(
        label, f"{sets} × {stake_shown(stakes, 'per_set')}", units_shown(units, stakes)
    )


class DealtTexas42Presenter(Texas42Presenter):
    """The same for a club that says “dealer”."""

    says = DealerTerm.DEALER
    labels = labels_saying(says)
    words = Texas42Words()
    card_columns = Texas42Columns(words)
    hand_record = Texas42HandRecord(words)


GAME: Final = Texas42Presenter()
DEALT: Final = DealtTexas42Presenter()
