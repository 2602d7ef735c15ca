"""The named values of the register map as `enum.IntEnum`: `OutPath.MIH`, `DagResult.TABLE_FULL`."""

from . import _hws

globals().update(_hws.enumerations())
__all__ = sorted(_hws.enumerations())
