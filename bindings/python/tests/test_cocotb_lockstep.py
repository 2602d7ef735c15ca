"""Binding a design, and verdicts, without a simulator."""

import re
from types import SimpleNamespace

import pytest
from fake_design import HierarchyObject, LogicArrayObject, design

from hws import UnknownNameError, _hws
from hws.cocotb import BindingError, Divergence, Lockstep, NothingCompared, Unfollowable
from hws.cocotb._lockstep import _bound, _design
from hws.cocotb._signals import MOST_SIGNALS, signals


def bound(*registers, mode="changed", map=None, **more):
    return _bound(signals(design(*registers, **more)[0]), mode, map=map, start=None, name="run", min_compared=0)


def test_a_design_without_registers_is_refused_unless_only_ports_are_wanted():
    with pytest.raises(BindingError, match="no signal with the name of a register.*HWS_WAVES"):
        bound()
    check, _ = bound(mode="none")
    assert not any(slot[4] for slot in check.slots)
    check, _ = bound("PROMOTE", mode="none")
    assert not any(slot[4] for slot in check.slots)


def test_a_map_that_does_not_fit_names_place_and_remedy(tmp_path):
    path = tmp_path / "map.yaml"
    path.write_text("signals:\n  irk: irq_o\n")
    with pytest.raises(BindingError, match=re.escape(f"{path}:2:") + "(?s:.*)did you mean `irq`"):
        bound("PROMOTE", map=path)
    path.write_text("signals:\n  irq: irq_x\n")
    with pytest.raises(BindingError, match="irq_x"):
        bound("PROMOTE", map=path)
    with pytest.raises(BindingError, match="nowhere.yaml"):
        bound("PROMOTE", map=tmp_path / "nowhere.yaml")


def test_another_design_is_refused():
    with pytest.raises(BindingError):
        _bound(signals(HierarchyObject("uart", [LogicArrayObject("uart.tx", 1)])), "changed", map=None, start=None, name="", min_compared=0)


def test_a_design_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr("hws.cocotb._signals.MOST_SIGNALS", 3)
    with pytest.raises(BindingError, match="more signals than an HWS"):
        _design(design()[0])
    assert MOST_SIGNALS > 3


def run(check, edges):
    """Sets all signals to 0 and then those of each edge; returns a lock-step that has ended."""
    names = [slot[2] for slot in check.slots]
    check.set(check.group(list(range(len(names)))), [0] * len(names))
    for time, values in enumerate(edges):
        check.set(check.group([names.index(name) for name in values]), list(values.values()))
        check.edge(time)
    lockstep = object.__new__(Lockstep)
    lockstep._check, lockstep.log = check, SimpleNamespace(info=lambda *_: None)
    return lockstep


def test_a_difference_is_raised_with_the_report():
    lockstep = run(bound(mode="none")[0], [{}, {"rst_n": 1, "tick_req": 1, "cycle": 1}, {"cycle": 3}])
    assert lockstep.differs and lockstep.counts.ticks == 1
    with pytest.raises(Divergence, match="run: differs at tick 1") as found:
        lockstep.assert_equal()
    assert found.value.cycle == 1 and found.value.report == lockstep.report
    assert lockstep.report["verdict"] == "differ" and "cycle rtl 0x3 model 0x2" in lockstep.text


def test_an_equal_run_is_equal_and_can_be_asked_for_registers():
    lockstep = run(bound(mode="none")[0], [{}, {"rst_n": 1, "tick_req": 1, "cycle": 1}])
    lockstep.assert_equal()
    assert lockstep.peek("P_TOP_K") == 1
    with pytest.raises(UnknownNameError, match="P_TOP_Q"):
        lockstep.peek("P_TOP_Q")


def test_an_equal_run_of_few_registers_fails_unless_that_is_enough():
    edges = [{"P_TOP_K": 1}, {"rst_n": 1, "tick_req": 1, "cycle": 1}]
    with pytest.raises(NothingCompared, match=r"equal, PARTIAL \(0.0 % of register bits\)"):
        run(bound("P_TOP_K")[0], edges).assert_equal()
    design_signals = signals(design("P_TOP_K")[0])
    few = {"map": None, "start": None, "name": "run", "min_compared": 0, "min_coverage": 0}
    lockstep = run(_bound(design_signals, "changed", **few)[0], edges)
    lockstep.assert_equal()
    assert lockstep.report["dumps"][0]["register_bits"]["compared"] > 0


def test_nothing_compared_fails():
    with pytest.raises(NothingCompared, match="clock"):
        run(bound(mode="none")[0], []).assert_equal()
    with pytest.raises(NothingCompared, match="neither a tick nor a bus access"):
        run(bound(mode="none")[0], [{}, {"rst_n": 1}]).assert_equal()


def test_an_unknown_input_cannot_be_followed():
    with pytest.raises(Unfollowable, match="bus_addr"):
        run(bound(mode="none")[0], [{}, {"rst_n": 1, "bus_valid": 1, "bus_addr": "x" * 32}]).assert_equal()


def test_values_of_another_type_are_refused():
    check = _hws.LiveCheck([(signal.path, signal.width) for signal in signals(design()[0])])
    group = check.group([0])
    with pytest.raises(TypeError, match="a value must be"):
        check.set(group, [None])
    with pytest.raises(ValueError, match="not a value of a signal"):
        check.set(group, ["2q"])
    with pytest.raises(ValueError, match="no group 7"):
        check.set(7, [])
    check.set(check.group([99999]), [1])
