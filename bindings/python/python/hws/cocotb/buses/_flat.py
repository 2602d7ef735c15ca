"""The flat port of the reference RTL."""

from __future__ import annotations

from typing import Any

from ._bus import BusAccessError, Pins


class FlatBus:
    """`bus_valid`, `bus_write`, `bus_addr` and `bus_wdata`, answered by the same edge with `bus_ready`, `bus_err` and `bus_rdata`.

    An access waits until no tick goes on. The test drives everything else; two tasks may not use the bus at the same time.
    """

    def __init__(self, dut: Any, *, clock: Any = None, prefix: str = ""):
        self._pins = Pins(dut, dut.clk if clock is None else clock, prefix)
        self._pins.drive(bus_valid=0, bus_write=0, bus_addr=0, bus_wdata=0)

    async def read(self, address: int) -> int:
        """Returns the word at an address of the RTL's layout."""
        return await self._access("read", address, bus_write=0)

    async def write(self, address: int, data: int) -> None:
        """Writes the word at an address of the RTL's layout."""
        await self._access("write", address, bus_write=1, bus_wdata=data)

    async def _access(self, what: str, address: int, **values: int) -> int:
        pins = self._pins
        await pins.begin()
        pins.drive(bus_valid=1, bus_addr=address, **values)
        await pins.edge()
        await pins.wait("bus_ready", what=what, address=address)
        pins.drive(bus_valid=0)
        if pins.value("bus_err"):
            raise BusAccessError(what, address)
        return pins.value("bus_rdata")
