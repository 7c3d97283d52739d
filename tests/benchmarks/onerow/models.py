"""One table with five columns, among them the pieces of a hand."""

from django.db import models


class Row(models.Model):
    """As little as a hand could be."""

    table = models.IntegerField()
    bidder = models.IntegerField()
    bid = models.CharField(max_length=10)
    made = models.BooleanField()
    deal = models.JSONField()

    def __str__(self) -> str:
        return f"{self.table}: {self.bid}"
