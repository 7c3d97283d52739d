from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Connects the one signal, and makes the tasks known by name to whoever sends them.
        from ledger.hooks import links_register, words_register  # noqa: PLC0415 models must be loaded
        from scoring.breadcrumbs import (  # noqa: PLC0415 models must be loaded
            closing_register,
            note_register,
            onward_register,
            stage_register,
            trail_register,
            weigh_register,
        )
        from tournaments import receivers, tasks  # noqa: F401, PLC0415 models must be loaded
        from tournaments.breadcrumbs import book_links, event_next, event_note, event_trail  # noqa: PLC0415 models must be loaded
        from tournaments.money_labels import TELLERS  # noqa: PLC0415 models must be loaded
        from tournaments.services.consequences import (  # noqa: PLC0415 models must be loaded
            match_closed,
            match_stage_of,
            match_weigh,
        )

        trail_register(event_trail)
        note_register(event_note)
        onward_register(event_next)
        closing_register(match_closed)
        stage_register(match_stage_of)
        weigh_register(match_weigh)
        links_register(book_links)
        words_register(TELLERS)
