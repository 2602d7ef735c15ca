"""Finding and reading the signals of a design."""

import pytest
from fake_design import ArrayObject, HierarchyObject, LogicArrayObject, design

from hws.cocotb._reading import level, readers
from hws.cocotb._signals import signals


def test_elements_of_arrays_are_signals_and_memories_are_not():
    pool = ArrayObject("dut.pool", [ArrayObject(f"dut.pool[{i}]", [LogicArrayObject("", 8)] * 2) for i in range(2)])
    memory = ArrayObject("dut.memory", [LogicArrayObject("", 8)] * 1025)
    wide = LogicArrayObject("dut.wide", 65)
    found = signals(HierarchyObject("dut", [pool, memory, wide, HierarchyObject("dut.u", [LogicArrayObject("dut.u.x", 1)])]))
    assert [signal.path for signal in found] == ["dut.pool[0][0]", "dut.pool[0][1]", "dut.pool[1][0]", "dut.pool[1][1]", "dut.u.x"]


def test_values_are_numbers_where_none_is_unknown_and_digits_elsewhere():
    handles = [LogicArrayObject("a", 4), LogicArrayObject("b", 40)]
    handles[0].value = handles[1].value = 5
    assert [read() for read in readers(handles, "Verilator")] == [5, format(5, "040b")]
    assert [read() for read in readers(handles, "Icarus Verilog")] == ["0101", format(5, "040b")]


@pytest.mark.parametrize(("value", "expected"), [(0, False), (-1, True), ("0000", False), ("01", True), ("x", False), ("zz", False)])
def test_a_level_is_known_and_not_0(value, expected):
    assert level(value) is expected


def test_a_scope_is_walked_to_its_end():
    dut, named = design("PROMOTE")
    assert [signal.handle for signal in signals(dut)] == list(named.values())
