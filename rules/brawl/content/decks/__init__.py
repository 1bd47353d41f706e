"""The deck lists that come with the game, as data, and how evenly they were measured to play."""
