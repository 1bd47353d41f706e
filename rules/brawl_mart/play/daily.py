"""The daily challenge: the same store for everybody in a server (one seed a day)."""

from hashlib import blake2b


def daily_seed(secret: bytes, server: int, day: str) -> bytes:
    """The seed of a server's day, from the day's secret; `day` is an ISO date."""
    return blake2b(f"brawl-mart:{server}:{day}".encode(), key=secret, digest_size=32).digest()


def daily_commitment(secret: bytes) -> str:
    """What is posted in the morning, before anybody shops."""
    return blake2b(secret, person=b"brawl-mart-day", digest_size=32).hexdigest()
