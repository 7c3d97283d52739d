"""Pages of matches, hands and documents."""
