"""One game by random players, with all that can befall a table, checked at every step."""

from typing import Any

from rules.engine import kernel
from rules.engine.codec import encode, input_from_bytes, input_to_bytes
from rules.engine.conformance import (
    again,
    ease,
    interference,
    overheard,
    position,
    secrets,
    siblings,
    words,
)
from rules.engine.conformance.case import Case
from rules.engine.conformance.garbage import Garbage
from rules.engine.conformance.position import Offers
from rules.engine.errors import GameOver, NothingToUndo, RulesError
from rules.engine.inputs import (
    Answer,
    DeclineDraw,
    Elapsed,
    Input,
    OfferDraw,
    Resign,
    Timeout,
    Undo,
)
from rules.engine.kernel import Step
from rules.engine.play import Play

OLD = 6  # earlier states that are looked at again when the game is over
LIMIT = 4  # times its bound, all inputs counted, before a game is given up


class Session:
    """Plays one game and checks it."""

    def __init__(self, case: Case) -> None:
        """Decide what may befall this table."""
        self.case = case
        self.garbage = Garbage(case)
        self.tale = again.tale_of(case.number, case.variant, case.players, case.seed)
        self.answers = 0  # of those that were not taken back
        dice = case.dice
        self.late = dice.choice([0.0, 0.03, 0.4])  # how likely a time-out is at each step
        self.quits = dice.choice([0.0, 0.0, 0.0, 0.01])
        self.offers_draws = dice.choice([0.0, 0.02])
        self.regrets = dice.choice([0.0, 0.1, 0.3])
        self.old: list[tuple[Any, bytes]] = []

    def run(self) -> again.Tale:
        """Play to the end."""
        case = self.case
        play, told = case.heed(
            "the start",
            lambda: Play.start(case.game, case.variant, case.players, case.seed),
        )
        self.play: Play[Any] = play
        words.told(case, play.state, told, often=True)
        overheard.at_start(case, play.state, told)
        data = self._stand(encode(case.game, play.state))
        while play.state.outcome is None:
            case.step += 1
            data = self._go_on(data)
        self._over()
        return self.tale

    # -- where it stands

    def _stand(self, data: bytes) -> bytes:
        """Check a position; its bytes are the same afterwards."""
        case, s = self.case, self.play.state
        position.saved(case, s, data)
        position.questions(case, s)
        position.sound(case, s)
        self.offered: Offers = case.heed("offer", lambda: position.offers(case, s))
        self._untouched(s, data, "offering")
        self.garbage.keep(self.offered)
        self.tale.sums.append(again.checksum(case.game, s, case.step, data))
        last = s.outcome is not None
        if last or case.step == 0 or case.now(2):
            seen = case.heed("view", lambda: words.views(case, s))
            words.no_seed(case, seen)
            case.heed("text", lambda: words.labels(case, s, self.offered, seen), case.probe)
            case.heed("text", lambda: words.boards(case, s, seen))
        if last or case.step == 0 or case.now():
            position.judged(case, s, self.offered)
            seen = words.views(case, s)
            secrets.kept(case, s, seen)
            case.heed("ways", lambda: ease.eased(case, s, seen), case.probe)
            ease.kept(case, s)
        if not last and case.now():
            self.garbage.refused(s, data, self.offered)
        self._untouched(s, data, "looking at it")
        if len(self.old) < OLD or case.probe.random() < 0.02:
            self.old = [*self.old, (s, data)][-OLD:]
        return data

    def _untouched(self, s: Any, data: bytes, doing: str) -> None:
        if encode(self.case.game, s) != data:
            self.case.fail("old state", f"{doing} changed a state")

    # -- what happens

    def _go_on(self, data: bytes) -> bytes:
        """Let one thing happen and check what it led to."""
        case, play = self.case, self.play
        s, before = play.state, len(play.told)
        given = self._next()
        if input_from_bytes(case.game, input_to_bytes(given)) != given:
            case.fail("save", f"{given} reads differently when it was written down")
        again.write(self.tale, given)
        settled = case.heed(f"{given}", lambda: play.do(given))
        self._untouched(s, data, f"{given}")
        if isinstance(given, Undo):
            self.answers -= 1
            self._undone(s)
        else:
            aside = play.passed and play.since  # nothing of the unfinished turn was told with it
            told = settled if aside else (settled if play.passed else play.told)[before:]
            self._done(s, given, Step(play.state, told, play.passed))
        self._bounded()
        return self._stand(encode(case.game, play.state))

    def _next(self) -> Input:
        """What happens next: mostly an answer."""
        s, dice = self.play.state, self.case.dice
        waiting = kernel.waiting(s)
        undoers = [p for p in range(self.case.players) if self.play.can_undo(p)]
        if undoers and dice.random() < self.regrets:
            return Undo(undoers[0])
        if s.clocks and dice.random() < 0.1:
            return Elapsed(dice.choice(sorted(s.clocks)))
        if dice.random() < self.late:
            seat = dice.choice(waiting)
            return Timeout(seat, s.question(seat).number)
        if dice.random() < self.quits and len(s.resigned) < self.case.players:
            return Resign(dice.choice([p for p in range(s.players) if p not in s.resigned]))
        if self.case.game.draws and dice.random() < self.offers_draws + 0.3 * bool(s.draws):
            return self._about_a_draw(s)
        asked = [q.seat for q in s.open]
        seat = dice.choice(asked if dice.random() < 0.05 else waiting)
        return Answer(seat, s.question(seat).number, dice.choice(self.offered[seat]))

    def _about_a_draw(self, s: Any) -> Input:
        dice = self.case.dice
        if s.draws and dice.random() < 0.8:
            return DeclineDraw(dice.randrange(s.players))
        return OfferDraw(dice.choice([p for p in range(s.players) if p not in s.draws]))

    def _done(self, s: Any, given: Input, step: Step) -> None:
        case = self.case
        if isinstance(given, Answer | Timeout):
            self.answers += 1
        words.told(case, step.state, step.told, often=case.now())
        if step.barrier:
            if not self.play.since:
                self._settled()
        elif step.state.counters != s.counters:
            case.fail("undo", "luck was drawn in a step that can be taken back")
        elif kernel.waiting(step.state) != kernel.waiting(s):
            case.fail("undo", "another seat is waited for after a step that can be taken back")
        if case.rare(step.told) or case.now():
            interference.silent(case, s, given, step)
            overheard.at_step(case, s, given, step)
        if case.now():
            siblings.hidden(case, s, given, step)

    def _settled(self) -> None:
        """Nothing can be taken back across a barrier."""
        for player in range(self.case.players):
            state = self.play.state
            try:
                self.play.do(Undo(player))
            except NothingToUndo:
                if self.play.state is not state:
                    self.case.fail("undo", "a refused undo changed the game")
            else:
                self.case.fail("undo", f"player {player} takes back what was shown")

    def _undone(self, s: Any) -> None:
        """An undo brings back the question, under a new number, and no luck."""
        now = self.play.state
        if now.counters != s.counters:
            self.case.fail("undo", "an undo brings luck back")
        if kernel.waiting(now) != kernel.waiting(s):
            self.case.fail("undo", "an undo changes the seats that are waited for")
        for question in now.open:
            if question.number <= s.asked[question.seat]:
                self.case.fail("undo", f"seat {question.seat} is asked under an old number")

    def _bounded(self) -> None:
        bound = self.case.game.bound
        if self.answers > bound or self.case.step > LIMIT * bound + 100:
            self.case.fail("bound", f"not over after {bound} answers")

    # -- the end

    def _over(self) -> None:
        """Nothing goes on after the end, and no earlier state has changed."""
        case, s = self.case, self.play.state
        for player in range(case.players):
            for given in (Resign(player), OfferDraw(player), DeclineDraw(player)):
                self._refused(given)
        for seat in range(len(s.seats)):
            self._refused(Timeout(seat, s.asked[seat]))
        for state, data in self.old:
            self._untouched(state, data, "playing on")

    def _refused(self, given: Input) -> None:
        try:
            kernel.apply(self.case.game, self.play.state, given)
        except GameOver:
            return
        except RulesError as error:
            self.case.fail("garbage", f"{given} after the end is refused by {error!r}")
        self.case.fail("garbage", f"{given} is taken after the end")
