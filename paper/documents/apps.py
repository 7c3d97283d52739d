from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintsConfig(AppConfig):
    name = "paper.documents"
    label = "prints"
    verbose_name = _("Prints")

    def ready(self) -> None:
        from jobs.kinds import job_kind_add  # noqa: PLC0415 models are ready only now
        from paper.documents.registry import DocumentKind, document_make  # noqa: PLC0415 as above
        from paper.documents.rows import PRINT  # noqa: PLC0415 as above

        document = DocumentKind(
            PRINT,
            document_make,
            suffix=".pdf",
            queue="prints",
            media_type="application/pdf",
        )
        job_kind_add(document)
