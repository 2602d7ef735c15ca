"""The tests of a user: the exported module on the RTL, through a driver for the passthrough interface of peakrdl-regblock."""

import importlib
import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

tests = importlib.import_module(os.environ["REGISTER_TESTS"])
SKIP = os.environ["REGISTERS_ELSEWHERE"].split()


class Bus:
    """Accesses of 32 bits; everything changes while the clock falls."""

    def __init__(self, dut):
        self.dut = dut

    async def read(self, address, width):
        return await self.access(address, 0, 0, width)

    async def write(self, address, data, width):
        await self.access(address, data, 1, width)

    async def access(self, address, data, is_write, width):
        assert width == 32
        dut = self.dut
        await FallingEdge(dut.clk)
        dut.req.value, dut.is_write.value, dut.address.value, dut.data.value = 1, is_write, address, data
        await ReadOnly()
        while not (dut.wr_ack.value if is_write else dut.rd_ack.value):
            await FallingEdge(dut.clk)
            dut.req.value = 0
            await ReadOnly()
        if dut.wr_err.value or dut.rd_err.value:
            raise tests.BusError(hex(address))
        found = int(dut.rd_data.value)
        await FallingEdge(dut.clk)
        dut.req.value = 0
        return found


async def start(dut):
    """A bus, and what resets the block."""
    dut.req.value = 0
    dut.is_faulty.value = int(os.environ["REGISTERS_FAULTY"])
    cocotb.start_soon(Clock(dut.clk, 10).start())

    async def reset():
        dut.rst.value = 1
        for _ in range(4):
            await FallingEdge(dut.clk)
        dut.rst.value = 0

    return Bus(dut), {"reset": reset, "skip": SKIP}


@cocotb.test()
async def reset(dut):
    bus, options = await start(dut)
    await tests.reset_test(bus, **options)


@cocotb.test()
async def access(dut):
    bus, options = await start(dut)
    await tests.access_test(bus, **options)


@cocotb.test()
async def bit_bash(dut):
    bus, options = await start(dut)
    await tests.bit_bash_test(bus, **options)
