"""Make the deal sets of the demo club, and rule on single deals."""

from collections.abc import Sequence

from seeds.demo import DemoClub, Spec
from tournaments.deals.services.deals import deal_ruling_give, deal_scoring_set, deal_set_draw
from tournaments.events.models import Event, Table


def deals_set_up(*, demo: DemoClub, event: Event, spec: Spec) -> Event:
    """Make the deals that all tables of a round play, and choose how they are scored."""
    drawn = {key: spec[key] for key in ("seed", "count", "per_round")}
    deal_set = deal_set_draw(event=event, by=demo.owner, **drawn)
    return deal_scoring_set(event=deal_set.event, metric=spec["scoring"])


def rulings_give(*, demo: DemoClub, event: Event, rulings: Sequence[Spec]) -> None:
    """Replace results by awards."""
    for ruling in rulings:
        table = Table.objects.select_related("round").get(
            round__event=event, round__number=ruling["round"], number=ruling["table"]
        )
        deal_ruling_give(
            table=table,
            number=ruling["deal"],
            awards=ruling["awards"],
            by=demo.owner,
            reason=ruling["reason"],
        )
