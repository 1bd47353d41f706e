"""Discord's REST routes, as the bot calls them: to import this is to know them all."""

from bot.local.routes import channels, commands, messages, oneself, servers, webhooks

__all__ = ["channels", "commands", "messages", "oneself", "servers", "webhooks"]
