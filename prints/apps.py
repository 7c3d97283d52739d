from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintsConfig(AppConfig):
    name = "prints"
    verbose_name = _("Prints")

    def ready(self) -> None:
        # Makes the tasks known by name to whoever sends them.
        from prints import event_prints, money_orders, season_orders, tasks  # noqa: F401, PLC0415 models must be loaded
        from prints.boards.rows import BOARD_ROWS  # noqa: PLC0415 models must be loaded
        from prints.event_prints.rows import ROWS  # noqa: PLC0415 models must be loaded
        from prints.makers import maker_register  # noqa: PLC0415 models must be loaded

        maker_register(event_prints.EVENT_PRINT, event_prints.event_print_make)
        maker_register(money_orders.STATEMENT, money_orders.statement_make)
        maker_register(money_orders.SETTLEMENT, money_orders.settlement_make)
        maker_register(season_orders.SEASON, season_orders.season_make)
        event_prints.print_register(*ROWS, *BOARD_ROWS)
