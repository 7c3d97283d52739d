"""The page of Texas 42: sides, the words of a hand, what is agreed, what is owed and why."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import (
    AccountLine,
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
)
from games.texas42.agreed import agreed_words, command_help
from games.texas42.command import read_command
from games.texas42.drawn import draw_tricks
from games.texas42.entry import declarer_of
from games.texas42.facts import record_facts
from games.texas42.words import KINDS, OUTCOMES, SEAT_KEYS, auction_words, bid_words, contract_words
from games.words.dealing import says_dealer
from rules import money
from rules.game import Standing
from rules.problems import Bid, Problem, Value

STAKES: Final = ("per_mark", "per_point", "per_set")


class Texas42Page:
    """See ``GamePresenter``."""

    game = "texas42"
    cards = False

    @property
    def deals(self) -> bool:
        """As the club says."""
        return says_dealer()

    def sides(self, names: Names) -> tuple[SideWords, ...]:
        """Two teams: the seats opposite each other."""
        return tuple(
            SideWords(f"{SEAT_KEYS[team]} & {SEAT_KEYS[team + 2]}", (names[team], names[team + 2]))
            for team in (0, 1)
        )

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
        """Bids and contracts as they are said."""
        if isinstance(value, Bid):
            return bid_words(value)
        if name == "kinds":
            named = {"trump": _("a suit as trumps")} | KINDS
            return ", ".join(str(named.get(kind, kind)) for kind in str(value).split(", "))
        return str(KINDS.get(str(value), value) if name == "kind" else value)

    def target(self, options: Any) -> int:
        """Marks or points to play for; none where so many hands are played."""
        return int(options.target) if options.hands is None else 0

    def draws_marks(self, options: Any) -> bool:
        """The ALL has seven strokes; longer marks matches draw it again and again."""
        return not options.by_points and options.hands is None

    def unit(self, options: Any) -> str:
        """What a total counts."""
        return _("points") if options.by_points else _("marks")

    def words(self, record: Record, verdict: Record, names: Names) -> HandWords:
        """A legal hand in words."""
        points = verdict["points"]
        return HandWords(
            shaker=names[record["dealer"]],
            bidder=names[verdict["declarer"]] if verdict["declarer"] is not None else "",
            bid=bid_words(verdict["bid"]) if verdict["bid"] else "",
            contract=contract_words(record.get("contract")),
            outcome=verdict["outcome"],
            result=str(OUTCOMES[verdict["outcome"]]),
            points=tuple(str(n) for n in points) if points else ("", ""),
            detail="–".join(map(str, points or ())),
            score=tuple(verdict["score"]),
            auction=auction_words(record["auction"]),
            sentence=_sentence(record, verdict, names),
        )

    def account(
        self, record: Record, options: Any, names: Names, before: Standing
    ) -> tuple[AccountLine, ...]:
        """Made or set is the whole account."""
        return ()

    def account_so_far(self, record: Record, options: Any, names: Names) -> tuple[AccountLine, ...]:
        """Nothing is decided before the result."""
        return ()

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
        """The amounts agreed."""
        labels = {
            "per_mark": _("for each mark short"),
            "per_point": _("for each point of difference"),
            "per_set": _("for each time the losers were set"),
        }
        return tuple(
            MoneyLine(labels[name], "", _amount(stakes, name)) for name in STAKES if name in stakes
        )

    def reckoning(
        self,
        standing: Standing,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideWords],
    ) -> tuple[MoneyLine, ...]:
        """Marks short (or points of difference) and sets of the losers, and the sum they pay."""
        if standing.winner is None:
            return ()
        loser = 1 - standing.winner
        sets = standing.sets[loser] if standing.sets else 0
        base = _points_line if options.by_points else _marks_line
        counted, line = base(standing, stakes, options)
        total = counted + sets * _units(stakes, "per_set")
        payer = _(" and ").join(sides[loser].players)
        return (
            line,
            _sets_line(sets, stakes),
            MoneyLine(
                _("%(losers)s pay") % {"losers": payer},
                f"{_render(counted, stakes)} + {_render(total - counted, stakes)}",
                _render(total, stakes),
                is_sum=True,
            ),
        )

    def command(self, text: str, table: Table) -> LineFields:
        """The fields of the entry form that a typed line stands for."""
        return read_command(text, by_points=table.options.by_points)

    def example(self, options: Any) -> Example:
        """Who, bid, trumps and result."""
        return Example(
            "b30 5 m", "b305m", _("B bid 30, fives, made"), _("Who, bid, trumps, result.")
        )

    def command_help(self, options: Any) -> tuple[KeyHelp, ...]:
        """What may be typed under these rules."""
        return command_help(options)


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
    standing: Standing, stakes: Mapping[str, str], options: Any
) -> tuple[int, MoneyLine]:
    loser = standing.totals[1 - (standing.winner or 0)]
    reached = options.target if options.hands is None else max(standing.totals)
    short = max(reached - loser, 0)
    label = ngettext("%(count)d mark short", "%(count)d marks short", short) % {"count": short}
    units = short * _units(stakes, "per_mark")
    return units, MoneyLine(
        label,
        f"({reached} − {loser}) × {_amount(stakes, 'per_mark')}",
        _render(units, stakes),
    )


def _points_line(
    standing: Standing, stakes: Mapping[str, str], options: Any
) -> tuple[int, MoneyLine]:
    high, low = max(standing.totals), min(standing.totals)
    units = (high - low) * _units(stakes, "per_point")
    label = ngettext(
        "%(count)d point of difference", "%(count)d points of difference", high - low
    ) % {"count": high - low}
    return units, MoneyLine(
        label, f"({high} − {low}) × {_amount(stakes, 'per_point')}", _render(units, stakes)
    )


def _sets_line(sets: int, stakes: Mapping[str, str]) -> MoneyLine:
    label = ngettext("%(count)d set", "%(count)d sets", sets) % {"count": sets}
    units = sets * _units(stakes, "per_set")
    return MoneyLine(label, f"{sets} × {_amount(stakes, 'per_set')}", _render(units, stakes))


def _units(stakes: Mapping[str, str], name: str) -> int:
    return money.parse(stakes.get(name, "0"), stakes["currency"]) or 0


def _render(units: int, stakes: Mapping[str, str]) -> str:
    return money.render(units, stakes["currency"])


def _amount(stakes: Mapping[str, str], name: str) -> str:
    return _render(_units(stakes, name), stakes)


PAGE: Final = Texas42Page()
