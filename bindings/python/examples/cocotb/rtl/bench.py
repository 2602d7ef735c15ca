"""The bench of the reference RTL: plays the edges of a stimulus, and holds shared memory.

It does what `rtl/bench/main.cpp` does, edge for edge: an access, a push or the start of a tick takes one rising edge of the clock, and
inputs change while the clock is low.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

# A tick of 32 blocks with all messages and reads has fewer; a lock-step gives up after 10,000.
EDGES_MAX = 10_100
"""A tick of 32 blocks with all messages and reads has fewer."""

INPUTS = ("tick_req", "bus_valid", "bus_write", "bus_addr", "bus_wdata", "hdr_valid", "hdr_id", "hdr_entry_id",
          "hdr_td_addr", "sm_rdata", "sm_err")


class Bench:
    """A driver of all ports."""

    def __init__(self, dut: Any):
        self.dut = dut
        self.memory: dict[int, int] = {}
        self._fall = FallingEdge(dut.clk)
        # The quick way to look at a signal of at most 31 bits in a simulator without unknown values.
        self._busy = dut.tick_busy._handle.get_signal_val_long
        self._asks = dut.sm_req._handle.get_signal_val_long
        self._is_answered = False

    async def start(self) -> None:
        """Starts the clock; two edges in reset."""
        dut = self.dut
        for name in INPUTS:
            getattr(dut, name).value = 0
        dut.mdma_ready.value = 1
        dut.rst_n.value = 0
        Clock(dut.clk, 10, unit="ns").start(start_high=False)
        await self._fall_or_start()
        await self._edge()
        await self._edge()
        dut.rst_n.value = 1

    async def play(self, lines: Iterable[str]) -> None:
        """Plays the lines of `hws-dv/examples/edges`."""
        for line in lines:
            name, *rest = line.split()
            numbers = [int(number, 16) for number in rest]
            if name == "mem":
                address, *words = numbers
                self.memory.update((address + 4 * place, word) for place, word in enumerate(words))
            elif name == "write":
                await self.access(True, *numbers)
            elif name == "read":
                await self.access(False, *numbers)
            elif name == "hdr":
                await self.push(*numbers)
            elif name == "tick":
                await self.ticks(*numbers)
            else:
                raise ValueError(f"not an edge: {line}")

    async def access(self, is_write: bool, address: int, value: int = 0) -> None:
        """One register access."""
        dut = self.dut
        dut.bus_write.value, dut.bus_addr.value, dut.bus_wdata.value = is_write, address, value
        dut.bus_valid.value = 1
        await self._edge()
        dut.bus_valid.value = 0

    async def push(self, hdr_id: int, entry_id: int, descriptor: int) -> None:
        """One push into the HDR port."""
        dut = self.dut
        dut.hdr_id.value, dut.hdr_entry_id.value, dut.hdr_td_addr.value = hdr_id, entry_id, descriptor
        dut.hdr_valid.value = 1
        await self._edge()
        dut.hdr_valid.value = 0

    async def ticks(self, count: int) -> None:
        """So many ticks, each to its end."""
        request, edge, busy = self.dut.tick_req, self._edge, self._busy
        request.value = 1
        for _ in range(count):
            await edge()
            edges = 1
            while busy():
                request.value = 0
                await edge()
                edges += 1
                if edges > EDGES_MAX:
                    raise AssertionError(f"tick {int(self.dut.cycle.value)} does not end: {EDGES_MAX} clock edges")
            if edges > 1:
                request.value = 1
        request.value = 0

    async def _edge(self) -> None:
        """One rising edge; then the answer to what it asked shared memory for."""
        await self._fall
        asks = self._asks()
        if asks or self._is_answered:
            self._answer(bool(asks))

    def _answer(self, asks: bool) -> None:
        dut = self.dut
        word = self.memory.get(int(dut.sm_addr.value)) if asks else 0
        dut.sm_err.value = word is None
        dut.sm_rdata.value = word or 0
        self._is_answered = asks

    async def _fall_or_start(self) -> None:
        """The clock starts low."""
        await cocotb.triggers.Timer(1, "ns")
