"""What a worker does with a batch of runs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from .. import _hws

#: Seconds after which a batch ends; what is left of it goes to another one.
ENOUGH = 2.5

#: Seconds after which finished rows are sent; those of fast runs travel together.
OFTEN = 0.1

#: Rows as they are sent: the run, its lines in the journal and in those of the tables, and its seconds.
Rows = list[tuple[int, str, float]]


def make(plan: Any, runs: list[int], key: str, often: float) -> Iterator[Rows]:
    """Make runs in order, until a batch has been long enough; yield the rows, those of `often` seconds at a time.

    Raises:
        ValueError: this process would make other runs than the driver asks for.
    """
    here = plan.key(runs[0])
    if here != key:
        raise ValueError(f"run {runs[0]} has the key {here} on a worker with {_hws.program()}, and {key} on the driver")
    began = sent = time.monotonic()
    rows: Rows = []
    for run in runs:
        start = time.monotonic()
        if start - began > ENOUGH:
            break
        lines = plan._lines(run)
        now = time.monotonic()
        rows.append((run, lines, now - start))
        if now - sent >= often:
            yield rows
            rows, sent = [], now
    if rows:
        yield rows
