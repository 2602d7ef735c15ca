"""A bit-exact model of a hardware scheduler (HWS).

* :class:`Hws`: one scheduler, with its registers as attributes. Time passes only when you say so.
* :class:`Machine`: the same with memory, SIPs and a resolver of dependencies around it.
* :func:`run`, :func:`sweep`: workloads, with any policies. :func:`replay`: the trace of a stimulus.
* :mod:`hws.plan`: the planners.
* :func:`check`, :func:`diff`: waveform dumps against the model and against each other.
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

from . import enums, plan, regmap
from ._descriptor import TaskDescriptor
from ._errors import (
    BusError,
    EngineError,
    HwsError,
    InputError,
    QueueFullError,
    RefusedWriteWarning,
    RunError,
    SnapshotError,
    UnknownNameError,
)
from ._hws import (
    Column,
    Comparison,
    EventIterator,
    Hws,
    LiveRegister,
    Machine,
    MdmaCommand,
    MihMessage,
    RegisterGroup,
    Replay,
    Run,
    SweepPlan,
    Table,
)
from ._jobs import check, diff, policies, replay, run, settings, sweep

__all__ = [
    "BusError",
    "Column",
    "Comparison",
    "EngineError",
    "EventIterator",
    "Hws",
    "HwsError",
    "InputError",
    "LiveRegister",
    "Machine",
    "MdmaCommand",
    "MihMessage",
    "QueueFullError",
    "RefusedWriteWarning",
    "RegisterGroup",
    "Replay",
    "Run",
    "RunError",
    "SnapshotError",
    "SweepPlan",
    "Table",
    "TaskDescriptor",
    "UnknownNameError",
    "check",
    "diff",
    "enums",
    "plan",
    "policies",
    "regmap",
    "replay",
    "run",
    "settings",
    "sweep",
]
