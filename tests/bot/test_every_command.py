"""Every command answers nonsense, strangers and people of other languages with a private sentence."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest
import simcord.interactions
from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.ui.rules import RuleButton, TopicSelect
from tests.bot.hall import Hall

pytestmark = pytest.mark.slow  # all commands, with all that could be wrong

Command = app_commands.Command[Any, Any, Any]
ROOTS = ("table", "my", "server", "help", "rules")  # those of games are in `test_bad_input`
LONG = "x" * 600
NONSENSE: dict[Kind, list[Any]] = {
    Kind.string: ["", LONG, "@everyone <@1>", "²", "none"],
    Kind.integer: [-1, 10**18],
    Kind.number: [-1.5, 1e300],
    Kind.boolean: [True],
}
MENTIONED = (Kind.user, Kind.role, Kind.channel)


def commands(hall: Hall) -> list[Command]:
    """Every command that is no game's."""
    every = [c for c in hall.bot.tree.walk_commands() if isinstance(c, app_commands.Command)]
    found = [c for c in every if c.qualified_name.split()[0] in ROOTS]
    assert len(found) > 35
    return found


def boss(hall: Hall) -> Any:
    """Somebody who may use every command, and sits nowhere."""
    role = hall.guild.create_role("boss", permissions=discord.Permissions.all())
    return hall.guild.add_member(hall.env.create_user("dora"), roles=[role])


def wrongly(hall: Hall, command: Command) -> Iterator[dict[str, Any]]:
    """A command with something wrong for each of its arguments, one at a time."""
    needed = {p.name: _something(hall, p) for p in command.parameters if p.required}
    for parameter in command.parameters:
        for value in NONSENSE.get(parameter.type, []):
            yield {**needed, parameter.name: value}
        if parameter.type is Kind.user:
            yield {**needed, parameter.name: hall.bot.user.id if hall.bot.user else 1}


def _something(hall: Hall, parameter: app_commands.Parameter) -> Any:
    return hall.carol.id if parameter.type in MENTIONED else NONSENSE[parameter.type][0]


def sent(hall: Hall, command: Command, given: dict[str, Any]) -> dict[str, Any]:
    """A command as a rogue client would send it: nothing was checked before."""
    root, *inner = command.qualified_name.split()
    known = hall.env.backend.find_command(root, hall.guild.id, type=1)
    kinds = {p.name: p.type for p in command.parameters}
    options: list[dict[str, Any]] = [
        {"name": p, "type": kinds[p].value, "value": str(v) if kinds[p] in MENTIONED else v}
        for p, v in given.items()
    ]
    for depth, name in reversed(list(enumerate(inner))):
        group = depth < len(inner) - 1
        options = [{"name": name, "type": 2 if group else 1, "options": options}]
    users = [v for p, v in given.items() if kinds[p] is Kind.user]
    plain = {"username": "x", "discriminator": "0", "avatar": None, "global_name": None}
    resolved = {"users": {str(user): {"id": str(user), **plain} for user in users}}
    return {"id": known["id"], "name": root, "type": 1, "options": options, "resolved": resolved}


async def answered(hall: Hall, member: Any, command: Command, given: dict[str, Any]) -> str:
    """What somebody reads, alone, in plain words."""
    result = await member._dispatch_interaction(2, hall.pub, sent(hall, command, given))
    named = (command.qualified_name, given)
    if result.modal is not None:  # a form
        return "a form"
    assert result.ephemeral, named
    said = str(result.response.content)
    assert said and "reference" not in said, (*named, said)
    return said


async def test_nonsense_for_any_argument_gets_a_private_sentence(hall: Hall) -> None:
    """For whoever plays, and for whoever may do everything; the game goes on as it was."""
    await hall.begin()
    hall.bot.cooldowns.off = True
    before, dora = await hall.table(), boss(hall)
    for command in commands(hall):
        for given in wrongly(hall, command):
            managing = command.qualified_name.startswith("server")
            await answered(hall, dora if managing else hall.alice, command, given)
    after = await hall.table()
    assert after.logged == before.logged and after.status == "playing"
    assert [one.user_id for one in after.players] == [one.user_id for one in before.players]


@pytest.mark.parametrize("locale", ["de", "zh-TW", "xx-NEW"])
async def test_people_of_other_languages_are_answered_as_all_others(
    hall: Hall, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord says which language somebody's client speaks, also one that is new; names stay English."""
    await hall.begin()
    hall.bot.cooldowns.off = True
    tree = hall.bot.tree
    for command in tree.get_commands():
        assert not command.to_dict(tree).get("name_localizations"), "one name for all"
    usual = {name: await hall.says(hall.alice, name) for name in ("table show", "my turns", "help")}
    made = simcord.interactions.base_payload

    def spoken(*args: Any, **more: Any) -> Any:
        record, payload = made(*args, **more)
        return record, payload | {"locale": locale, "guild_locale": locale}

    monkeypatch.setattr(simcord.interactions, "base_payload", spoken)
    for name, said in usual.items():
        assert await hall.says(hall.alice, name) == said


TWINS = {  # what does the same as a command, by the id of a button or select
    "help": "",
    "my away": "a:back",
    "my data delete": "u:delete",
    "my data export": "u:export",
    "my data privacy": "u:privacy",
    "my data show": "u:show",
    "my digest": "y:hour",
    "my reach": "h:by:dm",
    "my tables": "",
    "my turns": "i:turns",
    "rules": "d:1:rules",
    "server end": "g:end:1",
    "server pause": "g:pause:1",
    "server resume": "g:resume:1",
    "server settings": "g:settings",
    "server tables": "g:tables",
    "table abandon": "m:1:abandon",
    "table agree": "v:1:agree",
    "table always": "t:1:0.1:!.x",
    "table ask-again": "m:1:again",
    "table close": "m:1:abandon",
    "table draw": "m:1:draw",
    "table find": "f:0",
    "table hand": "d:1:hand",
    "table invite": "l:1:invite",
    "table join": "l:1:join",
    "table leave": "m:1:leave",
    "table log": "m:1:log",
    "table new": "w:beer_brawl",
    "table note": "d:1:note",
    "table plan": "p:1:ask",
    "table play": "d:1:play",
    "table propose": "v:1:pause",
    "table replace": "s:1:replace",
    "table resign": "m:1:resign",
    "table settings": "",
    "table show": "d:1:table",
    "table since": "d:1:since",
    "table start": "l:1:start",
    "table undo": "m:1:undo",
    "table word": "l:1:word",
}
TYPED = {"help", "my tables", "table settings"}  # the first way in; a list; numbers of one's own


async def test_every_command_has_a_button_that_does_the_same_where_one_makes_sense(
    hall: Hall,
) -> None:
    """A new command names its twin here, or why it has none."""
    assert {command.qualified_name for command in commands(hall)} == set(TWINS)
    known = [vars(kind)["__discord_ui_compiled_template__"] for kind in hall.bot.handlers]
    known += [vars(kind)["__discord_ui_compiled_template__"] for kind in (RuleButton, TopicSelect)]
    for name, button in TWINS.items():
        found = any(template.fullmatch(button) for template in known)
        assert found != (name in TYPED), (name, button)
