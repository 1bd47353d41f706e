"""What the library logs about answers that did not arrive."""

import logging

from bot.ui.trouble import UNREACHED


class Unanswered(logging.Filter):
    """An answer that Discord did not take is no defect: one line says so, without a trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything pass, made milder where it is no more than that."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, UNREACHED):
            record.msg, record.args = "an answer did not arrive: %s", (error,)
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


def soften() -> None:
    """See to it that the library makes no more of such an answer than it is."""
    for name in ("discord.app_commands.tree", "discord.ui.view", "discord.ui.modal"):
        known = logging.getLogger(name)
        if not any(isinstance(one, Unanswered) for one in known.filters):
            known.addFilter(Unanswered())
