"""Endpoints of a club's money that belong to no event."""
