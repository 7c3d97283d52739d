"""Endpoints of a club's money that speak of no event."""
