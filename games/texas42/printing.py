"""Texas 42 in print: hand records and the page of rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.text import by_side, comma_list
from games.printing import (
    OUTCOMES,
    BoxPurpose,
    CardColumns,
    Cell,
    FigureHead,
    Figures,
    HandRecordFormat,
    Head,
    JudgedHand,
    Labelled,
    RuleLine,
    RuleSection,
    ScoredHand,
    SheetColumn,
    SheetDesign,
    Sign,
    claim_facts,
    contract_sign,
)
from games.texas42.labels import bid_words, contract_words, kind_words, suit_words
from games.wording import DealerTerm, HandWords
from rules.game import Record
from rules.texas42.dominoes import ALL_POINTS, COUNTS, HAND_SIZE, NAMES, NUMBERS, TRICKS
from rules.texas42.options import Options, When


@dataclass(frozen=True)
class Texas42Columns(CardColumns):
    """See ``CardColumns``."""

    words: HandWords
    by_figure: ClassVar = True

    def heads(self, options: Any) -> tuple[Head, ...]:
        """Return who shook and bid what, the contract and the result."""
        return (
            Head(str(self.words.dealer), least=50),
            Head(_("Bid"), share=0.6, least=48),
            Head(_("Bidder"), least=50),
            Head(_("Contract"), least=62),
            Head(_("Result"), share=0.4, least=44),
        )

    def figure_heads(self, options: Any) -> tuple[FigureHead, ...]:
        """Return the points taken, and the marks or points that count."""
        return FigureHead(_("Points")), FigureHead(_unit(options))

    def cells(self, hand: ScoredHand) -> tuple[Cell, ...]:
        """The auction stands below the bid."""
        labels, contract = hand.labels, hand.labels.contract
        return (
            Cell(labels.dealer),
            Cell(labels.bid, strong=True, foot=labels.auction),
            Cell(labels.bidder),
            Cell(contract.text, sign=contract_sign(contract)),
            Cell(labels.result, outcome=OUTCOMES[labels.outcome]),
        )

    def figures(self, hand: ScoredHand, side: int) -> Figures:
        """Return the points that a side took, if they were noted, and its total."""
        texts = (hand.labels.points[side], str(hand.after.totals[side]))
        return Figures(texts, changed=bool(hand.gain(side)))


def sheet_design(options: Options, words: HandWords) -> SheetDesign:
    """Return columns for what is asked of a hand: no points where marks are traced."""
    counted = (_("Points"),) if options.by_points or options.hands else ()
    target = _points(options.target) if options.by_points else _marks(options.target)
    return SheetDesign(
        length=(_("Hands"), str(options.hands)) if options.hands else (_("Game to"), target),
        columns=(
            SheetColumn(str(words.dealer), least=40),
            SheetColumn(_("Bid"), share=0.8, holds=("bid",), least=40),
            SheetColumn(_("Bidder"), holds=("bidder",), least=40),
            SheetColumn(_("Trumps"), holds=("contract", "named", "ranking"), least=44),
            SheetColumn(_("Made"), BoxPurpose.RING, share=0, holds=("result",), least=31),
            SheetColumn(_("Set"), BoxPurpose.RING, share=0, holds=("result",), least=31),
        ),
        side_heads=((*counted, _unit(options)),),
        side_holds=("points",) if counted else (),
        by_figure=True,
        hands=options.hands,
        row=25,
    )


def _unit(options: Options) -> str:
    return (_("points") if options.by_points else _("marks")).capitalize()


@dataclass(frozen=True)
class Texas42HandRecord(HandRecordFormat):
    """See ``HandRecordFormat``."""

    words: HandWords

    def sign(self, hand: JudgedHand) -> Sign:
        """The trump suit's end, or a double."""
        return contract_sign(contract_words(hand.record.get("contract")))

    def call(self, call: Record, keys: Sequence[str]) -> str:
        return bid_words(call["bid"])

    def facts(self, hand: JudgedHand) -> Iterator[Labelled]:
        """Yield the dealer, an announced lead, and tricks of the tally."""
        record = hand.record
        yield str(self.words.dealer), hand.isolated_names[record["dealer"]]
        if "opening_suit" in record:
            yield _("First lead stands for"), suit_words(record["opening_suit"])
        yield from claim_facts(record, self.words)
        if "tricks" in record.get("tally", {}):
            yield _("Tricks"), by_side(record["tally"]["tricks"], " – ")

    def trick_points(self, hand: JudgedHand, number: int, pieces: Sequence[str]) -> str:
        """Return one for the trick, and its counters, if points decide."""
        if hand.verdict["points"] is None:
            return ""
        return str(1 + sum(COUNTS[NUMBERS[piece]] for piece in pieces))


# The page of rules: tables for reference


