"""Pages of a club's money that speak of no event: who is open, and a player's statement."""
