"""The play, in the order of the rulebook."""
