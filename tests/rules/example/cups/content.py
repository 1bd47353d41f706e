"""What lies on the table: a cup for each player."""

CUPS = ("Blue", "Orange", "Green", "Pink")
