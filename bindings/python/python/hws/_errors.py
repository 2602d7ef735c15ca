"""The exceptions of the package. Each derives from the built-in exception that a caller would expect."""

from __future__ import annotations

from ._pickling import PickledWithAttributes


class HwsError(Exception):
    """Every error of this package that is not one of Python's own."""


class BusError(PickledWithAttributes, HwsError, OSError):
    """The register window refused an access; ERR_STATUS.BUS is set and nothing else has changed."""

    def __init__(self, message: str, *, offset: int, register: str | None = None, is_write: bool = False) -> None:
        super().__init__(message)
        #: The byte offset in the window.
        self.offset = offset
        #: The register at the offset; None if there is none.
        self.register = register
        #: Whether the access was a write.
        self.is_write = is_write


class UnknownNameError(HwsError, KeyError, AttributeError):
    """A name that the map, or a list of choices, does not have; the message suggests a similar one."""

    def __str__(self) -> str:
        # KeyError would quote the message.
        return Exception.__str__(self)


class QueueFullError(HwsError):
    """A push into a full queue; nothing has changed."""


class SnapshotError(HwsError, ValueError):
    """A snapshot of another register map, or one that no run could have made; nothing has changed."""


class InputError(HwsError, ValueError):
    """A file or option is malformed; the message has the place and the remedy."""

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        key: str | None = None,
        code: str | None = None,
        remedy: str | None = None,
        candidates: list[str] | None = None,
    ) -> None:
        super().__init__(message)
        #: The name of the file; None if an option is concerned, or the file is not known.
        self.path = path
        #: The line, from 1.
        self.line = line
        #: The column, from 1.
        self.column = column
        #: The path in JSON, such as `tasks[3].cost`.
        self.key = key
        #: The kind of the fault, a word that stays; `hws explain-error CODE` explains it.
        self.code = code
        #: What helps; None if nothing is known.
        self.remedy = remedy
        #: The words that may be meant in place of the offending one, the likeliest first.
        self.candidates = candidates or []


class RunError(InputError, RuntimeError):
    """A run cannot continue."""


class EngineError(HwsError, RuntimeError):
    """The engine of a sweep cannot go on; what was made is kept in the folder of the sweep."""


class RefusedWriteWarning(UserWarning):
    """The state of the HWS does not allow a write; ERR_STATUS.CFG is set, as in hardware."""
