"""What a lock-step reads at an edge of the clock, and what it leaves alone.

Ports are read at every edge, monitor lanes as far as they are valid, and registers that count with time at every edge at which
no tick goes on. All other registers are read at edges after which they can have changed: in reset, after an access or a push,
and at the end of a tick that has an event, takes more than one edge, or changes HWS_STATUS. In a correct design nothing else
changes them; a design that changes one at another edge is found out at the next of these edges, or at once with
`registers="every"` or a signal that shows changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from ._reading import Reader, level, readers
from ._signals import Signal

Registers = Literal["changed", "every", "none"]
Slot = tuple[int, bool, str, bool, bool]

LANES = 16
BUS_SIGNALS = ("bus_valid", "psel", "awvalid", "wvalid", "bvalid", "arvalid", "rvalid")


class Check(Protocol):
    """The native half, `hws._hws.LiveCheck`."""

    @property
    def slots(self) -> list[Slot]: ...

    @property
    def reset_level(self) -> int: ...

    @property
    def bus_latency(self) -> int: ...

    def group(self, slots: list[int]) -> int: ...

    def set(self, group: int, values: list[int | str]) -> None: ...

    def edge(self, time: int) -> bool: ...


class Group:
    """Signals that are read together."""

    def __init__(self, check: Check, slots: Sequence[tuple[int, Slot]], signals: Sequence[Signal], simulator: str):
        self._check = check
        self._number = check.group([number for number, _ in slots])
        self._readers = readers([signals[slot[0]].handle for _, slot in slots], simulator)
        self._places = {slot[2]: place for place, (_, slot) in enumerate(slots)}

    def __len__(self) -> int:
        return len(self._readers)

    def read(self) -> list[int | str]:
        """Reads all of them and hands the values on."""
        values = [read() for read in self._readers]
        self._check.set(self._number, values)
        return values

    def place(self, name: str) -> int | None:
        """Where the value of a signal is among those read."""
        return self._places.get(name)


class Follower:
    """Feeds a check with the signals of a design, an edge at a time."""

    def __init__(
        self,
        check: Check,
        signals: Sequence[Signal],
        simulator: str,
        registers: Registers = "changed",
        changes: Any = None,
    ):
        slots = list(enumerate(check.slots))

        def group(kind: str, lane: int = 0) -> Group:
            return Group(check, [it for it in slots if _kind(it[1]) == (kind, lane)], signals, simulator)

        self._check = check
        self._before, self._ports = group("before"), group("port")
        self._timed, self._others = group("timed"), group("register")
        self._lanes = [group("lane", lane) for lane in range(LANES)]
        self._reset = self._before.place("rst_n")
        self._bus = [place for name in BUS_SIGNALS if (place := self._before.place(name)) is not None]
        self._push = self._before.place("hdr_valid")
        self._busy, self._events = self._ports.place("tick_busy"), self._ports.place("ev_n")
        self._status = self._timed.place("HWS_STATUS")
        self._last_status: int | str | None = None
        self._changes: Reader | None = readers([changes], simulator)[0] if changes is not None else None
        self._last_change: int | str | None = None
        self._is_quiet_possible = None not in (self._busy, self._events, self._status) and registers == "changed"
        self._inputs: list[int | str] = []
        self._is_active = True
        self._bus_edges = 0

    def before(self) -> None:
        """The edge comes: inputs are as they were."""
        self._inputs = self._before.read()

    def after(self, time: int) -> bool:
        """The edge has had its effect; returns whether there is anything left to compare."""
        outputs = self._ports.read()
        count = self._event_count(outputs)
        for lane in range(min(count, LANES)):
            self._lanes[lane].read()
        self._read_registers(outputs, count)
        return self._check.edge(time)

    def _event_count(self, outputs: list[int | str]) -> int:
        if self._events is None:
            return LANES if any(len(lane) for lane in self._lanes) else 0
        count = outputs[self._events]
        if isinstance(count, str):
            return int(count, 2) if set(count) <= {"0", "1"} else 0
        return count

    def _read_registers(self, outputs: list[int | str], count: int) -> None:
        is_in_reset = self._is_in_reset()
        is_busy = self._busy is not None and level(outputs[self._busy])
        self._note_inputs(is_busy)
        self._is_active |= is_busy or count > 0 or is_in_reset
        # While a tick goes on, registers are between two values.
        if is_busy and not is_in_reset:
            return
        timed = self._timed.read()
        if self._is_anything_new(timed):
            self._others.read()
        self._is_active = False

    def _is_in_reset(self) -> bool:
        if self._reset is None:
            return False
        return level(self._inputs[self._reset]) == bool(self._check.reset_level)

    def _note_inputs(self, is_busy: bool) -> None:
        """Accesses may take effect some edges after their handshake, but not during a tick."""
        if any(level(self._inputs[place]) for place in self._bus):
            self._bus_edges = 1 + self._check.bus_latency
        if self._bus_edges > 0 and not is_busy:
            self._bus_edges -= 1
            self._is_active = True
        if self._push is not None and level(self._inputs[self._push]):
            self._is_active = True

    def _is_anything_new(self, timed: list[int | str]) -> bool:
        if not self._is_quiet_possible:
            return True
        is_new = self._is_active
        if self._status is not None:
            is_new |= timed[self._status] != self._last_status
            self._last_status = timed[self._status]
        if self._changes is not None:
            change = self._changes()
            is_new |= change != self._last_change
            self._last_change = change
        return is_new


def _kind(slot: Slot) -> tuple[str, int]:
    _, is_before, target, follows_time, is_register = slot
    if is_before:
        return "before", 0
    if target.startswith("ev_") and target.endswith("]"):
        return "lane", int(target[target.index("[") + 1 : -1])
    if follows_time:
        return "timed", 0
    return ("register" if is_register else "port"), 0
