"""Firmware's first steps on the reference RTL: registers by name over the flat port, a kernel, its commands. `bring_up.py` starts it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cocotb
from bench import Bench
from cocotb.triggers import FallingEdge

import hws
from hws.cocotb import FlatBus, Lockstep, RegisterModel, Scoreboard, read_layout

LAYOUT = Path(__file__).resolve().parents[5] / "hws-dv/src/map/reference.csv"
DESCRIPTOR = 0x1000


async def watch_commands(dut: Any, board: Scoreboard) -> None:
    """A monitor: every MDMA command that the RTL gives."""
    while True:
        await FallingEdge(dut.clk)
        if dut.mdma_valid.value == 1:
            board.see("command", sip=int(dut.mdma_sip.value), launch_id=int(dut.mdma_launch_id.value), thread=int(dut.mdma_thread_idx.value))


@cocotb.test()
async def bring_up(dut: Any) -> None:
    """One kernel of four threads, on the RTL and on an HWS of its own, in lock-step."""
    bench, model, board = Bench(dut), hws.Hws(), Scoreboard("MDMA commands")
    lockstep = Lockstep(dut, name="bring-up", changes=dut.waves_changes)
    await bench.start()
    registers = RegisterModel(FlatBus(dut), lockstep, addresses=read_layout(LAYOUT))
    cocotb.start_soon(watch_commands(dut, board))

    await registers.PROMOTE.write(THRESHOLD=16)
    await registers.HWS_CTRL.write(ENABLE=1)
    assert (await registers.PROMOTE.read()).THRESHOLD == 16
    kernel = hws.TaskDescriptor(kernel_id=7, thread_num=4)
    bench.memory.update((DESCRIPTOR + 4 * place, word) for place, word in enumerate(kernel.encode()))
    await bench.push(0, 0, DESCRIPTOR)
    await bench.ticks(200)

    model.PROMOTE.THRESHOLD = 16
    model.HWS_CTRL.ENABLE = True
    model.push(DESCRIPTOR, hdr_id=0, hdr_entry_id=0, descriptor=kernel)
    model.tick(200)
    for command in iter(model.pop_mdma, None):
        board.expect("command", sip=command.sip, launch_id=command.launch_id, thread=command.thread)

    board.assert_equal()
    assert await registers.SIP_IDLE_MASK.MASK.read() == model.SIP_IDLE_MASK.MASK
    assert (await registers.CNT_CYCLE_LO.read()) == 200
    registers.assert_compared(at_least=3)
    lockstep.assert_equal()
