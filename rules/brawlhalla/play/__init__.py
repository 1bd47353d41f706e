"""A match in the order of the rulebook: set-up, turn, actions, damage, powers, end."""
