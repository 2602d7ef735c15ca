"""Addresses of a bus that has another layout than the map."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from ..regmap import registers


def read_layout(path: str | Path) -> dict[str, int]:
    """Reads an address map as `hws check` does, a CSV file with the columns `register,offset,count,stride`.

    Returns the address of each register by its name in the map: `RS[3].FLAGS`.
    """
    path = Path(path)
    addresses: dict[str, int] = {}
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(line for line in file if not line.startswith("#"))
        for row in lines:
            place = f"{path}:{lines.line_num}"
            try:
                addresses.update(_elements(row["register"], int(row["offset"], 0), row["count"], row["stride"]))
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{place}: {error}; expected register,offset,count,stride") from None
    return addresses


def _elements(name: str, offset: int, count: str, stride: str) -> Iterator[tuple[str, int]]:
    counts = [int(part, 0) for part in count.split("x")] if count else []
    strides = [int(part, 0) for part in stride.split("x")] if stride else []
    if len(counts) != len(strides):
        raise ValueError(f"`{count}` and `{stride}` are not of one length")
    array = _bare(name)
    if array not in registers:
        raise ValueError(f"the map has no register `{name}`")
    for indices in product(*map(range, counts)):
        parts = array.split("[]")
        text = "".join(part + (f"[{indices[place]}]" if place < len(indices) else "") for place, part in enumerate(parts))
        yield text, offset + sum(index * stride for index, stride in zip(indices, strides, strict=True))


def _bare(name: str) -> str:
    """`RS[i].FLAGS` is `RS[].FLAGS`."""
    parts = name.split("[")
    return parts[0] + "".join("[]" + part.split("]", 1)[1] for part in parts[1:])
