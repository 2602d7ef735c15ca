"""The signals of a design, found through the handles of the simulator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

LONGEST_ARRAY = 1024
"""Longer arrays are memories: no array of the HWS is longer."""

MOST_SIGNALS = 500_000
"""More signals than this are another design than one HWS."""


@dataclass(frozen=True)
class Signal:
    """A signal of up to 64 bits."""

    path: str
    width: int
    handle: Any


class TooMany(Exception):
    """The design has more signals than an HWS."""


def signals(root: Any) -> list[Signal]:
    """Every signal below a handle, the elements of arrays one by one, in the order of the simulator."""
    found: list[Signal] = []
    for signal in _walk(root, root._path):
        found.append(signal)
        if len(found) > MOST_SIGNALS:
            raise TooMany
    return found


def _walk(handle: Any, path: str) -> Iterator[Signal]:
    kind = _kind(handle)
    if kind == "scope":
        for child in _children(handle):
            yield from _walk(child, child._path)
    elif kind == "array":
        if len(handle) <= LONGEST_ARRAY:
            for index in handle.range:
                yield from _walk(handle[index], f"{path}[{index}]")
    elif kind == "value":
        width = _width(handle)
        if 0 < width <= 64:
            yield Signal(path, width, handle)


def _kind(handle: Any) -> str:
    """What a handle is, by its class: handles are not comparable in any other way."""
    names = {base.__name__ for base in type(handle).__mro__}
    if names & {"HierarchyObject", "HierarchyArrayObject"}:
        return "scope"
    if "ArrayObject" in names:
        return "array"
    if names & {"LogicObject", "LogicArrayObject", "PackedObject", "IntegerObject", "EnumObject"}:
        return "value"
    return "other"


def _children(scope: Any) -> Iterable[Any]:
    try:
        return list(scope)
    except Exception:  # noqa: BLE001 - a simulator that cannot list a scope has nothing to offer in it
        return []


def _width(handle: Any) -> int:
    try:
        return len(handle)
    except TypeError:
        return 0
