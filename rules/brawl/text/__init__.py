"""BRAWL in words: what the table says, and the rules by topic."""
