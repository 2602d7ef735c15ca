"""A design without a simulator: handles with the classes and members that `hws.cocotb` uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class LogicArrayObject:
    """A signal."""

    def __init__(self, path: str, width: int):
        self._path, self._width, self.value, self.reads = path, width, 0, 0

    def __len__(self) -> int:
        return self._width

    @property
    def _handle(self) -> LogicArrayObject:
        return self

    def get_signal_val_long(self) -> int:
        self.reads += 1
        return self.value

    def get_signal_val_binstr(self) -> str:
        self.reads += 1
        return format(self.value, f"0{self._width}b")


class ArrayObject:
    """An array of signals, or of arrays."""

    def __init__(self, path: str, children: list[Any]):
        self._path, self._children = path, children

    @property
    def range(self) -> range:
        return range(len(self._children))

    def __len__(self) -> int:
        return len(self._children)

    def __getitem__(self, index: int) -> Any:
        return self._children[index]


class HierarchyObject:
    """A scope."""

    def __init__(self, path: str, children: list[Any]):
        self._path, self._children = path, children

    def __iter__(self) -> Iterator[Any]:
        return iter(self._children)


PORTS = {"rst_n": 1, "bus_valid": 1, "bus_write": 1, "bus_addr": 32, "bus_wdata": 32, "hdr_valid": 1, "hdr_id": 4, "hdr_entry_id": 8,
         "hdr_td_addr": 32, "tick_req": 1, "sm_rdata": 32, "sm_err": 1, "clk": 1, "tick_busy": 1, "cycle": 64, "sm_req": 1,
         "sm_addr": 32, "irq": 1, "ev_n": 5}


def design(*registers: str, **more: Any) -> tuple[HierarchyObject, dict[str, LogicArrayObject]]:
    """A design with the ports that a lock-step needs and these registers; and its signals by name."""
    names = dict.fromkeys(registers, 32)
    found = {name: LogicArrayObject(f"tb.dut.{name}", width) for name, width in {**PORTS, **names, **more}.items()}
    return HierarchyObject("tb", [HierarchyObject("tb.dut", list(found.values()))]), found
