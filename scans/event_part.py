"""The tab "Read sheets" of an event whose game has sheets for marking."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubs.access import ClubRequest
from clubs.roles import Right
from games import PRESENTERS
from tournaments.event_parts import EventPart, EventTab
from tournaments.models import Event, EventState


class ScansPart(EventPart):
    """See `EventPart`."""

    def tabs(self, request: ClubRequest, event: Event, current: str) -> Iterable[EventTab]:
        """Return the tab for those who record, once hands can be recorded."""
        has_sheets = PRESENTERS[event.game].marks is not None
        runs = event.state != EventState.DRAFT
        if has_sheets and runs and request.membership.may(Right.RECORD):
            yield EventTab(45, "event-sheets", _("Read sheets"))
