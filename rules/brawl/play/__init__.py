"""BRAWL played: set-up, what is done with cards, the two paces, where cards go, score and end."""
