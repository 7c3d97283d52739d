"""What is fast and how fast: each module measures itself against a floor or a peer in one run."""
