"""The model in a cocotb test: an RTL in lock-step with it, registers that are compared with it, and a scoreboard for events.

    import cocotb
    from hws.cocotb import Lockstep

    @cocotb.test()
    async def my_test(dut):
        async with Lockstep(dut) as lockstep:
            ...                          # drive the design as you always do
        print(lockstep.counts)

* `Lockstep` follows a design while it runs, with the maps, rules and report of `hws check`.
* `RegisterModel` has registers and fields by name over the test's own bus driver, and compares every read.
* `Scoreboard` compares streams of events, in order for each key.
* `FlatBus`, `ApbBus` and `Axi4LiteBus` are drivers for tests that have none.

Only `Lockstep` and the drivers need cocotb, which `pip install 'hws-model[cocotb]'` installs.
"""

from ._errors import BindingError, Divergence, Mismatch, NothingCompared, Unfollowable
from ._layout import read_layout
from ._lockstep import Counts, Lockstep
from ._registers import FieldHandle, FieldValue, RegisterHandle, RegisterModel
from ._scoreboard import Scoreboard
from .buses import ApbBus, Axi4LiteBus, Bus, BusAccessError, FlatBus

__all__ = [
    "ApbBus",
    "Axi4LiteBus",
    "BindingError",
    "Bus",
    "BusAccessError",
    "Counts",
    "Divergence",
    "FieldHandle",
    "FieldValue",
    "FlatBus",
    "Lockstep",
    "Mismatch",
    "NothingCompared",
    "RegisterHandle",
    "RegisterModel",
    "Scoreboard",
    "Unfollowable",
    "read_layout",
]
