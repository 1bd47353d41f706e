"""A table and its people as plain values; nothing here knows Discord, the database or the time."""

from bot.table.news import News, read_news, told_from_plain, told_to_plain
from bot.table.table import (
    KEPT_AFTER,
    LEVELS,
    LIVE,
    LONGEST_PACE,
    MOST_MISSED,
    SHORTEST_PACE,
    Dms,
    Due,
    Level,
    Order,
    Pause,
    Person,
    Seated,
    Status,
    Table,
    counts,
)

__all__ = [
    "KEPT_AFTER",
    "LEVELS",
    "LIVE",
    "LONGEST_PACE",
    "MOST_MISSED",
    "SHORTEST_PACE",
    "Dms",
    "Due",
    "Level",
    "News",
    "Order",
    "Pause",
    "Person",
    "Seated",
    "Status",
    "Table",
    "counts",
    "read_news",
    "told_from_plain",
    "told_to_plain",
]
