"""The exceptions. All that fail a test because of what the design did are AssertionErrors."""

from __future__ import annotations

from typing import Any

from .._pickling import PickledWithAttributes


class BindingError(ValueError):
    """The design does not have the signals that a map names or the model needs. Nothing was compared."""


class Divergence(PickledWithAttributes, AssertionError):
    """The design and the model differ: the message is the report of `hws check`.

    `report` is the same as JSON, of which `report["dumps"][0]["first"]` is the first difference.
    """

    def __init__(self, message: str, report: dict[str, Any]):
        super().__init__(message)
        self.report = report

    @property
    def cycle(self) -> int:
        """The cycle of the first difference."""
        return int(self.report["dumps"][0]["first"]["cycle"])


class Unfollowable(AssertionError):
    """The model cannot follow the design any further: an input is unknown, or a tick never ends."""


class NothingCompared(AssertionError):
    """A test that compared nothing, or less than it should, has not shown anything."""


class Mismatch(AssertionError):
    """A register or a stream of events is not what the model says."""
