"""The site's addresses and, beside them, the endpoint that writes one row."""

from django.urls import path
from rest_framework import generics, serializers

from config.urls import urlpatterns as site
from tests.benchmarks.onerow.models import Row


class RowSerializer(serializers.ModelSerializer):
    """Every column."""

    class Meta:
        model = Row
        fields = "__all__"


class RowCreate(generics.CreateAPIView):
    """POST a row, with the site's own authentication and throttling."""

    queryset = Row._default_manager.all()
    serializer_class = RowSerializer


urlpatterns = [path("onerow/", RowCreate.as_view()), *site]
