"""Workers of Ray: on this machine, or of any cluster.

A batch is a task that yields its rows. Ray gives it a process of its own and, because it may not repeat it, tells when that process ends.
"""

from __future__ import annotations

import importlib
from collections.abc import Hashable, Iterator, Mapping
from types import TracebackType
from typing import Any

from . import _worker
from ._driver import Ended, Event, Lost, Made, Refused

#: Seconds to wait for something to happen.
WAIT = 0.2


def _make(plan: Any, runs: list[int], key: str, often: float) -> Iterator[_worker.Rows]:
    """The task of a batch."""
    yield from _worker.make(plan, runs, key, often)


class Workers:
    """A connection with its tasks."""

    def __init__(self, plan: Any, jobs: int | None, address: Any) -> None:
        self.ray = importlib.import_module("ray")
        self.is_ours = not self.ray.is_initialized()
        if self.is_ours:
            local = {"num_cpus": jobs, "include_dashboard": False} if address is None else {"address": address}
            self.ray.init(log_to_driver=False, logging_level="warning", **local)
        self.jobs = jobs
        self.make = self.ray.remote(num_cpus=1, max_retries=0, num_returns="streaming")(_make)
        self.plan = self.ray.put(plan)
        self.streams: dict[Any, int] = {}

    def places(self) -> Mapping[Hashable, int]:
        # Every batch has a process of its own: each is a place with room for one, so that whatever ends it was alone there.
        room = self.jobs or int(self.ray.cluster_resources().get("CPU", 0))
        return dict.fromkeys(range(room), 1)

    def start(self, batch: int, place: Hashable, runs: list[int], key: str, often: float) -> None:
        self.streams[self.make.remote(self.plan, runs, key, often)] = batch

    def events(self) -> list[Event]:
        if not self.streams:
            return []
        ready, _ = self.ray.wait(list(self.streams), num_returns=1, timeout=WAIT, fetch_local=False)
        events = []
        for stream in ready:
            event = self._next(stream)
            if not isinstance(event, Made):
                del self.streams[stream]
            events.append(event)
        return events

    def _next(self, stream: Any) -> Event:
        batch, errors = self.streams[stream], self.ray.exceptions
        try:
            return Made(batch, self.ray.get(next(stream)))
        except StopIteration:
            return Ended(batch)
        except errors.RayTaskError as error:
            return Refused(batch, error.cause or error)
        except errors.RayError:
            # The process, its machine, or what it sent last is gone.
            return Lost(batch)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            for stream in self.streams:
                self.ray.cancel(stream, force=True)
        finally:
            if self.is_ours:
                self.ray.shutdown()
