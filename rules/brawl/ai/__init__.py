"""What computer players need beyond the rules of BRAWL."""
