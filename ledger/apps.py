from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LedgerConfig(AppConfig):
    name = "ledger"
    verbose_name = _("Ledger")

    def ready(self) -> None:
        from ledger.services import print_orders  # noqa: PLC0415 models must be loaded
        from scoring.services.makers import maker_register  # noqa: PLC0415 models must be loaded

        maker_register(print_orders.STATEMENT, print_orders.statement_make)
        maker_register(print_orders.SETTLEMENT, print_orders.settlement_make)
