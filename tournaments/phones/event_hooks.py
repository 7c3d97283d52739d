"""What events ask of phones and sign-ups."""

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.host import OpenHands
from scoring.models import Match
from tournaments.events.event_hooks import EventHooks
from tournaments.events.models import Event, Game
from tournaments.phones.agreement import VIEWS, Question
from tournaments.phones.selectors.remarks import (
    agreement_of,
    hands_in_question,
    last_objection,
    standing_hands,
)


class PhonesHooks(EventHooks):
    """The hands on which a table does not agree yet, and whether people signed up."""

    def reason_to_keep(self, event: Event) -> str:
        """People who have signed up."""
        return _("Something was added to it since.") if event.sign_ups.exists() else ""

    def open_hands(self, event: Event, game: Game, match: Match) -> OpenHands | None:
        """Return the hands on which the table does not agree yet. Three queries, or none."""
        view = VIEWS[agreement_of(event, game, match)]
        if not (view.question.asks or view.needs_organiser):
            return None
        hands = standing_hands([match.pk])[match.pk]
        asks_back = view.question is Question.MAY_TAKE_BACK and not view.needs_organiser
        numbers = [max(hands)] if asks_back else hands_in_question(event, game, hands)
        objection = last_objection(game) if view.needs_organiser else None
        place = (game.table.round.number, game.table.number, game.number)
        return OpenHands(
            frozenset(numbers),
            reverse("event-desk-settle", args=[match.club.slug, event.pk, *place]),
            disputed=view.needs_organiser,
            asks_back=asks_back,
            who=str(objection.player) if objection else "",
            text=objection.text if objection else "",
            at=objection.made_at if objection else None,
        )
