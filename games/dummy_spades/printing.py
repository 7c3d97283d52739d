"""Dummy-Hand Spades in print: scorecards, empty sheets, hand records, the page of rules."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.figures import figure, signed
from core.text import beside, comma_list, statements
from games.base import dealer_name, hand_keys
from games.cards import card_name
from games.dummy_spades.explanation import declarer_tricks, nils_ignored, recorded_auction
from games.dummy_spades.labels import (
    DUMMY,
    PLAYERS,
    SpadesWords,
    bid_calculation,
    bid_words,
    nil_hands,
    nil_ignored_words,
    nil_words,
    penalty_words,
)
from games.printing import (
    NO_BREAK,
    ROUND_THE_TABLE,
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
    TableEdge,
    claim_facts,
)
from press.fonts import isolated
from rules.dummy_spades.cards import TRICKS
from rules.dummy_spades.options import Options
from rules.dummy_spades.scoring import NOBODY, full_bags
from rules.game import Record


class SpadesColumns(CardColumns):
    """See ``CardColumns``."""

    def heads(self, options: Any) -> tuple[Head, ...]:
        """Return the declarer; all else is shown by player."""
        return (Head(_("Declarer"), _("dealer")),)

    def figure_heads(self, options: Any) -> tuple[FigureHead, ...]:
        """Return the bid, the tricks of the player's side, both scores, bags and total. The
        calculation of the bid shows the tricks, if there is no room for them."""
        tricks = FigureHead(_("Tricks"), spare=True)
        return FigureHead(_("Bid")), tricks, *map(FigureHead, ("±", _("Bags"), _("Total")))

    def cells(self, hand: ScoredHand) -> tuple[Cell, ...]:
        """The dummy always plays with the declarer."""
        return (Cell(hand.labels.bidder, hand.labels.dealer),)

    def figures(self, hand: ScoredHand, side: int) -> Figures:
        """Bags are those after the hand."""
        bid, tricks, gain = _bid(hand, side), side_tricks(hand, side), hand.gain(side)
        bags = (hand.after.bags or NOBODY)[side]
        total = figure(hand.after.totals[side])
        texts = (str(bid), str(tricks), signed(gain), str(bags), total)
        calculation = (bid_calculation(bid, tricks),) if bid or tricks else ()
        lines = (*calculation, *_nils(hand, side), *_penalty(hand, side))
        return Figures(texts, lines, changed=bool(gain))


def side_tricks(hand: ScoredHand, seat: int) -> int:
    """Return the tricks of a player's side."""
    taken = declarer_tricks(hand.record, hand.verdict)
    return taken if seat == hand.verdict["declarer"] else TRICKS - taken


def _bid(hand: ScoredHand, seat: int) -> int:
    return next(int(call["bid"]) for call in hand.record["auction"] if call["seat"] == seat)


def _nils(hand: ScoredHand, seat: int) -> Iterator[str]:
    """Yield a player's nils and their results."""
    bonus, names = hand.options.nil_bonus, [isolated(name) for name in hand.names]
    for nil in hand.verdict["nil"]:
        if nil["bidder"] == seat:
            words = _("nil on %(hand)s, made: %(points)s")
            if not nil["made"]:
                words = _("nil on %(hand)s, failed: %(points)s")
            points = signed(bonus if nil["made"] else -bonus)
            yield words % {"hand": nil_hands(seat, [nil["hand"]], names), "points": points}
    auction = recorded_auction(hand.record)
    for ignored in nils_ignored(hand.record, auction) if auction else ():
        if ignored.bidder == seat:
            words = _("nil on %(hand)s does not count")
            yield words % {"hand": nil_hands(seat, [ignored.hand], names)}


def _penalty(hand: ScoredHand, seat: int) -> Iterator[str]:
    """Yield the penalty for full bags; nothing in a hand that does not count."""
    if hand.after == hand.before:
        return
    options = hand.options
    filled = (hand.before.bags or NOBODY)[seat] + hand.verdict["bags"][seat]
    times, _left = full_bags(filled, options.bag_limit)
    if times:
        yield penalty_words(times, options.bag_limit, options.bag_penalty)


def sheet_design(options: Any) -> SheetDesign:
    """As many hands as fit on a page; each player has two lines of boxes."""
    return SheetDesign(
        length=(_("Game to"), _("%(target)d points") % {"target": options.target}),
        columns=(SheetColumn(_("Dealer"), BoxPurpose.GIVEN, share=0),),
        side_heads=((_("Bid"), _("Nil"), _("Tricks")), (_("Score"), _("Bags"), _("Total"))),
        side_holds=("bid_{seat}", "nil_{seat}", "tricks_{seat}"),
        legend=(" ".join(scoring_words(options)),),
    )


