"""The register map as values: registers, fields, named values, lookup, words to fields and back.

>>> from hws import regmap
>>> regmap.lookup("PROMOTE.THRESHOLD").width
8
>>> regmap.decode("TIME_UNIT", 99)
{'PRESCALE': 99}
"""

from __future__ import annotations

from types import MappingProxyType

from . import _hws
from ._hws import Field, Register, decode, encode, lookup

__all__ = ["FINGERPRINT", "Field", "Register", "decode", "encode", "enums", "lookup", "pages", "parameters", "registers"]

#: The fingerprint of the map: models with the same one have the same registers.
FINGERPRINT: int = _hws.fingerprint()

#: Every register by name; arrays have `[]` in their names.
registers: MappingProxyType[str, Register] = MappingProxyType(_hws.registers())

#: The enumerations of named values by name.
enums: MappingProxyType[str, type] = MappingProxyType(_hws.enumerations())

#: The pages of the window by name: offset, bytes, meaning.
pages: MappingProxyType[str, tuple[int, int, str]] = MappingProxyType(_hws.pages())

#: The parameters of the design by name.
parameters: MappingProxyType[str, int] = MappingProxyType(_hws.parameters())
