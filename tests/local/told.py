"""Whether what a player saw taken is in the log."""

from __future__ import annotations

import json
from collections.abc import Sequence


def lost(told: dict[str, str], inputs: Sequence[tuple[str, str | None]]) -> list[str]:
    """Presses that a player saw taken, and that are not in the log of questions and requests.

    An earlier press of theirs, of which nothing was heard in time, may have answered the question;
    a later one cannot: who is asked the same again after being told has lost an answer.
    """
    first: dict[str, int] = {}
    for question, request in inputs:
        if question and request is not None:
            first[question] = min(first.get(question, int(request)), int(request))
    requests = {request for _, request in inputs}
    return [
        one
        for one, question in told.items()
        if one not in requests and first.get(question, int(one)) >= int(one)
    ]


def question(table_id: int, given: str) -> str:
    """The question that an input answers, as buttons name it; nothing where it is no answer."""
    plain = json.loads(given)
    return f"{table_id}:{plain['seat']}.{plain['number']}" if plain["type"] == "answer" else ""
