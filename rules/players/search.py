"""A player that looks ahead: Monte-Carlo tree search over worlds it cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log, sqrt

from rules.engine import kernel
from rules.engine.contract import AnyGame, Game
from rules.engine.state import Option, State
from rules.players.budget import Budget

EXPLORE = 0.4  # how much a rarely tried option is favoured over one that did well
DEPTH = 16  # answers of a playout beyond the tree before `worth` judges it


def choose(
    game: AnyGame,
    s: State,
    seat: int,
    rng: random.Random,
    budget: Budget,
    *,
    depth: int = DEPTH,
    explore: float = EXPLORE,
) -> Option:
    """The option of a seat that did best in playouts of worlds that fit what its player knows."""
    options = kernel.offer(game, s, seat)
    if len(options) == 1:
        return options[0]
    search = _Search(game, s, seat, rng, depth, explore)
    done = 0
    while budget(done):
        search.playout()
        done += 1
    return search.best(options)


class _Tried:
    """How an option did: tries, payoff in all, and how often it could have been chosen."""

    __slots__ = ("available", "total", "tries")

    def __init__(self, available: int) -> None:
        self.tries = 0
        self.total = 0.0
        self.available = available


class _Node:
    """What one player has seen answered since the root, and how that player's options did."""

    __slots__ = ("after", "total", "tried", "tries")

    def __init__(self) -> None:
        self.after: dict[tuple[int, Option], _Node] = {}
        self.tried: dict[Option, _Tried] = {}
        self.tries = 0
        self.total = 0.0


class _Search:
    """One decision: a tree for each player, grown by playouts of re-dealt worlds.

    A player's tree is keyed by the answers that this player sees: their own, and those of
    others where one seat is asked at a time. What others answer at the same time, and what luck
    brings, is averaged over.
    """

    def __init__(
        self, game: AnyGame, s: State, seat: int, rng: random.Random, depth: int, explore: float
    ) -> None:
        self.game, self.s, self.seat, self.rng = game, s, seat, rng
        self.depth, self.explore = depth, explore
        self.player = s.seats[seat]
        self.roots = [_Node() for _ in range(s.players)]
        self.lows, self.highs = [1.0] * s.players, [0.0] * s.players  # payoffs so far
        self.ordered = type(game).priors is not Game.priors
        self.guesses = type(game).guess is not Game.guess

    # -- one playout

    def playout(self) -> None:
        """Play on in another world, in the trees as far as they reach, and remember how it went."""
        world = kernel.determinize(self.game, self.s, self.player, self.rng)
        went = self._descend(world)
        self._roll_out(world)
        payoffs: dict[int, float] = {}
        for player, node, tried in went:
            if player not in payoffs:
                payoffs[player] = self._paid(world, player)
            got = payoffs[player]
            tried.tries += 1
            tried.total += got
            node.tries += 1
            node.total += got

    def _paid(self, world: State, player: int) -> float:
        got = payoff(self.game, world, player)
        self.lows[player] = min(got, self.lows[player])
        self.highs[player] = max(got, self.highs[player])
        return got

    def _reach(self, player: int) -> float:
        """How far chance is trusted to go: a part of the span of payoffs met so far."""
        return self.explore * max(0.001, self.highs[player] - self.lows[player])

    def _descend(self, world: State) -> list[tuple[int, _Node, _Tried]]:
        game = self.game
        at: list[_Node | None] = list(self.roots)
        went: list[tuple[int, _Node, _Tried]] = []
        seat = self.seat
        beyond = 0  # answers of players who have left their tree while others have not
        while any(at) and beyond < self.depth:
            player = world.seats[seat]
            options = kernel.offer(game, world, seat)
            node = at[player]
            if node is None or len(options) == 1:
                option = options[int(self.rng.random() * len(options))]
                beyond += node is None
            else:
                option = self._select(world, seat, node, options)
                went.append((player, node, node.tried[option]))
            sees_all = world.mode == "turn"
            kernel.take(game, world, seat, option)
            for p, node in enumerate(at):
                if node is not None and (sees_all or p == player):
                    at[p] = self._follow(node, seat, option)
            if world.outcome is not None:
                break
            seat = _next(world, seat)
        return went

    def _follow(self, node: _Node, seat: int, option: Option) -> _Node | None:
        """The node after an answer; a tree grows by one node in a playout, where it ends."""
        after = node.after.get((seat, option))
        if after is None:
            node.after[seat, option] = _Node()
        return after

    def _select(self, world: State, seat: int, node: _Node, options: Sequence[Option]) -> Option:
        """The option with the highest upper bound; one not tried yet counts as an average one."""
        tried = node.tried
        explore = self._reach(world.seats[seat])
        at_once = world.mode != "turn"
        best: Option | None = None
        highest = float("-inf")
        fresh = False
        for option in options:
            stats = tried.get(option)
            if stats is None:
                fresh = True
                continue
            stats.available += 1
            reach = explore * sqrt(log(stats.available) / stats.tries)
            if at_once:  # players who answer at the same time must not fall into step
                reach *= 2 * self.rng.random()
            bound = stats.total / stats.tries + reach
            if bound > highest:
                highest, best = bound, option
        if best is None or (fresh and highest < _urgency(node, explore)):
            best = self._untried(world, seat, node, options) or best or options[0]
            tried.setdefault(best, _Tried(available=1))
        return best

    def _untried(
        self, world: State, seat: int, node: _Node, options: Sequence[Option]
    ) -> Option | None:
        """The next option to try; nothing where a game's priors leave the rest out."""
        tried = node.tried
        if self.ordered:
            options = self.game.priors(world, seat, options)
            return next((option for option in options if option not in tried), None)
        return self.rng.choice([option for option in options if option not in tried])

    def _roll_out(self, world: State) -> None:
        """Answer at random, or as the game guesses, for a while."""
        if world.outcome is not None:
            return
        game, rnd, guesses = self.game, self.rng.random, self.guesses
        offer, take = kernel.offer, kernel.take
        seat = world.open[0].seat
        for _ in range(self.depth):
            seat = _next(world, seat)
            options = offer(game, world, seat)
            if guesses:
                take(game, world, seat, game.guess(world, seat, options, rnd()))
            else:
                take(game, world, seat, options[int(rnd() * len(options))])
            if world.outcome is not None:
                return

    # -- the choice

    def best(self, options: Sequence[Option]) -> Option:
        """The option tried most often, of equals the one that did better."""
        if self.ordered:
            world = kernel.determinize(self.game, self.s, self.player, self.rng)
            options = [*self.game.priors(world, self.seat, options), *options]
        tried = self.roots[self.player].tried

        def rank(option: Option) -> tuple[int, float]:
            stats = tried.get(option)
            return (stats.tries, stats.total / stats.tries) if stats else (0, 0.0)

        return max(options, key=rank)


def payoff(game: AnyGame, s: State, player: int) -> float:
    """What an end, or a position, is worth to a player: 1 a win, 0 a loss."""
    if s.outcome is not None and s.outcome.winners:
        return 1.0 if player in s.outcome.winners else 0.0
    return game.worth(s, player)  # a draw and a shared loss have no winners: the game knows


def _urgency(node: _Node, explore: float) -> float:
    """An option that was never tried counts like an average one that was tried once."""
    return node.total / node.tries + explore * sqrt(log(node.tries + 1))


def _next(world: State, last: int) -> int:
    """The seat that answers next; where several may, they take turns."""
    if len(world.open) == 1:
        return world.open[0].seat
    waiting = kernel.waiting(world)
    return min(waiting, key=lambda seat: (seat <= last, seat))
