"""What can be measured from outside: counted as it happens, or asked when somebody looks."""

import time
from collections.abc import Iterator
from typing import Any, Protocol

import aiohttp
import discord
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy import event

from bot.referee import Referee
from bot.store import Store
from bot.workers.pool import Workers
from bot.workers.shared_time import SharedTime

# Discord waits three seconds for an answer.
WAITS = (0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0)
PATIENT = (0.01, 0.1, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 10.0)
QUERIES = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.2, 1.0)
FORGOTTEN = 1_000  # interactions that may wait for an answer at once
TOO_MANY = 429
CALLBACK = "/callback"


class Watched(Protocol):
    """What is asked of a bot when somebody looks."""

    store: Store
    thinkers: Workers
    thinking: SharedTime
    drawers: Workers
    referee: Referee

    @property
    def latency(self) -> float:
        """Of the gateway, in seconds."""


class Metrics:
    """Everything that is counted of one bot."""

    def __init__(self) -> None:
        """Begin to count."""
        self.registry = CollectorRegistry()
        given: dict[str, Any] = {"registry": self.registry}
        self.answered = Histogram(
            "brawl_answer_seconds",
            "From an interaction's arrival to its first answer, as Discord sees it",
            buckets=WAITS,
            **given,
        )
        self.calls = Counter(
            "brawl_discord_calls", "Calls to Discord, by how it answered", ["status"], **given
        )
        self.limited = Counter("brawl_rate_limited", "Answers 429 of Discord", **given)
        self.queries = Histogram(
            "brawl_database_seconds", "Statements in the database", buckets=QUERIES, **given
        )
        self.tables = Gauge("brawl_tables", "Tables in play or in their lobby", ["game"], **given)
        self.unsaid = Gauge("brawl_outbox_rows", "Posts that wait to be sent", **given)
        self.refused = Gauge("brawl_outbox_refused", "Posts that Discord does not want", **given)
        self.age = Gauge("brawl_outbox_age_seconds", "Age of the oldest post that waits", **given)
        self.late = Gauge("brawl_clock_late_seconds", "How late the most overdue clock is", **given)
        self.closed = Gauge(
            "brawl_direct_messages_closed", "People who take no direct messages", **given
        )
        self.queue = Gauge(
            "brawl_worker_queue", "Jobs that wait or are worked on", ["work"], **given
        )
        self.wanted = Counter(
            "brawl_thinking_wanted_seconds", "Time that computers would think for", **given
        )
        self.thinking = Counter(
            "brawl_thinking_given_seconds", "Time that computers were given to think", **given
        )
        self.waited = Histogram(
            "brawl_thinking_wait_seconds",
            "How long computers waited for a process to think in",
            buckets=PATIENT,
            **given,
        )
        self.latency = Gauge("brawl_gateway_seconds", "Latency of the gateway", **given)
        self._arrived: dict[str, float] = {}

    # -- as it happens

    def arrived(self, interaction: discord.Interaction) -> None:
        """Somebody has pressed or typed something."""
        if len(self._arrived) < FORGOTTEN:
            self._arrived[str(interaction.id)] = time.monotonic()

    def thought(self, wanted: float, given: float, waited: float) -> None:
        """A computer may think for so long, after it has waited for so long, in seconds."""
        self.wanted.inc(wanted)
        self.thinking.inc(given)
        self.waited.observe(waited)

    def trace(self) -> aiohttp.TraceConfig:
        """What watches every call to Discord."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._called)
        return trace

    async def _called(self, session: object, context: object, params: Any) -> None:
        status = params.response.status
        self.calls.labels(str(status)).inc()
        if status == TOO_MANY:
            self.limited.inc()
        path: str = params.url.path
        if path.endswith(CALLBACK) and status < TOO_MANY:
            since = self._arrived.pop(path.split("/")[-3], None)
            if since is not None:
                self.answered.observe(time.monotonic() - since)

    def watch(self, store: Store) -> None:
        """Measure what a database takes for its statements."""
        engine = store.engine.sync_engine
        event.listen(engine, "before_cursor_execute", _begins)
        event.listen(engine, "after_cursor_execute", self._executed)

    def _executed(self, *args: Any) -> None:
        self.queries.observe(time.monotonic() - args[4].began_at)

    # -- when somebody looks

    async def text(self, bot: Watched) -> bytes:
        """All figures as Prometheus reads them."""
        load = await bot.store.load_of(bot.referee.now())
        self.tables.clear()
        for game, count in load.tables.items():
            self.tables.labels(game).set(count)
        self.unsaid.set(load.unsaid)
        self.refused.set(load.refused)
        self.age.set(load.age)
        self.late.set(load.late)
        self.closed.set(load.closed)
        for work, jobs in _by_work(bot):
            self.queue.labels(work).set(jobs)
        self.latency.set(bot.latency)
        return bytes(generate_latest(self.registry))


def _begins(*args: Any) -> None:
    args[4].began_at = time.monotonic()


def _by_work(bot: Watched) -> Iterator[tuple[str, int]]:
    yield "thinking", bot.thinkers.busy + bot.thinking.waiting
    yield "drawing", bot.drawers.busy
