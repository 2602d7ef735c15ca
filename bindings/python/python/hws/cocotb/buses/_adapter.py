"""Masters of other packages as a bus."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import Any, cast

from ._bus import Bus, BusAccessError

BYTES = 4


def adapted(bus: Any) -> Bus:
    """The bus itself, or one over a master whose `read` wants a length, as those of cocotbext-axi and cocotbext-apb.

    Raises TypeError for anything else.
    """
    for name in ("read", "write"):
        if not callable(getattr(bus, name, None)):
            raise TypeError(f"{bus!r} is not a bus: it needs the coroutines read(address) and write(address, data)")
    return _ByteBus(bus) if hasattr(bus, "read_dword") else cast(Bus, _WordBus(bus))


class _WordBus:
    """`read` returns a number or bytes."""

    def __init__(self, bus: Any):
        self._bus = bus

    async def read(self, address: int) -> int:
        return _number(await self._bus.read(address), "read", address)

    async def write(self, address: int, data: int) -> None:
        await self._bus.write(address, data)


class _ByteBus:
    """`read` wants a length and both deal in bytes; answers have a response."""

    def __init__(self, bus: Any):
        self._bus = bus
        wanted = [it for it in signature(bus.read).parameters.values() if it.default is Parameter.empty]
        self._length = (BYTES,) if len([it for it in wanted if it.kind is not Parameter.VAR_KEYWORD]) > 1 else ()

    async def read(self, address: int) -> int:
        return _number(await self._bus.read(address, *self._length), "read", address)

    async def write(self, address: int, data: int) -> None:
        _respond(await self._bus.write(address, data.to_bytes(BYTES, "little")), "write", address)


def _respond(answer: Any, what: str, address: int) -> None:
    if int(getattr(answer, "resp", 0) or 0) != 0:
        raise BusAccessError(what, address)


def _number(answer: Any, what: str, address: int) -> int:
    _respond(answer, what, address)
    data = getattr(answer, "data", answer)
    return int.from_bytes(data, "little") if isinstance(data, bytes | bytearray | memoryview) else int(data)
