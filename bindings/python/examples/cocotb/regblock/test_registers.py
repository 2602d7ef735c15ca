"""Tests of the register block over its bus. `run_tests.py` starts them."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from hws import enums, regmap
from hws.cocotb import ApbBus, Axi4LiteBus, Mismatch, RegisterModel

PREFIX = os.environ["HWS_BUS_PREFIX"]
# The masters of cocotbext-axi, if it is installed; that for APB needs PSTRB, which APB 3 does not have.
HAS_MASTERS = find_spec("cocotbext") is not None and find_spec("cocotbext.axi") is not None and os.environ["HWS_BUS"] != "apb3"


async def started(dut: Any) -> RegisterModel:
    """The block after reset, with its registers on the bus. There is no scheduler behind it: the hardware is idle."""
    bus = Axi4LiteBus(dut, prefix=PREFIX) if "axil" in PREFIX else ApbBus(dut, prefix=PREFIX)
    dut.rst.value = 1
    Clock(dut.clk, 10, unit="ns").start(start_high=False)
    for _ in range(3):
        await FallingEdge(dut.clk)
    dut.rst.value = 0
    await FallingEdge(dut.clk)
    return RegisterModel(bus, hardware_is_idle=True)


def readable() -> list[regmap.Register]:
    """The registers of the block: what pops or runs a command is outside it."""
    elements = [element for register in regmap.registers.values() for element in register.elements()]
    return [it for it in elements if it.access in ("RO", "RW", "W1C") and not it.queued]


@cocotb.test()
async def registers_have_their_resets(dut: Any) -> None:
    """Every readable register, against the map."""
    registers = await started(dut)
    for element in readable():
        await registers[element.name].read()
    registers.assert_compared(at_least=len(readable()))


@cocotb.test()
async def names_fields_and_enums_are_written_and_read_back(dut: Any) -> None:
    """As firmware would."""
    registers = await started(dut)
    await registers.PROMOTE.write(THRESHOLD=16, RTASK_MAX=2)
    word = await registers.PROMOTE.read()
    assert (word.THRESHOLD, word.RTASK_MAX, bool(word.RULE_THRESHOLD)) == (16, 2, True)
    await registers.HWS_WORK_MODE.IN_PATH.write("FIRMWARE")
    assert await registers.HWS_WORK_MODE.IN_PATH.read() is enums.InPath.FIRMWARE
    await registers.SIP_USAGE_MASK[2][3].write(0x55AA)
    await registers["SIP_USAGE_MASK[2][3]"].read()
    await registers.ERR_STATUS.write(0x3FFFF)
    await registers.ERR_STATUS.read()
    registers.assert_compared(at_least=5)


@cocotb.test()
async def every_register_that_can_be_written_keeps_what_was_written(dut: Any) -> None:
    """With values of their own, so that registers that are swapped are found."""
    registers = await started(dut)
    plain = [it for it in readable() if it.access == "RW" and not any(field.pulse for field in it.fields.values())]
    for number, element in enumerate(plain):
        word = (0x9E3779B9 * (number + 1)) & element.mask
        await registers[element.name].write(word if element.is_legal(word) else element.reset)
    for element in plain:
        await registers[element.name].read()
    registers.assert_compared(at_least=len(plain))


@cocotb.test(skip=not HAS_MASTERS)
async def masters_of_other_packages_are_buses(dut: Any) -> None:
    """Those of cocotbext-axi."""
    from cocotbext import axi

    await started(dut)
    prefix = PREFIX.rstrip("_")
    if "axil" in PREFIX:
        master = axi.AxiLiteMaster(axi.AxiLiteBus.from_prefix(dut, prefix), dut.clk, dut.rst)
    else:
        master = axi.ApbMaster(axi.ApbBus.from_prefix(dut, prefix), dut.clk, dut.rst)
    registers = RegisterModel(master, hardware_is_idle=True)
    await registers.PROMOTE.write(THRESHOLD=300)
    assert (await registers.PROMOTE.read()).THRESHOLD == 300
    registers.assert_compared(at_least=1)


@cocotb.test()
async def a_mistake_of_the_block_is_found(dut: Any) -> None:
    """A write behind the back of the model: the next read fails."""
    registers = await started(dut)
    await registers.bus.write(regmap.lookup("P_TOP_K").offset, 2)
    try:
        await registers.P_TOP_K.read()
    except Mismatch as error:
        assert "P_TOP_K reads 0x00000002, the model has 0x00000001" in str(error), error
    else:
        raise AssertionError("the read was not compared")
