"""What a register must read as, from the accesses so far and the accesses that the map allows.

Bits whose value does not follow from them are unknown and are not compared: what the hardware writes, sets or clears (unless it
is idle), what a command or a pulse has changed, and what is left of a write that the device may have refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..regmap import Register

HARDWARE_READS = "reads"


@dataclass(frozen=True)
class Known:
    """Some bits of a word."""

    value: int
    mask: int


class Mirror:
    """The known bits of every register that was reset, written or read."""

    def __init__(self, hardware_is_idle: bool = False):
        self._is_idle = hardware_is_idle
        self._words: dict[int, Known] = {}

    def reset(self) -> None:
        """The device was reset."""
        self._words.clear()

    def expected(self, register: Register) -> Known:
        """The bits that the next read must give."""
        if not _keeps(register):
            return Known(0, 0)
        return self._words.get(register.offset, Known(register.reset, self._mask(register)))

    def written(self, register: Register, word: int) -> None:
        """A write that the bus took."""
        if register.queued or any(field.pulse and field.extract(word) for field in register.fields.values()):
            # A command may change anything.
            if not self._is_idle or register.queued:
                self._forget(register)
            return
        if not _keeps(register):
            return
        known = self.expected(register)
        mask = self._mask(register)
        if register.access == "W1C":
            self._words[register.offset] = Known(known.value & ~word, known.mask | (word & mask))
        elif register.access == "RW":
            pulses = sum(field.mask for field in register.fields.values() if field.pulse)
            # An illegal value may be stored or refused.
            legal = mask if register.is_legal(word) else 0
            self._words[register.offset] = Known(word & register.mask & ~pulses, legal)

    def _forget(self, register: Register) -> None:
        if register.queued:
            self._words[register.offset] = Known(0, 0)
        else:
            self._words = {offset: Known(0, 0) for offset in self._words}
            self._words[register.offset] = Known(0, 0)

    def _mask(self, register: Register) -> int:
        is_stable = self._is_idle or register.hardware == HARDWARE_READS or _is_constant(register)
        return register.mask if is_stable else 0


def _keeps(register: Register) -> bool:
    """Whether a read shows the value without changing it."""
    return register.access in ("RO", "RW", "W1C")


def _is_constant(register: Register) -> bool:
    return register.name in ("HWS_ID", "HWS_VERSION", "HWS_PARAM0", "HWS_PARAM1")
