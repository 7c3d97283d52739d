"""Standings: metrics, awards and ranking over plain sums. No Django, names or database."""
