from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Connects the one signal, and makes the tasks known by name to whoever sends them.
        from ledger.hooks import links_register, words_register  # noqa: PLC0415 models must be loaded
        from scoring.breadcrumbs import (  # noqa: PLC0415 models must be loaded
            breadcrumbs_register,
            closing_register,
            next_register,
            note_register,
            stage_register,
            weigh_register,
        )
        from tournaments import receivers, tasks  # noqa: F401, PLC0415 models must be loaded
        from tournaments.breadcrumbs import book_links, event_breadcrumbs, event_next, event_note  # noqa: PLC0415 models must be loaded
        from tournaments.money_labels import TELLERS  # noqa: PLC0415 models must be loaded
        from tournaments.services.consequences import (  # noqa: PLC0415 models must be loaded
            match_closed,
            match_stage_of,
            match_weigh,
        )

        breadcrumbs_register(event_breadcrumbs)
        note_register(event_note)
        next_register(event_next)
        closing_register(match_closed)
        stage_register(match_stage_of)
        weigh_register(match_weigh)
        links_register(book_links)
        words_register(TELLERS)
