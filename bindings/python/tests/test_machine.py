"""The HWS with memory, SIPs and a resolver of dependencies."""

from __future__ import annotations

from pathlib import Path

import pytest

import hws


def machine() -> hws.Machine:
    m = hws.Machine()
    m.HWS_CTRL.ENABLE = True
    return m


def kernel(kernel_id: int, **fields: object) -> hws.TaskDescriptor:
    return hws.TaskDescriptor(kernel_id=kernel_id, est_exec_time=100, out_path_mih=False, **fields)


def test_kernels_run_in_the_order_of_their_dependencies() -> None:
    m = machine()
    m.add_kernel(kernel(1, thread_num=4))
    m.add_kernel(kernel(2), after=1)
    m.add_kernel(kernel(3), after=[1, 2], arrival=5000)
    assert not m.drained and m.drain(100_000) and m.drained
    times = {number: m.kernel(number) for number in (1, 2, 3)}
    assert times[1]["finished"] < times[2]["first_launch"] and times[3]["pushed"] >= 5000
    assert times[3]["state"] == "finished" and m.kernel(4) is None
    assert m.running == 0


def test_the_stimulus_replays_the_run(tmp_path: Path) -> None:
    m = machine()
    m.add_kernel(kernel(1, block_num=3, block_trigger_cnt=3))
    m.drain(10_000)
    assert m.HWS_STATUS.RS_EMPTY is True
    file = tmp_path / "stimulus.jsonl"
    file.write_text(m.stimulus())
    replayed = list(hws.replay(file))
    assert replayed[-1]["state"] == m.digest
    assert replayed[:-1] == list(m.events())


def test_registers_are_those_of_an_hws() -> None:
    m = machine()
    m.PROMOTE.THRESHOLD = 16
    assert m["PROMOTE.THRESHOLD"] == 16 and m.read(m.PROMOTE.offset) == int(m.PROMOTE)
    with pytest.raises(AttributeError, match="did you mean `PROMOTE`"):
        m.PROMOT
    with pytest.raises(hws.BusError):
        m.write(0, 1)
    with pytest.warns(hws.RefusedWriteWarning):
        m.XMC_SIP_MAP[0] = 1
    assert {event["ev"] for event in m.events()} >= {"read", "bus_error", "error"}


def test_kernels_that_are_refused_change_nothing() -> None:
    m = machine()
    m.add_kernel(kernel(1))
    before = m.stimulus()
    for arguments in (
        {"descriptor": kernel(1)},
        {"descriptor": kernel(2), "after": 9},
        {"descriptor": kernel(2), "after": [2]},
        {"descriptor": kernel(2), "after": -1},
        {"descriptor": kernel(2), "arrival": -1},
        {"descriptor": kernel(2), "td_addr": 3},
        {"descriptor": kernel(2**31)},
        {"descriptor": [1, 2]},
    ):
        with pytest.raises(ValueError):
            m.add_kernel(**arguments)
    with pytest.raises(TypeError):
        m.add_kernel(7)
    assert m.stimulus() == before and m.kernel(2) is None


def test_a_machine_without_sips_waits_for_reports() -> None:
    m = hws.Machine(sips=False, n_rs=16)
    m.HWS_CTRL.ENABLE = True
    m.add_kernel(kernel(1))
    assert not m.drain(10_000) and m.cycle == 10_000 and m.HWS_PARAM0.N_RS == 16


def test_messages_are_popped_by_their_registers() -> None:
    m = machine()
    m.add_kernel(hws.TaskDescriptor(kernel_id=1, est_exec_time=10))
    m.drain(10_000)
    kinds = [message.kind for message in iter(m.pop_mih, None)]
    assert kinds == ["RESULT", "SCHED_INFO", "BLOCK_FINISH"]


def test_a_snapshot_of_a_machine_is_that_of_its_hws() -> None:
    m = machine()
    m.add_kernel(kernel(1))
    m.advance(60)
    h = hws.Hws()
    h.restore(m.snapshot())
    assert h.digest == m.digest and h.cycle == 60
    assert repr(m).startswith("<Machine: 1 SIPs running, Hws at cycle 60")


def test_pushes_may_pass_the_resolver() -> None:
    m = machine()
    m.write_memory(0x1000, kernel(5))
    m.push(0x1000, hdr_id=3, hdr_entry_id=4)
    m.advance(20)
    assert m.RS[0].IDS.HDR_ID == 3 and m.decide()["ready"] == 0xFFFF_FFFF
    with pytest.raises(ValueError):
        m.push(0, hdr_id=16)
