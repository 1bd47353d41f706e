"""A wave in the rulebook's order: set-up, turn, actions and their choices, grunts, the end."""
