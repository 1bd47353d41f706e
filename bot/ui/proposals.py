"""What all who play can agree on: the post that asks them, and its buttons."""

from collections.abc import Sequence

from bot.table import Table
from bot.table.proposals import asked, said, voters
from bot.ui.buttons import STYLE, Lasting
from bot.ui.screen import Screen, join
from bot.ui.words import called, heading

DAYS = (1, 3, 7, 14)  # that a pause may last, by button


class ProposalButton(
    Lasting,
    template=r"v:(?P<table>\d+):(?P<what>agree|no|pause|resume|back)(?::(?P<days>\d{1,2}))?",
):
    """Agree to what is proposed, or not; propose a pause, or to go on."""


def proposal_post(table: Table, lines: Sequence[str]) -> Screen:
    """What is proposed and who has yet to agree; or that nothing is any more."""
    head = heading(table)
    if table.proposal is None:
        return Screen(join(head, *lines))
    whom = asked(table)
    names = ", ".join(called(one) for one in whom)
    content = join(head, f"🗳️ {said(table, table.proposal)}", f"{names}: do you agree?")
    pinged = [one.user_id for one in whom if one.user_id is not None]
    return Screen(content, vote_buttons(table), pinged=pinged)


def asks(table: Table, user_id: int) -> str:
    """What somebody is asked to agree to; nothing where they are not, or have."""
    if table.proposal is None or all(one.user_id != user_id for one in asked(table)):
        return ""
    return f"🗳️ {said(table, table.proposal)} Do you agree?"


def vote_buttons(table: Table, row: int | None = None) -> list[Lasting]:
    """Yes or no to what is proposed, as long as somebody is asked."""
    if not asked(table):
        return []
    return [
        ProposalButton.button(f"v:{table.id}:agree", "Agree", STYLE.success, emoji="🗳️", row=row),
        ProposalButton.button(f"v:{table.id}:no", "No", row=row),
    ]


def propose_buttons(table: Table, user_id: int) -> list[Lasting]:
    """What somebody may propose now, or say to what is proposed."""
    player = table.player_of(user_id)
    if table.status != "playing" or all(one.player != player for one in voters(table)):
        return []
    if table.proposal is not None:
        mine = any(one.player == player for one in asked(table))
        no = ProposalButton.button(f"v:{table.id}:no", "Not any more")
        return vote_buttons(table) if mine else [no]
    if table.pause is None:
        pause = ProposalButton.button(f"v:{table.id}:pause", "Pause …", emoji="⏸️")
        back = ProposalButton.button(f"v:{table.id}:back", "Take back …", emoji="⏪")
        several = len(voters(table)) > 1 and not table.in_real_time
        found: list[Lasting] = [pause] if table.allows_pause and not table.alone else []
        return [*found, back] if several else found
    if table.pause.why != "agreed":
        return []
    return [ProposalButton.button(f"v:{table.id}:resume", "Go on", emoji="▶️")]


def pause_buttons(table: Table) -> list[Lasting]:
    """For how long a table could rest."""
    return [
        ProposalButton.button(f"v:{table.id}:pause:{days}", f"{days} day{'s' * (days != 1)}")
        for days in DAYS
    ]
