"""What every endpoint shares: tokens, pages, errors."""
