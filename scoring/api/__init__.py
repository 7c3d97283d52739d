"""Matches, hands, verdicts and documents for other programs."""
