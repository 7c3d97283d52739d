"""Addresses of viewsets."""

from rest_framework.routers import DynamicRoute, Route, SimpleRouter


class Router(SimpleRouter):
    """A router whose prefixes and actions are paths with converters: ``<key:player>``."""

    def __init__(self) -> None:
        super().__init__(use_regex_path=False)


class SingletonRouter(Router):
    """A router of resources of which there is one at its address, such as an event's money."""

    routes = [
        Route(
            url="^{prefix}{trailing_slash}$",
            mapping={
                "get": "retrieve",
                "post": "create",
                "put": "update",
                "patch": "partial_update",
                "delete": "destroy",
            },
            name="{basename}-detail",
            detail=True,
            initkwargs={},
        ),
        DynamicRoute(
            url="^{prefix}/{url_path}{trailing_slash}$",
            name="{basename}-{url_name}",
            detail=True,
            initkwargs={},
        ),
    ]
