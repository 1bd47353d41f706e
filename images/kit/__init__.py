"""The drawing kit that every game's pictures are made with."""
