"""How long a page of a list is."""

from rest_framework import pagination


class Pages(pagination.PageNumberPagination):
    """Fifty a page, up to two hundred on request."""

    page_size_query_param = "page_size"
    max_page_size = 200
