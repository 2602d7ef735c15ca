"""Drivers of register buses, for tests that have none, and what a driver of your own has to be.

A bus is anything with the coroutines `read(address)`, which returns a number, and `write(address, data)`, for words of 32 bits. It
raises an exception when the device answers with an error. `adapted` makes one of the masters of cocotbext-axi and cocotbext-apb.
"""

from ._adapter import adapted
from ._apb import ApbBus
from ._axi4lite import Axi4LiteBus
from ._bus import Bus, BusAccessError
from ._flat import FlatBus

__all__ = ["ApbBus", "Axi4LiteBus", "Bus", "BusAccessError", "FlatBus", "adapted"]
