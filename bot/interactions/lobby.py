"""Before a game: opening a table, sitting down, beginning, and who may do so."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta

import discord

from bot.errors import NoRoom, NotAllowed
from bot.interactions.answers import Answers
from bot.interactions.house_rules import HouseRules
from bot.interactions.places import Place, Places, add_to_thread
from bot.interactions.replies import defer, in_private, on_a_post, reply, under_a_post
from bot.interactions.who import known_as, moderates, out_of_reach, person_of, room_of
from bot.referee import Referee, variant_of
from bot.table import KEPT_AFTER, LEVELS, Bank, Level, Table, counts
from bot.table.lobby import invitable, wordable
from bot.ui.buttons import Lasting
from bot.ui.first_answer import acknowledge
from bot.ui.lobby_post import level_buttons, sits_words, start_button
from bot.ui.luck import WordForm, begun_words, luck_words, word_button
from bot.ui.open_choices import asked_openly
from bot.ui.screen import join
from bot.ui.table_buttons import InviteSelect, LobbyButton
from bot.ui.trouble import UNREACHED
from rules.engine.contract import AnyGame

AnyUser = discord.User | discord.Member
ALONE = "-# Only you see this game. `/my tables` leads back to it from anywhere."
REMEMBERED = 1024  # tables that wait for their game
USUAL: Level = "normal"  # strength of a computer that is added by a button


class Lobby:
    """What leads from an idea to a game; the same for every game."""

    def __init__(
        self, referee: Referee, answers: Answers, places: Places, house: HouseRules
    ) -> None:
        """Work for a referee; whoever begins a game is shown what it asks."""
        self.referee, self.answers = referee, answers
        self.places, self.house = places, house
        self.takes: Callable[[discord.Interaction, Table], Awaitable[None]]  # a seat in play
        # Private answers whose buttons are for the time before the game, by table.
        self._before: OrderedDict[int, list[discord.Interaction]] = OrderedDict()

    async def open(
        self,
        interaction: discord.Interaction,
        game: str,
        options: dict[str, object],
        *,
        opponents: Sequence[discord.User | discord.Member] = (),
        computer: str | None = None,
        pace: timedelta | None = None,
        timed: bool = True,
        here: bool = False,
        private: bool = False,
        when_full: bool = False,
        kept_after: int = KEPT_AFTER,
        bank: Bank | None = None,
        allows_away: bool = True,
        allows_pause: bool = True,
    ) -> Table:
        """Open a table, with whom, how and where it was asked for: in a thread, or `here`.

        Unless it is `timed`, the time is the server's usual one, per turn or for the game.
        """
        await defer(interaction)
        for opponent in opponents:
            check_opponent(interaction, opponent)
        played = self.referee.games(game)
        seats = max(counts(played, variant_of(played, options))) - 1
        check_seats(played, seats, len(opponents) + (computer is not None))
        if out_of_reach(interaction):
            check_alone(played, counts(played, variant_of(played, options)), len(opponents))
        host = person_of(interaction)
        guests = [known_as(user) for user in opponents]
        names = [host.name, *(guest.name for guest in guests)]
        async with self.house.opening(interaction, played) as rules:
            place = await self.places.find(interaction, played, names, here=here, private=private)
            alone, free = place.channel_id < 0, seats - len(guests) - (computer is not None)
            guild_id = None if alone else interaction.guild_id
            role = None
            if guild_id is not None and free > 0 and not private:
                role = await self.house.role_to_ping(guild_id, rules)
            if not timed and bank is None:
                pace, bank = rules.usual_pace, rules.usual_bank
            table = await self.referee.open(
                game,
                options,
                channel_id=place.channel_id,
                parent_id=place.parent_id,
                guild_id=guild_id,
                host=host,
                pace=None if alone or bank else pace,
                invited=guests,
                private=private,
                when_full=when_full and not alone,
                kept_after=kept_after,
                bank=None if alone else bank,
                allows_away=allows_away,
                allows_pause=allows_pause,
                role=role,
            )
        await add_to_thread(place.thread, [host.id, *(guest.id for guest in guests)])
        if computer is not None:
            table = await self.referee.add_computer(table, interaction.user.id, computer)
        if table.play is not None:
            await self._begins(interaction, table)
            return table
        if table.alone:
            begun = await self.referee.start(table, interaction.user.id)
            foot = join(ALONE, begun_words(begun, interaction.user.id))
            await self.answers.open_panel(interaction, begun, foot=foot)
            return begun
        self.places.rename(table, place.thread, names)  # where another table was quicker
        ready = place.thread is not None and len(table.players) in table.counts
        start = [start_button(table.id)] if ready else []  # it need not be looked for in the thread
        where = opened_at(interaction, table, place)
        said = sits_words(table, host.id, where, _then(table), place.note)
        await reply(interaction, said, [*start, word_button(table.id), *hosts_buttons(table)])
        self._until_begun(interaction, table)
        return table

    def _until_begun(self, interaction: discord.Interaction, table: Table) -> None:
        """Somebody was answered with buttons that serve until the game begins."""
        self._before.setdefault(table.id, []).append(interaction)
        if len(self._before) > REMEMBERED:
            self._before.popitem(last=False)

    async def _take_off(self, interaction: discord.Interaction, begun: Table) -> None:
        """What served until the game began looks no longer as if it did."""
        for answered in self._before.pop(begun.id, []):
            if in_private(interaction) and answered.user == interaction.user:
                continue  # it is pressed on just now, and becomes the first panel
            with suppress(*UNREACHED):  # dismissed, or too old
                await answered.edit_original_response(view=None)

    async def _at(self, interaction: discord.Interaction, table: Table | int) -> Table:
        """The table that a button names, for whoever may see it; a command has found it already."""
        return table if isinstance(table, Table) else await self.answers.look(interaction, table)

    async def join(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Take a free seat, and say who begins the game."""
        await defer(interaction, fresh=True)
        here = await self._at(interaction, table)
        if here.vacant and here.player_of(interaction.user.id) is None:
            await self.takes(interaction, here)
            return
        joined = await self.referee.join(here, person_of(interaction))
        await add_to_thread(room_of(interaction.guild, joined), [interaction.user.id])
        if joined.play is not None:
            await self._begins(interaction, joined)
            return
        when = "when every seat is taken" if joined.when_full else "when the host presses *Start*"
        where = "" if interaction.channel_id == joined.channel_id else f" in <#{joined.channel_id}>"
        said = sits_words(
            joined,
            interaction.user.id,
            f"You sit at table {joined.id}{where}.",
            f"The game begins {when}; then *Play* shows you what you may do.",
            goal=not on_a_post(interaction),
        )
        await reply(interaction, said, [word_button(joined.id)])
        self._until_begun(interaction, joined)

    async def ask_word(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Show the form for a word of one's own; nothing can be said before it."""
        here = await self._at(interaction, table)
        wordable(here, interaction.user.id)
        await interaction.response.send_modal(WordForm(here))

    async def take_word(self, interaction: discord.Interaction, table_id: int, typed: str) -> None:
        """Take the word that was typed, and tell it with the fingerprint to whoever typed it."""
        await defer(interaction, fresh=True)
        here = await self._at(interaction, table_id)
        table = await self.referee.set_word(here, interaction.user.id, typed)
        said = luck_words(table, interaction.user.id, made=False)
        await reply(interaction, said, [word_button(table.id)])

    async def leave(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Give one's seat up, or turn an invitation down."""
        await defer(interaction, fresh=True)
        left = await self.referee.leave(await self._at(interaction, table), interaction.user.id)
        await reply(interaction, f"You have left table {left.id}.")

    async def start(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Begin the game, and show the host what it asks, below the game's first post."""
        await defer(interaction, fresh=not (on_a_post(interaction) or in_private(interaction)))
        table = await self._at(interaction, table)
        mod = moderates(interaction, table)
        begun = await self.referee.start(table, interaction.user.id, moderator=mod)
        await self._begins(interaction, begun)

    async def _begins(self, interaction: discord.Interaction, begun: Table) -> None:
        """The game has begun: whoever brought that about is shown what it asks of them."""
        thread = room_of(interaction.guild, begun)
        thread = thread if isinstance(thread, discord.Thread) else None
        self.places.rename(begun, thread, [one.name for one in begun.players])
        if begun.player_of(interaction.user.id) is None:
            await reply(interaction, f"The game at table {begun.id} has begun.")
        else:
            await self._first_panel(interaction, begun)
        await self._take_off(interaction, begun)

    async def _first_panel(
        self, interaction: discord.Interaction, begun: Table, *, again: bool = False
    ) -> None:
        """A panel below the first post; none where that post has the choices itself."""
        if not begun.alone:
            await self.answers.live.after_post(begun)
        if under_a_post(interaction) and asked_openly(begun):
            await acknowledge(interaction)
            return
        foot = begun_words(begun, interaction.user.id) if again else ""
        await self.answers.open_panel(interaction, begun, foot=foot)

    async def computer(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Seat a computer of the usual strength, and let the host choose another."""
        await defer(interaction, fresh=True)
        seated = await self.referee.add_computer(
            await self._at(interaction, table), interaction.user.id, USUAL
        )
        if seated.play is not None:
            await self._begins(interaction, seated)
            return
        await self._strength(interaction, seated, USUAL)

    async def invite(
        self, interaction: discord.Interaction, table: Table | int, guest: AnyUser
    ) -> None:
        """Keep a seat for somebody, who is told where they read it."""
        await defer(interaction)
        here = await self._at(interaction, table)
        invitable(here, interaction.user.id, guest.id)
        check_opponent(interaction, guest)
        invited = await self.referee.invite(here, interaction.user.id, guest.id)
        await add_to_thread(room_of(interaction.guild, invited), [guest.id])
        said = f"{known_as(guest).name} is invited: a seat at table {invited.id} is kept for them."
        await reply(interaction, said, hosts_buttons(invited))

    async def when_full(
        self, interaction: discord.Interaction, table: Table | int, *, wanted: bool = True
    ) -> None:
        """Let the game begin by itself with the last seat taken, or not."""
        await defer(interaction)
        here = await self._at(interaction, table)
        changed = await self.referee.start_when_full(here, interaction.user.id, wanted)
        if changed.play is not None:
            await self._begins(interaction, changed)
            return
        said = "begins by itself when every seat is taken" if wanted else "begins when you start it"
        await reply(interaction, f"The game at table {changed.id} {said}.", hosts_buttons(changed))

    async def by_hand(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Let the game begin when the host starts it."""
        await self.when_full(interaction, table, wanted=False)

    async def level(self, interaction: discord.Interaction, table: Table | int, level: str) -> None:
        """Let the computer that came last be of another strength."""
        await defer(interaction)
        changed = await self.referee.set_level(
            await self._at(interaction, table), interaction.user.id, level
        )
        await self._strength(interaction, changed, level)

    async def _strength(self, interaction: discord.Interaction, table: Table, level: str) -> None:
        said = f"A computer sits at table {table.id} and plays at strength *{level}*."
        why = " That is the middle one, which the button gives." if level == USUAL else ""
        others = " or ".join(f"*{other}*" for other in LEVELS if other != level)
        more = f" Would you rather have {others}? Press it before the game begins."
        await reply(interaction, said + why + more, level_buttons(table.id, level))

    async def alone(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Send away the computer that came last."""
        await defer(interaction, fresh=True)
        left = await self.referee.remove_computer(
            await self._at(interaction, table), interaction.user.id
        )
        await reply(interaction, f"The computer has left table {left.id}.")

    async def rematch(self, interaction: discord.Interaction, table: Table | int) -> None:
        """Open the same table again, seats swapped; where nobody has to join, the game begins."""
        await defer(interaction, fresh=not on_a_post(interaction))
        old, person = await self._at(interaction, table), person_of(interaction)
        again, opened = await self.referee.rematched(old, person.id), False
        if again is None:
            room = old.parent_id or old.channel_id
            async with self.house.opening(interaction, old.game, room):
                again, opened = await self.referee.rematch(old, person)
        ready = len(again.players) in again.counts and len(old.people) == 1
        if ready and again.play is None:
            again = await self.referee.start(again, person.id)
        if opened and isinstance(thread := room_of(interaction.guild, again), discord.Thread):
            sit = [*old.players[1:], *old.players[:1]]  # as they will sit: it is renamed once
            self.places.rename(again, thread, [one.name for one in sit])
        if again.play is not None and again.player_of(interaction.user.id) is not None:
            await self._first_panel(interaction, again, again=opened)
            return
        if not opened and person.id in again.guests:  # whoever presses it, too, wants to play
            await self.join(interaction, again)
            return
        here = interaction.channel_id == again.channel_id
        where = "below" if here else f"in <#{again.channel_id}>"
        asked = "; the others are invited" if again.invited else ""  # else it is said below
        then = asked if opened else "; it was opened before"
        said = f"Table {again.id} is {where}{then}."
        if again.play is not None or again.player_of(person.id) is None:
            await reply(interaction, said)
            return
        await reply(
            interaction,
            sits_words(again, person.id, said, _then(again)),
            [word_button(again.id)],
        )
        self._until_begun(interaction, again)


def hosts_buttons(table: Table) -> list[Lasting]:
    """What only the host of a table that waits for its game may do: private, below what they read."""
    if table.status != "lobby" or table.room < 1:
        return []
    full = table.when_full
    label, what = ("I begin it myself", "byhand") if full else ("Begin when full", "whenfull")
    items: list[Lasting] = [LobbyButton.button(f"l:{table.id}:{what}", label, emoji="⏩")]
    if table.room > len(table.invited):
        items.append(InviteSelect.of(table.id))
    return items


def opened_at(interaction: discord.Interaction, table: Table, place: Place) -> str:
    """Where a table is that has just been opened."""
    where = "" if place.channel_id == interaction.channel_id else f" in {place.link}"
    return f"Table {table.id} is open{where}."


def _then(table: Table) -> str:
    """What comes next at a table that has just been opened."""
    if len(table.players) not in table.counts and table.when_full:
        return "Others press *Join*; the game begins by itself when every seat is taken."
    if len(table.players) not in table.counts:
        more = "" if table.invited else ", or you press *Add computer*"
        return f"Others press *Join*{more}; then you press *Start*."
    if len(table.players) == 1 and table.room and not table.invited:
        return "Press *Start* to play alone; others can press *Join* before that."
    if table.when_full:
        return "The game begins by itself when every seat is taken."
    if table.invited:
        return "Press *Start* when all are there."
    return "Press *Start* when you are ready."


def check_alone(game: AnyGame, counts: Sequence[int], opponents: int) -> None:
    """Refuse a game that one person cannot play by themselves."""
    if opponents or 1 not in counts:
        raise NotAllowed(
            f"Only you can play with me here, and {game.title} like this needs others: open it in "
            "a server that I am in."
        )


def check_opponent(
    interaction: discord.Interaction, opponent: discord.User | discord.Member
) -> None:
    """Refuse an opponent who cannot play."""
    if opponent.id == interaction.user.id:
        raise NotAllowed("You cannot be your own opponent. Name somebody else, or a computer.")
    if opponent.bot:
        raise NotAllowed("A bot cannot sit at a table. Use the option `computer` instead.")


def check_seats(game: AnyGame, seats: int, wanted: int) -> None:
    """Refuse more opponents than there are seats, before anybody is invited in vain."""
    if wanted > seats:
        free = "one seat" if seats == 1 else f"{seats} seats"
        raise NoRoom(
            f"{game.title} has {free} beside yours, played like this, and you named {wanted}: "
            "name fewer opponents, or no computer."
            if seats
            else f"{game.title} is played alone: there is no seat for anybody else."
        )
