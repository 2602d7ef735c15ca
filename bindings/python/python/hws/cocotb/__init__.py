"""The model in a cocotb test: an RTL in lock-step with it.

    import cocotb
    from hws.cocotb import Lockstep

    @cocotb.test()
    async def my_test(dut):
        async with Lockstep(dut) as lockstep:
            ...                          # drive the design as you always do
        print(lockstep.counts)

`Lockstep` follows a design while it runs, with the maps, rules and report of `hws check`.
"""

from ._errors import BindingError, Divergence, Mismatch, NothingCompared, Unfollowable
from ._lockstep import Counts, Lockstep

__all__ = ["BindingError", "Counts", "Divergence", "Lockstep", "Mismatch", "NothingCompared", "Unfollowable"]
