"""Streams of events: what the model expects against what monitors have seen, judged as `hws diff` judges two logs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from logging import getLogger
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .. import _hws
from ._errors import Mismatch, NothingCompared

log = getLogger("cocotb.hws")

LONGEST_REORDER = 1000


class Scoreboard:
    """Compares expected with seen events at the end of a test.

    Events of one kind with one key are a stream, compared in its order and independently of other streams. The key is the first of
    the fields `entry`, `kernel_id`, `sip` and `op` that both sides have, or the field that `key` names. Fields that only one side has
    are not compared. What is left over on either side is a difference.

    Options
      reorder  an event may come up to so many places earlier or later in its stream, at most 1,000
      slack    an event may be up to so many cycles earlier or later; None: cycles are not compared
    """

    def __init__(self, name: str = "scoreboard", *, key: str | None = None, reorder: int = 0, slack: int | None = None):
        if not 0 <= reorder <= LONGEST_REORDER:
            raise ValueError(f"reorder is {reorder}; it must be from 0 to {LONGEST_REORDER}")
        if slack is not None and slack < 0:
            raise ValueError(f"slack is {slack}; it must be 0 or more, or None")
        self.name = name
        self._key, self._reorder, self._slack = key, reorder, slack
        self._expected: list[dict[str, Any]] = []
        self._seen: list[dict[str, Any]] = []

    def expect(self, kind: str, cycle: int | None = None, **fields: int | str) -> None:
        """The model says that this happens."""
        self._expected.append(self._event(kind, cycle, fields))

    def see(self, kind: str, cycle: int | None = None, **fields: int | str) -> None:
        """A monitor has seen it."""
        self._seen.append(self._event(kind, cycle, fields))

    def expect_all(self, events: Iterable[Mapping[str, Any]]) -> None:
        """All events of a trace, or of `Hws.events()`."""
        for event in events:
            kind, cycle, fields = _parts(event)
            self.expect(kind, cycle, **fields)

    def see_all(self, events: Iterable[Mapping[str, Any]]) -> None:
        """All events of a trace as seen."""
        for event in events:
            kind, cycle, fields = _parts(event)
            self.see(kind, cycle, **fields)

    @property
    def counts(self) -> tuple[int, int]:
        """The number of events expected and seen so far."""
        return len(self._expected), len(self._seen)

    def assert_equal(self) -> None:
        """Raises Mismatch with the differences, as `hws diff` shows them, and NothingCompared if there was no event at all."""
        if not self._expected and not self._seen:
            raise NothingCompared(f"{self.name}: no event was expected and none was seen")
        with TemporaryDirectory(prefix="hws-scoreboard-") as folder:
            expected, seen = Path(folder, "expected.jsonl"), Path(folder, "seen.jsonl")
            self._write(expected, self._expected)
            self._write(seen, self._seen)
            verdict, problem, text, _ = _hws.compare_events(expected, seen, reorder=self._reorder, slack=self._slack or 0)
        if verdict != "equal":
            raise Mismatch(f"{self.name}: {problem or text}".replace(folder + "/", ""))
        log.info("%s: %d events equal to those expected", self.name, len(self._seen))

    def _event(self, kind: str, cycle: int | None, fields: Mapping[str, int | str]) -> dict[str, Any]:
        if self._slack is not None and cycle is None:
            raise ValueError(f"{self.name}: an event needs its cycle, because slack is {self._slack}")
        if self._key is not None:
            if self._key not in fields:
                raise ValueError(f"{self.name}: `{kind}` has no field `{self._key}`, the key; it has {' '.join(fields) or 'none'}")
            kind = f"{kind}.{self._key}.{fields[self._key]}"
        return {"cycle": cycle if self._slack is not None else 0, "kind": kind, **fields}

    @staticmethod
    def _write(path: Path, events: list[dict[str, Any]]) -> None:
        ordered = sorted(events, key=lambda event: event["cycle"])
        path.write_text("".join(json.dumps(event) + "\n" for event in ordered), encoding="utf-8")


def _parts(event: Mapping[str, Any]) -> tuple[str, int, dict[str, Any]]:
    """The keys of the trace are `c` and `ev`."""
    fields = {key: value for key, value in event.items() if key not in ("c", "ev", "cycle", "kind") and isinstance(value, int | str)}
    return str(event.get("ev", event.get("kind"))), int(event.get("c", event.get("cycle", 0))), fields
