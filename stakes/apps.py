from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StakesConfig(AppConfig):
    name = "stakes"
    verbose_name = _("An event's money")

    def ready(self) -> None:
        from ledger.hooks import gaps_register, links_register  # noqa: PLC0415 models must be loaded
        from ledger.messages import formatters_register  # noqa: PLC0415 models must be loaded
        from stakes import receivers  # noqa: F401, PLC0415 models must be loaded
        from stakes.event_part import MoneyPart, book_gaps, book_links  # noqa: PLC0415 models must be loaded
        from stakes.labels import FORMATTERS  # noqa: PLC0415 models must be loaded
        from tournaments.event_parts import event_part_register  # noqa: PLC0415 models must be loaded

        links_register(book_links)
        gaps_register(book_gaps)
        formatters_register(FORMATTERS)
        event_part_register(MoneyPart())
