"""Where commands can be used, and who must have added the bot: said of every command."""

from discord.app_commands import AppCommandContext, AppInstallationType

IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
EVERYWHERE = AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BY_SERVERS = AppInstallationType(guild=True, user=False)
BY_ANYBODY = AppInstallationType(guild=True, user=True)  # a server, or somebody for themselves
