"""Texas 42: each declarer's results with best play, and par."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.figures import read_whole
from core.text import comma_list
from engine.analysis.solver import Solver
from games.base import SEAT_KEYS, ContractLabel, Names, Record, team_keys
from games.best_play import Answer, BestPlayWords, Makeable, MakeableCell, MakeableRow, yes_or_no
from games.texas42.labels import OUTCOMES, bid_words, contract_words
from games.texas42.par import makeable, name_of, nameable
from games.texas42.solver import NELLO, deal_table, read_hand
from rules.texas42.auction import LOWEST
from rules.texas42.contracts import Kind, Named, partner_leads, read_named
from rules.texas42.dominoes import ALL_POINTS
from rules.texas42.options import OPTIONS, Options

CONTRACTS: Mapping[str, Mapping[str, Any]] = {
    **{str(trump): {"kind": "trump", "trump": trump} for trump in range(7)},
    "doubles": {"kind": "doubles"},
    "follow_me_high": {"kind": "no_trump", "doubles": "high"},
    "follow_me_low": {"kind": "no_trump", "doubles": "low"},
}


class Texas42Solver(Solver):
    """See ``Solver``."""

    game = "texas42"
    table = staticmethod(deal_table)
    makeable = staticmethod(makeable)
    read_hand = staticmethod(read_hand)


class Texas42BestPlay(BestPlayWords):
    """See ``BestPlayWords``."""

    solver = Texas42Solver()

    def makeable(self, answer: Answer, names: Names) -> Makeable:
        """Points by declaration; nello and sevens are made or not."""
        return Makeable(
            rows=tuple(_rows(answer["table"])),
            note=_("Points of each declarer's side; 42 means all seven tricks."),
            par=_par(answer["par"], names),
            par_score=tuple(answer["par"]["score"]),
        )

    def contracts(self, options: Any) -> tuple[ContractLabel, ...]:
        """The declarations of these rules, then nello and sevens."""
        named = [*nameable(options)]
        doubles = [each.doubles for each in named if each.kind == Kind.NELLO]
        return (
            *(contract_words(CONTRACTS[name_of(each)]) for each in named if _has_points(each)),
            *(contract_words({"kind": "nello", "doubles": each}) for each in doubles),
            *(contract_words({"kind": "sevens"}) for each in named if each.kind == Kind.SEVENS),
        )

    def bids(self, options: Any) -> tuple[tuple[str, str, int], ...]:
        """From 30 up to the highest opening."""
        highest = options.max_opening_marks
        high = ["42", "84"] if options.by_points else [f"{n}m" for n in range(1, highest + 1)]
        named = [*map(str, range(LOWEST, ALL_POINTS)), *high]
        return tuple(
            (bid, bid_words(bid), min(read_whole(bid) or ALL_POINTS, ALL_POINTS)) for bid in named
        )

    def needed(self, record: Record, verdict: Record) -> int | None:
        """The bid, or all points."""
        return _points(verdict["bid"] or "")

    def could_make(self, record: Record, verdict: Record, answer: Answer) -> bool | None:
        """By the contract as it was named, led as these rules have it."""
        named, table, declarer = (
            read_named(record["contract"]),
            answer["table"],
            verdict["declarer"],
        )
        kind, doubles = named.chosen or named.kind, named.chosen_doubles or named.doubles
        if kind == Kind.NELLO:
            made = table["nello"].get(doubles)
            return None if made is None else bool(made[declarer])
        if kind == Kind.SEVENS:
            return bool(table["sevens"][declarer]) if "sevens" in table else None
        options = OPTIONS.resolve(record.get("rules", {}))
        assert isinstance(options, Options)
        leader = (declarer + 2) % 4 if partner_leads(named, options) else declarer
        points = table["points"].get(_row(kind, named.trump, doubles))
        return None if points is None else bool(points[leader] >= _points(verdict["bid"]))


def _has_points(named: Named) -> bool:
    return named.kind not in {Kind.NELLO, Kind.SEVENS}


def _row(kind: str, trump: int | None, doubles: str | None) -> str:
    """Return the name of a declaration in the table of points."""
    if trump is not None:
        return str(trump)
    return f"follow_me_{doubles}" if kind == Kind.NO_TRUMP else kind


def _points(bid: str) -> int:
    """The points that a bid needs: its number, or all of them."""
    number = read_whole(bid)
    return ALL_POINTS if number is None else min(number, ALL_POINTS)


def _rows(table: Mapping[str, Any]) -> Iterator[MakeableRow]:
    for name in CONTRACTS:  # a database may keep an answer's keys in another order
        points = table["points"].get(name, ())
        cells = tuple(MakeableCell(str(number), number == ALL_POINTS, number) for number in points)
        if cells:
            yield MakeableRow(contract_words(CONTRACTS[name]), cells)
    for doubles in NELLO:
        label = contract_words({"kind": "nello", "doubles": doubles.value})
        if made := table["nello"].get(doubles.value):
            yield MakeableRow(label, yes_or_no(made), least=ALL_POINTS)
    if "sevens" in table:
        label = contract_words({"kind": "sevens"})
        yield MakeableRow(label, yes_or_no(table["sevens"]), least=ALL_POINTS)


def _par(par: Mapping[str, Any], names: Names) -> str:
    if "declarer" not in par:
        return _("everybody passes")
    ours, theirs = par["score"]
    sides = [team_keys(team) for team in (0, 1)]
    return _("%(score)s (%(bidder)s %(bid)s, %(contract)s, %(outcome)s)") % {
        "score": comma_list(
            f"{side} +{score}" for side, score in zip(sides, (ours, theirs), strict=True) if score
        ),
        "bidder": SEAT_KEYS[par["declarer"]],
        "bid": bid_words(par["bid"]),
        "contract": contract_words(par["contract"]).text,
        "outcome": OUTCOMES["made" if par["made"] else "set"],
    }
