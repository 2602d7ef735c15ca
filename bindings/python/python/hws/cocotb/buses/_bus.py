"""What all drivers have in common."""

from __future__ import annotations

from typing import Any, Protocol

from ..._pickling import PickledWithAttributes
from .. import _simulator as simulator

MOST_EDGES = 100_000
"""A device that has not answered after so many edges never will."""


class Bus(Protocol):
    """A driver of words of 32 bits."""

    async def read(self, address: int, /) -> int:
        """Returns the word at a byte address."""

    async def write(self, address: int, data: int, /) -> None:
        """Writes the word at a byte address."""


class BusAccessError(PickledWithAttributes, OSError):
    """The device answered an access with an error, or never; `address` is that of the bus."""

    def __init__(self, what: str, address: int):
        super().__init__(f"bus error: {what} at {address:#06x}")
        self.address = address


class Pins:
    """The signals of a bus, with a prefix, driven while the clock is low and looked at just before it falls again."""

    def __init__(self, dut: Any, clock: Any, prefix: str):
        self._dut, self._clock, self._prefix = dut, clock, prefix
        triggers = simulator.cocotb("cocotb.triggers")
        self._fall = triggers.FallingEdge(clock)
        self._soon = triggers.Timer(1, "step")

    def has(self, name: str) -> bool:
        """Whether the device has the signal."""
        return hasattr(self._dut, self._prefix + name)

    def drive(self, **values: int) -> None:
        """Drives inputs of the device."""
        for name, value in values.items():
            getattr(self._dut, self._prefix + name).value = value

    def value(self, name: str) -> int:
        """An output of the device; unknown bits are 0."""
        text = str(getattr(self._dut, self._prefix + name).value)
        return int("".join("1" if digit == "1" else "0" for digit in text), 2)

    async def begin(self) -> None:
        """The clock is low: what is driven now is seen by the next rising edge, and not by the last one."""
        if str(self._clock.value) == "1":
            await self._fall

    async def settled(self) -> None:
        """What was just driven has reached the outputs that depend on it without an edge."""
        await self._soon

    async def edge(self) -> None:
        """The rising edge of the clock passes, and the clock falls."""
        await self._fall

    async def wait(self, *names: str, what: str, address: int) -> None:
        """Waits until one of the outputs is 1 while the clock is low."""
        for _ in range(MOST_EDGES):
            if any(self.value(name) for name in names):
                return
            await self.edge()
        raise BusAccessError(f"{what}: no answer after {MOST_EDGES} edges of the clock,", address)
