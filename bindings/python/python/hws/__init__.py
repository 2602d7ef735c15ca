"""A bit-exact model of a hardware scheduler (HWS).

* :class:`Hws`: one scheduler, with its registers as attributes. Time passes only when you say so.
* :mod:`hws.regmap`: the register map; :mod:`hws.enums`: its named values.

>>> import hws
>>> h = hws.Hws()
>>> h.PROMOTE.THRESHOLD = 16
>>> h.HWS_CTRL.ENABLE = True
>>> h.push(0x1000, descriptor=hws.TaskDescriptor(kernel_id=7, thread_num=4))
>>> h.advance(100)
>>> [event["ev"] for event in h.events()][:3]
['admit', 'commit', 'launch']
"""

from . import enums, regmap
from ._descriptor import TaskDescriptor
from ._errors import (
    BusError,
    HwsError,
    QueueFullError,
    RefusedWriteWarning,
    SnapshotError,
    UnknownNameError,
)
from ._hws import EventIterator, Hws, LiveRegister, MdmaCommand, MihMessage, RegisterGroup

__all__ = [
    "BusError",
    "EventIterator",
    "Hws",
    "HwsError",
    "LiveRegister",
    "MdmaCommand",
    "MihMessage",
    "QueueFullError",
    "RefusedWriteWarning",
    "RegisterGroup",
    "SnapshotError",
    "TaskDescriptor",
    "UnknownNameError",
    "enums",
    "regmap",
]