def scoring_words(options: Any) -> Iterator[str]:
    """Yield how a hand is scored under these rules, in short sentences."""
    yield _("Bid made: 10 for each trick bid, 1 for each bag. Bid set: 10 off for each trick bid.")
    if options.nil_bonus:
        yield _("Nil: %(bonus)d won or lost.") % {"bonus": options.nil_bonus}
    if options.bag_limit is not None and options.bag_penalty:
        words = _("Every %(limit)d bags: %(penalty)d off.")
        yield words % {"limit": options.bag_limit, "penalty": options.bag_penalty}


# Hand records


class SpadesHandRecord(HandRecordFormat):
    """See ``HandRecordFormat``."""

    def edges(self, hand: JudgedHand) -> tuple[TableEdge, ...]:
        """Return the declarer at the foot, the next player to the left, the dummy opposite."""
        order = self.order(hand)
        return tuple(ROUND_THE_TABLE[order.index(number)] for number in range(len(order)))

    def order(self, hand: JudgedHand) -> tuple[int, ...]:
        """Clockwise from the declarer: the dummy plays between the other two."""
        declarer = hand.verdict["declarer"]
        return declarer, (declarer + 1) % PLAYERS, DUMMY, (declarer + 2) % PLAYERS

    def call(self, call: Record, keys: Sequence[str]) -> str:
        """Return a bid with its nils."""
        return bid_words(call, keys)

    def facts(self, hand: JudgedHand) -> Iterator[Labelled]:
        """Yield the dealer, the visible part of the dummy, nils, a tally of tricks."""
        record, verdict = hand.record, hand.verdict
        yield _("Dealer"), dealer_name(record, hand.isolated_names)
        if record.get("flipped"):
            yield _("Turned up"), comma_list(map(card_name, record["flipped"]))
        if nils := list(_nils_recorded(hand)):
            yield _("Nil"), statements(nils)
        yield from claim_facts(record, SpadesWords())
        if verdict["tricks"] is not None:
            won = zip(hand_keys(hand.names), verdict["tricks"], strict=True)
            yield (
                _("Tricks"),
                " · ".join(beside(key, str(count), space=NO_BREAK) for key, count in won),
            )


def _nils_recorded(hand: JudgedHand) -> Iterator[str]:
    for nil in hand.verdict["nil"]:
        yield nil_words(nil, hand.isolated_names)
    auction = recorded_auction(hand.record)
    for ignored in nils_ignored(hand.record, auction) if auction else ():
        yield nil_ignored_words(ignored.bidder, ignored.hand, hand.isolated_names)


# The page of rules: tables for reference


def tables(options: Options) -> Iterator[RuleSection]:
    """Yield the hand, nils, scores."""
    yield RuleSection(_("The hand"), tuple(_hand()))
    yield RuleSection(_("Nil counts"), tuple(_nils_that_count()))
    yield RuleSection(_("Scores"), tuple(_scores(options)))


def _hand() -> Iterator[RuleLine]:
    words = _("52 cards, %(each)d to each of three players and the dummy, who never deals.")
    yield RuleLine(_("The deal"), "", words % {"each": TRICKS})
    words = _("From the dealer's left, each says once how many tricks their side will take.")
    yield RuleLine(_("Bids"), "0–13", words)
    words = _("The highest bidder, the first of equals; with the dummy against the other two.")
    yield RuleLine(_("Declarer"), "", words)
    words = _("The first bidder leads; then the dummy is laid face up opposite the declarer.")
    yield RuleLine(_("First lead"), "", words)
    yield RuleLine(_("Trumps"), _("spades"), _("Follow suit if you can, else play anything."))


def _nils_that_count() -> Iterator[RuleLine]:
    yield RuleLine(_("On one's own hand"), _("always"))
    yield RuleLine(_("On the dummy"), _("for the declarer"))
    yield RuleLine(_("On another player's hand"), _("if they defend together"))


def _scores(options: Options) -> Iterator[RuleLine]:
    words = _(
        "The declarer's bid against the declarer's two hands; "
        "each defender's against both defenders."
    )
    yield RuleLine(_("Bid made"), _("10 for each trick bid"), words)
    yield RuleLine(_("Each trick over the bid, a bag"), "+1")
    yield RuleLine(_("Bid set"), _("10 off for each trick bid"))
    yield RuleLine(_("Nil, no trick taken"), signed(options.nil_bonus))
    yield RuleLine(_("Nil, a trick taken"), signed(-options.nil_bonus))
    if options.bag_limit is not None and options.bag_penalty:
        label = ngettext("Every %(count)d bag", "Every %(count)d bags", options.bag_limit)
        yield RuleLine(label % {"count": options.bag_limit}, signed(-options.bag_penalty))
    words = _("The highest total wins after a hand, if only one player has it.")
    yield RuleLine(_("The game"), _("to %(target)d") % {"target": options.target}, words)
