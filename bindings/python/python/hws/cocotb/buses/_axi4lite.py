"""AMBA AXI4-Lite."""

from __future__ import annotations

from typing import Any

from ._bus import MOST_EDGES, BusAccessError, Pins

OKAY = 0


class Axi4LiteBus:
    """A master for AXI4-Lite, one access at a time: `Axi4LiteBus(dut, prefix="s_axil_")`."""

    def __init__(self, dut: Any, *, clock: Any = None, prefix: str = ""):
        pins = self._pins = Pins(dut, dut.clk if clock is None else clock, prefix)
        pins.drive(awvalid=0, awaddr=0, wvalid=0, wdata=0, wstrb=0, bready=0, arvalid=0, araddr=0, rready=0)
        for name in ("awprot", "arprot"):
            if pins.has(name):
                pins.drive(**{name: 0})

    async def read(self, address: int) -> int:
        """Returns the word at an address."""
        pins = self._pins
        await pins.begin()
        pins.drive(arvalid=1, araddr=address, rready=1)
        await self._shake("read", address, "ar")
        await pins.wait("rvalid", what="read", address=address)
        data, response = pins.value("rdata"), pins.value("rresp")
        await pins.edge()
        pins.drive(rready=0)
        if response != OKAY:
            raise BusAccessError("read", address)
        return data

    async def write(self, address: int, data: int) -> None:
        """Writes the word at an address."""
        pins = self._pins
        await pins.begin()
        pins.drive(awvalid=1, awaddr=address, wvalid=1, wdata=data, wstrb=0xF, bready=1)
        await self._shake("write", address, "aw", "w")
        await pins.wait("bvalid", what="write", address=address)
        response = pins.value("bresp")
        await pins.edge()
        pins.drive(bready=0)
        if response != OKAY:
            raise BusAccessError("write", address)

    async def _shake(self, what: str, address: int, *channels: str) -> None:
        """Keeps each channel valid until an edge at which it is ready."""
        pins, open_ = self._pins, set(channels)
        for _ in range(MOST_EDGES):
            await pins.settled()
            taken = {channel for channel in open_ if pins.value(f"{channel}ready")}
            await pins.edge()
            pins.drive(**{f"{channel}valid": 0 for channel in taken})
            open_ -= taken
            if not open_:
                return
        raise BusAccessError(f"{what}: not taken after {MOST_EDGES} edges of the clock,", address)
