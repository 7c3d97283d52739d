"""Individuals at tables of two pairs, each round with another partner.

Nobody has a partner twice, and everybody has everybody twice as opponent, where a whist tournament
is played to its end; any other evening comes as near to that as a search does.
"""

from pairings.partners.plan import plan_partners, whole_rounds

__all__ = ["plan_partners", "whole_rounds"]
