from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Connects the receivers and registers the tasks by name.
        from ledger.hooks import (  # noqa: PLC0415 models must be loaded
            formatters_register,
            gaps_register,
            links_register,
        )
        from scoring.host import host_register  # noqa: PLC0415 models must be loaded
        from tournaments import (  # noqa: F401, PLC0415 models must be loaded
            money_receivers,
            receivers,
            tasks,
        )
        from tournaments.breadcrumbs import event_host  # noqa: PLC0415 models must be loaded
        from tournaments.event_parts import event_part_register  # noqa: PLC0415 models must be loaded
        from tournaments.money_labels import FORMATTERS  # noqa: PLC0415 models must be loaded
        from tournaments.money_part import MoneyPart, book_gaps, book_links  # noqa: PLC0415 models must be loaded

        host_register(event_host)
        links_register(book_links)
        gaps_register(book_gaps)
        formatters_register(FORMATTERS)
        event_part_register(MoneyPart())
