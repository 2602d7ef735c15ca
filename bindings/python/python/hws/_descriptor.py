"""Task descriptors: the 16 words from which the HWS learns about a kernel."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from . import _hws
from ._descriptor_fields import _Fields


@dataclasses.dataclass(kw_only=True)
class TaskDescriptor(_Fields):
    """A kernel as the HWS reads it from shared memory (interfaces.md §1).

    Every value that fits its bits is encoded; whether it is legal, the HWS decides at admission (scheduler.md §2.3).
    The defaults are a kernel of one block on one SIP, which may run on every SIP, sends commands and messages, and whose
    block is triggered.
    """

    def __post_init__(self) -> None:
        self.l2_done, self.vc_done = tuple(self.l2_done), tuple(self.vc_done)

    def encode(self) -> list[int]:
        """Return the 16 words. A value that does not fit its bits raises ValueError with the name of the field."""
        return _hws.encode_descriptor(dataclasses.asdict(self))

    @classmethod
    def decode(cls, words: bytes | bytearray | memoryview | Iterable[int]) -> TaskDescriptor:
        """Return the descriptor of 16 words, or of their 64 bytes."""
        return cls(**_hws.decode_descriptor(words))
