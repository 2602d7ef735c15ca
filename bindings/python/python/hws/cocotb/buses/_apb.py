"""AMBA APB 3 and 4."""

from __future__ import annotations

from typing import Any

from ._bus import BusAccessError, Pins


class ApbBus:
    """A master for APB: `ApbBus(dut, prefix="s_apb_")`. PSTRB and PPROT of APB 4 are driven where the device has them."""

    def __init__(self, dut: Any, *, clock: Any = None, prefix: str = ""):
        pins = self._pins = Pins(dut, dut.clk if clock is None else clock, prefix)
        pins.drive(psel=0, penable=0, pwrite=0, paddr=0, pwdata=0)
        if pins.has("pprot"):
            pins.drive(pprot=0)
        self._has_strobe = pins.has("pstrb")

    async def read(self, address: int) -> int:
        """Returns the word at an address."""
        return await self._transfer("read", address, pwrite=0, **self._strobe(0))

    async def write(self, address: int, data: int) -> None:
        """Writes the word at an address."""
        await self._transfer("write", address, pwrite=1, pwdata=data, **self._strobe(0xF))

    def _strobe(self, bytes_: int) -> dict[str, int]:
        return {"pstrb": bytes_} if self._has_strobe else {}

    async def _transfer(self, what: str, address: int, **values: int) -> int:
        pins = self._pins
        await pins.begin()
        pins.drive(psel=1, penable=0, paddr=address, **values)
        await pins.edge()
        pins.drive(penable=1)
        # PREADY is valid before the edge that ends the access phase; a device may answer in the same phase.
        await pins.settled()
        await pins.wait("pready", what=what, address=address)
        data, is_error = pins.value("prdata"), pins.has("pslverr") and pins.value("pslverr")
        await pins.edge()
        pins.drive(psel=0, penable=0)
        if is_error:
            raise BusAccessError(what, address)
        return data
