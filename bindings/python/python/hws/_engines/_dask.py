"""Workers of Dask: on this machine, or of any scheduler.

A batch is a task for one worker, which sends its rows as events of a topic. It is not left to Dask to repeat it elsewhere, because Dask
does not know which of its runs have rows. A future only tells errors; a batch ends with the last event.
"""

from __future__ import annotations

import importlib
import queue
import time
import uuid
from collections.abc import Hashable, Mapping
from types import TracebackType
from typing import Any

from . import _worker
from ._driver import Ended, Event, Lost, Made, Refused

#: Seconds between two looks at the workers.
LOOK = 0.5

#: Seconds for the last event of a batch to arrive after its task has ended.
LATE = 5.0


def _make(plan: Any, topic: str, batch: int, runs: list[int], key: str, often: float) -> None:
    """The task of a batch."""
    worker = importlib.import_module("distributed").get_worker()
    for rows in _worker.make(plan, runs, key, often):
        worker.log_event(topic, (batch, rows))
    worker.log_event(topic, (batch, None))


def _same(plan: Any) -> Any:
    """The task that brings a plan to a worker; it is repeated if all workers that have it are lost."""
    return plan


class Workers:
    """A client with its tasks."""

    def __init__(self, plan: Any, jobs: int | None, address: Any) -> None:
        distributed = importlib.import_module("distributed")
        self.closing: list[Any] = []
        self.futures: dict[int, Any] = {}
        self.where: dict[int, Hashable] = {}
        self.over: dict[int, float] = {}
        self.topic = f"hws-sweep-{uuid.uuid4().hex}"
        self.queue: queue.SimpleQueue[Event] = queue.SimpleQueue()
        try:
            if isinstance(address, distributed.Client):
                self.client = address
            else:
                self.client = self._client(distributed, jobs, address)
            self.client.subscribe_topic(self.topic, self._hear)
            self.plan = self.client.submit(_same, plan, pure=False)
        except BaseException:
            self._close()
            raise
        self.looked = -LOOK
        self.workers: Mapping[Hashable, int] = {}

    def _client(self, distributed: Any, jobs: int | None, address: Any) -> Any:
        if address is None:
            cluster = distributed.LocalCluster(n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address=None)
            self.closing.append(cluster)
            address = cluster
        client = distributed.Client(address, set_as_default=False)
        self.closing.append(client)
        return client

    def places(self) -> Mapping[Hashable, int]:
        if time.monotonic() - self.looked > LOOK:
            self.workers, self.looked = self.client.nthreads(), time.monotonic()
        return self.workers

    def start(self, batch: int, place: Hashable, runs: list[int], key: str, often: float) -> None:
        arguments = (self.plan, self.topic, batch, runs, key, often)
        name = f"{self.topic}-{batch}"
        future = self.client.submit(
            _make, *arguments, key=name, workers=[place], allow_other_workers=False, retries=0, pure=False
        )
        self.futures[batch], self.where[batch] = future, place

    def _hear(self, event: Any) -> None:
        """On a thread of the client."""
        batch, rows = event[1]
        self.queue.put(Ended(batch) if rows is None else Made(batch, [(run, lines, seconds) for run, lines, seconds in rows]))

    def events(self) -> list[Event]:
        events: list[Event] = []
        try:
            events.append(self.queue.get(timeout=0.1))
            while True:
                events.append(self.queue.get_nowait())
        except queue.Empty:
            pass
        for event in events:
            if isinstance(event, Ended):
                self._forget(event.batch)
        alive = self.places()
        for batch, future in list(self.futures.items()):
            end = self._end(batch, future, alive)
            if end is not None:
                self._forget(batch)
                events.append(end)
        return events

    def _end(self, batch: int, future: Any, alive: Mapping[Hashable, int]) -> Event | None:
        """How a batch has ended, if it has without a last event."""
        if self.where[batch] not in alive or future.status in ("lost", "cancelled"):
            return Lost(batch)
        if future.status == "error":
            error = future.exception()
            return Lost(batch) if type(error).__name__ == "KilledWorker" else Refused(batch, error)
        if future.status == "finished":
            over = self.over.setdefault(batch, time.monotonic())
            return Lost(batch) if time.monotonic() - over > LATE else None
        return None

    def _forget(self, batch: int) -> None:
        future = self.futures.pop(batch, None)
        self.where.pop(batch, None)
        self.over.pop(batch, None)
        if future is not None and not future.done():
            future.cancel(force=True)

    def _close(self) -> None:
        for thing in reversed(self.closing):
            thing.close()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            for batch in list(self.futures):
                self._forget(batch)
            self.client.unsubscribe_topic(self.topic)
        finally:
            self._close()
