"""Pages of clubs, their people, and accounts."""
