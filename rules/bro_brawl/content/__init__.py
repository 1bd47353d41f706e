"""What lies in the box: cards, their names, and the measured balance."""
