"""Reading the values of many signals quickly.

A handle's `value` makes an object for each reading, which takes several microseconds. The simulator's own interface, which
cocotb wraps, takes a tenth of one; a lock-step reads tens of signals at every edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Reader = Callable[[], "int | str"]

TWO_STATE = ("verilator",)
"""Simulators without unknown values: their signals are read as numbers."""


def readers(handles: Sequence[Any], simulator: str) -> list[Reader]:
    """A function for each handle that returns its value: a number, or digits where bits may be unknown."""
    is_two_state = simulator.lower().startswith(TWO_STATE)
    return [_reader(handle, is_two_state) for handle in handles]


def _reader(handle: Any, is_two_state: bool) -> Reader:
    native = getattr(handle, "_handle", None)
    # A number has the bits of a C `int`.
    number: Reader | None = getattr(native, "get_signal_val_long", None)
    if is_two_state and number is not None and len(handle) <= 32:
        return number
    digits: Reader | None = getattr(native, "get_signal_val_binstr", None)
    if digits is not None:
        return digits
    return lambda: str(handle.value)


def level(value: int | str) -> bool:
    """Whether a value is known and not 0."""
    return "1" in value if isinstance(value, str) else value != 0
