"""Which registers are read at which edge."""

import pytest
from fake_design import design

from hws import _hws
from hws.cocotb._follower import Follower
from hws.cocotb._signals import signals

REGISTERS = ("HWS_STATUS", "SIP_READY_MASK", "PROMOTE", "P_TOP_K")


class Run:
    """A follower on a fake design, out of reset."""

    def __init__(self, registers="changed", changes=None, without=()):
        self.dut, self.named = design(*REGISTERS, **({changes: 64} if changes else {}))
        self.dut._children[0]._children = [it for it in self.named.values() if it._path.split(".")[-1] not in without]
        found = signals(self.dut)
        self.check = _hws.LiveCheck([(signal.path, signal.width) for signal in found])
        handle = self.named[changes] if changes else None
        self.follower = Follower(self.check, found, "Verilator", registers, handle)
        self.edge(rst_n=0)
        self.edge(rst_n=1)

    def edge(self, **values):
        """An edge with these values; returns which registers were read."""
        for name, value in values.items():
            self.named[name].value = value
        before = {name: self.named[name].reads for name in REGISTERS}
        self.follower.before()
        self.follower.after(0)
        return [name for name in REGISTERS if self.named[name].reads > before[name]]


TIMED = ["HWS_STATUS", "SIP_READY_MASK"]


def test_at_a_quiet_edge_only_what_counts_with_time_is_read():
    run = Run()
    assert run.edge() == TIMED
    assert run.edge(tick_req=1, cycle=1) == TIMED


@pytest.mark.parametrize("event", [{"bus_valid": 1}, {"hdr_valid": 1}, {"ev_n": 1}, {"HWS_STATUS": 4}, {"rst_n": 0}])
def test_after_what_may_change_registers_all_are_read(event):
    run = Run()
    assert run.edge(**event) == list(REGISTERS)


def test_during_a_tick_nothing_is_read_and_everything_at_its_end():
    run = Run()
    assert run.edge(tick_req=1, tick_busy=1) == []
    assert run.edge(tick_busy=1) == []
    assert run.edge(tick_busy=0) == list(REGISTERS)
    assert run.edge(tick_req=0) == TIMED


def test_every_edge_and_designs_that_cannot_show_quiet_edges():
    assert Run(registers="every").edge() == list(REGISTERS)
    assert Run(without=("ev_n",)).edge() == list(REGISTERS)


def test_a_signal_that_shows_changes_is_followed():
    run = Run(changes="digest")
    assert run.edge() == TIMED
    assert run.edge(digest=7) == list(REGISTERS)
    assert run.edge() == TIMED