def tables(options: Options, says: DealerTerm) -> Iterator[RuleSection]:
    """Yield the deal, contracts, scores."""
    yield RuleSection(_("The hand"), tuple(_hand(options, says)))
    yield RuleSection(_("Contracts"), tuple(_contracts(options)))
    yield RuleSection(_("Scores"), tuple(_scores(options)))


def idle(values: Mapping[str, Any]) -> frozenset[str]:
    """Return the options without effect beside the others, such as the leader of a plunge without
    plunge.
    """
    with_partner = values["plunge"] or values["splash"]
    by_partner = values["partner_may_choose"] if with_partner else ()
    needed = {
        "no_trump_doubles": values["no_trump"] != When.NEVER,
        "nello_doubles": values["nello"] != When.NEVER or "nello" in by_partner,
        "plunge_marks": values["plunge"],
        "plunge_leader": values["plunge"],
        "splash_marks": values["splash"],
        "partner_may_choose": with_partner,
        "target": values["hand_limit"] is None,
        "hand_limit": values["hand_limit"] is not None,
    }
    return frozenset(name for name, means_something in needed.items() if not means_something)


def _hand(options: Options, says: DealerTerm) -> Iterator[RuleLine]:
    deal = _(
        "%(count)d dominoes, %(each)d to each of four. It passes to the left after each hand."
    ) % {
        "count": len(NAMES),
        "each": HAND_SIZE,
    }
    yield RuleLine(str(says.either(_("The shake"), _("The deal"))), "", deal)
    calls = says.either(
        _("One call each from the shaker's left; each bid higher than the one before."),
        _("One call each from the dealer's left; each bid higher than the one before."),
    )
    bids = _("30 to 42, 84, 168") if options.by_points else _("30 to 41, then 1 mark, 2 marks …")
    yield RuleLine(_("Bids"), bids, str(calls))
    for worth in (10, 5):
        counts = [name for name, count in zip(NAMES, COUNTS, strict=True) if count == worth]
        yield RuleLine(comma_list(counts), _points(worth))
    yield RuleLine(_("Each trick"), _points(1), _("All together %(all)d.") % {"all": ALL_POINTS})


def _contracts(options: Options) -> Iterator[RuleLine]:
    yield RuleLine(_("A suit"), "", _("Every domino with that number is a trump, the double high."))
    if options.doubles_trump is not When.NEVER:
        yield RuleLine(
            _title(kind_words("doubles")), "", _("The seven doubles are trumps, 6-6 high.")
        )
    if options.no_trump is not When.NEVER:
        words = _("No trumps: the highest of the suit led wins.")
        yield RuleLine(_title(kind_words("no_trump")), "", words)
    every = _("all %(tricks)d tricks") % {"tricks": TRICKS}
    if options.nello is not When.NEVER or options.low_no:
        words = _("The partner lays the hand down; the bidder takes no trick.")
        name = _("low-no") if options.low_no else kind_words("nello")
        yield RuleLine(_title(name), _("no trick"), words)
    if options.plunge:
        yield RuleLine(_title(kind_words("plunge")), every, _held(4, options.plunge_marks))
    if options.splash:
        yield RuleLine(_title(kind_words("splash")), every, _held(3, options.splash_marks))
    if options.sevens:
        words = _("The domino nearest to seven pips wins, the first of equals.")
        yield RuleLine(_title(kind_words("sevens")), every, words)


def _held(doubles: int, marks: int) -> str:
    least = ngettext("bid as %(count)d mark", "bid as %(count)d marks", marks) % {"count": marks}
    return _("%(doubles)d doubles in hand, %(least)s or more; the partner names trumps.") % {
        "doubles": doubles,
        "least": least,
    }


def _scores(options: Options) -> Iterator[RuleLine]:
    if options.by_points:
        yield RuleLine(_("Bid made"), _("what each side took"))
        yield RuleLine(_("Bid set"), _("the others: what they took plus the bid"))
        yield RuleLine(_("42, 84, 168"), _("the bid"), _("To the side that succeeds: all tricks."))
        if options.low_no:
            yield RuleLine(
                _title(_("low-no")), _points(ALL_POINTS), _("To the side that succeeds.")
            )
    else:
        words = _("To the bidders if made, else to the others.")
        yield RuleLine(_("30 to 41, 1 mark"), _marks(1), words)
        yield RuleLine(_("2 marks and more"), _("as bid"), _("The bidders need every trick."))
    if options.hands is not None:
        hands = ngettext("%(count)d hand", "%(count)d hands", options.hands)
        words = _("Then the higher total wins; level totals are a draw.")
        yield RuleLine(_("The game"), hands % {"count": options.hands}, words)
    else:
        unit = _points(options.target) if options.by_points else _marks(options.target)
        yield RuleLine(_("The game"), _("to %(target)s") % {"target": unit})


def _title(name: str) -> str:
    """Return a contract's name at the beginning of a line."""
    return name[:1].upper() + name[1:]


def _points(count: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def _marks(count: int) -> str:
    return ngettext("%(count)d mark", "%(count)d marks", count) % {"count": count}
