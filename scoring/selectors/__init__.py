"""Reading matches and hands for pages and print; nothing here writes."""
