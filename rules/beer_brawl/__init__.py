"""Beer Brawl: two taverns, a tunnel, and adventurers whose stats only their owner knows."""
