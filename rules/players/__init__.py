"""Players for any game, through the contract alone."""
