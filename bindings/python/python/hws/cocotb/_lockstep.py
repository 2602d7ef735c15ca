"""The lock-step of a cocotb test."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from logging import Logger, getLogger
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from .. import _hws
from . import _simulator as simulator
from ._errors import BindingError, Divergence, NothingCompared, Unfollowable
from ._follower import Follower, Registers
from ._signals import Signal, TooMany, signals

FilePath = str | os.PathLike[str]


@dataclass(frozen=True)
class Counts:
    """What was compared so far."""

    edges: int
    """Edges of the clock, those in reset included."""
    ticks: int
    """Ticks that agreed."""
    accesses: int
    """Bus accesses that agreed."""
    pushes: int
    """Pushes into the HDR port that agreed."""
    compared: int
    """Values compared."""
    not_compared: int
    """Values not compared because of unknown bits."""


class Lockstep:
    """The model beside a design, from the power-on reset on.

    Inputs are sampled at the edge of the clock, before it has an effect; outputs and registers when the design has settled.
    The comparison begins when the object is made and ends at the first difference, which fails the test.

    `dut` is a handle: the HWS itself, or anything above it. `map` is a map file as for `hws check`, if names, bus or levels are not
    those of the reference RTL.

    Options
      name          what the report calls the run; the path of `dut` without it
      min_compared  fewer compared values fail `assert_equal`; at least one is always needed
      min_coverage  `assert_equal` fails if less than this percentage of the map's register bits was compared: 90, and 0 with
                    `registers="none"`
      unknown       what becomes of outputs and registers with unknown bits: `"strict"`, `"report"` or `"ignore"`
      registers     `"changed"`: registers are read at edges after which they can have changed. `"every"`: at every edge at which no
                    tick goes on. `"none"`: only ports and monitor lanes are compared
      changes       a handle whose value is another one whenever a register has changed: registers are read then, too
      start         a snapshot file of `hws replay --snapshot`: the comparison begins in that state
      raises        whether a difference fails the test at once, or only at `assert_equal`

    Raises BindingError, which names what is missing, if the design does not fit.
    """

    def __init__(
        self,
        dut: Any,
        map: FilePath | None = None,
        *,
        name: str | None = None,
        min_compared: int = 0,
        min_coverage: int | None = None,
        unknown: Literal["strict", "report", "ignore"] = "report",
        registers: Registers = "changed",
        changes: Any = None,
        start: FilePath | None = None,
        raises: bool = True,
    ):
        cocotb, triggers = simulator.cocotb(), simulator.cocotb("cocotb.triggers")
        if registers not in ("changed", "every", "none"):
            raise ValueError(f'registers is {registers!r}; it must be "changed", "every" or "none"')
        self.log: Logger = getattr(dut, "_log", None) or getLogger("cocotb.hws")
        options: dict[str, Any] = {"name": name or str(dut._path), "min_compared": min_compared}
        options |= {"min_coverage": min_coverage, "unknown": unknown}
        design = _design(dut)
        self._check, design = _bound(design, registers, map=map, start=start, **options)
        clock = next(design[slot[0]].handle for slot in self._check.slots if slot[2] == "clk")
        self._edge = (triggers.RisingEdge if self._check.is_rising else triggers.FallingEdge)(clock)
        self._follower = Follower(self._check, design, cocotb.SIM_NAME or "", registers, changes)
        self._raises = raises
        self._has_ended = False
        self._task: Any = cocotb.start_soon(self._follow())

    async def _follow(self) -> None:
        now = simulator.cocotb("cocotb.utils").get_sim_time
        follower, edge, settled = self._follower, self._edge, simulator.cocotb("cocotb.triggers").ReadOnly()
        while True:
            await edge
            follower.before()
            await settled
            if not follower.after(now("step")):
                break
        self._has_ended = True
        if self._raises:
            self.assert_equal()

    @property
    def counts(self) -> Counts:
        """What was compared so far."""
        return Counts(**self._check.counts())

    @property
    def has_ended(self) -> bool:
        """Whether nothing is compared any more: a difference was found, or the design cannot be followed."""
        return self._has_ended

    @property
    def differs(self) -> bool:
        """Whether a difference was found."""
        return self._check.differs

    @property
    def report(self) -> dict[str, Any]:
        """The report as `hws check --json` writes it."""
        return self._check.report()

    @property
    def text(self) -> str:
        """The report as `hws check` prints it."""
        return self._check.verdict()[2]

    def write_json(self, path: FilePath) -> None:
        """Writes the report as `hws check --json` does."""
        Path(path).write_text(json.dumps(self.report, indent=2) + "\n", encoding="utf-8")

    def peek(self, register: str) -> int:
        """The value of a register in the model after the last edge, without the effect of a read: `peek("RS[3].FLAGS")`."""
        return self._check.peek(register)

    def assert_equal(self) -> None:
        """Fails the test unless enough was compared and everything was equal.

        Raises Divergence with the report, Unfollowable if the design could not be followed to here, and NothingCompared.
        """
        verdict, problem, text = self._check.verdict()
        if verdict == "differ":
            raise Divergence(text, self.report)
        if verdict == "unreadable":
            raise Unfollowable(problem or text)
        if verdict != "equal":
            raise NothingCompared(problem or text)
        counts = self.counts
        self.log.info(
            "equal to the model: %d ticks, %d accesses, %d pushes, %d values compared",
            counts.ticks, counts.accesses, counts.pushes, counts.compared,
        )

    def stop(self) -> None:
        """Ends the comparison; what was compared so far can still be asked for."""
        if not self._has_ended:
            self._has_ended = True
            self._task.cancel()

    async def __aenter__(self) -> Lockstep:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        # Another failure of the test is not hidden.
        if kind is None:
            self.assert_equal()


def _design(dut: Any) -> list[Signal]:
    try:
        return signals(dut)
    except TooMany:
        raise BindingError(
            f"{dut._path} has more signals than an HWS: give the handle of the HWS itself, such as `Lockstep(dut.u_soc.u_hws)`"
        ) from None


def _bound(
    design: list[Signal], registers: Registers, map: FilePath | None, start: FilePath | None, **options: Any
) -> tuple[_hws.LiveCheck, list[Signal]]:
    if registers == "none" and options.get("min_coverage") is None:
        options["min_coverage"] = 0
    check = _new_check(design, map, start, options)
    has_registers = {slot[0] for slot in check.slots if slot[4]}
    if registers == "none":
        design = [signal for number, signal in enumerate(design) if number not in has_registers]
        return _new_check(design, map, start, options), design
    if not has_registers:
        raise BindingError(
            "the design has no signal with the name of a register: build it so that its registers are signals (the reference "
            "RTL needs `HWS_WAVES`), name them in a map (`signals: {\"RS[].FLAGS\": …}`), or compare only ports with "
            '`Lockstep(dut, registers="none")`'
        )
    return check, design


def _new_check(
    design: list[Signal], map: FilePath | None, start: FilePath | None, options: dict[str, Any]
) -> _hws.LiveCheck:
    try:
        return _hws.LiveCheck(
            [(signal.path, signal.width) for signal in design], map=map, start=start, **options
        )
    except ValueError as error:
        raise BindingError(str(error)) from None
