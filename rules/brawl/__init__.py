"""BRAWL: two fighters, one deck each, in turns or in real time."""
