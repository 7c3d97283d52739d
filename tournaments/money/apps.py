from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StakesConfig(AppConfig):
    name = "tournaments.money"
    label = "stakes"
    verbose_name = _("An event's money")

    def ready(self) -> None:
        from ledger.hooks import gaps_register, links_register  # noqa: PLC0415 models must be loaded
        from ledger.messages import formatters_register  # noqa: PLC0415 models must be loaded
        from tournaments.events.event_hooks import event_hooks_register  # noqa: PLC0415 models must be loaded
        from tournaments.money import receivers  # noqa: F401, PLC0415 models must be loaded
        from tournaments.money.event_hooks import MoneyHooks, book_gaps, book_links  # noqa: PLC0415 models must be loaded
        from tournaments.money.labels import FORMATTERS  # noqa: PLC0415 models must be loaded

        links_register(book_links)
        gaps_register(book_gaps)
        formatters_register(FORMATTERS)
        event_hooks_register(MoneyHooks())
