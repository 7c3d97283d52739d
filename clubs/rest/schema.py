"""What the OpenAPI document says of a handler, read from its declaration and its viewset."""

from collections.abc import Sequence
from inspect import cleandoc
from typing import Any, Final

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer

from clubs.rest.viewsets import ApiViewSet
from core.rest.docs import IDEMPOTENT, IF_NONE_MATCH, SETTINGS_SEEN

NAMES: Final = {"partial_update": "update", "destroy": "delete"}
SETTING: Final = ("PUT", "PATCH")
PREFIX: Final = "api-"
STAYS_OPEN: Final = "x-stays-open"
OF_TRIAL: Final = "With `dry_run` nothing is kept, and the answer says what would follow from it."


class ApiSchema(AutoSchema):
    """Summary and description from the docstring, shapes from what the viewset declares.

    The webhook's description uses a view from another package.
    """

    def get_operation_id(self) -> str:
        """Return resource and action, such as ``players_update``."""
        view = self.view
        if not isinstance(view, ApiViewSet):
            return super().get_operation_id()
        resource = (view.basename or "").removeprefix(PREFIX).replace("-", "_")
        name = view.declared.name or NAMES.get(view.action, view.action)
        return f"{resource}_{name}"

    def get_tags(self) -> list[str]:
        """Return the resource's chapter."""
        return list(self.view.tags) if isinstance(self.view, ApiViewSet) else super().get_tags()

    def get_summary(self) -> str | None:
        """Return the first line of the docstring."""
        return self._doc()[0].removesuffix(".") if self._doc() else super().get_summary()

    def get_description(self) -> str:  # type: ignore[override] # as in its base class
        """Return the paragraphs after it."""
        view = self.view
        if not isinstance(view, ApiViewSet):
            return super().get_description()
        of_trial = [OF_TRIAL] if view.declared.trial else []
        return "\n\n".join([*self._doc()[1:], *of_trial])

    def get_extensions(self) -> dict[str, Any]:
        """Mark actions that are never refused as closed, for a later step."""
        view = self.view
        is_open = isinstance(view, ApiViewSet) and view.declared.stays_open
        return {**super().get_extensions(), **({STAYS_OPEN: True} if is_open else {})}

    def get_request_serializer(self) -> Any:
        """Return the serializer of the action's body; None if it takes no body."""
        view = self.view
        if isinstance(view, ApiViewSet):
            return view.declared.body
        return super().get_request_serializer()

    def get_response_serializers(self) -> Any:
        """Return what the action answers, by status."""
        view = self.view
        if not isinstance(view, ApiViewSet):
            return super().get_response_serializers()
        refused = OpenApiResponse(description="")
        return self._answers(view) | dict.fromkeys(view.declared.refuses, refused)

    def _answers(self, view: ApiViewSet) -> dict[int, Any]:
        status, trial = view.success_status, view.declared.trial
        if status == 204:
            return {204: None}
        answer: Any = view.get_serializer_class()
        if trial is None:
            return {status: answer(many=view.declared.many)}
        predicted: Any = trial.answer
        if status == 201:
            return {201: answer, 200: predicted}
        name = f"{answer.__name__.removesuffix('Serializer')}OrPredicted"
        return {200: PolymorphicProxySerializer(name, [answer, predicted], None)}

    def get_override_parameters(self) -> list[Any]:
        """Return the query and the headers that the action reads."""
        view = self.view
        if not isinstance(view, ApiViewSet):
            return super().get_override_parameters()
        query = view.query_serializer
        is_keyed = self.method == "POST" and view.declared.keyed
        return [
            *([query] if query else []),
            *([IF_NONE_MATCH] if view.versioned and view.action == "retrieve" else []),
            *([SETTINGS_SEEN] if view.versioned and self.method in SETTING else []),
            *([IDEMPOTENT] if is_keyed else []),
        ]

    def _is_list_view(self, serializer: Any = None) -> bool:
        """Whether the action answers with rows: a list in pages, or ``many``."""
        view = self.view
        return view.is_many if isinstance(view, ApiViewSet) else super()._is_list_view(serializer)

    def _doc(self) -> Sequence[str]:
        """Return the paragraphs of the action's docstring, each in one line."""
        if not isinstance(self.view, ApiViewSet):
            return ()
        text = getattr(self.view, self.view.action).__doc__ or ""
        return [" ".join(part.split()) for part in cleandoc(text).split("\n\n")]
