"""Pages of deals."""
