"""Registers and fields by name over the bus driver of a test, every read compared with the model."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from logging import getLogger
from typing import Any, Protocol

from .. import BusError, Hws, UnknownNameError
from ..regmap import Field, Register, lookup, registers
from ._errors import Mismatch, NothingCompared
from ._mirror import Known, Mirror
from .buses import adapted

log = getLogger("cocotb.hws")


class _Counted(Protocol):
    """A lock-step, which compares every access itself."""

    @property
    def counts(self) -> Any: ...


class FieldValue(int):
    """A word that was read: a number, with the fields of the register as attributes, named values as members of their enum."""

    register: Register

    def __new__(cls, word: int, register: Register) -> FieldValue:
        value = super().__new__(cls, word)
        value.register = register
        return value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self.register.fields:
            raise AttributeError(f"{self.register.name} has no field {name}; it has {' '.join(self.register.fields)}")
        return self.register.fields[name].extract(int(self))

    def __repr__(self) -> str:
        fields = " ".join(f"{name}={value}" for name, value in self.register.decode(int(self)).items())
        return f"<{self.register.name} = {int(self):#010x}: {fields}>"


class RegisterModel:
    """The registers of the map on a bus: `await registers.PROMOTE.write(THRESHOLD=16)`, `(await registers["RS[3].FLAGS"].read()).R_FLAG`.

    `bus` has the coroutines `read(address)` and `write(address, data)`; masters of cocotbext-axi and cocotbext-apb are taken as well.

    `model` says what reads are compared with
      None        a mirror: what reset and the writes so far have left, by the access of each register. What the hardware may change
                  is not compared, unless `hardware_is_idle`, as in a register block without the scheduler
      an `Hws`    makes every access as well, and its answers are compared. Its time is yours: let it tick as often as the design
      a Lockstep  compares every access by itself; each read makes sure that it has

    `base` is added to the offset of each register. `addresses`, of `read_layout`, are those of a bus with another layout.
    """

    def __init__(
        self,
        bus: Any,
        model: Hws | _Counted | None = None,
        *,
        base: int = 0,
        addresses: Mapping[str, int] | None = None,
        hardware_is_idle: bool = False,
    ):
        if model is not None and not isinstance(model, Hws) and not hasattr(model, "counts"):
            raise TypeError(f"model must be None, an Hws or a Lockstep, not {type(model).__name__}")
        self.bus = adapted(bus)
        self._model = model
        self._base, self._addresses = base, addresses
        self._mirror = Mirror(hardware_is_idle)
        self._answer = 0
        self.reads = 0
        """Reads so far."""
        self.compared = 0
        """Reads of which at least one bit was compared."""

    def reset(self) -> None:
        """The device was reset: registers have their reset values again. An `Hws` has to be a new one."""
        self._mirror.reset()

    def assert_compared(self, at_least: int = 1) -> None:
        """Raises NothingCompared unless so many reads were compared."""
        if self.compared < at_least:
            raise NothingCompared(f"{self.compared} of {self.reads} reads were compared, fewer than {at_least}")
        log.info("%d reads, %d of them compared", self.reads, self.compared)

    def __getitem__(self, name: str) -> RegisterHandle:
        """A register by the name of the data sheet, `RS[3].FLAGS`."""
        found = lookup(name)
        if not isinstance(found, Register):
            raise UnknownNameError(f"`{name}` is a field; write `registers[{found.register!r}].{found.name}`")
        if "[]" in found.name:
            raise UnknownNameError(f"`{name}` is an array; give an index, such as `{found.elements()[0].name}`")
        return RegisterHandle(self, found)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return _resolve(self, name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *{re.split(r"[\[.]", known)[0] for known in registers}]

    def _address(self, register: Register) -> int:
        if self._addresses is None:
            return self._base + register.offset
        try:
            return self._base + self._addresses[register.name]
        except KeyError:
            raise UnknownNameError(f"the layout has no address for `{register.name}`") from None

    async def _read(self, register: Register) -> FieldValue:
        address = self._address(register)
        before = 0 if self._model is None or isinstance(self._model, Hws) else self._model.counts.accesses
        refusal = self._expected_refusal(register)
        self.reads += 1
        if refusal is not None:
            await self._refused(register, "read", self.bus.read(address))
            raise refusal
        word = await self.bus.read(address)
        self._compare(register, word, before)
        return FieldValue(word, register)

    async def _write(self, register: Register, word: int) -> None:
        if not 0 <= word <= 0xFFFF_FFFF:
            raise ValueError(f"{register.name}: {word} does not fit in 32 bits")
        address = self._address(register)
        if isinstance(self._model, Hws):
            try:
                self._model.write(register.offset, word)
            except BusError as error:
                await self._refused(register, "write", self.bus.write(address, word))
                raise error
        await self.bus.write(address, word)
        self._mirror.written(register, word)

    def _last(self, register: Register) -> int:
        """What fields that a write does not name are written with."""
        return self._mirror.expected(register).value if register.access == "RW" else 0

    def _expected_refusal(self, register: Register) -> BusError | None:
        """The bus error of the model, which the device must give, too."""
        if not isinstance(self._model, Hws):
            return None
        try:
            self._answer = self._model.read(register.offset)
        except BusError as error:
            return error
        return None

    async def _refused(self, register: Register, what: str, access: Any) -> None:
        try:
            await access
        except Exception:  # noqa: BLE001 - drivers have exceptions of their own
            self.compared += 1
            return
        raise Mismatch(f"{register.name}: the model refuses the {what} with a bus error, and the device takes it")

    def _compare(self, register: Register, word: int, accesses_before: int) -> None:
        if isinstance(self._model, Hws):
            known = Known(self._answer, 0xFFFF_FFFF)
        elif self._model is not None:
            if self._model.counts.accesses <= accesses_before:
                raise Mismatch(f"{register.name}: the lock-step has not seen the read; does it follow the bus of this driver?")
            self.compared += 1
            return
        else:
            known = self._mirror.expected(register)
        if known.mask:
            self.compared += 1
        if (word ^ known.value) & known.mask:
            raise Mismatch(_difference(register, word, known))


class RegisterHandle:
    """One register on the bus; its fields are attributes."""

    def __init__(self, model: RegisterModel, register: Register):
        self._model, self.register = model, register

    async def read(self) -> FieldValue:
        """Reads the register and compares it."""
        return await self._model._read(self.register)

    async def write(self, word: int | None = None, /, **fields: int | str) -> None:
        """Writes a word, or the named fields with all others as they were written last, at first at their reset values.

        Named values may be given by name.
        """
        if word is not None and fields:
            raise TypeError(f"{self.register.name}: give a word or fields, not both")
        if word is None and not fields:
            raise TypeError(f"{self.register.name}: give a word or fields")
        await self._model._write(self.register, self._changed(self._model._last(self.register), fields) if word is None else int(word))

    async def modify(self, **fields: int | str) -> None:
        """Reads the register, changes the named fields and writes it."""
        await self._model._write(self.register, self._changed(int(await self.read()), fields))

    def _changed(self, word: int, fields: dict[str, int | str]) -> int:
        for name, value in fields.items():
            field = getattr(self, name).field
            word = word & ~field.mask | field.place(value)
        return word

    def __getattr__(self, name: str) -> Any:
        fields = self.register.fields
        if name.startswith("_") or name not in fields:
            meant = difflib.get_close_matches(name, fields, 1)
            hint = f"did you mean `{meant[0]}`? " if meant else ""
            raise AttributeError(f"{self.register.name} has no field `{name}` ({hint}it has {' '.join(fields)})")
        return FieldHandle(self, fields[name])

    def __repr__(self) -> str:
        return f"<{self.register.name} on the bus>"


class FieldHandle:
    """One field on the bus."""

    def __init__(self, handle: RegisterHandle, field: Field):
        self._handle, self.field = handle, field

    async def read(self) -> Any:
        """Reads the register, compares it, and returns the field."""
        return self.field.extract(int(await self._handle.read()))

    async def write(self, value: int | str) -> None:
        """Reads the register, changes the field and writes it."""
        await self._handle.modify(**{self.field.name: value})


class _Group:
    """An array or a group on the way to a register: `registers.RS[3].FLAGS`."""

    def __init__(self, model: RegisterModel, name: str):
        self._model, self._name = model, name

    def __getitem__(self, index: int) -> Any:
        return _resolve(self._model, f"{self._name}[{index}]")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return _resolve(self._model, f"{self._name}.{name}")


def _resolve(model: RegisterModel, name: str) -> Any:
    """A register, or a group if the name is the beginning of one."""
    pattern = re.sub(r"\[[^\]]*\]", "[]", name)
    if any(known.startswith((f"{pattern}[", f"{pattern}.")) for known in registers):
        return _Group(model, name)
    try:
        return model[name]
    except UnknownNameError as error:
        raise AttributeError(str(error)) from None


def _difference(register: Register, word: int, known: Known) -> str:
    def shown(field: Field) -> str:
        return f"{field.name} is {field.extract(word)!s}, the model has {field.extract(known.value)!s}"

    fields = [shown(field) for field in register.fields.values() if (word ^ known.value) & known.mask & field.mask]
    masked = "" if known.mask == 0xFFFF_FFFF else f" under the mask {known.mask:#010x}"
    return f"{register.name} reads {word:#010x}, the model has {known.value & known.mask:#010x}{masked}: " + "; ".join(
        fields or ["bits outside the fields differ"]
    )
