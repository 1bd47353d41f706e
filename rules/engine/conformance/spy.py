"""Hears clocks, luck and the system being asked where only the state may be."""

import _random
import datetime
import gc
import os
import random
import sys
from types import FrameType, ModuleType, TracebackType
from typing import Any

_CLOCKS = (datetime.datetime, datetime.date)
_NOW = frozenset({"now", "today", "utcnow"})
_SYSTEM = frozenset({"urandom", "getrandom", "getpid", "getppid", "times", "getcwd", "uname"})
_HARMLESS = frozenset({list, dict, set, frozenset, tuple, str, bytes, int, bytearray})
_ENVIRONMENT = type(os.environ).__getitem__.__code__


class Spy:
    """While it listens, notes each forbidden call as (name of the check, what was called)."""

    def __init__(self, allowed: random.Random | None = None) -> None:
        """Let one source of luck pass: the one that a re-deal is given."""
        self.allowed = allowed
        self.heard: list[tuple[str, str]] = []
        self._before: Any = None
        self._collects = True

    def __enter__(self) -> "Spy":
        """Listen; what others do when garbage is collected is none of the game's doing."""
        self._collects = gc.isenabled()
        gc.disable()
        self._before = sys.getprofile()
        sys.setprofile(self._hear)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening."""
        sys.setprofile(self._before)
        if self._collects:
            gc.enable()

    def _hear(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call":
            owner = getattr(called, "__self__", None)
            if type(owner) in _HARMLESS:
                return
            if isinstance(owner, ModuleType):
                if owner.__name__ == "time":
                    self.heard.append(("clock", f"time.{called.__name__}"))
                elif owner.__name__ in ("posix", "nt") and called.__name__ in _SYSTEM:
                    self.heard.append(("system", f"os.{called.__name__}"))
            elif isinstance(owner, _random.Random):
                if owner is not self.allowed:
                    self.heard.append(("luck", f"random.{called.__name__}"))
            elif owner in _CLOCKS and called.__name__ in _NOW:
                self.heard.append(("clock", f"datetime.{called.__name__}"))
        elif event == "call" and frame.f_code is _ENVIRONMENT:
            self.heard.append(("system", "os.environ"))
