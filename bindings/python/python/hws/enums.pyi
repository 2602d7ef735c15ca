"""The named values of the register map; a test compares this file with the map."""

import enum

class DagResult(enum.IntEnum):
    OK = 0
    TABLE_FULL = 1
    NOT_FOUND = 2
    BUSY = 3
    DROPPED = 4

class EarlyMode(enum.IntEnum):
    SIP_REPORT = 0
    HWS_ESTIMATE = 1

class InPath(enum.IntEnum):
    HDR = 0
    FIRMWARE = 1

class Op(enum.IntEnum):
    INIT = 1
    RESET = 2

class OutPath(enum.IntEnum):
    MDMA = 0
    MIH = 1

class Sign(enum.IntEnum):
    NEGATIVE = 0
    POSITIVE = 1

__all__ = ["DagResult", "EarlyMode", "InPath", "Op", "OutPath", "Sign"]
