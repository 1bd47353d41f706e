"""What comes in the box: Legends, weapons, cards, arenas, and how evenly they were measured."""
