"""Beer Brawl played, in the rulebook's order: set-up, turn, movement, combat, re-armament, end."""
