"""The results.xml that cocotb writes."""

from __future__ import annotations

import xml.etree.ElementTree as tree
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Result:
    """One test."""

    name: str
    seconds: float
    failure: str | None
    is_skipped: bool

    @property
    def word(self) -> str:
        """What came of it."""
        return self.failure or ("skipped" if self.is_skipped else "passed")


def results(path: Path) -> list[Result]:
    """The tests of a file; a simulation that ended early has left none."""
    if not path.exists():
        return []
    return [
        Result(case.get("name", ""), float(case.get("time", "0")), _failure(case), case.find("skipped") is not None)
        for case in tree.parse(path).iter("testcase")
    ]


def _failure(case: tree.Element) -> str | None:
    for child in case:
        if child.tag in ("failure", "error"):
            return child.get("message") or child.text or child.tag
    return None
