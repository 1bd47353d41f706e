"""Beer Brawl in words: what the table says, and the rules by topic."""
