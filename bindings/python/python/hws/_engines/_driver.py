"""Which run is made where, and what happens when a worker is lost.

A worker makes batches of runs, in order, and sends each row as it finishes. If a worker ends, the finished runs of its batches have their
rows; of the others, the first of a batch may have been the reason. It is made alone, on a worker that has nothing else to do, and the rest
goes back to the queue. A run that ends its worker twice while it is alone there gets a row with a problem.
"""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

from .. import _hws
from .._errors import EngineError
from ._worker import ENOUGH, OFTEN, Rows

#: A batch has at most so many runs.
MOST = 4096

#: A run that has ended its worker so often while it was alone there is not tried again.
STRIKES = 2

#: Seconds without any worker after which the driver gives up.
PATIENCE = 120.0


@dataclass(frozen=True)
class Made:
    """Rows of a batch."""

    batch: int
    rows: Rows


@dataclass(frozen=True)
class Ended:
    """A batch has ended; runs without a row were left for another one."""

    batch: int


@dataclass(frozen=True)
class Lost:
    """The worker of a batch has ended before it."""

    batch: int


@dataclass(frozen=True)
class Refused:
    """A worker has refused a batch."""

    batch: int
    error: BaseException


Event = Made | Ended | Lost | Refused


class Engine(Protocol):
    """Workers on some engine."""

    def __init__(self, plan: Any, jobs: int | None, address: Any) -> None: ...

    def places(self) -> Mapping[Hashable, int]:
        """The workers that exist, each with the number of batches that it makes at once."""
        ...

    def start(self, batch: int, place: Hashable, runs: list[int], key: str, often: float) -> None:
        """Begin a batch on a worker."""
        ...

    def events(self) -> list[Event]:
        """What has happened; wait a fraction of a second if nothing has."""
        ...

    def __enter__(self) -> Engine: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Stop everything that is still going on, and what was started for this sweep."""
        ...


@dataclass
class Batch:
    """A batch that is being made."""

    place: Hashable
    #: The runs that have no row yet.
    runs: dict[int, None]
    alone: bool


class Driver:
    """The state of a sweep on an engine."""

    def __init__(self, plan: Any, rows: _hws.SweepRows, engine: Engine) -> None:
        self.plan, self.rows, self.engine = plan, rows, engine
        self.queue = deque(rows.missing())
        self.suspects: deque[int] = deque()
        self.strikes: Counter[int] = Counter()
        #: Runs of batches whose worker was lost: their rows are sent one by one, so that it is known which run is going on.
        self.doubtful: set[int] = set()
        self.batches: dict[int, Batch] = {}
        self.begun = 0
        self.made = 0
        self.seconds = 0.0
        self.seen = time.monotonic()

    def drive(self) -> None:
        """Make all runs that have no row."""
        while self.queue or self.suspects or self.batches:
            self.assign()
            for event in self.engine.events():
                self.take(event)

    def assign(self) -> None:
        """Give work to every worker that has room."""
        places = self.engine.places()
        busy = Counter(batch.place for batch in self.batches.values())
        alone = {batch.place for batch in self.batches.values() if batch.alone}
        if places or self.batches:
            self.seen = time.monotonic()
        elif time.monotonic() - self.seen > PATIENCE:
            raise EngineError(f"the engine has had no worker for {PATIENCE:.0f} seconds; start workers and repeat the call to go on")
        for place, room in places.items():
            if self.suspects and not busy[place]:
                self.start(place, [self.suspects.popleft()], alone=True)
                continue
            while self.queue and place not in alone and busy[place] < room:
                self.start(place, self.next_runs(sum(places.values())), alone=False)
                busy[place] += 1

    def next_runs(self, room: int) -> list[int]:
        """Take a batch from the queue: enough for its time, and at the end the same for all."""
        share = math.ceil(len(self.queue) / (2 * room))
        enough = math.ceil(ENOUGH * self.made / self.seconds) if self.seconds else 1
        count = min(len(self.queue), MOST, max(1, share, enough))
        return [self.queue.popleft() for _ in range(count)]

    def start(self, place: Hashable, runs: list[int], alone: bool) -> None:
        self.batches[self.begun] = Batch(place, dict.fromkeys(runs), alone)
        often = 0.0 if self.doubtful.intersection(runs) else OFTEN
        self.engine.start(self.begun, place, runs, self.plan.key(runs[0]), often)
        self.begun += 1

    def take(self, event: Event) -> None:
        if isinstance(event, Made):
            # Also of a batch that was given up: a row is a row.
            batch = self.batches.get(event.batch)
            for run, lines, seconds in event.rows:
                self.rows.add(run, lines)
                self.made, self.seconds = self.made + 1, self.seconds + seconds
                if batch is not None:
                    batch.runs.pop(run, None)
            return
        ended = self.batches.pop(event.batch, None)
        if ended is None:
            return
        if isinstance(event, Refused):
            raise EngineError(
                f"a worker has refused its runs: {event.error}; install on every worker the package of the driver, {_hws.program()}"
            ) from event.error
        if isinstance(event, Lost):
            self.lose(ended)
        self.queue.extendleft(reversed(ended.runs))

    def lose(self, batch: Batch) -> None:
        """The worker of a batch has ended: its first run may be the reason."""
        run = next(iter(batch.runs), None)
        if run is None:
            return
        self.doubtful.update(batch.runs)
        del batch.runs[run]
        self.strikes[run] += batch.alone
        if self.strikes[run] == STRIKES:
            self.rows.lose(run)
        else:
            self.suspects.append(run)


def drive(plan: Any, rows: _hws.SweepRows, engine: Engine) -> None:
    """Make all runs of a plan that have no row, on the workers of an engine."""
    Driver(plan, rows, engine).drive()
